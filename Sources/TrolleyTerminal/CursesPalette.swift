import CNCurses

/// Translates the looks of cells for curses into attributes and a colour pair; guards curses' table
/// of pairs.
///
/// Looks are found by number: role and emphasis for text, two colours for pictures. No pair is
/// allocated beyond the terminal's limit: `isFull` then means that the screen must be repainted
/// after `startOver`.
struct CursesPalette {
  let depth: ColourDepth
  private(set) var isFull = false
  private var theme: Theme?
  private let strike: attr_t
  private let hasStandard: Bool
  private let pairLimit: Int
  private var pairs = NumberTable()
  private var byRole: [Int32]
  private var byColour = NumberTable()
  private var looks: [cchar_t] = []
  private var colours: [LookColours?] = []

  private static let roles = Role.allCases
  private static let emphases = 64

  /// Call after `newterm`. Without colours, allocating pairs would crash curses.
  init(depth: ColourDepth, canStrike: Bool) {
    strike = canStrike ? TROLLEY_STRIKE : TROLLEY_DIM
    self.depth = has_colors() ? depth : .none
    byRole = Array(repeating: -1, count: Self.roles.count * Self.emphases)
    guard self.depth != .none else {
      hasStandard = false
      pairLimit = 0
      return
    }
    start_color()
    hasStandard = use_default_colors() == OK
    pairLimit = Int(trolley_color_pairs())
  }

  /// Returns whether any look changed.
  mutating func use(_ new: Theme) -> Bool {
    if let theme, Self.roles.allSatisfy({ theme[$0] == new[$0] }) { return false }
    theme = new
    forgetLooks()
    return true
  }

  /// Call between frames, so that the pictures of a long session do not fill the memory.
  mutating func trim() {
    if looks.count > 20_000 { forgetLooks() }
  }

  /// Frees all pairs. The screen must then be repainted.
  mutating func startOver() {
    forgetLooks()
    pairs = NumberTable()
    isFull = false
  }

  private mutating func forgetLooks() {
    for i in byRole.indices { byRole[i] = -1 }
    byColour = NumberTable()
    looks = []
    colours = []
  }

  /// A blank with the look of that number.
  func look(_ number: Int) -> cchar_t { looks[number] }

  /// The colours of that look; `nil` if it also has attributes, which change them.
  func colours(_ number: Int) -> LookColours? { colours[number] }

  /// Equal for cells with the same look.
  mutating func number(of cell: Cell) -> Int {
    if cell.foreground | cell.background == 0 {
      let slot = Int(cell.role.rawValue) * Self.emphases + Int(cell.emphasis.rawValue & 63)
      if byRole[slot] < 0 { byRole[slot] = make(cell) }
      return Int(byRole[slot])
    }
    let key =
      UInt64(cell.foreground & 0x1FF_FFFF) | UInt64(cell.background & 0x1FF_FFFF) << 25
      | UInt64(cell.role.rawValue) << 50 | UInt64(cell.emphasis.rawValue & 63) << 58
    if let look = byColour[key] { return Int(look) }
    let look = make(cell)
    byColour.insert(look, for: key)
    return Int(look)
  }

  private mutating func make(_ cell: Cell) -> Int32 {
    let ink = theme?[cell.role] ?? Ink(.standard)
    let emphasis = ink.emphasis.union(cell.emphasis)
    var attributes: attr_t = 0
    if emphasis.contains(.bold) { attributes |= TROLLEY_BOLD }
    if emphasis.contains(.dim) { attributes |= TROLLEY_DIM }
    if emphasis.contains(.underline) { attributes |= TROLLEY_UNDERLINE }
    if emphasis.contains(.reverse) { attributes |= TROLLEY_REVERSE }
    if emphasis.contains(.strike) { attributes |= strike }
    if emphasis.contains(.covered) { attributes |= TROLLEY_COVERED }
    var pair: Int32 = 0
    var shown: LookColours?
    if depth != .none {
      var (front, extra) = entry(ink.foreground, cell.foreground)
      let (back, _) = entry(ink.background, cell.background)
      if !hasStandard, front < 0 { front = 7 }
      if depth == .eight, front > 7 {
        attributes |= TROLLEY_BOLD
        front -= 8
      }
      attributes |= extra
      pair = self.pair(front, depth == .eight && back > 7 ? back - 8 : back)
      if attributes == 0, !isFull { shown = LookColours(front: front, back: back) }
    }
    var look = cchar_t()
    _ = trolley_style(&look, attributes, pair)
    looks.append(look)
    colours.append(shown)
    return Int32(looks.count - 1)
  }

  /// A palette entry, -1 for the terminal's default colour, or 0xRRGGBB; and an attribute that
  /// helps to distinguish it.
  private func entry(_ colour: Colour, _ own: UInt32) -> (Int32, attr_t) {
    // The number of a picture that the terminal has.
    if (1...255).contains(own) { return (Int32(own), 0) }
    if own != 0 {
      let rgb = RGB(UInt8(own >> 16 & 255), UInt8(own >> 8 & 255), UInt8(own & 255))
      switch depth {
      case .direct: return (Self.direct(rgb), 0)
      case .palette256: return (ColourMatch.entry256(rgb), 0)
      case .sixteen: return (ColourMatch.standardEntry(rgb, of: 16), 0)
      case .eight, .none: return (ColourMatch.standardEntry(rgb, of: 8), 0)
      }
    }
    switch colour {
    case .standard: return (-1, 0)
    case .exact(let rgb, _) where depth == .direct: return (Self.direct(rgb), 0)
    case .exact(let rgb, _) where depth == .palette256: return (ColourMatch.entry256(rgb), 0)
    case .exact(_, let basic), .basic(let basic): return self.basic(Int32(basic & 15))
    }
  }

  private func basic(_ entry: Int32) -> (Int32, attr_t) {
    if depth == .direct, entry > 7 { return (Self.direct(ColourMatch.standard[Int(entry)]), 0) }
    // Bold black is invisible on terminals where bold does not mean bright.
    if depth == .eight, entry == 8 { return (-1, TROLLEY_DIM) }
    return (entry, 0)
  }

  /// Values 0 to 7 would be entries of the palette.
  private static func direct(_ c: RGB) -> Int32 {
    max(8, Int32(c.red) << 16 | Int32(c.green) << 8 | Int32(c.blue))
  }

  private mutating func pair(_ front: Int32, _ back: Int32) -> Int32 {
    let back = hasStandard ? back : max(0, back)
    if front < 0, back < 0 { return 0 }
    let key = UInt64(UInt32(bitPattern: front)) << 32 | UInt64(UInt32(bitPattern: back))
    if let known = pairs[key] { return known }
    guard pairs.count + 1 < pairLimit else {
      isFull = true
      return substitute(back)
    }
    let number = Int32(pairs.count + 1)
    guard init_extended_pair(number, front, back) != ERR else { return 0 }
    pairs.insert(number, for: key)
    return number
  }

  /// For a single frame that needs more pairs than there are: a pair with the same background.
  private func substitute(_ back: Int32) -> Int32 {
    let wanted = UInt64(UInt32(bitPattern: back))
    return pairs.first { $0 & 0xFFFF_FFFF == wanted } ?? 0
  }
}

/// The two colours of a look, as numbers of the terminal's; -1 is its default for text or for what
/// is behind it, which differ.
struct LookColours {
  let front: Int32
  let back: Int32

  private static let fullBlock: UInt32 = 0x2588

  /// The colour that alone fills a cell with this glyph; `nil` if it shows two.
  func filling(of glyph: UInt32) -> Int32? {
    if glyph == 32 || front == back && back >= 0 { return back }
    return glyph == Self.fullBlock && front >= 0 ? front : nil
  }

  /// The glyph, a blank or a full block, that fills a cell with a colour.
  func glyph(filling colour: Int32) -> UInt32? {
    if back == colour { return 32 }
    return front == colour && front >= 0 ? Self.fullBlock : nil
  }
}

/// Numbers by keys of 64 bits, in one array with open addressing. A `Dictionary` needs a type made
/// at run time, which takes longer than drawing the first frame's tiles, and hashes twenty times
/// slower; a picture asks for each cell.
struct NumberTable {
  private var keys: [UInt64] = []
  private var values: [Int32] = []
  private(set) var count = 0

  /// A key that is never used.
  private static let none = UInt64.max

  subscript(key: UInt64) -> Int32? {
    guard !keys.isEmpty else { return nil }
    let slot = slot(of: key)
    return keys[slot] == key ? values[slot] : nil
  }

  /// - Parameter key: a new one.
  mutating func insert(_ value: Int32, for key: UInt64) {
    if 2 * count >= keys.count { grow() }
    let slot = slot(of: key)
    keys[slot] = key
    values[slot] = value
    count += 1
  }

  /// The value of a key with some property.
  func first(_ isWanted: (UInt64) -> Bool) -> Int32? {
    keys.firstIndex { $0 != Self.none && isWanted($0) }.map { values[$0] }
  }

  /// Where the key is, or where it would be.
  private func slot(of key: UInt64) -> Int {
    let mask = keys.count - 1
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while keys[slot] != key, keys[slot] != Self.none { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = zip(keys, values).filter { $0.0 != Self.none }
    keys = Array(repeating: Self.none, count: max(256, 2 * keys.count))
    values = Array(repeating: 0, count: keys.count)
    count = 0
    for (key, value) in old { insert(value, for: key) }
  }
}
