/// The pictures that lie on the screen as sixel data, above cells that curses believes are blank.
///
/// The terminal forgets the pixels of a cell when it writes a character there. So below pictures
/// the cells are blanks of a special kind, which curses never takes for empty ones: as soon as a
/// cell shows something else, curses writes it, and the pixels are gone. A picture is drawn again
/// when curses may have written to its cells; where something lies over it, it has holes.
///
/// Pure: what is to be written is returned.
struct SixelPictures {
  /// A picture on the screen. Of a large one, some of its rows, so that keys can come in between;
  /// not of too few, because xterm remembers no more than 16 when it is uncovered.
  private struct Place: Hashable {
    let key: UInt32
    let origin: Point
    let strip: Int
  }

  private static let stripCells = 160
  private static let mostStrips = 8
  /// Curses may write unchanged cells between two changes rather than move the cursor over them;
  /// over more than so many it never does.
  private static let longestBridge = 24
  private static let mostKept = 6 << 20

  /// The last frame, with its parts of pictures; nil if what the screen shows is not known.
  private var shown: Canvas?
  /// Which of the two kinds of blanks is below each of its pictures' parts.
  private var isOtherBlank: [Bool] = []
  private var images: [UInt32: SixelImage] = [:]
  private var order: [UInt32] = []
  private var keptBytes = 0
  /// Whether pictures of the last frame are still to be drawn.
  private(set) var isBehind = false

  /// Asks for as many colours as a picture has: some terminals begin with 16 registers, and would
  /// show the others in the wrong ones. And to be told when the window has the keyboard again: it
  /// may have been covered, and xterm remembers only the last 16 pictures.
  static let claim = Array("\u{1B}[?1;3;256S\u{1B}[?1004h".utf8)
  /// Gives the terminal its own number of registers back.
  static let release = Array("\u{1B}[?1004l\u{1B}[?1;2;0S".utf8)

  /// Everything is drawn again.
  mutating func forget() { shown = nil }

  /// Replaces the parts of pictures by blanks, and returns what to write after the frame.
  ///
  /// - Parameter isMoving: during an animation, pictures that it touches are shown as cells.
  /// - Parameter room: about how many bytes may be sent; the rest follows with the next frames.
  mutating func prepare(
    _ canvas: inout Canvas, cell: PixelSize, isMoving: Bool, room: Int = .max
  ) -> [UInt8] {
    isBehind = false
    guard !canvas.pictures.isEmpty || shown?.pictures.isEmpty == false else {
      shown = canvas
      isOtherBlank = []
      return []
    }
    var places = Self.places(of: canvas)
    var bytes: [UInt8] = []
    var drawn: Set<Place> = []
    // Cells that have replaced a picture may be neighbours of others.
    while case let touched = touchedPlaces(places, canvas).subtracting(drawn), !touched.isEmpty {
      for place in touched.sorted(by: { (places[$0]?[0] ?? 0) < (places[$1]?[0] ?? 0) }) {
        guard let cells = places[place] else { continue }
        let isLate = bytes.count >= room
        if !isMoving, !isLate, let new = draw(place, cells, canvas, cell) {
          bytes += new
          drawn.insert(place)
        } else {
          if isLate, !isMoving { isBehind = true }
          places[place] = nil
          for at in cells { canvas.showPlain(at: at) }
        }
      }
    }
    let before = shown
    shown = canvas
    cover(&canvas, before)
    return bytes.isEmpty ? [] : Array("\u{1B}7".utf8) + bytes + Array("\u{1B}8".utf8)
  }

  // MARK: Places

  /// The cells of each picture, in order, by where the picture begins.
  private static func places(of canvas: Canvas) -> [Place: [Int]] {
    var places: [Place: [Int]] = [:]
    for (at, cell) in canvas.cells.enumerated() where cell.isPixels {
      let (x, y) = (at % canvas.size.width, at / canvas.size.width)
      let origin = Point(x: x - cell.column, y: y - cell.row)
      let strip = canvas.pictures[cell.foreground].map { cell.row / stripHeight($0.size) } ?? 0
      places[Place(key: cell.foreground, origin: origin, strip: strip), default: []].append(at)
    }
    return places
  }

  private static func stripHeight(_ size: Size) -> Int {
    max(1, stripCells / size.width, (size.height + mostStrips - 1) / mostStrips)
  }

  /// The pictures to whose cells curses may write in this frame.
  private func touchedPlaces(_ places: [Place: [Int]], _ canvas: Canvas) -> Set<Place> {
    guard let shown, shown.size == canvas.size else { return Set(places.keys) }
    let width = canvas.size.width
    // For each cell, how far the nearest changes to its left and right are apart.
    var isTouched = [Bool](repeating: false, count: canvas.cells.count)
    for y in 0..<canvas.size.height {
      var last: Int?
      for at in y * width..<(y + 1) * width where shown.cells[at] != canvas.cells[at] {
        let start = last.map { at - $0 <= Self.longestBridge + 1 ? $0 : at } ?? at
        for between in start...at { isTouched[between] = true }
        last = at
      }
    }
    return Set(places.filter { $0.value.contains { isTouched[$0] } }.keys)
  }

  // MARK: Drawing

  private mutating func draw(
    _ place: Place, _ cells: [Int], _ canvas: Canvas, _ cell: PixelSize
  ) -> [UInt8]? {
    guard let picture = canvas.pictures[place.key], let image = image(picture, cell) else {
      return nil
    }
    // Only as far as anything of it is seen: below the last line, the terminal would scroll.
    let parts = cells.map { canvas.cells[$0] }
    guard let left = parts.map(\.column).min(), let right = parts.map(\.column).max(),
      let top = parts.map(\.row).min(), let bottom = parts.map(\.row).max()
    else { return nil }
    let visible = Set(parts.map { $0.row * picture.size.width + $0.column })
    let area = Rect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    let bytes = image.bytes(of: area, cell: cell) { column, row in
      !visible.contains(row * picture.size.width + column)
    }
    let (x, y) = (place.origin.x + left + 1, place.origin.y + top + 1)
    return Array("\u{1B}[\(y);\(x)H".utf8) + bytes
  }

  private mutating func image(_ picture: PixelPicture, _ cell: PixelSize) -> SixelImage? {
    let size = PixelSize(
      width: picture.size.width * cell.width, height: picture.size.height * cell.height)
    if let known = images[picture.key], known.width == size.width, known.height == size.height {
      return known
    }
    guard let new = SixelImage(picture.image, fitting: size) else { return nil }
    while keptBytes + new.cost > Self.mostKept, !order.isEmpty {
      keptBytes -= images.removeValue(forKey: order.removeFirst())?.cost ?? 0
    }
    if let old = images.updateValue(new, forKey: picture.key) {
      keptBytes -= old.cost
    } else {
      order.append(picture.key)
    }
    keptBytes += new.cost
    return new
  }

  /// Blanks below the pictures. One that shows another part than before becomes the other kind of
  /// blank, so that curses writes it, and the old pixels are gone before the new ones are drawn.
  private mutating func cover(_ canvas: inout Canvas, _ before: Canvas?) {
    let old = before?.size == canvas.size ? before : nil
    var kinds = [Bool](repeating: false, count: canvas.cells.count)
    canvas.replacePixels { cell, at in
      if let old, old.cells[at].isPixels {
        kinds[at] = isOtherBlank[at] != (old.cells[at] != cell)
      }
      return Cell.covered(isOther: kinds[at])
    }
    isOtherBlank = kinds
  }
}
