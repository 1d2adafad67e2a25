/// Where the columns of the starred stores stand: as wide as what is in them, if the screen is;
/// fewer on a narrow one. A note stands in the free part of the rows if all of them fit there, else
/// on a second line.
public struct StoresLayout {
  public private(set) var columns: [(x: Int, width: Int)] = []
  public let hasTitles: Bool
  /// How many lines a store has.
  public private(set) var rowHeight = 1
  private let width: Int

  public static let titles = ["", "address", "phone", "e-mail", "note"]
  private static let gap = 2
  private static let start = 3
  private static let least = 6

  public init(_ stores: [Store], _ width: Int) {
    self.width = width
    // Beside the segments of a narrow screen titles would look like two more of them.
    hasTitles = width >= 100
    var widths = hasTitles ? [18, 7, 5, 6, 4] : [0, 0, 0, 0, 0]
    for store in stores {
      for (at, text) in Self.texts(store).enumerated() {
        widths[at] = max(widths[at], DisplayWidth.of(text))
      }
    }
    // What no store has needs no gap either.
    func room(_ widths: [Int]) -> Int {
      width - Self.start - 1 - Self.gap * (max(1, widths.count { $0 > 0 }) - 1)
    }
    let fitsNote = hasTitles && widths.reduce(0, +) <= room(widths)
    let count = width < 60 ? 2 : fitsNote ? 5 : 4
    widths = Array(widths.prefix(count))
    let room = room(widths)
    while widths.reduce(0, +) > room, let widest = widths.max(), widest > Self.least {
      // The later ones matter less.
      widths[widths.lastIndex(of: widest) ?? 0] -= 1
    }
    var x = Self.start
    for width in widths {
      columns.append((x, width))
      x += width > 0 ? width + Self.gap : 0
    }
    let noted = count < 5 ? stores.filter { !$0.note.isEmpty } : []
    guard !noted.isEmpty else { return }
    let free = noted.map { store in
      let texts = Self.texts(store)
      let last = columns.indices.last { !texts[$0].isEmpty } ?? 0
      return columns[last].x + min(DisplayWidth.of(texts[last]), self.room(last, texts)) + Self.gap
    }.reduce(
      hasTitles ? columns[count - 1].x + Self.titles[count - 1].utf8.count + Self.gap : 0, max)
    let longest = noted.reduce(0) { max($0, DisplayWidth.of($1.note.onOneLine)) }
    if count == 4, free + longest < width {
      columns.append((free, longest))
    } else {
      rowHeight = 2
    }
  }

  /// What the columns show, in their order.
  public static func texts(_ store: Store) -> [String] {
    [store.name, store.address, store.phone, store.email, store.note].map(\.onOneLine)
  }

  /// The second line: what has no column, the note first.
  public func rest(_ store: Store) -> String {
    let rest = Self.texts(store).dropFirst(columns.count)
    return (rest.suffix(1) + rest.dropLast()).filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// A long text goes on over the columns behind it that this store leaves empty.
  public func room(_ at: Int, _ texts: [String]) -> Int {
    let next = columns.indices.first { $0 > at && !texts[$0].isEmpty }
    return (next.map { columns[$0].x - Self.gap } ?? width - 1) - columns[at].x
  }
}

extension AppState {
  /// How the starred stores are shown.
  public var storesLayout: StoresLayout { StoresLayout(shownStores, session.size.width) }

  /// How many stores are visible at once.
  var storesPerScreen: Int { max(1, session.layout.list.height / storesLayout.rowHeight) }
}

extension String {
  /// Without line breaks, which a stored note keeps.
  public var onOneLine: String {
    utf8.contains(10) ? String(map { $0.isNewline ? " " : $0 }) : self
  }
}
