public struct ListEntry: Equatable, Sendable {
  public var name: String
  public var quantity: Quantity?
  /// Whether it says "piece" of its quantity, which counts no packs then.
  package var saysPieces = false
  /// What one pack holds, if the quantity is several of a size.
  public var pack: Quantity?
  public var price: Money?
  /// The quantity that the price is for; nil when there is no price or the list does not say.
  public var per: Quantity?
  /// An offer beside the price, which does not count in it: `3 for 2`.
  public var offer: String?
  public var category: String?
  /// Whether the category is a heading above it: a note's order, and no word about the item.
  public var isUnderHeading = false
  public var store: String?
  public var isFavourite = false
  public var isPicked: Bool?
  /// False when it is known but not wanted: `"on": false`. Nil when the list does not say.
  public var isOnList: Bool?
  public var description: String?
  public var barcode: Barcode?
  /// The emoji beside its name.
  public var picture: String?
  /// Whether the line says its price as a shelf does, of all that is bought.
  package var isPriceOfAll = false
  /// Whether nothing in the line says if the price is for one or for several.
  package var isPerAssumed = false
  /// The line it came from, from 1.
  public var line: Int

  public init(name: String, line: Int = 0) {
    self.name = name
    self.line = line
  }

  /// A line of a list that was mailed.
  init(_ row: MailLetter.Row, line: Int) {
    self.init(name: row.name, line: line)
    (quantity, pack) = (row.quantity, row.pack)
    (price, per) = (row.price?.money, row.price?.per)
    isPicked = row.isPicked
  }

  /// A line of a list that was mailed or printed; nil for any other.
  init?(
    written text: String, line: Int, currency: Currency, style: NumberStyle,
    isItem: (String) -> Bool
  ) {
    if let row = MailLetter.Row(text, currency: currency, style: style, isItem: isItem) {
      self.init(row, line: line)
      if !isItem(name), let (thing, store) = row.storeInName { (name, self.store) = (thing, store) }
    } else if let (row, category) = MailLetter.Row.printed(text, currency: currency, style: style) {
      self.init(row, line: line)
      self.category = category
    } else {
      return nil
    }
  }

  /// Takes a remark that the name ends with for the description; of an item that is known it says nothing new.
  mutating func describe(by remark: String, _ isItem: (String) -> Bool) {
    guard name.hasSuffix(" " + remark) else { return }
    name = String(name.dropLast(remark.count + 1))
    let isInBrackets = remark.hasPrefix("(") && remark.hasSuffix(")")
    if !isItem(name) {
      description = isInBrackets ? String(remark.dropFirst().dropLast()) : remark
    }
  }

  init(_ it: QuickAdd, line: Int) {
    self.init(name: it.name, line: line)
    quantity = it.quantity
    pack = it.pack
    price = it.price
    per = it.per
    offer = it.offer
    category = it.category
    store = it.store
    isFavourite = it.isFavourite
    isPicked = it.isPicked
    barcode = it.barcode
    picture = it.picture
    isPriceOfAll = it.isPriceOfAll
    isPerAssumed = it.isPerAssumed
  }
}

/// A list that was pasted or read from a file.
public struct PastedList: Equatable, Sendable {
  /// Input that was not understood, or only in part.
  public struct Warning: Equatable, Sendable {
    /// From 1.
    public let line: Int
    public let sentence: String
  }

  /// Longer texts are refused, and so are longer pieces of a text that comes in pieces.
  public static let byteLimit = 512 << 20
  public static let entryLimit = 4_000_000
  static let warningLimit = 100

  public internal(set) var entries: [ListEntry] = []
  /// A table with the columns, a property list with the members, or a checklist with the form of an export:
  /// what has no quantity was in no cart, and names are as they are.
  public internal(set) var isExport = false
  /// Whether it is a table whose columns do not say how much: where some of its names say it, the others are
  /// wanted as well.
  var namesHaveAmounts = false
  /// What is written above the list or a part of it and is left out: "Shopping list", and headings with
  /// nothing below them; of all pieces so far.
  public internal(set) var titles: [ListEntry] = []
  /// Lines of a chat or a receipt that are nothing to buy.
  public internal(set) var talk: [ListEntry] = []
  public internal(set) var format: ListFormat
  /// The first ones; `warningCount` counts them all.
  public internal(set) var warnings: [Warning] = []
  public internal(set) var warningCount = 0
  /// The first line of JSON Lines that is no JSON: in an export that means that it is not whole.
  public internal(set) var broken: Failure?

  /// What a piece of a list has to know of those before it.
  struct Before: Equatable {
    var lines = 0
    var hasSections: Bool?
    /// Whether lines in capitals or in bold are headings.
    var hasMarkedHeadings: Bool?
    /// Whether boxes with others below them are; and words in bold with a colon in front of things.
    var hasBoxedHeadings: Bool?
    var hasLabels: Bool?
    /// Whether there was a line with something in it.
    var hasBegun = false
    var hasEntries = false
    var chat: ChatLine.Habits?
    var category: String?
    /// What a heading that is a store says.
    var store: String?
    /// The bullets that what is indented below them is of, and what they are below themselves.
    var outer: [Outer] = []
    /// Whether the line before ends a letter, so that a name below it is who wrote it.
    var isSigned = false
    /// Whether rows and the sum of a list or an order that was mailed are among the lines; nil before that is known.
    var hasLetter: Bool?
    /// Whether the lines up to a blank one are above those of a list or an order that was mailed.
    var isLetterHead = false
    /// Whether there was a line of a letter; and whether what follows is the signature of a mail.
    var isLetter = false
    var isSignature = false
    /// Whether the lines are those of an order, as `trolley orders` prints it.
    var isOrder = false
    /// A heading with nothing below it so far: "Dairy:". With nothing else in the list it is a thing.
    var lone: ListEntry?
    var emptyHeadings = 0
    /// A line that is the heading of bullets right below it, and a thing without them.
    var above: Above?
    var last = Last.gap
    /// Whether the line before is a rule.
    var isBelowRule = false
    /// Whether a blank line is right below the heading: then they are between all lines, and end nothing.
    var isSpaced = false
    var columns: Columns?
    /// The columns of a table among lines.
    var table: ListHeadings?
    var currency: Currency?
  }

  struct Above: Equatable {
    let text: String
    let line: Int
    /// Whether it says when the things are for, and is no category of them.
    var isTitle = false
  }

  struct Outer: Equatable {
    let indentation: Int
    let category: String?
    let store: String?
  }

  /// What the line before was.
  enum Last: Equatable {
    case plain, bullet, gap, gapBelowLines, gapBelowBullets

    var isGap: Bool { self == .gap || self == .gapBelowLines || self == .gapBelowBullets }
  }

  /// Those of them that only their place tells from a thing.
  package var emptyHeadings: [ListEntry] { titles.filter { !ListTitle.isMeant(by: $0.name) } }

  var before = Before()
  /// How the numbers of lines and tables are written; those of JSON are the same everywhere.
  let numbers: NumberStyle
  /// The names of stores by their keys: such a heading says where to buy what is below it.
  let stores: [String: String]
  /// Those with a comma in them, which separates nothing in a line.
  let branches: [String]
  /// What else the list knows of categories.
  let known: QuickAdd.Known

  init(format: ListFormat, numbers: NumberStyle, stores: [String], categories: [String]) {
    self.format = format
    self.numbers = numbers
    self.known = QuickAdd.Known(categories: categories)
    self.stores = Dictionary(stores.map { (Folding.label($0), $0) }) { first, _ in first }
    self.branches = stores.filter { $0.contains(",") }
  }

  /// Where some rows of a table, or of a property list as export writes it, have a quantity, those with neither
  /// that nor a tick are not wanted. Returns their names.
  ///
  /// - Parameter isMixed: whether it is one of those, as the pieces before tell.
  package mutating func leaveOutBlanks(_ isMixed: inout Bool) -> [String] {
    guard [.csv, .tsv, .plist].contains(format), !namesHaveAmounts else { return [] }
    isMixed = isMixed || isExport || entries.contains { $0.quantity != nil }
    guard isMixed else { return [] }
    var names: [String] = []
    for at in entries.indices
    where entries[at].quantity == nil && entries[at].isPicked == nil && entries[at].isOnList == nil
    {
      entries[at].isOnList = false
      names.append(entries[at].name)
    }
    return names
  }

  mutating func warn(_ line: Int, _ sentence: @autoclosure () -> String) {
    warningCount += 1
    if warnings.count < Self.warningLimit {
      warnings.append(Warning(line: line, sentence: sentence()))
    }
  }

  /// Reads a list in any supported format.
  ///
  /// - Parameters:
  ///   - format: nil to detect it from the file's name and the content.
  ///   - currency: that of prices which don't name one.
  ///   - numbers: how people here write numbers: `1.500` is a thousand and a half in some countries.
  ///   - stores: the stores that the list knows.
  ///   - categories: the categories that it has, besides those that Trolley knows.
  ///   - isItem: whether the list has an item of a name: a line with it and a comma is one thing.
  public static func parse(
    _ bytes: [UInt8], format: ListFormat? = nil, fileName: String? = nil, currency: Currency,
    numbers: NumberStyle = .english, stores: [String] = [], categories: [String] = [],
    isItem: (String) -> Bool = { _ in false }
  ) throws(Failure) -> PastedList {
    var reader = try Reader(
      bytes, format: format, fileName: fileName, currency: currency, numbers: numbers,
      stores: stores, categories: categories)
    try reader.read(bytes, isLast: true, isItem: isItem)
    return reader.list
  }

  public static func parse(
    _ text: String, format: ListFormat? = nil, fileName: String? = nil, currency: Currency,
    numbers: NumberStyle = .english, stores: [String] = [], categories: [String] = [],
    isItem: (String) -> Bool = { _ in false }
  ) throws(Failure) -> PastedList {
    try parse(
      Array(text.utf8), format: format, fileName: fileName, currency: currency, numbers: numbers,
      stores: stores, categories: categories, isItem: isItem)
  }
}

extension PastedList.Before {
  /// A blank line, or a rule.
  mutating func addGap() {
    switch last {
    case .plain: last = isSpaced ? .gap : .gapBelowLines
    case .bullet: last = .gapBelowBullets
    case .gap: isSpaced = true
    case .gapBelowLines, .gapBelowBullets: break
    }
  }

  /// Whether the next line is not of what the heading is for any more: behind a blank line, unless there is
  /// one right below the heading and bullets go on, and without a bullet below those that have one.
  func endsGroup(hasBullet: Bool) -> Bool {
    switch last {
    case .gapBelowLines: true
    case .bullet: !hasBullet
    case .gapBelowBullets: !hasBullet || !isSpaced
    case .plain, .gap: false
    }
  }
}
