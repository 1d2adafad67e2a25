/// Pictures in real pixels, in the way that the terminal knows.
///
/// Pure: what is to be written is returned.
struct TerminalPictures {
  /// Nil for cells; `change` sets it.
  private(set) var method: TerminalGraphics.Method?
  private var kitty: KittyPictures
  private var placed: PlacedPictures
  private var sixel = SixelPictures()

  /// - Parameter seed: differs between programs.
  init(seed: Int, isInTmux: Bool) {
    kitty = KittyPictures(seed: seed, isInTmux: isInTmux)
    placed = PlacedPictures(seed: seed)
  }

  /// Whether pictures of the last frame are still to be sent.
  var isBehind: Bool {
    switch method {
    case .kitty: kitty.isBehind
    case .placed: placed.isBehind
    case .sixel: sixel.isBehind
    case nil: false
    }
  }

  /// Makes the canvas what curses is to write, and returns what to write before and after that.
  mutating func prepare(
    _ canvas: inout Canvas, isMoving: Bool, room: Int
  ) -> (before: [UInt8], after: [UInt8]) {
    switch method {
    case .kitty: (kitty.prepare(&canvas, room: room), [])
    case .placed(let cell):
      ([], placed.prepare(&canvas, cell: cell, isMoving: isMoving, room: room))
    case .sixel(let cell):
      ([], sixel.prepare(&canvas, cell: cell, isMoving: isMoving, room: room))
    case nil: ([], [])
    }
  }

  /// From now on pictures are shown in another way; before the next frame everything is cleared.
  mutating func change(to new: TerminalGraphics.Method?) -> [UInt8] {
    let bytes = release + farewell()
    method = new
    return bytes + claim
  }

  /// Deletes what the terminal keeps for us; what is still shown is sent again.
  mutating func farewell() -> [UInt8] {
    sixel.forget()
    return kitty.farewell() + placed.farewell()
  }

  /// The screen is about to be cleared. Placeholders are text; with it go all other pictures.
  mutating func clear() -> [UInt8] {
    sixel.forget()
    return placed.farewell()
  }

  /// The window was covered: returns whether the terminal may have forgotten pictures.
  mutating func uncover() -> Bool {
    guard case .sixel = method else { return false }
    sixel.forget()
    return true
  }

  /// What begins and ends the time in which pictures are shown like this.
  var claim: [UInt8] { if case .sixel = method { SixelPictures.claim } else { [] } }
  var release: [UInt8] { if case .sixel = method { SixelPictures.release } else { [] } }

  /// What a sudden end writes.
  var rescue: [UInt8] {
    switch method {
    case .kitty: kitty.rescue
    case .placed: placed.rescue
    case .sixel: SixelPictures.release
    case nil: []
    }
  }

  /// Whether curses may move characters sideways: pixels above them would stay behind.
  var allowsShifting: Bool { method == nil || method == .kitty }

  /// The marks of placeholders, if parts are shown as such.
  var marks: ((_ row: Int, _ column: Int) -> (UInt32, UInt32, UInt32))? {
    method == .kitty ? { [kitty] in kitty.marks(row: $0, column: $1) } : nil
  }

  /// As the terminal gets it, also in tmux.
  func passed(_ bytes: [UInt8]) -> [UInt8] { kitty.passed(bytes) }
}
