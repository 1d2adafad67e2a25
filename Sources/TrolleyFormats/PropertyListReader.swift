/// An XML property list, as export and Apple's programs write them, as the JSON that says the same, line
/// by line. Nothing is expanded or fetched: a document type of its own and entities that XML does not
/// have are refused.
struct PropertyListReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  private var json = JSONWriter()

  private static let depthLimit = 64

  private struct Tag {
    var name: String
    /// `</name>`, `<name/>`
    var isEnd = false, isEmpty = false
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Whether the beginning of a text says that it is one.
  static func isMeant(by bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = UnsafeBufferPointer(rebasing: bytes.prefix(1024))
    let text = String(decoding: start, as: UTF8.self).drop(while: \.isWhitespace)
    return text.hasPrefix("<") && text.contains("<plist")
  }

  static func json(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> [UInt8] {
    var reader = PropertyListReader(bytes)
    let root = try reader.nextTag()
    guard root.name == "plist", !root.isEnd, !root.isEmpty else { throw reader.broken }
    try reader.readValue(try reader.nextTag(), depth: 0)
    let end = try reader.nextTag()
    guard end.name == "plist", end.isEnd else { throw reader.broken }
    return reader.json.bytes
  }

  private var broken: Failure {
    let line = bytes.prefix(offset).count { $0 == 0x0A } + 1
    return Failure(
      .badInput, "The file can’t be read: line \(line) is not that of a property list.",
      detail: "plist, byte \(offset)")
  }

  // MARK: Values

  private mutating func readValue(_ tag: Tag, depth: Int) throws(Failure) {
    guard !tag.isEnd, depth < Self.depthLimit else { throw broken }
    switch tag.name {
    case "dict":
      json.beginObject()
      while !tag.isEmpty, let key = try nextTag(inside: tag) {
        guard key.name == "key" else { throw broken }
        json.name(try readText(of: key))
        try readValue(try nextTag(), depth: depth + 1)
      }
      json.endObject()
    case "array":
      json.beginArray()
      while !tag.isEmpty, let element = try nextTag(inside: tag) {
        try readValue(element, depth: depth + 1)
      }
      json.endArray()
    case "string", "date": json.string(try readText(of: tag))
    case "integer", "real": json.number(String(try readText(of: tag).filter { !$0.isWhitespace }))
    case "true", "false":
      _ = try readText(of: tag)
      json.bool(tag.name == "true")
    case "data":
      _ = try readText(of: tag)
      json.null()
    default: throw broken
    }
  }

  /// Nil at the end of the element.
  private mutating func nextTag(inside outer: Tag) throws(Failure) -> Tag? {
    let tag = try nextTag()
    guard tag.isEnd else { return tag }
    guard tag.name == outer.name else { throw broken }
    return nil
  }

  // MARK: Text and tags

  private mutating func take(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes[offset...].starts(with: wanted) else { return false }
    offset += wanted.count
    return true
  }

  private mutating func skip(past end: StaticString) throws(Failure) {
    while !take(end) { _ = try nextByte() }
  }

  private mutating func nextByte() throws(Failure) -> UInt8 {
    guard offset < bytes.count else { throw broken }
    offset += 1
    // The JSON has as many lines, for what is said of them.
    if bytes[offset - 1] == 0x0A { json.bytes.append(0x0A) }
    return bytes[offset - 1]
  }

  private mutating func nextTag() throws(Failure) -> Tag {
    while true {
      if take("<?") {
        try skip(past: "?>")
      } else if take("<!--") {
        try skip(past: "-->")
      } else if take("<!DOCTYPE") {
        while !take(">") { if try nextByte() == 0x5B { throw broken } }
      } else if take("<") {
        return try readTag()
      } else if ![0x20, 0x09, 0x0A, 0x0D].contains(try nextByte()) {
        throw broken
      }
    }
  }

  /// Behind its `<`; of attributes there is nothing to know.
  private mutating func readTag() throws(Failure) -> Tag {
    var tag = Tag(name: "", isEnd: take("/"))
    let start = offset
    while !take(">") { _ = try nextByte() }
    var inside = bytes[start..<offset - 1]
    if inside.last == 0x2F {
      tag.isEmpty = true
      inside.removeLast()
    }
    tag.name = String(decoding: inside.prefix { $0 > 0x20 }.prefix(16), as: UTF8.self)
    return tag
  }

  private mutating func readText(of tag: Tag) throws(Failure) -> String {
    guard !tag.isEmpty else { return "" }
    var text: [UInt8] = []
    while true {
      if take("<!--") {
        try skip(past: "-->")
      } else if take("<![CDATA[") {
        let start = offset
        try skip(past: "]]>")
        text += bytes[start..<offset - 3]
      } else if take("<") {
        let end = try readTag()
        guard end.isEnd, end.name == tag.name else { throw broken }
        return String(decoding: text, as: UTF8.self)
      } else if take("&") {
        text += String(try readEntity()).utf8
      } else {
        text.append(try nextByte())
      }
    }
  }

  private mutating func readEntity() throws(Failure) -> Unicode.Scalar {
    let start = offset
    while !take(";") {
      guard try nextByte() != 0x0A, offset - start < 10 else { throw broken }
    }
    let name = String(decoding: bytes[start..<offset - 1], as: UTF8.self)
    let number =
      name.hasPrefix("#x")
      ? UInt32(name.dropFirst(2), radix: 16)
      : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
    if let scalar = number.flatMap(Unicode.Scalar.init) { return scalar }
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default: throw broken
    }
  }
}
