/// Several things in one line: `kiwi, lime, 2 kg potatoes`, `Aldi: milk, eggs`.
extension QuickAdd {
  /// Parses a line with commas or semicolons between several things: `kiwi, lime, 2 kg potatoes`.
  /// A comma inside an amount, a price, brackets, quotes or what names a store separates nothing. At the
  /// end of them an “and” separates as well: `kiwi, lime and lemon`; and before an amount anywhere:
  /// `2 milk and 3 eggs`.
  /// A category, a store or a price counts for the thing that it stands behind, and for no other.
  ///
  /// - Parameters:
  ///   - isItem: whether there is an item with such a name: then its comma is part of it.
  ///   - isOneThing: whether commas separate nothing.
  public static func parseAll(
    _ line: String, currency: Currency, known: Known = Known(), isOneThing: Bool = false,
    isItem: (String) -> Bool
  ) -> [QuickAdd] {
    let whole = parse(line, currency: currency, known: known, isItem: isItem)
    guard !isOneThing, !whole.isKnown(isItem) else { return [whole] }
    guard !known.isExport, !isItem(line),
      let (heading, text) = headed(line, isHeading: known.isHeading)
    else { return things(line, whole, currency, known, isItem) }
    let name = Known.marked(heading) ?? heading
    let isStore = name == heading ? known.contains(name, isStore: true) : heading.first == "!"
    // "Wine: 3 bottles" are those of the wine.
    guard
      isStore || name != heading
        || !saysOnlyHowMuch(text, of: [name], currency: currency, known: known)
    else { return things(line, whole, currency, known, isItem) }
    let first = parse(text, currency: currency, known: known, isItem: isItem)
    return things(text, first, currency, known, isItem).map { thing in
      var thing = thing
      if isStore {
        thing.store = thing.store ?? name
      } else {
        thing.category = thing.category ?? name
      }
      return thing
    }
  }

  /// - Parameter whole: the line read as one thing.
  private static func things(
    _ line: String, _ whole: QuickAdd, _ currency: Currency, _ known: Known,
    _ isItem: (String) -> Bool
  ) -> [QuickAdd] {
    guard QuickAddParser.mayBeSeparated(line) || QuickAddParser.mayBeJoined(line),
      !whole.isKnown(isItem), !whole.isInBrackets(line, isItem)
    else { return [whole] }
    func read(_ part: String) -> QuickAdd {
      parse(part, currency: currency, known: known, isItem: isItem)
    }
    func read(splitsAnd: Bool) -> [QuickAdd] {
      var texts = QuickAddParser(line, currency, known).parts(splitsAnd: splitsAnd)
      var parts = texts.map(read)
      for at in parts.indices.reversed()
      where parts.count > 1 && parts[at].name.isEmpty
        && (parts[at].store ?? parts[at].category) != nil
      {
        // "kiwi, #fruit, lime": it is that of the thing before it. "!aldi, kiwi, lime": what stands before
        // all things is that of the first one.
        let both = max(0, at - 1)...max(1, at)
        texts.replaceSubrange(both, with: [texts[both].joined(separator: at > 0 ? " " : ", ")])
        parts.replaceSubrange(both, with: [read(texts[both.lowerBound])])
      }
      for at in parts.indices where parts.count > 1 && parts[at].isUnreadable {
        parts[at].refusal = "“\(texts[at])” names nothing to buy."
      }
      return parts
    }
    var parts = read(splitsAnd: false)
    if parts.count > 1, let last = parts.last, !isItem(last.name) { parts = read(splitsAnd: true) }
    func isShort(_ entry: QuickAdd) -> Bool {
      // "arm & hammer" is one word of a name, as "salt and pepper" is two, and "6 pack" is none.
      let words = UnitWords.withoutAmounts(entry.name.prefix { $0 != "(" && $0 != "[" })
      return words.count { !QuickAddParser.isAnd($0) } - words.count { $0 == "&" } < 4
    }
    // Beside a longer text a comma rather says more about the same thing, unless what says it has a
    // price, is known, or is one of several.
    let short = parts.count(where: isShort)
    let areThings =
      short == parts.count || short > 1 || parts.dropFirst().contains { $0.price != nil }
      || parts.contains { isShort($0) && isItem($0.name) }
    // "milk, !aldi"
    if parts.count == 1, whole.name == parts[0].name + "," { return parts }
    // "milk;" is one thing of a list.
    if parts.count == 1, let last = line.trimmed.last, QuickAddParser.isSeparator(last) {
      return parts
    }
    if parts.count > 2, let last = parts.last, last.isSum(of: parts.dropLast()), !isItem(last.name)
    {
      parts.removeLast()
    }
    // What is refused is told of the thing that it is about, and is no reason to take all of the line for
    // one.
    guard parts.count > 1, areThings,
      parts.contains(where: { !$0.name.isEmpty }),
      parts.allSatisfy({ !$0.name.isEmpty || $0.isUnreadable }),
      !parts.dropFirst().contains(where: { isRemark($0.name) })
    else { return [whole] }
    // "[x] kiwi, lime": the box is that of the line.
    for at in parts.indices { parts[at].isPicked = parts[at].isPicked ?? whole.isPicked }
    return parts
  }

  /// Whether an item has its name, which is that of the whole line: "gum, 96385074" is gum and something else.
  private func isKnown(_ isItem: (String) -> Bool) -> Bool {
    isItem(name) && (barcode == nil || QuickAddParser.mayBeSeparated(name))
  }

  /// Whether a line with one comma has behind it how much there is in brackets, which then is one thing: "Tofu, firm
  /// (14 oz) 2.50".
  private func isInBrackets(_ line: String, _ isItem: (String) -> Bool) -> Bool {
    let parts = name.split(separator: ", ").map(String.init)
    guard parts.count == 2, !isItem(parts[1]), let quantity, pack == nil,
      !name.split(separator: " ").contains(where: {
        $0.last != "%" && $0.contains(where: \.isNumber)
      }),
      let open = line.ranges(of: " (").last?.upperBound,
      let close = line[open...].firstIndex(of: ")"),
      case let size = line[open..<close],
      quantity.unit.isMeasure || quantity.unit.dimension == .container
        || size.split(separator: " ").count == 2 && UnitWords.saysCount(String(size))
    else { return false }
    return line[..<open].dropLast(2).hasSuffix(name)
      && spans.first { $0.field == .name || $0.field == .quantity }?.field == .name
  }

  /// Whether it is what several things with prices come to: "milk 3.49, bread 2.49, total 5.98".
  private func isSum(of things: ArraySlice<QuickAdd>) -> Bool {
    guard quantity == nil, let price, QuickAddParser.totals.contains(name.lowercased()) else {
      return false
    }
    let costs = things.map { thing -> Int? in
      guard let one = thing.price, one.currency == price.currency else { return nil }
      guard let quantity = thing.quantity, let per = thing.per, quantity != per else {
        return one.minorUnits
      }
      return quantity.unit == per.unit
        ? one.minorUnits * quantity.thousandths / per.thousandths : nil
    }
    return costs.reduce(0) { sum, cost in sum.flatMap { sum in cost.map { sum + $0 } } }
      == price.minorUnits
  }

  /// Whether it is only signs, between things that a line names.
  private var isUnreadable: Bool {
    name.isEmpty && quantity == nil && price == nil && category == nil && store == nil
  }

  /// "Aldi: milk, eggs": a store or a category, and things of it behind a colon; nil for any other line.
  package static func headed(
    _ line: some StringProtocol, isHeading: (String) -> Bool
  ) -> (heading: String, things: String)? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let name = String(line[..<colon]).trimmed
    let things = line[colon...].dropFirst()
    guard things.first?.isWhitespace == true, !name.isEmpty, isHeading(name),
      case let text = String(things).trimmed, !text.isEmpty
    else { return nil }
    return (name, text)
  }

  /// Whether a text is an amount or a price of something that it does not name: `x2 @9`.
  ///
  /// - Parameter thing: the words that name it, if they are known.
  package static func saysOnlyHowMuch(
    _ text: String, of thing: [String] = [], currency: Currency, known: Known = Known()
  ) -> Bool {
    let name = "thing"
    var read = parse(name + ", " + text, currency: currency, known: known)
    // "6 rolls" is a thing, but not beside paper towels.
    guard read.refusal == nil, read.quantity != nil || read.price != nil,
      read.quantity?.unit != .roll || UnitWords.isOnRolls(thing)
    else { return false }
    (read.quantity, read.pack, read.price, read.per) = (nil, nil, nil, nil)
    return read.means(QuickAdd(name: name))
  }

  /// What recipes say behind a comma: how a thing is prepared, or what it is for.
  private static func isRemark(_ text: String) -> Bool {
    let words = Folding.plain(text).split(separator: 0x20).map {
      String(decoding: $0, as: UTF8.self)
    }
    return words.first.map(beginRemarks.contains) == true
      || words.last.map(endRemarks.contains) == true
  }

  private static let beginRemarks: Set<String> = [
    "on", "for", "from", "about", "to", "at", "in", "with", "without", "cut", "plus", "or", "if",
    "finely", "roughly", "zum", "zur", "fur", "ohne", "fein", "pour", "sans", "coupe", "coupes",
    "coupee",
    "coupees", "para", "sin", "en", "cortado", "cortada", "per", "senza", "tagliato", "tagliata",
  ]

  private static let endRemarks: Set<String> = [
    "chopped", "minced", "diced", "sliced", "grated", "peeled", "crushed", "divided", "softened",
    "melted", "drained", "rinsed", "cubed", "halved", "quartered", "shredded", "beaten", "optional",
    "thawed", "trimmed", "cooked", "chilled", "toasted", "gehackt", "gewurfelt", "gerieben",
    "geschalt", "gepresst", "hache", "hachee", "haches", "hachees", "emince", "emincee", "eminces",
    "rape", "rapee", "picado", "picada", "picados", "rallado", "rallada", "pelado", "pelada",
    "troceado", "tritato", "tritata", "grattugiato", "sbucciato", "sbucciata",
  ]

  /// Why something in a line can't be added, behind what it is about where the line has several things.
  package static func refusal(of entries: [QuickAdd]) -> String? {
    entries.first { $0.refusal != nil }.flatMap { entry in
      entry.refusal.map { entries.count > 1 && !entry.name.isEmpty ? "\(entry.name): \($0)" : $0 }
    }
  }
}
