/// How one member of a line is written and read, with its bounds and cleaning.
struct WireForm<Value> {
  let write: (Value, inout JSONWriter) -> Void
  /// Nil refuses the value.
  let read: (JSONValue) -> Value?

  /// The same member, converted to another type; nil refuses it.
  func map<Other>(
    _ make: @escaping (Value) -> Other?, _ back: @escaping (Other) -> Value
  ) -> WireForm<Other> {
    WireForm<Other>(write: { write(back($0), &$1) }, read: { read($0).flatMap(make) })
  }

  func accepting(_ isSound: @escaping (Value) -> Bool) -> WireForm {
    map({ isSound($0) ? $0 : nil }, { $0 })
  }
}

extension WireForm where Value == String {
  /// Verbatim text, up to so many bytes.
  static func text(_ most: Int) -> WireForm {
    WireForm(
      write: { $1.string($0) },
      read: { value in value.string.flatMap { $0.utf8.count <= most ? $0 : nil } })
  }

  /// Printable ASCII without blanks, not empty.
  static func ascii(_ most: Int) -> WireForm {
    text(most).accepting { !$0.isEmpty && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
  }

  /// Text to display, cleaned.
  static func clean(_ limit: CleanText.Limit = .name) -> WireForm {
    WireForm(
      write: { $1.string(CleanText.line($0, limit: limit)) },
      read: { value in value.string.map { CleanText.line($0, limit: limit) } })
  }

  /// An address that may be opened: https, or loopback.
  static var address: WireForm { text(2048).accepting { WebAddress($0)?.isProtected == true } }

  /// An absolute path.
  static func path(_ most: Int = 4096) -> WireForm {
    text(most).accepting { $0.hasPrefix("/") && !$0.utf8.contains(0) }
  }

  /// A path that may begin with `~/`.
  static func homePath(_ most: Int) -> WireForm {
    text(most).accepting { ($0.hasPrefix("/") || $0.hasPrefix("~/")) && !$0.utf8.contains(0) }
  }
}

extension WireForm where Value == Int {
  static func number(_ range: ClosedRange<Int> = 0...Int.max) -> WireForm {
    WireForm(
      write: { $1.int($0) },
      read: { value in value.int.flatMap { range.contains($0) ? $0 : nil } })
  }
}

extension WireForm where Value == Bool {
  static var flag: WireForm { WireForm(write: { $1.bool($0) }, read: { $0.bool }) }
}

extension WireForm where Value: RawRepresentable<String> {
  static var choice: WireForm {
    WireForm<String>.text(40).map({ Value(rawValue: $0) }, { $0.rawValue })
  }
}

extension WireForm where Value: WireObject {
  static var object: WireForm {
    WireForm(write: { WireFields.write($0, &$1) }, read: { WireFields.read($0) })
  }
}

extension WireForm {
  /// One refused element refuses the list.
  static func list<Element>(
    of element: WireForm<Element>, most: Int
  ) -> WireForm where Value == [Element] {
    WireForm(
      write: { elements, writer in
        writer.beginArray()
        for one in elements { element.write(one, &writer) }
        writer.endArray()
      },
      read: { value in
        guard let all = value.array, all.count <= most else { return nil }
        let read = all.compactMap(element.read)
        return read.count == all.count ? read : nil
      })
  }

  /// Objects written and read by another coder: unreadable ones are left out, and so are those
  /// beyond so many bytes of the line.
  static func rows<Row>(
    most: Int, bytes: Int = .max, write: @escaping (Row, inout JSONWriter) -> Void,
    read: @escaping (JSONValue) -> Row?
  ) -> WireForm where Value == [Row] {
    WireForm(
      write: { rows, writer in
        writer.beginArray()
        for row in rows where writer.bytes.count < bytes {
          writer.beginObject()
          write(row, &writer)
          writer.endObject()
        }
        writer.endArray()
      },
      read: { value in
        value.array.flatMap { $0.count <= most ? $0.compactMap(read) : nil }
      })
  }
}
