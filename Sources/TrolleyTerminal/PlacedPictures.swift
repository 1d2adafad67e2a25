/// The pictures that the terminal shows where it is told to, in kitty's graphics protocol without
/// placeholders: kitty before 0.28, Konsole.
///
/// A picture lies above the text, whatever is written there, and curses knows nothing of it. So the
/// cells below are blanks, and what is to be seen of a picture is placed as rectangles, as many as
/// it takes to leave out what lies in front. One that is no longer right goes in the same step in
/// which the text that it would hide comes.
///
/// Pure: what is to be written is returned.
struct PlacedPictures {
  /// A rectangle of a picture's cells.
  private struct Part: Hashable {
    let key: UInt32
    /// The whole picture's cells.
    let whole: Size
    /// In the picture.
    var cells: Rect
    /// On the screen.
    let origin: Point

    func goesOn(with row: Part) -> Bool {
      key == row.key && origin.x == row.origin.x && cells.x == row.cells.x
        && cells.width == row.cells.width && cells.maxY == row.cells.y
        && origin.y + cells.height == row.origin.y
    }
  }

  /// What a cell is taken to have where the terminal does not say: it scales a picture anyway.
  private static let usualCell = PixelSize(width: 10, height: 20)

  private var images: KittyImages
  /// The parts on the screen, with the number of the picture and that of the placement.
  private var placed: [Part: (at: Int, placement: Int)] = [:]
  /// The number of the last placement; none has that of another.
  private var last = 0
  /// Whether pictures of the last frame are still to be sent or placed.
  private(set) var isBehind = false

  /// - Parameter seed: differs between programs.
  init(seed: Int, capacity: Int = KittyImages.capacity) {
    images = KittyImages(seed: seed, isInTmux: false, capacity: capacity)
  }

  /// Replaces what is placed by blanks, and returns what to write after the frame. A picture that
  /// is not there yet is shown as cells.
  ///
  /// - Parameter isMoving: during an animation, which would interrupt it again and again, no
  ///   picture is begun that cannot be sent at once.
  /// - Parameter room: about how many bytes may be sent; the rest follows with the next frames.
  mutating func prepare(
    _ canvas: inout Canvas, cell: PixelSize?, isMoving: Bool, room: Int = .max
  ) -> [UInt8] {
    isBehind = false
    images.begin(canvas.pictures.keys)
    guard !canvas.pictures.isEmpty || !placed.isEmpty || images.isSending else { return [] }
    let wanted = Self.parts(of: canvas)
    var bytes = interrupt(for: wanted)
    take(allBut: wanted, &bytes)
    place(wanted, &bytes, room)
    send(canvas, wanted, cell ?? Self.usualCell, isMoving, &bytes, room)
    if images.isCrowded, !isBehind {
      // kitty frees everything that is not placed at any deletion that frees something.
      bytes += images.keepOnly(Set(placed.keys.map(\.key)))
    }
    blank(&canvas)
    return bytes.isEmpty ? [] : Array("\u{1B}7".utf8) + bytes + Array("\u{1B}8".utf8)
  }

  /// Deletes all pictures; those that are still shown are sent again.
  mutating func farewell() -> [UInt8] {
    placed = [:]
    return images.farewell()
  }

  /// What deletes them at a sudden end: all on the screen. It is the alternate one, which begins
  /// empty, so there are no others; and what is not on it goes with them (kitty 0.26), or when the
  /// next program begins there.
  var rescue: [UInt8] { images.sequence("a=d,d=A,q=2") }

  // MARK: Parts

  /// What is to be seen of each picture, as few rectangles as row by row lets see.
  private static func parts(of canvas: Canvas) -> [Part] {
    var parts: [Part] = []
    // By where they begin, the rectangles that reach down to the last row.
    var open: [Int: Int] = [:]
    for y in 0..<canvas.size.height {
      var next: [Int: Int] = [:]
      for row in runs(in: canvas, y) {
        if let at = open[row.origin.x], parts[at].goesOn(with: row) {
          parts[at].cells.height += 1
          next[row.origin.x] = at
        } else {
          next[row.origin.x] = parts.count
          parts.append(row)
        }
      }
      open = next
    }
    return parts
  }

  private static func runs(in canvas: Canvas, _ y: Int) -> [Part] {
    let cells = canvas.cells[y * canvas.size.width..<(y + 1) * canvas.size.width]
    var runs: [Part] = []
    var at = cells.startIndex
    while at < cells.endIndex {
      let first = cells[at]
      let start = at
      at += 1
      guard first.isPixels, let picture = canvas.pictures[first.foreground] else { continue }
      while at < cells.endIndex,
        cells[at]
          == .pixels(of: picture.key, row: first.row, column: first.column + at - start)
      { at += 1 }
      runs.append(
        Part(
          key: picture.key, whole: picture.size,
          cells: Rect(x: first.column, y: first.row, width: at - start, height: 1),
          origin: Point(x: start - cells.startIndex, y: y)))
    }
    return runs
  }

  /// The terminal takes nothing else of the protocol while a picture is half-way: where something
  /// is to change, that one has to begin anew.
  private mutating func interrupt(for wanted: [Part]) -> [UInt8] {
    var bytes: [UInt8] = []
    let known = wanted.filter { images.finished($0.key) != nil }
    let isSame = known.count == placed.count && known.allSatisfy { placed[$0] != nil }
    if images.isSending, !isSame || images.isSendingInVain { _ = images.giveUp(&bytes) }
    return bytes
  }

  /// Deletes what is no longer seen like that. The terminal keeps the picture.
  private mutating func take(allBut wanted: [Part], _ bytes: inout [UInt8]) {
    let wanted = Set(wanted)
    for part in placed.keys.filter({ !wanted.contains($0) }).sorted(by: Self.isBefore) {
      guard let old = placed.removeValue(forKey: part) else { continue }
      bytes += images.sequence(
        "a=d,d=i,i=\(images.identifier(old.at)),p=\(old.placement),q=2")
    }
  }

  private static func isBefore(_ one: Part, _ other: Part) -> Bool {
    (one.origin.y, one.origin.x) < (other.origin.y, other.origin.x)
  }

  /// Places what is not on the screen yet and of which the terminal has the picture.
  private mutating func place(_ wanted: [Part], _ bytes: inout [UInt8], _ room: Int) {
    for part in wanted where placed[part] == nil {
      guard let at = images.finished(part.key), let size = images.size(of: at) else { continue }
      guard bytes.count < room else {
        isBehind = true
        return
      }
      last += 1
      placed[part] = (at, last)
      let cells = part.cells
      var keys =
        "a=p,i=\(images.identifier(at)),p=\(last),C=1,c=\(cells.width),r=\(cells.height)"
      if cells != Rect(part.whole) {
        let grain = PixelSize(
          width: size.width / part.whole.width, height: size.height / part.whole.height)
        keys += ",x=\(cells.x * grain.width),y=\(cells.y * grain.height)"
        keys += ",w=\(cells.width * grain.width),h=\(cells.height * grain.height)"
      }
      bytes += Array("\u{1B}[\(part.origin.y + 1);\(part.origin.x + 1)H".utf8)
      bytes += images.sequence(keys + ",q=2")
    }
  }

  // MARK: Sending

  private mutating func send(
    _ canvas: Canvas, _ wanted: [Part], _ cell: PixelSize, _ isMoving: Bool,
    _ bytes: inout [UInt8], _ room: Int
  ) {
    let before = images.isSending
    images.sendOn(&bytes, room)
    if before, !images.isSending { place(wanted, &bytes, room) }
    // In a fixed order, whatever the order of the dictionary.
    for (key, picture) in canvas.pictures.sorted(by: { $0.key < $1.key }) {
      guard images.number(of: key) == nil else { continue }
      guard !images.isSending, bytes.count < room else {
        isBehind = true
        return
      }
      let size = PixelScaling.size(of: picture.image, covering: picture.size, cell: cell)
      // Of every three bytes four are made.
      if isMoving, 4 * size.width * size.height / 3 * 4 > room - bytes.count {
        isBehind = true
        continue
      }
      guard let image = PixelScaling.image(of: picture.image, covering: picture.size, cell: cell)
      else { continue }
      // What had the number before goes when the new picture comes.
      let new = KittyImages.Sending(
        key: key, fingerprint: picture.fingerprint ^ UInt64(key) << 32, image: image, keys: "a=t")
      guard images.send(new) != nil else { continue }
      images.sendOn(&bytes, room)
      if !images.isSending { place(wanted.filter { $0.key == key }, &bytes, room) }
    }
    if images.isSending { isBehind = true }
  }

  /// What the terminal does not show yet is shown as cells, all else is blank below it.
  private func blank(_ canvas: inout Canvas) {
    var isPlaced = [Bool](repeating: false, count: canvas.cells.count)
    for part in placed.keys {
      for y in part.origin.y..<part.origin.y + part.cells.height {
        let start = y * canvas.size.width + part.origin.x
        for at in start..<start + part.cells.width { isPlaced[at] = true }
      }
    }
    let plain = canvas
    canvas.replacePixels { cell, at in isPlaced[at] ? .blank : plain.plain(cell) }
  }
}
