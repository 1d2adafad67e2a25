/// Reads and writes a value in an object and in the rows of the snapshot.
protocol FieldCodec<Value> {
  associatedtype Value: Equatable
  /// Whether an object without it is refused. An optional one of another kind counts as missing.
  var isRequired: Bool { get }
  /// Whether it may follow in events of its own.
  var isPart: Bool { get }
  /// Whether it is omitted because it equals the reader's default.
  func isOmitted(_ value: Value) -> Bool
  /// Whether what is written of it is read as the same again.
  func isReadable(_ value: Value) -> Bool
  func write(_ value: Value, _ name: StaticString, _ w: inout JSONWriter)
  /// Nil when it is missing or of another kind.
  func read(_ name: StaticString, _ members: inout ObjectMembers) throws(JSONError) -> Value?
  /// One or two columns of a row, for the records that have rows.
  func write(_ value: Value, _ column: Column, _ row: inout RowOutput)
  func read(_ column: Column, _ row: inout RowInput) throws(JSONError) -> Value?
}

/// A field whose value is a single JSON value.
protocol ValueCodec<Value>: FieldCodec {
  func write(_ value: Value, _ w: inout JSONWriter)
  /// Consumes one JSON value and cleans it; nil when it is of another kind.
  func read(_ s: inout JSONScanner) throws(JSONError) -> Value?
}

extension FieldCodec {
  var isRequired: Bool { false }
  var isPart: Bool { false }
  func isOmitted(_ value: Value) -> Bool { false }
  func isReadable(_ value: Value) -> Bool { true }
  func write(_ value: Value, _ column: Column, _ row: inout RowOutput) {}
  func read(_ column: Column, _ row: inout RowInput) throws(JSONError) -> Value? { nil }
}

extension ValueCodec {
  @inline(__always)
  func write(_ value: Value, _ name: StaticString, _ w: inout JSONWriter) {
    w.name(name)
    write(value, &w)
  }

  @inline(__always)
  func read(_ name: StaticString, _ members: inout ObjectMembers) throws(JSONError) -> Value? {
    guard try members.find(name) else { return nil }
    let value = try read(&members.s)
    try members.advance()
    return value
  }
}

extension JSONScanner {
  /// An error at this place: a value of the right kind but without meaning.
  var here: JSONError { JSONError(.expected(.value), at: offset) }

  /// Reads a value of this kind; one of another kind is consumed and gives nil.
  mutating func read<T>(
    _ kind: Kind, _ read: (inout JSONScanner) throws(JSONError) -> T?
  ) throws(JSONError) -> T? {
    if try peekKind() == kind { return try read(&self) }
    try skipValue()
    return nil
  }

  fileprivate mutating func tryString() throws(JSONError) -> String? {
    try read(.string) { (s) throws(JSONError) in try s.readString() }
  }
}

// MARK: Single values

struct TextCodec: ValueCodec {
  var limit: CleanText.Limit
  var isRequired = false
  /// Written even if empty.
  var isKept = false

  func isOmitted(_ text: String) -> Bool { !isKept && text.isEmpty }
  func isReadable(_ text: String) -> Bool { !isRequired || !text.isEmpty }
  func write(_ text: String, _ w: inout JSONWriter) { w.string(text) }

  func read(_ s: inout JSONScanner) throws(JSONError) -> String? {
    guard let text = try s.tryString() else { return nil }
    let clean = CleanText.line(text, limit: limit)
    if isRequired, clean.isEmpty { throw s.here }
    return clean
  }

  func write(_ text: String, _ column: Column, _ row: inout RowOutput) {
    if column.isShared { row.w.int(row.texts.number(text)) } else { row.w.string(text) }
  }

  func read(_ column: Column, _ row: inout RowInput) throws(JSONError) -> String? {
    column.isShared ? try row.sharedText() : try row.s.readString()
  }
}

/// An identifier; if optional, it defaults to 0.
struct IDCodec<ID: Identifier>: ValueCodec {
  var isRequired = true

  func isOmitted(_ id: ID) -> Bool { !isRequired && id.number == 0 }
  func write(_ id: ID, _ w: inout JSONWriter) { w.string(id.description) }

  func read(_ s: inout JSONScanner) throws(JSONError) -> ID? {
    guard let text = try s.tryString() else { return nil }
    if !isRequired, text == "0" { return ID(0) }
    guard let id = ID(text: text) else { throw s.here }
    return id
  }

  func write(_ id: ID, _ column: Column, _ row: inout RowOutput) {
    row.w.int(Int(truncatingIfNeeded: id.number))
  }

  func read(_ column: Column, _ row: inout RowInput) throws(JSONError) -> ID? {
    ID(UInt64(bitPattern: Int64(try row.s.readInt())))
  }
}

struct FlagCodec: ValueCodec {
  /// Written even if false.
  var isKept = false

  func isOmitted(_ flag: Bool) -> Bool { !isKept && !flag }
  func write(_ flag: Bool, _ w: inout JSONWriter) { w.bool(flag) }

  func read(_ s: inout JSONScanner) throws(JSONError) -> Bool? {
    try s.read(.boolean) { (s) throws(JSONError) in try s.readBool() }
  }

  func write(_ flag: Bool, _ column: Column, _ row: inout RowOutput) { row.w.int(flag ? 1 : 0) }

  func read(_ column: Column, _ row: inout RowInput) throws(JSONError) -> Bool? {
    try row.s.readUInt() != 0
  }
}

/// A whole number, clamped to its range.
struct IntCodec: ValueCodec {
  var range = Int.min...Int.max
  var omitted: Int?

  func isOmitted(_ number: Int) -> Bool { number == omitted }
  func write(_ number: Int, _ w: inout JSONWriter) { w.int(number) }

  func read(_ s: inout JSONScanner) throws(JSONError) -> Int? {
    s.skipWhitespace()
    let start = s.offset
    do throws(JSONError) {
      return min(max(try s.readInt(), range.lowerBound), range.upperBound)
    } catch {
      s.offset = start
      try s.skipValue()
      return nil
    }
  }

  func write(_ number: Int, _ column: Column, _ row: inout RowOutput) { row.w.int(number) }
  func read(_ column: Column, _ row: inout RowInput) throws(JSONError) -> Int? {
    try row.s.readInt()
  }
}

/// `1.5 l`: a number with at most three decimals, a space, a unit's symbol.
struct QuantityCodec: ValueCodec {
  var isRequired = false
  /// Whether only values above 0 are valid.
  var isPositive = false

  func isReadable(_ quantity: Quantity) -> Bool {
    quantity.isValid || !isPositive && abs(quantity.thousandths) <= Quantity.limit
  }

  func write(_ quantity: Quantity, _ w: inout JSONWriter) {
    w.string(quantity.number + " " + quantity.unit.symbol)
  }

  func read(_ s: inout JSONScanner) throws(JSONError) -> Quantity? {
    guard let quantity = try s.tryString().flatMap(Self.quantity) else { return nil }
    return isPositive && quantity.thousandths <= 0 ? nil : quantity
  }

  private static func quantity(_ text: String) -> Quantity? {
    guard let space = text.utf8.firstIndex(of: 0x20),
      let unit = Unit(symbol: text[text.utf8.index(after: space)...])
    else { return nil }
    var thousandths = 0
    var decimals = -1
    var isNegative = false
    for (index, byte) in text.utf8[..<space].enumerated() {
      switch byte {
      case 45 where index == 0: isNegative = true
      case 46 where decimals < 0: decimals = 0
      case 48...57:
        if decimals >= 0 { decimals += 1 }
        guard decimals <= 3, thousandths <= Quantity.limit else { return nil }
        thousandths = thousandths * 10 + Int(byte - 48)
      default: return nil
      }
    }
    for _ in max(0, decimals)..<3 { thousandths *= 10 }
    guard thousandths <= Quantity.limit else { return nil }
    return Quantity(thousandths: isNegative ? -thousandths : thousandths, unit: unit)
  }

  /// Thousandths and unit.
  func write(_ quantity: Quantity, _ column: Column, _ row: inout RowOutput) {
    row.w.int(quantity.thousandths)
    row.w.int(Int(quantity.unit.rawValue))
  }

  func read(_ column: Column, _ row: inout RowInput) throws(JSONError) -> Quantity? {
    let thousandths = try row.s.readInt()
    try row.s.consumeComma()
    let unit = Unit(rawValue: UInt8(truncatingIfNeeded: try row.s.readUInt()))
    guard let unit else { throw row.s.here }
    return Quantity(thousandths: thousandths, unit: unit)
  }
}

/// An amount as two members: the number under its name, and `currency`.
struct PriceCodec: FieldCodec {
  func isOmitted(_ money: Money?) -> Bool { money == nil }

  func isReadable(_ money: Money?) -> Bool {
    money.map { 0...Money.limit ~= $0.minorUnits } ?? true
  }

  func write(_ money: Money?, _ name: StaticString, _ w: inout JSONWriter) {
    w.name(name)
    guard let money else { return w.null() }
    w.number(money.decimal)
    w.member("currency", money.currency.code)
  }

  func read(_ name: StaticString, _ members: inout ObjectMembers) throws(JSONError) -> Money?? {
    guard try members.find(name) else { return nil }
    let digits = try members.s.read(.number) { (s) throws(JSONError) in try s.readNumber() }
    try members.advance()
    guard let digits, try members.find("currency") else { return .some(nil) }
    let currency = try members.s.tryString().flatMap { Currency(code: $0) }
    try members.advance()
    return .some(currency.flatMap { Money(decimal: digits, currency: $0) })
  }

  /// Minor units, or null, and the currency, whose code is always shared.
  func write(_ money: Money?, _ column: Column, _ row: inout RowOutput) {
    if let money { row.w.int(money.minorUnits) } else { row.w.null() }
    row.w.int(money.map { row.texts.number($0.currency.code) } ?? 0)
  }

  func read(_ column: Column, _ row: inout RowInput) throws(JSONError) -> Money?? {
    let minor = try row.s.tryNull() ? nil : try row.s.readInt()
    try row.s.consumeComma()
    guard let currency = try row.sharedCurrency(), let minor else { return .some(nil) }
    return Money(minorUnits: minor, currency: currency)
  }
}

/// A value with a text of its own, omitted if empty. Any other text is refused.
struct SymbolCodec<Value: Equatable>: ValueCodec {
  var isRequired = true
  let text: (Value) -> String
  let value: (String) -> Value?

  func isOmitted(_ value: Value) -> Bool { text(value).isEmpty }
  func write(_ value: Value, _ w: inout JSONWriter) { w.string(text(value)) }

  func read(_ s: inout JSONScanner) throws(JSONError) -> Value? {
    guard let text = try s.tryString() else { return nil }
    guard let value = value(text) else { throw s.here }
    return value
  }
}

// MARK: Their names in the tables

extension FieldCodec where Self == TextCodec {
  static var name: TextCodec { TextCodec(limit: .name, isRequired: true, isKept: true) }
  static var shortText: TextCodec { TextCodec(limit: .name) }
  static var text: TextCodec { TextCodec(limit: .address) }
  static var note: TextCodec { TextCodec(limit: .note) }
  /// Written even if empty.
  static func kept(_ limit: CleanText.Limit) -> TextCodec { TextCodec(limit: limit, isKept: true) }
}

extension FieldCodec where Self == ListCodec<TextCodec> {
  static var names: ListCodec<TextCodec> { ListCodec(element: .shortText) }
}

extension FieldCodec where Self == FlagCodec { static var flag: FlagCodec { FlagCodec() } }

extension FieldCodec where Self == PriceCodec { static var price: PriceCodec { PriceCodec() } }

extension FieldCodec where Self == QuantityCodec {
  static var quantity: QuantityCodec { QuantityCodec(isRequired: true) }
}

extension FieldCodec where Self == IntCodec {
  static var int: IntCodec { IntCodec() }
  static func int(in range: ClosedRange<Int>) -> IntCodec { IntCodec(range: range) }
}

extension FieldCodec where Self == RecordCodec<Order> {
  static var head: RecordCodec<Order> { RecordCodec(withParts: false) }
}

extension FieldCodec where Self == SymbolCodec<SealedCode?> {
  /// Omitted if there is none.
  static var code: SymbolCodec<SealedCode?> {
    SymbolCodec(
      isRequired: false, text: { $0?.mark ?? "" },
      value: { SealedCode(mark: $0).map(Optional.some) })
  }
}

extension FieldCodec where Self == SymbolCodec<Unit> {
  static var unit: SymbolCodec<Unit> { SymbolCodec(text: \.symbol, value: { Unit(symbol: $0) }) }
}

extension FieldCodec {
  static func id<ID>() -> Self where Self == IDCodec<ID> { IDCodec() }
  static func optionalID<ID>() -> Self where Self == IDCodec<ID> { IDCodec(isRequired: false) }
  static func record<Value>() -> Self where Self == RecordCodec<Value> { RecordCodec() }
  static func choice<Value: RawRepresentable<String>>() -> Self where Self == SymbolCodec<Value> {
    SymbolCodec(text: \.rawValue, value: { Value(rawValue: $0) })
  }
}
