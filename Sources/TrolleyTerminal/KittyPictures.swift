/// The pictures that the terminal keeps for us, in kitty's graphics protocol with placeholders.
///
/// A picture is sent once, with a number. Its parts are then ordinary characters whose colour is the
/// number: they scroll, are overwritten and cleared like text, and curses knows them. So nothing is
/// left behind, and inside tmux only the sending has to be passed on.
///
/// Pure: what is to be written is returned.
package struct KittyPictures {
  private struct Slot {
    var key: UInt32
    var fingerprint: UInt64
    /// The size of its pixels in the terminal.
    var bytes: Int
    /// The frame that it was last part of.
    var frame: Int
  }

  /// The pixels that the terminal keeps for us at most, beside those on the screen.
  static let capacity = 48 << 20
  /// Numbers below 16 are colours that a theme may change, so curses writes them in another way.
  static let first = 16
  static let count = 240
  /// Base64 in one sequence.
  private static let chunk = 4096

  /// The highest byte of all our numbers: another program in the same terminal has another.
  let series: Int
  private let isInTmux: Bool
  private var slots: [Slot?] = Array(repeating: nil, count: count)
  private var numbers: [UInt32: Int] = [:]
  private var frame = 0
  /// The picture of which only a part has been sent. Frames may come between its pieces, other
  /// pictures may not.
  private var coming: Coming?
  /// Whether pictures of the last frame are still to be sent.
  private(set) var isBehind = false

  private struct Coming {
    let at: Int
    let keys: String
    /// In base64.
    let data: [UInt8]
    var sent = 0
  }

  /// - Parameter seed: differs between programs.
  package init(seed: Int, isInTmux: Bool) {
    series = 1 + (seed & 0x7FFF_FFFF) % 255
    self.isInTmux = isInTmux
  }

  /// Gives the parts of pictures their numbers, and returns what to write before the frame. A
  /// picture that is not there yet is shown as cells.
  ///
  /// - Parameter room: about how many bytes may be sent; the rest follows with the next frames.
  package mutating func prepare(_ canvas: inout Canvas, room: Int = .max) -> [UInt8] {
    frame += 1
    isBehind = false
    guard !canvas.pictures.isEmpty || coming != nil else { return [] }
    for key in canvas.pictures.keys {
      if let at = numbers[key] { slots[at]?.frame = frame }
    }
    var bytes = abandon()
    sendOn(&bytes, room)
    // In a fixed order, whatever the order of the dictionary.
    for (key, picture) in canvas.pictures.sorted(by: { $0.key < $1.key }) {
      guard numbers[key] == nil else { continue }
      guard coming == nil, bytes.count < room else {
        isBehind = true
        break
      }
      bytes += send(picture)
      sendOn(&bytes, room)
    }
    if coming == nil { bytes += makeRoom() } else { isBehind = true }
    let plain = canvas
    canvas.replacePixels { cell, _ in
      guard let at = numbers[cell.foreground], at != coming?.at else { return plain.plain(cell) }
      var cell = cell
      cell.foreground = UInt32(Self.first + at)
      return cell
    }
    return bytes
  }

  /// Deletes all pictures; those that are still shown are sent again.
  mutating func farewell() -> [UInt8] {
    let all =
      endEarly()
      + slots.indices.filter { slots[$0] != nil }
      .flatMap { sequence("a=d,d=I,i=\(identifier($0)),q=2") }
    slots = Array(repeating: nil, count: Self.count)
    numbers = [:]
    return all
  }

  /// Deletes whatever there may be of ours, in terminals that know ranges (kitty ≥ 0.33): for a
  /// sudden end, when it is too late to look.
  var rescue: [UInt8] {
    sequence("a=d,d=R,x=\(identifier(0)),y=\(identifier(Self.count - 1)),q=2")
  }

  /// The marks of a part: its row, its column, and the highest byte of the number.
  func marks(row: Int, column: Int) -> (UInt32, UInt32, UInt32) {
    (PlaceholderMarks.all[row], PlaceholderMarks.all[column], PlaceholderMarks.all[series])
  }

  // MARK: Sending

  private func identifier(_ at: Int) -> Int { series << 24 | (Self.first + at) }

  private mutating func send(_ picture: PixelPicture) -> [UInt8] {
    guard let at = place(for: picture) else { return [] }
    let old = slots[at]
    if let old { numbers[old.key] = nil }
    slots[at] = Slot(
      key: picture.key, fingerprint: picture.fingerprint, bytes: picture.image.rgba.count,
      frame: frame)
    numbers[picture.key] = at
    let size = "c=\(picture.size.width),r=\(picture.size.height)"
    if old?.fingerprint == picture.fingerprint {
      // The terminal has its pixels: only its size on the screen is new.
      return sequence("a=p,U=1,i=\(identifier(at)),p=1,\(size),q=2")
    }
    let image = picture.image
    let isOpaque = stride(from: 3, to: image.rgba.count, by: 4).allSatisfy { image.rgba[$0] == 255 }
    let data = isOpaque ? Self.withoutAlpha(image.rgba) : image.rgba
    let keys =
      "a=T,U=1,f=\(isOpaque ? 24 : 32),t=d,i=\(identifier(at)),p=1,s=\(image.width),"
      + "v=\(image.height),\(size),q=2"
    coming = Coming(at: at, keys: keys, data: Array(Base64.encode(data).utf8))
    return old == nil ? [] : sequence("a=d,d=I,i=\(identifier(at)),q=2")
  }

  /// A free number; else that of the same picture in another size; else the least recently shown
  /// one. Nil if all are on the screen.
  private func place(for picture: PixelPicture) -> Int? {
    let idle = slots.indices.filter { slots[$0].map { $0.frame < frame } ?? false }
    if let same = idle.first(where: { slots[$0]?.fingerprint == picture.fingerprint }) {
      return same
    }
    return slots.firstIndex { $0 == nil }
      ?? idle.min { (slots[$0]?.frame ?? 0) < (slots[$1]?.frame ?? 0) }
  }

  /// Deletes the pictures that were not shown for the longest time.
  private mutating func makeRoom() -> [UInt8] {
    var bytes: [UInt8] = []
    var all = slots.reduce(0) { $0 + ($1?.bytes ?? 0) }
    while all > Self.capacity {
      let idle = slots.indices.filter { slots[$0].map { $0.frame < frame } ?? false }
      guard let oldest = idle.min(by: { slots[$0]?.frame ?? 0 < slots[$1]?.frame ?? 0 }),
        let slot = slots[oldest]
      else { break }
      all -= slot.bytes
      numbers[slot.key] = nil
      slots[oldest] = nil
      bytes += sequence("a=d,d=I,i=\(identifier(oldest)),q=2")
    }
    return bytes
  }

  private static func withoutAlpha(_ rgba: [UInt8]) -> [UInt8] {
    var rgb: [UInt8] = []
    rgb.reserveCapacity(rgba.count / 4 * 3)
    for at in stride(from: 0, to: rgba.count, by: 4) { rgb += rgba[at..<at + 3] }
    return rgb
  }

  /// Sends more of the picture that is coming, until there are `room` bytes.
  private mutating func sendOn(_ bytes: inout [UInt8], _ room: Int) {
    while var next = coming, bytes.count < room {
      let end = min(next.sent + Self.chunk, next.data.count)
      let more = "m=\(end < next.data.count ? 1 : 0)"
      let keys = next.sent == 0 ? "\(next.keys),\(more)" : "\(more),q=2"
      bytes += sequence(keys, next.data[next.sent..<end])
      next.sent = end
      coming = end < next.data.count ? next : nil
    }
  }

  /// Ends the picture that is coming if it is no longer shown: a map was moved on.
  private mutating func abandon() -> [UInt8] {
    guard let at = coming?.at, let slot = slots[at], slot.frame < frame else { return [] }
    numbers[slot.key] = nil
    slots[at] = nil
    return endEarly() + sequence("a=d,d=I,i=\(identifier(at)),q=2")
  }

  /// With too few pixels the terminal keeps nothing of a picture.
  private mutating func endEarly() -> [UInt8] {
    guard let begun = coming else { return [] }
    coming = nil
    return begun.sent == 0 ? [] : sequence("m=0,q=2")
  }

  private func sequence(_ keys: String, _ data: ArraySlice<UInt8> = []) -> [UInt8] {
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

/// The combining characters that stand for the numbers 0, 1, 2 … in a placeholder: those of class
/// 230 in Unicode 6.0 without a decomposition, less some (kitty's graphics protocol).
enum PlaceholderMarks {
  /// The character that stands for a part of a picture.
  static let placeholder: UInt32 = 0x10EEEE

  static let all: [UInt32] = ranges.flatMap { Array($0) }

  private static let ranges: [ClosedRange<UInt32>] = [
    0x0305...0x0305, 0x030D...0x030E, 0x0310...0x0310, 0x0312...0x0312, 0x033D...0x033F,
    0x0346...0x0346, 0x034A...0x034C, 0x0350...0x0352, 0x0357...0x0357, 0x035B...0x035B,
    0x0363...0x036F, 0x0483...0x0487, 0x0592...0x0595, 0x0597...0x0599, 0x059C...0x05A1,
    0x05A8...0x05A9, 0x05AB...0x05AC, 0x05AF...0x05AF, 0x05C4...0x05C4, 0x0610...0x0617,
    0x0657...0x065B, 0x065D...0x065E, 0x06D6...0x06DC, 0x06DF...0x06E2, 0x06E4...0x06E4,
    0x06E7...0x06E8, 0x06EB...0x06EC, 0x0730...0x0730, 0x0732...0x0733, 0x0735...0x0736,
    0x073A...0x073A, 0x073D...0x073D, 0x073F...0x0741, 0x0743...0x0743, 0x0745...0x0745,
    0x0747...0x0747, 0x0749...0x074A, 0x07EB...0x07F1, 0x07F3...0x07F3, 0x0816...0x0819,
    0x081B...0x0823, 0x0825...0x0827, 0x0829...0x082D, 0x0951...0x0951, 0x0953...0x0954,
    0x0F82...0x0F83, 0x0F86...0x0F87, 0x135D...0x135F, 0x17DD...0x17DD, 0x193A...0x193A,
    0x1A17...0x1A17, 0x1A75...0x1A7C, 0x1B6B...0x1B6B, 0x1B6D...0x1B73, 0x1CD0...0x1CD2,
    0x1CDA...0x1CDB, 0x1CE0...0x1CE0, 0x1DC0...0x1DC1, 0x1DC3...0x1DC9, 0x1DCB...0x1DCC,
    0x1DD1...0x1DE6, 0x1DFE...0x1DFE, 0x20D0...0x20D1, 0x20D4...0x20D7, 0x20DB...0x20DC,
    0x20E1...0x20E1, 0x20E7...0x20E7, 0x20E9...0x20E9, 0x20F0...0x20F0, 0x2CEF...0x2CF1,
    0x2DE0...0x2DFF, 0xA66F...0xA66F, 0xA67C...0xA67D, 0xA6F0...0xA6F1, 0xA8E0...0xA8F1,
    0xAAB0...0xAAB0, 0xAAB2...0xAAB3, 0xAAB7...0xAAB8, 0xAABE...0xAABF, 0xAAC1...0xAAC1,
    0xFE20...0xFE26, 0x10A0F...0x10A0F, 0x10A38...0x10A38, 0x1D185...0x1D189, 0x1D1AA...0x1D1AD,
    0x1D242...0x1D244,
  ]
}
