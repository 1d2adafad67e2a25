/// Encodes one kind of value: in the settings file, and as the line of text on the settings page
/// and in `trolley settings`.
package struct SettingCodec<Value: Sendable>: Sendable {
  var shape: SettingRow.Shape
  /// The end of the error message for a wrong value: “be true or false”.
  let must: @Sendable () -> String
  /// Nil for an invalid value. Errors are appended to the list, as the words after the name of the
  /// member; a list then merely lacks the invalid elements.
  let read: @Sendable (JSONValue, inout [String]) -> Value?
  let write: @Sendable (Value) -> JSONValue
  /// Typed text as the JSON of the file; nil when it has no equivalent.
  var typed: @Sendable (String) -> JSONValue? = { .string($0) }
  /// The reverse.
  var text: @Sendable (JSONValue) -> String
  /// The error message for typed text; nil for the same as in the file.
  var typedError: String?

  /// For values that are valid or invalid as a whole.
  init(
    _ shape: SettingRow.Shape, must: @escaping @autoclosure @Sendable () -> String,
    read: @escaping @Sendable (JSONValue) -> Value?, write: @escaping @Sendable (Value) -> JSONValue
  ) {
    self.init(
      shape, must: must,
      read: { json, wrong in
        if let value = read(json) { return value }
        wrong.append(" must \(must()).")
        return nil
      }, write: write)
  }

  init(
    _ shape: SettingRow.Shape, must: @escaping @Sendable () -> String,
    read: @escaping @Sendable (JSONValue, inout [String]) -> Value?,
    write: @escaping @Sendable (Value) -> JSONValue,
    text: @escaping @Sendable (JSONValue) -> String = { $0.string ?? $0.number ?? "" }
  ) {
    self.shape = shape
    self.must = must
    self.read = read
    self.write = write
    self.text = text
  }

  /// Makes it optional: no member in the file, an empty text.
  ///
  /// - Parameter none: how the choices show the missing value.
  func optional(_ none: SettingRow.Choice? = nil) -> SettingCodec<Value?> {
    var shape = shape
    if let none, case .choice(let all, let isOpen) = shape {
      shape = .choice([none] + all, isOpen: isOpen)
    }
    var codec = SettingCodec<Value?>(
      shape, must: must, read: { read($0, &$1).map { .some($0) } },
      write: { $0.map(write) ?? .null }, text: text)
    codec.typed = typed
    codec.typedError = typedError
    return codec
  }
}

extension SettingCodec<Bool> {
  static func flag(on: String = "on", off: String = "off") -> Self {
    var codec = Self(
      .choice([SettingRow.Choice("on", on), SettingRow.Choice("off", off)]),
      must: "be true or false", read: \.bool, write: { .bool($0) })
    codec.typed = { .bool($0 == "on") }
    codec.text = { $0.bool == true ? "on" : "off" }
    return codec
  }
}

extension SettingCodec where Value: CaseIterable {
  /// One of the cases of a type.
  ///
  /// - Parameter known: the value that a text names; nil for none.
  static func choice(
    _ known: @escaping @Sendable (String) -> Value?, _ name: @escaping @Sendable (Value) -> String,
    _ title: (Value) -> String
  ) -> Self {
    Self(
      .choice(Value.allCases.map { SettingRow.Choice(name($0), title($0)) }),
      must: "be " + Wording.alternatives(Value.allCases.map(name)),
      read: { $0.string.flatMap(known) }, write: { .string(name($0)) })
  }

  static func choice(_ title: (Value) -> String = { $0.rawValue }) -> Self
  where Value: RawRepresentable<String> {
    choice({ Value(rawValue: $0) }, \.rawValue, title)
  }
}

extension SettingCodec<Int> {
  /// - Parameters:
  ///   - range: the valid numbers; nil for all.
  ///   - choices: those offered; any other may be typed.
  static func number(
    in range: ClosedRange<Int>? = nil, hint: String = "", choices: [SettingRow.Choice] = [],
    typedError: String? = nil
  ) -> Self {
    var codec = Self(
      choices.isEmpty ? .text(hint: hint) : .choice(choices, isOpen: true),
      must: "be a number" + (range.map { " from \($0.lowerBound) to \($0.upperBound)" } ?? ""),
      read: { json in json.int.flatMap { range?.contains($0) == false ? nil : $0 } },
      write: { .number(String($0)) })
    codec.typed = { .number($0) }
    codec.typedError = typedError
    return codec
  }
}

extension SettingCodec<String> {
  /// - Parameters:
  ///   - isValid: whether the cleaned text is valid.
  ///   - clean: applied to the text first.
  static func text(
    _ shape: SettingRow.Shape = .text(hint: ""), must: String = "be a text",
    typedError: String? = nil, isValid: @escaping @Sendable (String) -> Bool = { _ in true },
    clean: @escaping @Sendable (String) -> String = { $0 }
  ) -> Self {
    var codec = Self(
      shape, must: must, read: { $0.string.map(clean).flatMap { isValid($0) ? $0 : nil } },
      write: { .string($0) })
    codec.typedError = typedError
    return codec
  }

  /// - Parameter mayBeAtHome: whether it may begin with `~/`.
  static func isPath(_ text: String, longest: Int, mayBeAtHome: Bool = false) -> Bool {
    (text.hasPrefix("/") || mayBeAtHome && text.hasPrefix("~/")) && text.utf8.count <= longest
      && !text.utf8.contains(0)
  }
}
