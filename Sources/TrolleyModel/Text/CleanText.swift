/// The only entrance for untrusted text: typed and pasted text, files, servers, mail, other
/// people's entries, arguments, the environment.
///
/// The result is safe to show, store and compare: valid, bounded, without control characters,
/// without characters that reverse or hide text. Cleaning is idempotent.
public enum CleanText {
  /// How much of a text is kept, and how.
  public struct Limit: Sendable {
    /// Applied before anything else, so that a flood costs nothing.
    public var bytes: Int
    public var graphemes: Int
    public var keepsLineBreaks: Bool
    /// Whether to trim blanks at both ends. Not while the user is still typing.
    public var trims: Bool

    public init(bytes: Int, graphemes: Int, keepsLineBreaks: Bool = false, trims: Bool = true) {
      self.bytes = max(0, bytes)
      self.graphemes = max(0, graphemes)
      self.keepsLineBreaks = keepsLineBreaks
      self.trims = trims
    }

    /// Names of items, categories, stores, people.
    public static let name = Limit(bytes: 1024, graphemes: 200)
    public static let note = Limit(bytes: 4096, graphemes: 4096, keepsLineBreaks: true)
    public static let address = Limit(bytes: 2048, graphemes: 2048)
    /// A search, or a piece put into a text field: blanks at the ends matter.
    public static let query = Limit(bytes: 1024, graphemes: 200, trims: false)
    /// Blanks at the ends are significant; too long a text is reported, not cut.
    public static let password = Limit(
      bytes: 1024, graphemes: Password.length.upperBound + 4, trims: false)
    /// A whole line with several fields in it.
    public static let entry = Limit(bytes: 4096, graphemes: 4096)
    /// A message of a server, a system call or another program.
    public static let message = Limit(bytes: 1024, graphemes: 400)
  }

  /// Whether nothing would be cut off.
  public static func fits(_ text: String, _ limit: Limit) -> Bool {
    let bytes = text.utf8.count
    return bytes <= limit.graphemes || bytes <= limit.bytes && text.count <= limit.graphemes
  }

  public static func line(_ text: some StringProtocol, limit: Limit = .name) -> String {
    if isPlain(text.utf8, limit) { return String(text) }
    return cleaned(text.unicodeScalars, limit)
  }

  /// Bytes that should be UTF-8; invalid ones become U+FFFD.
  public static func bytes(_ bytes: UnsafeBufferPointer<UInt8>, limit: Limit = .name) -> String {
    let bounded = UnsafeBufferPointer(rebasing: bytes.prefix(limit.bytes))
    let text = String(decoding: bounded, as: UTF8.self)
    if isPlain(bounded, limit) { return text }
    return cleaned(text.unicodeScalars, limit)
  }

  public static func bytes(_ bytes: [UInt8], limit: Limit = .name) -> String {
    bytes.withUnsafeBufferPointer { self.bytes($0, limit: limit) }
  }

  /// A name; nil when nothing is left of it.
  public static func name(_ text: some StringProtocol) -> String? {
    let name = line(text)
    return name.isEmpty ? nil : name
  }

  /// Printable ASCII within the limits passes unchanged: most text, and on most machines all of it.
  private static func isPlain(_ bytes: some Collection<UInt8>, _ limit: Limit) -> Bool {
    bytes.withContiguousStorageIfAvailable { bytes in
      guard bytes.count <= min(limit.bytes, limit.graphemes) else { return false }
      guard let first = bytes.first, let last = bytes.last else { return true }
      if limit.trims, first == 0x20 || last == 0x20 { return false }
      var outside: UInt8 = 0
      for byte in bytes { outside |= byte &- 0x20 < 0x5F ? 0 : 1 }
      return outside == 0
    } ?? false
  }

  private static func cleaned(_ scalars: some Sequence<Unicode.Scalar>, _ limit: Limit) -> String {
    var cleaner = Cleaner(limit)
    var left = limit.bytes
    for scalar in scalars {
      left -= UTF8.width(scalar)
      if left < 0 { break }
      cleaner.take(scalar)
    }
    return cleaner.finish()
  }

  // MARK: Spreadsheet cells

  /// Puts a quote before a cell that a spreadsheet would take for a formula.
  public static func csvCell(_ text: String) -> String {
    looksLikeFormula(text) ? "'" + text : text
  }

  /// Reverts `csvCell`.
  public static func fromCSVCell(_ text: String) -> String {
    text.utf8.first == 0x27 && looksLikeFormula(text) ? String(text.dropFirst()) : text
  }

  /// Skips quotes before the sign, so that `csvCell` can be reverted exactly.
  private static func looksLikeFormula(_ text: String) -> Bool {
    switch text.utf8.first(where: { $0 != 0x27 }) {
    case 0x3D, 0x2B, 0x2D, 0x40, 0x09, 0x0D: true
    default: false
    }
  }
}

extension String {
  /// Without blanks at both ends.
  package var trimmed: String { String(Substring(self).trimmingSpaces()) }
}
