/// A picture to be had from the worker, in the size that it is shown in.
public struct PictureRequest: Equatable, Sendable {
  public var source: PictureSource
  /// Whose server is asked; nil for a file.
  public var access: ServiceAccess?
  /// It is made as small as this, its shape kept.
  public var fitting: PixelSize

  public init(_ source: PictureSource, access: ServiceAccess? = nil, fitting: PixelSize) {
    self.source = source
    self.access = access
    self.fitting = fitting
  }

  /// Pixels of a side of what is handed over: a line of text has to hold them.
  public static let sides = 1...400
}

/// What of a directory a picture can be chosen from.
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
  /// Whether there are more than are told.
  public var isCut: Bool

  public init(entries: [Entry], isCut: Bool = false) {
    self.entries = entries
    self.isCut = isCut
  }

  /// The most that are told.
  public static let most = 500

  /// Whether a file of this name may be one of the pictures that are shown.
  public static func isPicture(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return ["png", "jpg", "jpeg", "jpe", "jfif", "gif", "webp"].contains(
      name[name.index(after: dot)...].lowercased())
  }
}
