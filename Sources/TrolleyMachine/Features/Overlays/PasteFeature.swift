import TrolleyFormats

/// The preview of a pasted list.
public struct PasteState: Equatable, Sendable {
  /// The most that can be parsed without delaying a key; an imported file may be far longer.
  static let byteLimit = 256 << 10
  static let entryLimit = 5000
  static let tooLong = Failure(
    .badInput, "That is too long to paste. Save it as a file, then: trolley import FILE")

  public var requests: [AddRequest] = []
  /// Lines that are barcodes which the list does not know: looked up, like scans.
  public var codes: [ScannedCode] = []
  /// Why lines of digits are left out: they look like barcodes, and are none.
  public var wrongCodes: [String] = []
  /// What was read otherwise than it was written, such as an amount that is none.
  public var remarks: [String] = []
  /// The effect of the paste, shown before anything changes.
  public var summary = PasteSummary()
  public var refusal: String?
  /// The row that space leaves out or takes in again.
  public internal(set) var focus = ListFocus()
  /// Requests that are not added, by index.
  var leftOut: Set<Int> = []
  /// Requests that are titles of the list or of nothing, by index.
  var titles: Set<Int> = []

  var wanted: [AddRequest] {
    requests.indices.filter { !leftOut.contains($0) }.map { requests[$0] }
  }

  public var isEmpty: Bool { requests.isEmpty && codes.isEmpty }

  /// How many lines of the text are not taken.
  public var leftOutCount: Int { leftOut.count + wrongCodes.count }

  /// How many enter adds, or looks up.
  fileprivate var wantedCount: Int { requests.count - leftOut.count + codes.count }
}

public struct PasteSummary: Equatable, Sendable {
  public var new = 0
  /// Known, and not in the cart.
  public var known = 0
  public var inCart = 0
  public var unticked = 0
  /// The first rows, to recognise the list by: all of one that people look through.
  public var rows: [Row] = []
  /// The cells that the longest of them needs.
  var width = 0
  static let mostRows = 500

  /// The outcome for one line.
  public struct Row: Equatable, Sendable {
    public enum Fate: Equatable, Sendable {
      case new, known
      /// The same thing as a line above.
      case repeated
      /// It adds to what the cart has of it.
      case adds(to: Quantity)
      /// What the cart has of it is ticked.
      case ticked
      case unticked
    }

    public let fate: Fate
    public let request: AddRequest
    /// What adding it makes of the item and the cart.
    public let outcome: AddOutcome
    public let isLeftOut: Bool
    /// Whether it is left out as the title of the list, or as a heading of nothing.
    public let isTitle: Bool
  }

  public init() {}
}

extension PasteState {
  /// The lines of the panel with its frame: more of a tall screen where the list has more rows.
  public func height(in layout: ScreenLayout) -> Int {
    let wanted = summary.rows.count + wrongCodes.count + remarks.count + Self.linesAround
    return min(max(20, min(wanted, layout.size.height * 2 / 3)), layout.size.height - 2)
  }

  /// The cells of the panel with its frame: as many as its rows need, and not so many that the eye loses them.
  public func width(in layout: ScreenLayout) -> Int {
    let wanted = min(max(64, summary.width + Self.cellsAround), 100)
    return min(wanted, layout.size.width - (layout.isNarrow ? 0 : 4))
  }

  /// Frame, and a gap at both sides.
  private static let cellsAround = 4

  /// Frame, heading, a gap above and below, and what enter does.
  private static let linesAround = 6

  /// What the preview has room for: what there is to say about lines, in half of it at most, and the
  /// rows.
  public func layout(in layout: ScreenLayout) -> (width: Int, reasons: [String], rows: Int) {
    let width = width(in: layout) - Self.cellsAround
    let room = max(0, height(in: layout) - Self.linesAround)
    let reasons = Self.fitting(wrongCodes + remarks, width, most: (room + 1) / 2)
    return (width, reasons, max(1, room - reasons.count))
  }
}

extension PasteState {
  /// As many notes as there are lines for, and how many there are besides.
  private static func fitting(_ notes: [String], _ width: Int, most: Int) -> [String] {
    var shown: [String] = []
    for (at, note) in notes.enumerated() {
      let lines = TextWrap.lines(note, width: width)
      let isLast = at == notes.count - 1
      let room = most - shown.count - (isLast ? 0 : 1)
      // Of the first one at least the beginning.
      if lines.count > room, at > 0 {
        return shown + [Wording.count(notes.count - at, "more note") + "."]
      }
      shown += lines.prefix(max(room, 1))
    }
    return Array(shown.prefix(most))
  }
}

extension PasteState: OverlayState {
  package var behaviour: OverlayBehaviour {
    OverlayBehaviour(
      scope: .line, perform: { $0.perform($1, in: self, &$2) },
      facts: { _ in [.pasting: true, .failed: wantedCount == 0] },
      action: leftOutCount == 0 ? "add all" : "add \(wantedCount)",
      type: { app, text in
        guard text == " ", summary.rows.indices.contains(focus.index) else { return }
        var paste = self
        if paste.leftOut.remove(focus.index) == nil { paste.leftOut.insert(focus.index) }
        paste.summary = app.summary(of: paste)
        app.replaceLast(.paste(paste))
      })
  }
}

extension AppState {
  mutating func readPaste(_ text: String) {
    guard case .paste(var paste)? = session.overlays.last else { return }
    do throws(Failure) {
      guard text.utf8.count <= PasteState.byteLimit else { throw PasteState.tooLong }
      let known = shared.known(session.style)
      var list = try PastedList.parse(
        text, currency: shared.currency, numbers: session.style, stores: known.namedStores,
        categories: known.categories, isItem: shared.isItem)
      var isMixed = false
      _ = list.leaveOutBlanks(&isMixed)
      let titles = Set(list.titles.map(\.line))
      var entries = list.entries.map { (entry: $0, isLeftOut: false) }
      let leftOut = (list.titles + list.talk).map { (entry: $0, isLeftOut: true) }
      if !leftOut.isEmpty {
        entries = (entries + leftOut).sorted { $0.entry.line < $1.entry.line }
      }
      guard paste.requests.count + entries.count <= PasteState.entryLimit else {
        throw PasteState.tooLong
      }
      paste.remarks += list.warnings.map(\.sentence)
      paste.remarks += shared.remarks(onStores: list.entries.compactMap(\.store))
      for (entry, isLeftOut) in entries {
        var request = AddRequest(entry)
        let code = ScannedCode(request)
        if let item = code.flatMap({ shared.items.first(with: $0.barcode) }) {
          request.name = item.name
        }
        if let code, ScannedCode(request) != nil {
          paste.codes.append(code)
        } else if let refusal = shared.refusal(asBarcode: request) {
          paste.wrongCodes.append(refusal)
        } else {
          if titles.contains(entry.line) { paste.titles.insert(paste.requests.count) }
          if isLeftOut { paste.leftOut.insert(paste.requests.count) }
          paste.requests.append(request)
        }
      }
      paste.refusal =
        paste.isEmpty
        ? paste.wrongCodes.first ?? "There is no item in that text."
        : refusal(toLookUp: paste.codes.count)
    } catch {
      paste.refusal = error.sentence
    }
    paste.summary = summary(of: paste)
    replaceLast(.paste(paste))
  }

  fileprivate func summary(of paste: PasteState) -> PasteSummary {
    let requests = paste.requests
    var summary = PasteSummary()
    var seen: Set<String> = []
    var spellings: Spellings?
    let names = NameIndex(shared.items, isForMany: requests.count > 8)
    for (at, request) in requests.enumerated() {
      let isLeftOut = paste.leftOut.contains(at)
      let item = names.id(of: request.name, in: shared.items).flatMap { shared.items[$0] }
      let key = item?.id.description ?? Folding.key(request.name)
      let fate =
        seen.contains(key) ? .repeated : item.map { self.fate(of: request, for: $0) } ?? .new
      if !isLeftOut { seen.insert(key) }
      switch fate {
      case _ where isLeftOut: break
      case .new: summary.new += 1
      case .known, .repeated: summary.known += 1
      case .adds, .ticked: summary.inCart += 1
      case .unticked: summary.unticked += 1
      }
      if summary.rows.count < PasteSummary.mostRows {
        let row = PasteSummary.Row(
          fate: fate, request: request,
          outcome: shared.outcome(of: request, by: session.actor, &spellings),
          isLeftOut: isLeftOut, isTitle: paste.titles.contains(at))
        summary.width = max(summary.width, row.width(session.style))
        summary.rows.append(row)
      }
    }
    return summary
  }

  private func fate(of request: AddRequest, for item: Item) -> PasteSummary.Row.Fate {
    guard request.isInCart else { return .known }
    let lines = shared.cart.lines(of: item.id)
    let added = request.amount(of: shared.changed(item, by: request))
    if request.isPicked {
      return SharedState.line(of: added, among: lines).map { _ in .ticked } ?? .known
    }
    guard !lines.contains(where: \.isPicked) else { return .unticked }
    let line = SharedState.taking(added, among: lines, isPicked: false).line
    return line.map { .adds(to: $0.quantity) } ?? .known
  }

  mutating func perform(
    _ command: Command, in paste: PasteState, _ effects: inout [Effect]
  ) -> Bool {
    // There is no text in which these would move.
    let move: Command =
      switch command {
      case .textStart: .first
      case .textEnd: .last
      default: command
      }
    var moved = paste
    if moved.focus.move(
      by: move, count: paste.summary.rows.count,
      viewport: paste.layout(in: session.layout).rows)
    {
      replaceLast(.paste(moved))
      return true
    }
    switch command {
    case .back: back()
    case .open, .submit:
      let wanted = paste.wanted
      guard !(wanted.isEmpty && paste.codes.isEmpty), refusal(toLookUp: paste.codes.count) == nil
      else { return true }
      do {
        if !wanted.isEmpty { try makeAnnounced(.add(wanted), &effects) }
        back()
        guard !paste.codes.isEmpty else { return true }
        // What is not found comes back to the line.
        if session.overlays.last?.isQuickAdd != true {
          session.overlays.append(.quickAdd(QuickAddState()))
        }
        lookUp(paste.codes, &effects)
      } catch {
        var paste = paste
        paste.refusal = error.sentence
        replaceLast(.paste(paste))
      }
    case .quit, .redraw, .suspend: return false
    default: break
    }
    return true
  }
}
