/// What adding something makes of its item and of the cart. The planner does it, the add line shows
/// it before, and the answers tell it after: all from here.
public struct AddOutcome: Equatable, Sendable {
  /// As it will be.
  public let item: Item
  /// As it was; nil if it is new.
  let old: Item?
  /// What goes in the cart.
  public let added: Quantity
  /// The line that takes it; nil for a line of its own.
  public let line: CartLine?
  /// What that line holds then.
  public let total: Quantity
  /// What a line held that was picked: it is wanted again, and holds only what is added.
  public let replaced: Quantity?
  /// Whether that line is picked then.
  public let isPicked: Bool
  /// Whether it is in the cart and is only ticked: nothing is added.
  public let isTick: Bool
  /// Its other lines, in units that do not add up with this one.
  public let beside: [Quantity]
  /// Those of them that the price of this was for and is no more.
  let uncounted: Set<Quantity>
  /// Whether a price was said with it.
  let isPriced: Bool
  /// An offer that its price does not count.
  let offer: String?
  /// Whether a price was said that is not taken, and nothing else that is not.
  var isPriceKept = false
  /// Why what was said of it is not taken, where it belongs to another person; nil where it is.
  var leftOut: ChangeError?
  /// What becomes of a barcode beside its name.
  public let code: String?

  /// Why it will not be added: packs that are counted may be too much.
  public func refusal(_ style: NumberStyle) -> String? {
    added.isValid ? nil : ChangeError.tooMuch(item.words(added, style) + " " + item.name).sentence
  }

  public var isNew: Bool { old == nil }

  /// "2 kg Potatoes, 5 kg in all, $16.00", as it is in the cart then.
  ///
  /// - Parameter place: where it was added, behind the name.
  fileprivate func words(in list: Currency, style: NumberStyle, to place: String) -> String {
    // Not "1 eggs", and the amount is said: many a name is no English plural.
    let isOne = added == .one && EnglishPlural.isPlural(item.name)
    let amount = isOne ? "1 × " : item.words(added, style) + " "
    return ([amount + item.name + place] + remarks(in: list, style: style)).joined(separator: ", ")
  }

  /// Its name among several things.
  ///
  /// - Parameter saysPrice: whether to say what a price that was typed with it makes.
  fileprivate func name(in list: Currency, _ style: NumberStyle, saysPrice: Bool) -> String {
    let remarks =
      saysPrice && isPriced
      ? remarks(in: list, style: style) : (isTick ? [] : marks(style)) + changes(style)
    return item.name + (remarks.isEmpty ? "" : " (" + remarks.joined(separator: ", ") + ")")
  }

  /// What the message says behind its name.
  private func remarks(in list: Currency, style: NumberStyle) -> [String] {
    let price = isTick ? nil : priceOfSeveral(style)
    return (isTick ? [] : marks(style)) + [price].compactMap { $0 }
      + amounts(in: list, style: style, saysCost: price == nil || total != added) + changes(style)
  }

  /// What there is to say besides amount, name and price.
  public func details(in list: Currency, style: NumberStyle) -> [String] {
    marks(style)
      + amounts(
        in: list, style: style, saysCost: price(style) == nil || total != added)
      + changes(style)
  }

  /// What it costs, what that is for, and what that makes: `@ $9.00/kg = $4.50`, `@ $1.29 each =
  /// $2.58`, also of two packs of a size, `$3.99 for 5 kg`, `$3.49 for all 12`. Nil where no price was said.
  ///
  /// - Parameter isShort: without what it makes.
  public func price(_ style: NumberStyle, isShort: Bool = false) -> String? {
    guard isPriced, let price = item.price else { return nil }
    let per = item.per
    let money = Wording.money(price, style: style)
    let sum = isShort || per == added ? "" : sum(style)
    if packs > 1, per == item.pack { return "@ " + money + " each" + sum }
    guard per.thousandths == 1000 else {
      if per == added, packs > 1 { return money + " for all \(packs)" }
      let isForAll = per == added && !per.unit.isMeasure && per.thousandths > 1000
      return money + (isForAll ? " for all " : " for ") + item.words(per, style) + sum
    }
    let isEach = per == .one && per != added
    return "@ " + Wording.price(price, per: per, style: style) + (isEach ? " each" : "") + sum
  }

  /// How many packs of a size it is.
  private var packs: Int { item.pack.flatMap { added.packs(of: $0) } ?? 1 }

  /// The same in a sentence, of several things: whether the price is for one or for all of them.
  private func priceOfSeveral(_ style: NumberStyle) -> String? {
    let isSeveral =
      added.unit.isMeasure
      ? packs > 1 || item.per.thousandths != 1000 && added.packs(of: item.per) ?? 1 > 1
      : added.thousandths > 1000
    guard isSeveral, let price = price(style) else { return nil }
    return price.hasPrefix("@ ") ? String(price.dropFirst(2)) : price
  }

  private func sum(_ style: NumberStyle) -> String {
    item.cost(of: added).map { " = " + Wording.money($0, style: style) } ?? ""
  }

  private func marks(_ style: NumberStyle) -> [String] {
    if isPicked { return ["picked"] }
    return replaced.map { [Self.words(ofReplaced: $0, of: item, style)] } ?? []
  }

  /// The same in words: "price was $2.29".
  private func changes(_ style: NumberStyle) -> [String] {
    let was = replacedValues(style)
    return [
      was.price.map { "price was " + $0 }, was.category.map { "category was " + $0 },
      was.store.map { "store was " + $0 }, kept(style),
    ].compactMap { $0 }
  }

  /// What stays as it was, and whose it is: "Ben’s price of $1.99 stays".
  public func kept(_ style: NumberStyle) -> String? {
    guard case .notYours(_, let owner)? = leftOut else { return nil }
    let whose = (owner.isEmpty ? "another person" : owner) + "’s "
    guard isPriceKept else { return whose + "item stays as it is" }
    guard let price = item.price else { return whose + "item stays without a price" }
    return whose + "price of \(Wording.price(price, per: item.per, style: style)) stays"
  }

  /// What it replaces in the item: what the price was, and the category and the store.
  public func replacedValues(
    _ style: NumberStyle
  ) -> (price: String?, category: String?, store: String?) {
    guard let old else { return (nil, nil, nil) }
    let keepsPrice = old.price == item.price && old.per == item.per
    func text(_ was: String, _ becomes: String) -> String? {
      was.isEmpty || was == becomes ? nil : was
    }
    return (
      keepsPrice ? nil : old.priceWords(style),
      text(old.category, item.category), text(old.store, item.store)
    )
  }

  /// What becomes of what was picked before.
  public static func words(
    ofReplaced quantity: Quantity, of item: Item, _ style: NumberStyle
  ) -> String {
    "instead of the \(item.words(quantity, style)) picked before"
  }

  private func amounts(
    in list: Currency, style: NumberStyle, saysCost: Bool = true
  ) -> [String] {
    var parts: [String] = []
    if line != nil, total != added { parts.append(item.words(total, style) + " in all") }
    if !beside.isEmpty {
      let lines = beside.map {
        item.words($0, style) + (uncounted.contains($0) ? " (no longer counted)" : "")
      }
      parts.append("beside " + Wording.list(lines))
    }
    if saysCost, let cost = item.cost(of: total) { parts.append(Wording.money(cost, style: style)) }
    if item.price != nil, let why = item.whyNotCounted(total, in: list) {
      parts.append("not counted: " + why)
    }
    if let offer { parts.append("“\(offer)” is noted, not counted") }
    return parts
  }
}

extension [AddOutcome] {
  /// What was done: "Added 2 kg Potatoes, $6.40", "Picked 3 Milk", or of several things their names, with what was
  /// typed of up to three prices, or what all of them make.
  public func sentence(
    in list: Currency, style: NumberStyle, to place: String = ""
  ) -> String {
    let isTick = allSatisfy(\.isTick)
    let deed = isTick ? "Picked " : "Added "
    let place = isTick ? "" : place
    guard count > 1 else {
      return deed + (first?.words(in: list, style: style, to: place) ?? "")
    }
    var seen: Set<String> = []
    let once = filter { seen.insert(Folding.key($0.item.name)).inserted }
    let saysPrices = once.count(where: \.isPriced) < 4
    let names = once.map { $0.name(in: list, style, saysPrice: saysPrices) }
    let sum = saysPrices ? nil : sum(in: list, style: style)
    return deed + Wording.list(names) + place + (sum.map { ", " + $0 } ?? "")
  }

  /// What all that has a price in the currency of the list makes: "$45.67 in all".
  public func sum(in list: Currency, style: NumberStyle) -> String? {
    let costs = compactMap { $0.item.cost(of: $0.added) }.filter { $0.currency == list }
    guard !costs.isEmpty else { return nil }
    let all = costs.reduce(0) { $0 + $1.minorUnits }
    return Wording.money(Money(minorUnits: all, currency: list), style: style) + " in all"
  }
}

extension SharedState {
  /// Why the sum of the cart leaves out an item although that has a price: "not counted: the price is for
  /// 1 kg". Of several lines it says which: "2 l not counted: the price is for 1 kg".
  ///
  /// - Parameter events: what has just been done. Where it changed quantities, only their lines are meant,
  ///   or else `line`, if there is one; and those that a new price does not count any more.
  package func whyNotCounted(
    _ id: Item.ID, after events: [Event], of line: CartLine.ID? = nil, style: NumberStyle
  ) -> String? {
    guard let item = items[id], item.price != nil else { return nil }
    let lines = cart.lines(of: id)
    let changed = events.flatMap(\.linesOfQuantities)
    let meant = changed.isEmpty ? line.map { [$0] } ?? [] : changed
    var before = item
    for case .itemChanged(id, let from, _) in events.reversed() { from.apply(to: &before) }
    for one in lines {
      guard meant.isEmpty || meant.contains(one.id) || before.cost(of: one.quantity) != nil,
        let why = item.whyNotCounted(one.quantity, in: currency)
      else { continue }
      let amount = lines.count > 1 ? item.words(one.quantity, style) + " " : ""
      return amount + "not counted: " + why
    }
    return nil
  }

  public func outcome(of request: AddRequest, by actor: Actor) -> AddOutcome {
    var spellings: Spellings?
    return outcome(of: request, by: actor, &spellings)
  }

  /// - Parameter spellings: those of the list, for many requests.
  func outcome(
    of request: AddRequest, by actor: Actor, _ spellings: inout Spellings?
  ) -> AddOutcome {
    let request = spelled(request, &spellings)
    let name = CleanText.line(request.name, limit: .name)
    let old = items.first(named: name).flatMap { items[$0] }
    let wanted = old.map { changed($0, by: request) }
    let known = old.flatMap { old in wanted.map { changed(old, to: $0, by: actor) } }
    let isPriceKept =
      known?.refusal != nil && old.map { wanted?.differsOnlyInPrice(from: $0) } == true
    let item =
      known?.item
      ?? Item(
        id: Item.ID(0), name: name, category: request.category ?? "",
        price: request.price, per: request.per(of: nil), pack: request.pack,
        store: request.store ?? "", isFavourite: request.isFavourite)
    let added = request.amount(of: item)
    let lines = cart.lines(of: item.id)
    let ticked = request.isPicked ? Self.line(of: added, among: lines) : nil
    let (line, total) =
      ticked.map { ($0, $0.quantity) }
      ?? Self.taking(added, among: lines, isPicked: request.isPicked)
    let startsAgain = ticked == nil && !request.isPicked && line?.isPicked == true
    let beside = lines.filter { $0.id != line?.id }.map(\.quantity)
    let uncounted = beside.filter { old?.cost(of: $0) != nil && item.cost(of: $0) == nil }
    return AddOutcome(
      item: item, old: old, added: ticked?.quantity ?? added, line: line, total: total,
      replaced: startsAgain ? line?.quantity : nil, isPicked: request.isPicked,
      isTick: ticked != nil, beside: beside, uncounted: Set(uncounted),
      isPriced: request.price != nil && known?.refusal == nil,
      offer: known?.refusal == nil ? request.offer : nil,
      isPriceKept: isPriceKept, leftOut: known?.refusal,
      code: words(ofCodeOf: request, old))
  }

  /// The line of an amount that was got already: it is ticked, and holds no more than before.
  static func line(of quantity: Quantity, among lines: [CartLine]) -> CartLine? {
    lines.first { $0.quantity.unit.addsUp(with: quantity.unit) }
  }

  /// The line that takes an amount, and what it holds then: a picked one starts again.
  static func taking(
    _ quantity: Quantity, among lines: [CartLine], isPicked: Bool, unticked: Set<CartLine.ID> = []
  ) -> (line: CartLine?, total: Quantity) {
    for line in lines {
      guard let sum = line.quantity.adding(quantity) else { continue }
      let startsAgain = line.isPicked && !isPicked && !unticked.contains(line.id)
      return (line, startsAgain ? quantity : sum)
    }
    return (nil, quantity)
  }

  /// An item with the values of a request, whose names are spelled as the list does; it gives those that
  /// the request does not name.
  func changed(_ item: Item, by request: AddRequest) -> Item {
    var changed = item
    changed.take(priceOf: request)
    if let category = request.category, !category.isEmpty,
      !request.keepsCategory || item.category.isEmpty
    {
      changed.category = category
    }
    if let store = request.store, !store.isEmpty { changed.store = store }
    changed.description = request.description(after: item.description)
    if let picture = request.picture, !picture.isEmpty, !request.keepsPicture {
      changed.picture = picture
    }
    return changed
  }
}

extension Item {
  /// What it costs and for how much: "$9.00/kg", of several packs "$4.99 for 6 × 330 ml".
  fileprivate func priceWords(_ style: NumberStyle) -> String? {
    price.map { price in
      let count = pack.flatMap { per.packs(of: $0) } ?? 1
      let isMetric = [.mass, .volume, .count].contains(per.unit.dimension)
      guard count > 1 || per.thousandths != 1000 && !isMetric else {
        return Wording.price(price, per: per, style: style)
      }
      return Wording.money(price, style: style) + " for " + words(per, style)
    }
  }

  /// Takes what a request says of one thing however often a list names it: its price, what that is for and where
  /// it is so, its pack and its star, and a category where it has none.
  mutating func take(priceOf request: AddRequest) {
    if let price = request.price {
      (self.price, per) = (price, request.per(of: self))
      if let store = request.store, !store.isEmpty { self.store = store }
    }
    if category.isEmpty { category = request.category ?? "" }
    if let pack = request.pack { self.pack = pack }
    if request.isFavourite { isFavourite = true }
  }
}

extension Event {
  /// The lines whose quantities it says.
  fileprivate var linesOfQuantities: [CartLine.ID] {
    switch self {
    case .linesAdded(let lines): lines.map(\.id)
    case .quantityChanged(let id, _, _, _, _): [id]
    default: []
    }
  }
}

extension AddRequest {
  /// What it says of an item, or else what is known, and the offer behind that.
  func description(after known: String) -> String {
    let said = description.flatMap { $0.isEmpty ? nil : $0 } ?? known
    guard let offer else { return said == known ? known : CleanText.line(said, limit: .note) }
    // One that was noted before is over.
    var parts = said.split(separator: "; ").map(String.init).filter { !QuickAdd.isOffer($0) }
    if !parts.contains(where: { $0.contains(offer) }) { parts.append(offer) }
    return CleanText.line(parts.joined(separator: "; "), limit: .note)
  }
}

extension AddRequest {
  /// What one pack of it holds: what was said, or the weight that a price behind it was for, as "flour 1 kg
  /// 0.79" is on a shelf. Apples or salmon of a kilo are no pack.
  static func pack(
    _ said: Quantity?, orOf quantity: Quantity?, isWhole: Bool, named name: String
  ) -> Quantity? {
    guard said == nil, isWhole, let quantity, quantity.isUsualWeight, !ItemGlyph.isWeighed(name)
    else { return said }
    return quantity
  }
}

extension Item {
  /// Whether it has another price than before and, but for its star, is the same besides.
  fileprivate func differsOnlyInPrice(from old: Item) -> Bool {
    guard (price, per) != (old.price, old.per) else { return false }
    var other = old
    (other.price, other.per, other.pack, other.isFavourite) = (price, per, pack, isFavourite)
    return other == self
  }
}
