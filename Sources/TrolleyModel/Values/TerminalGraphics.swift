/// What the terminal has said about pictures in real pixels, and the way of showing them that
/// follows from it.
///
/// Everything in an answer is checked: a terminal, or a program between us and it, may send
/// anything at any time. When in doubt, pictures stay cells.
public struct TerminalGraphics: Equatable, Sendable {
  public enum Answer: Equatable, Sendable {
    /// Whether it took a picture in kitty's protocol.
    case kitty(isTaken: Bool)
    /// Its name and version, such as `kitty(0.39.0)`.
    case name(String)
    /// What it is able to do; every terminal answers this, and it is asked last.
    case attributes([Int])
    /// The pixels of a cell.
    case cell(PixelSize)
  }

  public enum Method: Equatable, Sendable {
    /// Kitty's protocol with placeholders, which are ordinary cells.
    case kitty
    /// Kitty's protocol with pictures that are placed, with the pixels of a cell if they are known.
    case placed(cell: PixelSize?)
    /// Sixel, with the pixels of a cell.
    case sixel(cell: PixelSize)

    public var title: String {
      switch self {
      case .kitty, .placed: "kitty"
      case .sixel: "sixel"
      }
    }
  }

  /// Whether the screen can show pictures at all: colours, UTF-8, and a line that is fast enough.
  public var isPossible = false
  /// Whether there are no colours: lines tell more then than shades.
  public var isColourless = false
  /// Whether there are the 256 colours by which placeholders name their picture.
  public var hasPalette = false
  /// Whether a program such as tmux is between us and the terminal: it answers some questions
  /// itself, so that the others are answered late.
  public var isMultiplexed = false
  /// Whether the environment says that the terminal around the multiplexer knows placeholders.
  public var isKittyAround = false
  private var takesKitty: Bool?
  private var knowsPlaceholders = false
  private var attributes: [Int]?
  private var cell: PixelSize?

  public init() {}

  /// The pixels that a cell may have.
  public static let cellSides = 4...128

  public mutating func take(_ answer: Answer) {
    switch answer {
    case .kitty(let isTaken):
      // A terminal answers in the order of the questions: what comes after the last one is not its.
      guard takesKitty == nil, attributes == nil || isMultiplexed else { return }
      takesKitty = isTaken
    case .name(let name):
      guard attributes == nil else { return }
      // Through ssh, no variable says that tmux is between.
      if ["tmux", "screen"].contains(where: name.lowercased().hasPrefix) { isMultiplexed = true }
      knowsPlaceholders = Self.knowsPlaceholders(name)
    case .attributes(let all): attributes = attributes ?? all
    case .cell(let size):
      guard Self.cellSides.contains(size.width), Self.cellSides.contains(size.height) else {
        return
      }
      cell = size
    }
  }

  /// The way of showing pictures; nil for cells.
  public func method(_ wish: PictureMode) -> Method? {
    guard isPossible else { return nil }
    let sixel = cell.map { Method.sixel(cell: $0) }
    switch wish {
    case .cells: return nil
    // The wish decides where the terminal says too little, and not where it says that it has none.
    case .kitty: return placed ?? (hasPalette && !refusesKitty ? .kitty : nil)
    case .sixel: return isMultiplexed || attributes?.contains(4) != false ? sixel : nil
    case .automatic:
      // Nothing is decided before the last answer.
      guard let attributes else { return nil }
      let isSure = isMultiplexed ? isKittyAround : knowsPlaceholders
      if takesKitty == true, isSure, hasPalette { return .kitty }
      // Where there is sixel as well, placing is better: it shows all colours, and what was covered
      // is not drawn again. Konsole (tried: 22.12) leaves sixels behind when text comes over them.
      if let placed { return placed }
      // A multiplexer says that it knows sixel even where the terminal around it does not.
      return attributes.contains(4) && !isMultiplexed ? sixel : nil
    }
  }

  /// It has answered the last question and not this one before, or has said no. A multiplexer may be late.
  private var refusesKitty: Bool {
    takesKitty == false || takesKitty == nil && attributes != nil && !isMultiplexed
  }

  /// For a terminal that has said that it takes pictures, but not that it knows placeholders. A
  /// multiplexer does not know what lies above its text.
  private var placed: Method? {
    guard takesKitty == true, attributes != nil, !isMultiplexed, !(knowsPlaceholders && hasPalette)
    else { return nil }
    return .placed(cell: cell)
  }

  /// Several terminals know kitty's protocol without placeholders, and would print them as boxes.
  static func knowsPlaceholders(_ name: String) -> Bool {
    let parts = name.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
    switch parts.first {
    case "ghostty": return true
    case "kitty":
      guard parts.count >= 3, let major = Int(parts[1]), let minor = Int(parts[2]) else {
        return false
      }
      return major > 0 || minor >= 28
    default: return false
    }
  }
}
