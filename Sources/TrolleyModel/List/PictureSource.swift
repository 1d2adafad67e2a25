/// The source of a picture that is not built in.
public enum PictureSource: Hashable, Sendable {
  /// A local file, by its absolute path.
  case file(String)
  case web(WebAddress)
  /// An emoji, drawn from the system's font.
  case glyph(Unicode.Scalar)

  /// Parses an item's `picture`: `/…` is a file, `https://…` an address, a single emoji itself. Nil
  /// for the name of a built-in picture, for an empty text, and for an invalid path or address.
  public init?(_ picture: String) {
    // Called for every tile of a frame: most pictures are names.
    switch picture.utf8.first {
    case 0x2F where picture.utf8.count <= CleanText.Limit.address.bytes: self = .file(picture)
    case 0x68 where picture.hasPrefix("https://"):
      guard let address = WebAddress(picture), !address.isLoopback else { return nil }
      self = .web(address)
    case let byte? where byte >= 0xE2:
      guard let glyph = Self.emoji(picture) else { return nil }
      self = .glyph(glyph)
    default: return nil
    }
  }

  /// A text of one emoji, with or without the sign that asks for its colours or one for the tone of a skin,
  /// which is not drawn.
  private static func emoji(_ text: String) -> Unicode.Scalar? {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, first.value >= 0x2000, first.properties.isEmoji,
      !first.isRegional,
      scalars.dropFirst().allSatisfy({ $0 == "\u{FE0F}" || $0.properties.isEmojiModifier }),
      text.count == 1
    else { return nil }
    return first
  }

  /// Whether it is an emoji that only several glyphs together are: a flag, a key, a family.
  package static func isEmojiOfSeveral(_ text: String) -> Bool {
    guard text.count == 1,
      text.unicodeScalars.count > 1 || text.unicodeScalars.first?.isRegional == true
    else { return false }
    return text.unicodeScalars.first?.properties.isEmoji == true && emoji(text) == nil
  }

  /// The location to display.
  public var place: String {
    switch self {
    case .file(let path): path
    case .web(let address): address.host
    case .glyph(let glyph): String(Character(glyph))
    }
  }
}

extension Unicode.Scalar {
  /// Two of them are a flag.
  fileprivate var isRegional: Bool { (0x1F1E6...0x1F1FF).contains(value) }
}
