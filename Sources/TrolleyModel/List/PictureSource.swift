/// The source of a picture that is not built in.
public enum PictureSource: Hashable, Sendable {
  /// A local file, by its absolute path.
  case file(String)
  case web(WebAddress)

  /// Parses an item's `picture`: `/…` is a file, `https://…` an address. Nil for the name of a
  /// built-in picture, for an empty text, and for an invalid path or address.
  public init?(_ picture: String) {
    // Called for every tile of a frame: most pictures are names.
    switch picture.utf8.first {
    case 0x2F where picture.utf8.count <= CleanText.Limit.address.bytes: self = .file(picture)
    case 0x68 where picture.hasPrefix("https://"):
      guard let address = WebAddress(picture), !address.isLoopback else { return nil }
      self = .web(address)
    default: return nil
    }
  }

  /// The location to display.
  public var place: String {
    switch self {
    case .file(let path): path
    case .web(let address): address.host
    }
  }
}
