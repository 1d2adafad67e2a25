/// The names of a column or member, as used by many programs.
enum ListField: UInt8 {
  case name, quantity, unit, price, unitPrice, per, currency, category, picked, favourite, store,
    description
  /// In the cart or on the list at all.
  case onList
  /// What one of several packs holds.
  case pack
  /// The unit of that, beside the number.
  case packUnit
  /// A list of entries inside an object.
  case entries
  /// What all of it costs.
  case total
  /// The unit of how much a price is for, beside the number.
  case perUnit

  /// Whether its values are money.
  var isMoney: Bool { [.price, .unitPrice, .total].contains(self) }

  init?(_ word: some StringProtocol) {
    guard word.utf8.count <= 40 else { return nil }
    let folded = Folding.plain(String(word))
    guard let field = folded.withUnsafeBufferPointer({ Self.find($0) }) else { return nil }
    self = field
  }

  /// For a word without accents: one pass and one lookup.
  static func find(_ word: UnsafeBufferPointer<UInt8>) -> ListField? {
    table[word].flatMap { ListField(rawValue: $0) }
  }

  private static let table = WordTable(words.map { ($1, $0.rawValue) }, ignoring: " _-")

  private static let words: [(ListField, String)] = [
    (
      .name,
      "name item itemname title product productname text task subject summary artikel produkt"
    ),
    (.name, "bezeichnung article produit nom nombre producto articulo label what 品名 名前"),
    (
      .quantity,
      "quantity qty amount count menge anzahl quantite cantidad number num pieces howmany"
    ),
    (.unit, "unit units uom einheit unite unidad measure"),
    (.price, "price cost preis prix precio estimatedprice"),
    (.unitPrice, "unitprice priceperunit priceeach einzelpreis stuckpreis grundpreis kilopreis"),
    (.unitPrice, "priceperkg priceperkilo priceperlb price/kg price/lb price/unit preisprokg"),
    (.unitPrice, "preis/kg preis/stuck prixunitaire prixaukilo preciounitario"),
    (.per, "per priceper priceunit"), (.perUnit, "perunit"),
    (.currency, "currency waehrung wahrung devise moneda cur"),
    (
      .category, "category cat categories group section aisle department kategorie abteilung gruppe"
    ),
    (.category, "categorie rayon categoria seccion type"),
    (.picked, "picked done checked bought completed complete ispicked ischecked isdone purchased"),
    (.picked, "ticked crossed crossedoff erledigt gekauft fait hecho incart isbought iscompleted"),
    (
      .favourite,
      "favourite favorite fav star starred isfavourite isfavorite favorit favori favorito"
    ),
    (.favourite, "important"),
    (.store, "store shop market laden geschaft geschaeft magasin tienda where location"),
    (
      .description,
      "description desc note notes comment comments details detail remark beschreibung"
    ),
    (.description, "notiz bemerkung descripcion nota"),
    (.pack, "pack packsize"), (.packUnit, "packunit"),
    (.onList, "on onlist isonlist wanted needed listed active"),
    (
      .entries,
      "items list entries products shoppinglist shopping cart lines data tasks lists records"
    ),
    (.entries, "articles elements results todos rows groceries favourites favorites listcontent"),
  ]
}

/// Collects the values of one entry, in any order, and builds the entry.
struct ListEntryBuilder {
  var entry: ListEntry
  var quantity = ""
  var unit = ""
  var price = ""
  /// Whether the price is that of one, however many a pack has.
  var isUnitPrice = false
  /// What all of it costs.
  var total = ""
  var per = ""
  var perUnit = ""
  private var pack = ""
  private var packUnit = ""
  var currency = ""
  /// Whether it says what only the rows of a program do: then its name is nothing but a name.
  private(set) var isOfProgram = false

  init(line: Int) { entry = ListEntry(name: "", line: line) }

  mutating func set(_ field: ListField, _ text: String) {
    if text.isEmpty { return }
    note(field)
    switch field {
    case .name: if entry.name.isEmpty { entry.name = CleanText.line(text) }
    case .quantity: quantity = text
    case .unit: unit = text
    case .price: price = text
    case .unitPrice:
      price = text
      isUnitPrice = true
    case .total: if text != Wording.cost(nil) { total = text }
    case .per: per = text
    case .perUnit: perUnit = text
    case .pack: pack = text
    case .packUnit: packUnit = text
    case .currency: currency = text
    case .category: entry.category = entry.category ?? CleanText.name(text)
    case .store: entry.store = entry.store ?? CleanText.name(text)
    case .description:
      let note = CleanText.line(text, limit: .note)
      if !note.isEmpty { entry.description = entry.description ?? note }
    case .picked: if let flag = ListValue.flag(text) { entry.isPicked = flag }
    case .favourite: if let flag = ListValue.flag(text) { entry.isFavourite = flag }
    case .onList: if let flag = ListValue.flag(text) { entry.isOnList = flag }
    case .entries: break
    }
  }

  private mutating func note(_ field: ListField) {
    if [.currency, .per, .pack, .favourite, .onList].contains(field) { isOfProgram = true }
  }

  mutating func set(_ field: ListField, _ flag: Bool) {
    note(field)
    switch field {
    case .picked: entry.isPicked = flag
    case .favourite: entry.isFavourite = flag
    case .onList: entry.isOnList = flag
    default: break
    }
  }

  /// Takes what a heading says that its prices are for; of that a bare number is how much.
  ///
  /// - Parameter hasUnits: whether another column has the units of amounts.
  mutating func take(per: Quantity, _ numbers: NumberStyle, hasUnits: Bool) {
    if unit.isEmpty, !hasUnits, per.thousandths == 1000, !quantity.contains(where: \.isLetter) {
      unit = per.unit.symbol
    }
    let amount = ListValue.amount(quantity, unit: UnitWords.unit(unit), numbers)?.quantity
    if self.per.isEmpty, amount?.unit.isMeasure != false { self.per = per.text }
  }

  /// "bread x2", "500 g ham", "🍎 apples - 6", "tea 2.99": what no column or member says, the name may, as in
  /// the add line. Among things with prices of their own, what stands behind a name tells them apart:
  /// "cola 2 l".
  mutating func readName(_ currency: Currency, _ numbers: NumberStyle) {
    guard quantity.isEmpty, unit.isEmpty, price.isEmpty || QuickAdd.mayBeginAmount(entry.name)
    else { return }
    let read = QuickAdd.parse(entry.name, currency: currency, known: .init(numbers: numbers))
    guard read.refusal == nil, price.isEmpty || read.price == nil,
      !read.means(QuickAdd(name: read.name))
    else { return }
    var said = ListEntry(read, line: entry.line)
    said.category = said.category ?? entry.category
    said.store = said.store ?? entry.store
    said.barcode = said.barcode ?? entry.barcode
    said.isFavourite = said.isFavourite || entry.isFavourite
    said.isPicked = entry.isPicked ?? said.isPicked
    (said.isOnList, said.description) = (entry.isOnList, entry.description)
    entry = said
  }

  /// The entry; nil when it has no name. Invalid values are reported and left out.
  mutating func finish(
    _ currency: Currency, _ numbers: NumberStyle, _ warn: (String) -> Void
  ) -> ListEntry? {
    guard !entry.name.isEmpty else { return nil }
    let unit = self.unit.isEmpty ? nil : UnitWords.unit(self.unit)
    if unit == nil, !self.unit.isEmpty {
      warn("\(entry.name): the unit “\(CleanText.line(self.unit))” is not known.")
    }
    if let size = ListValue.quantity(pack, unit: UnitWords.unit(packUnit)), size.unit.isMeasure {
      entry.pack = size
    }
    if !quantity.isEmpty {
      entry.saysPieces = self.unit == Unit.piece.symbol
      let amount = ListValue.amount(quantity, unit: unit, numbers)
      (entry.quantity, entry.pack) = (amount?.quantity, amount?.pack ?? entry.pack)
      if ListValue.scaled(quantity, digits: 3) == 0 {
        entry.isOnList = entry.isOnList ?? false
      } else if entry.quantity == nil {
        entry.quantity = Quantity(1, unit ?? .piece)
        warn(
          "\(entry.name): the quantity “\(CleanText.line(quantity))” cannot be read; it is 1 now.")
      }
    }
    let code = Currency(code: self.currency) ?? currency
    let isTotal = price.isEmpty || isPriceOfAll(code, numbers)
    if isTotal { price = total }
    guard !price.isEmpty, !ListValue.isUnknown(price) else { return entry }
    guard
      let (money, saidPer) = ListValue.price(price, code, numbers)
        ?? ListValue.spokenPrice(price, of: entry.quantity, code, numbers)
    else {
      warn("\(entry.name): the price “\(CleanText.line(price))” cannot be read.")
      return entry
    }
    if ListValue.isFiner(price, than: code, numbers) {
      warn(
        "\(entry.name): the price \(CleanText.line(price)) was rounded to \(Wording.money(money)).")
    }
    entry.price = money
    if isTotal, saidPer == nil {
      // Of one where that is exact.
      let all = entry.quantity ?? .one
      let share = money.share(of: all, one: entry.pack ?? QuickAdd.usualPer(all))
      (entry.price, entry.per) = (share.money, share.per)
      return entry
    }
    let said =
      saidPer
      ?? (per.isEmpty
        ? nil : ListValue.quantity(per, unit: UnitWords.unit(perUnit), numbers))
    entry.isPerAssumed = said == nil && entry.quantity != nil
    entry.per =
      said ?? entry.quantity.map { usualPer($0, money, numbers) } ?? unit.map { Quantity(1, $0) }
    return entry
  }

  /// Whether the price is what the row comes to, as the one of "10 lb" of rice may be.
  private func isPriceOfAll(_ currency: Currency, _ numbers: NumberStyle) -> Bool {
    guard let one = ListValue.price(price, currency, numbers),
      let all = ListValue.price(total, currency, numbers)
    else { return false }
    return one.per == nil && one.0 == all.0
  }

  /// What the price is for where nothing says it. In lists of people, tables or JSON, it is what one behind the
  /// amount is for in the add line, and in a column of unit prices what one behind an `@` is; programs, as
  /// exports, mean one of the unit.
  private func usualPer(
    _ quantity: Quantity, _ price: Money, _ numbers: NumberStyle
  ) -> Quantity {
    if isUnitPrice { return entry.pack ?? QuickAdd.unitPer(quantity) }
    if isOfProgram, !unit.isEmpty || quantity.unit.isMeasure { return QuickAdd.usualPer(quantity) }
    let words = self.quantity.split { !$0.isLetter }
    if quantity.thousandths > 1000,
      words.contains(where: { UnitWords.saysPack(String($0), quantity.unit, numbers) })
    {
      return quantity
    }
    return QuickAdd.shelfPer(
      quantity, in: entry.pack, of: entry.name.split(separator: " ").map(String.init), at: price)
  }
}
