/// Draws emoji from a colour font of the system: one with bitmaps, such as Noto Color Emoji.
public final class EmojiFont: Sendable {
  private enum State {
    case unopened
    case opened(OpenedFont)
    case failed(Failure)
  }

  /// FreeType draws one glyph at a time. Guards the font, which is opened for the first.
  private let state = Mutex(State.unopened)
  private let directories: [String]

  /// - Parameter directories: where fonts are; the first colour font that works is taken.
  public init(directories: [String] = FontDirectories.ofSystem) { self.directories = directories }

  /// Changes with the font's file: for the names of what is kept of it.
  func version() throws(Failure) -> String {
    try withFont { font throws(Failure) in font.version }
  }

  /// The glyph without its empty edges, scaled down to fit.
  public func picture(of glyph: Unicode.Scalar, fitting: PixelSize) throws(Failure) -> PixelImage {
    try withFont { font throws(Failure) in try font.picture(of: glyph, fitting: fitting) }
  }

  private func withFont<Value: Sendable>(
    _ body: (OpenedFont) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let result = state.withLock { state in
      if case .unopened = state { state = open() }
      return Result { () throws(Failure) -> Value in
        switch state {
        case .opened(let font): try body(font)
        case .failed(let failure): throw failure
        case .unopened: throw FontDirectories.noEmojiFont
        }
      }
    }
    return try result.get()
  }

  private func open() -> State {
    guard let library = FreeTypeLibrary.shared else {
      return .failed(Failure(.missingFile, "Emoji need FreeType.", detail: "no libfreetype"))
    }
    for path in FontDirectories.emojiFonts(in: directories) {
      if let font = OpenedFont(path, library) { return .opened(font) }
    }
    return .failed(FontDirectories.noEmojiFont)
  }
}
