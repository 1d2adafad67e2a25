/// The position of a field in a row of the snapshot: first the columns that are always present,
/// then those of the second and third group if any of them differs from its default.
struct Column {
  enum Group { case first, second, third }

  static let first = Column(group: .first)
  static let second = Column(group: .second)
  static let third = Column(group: .third)
  static let shared = Column(group: .first, isShared: true)
  static let sharedSecond = Column(group: .second, isShared: true)

  let group: Group
  /// Many rows have the same text: it is written as its index in a table.
  var isShared = false
}

struct RowOutput {
  var w = JSONWriter()
  var texts = SharedTexts()
}

/// Texts shared by many rows, each stored once.
struct SharedTexts {
  private(set) var all = [""]
  private var numbers = ["": 0]

  @discardableResult
  mutating func number(_ text: String) -> Int {
    if text.isEmpty { return 0 }
    if let number = numbers[text] { return number }
    numbers[text] = all.count
    all.append(text)
    return all.count - 1
  }

  /// The texts as rows refer to them.
  struct Table: Sendable {
    static let empty = Table([])

    let texts: [String]
    /// Those that are currency codes, at the same indices.
    let currencies: [Currency?]

    init(_ texts: [String]) {
      self.texts = texts
      currencies = texts.map { Currency(code: $0) }
    }

    subscript(number: Int) -> String { texts.indices.contains(number) ? texts[number] : "" }
  }
}

struct RowInput {
  var s: JSONScanner
  private let table: SharedTexts.Table

  init(_ s: JSONScanner, _ table: SharedTexts.Table) {
    self.s = s
    self.table = table
  }

  mutating func sharedText() throws(JSONError) -> String {
    let number = Int(try s.readUInt() & 0xFFFF_FFFF)
    guard table.texts.indices.contains(number) else { throw s.here }
    return table.texts[number]
  }

  mutating func sharedCurrency() throws(JSONError) -> Currency? {
    let number = Int(try s.readUInt() & 0xFFFF_FFFF)
    return table.currencies.indices.contains(number) ? table.currencies[number] : nil
  }
}

/// Writes records as rows: one array per line, as short as possible.
struct RowWriter<Entity: Record>: FieldCoder {
  var row = RowOutput()
  private var entity = Entity.blank
  private var group = Column.Group.first
  private var hasMore = false

  @inline(__always)
  mutating func write(_ record: Entity) {
    entity = record
    hasMore = false
    row.w.beginArray()
    write(.first)
    if hasMore {
      write(.second)
      write(.third)
    }
    row.w.endArray()
    row.w.newline()
  }

  @inline(__always)
  private mutating func write(_ group: Column.Group) {
    self.group = group
    // Writing never throws.
    try? Entity.fields(&self)
  }

  @inline(__always)
  mutating func field<C: FieldCodec>(
    _ name: StaticString, _ path: WritableKeyPath<Entity, C.Value>, _ codec: C, _ column: Column
  ) {
    let value = entity[keyPath: path]
    if column.group == group {
      codec.write(value, column, &row)
    } else if group == .first, !hasMore {
      hasMore = !codec.isOmitted(value)
    }
  }
}

/// Reads the output of a `RowWriter`. Trusted as far as the journal is: bounded and checked, but
/// not cleaned again.
struct RowReader<Entity: Record>: FieldCoder {
  var row: RowInput
  private var entity = Entity.blank
  private var group = Column.Group.first
  private var isFirst = true

  init(_ row: RowInput) { self.row = row }

  @inline(__always)
  mutating func read() throws(JSONError) -> Entity {
    try row.s.beginArray()
    isFirst = true
    group = .first
    try Entity.fields(&self)
    if row.s.tryConsume(0x2C) {
      isFirst = true
      group = .second
      try Entity.fields(&self)
      group = .third
      try Entity.fields(&self)
    }
    try row.s.endArray()
    // Returned without a copy.
    var record = Entity.blank
    swap(&record, &entity)
    return record
  }

  @inline(__always)
  mutating func field<C: FieldCodec>(
    _ name: StaticString, _ path: WritableKeyPath<Entity, C.Value>, _ codec: C, _ column: Column
  ) throws(JSONError) {
    guard column.group == group else { return }
    if isFirst { isFirst = false } else { try row.s.consumeComma() }
    if let value = try codec.read(column, &row) { entity[keyPath: path] = value }
  }
}
