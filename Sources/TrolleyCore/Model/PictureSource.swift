/// Where a picture comes from that is not one of the seeds.
public enum PictureSource: Hashable, Sendable {
  /// A file of this machine, by its whole path.
  case file(String)
  /// An address of the web.
  case web(WebAddress)

  /// What an item's picture says: `/…` is a file, `https://…` an address. Nil for the name of a
  /// picture of the seeds, for nothing, and for what no file and no address can be.
  public init?(_ picture: String) {
    // Asked for every tile of a frame: most pictures are names.
    switch picture.utf8.first {
    case 0x2F where picture.utf8.count <= CleanText.Limit.address.bytes: self = .file(picture)
    case 0x68 where picture.hasPrefix("https://"):
      guard let address = WebAddress(picture), !address.isLoopback else { return nil }
      self = .web(address)
    default: return nil
    }
  }

  /// For people: where it is.
  public var place: String {
    switch self {
    case .file(let path): path
    case .web(let address): address.host
    }
  }
}
