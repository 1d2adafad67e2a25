/// The picture of a tile on a terminal without colours and block characters.
public enum FallbackGlyph {
  /// A category's symbol, one cell each, as in `seeds/categories.json`.
  public struct Mark: Equatable, Sendable {
    public let glyph: String
    public let ascii: String

    public init(glyph: String, ascii: String) {
      self.glyph = glyph
      self.ascii = ascii
    }
  }

  /// The category's symbol in brackets, otherwise the name's initial: `(●)`, `(o)`, `(A)`.
  public static func text(name: String, category: Mark?, isUnicode: Bool) -> String {
    let mark = isUnicode ? category?.glyph : category?.ascii
    if let mark, DisplayWidth.of(mark) == 1, isUnicode || mark.utf8.allSatisfy({ $0 < 128 }) {
      return "(\(mark))"
    }
    let initial = Initial.of(name)
    if isUnicode { return "(\(initial))" }
    let plain = Initial.plain(initial)
    return plain.isASCII ? "(\(plain))" : "(?)"
  }
}
