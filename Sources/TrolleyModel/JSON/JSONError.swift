/// An error in a JSON text, and its byte offset.
public struct JSONError: Error, Equatable, Sendable {
  public enum Reason: Equatable, Sendable {
    case endsTooSoon
    /// Something else was found instead.
    case expected(Expected)
    case badEscape, loneSurrogate, controlInString, badNumber, numberTooLarge
    case tooDeep, tooLong, textAfterTheEnd
    /// The usual mistakes of handwritten JSON: between two values, and after the last one.
    case missingComma, commaTooMany
  }

  public enum Expected: String, Sendable {
    case value = "a value"
    case string = "a text in quotes"
    case number = "a number"
    case boolean = "true or false"
    case null = "null"
    case comma = "a comma"
    case colon = "a colon"
    case arrayStart = "“[”"
    case arrayEnd = "“]”"
    case objectStart = "“{”"
    case objectEnd = "“}”"
    case other = "something else"
  }

  public let reason: Reason
  public let offset: Int

  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The reason as the second half of a sentence.
  public var words: String {
    switch reason {
    case .endsTooSoon: "the text ends too soon"
    case .expected(let what): "\(what.rawValue) is expected there"
    case .badEscape: "there is an unknown \\ escape"
    case .loneSurrogate: "half a character is missing in a \\u escape"
    case .controlInString: "there is a control character inside quotes"
    case .badNumber: "there is a number that cannot be read"
    case .numberTooLarge: "there is a number that is too large"
    case .tooDeep: "lists are nested too deeply"
    case .tooLong: "there is too much of it"
    case .textAfterTheEnd: "something stands behind its end"
    case .missingComma: "a comma is missing"
    case .commaTooMany: "there is a comma too many"
    }
  }
}

extension JSONError {
  /// Line and column, both from 1. A column is a character, as in editors.
  public func position(in bytes: some Collection<UInt8>) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    for byte in bytes.prefix(offset) {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }

  /// The error in words for the user.
  public func failure(in bytes: some Collection<UInt8>, what: String = "The JSON") -> Failure {
    let (line, column) = position(in: bytes)
    return Failure(
      .badInput, "\(what) can’t be read: line \(line), column \(column): \(words).",
      detail: "JSON \(reason) at byte \(offset)")
  }
}
