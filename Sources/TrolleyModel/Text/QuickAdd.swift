/// The meaning of a line like `2 kg potatoes @3.20 #veg !aldi *`.
///
/// Nothing typed is lost: whatever is not understood stays in the name. The rules, in short:
/// - an amount comes first (`2 kg x`, `500g x`, `3x x`, `2 * x`, `2 - x`, `1 1/2 l x`, `10, x`, `an x`, `pint of x`,
///   `a kilo and a half of x`) or last (`x 2 l`,
///   `x x3`, `x, 2`, `x (2)`, `x 2`); a larger number at the end belongs to the name (`Type 405`);
///   `1 lb 4 oz` is the sum, `500g x x3`, `x 500g x3` and `x 3 (500g)` three packs of it, and `x 6 ct` one pack of six;
///   of `3-4 x`, `3 to 4 x` and `x 3-4` it is the larger;
/// - `@3.20`, `$3.20`, `EUR 3.20` or `3.20 €` is a price, `@3.20/kg` says what it is for; so is a
///   number with the decimals of the currency behind the name (`oat milk 1.89`) or behind how many
///   (`milk 2 1.29`), or with one of two (`milk 1.5`), a whole one for a measure (`cheese 12 a kilo`) or behind an
///   amount (`cheese 2 lb 8`), and `50c`, `50p` or `79ct`; where
///   people write no hundredths also a whole one that is more than they buy of it (`パン 98`); one in an
///   unclear currency (`12 kr` in a list in dollars) stays in the name; one in brackets counts where
///   there is no other (`x ($3.49)`);
/// - `at`, `à`, `zu` and the like before a price are an `@`; a price behind `total` or `=` or before `all` is for all
///   of what is bought, and one behind another price and `=` is a sum that says nothing new;
/// - `2 for 5` is how many there are and what they cost together; `3 for 2` beside a price is an offer
///   that is said and not counted;
/// - `#category` and `!store`, once each; `#"two words"`, or `#two words` when that is known or stands
///   behind what is bought; `#5` is not a category;
/// - the digits of a barcode beside a name are its barcode;
/// - marks of emphasis around the name and behind it are none of it (`**bread**`, `milk!!`, `eggs?`);
///   what is struck out (`~~eggs~~`) is ticked;
/// - an emoji of a thing in front of the name or behind it is its picture (`🍎 2 apples`);
/// - `*` after the name stars it; `-`, `*`, `1.`, `[ ]` and `[x]` before it are list marks;
/// - `"in quotes"` and `\#so` are taken literally.
public struct QuickAdd: Equatable, Sendable {
  public enum Field: Sendable {
    case name, quantity, price, category, store, favourite, picked, bullet, code, picture
  }

  /// A part of the line and its meaning.
  public struct Span: Equatable, Sendable {
    public let field: Field
    /// In graphemes of the line.
    public let range: Range<Int>
  }

  public var name: String
  public var quantity: Quantity?
  /// What one pack holds, if the quantity is several of a size: the 330 ml of `6 x 330 ml`.
  public var pack: Quantity?
  public var price: Money?
  /// What the price is for; nil when there is none or the line does not say.
  public var per: Quantity?
  /// An offer beside the price, which does not count in it: `3 for 2`.
  public var offer: String?
  public var category: String?
  public var store: String?
  public var isFavourite: Bool
  /// Nil when the line has no box to tick.
  public var isPicked: Bool?
  /// What a scanner reads on it, typed beside its name.
  public var barcode: Barcode?
  /// The emoji beside its name, as a picture that an item may have.
  public var picture: String?
  /// Whether the price is that of a weight or volume as a shelf says it, and not behind an `@`.
  package var isPriceOfAll = false
  /// Whether nothing in the line says if the price is for one or for several: what is known of the thing tells.
  package var isPerAssumed = false
  /// Whether it says "piece", as an export does of what a bare number would count packs of.
  package var saysPieces = false
  /// Whether it counts parts of what is sold whole: "2 sticks butter".
  package var countsParts = false
  /// What was said with the name and is no part of it: the marks of "milk!!" and "eggs?".
  package var marks = ""
  /// What the name ends with behind how much or what it costs: the "(bakery)" of "pie 6.99 (bakery)".
  package var remark: String?
  /// Whether quotes say that it is a name, and no barcode.
  package var isQuoted = false
  /// Why this cannot be added, in a sentence.
  public var refusal: String?
  public var spans: [Span]

  public init(
    name: String, quantity: Quantity? = nil, price: Money? = nil, per: Quantity? = nil,
    category: String? = nil, store: String? = nil, isFavourite: Bool = false, isPicked: Bool? = nil
  ) {
    self.name = name
    self.quantity = quantity
    self.price = price
    self.per = per
    self.category = category
    self.store = store
    self.isFavourite = isFavourite
    self.isPicked = isPicked
    self.spans = []
  }

  /// Parses a line, which is cleaned first; the spans only fit a line that was clean already.
  ///
  /// - Parameter isItem: whether there is an item with such a name: the number word that Seven Up begins
  ///   with says no amount.
  public static func parse(
    _ line: String, currency: Currency, known: Known = Known(),
    isItem: (String) -> Bool = { _ in false }
  ) -> QuickAdd {
    if let name = plainName(line) {
      var result = QuickAdd(name: name)
      result.spans = [Span(field: .name, range: 0..<name.utf8.count)]
      return result
    }
    var parser = QuickAddParser(line, currency, known)
    let isForeign = line.utf8.first.map { $0 >= 0xE3 } == true
    parser.hasNumberWord = !NumberWords.isItem(line, isItem) && !(isForeign && isItem(line))
    parser.mayHaveLoosePrice = !known.isExport
    parser.mayHaveCode =
      !known.isExport && line.utf8.count(where: { $0 &- 0x30 < 10 }) >= 8
      && !isItem(CleanText.line(line))
    parser.mayHavePicture = line.utf8.contains { $0 >= 0xE2 }
    parser.mayHaveEmphasis =
      line.utf8.contains { "*_~`".utf8.contains($0) || $0 == 0xE2 } && !isItem(CleanText.line(line))
    var start = parser
    var result = parser.parse()
    if result.picture != nil {
      start.mayHavePicture = false
      var plain = start
      let whole = plain.parse()
      // What the list calls "🍎 apples" is that.
      if !parser.isPictureBesideName || whole.name == result.picture || isItem(whole.name) {
        (parser, result) = (plain, whole)
      } else {
        start.mayHavePicture = true
      }
    }
    if !result.marks.isEmpty, isItem(result.name + result.marks) { result.name += result.marks }
    if let bare = withoutEmoji(result.name), isItem(bare), !isItem(result.name) {
      result.name = bare
    }
    // "cola 2 l x4" and, of a known thing, "3 milk 1l" are so many of a size, unless an item has it in its name.
    if parser.sizeBehind != nil, !isItem(result.name) {
      var packs = start
      packs.takesSizeBehind = true
      let packed = packs.parse()
      if packs.isCountedBehind || isItem(packed.name) { return packed }
    }
    // "3 for 2 apples" has no price, which the apples of the list may have.
    if parser.deal != nil, result.offer == nil, !known.isExport, !isItem(result.name) {
      parser = start
      parser.mayBeFreeDeal = true
      let free = parser.parse()
      return isItem(free.name) ? free : result
    }
    // "WD 100" may be an item.
    guard let number = parser.pricedNumber, isItem(result.name + " " + number) else {
      return result
    }
    parser = start
    parser.mayHaveLoosePrice = false
    return parser.parse()
  }

  /// The name behind the emoji that people put before a thing or a heading; nil of one without.
  package static func withoutEmoji(_ name: String) -> String? {
    guard name.utf8.first.map({ $0 >= 0xE2 }) == true else { return nil }
    let bare = name.drop { character in
      guard character != " ", let first = character.unicodeScalars.first else { return true }
      return first.value >= 0x2000 && first.properties.isEmoji
    }
    return bare.isEmpty || bare.startIndex == name.startIndex ? nil : String(bare)
  }

  /// The fast path for most lines: ASCII letters with single blanks, hyphens and apostrophes
  /// between them, and no word that could begin an amount.
  private static func plainName(_ line: String) -> String? {
    var line = line
    let isPlain = line.withUTF8 { bytes in
      guard let first = bytes.first, first | 0x20 &- 0x61 < 26, bytes.count <= 200 else {
        return false
      }
      var last = first
      for byte in bytes {
        guard
          byte | 0x20 &- 0x61 < 26 || byte == 0x20 && last != 0x20 || byte == 0x2D || byte == 0x27
        else { return false }
        last = byte
      }
      return last != 0x20
    }
    guard isPlain else { return nil }
    let first = line.prefix { $0 != " " }
    // "bagels half dozen" ends with one.
    if NumberWords.begin(first) { return nil }
    guard first.endIndex < line.endIndex, let blank = line.utf8.lastIndex(of: 0x20) else {
      return line
    }
    return NumberWords.begin(line[blank...].dropFirst()) ? nil : line
  }

  /// Whether a text begins with a digit, also behind its decimal point, or with a word that may be a number.
  package static func mayBeginAmount(_ text: some StringProtocol) -> Bool {
    let digits = text.utf8.first == 0x2E ? text.utf8.dropFirst() : text.utf8[...]
    if digits.first.map({ $0 &- 48 < 10 }) == true { return true }
    return NumberWords.begin(text.prefix { $0 != " " })
  }

  /// Whether both mean the same, wherever their parts are in the line.
  public func means(_ other: QuickAdd) -> Bool {
    var a = self
    var b = other
    for side in [\QuickAdd.isPriceOfAll, \.isPerAssumed, \.saysPieces, \.countsParts] {
      (a[keyPath: side], b[keyPath: side]) = (false, false)
    }
    (a.spans, a.marks, a.remark) = ([], "", nil)
    (b.spans, b.marks, b.remark) = ([], "", nil)
    return a == b
  }

  /// What a price is for when a file does not say: one piece, kilo or bottle, but the whole
  /// amount if it is in small units (500 g).
  public static func usualPer(_ quantity: Quantity) -> Quantity {
    switch quantity.unit {
    case .milligram, .gram, .millilitre, .centilitre, .decilitre, .ounce, .fluidOunce, .teaspoon,
      .tablespoon:
      quantity
    default: Quantity(1, quantity.unit)
    }
  }

  /// What a price beside an amount is for, as a shelf shows it: of things one, and all of what is measured or
  /// is a usual pack of what the words name at this price.
  ///
  /// - Parameter pack: what one of several packs holds.
  package static func shelfPer(
    _ quantity: Quantity, in pack: Quantity?, of words: [String], at price: Money
  ) -> Quantity {
    isWhole(quantity, in: pack, of: words, at: price) ? quantity : pack ?? usualPer(quantity)
  }

  /// Whether an amount is what one price on a shelf is for: a measure, so many slices, less than one, or a pack,
  /// such as 12 eggs; of several packs of a size, whether those are sold as one, such as 6 × 330 ml of cola.
  ///
  /// - Parameter price: what it costs, if that is known: less than a pack does is the price of one.
  static func isWhole(
    _ quantity: Quantity, in pack: Quantity? = nil, of words: [String], at price: Money? = nil
  ) -> Bool {
    if let pack, pack != quantity {
      return UnitWords.isMultipack(quantity, of: pack, words, at: price)
    }
    return quantity.unit.isMeasure || quantity.unit == .slice || quantity.thousandths < 1000
      || UnitWords.isPack(of: quantity, words, at: price)
  }

  /// Whether so many of a thing are a usual pack of it that may have this price.
  package static func isPack(
    _ quantity: Quantity, named name: String, at price: Money? = nil
  ) -> Bool {
    UnitWords.isPack(of: quantity, UnitWords.words(of: name), at: price)
  }

  /// What a price behind an `@` is for when the line does not say: a kilo, a litre or a pound,
  /// whatever the amount is in; else one of the unit, and of what has no larger one all of it.
  package static func unitPer(_ quantity: Quantity) -> Quantity {
    switch quantity.unit {
    case .milligram, .gram, .kilogram: Quantity(1, .kilogram)
    case .millilitre, .centilitre, .decilitre, .litre: Quantity(1, .litre)
    case .ounce, .pound: Quantity(1, .pound)
    default: usualPer(quantity)
    }
  }

  /// A line of a receipt without the letter of the tax behind its price: `Joghurt 1,78 A`.
  package static func withoutTax(
    _ line: String, currency: Currency, numbers: NumberStyle
  ) -> String {
    let words = line.split(separator: " ")
    guard words.count > 2, let letter = words.last, ["A", "B", "C", "D"].contains(letter),
      QuickAddPrice.bare(String(words[words.count - 2]), currency, numbers) != nil
    else { return line }
    return words.dropLast().joined(separator: " ")
  }

  /// A line that parses to this again, with the same currency: as an export, and in the add line.
  ///
  /// - Parameter isPlain: whether it may stand where it is written without quotes.
  public func text(currency: Currency, isPlain: (String) -> Bool = { _ in true }) -> String {
    let plain = line(name, currency)
    var known = Known()
    known.isExport = true
    let typed = Self.parse(plain, currency: currency)
    // "wine 2019" in yen and "wine $9.99" in euros have no quotes, as exports have always had them.
    let isBarePrice = price == nil && typed.price != nil && !name.contains("@")
    let isRead =
      Self.parse(plain, currency: currency, known: known).means(self)
      && (typed.means(self) || isBarePrice)
    return isRead && isPlain(plain) ? plain : line(Self.quoted(name), currency)
  }

  /// Its quantity as files have it.
  package var amount: String? {
    quantity.map { saysPieces ? $0.number + " " + $0.unit.symbol : $0.text(pack: pack) }
  }

  private func line(_ name: String, _ currency: Currency) -> String {
    var parts: [String] = []
    if let isPicked { parts.append(isPicked ? "[x]" : "[ ]") }
    if let picture { parts.append(picture) }
    if let amount { parts.append(amount) }
    parts.append(name)
    if let price {
      var text = "@" + price.decimal
      if price.currency != currency { text += price.currency.code }
      // Earlier versions took the price behind a small unit for that of all of it: it says which.
      let isSaid =
        pack != nil || quantity.map { per != Self.unitPer($0) || per != Self.usualPer($0) } != false
      if let per, isSaid {
        let unit = per.unit == .fluidOunce ? "floz" : per.unit.symbol
        text += "/" + (per.thousandths == 1000 ? "" : per.number) + unit
      }
      parts.append(text)
    }
    if let offer { parts.append(offer) }
    if let category { parts.append("#" + Self.word(category)) }
    if let store { parts.append("!" + Self.word(store)) }
    if let barcode { parts.append(barcode.text) }
    if isFavourite { parts.append("*") }
    return parts.joined(separator: " ")
  }

  static func word(_ text: String) -> String {
    let isWord = text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic }
    return isWord ? text : quoted(text)
  }

  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
