/// The pictures that a terminal with kitty's graphics protocol keeps for us: each is sent once, with
/// a number, in pieces if it is large, and deleted when it has not been shown for long.
///
/// How they come onto the screen is the matter of `KittyPictures` and `PlacedPictures`. Pure: what
/// is to be written is returned.
struct KittyImages {
  /// A picture as it is sent.
  struct Sending {
    let key: UInt32
    let fingerprint: UInt64
    let image: PixelImage
    /// How it is shown, behind the keys that are the same for all.
    let keys: String
  }

  private struct Slot {
    var key: UInt32
    var fingerprint: UInt64
    var size: PixelSize
    /// The frame that it was last part of.
    var frame: Int
    /// What its pixels take in the terminal.
    var bytes: Int { 4 * size.width * size.height }
  }

  /// The picture of which only a part has been sent. Frames may come between its pieces, other
  /// sequences of the protocol may not.
  private struct Coming {
    let at: Int
    let keys: String
    /// In base64.
    let data: [UInt8]
    var sent = 0
  }

  /// The pixels that the terminal keeps for us at most, beside those on the screen.
  static let capacity = 48 << 20
  /// Numbers below 16 are colours that a theme may change, so curses writes them in another way.
  static let first = 16
  static let count = 240
  /// Base64 in one sequence.
  private static let chunk = 4096

  /// The highest byte of all our numbers: another program in the same terminal has another. Konsole
  /// reads numbers with a sign, so it is less than 128.
  let series: Int
  private let isInTmux: Bool
  private let capacity: Int
  private var slots: [Slot?] = Array(repeating: nil, count: count)
  private var numbers: [UInt32: Int] = [:]
  private var frame = 0
  private var coming: Coming?

  /// - Parameter seed: differs between programs.
  init(seed: Int, isInTmux: Bool, capacity: Int = capacity) {
    self.capacity = capacity
    series = 1 + (seed & 0x7FFF_FFFF) % 127
    self.isInTmux = isInTmux
  }

  /// Whether a picture is half-way.
  var isSending: Bool { coming != nil }

  /// Whether the terminal keeps more than it should.
  var isCrowded: Bool { slots.reduce(0) { $0 + ($1?.bytes ?? 0) } > capacity }

  func identifier(_ at: Int) -> Int { series << 24 | (Self.first + at) }

  /// The number of a picture that was sent, or is half-way.
  func number(of key: UInt32) -> Int? { numbers[key] }

  /// The number of a picture of which the terminal has everything.
  func finished(_ key: UInt32) -> Int? { numbers[key].flatMap { $0 == coming?.at ? nil : $0 } }

  /// In pixels.
  func size(of at: Int) -> PixelSize? { slots[at]?.size }

  // MARK: Sending

  /// A new frame shows these pictures.
  mutating func begin(_ keys: some Sequence<UInt32>) {
    frame += 1
    for key in keys {
      if let at = numbers[key] { slots[at]?.frame = frame }
    }
  }

  /// Whether the picture that is half-way is no longer shown: a map was moved on.
  var isSendingInVain: Bool { coming.flatMap { slots[$0.at] }.map { $0.frame < frame } ?? false }

  /// Gives up the picture that is half-way. With too few pixels the terminal keeps nothing of it.
  mutating func giveUp(_ bytes: inout [UInt8]) -> Int? {
    guard let begun = coming else { return nil }
    if let slot = slots[begun.at] { numbers[slot.key] = nil }
    slots[begun.at] = nil
    bytes += endEarly()
    return begun.at
  }

  /// Begins to send a picture; `sendOn` goes on. Returns the number, and what had it before; nil if
  /// all numbers are on the screen.
  mutating func send(_ new: Sending) -> (at: Int, old: Replaced)? {
    guard let at = place(for: new.fingerprint) else { return nil }
    let old = slots[at]
    if let old { numbers[old.key] = nil }
    slots[at] = Slot(
      key: new.key, fingerprint: new.fingerprint, size: new.image.size, frame: frame)
    numbers[new.key] = at
    if old?.fingerprint == new.fingerprint { return (at, .same) }
    let rgba = new.image.rgba
    let isOpaque = stride(from: 3, to: rgba.count, by: 4).allSatisfy { rgba[$0] == 255 }
    let data = isOpaque ? Self.withoutAlpha(rgba) : rgba
    let keys =
      "\(new.keys),f=\(isOpaque ? 24 : 32),t=d,i=\(identifier(at)),s=\(new.image.width),"
      + "v=\(new.image.height),q=2"
    coming = Coming(at: at, keys: keys, data: Array(Base64.encode(data).utf8))
    return (at, old == nil ? .none : .other)
  }

  /// What a number was before it is given to a picture.
  enum Replaced {
    case none
    /// The terminal has its pixels.
    case same
    case other
  }

  /// Sends more of the picture that is half-way, until there are `room` bytes.
  mutating func sendOn(_ bytes: inout [UInt8], _ room: Int) {
    while var next = coming, bytes.count < room {
      let end = min(next.sent + Self.chunk, next.data.count)
      let more = "m=\(end < next.data.count ? 1 : 0)"
      let keys = next.sent == 0 ? "\(next.keys),\(more)" : "\(more),q=2"
      bytes += sequence(keys, next.data[next.sent..<end])
      next.sent = end
      coming = end < next.data.count ? next : nil
    }
  }

  /// A free number; else that of the same picture in another size; else the least recently shown
  /// one. Nil if all are on the screen.
  private func place(for fingerprint: UInt64) -> Int? {
    let idle = slots.indices.filter(isIdle)
    if let same = idle.first(where: { slots[$0]?.fingerprint == fingerprint }) { return same }
    return slots.firstIndex { $0 == nil }
      ?? idle.min { (slots[$0]?.frame ?? 0) < (slots[$1]?.frame ?? 0) }
  }

  private func isIdle(_ at: Int) -> Bool { slots[at].map { $0.frame < frame } ?? false }

  private static func withoutAlpha(_ rgba: [UInt8]) -> [UInt8] {
    var rgb: [UInt8] = []
    rgb.reserveCapacity(rgba.count / 4 * 3)
    for at in stride(from: 0, to: rgba.count, by: 4) { rgb += rgba[at..<at + 3] }
    return rgb
  }

  private mutating func endEarly() -> [UInt8] {
    guard let begun = coming else { return [] }
    coming = nil
    return begun.sent == 0 ? [] : sequence("m=0,q=2")
  }

  // MARK: Deleting

  /// Deletes the pictures that were not shown for the longest time, until there is room.
  mutating func makeRoom() -> [UInt8] {
    var bytes: [UInt8] = []
    while isCrowded {
      let idle = slots.indices.filter(isIdle)
      guard let oldest = idle.min(by: { slots[$0]?.frame ?? 0 < slots[$1]?.frame ?? 0 }) else {
        break
      }
      bytes += delete(oldest)
    }
    return bytes
  }

  /// Deletes all pictures but these.
  mutating func keepOnly(_ keys: Set<UInt32>) -> [UInt8] {
    slots.indices.flatMap { at -> [UInt8] in
      guard let slot = slots[at], !keys.contains(slot.key) else { return [] }
      return delete(at)
    }
  }

  /// Deletes all pictures; those that are still shown are sent again.
  mutating func farewell() -> [UInt8] { endEarly() + keepOnly([]) }

  private mutating func delete(_ at: Int) -> [UInt8] {
    if let slot = slots[at] { numbers[slot.key] = nil }
    slots[at] = nil
    return deletion(of: at)
  }

  /// Deletes a picture with all that shows it.
  func deletion(of at: Int) -> [UInt8] { sequence("a=d,d=I,i=\(identifier(at)),q=2") }

  /// Deletes whatever there may be of ours, in terminals that know ranges (kitty ≥ 0.33): for a
  /// sudden end, when it is too late to look.
  var rescue: [UInt8] {
    sequence("a=d,d=R,x=\(identifier(0)),y=\(identifier(Self.count - 1)),q=2")
  }

  // MARK: Bytes

  func sequence(_ keys: String, _ data: ArraySlice<UInt8> = []) -> [UInt8] {
    var bytes = Array("\u{1B}_G\(keys)\(data.isEmpty ? "" : ";")".utf8)
    bytes += data
    bytes += Array("\u{1B}\\".utf8)
    return passed(bytes)
  }

  /// As the terminal gets it: tmux passes on what is wrapped, with each escape doubled.
  func passed(_ bytes: [UInt8]) -> [UInt8] {
    guard isInTmux else { return bytes }
    var wrapped = Array("\u{1B}Ptmux;".utf8)
    wrapped.reserveCapacity(bytes.count + 16)
    for byte in bytes {
      if byte == 0x1B { wrapped.append(byte) }
      wrapped.append(byte)
    }
    wrapped += Array("\u{1B}\\".utf8)
    return wrapped
  }
}
