/// A request for a picture, in the size in which it is shown.
public struct PictureRequest: Equatable, Sendable {
  public var source: PictureSource
  /// The service to ask; nil for a file.
  public var access: ServiceAccess?
  /// It is scaled down to fit this, keeping its aspect ratio.
  public var fitting: PixelSize

  public init(_ source: PictureSource, access: ServiceAccess? = nil, fitting: PixelSize) {
    self.source = source
    self.access = access
    self.fitting = fitting
  }

  /// The valid sides of a picture in pixels: it has to fit in one line.
  public static let sides = 1...400
}

/// The entries of a directory from which a picture can be chosen.
public struct PictureFolder: Equatable, Sendable {
  public struct Entry: Equatable, Sendable {
    public let name: String
    public let isDirectory: Bool

    public init(_ name: String, isDirectory: Bool = false) {
      self.name = name
      self.isDirectory = isDirectory
    }
  }

  /// Directories first, then pictures, each by name.
  public var entries: [Entry]
  /// Whether there are more than `entries`.
  public var isCut: Bool

  public init(entries: [Entry], isCut: Bool = false) {
    self.entries = entries
    self.isCut = isCut
  }

  /// The most entries.
  public static let most = 500

  /// Whether a file of this name may be a picture.
  public static func isPicture(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return ["png", "jpg", "jpeg", "jpe", "jfif", "gif", "webp"].contains(
      name[name.index(after: dot)...].lowercased())
  }
}
