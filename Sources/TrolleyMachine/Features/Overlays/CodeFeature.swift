import TrolleyWire

/// A QR code overlay: transfers the list or a link to a phone, in several codes if one would not
/// fit the window.
public struct CodeState: Equatable, Sendable {
  public enum Stage: Equatable, Sendable {
    /// The worker is rendering it: the request number.
    case asking(Int)
    case shown(QRCode)
    case failed(String)
  }

  enum Content: Equatable, Sendable {
    /// Where the text needs too many codes, the first shorter one that does not takes its place.
    case list(String, shorter: [Shortened] = [])
    case link(String)
    /// A mail's draft: links with its text, the best first; where a code has room for none of them,
    /// one without, again the best first, and the text behind it.
    case draft(links: [String], empty: [String], text: String)
  }

  struct Shortened: Equatable, Sendable {
    let text: String
    /// What it lacks, for the title.
    let lack: String
  }

  let name: String
  let content: Content
  /// The encoded texts.
  public internal(set) var pages: [String]
  /// What the codes lack; empty if nothing.
  var lack = ""
  public internal(set) var page = 0
  public internal(set) var stage: Stage

  public var title: String {
    guard pages.count > 1 else { return name }
    let place = "\(page + 1) of \(pages.count)"
    guard case .draft = content else {
      return name + ", " + place + (lack.isEmpty ? "" : ": " + lack)
    }
    return place + (page == 0 ? ": an empty mail" : ": its text, to paste into it")
  }

  /// All of it, to be copied.
  public var text: String {
    switch content {
    case .list(let text, _), .link(let text): text
    case .draft(let links, let empty, let text):
      // A mail that has no room in one code is of use as its text only.
      if case .failed = stage { text } else { pages.count == 1 ? links.first ?? empty[0] : text }
    }
  }

  public var isLink: Bool { if case .list = content { false } else { true } }

  /// The most codes that anyone scans one after another.
  private static let most = 60

  /// - Parameters:
  ///   - one: the bytes that a code has room for.
  ///   - each: the same below a line that says which of them it is.
  static func pages(
    _ content: Content, one: Int, each: Int
  ) -> (pages: [String], lack: String) {
    let all = whole(content, one: one, each: each)
    guard all.count == 1, case .list(_, let shorter) = content else { return (all, "") }
    for shortened in shorter where all[0].utf8.count > one {
      let pages = whole(.list(shortened.text), one: one, each: each)
      if pages.count > 1 || pages[0].utf8.count <= one { return (pages, shortened.lack) }
    }
    return (all, "")
  }

  /// The smallest window that shows all of it, in as many codes as that takes; nil where none does.
  public var leastWindow: Size? {
    (Self.fewestLines...Self.mostLines).first { lines in
      let (one, each) = Self.rooms(in: Size(width: 2 * lines, height: lines))
      let pages = Self.pages(content, one: one, each: each).pages
      return pages.allSatisfy { $0.utf8.count <= (pages.count > 1 ? each : one) }
    }.map { Size(width: 2 * ($0 - 1), height: $0) }
  }

  private static let fewestLines = 12
  private static let mostLines = 100

  /// The bytes that a code has room for in a window; the same below a line that says which it is.
  static func rooms(in window: Size) -> (one: Int, each: Int) {
    func room(lines: Int) -> Int {
      QRCode.capacity(side: min(window.width, 2 * lines) - 2 * QRCode.quiet)
    }
    return (room(lines: window.height - 1), room(lines: window.height - 2))
  }

  /// One page that is too long if it would take too many.
  private static func whole(_ content: Content, one: Int, each: Int) -> [String] {
    let (whole, first, rest): (String, [String], String) =
      switch content {
      case .link(let link): (link, [], "")
      case .list(let text, _): (text, [], text)
      case .draft(let links, let empty, let text):
        // Below its title it has less room than one that is alone.
        (
          links.first { $0.utf8.count <= one } ?? links.last ?? empty[0],
          [empty.first { $0.utf8.count <= each } ?? empty[empty.count - 1]], text
        )
      }
    // In a tiny window no code has room for a line.
    guard whole.utf8.count > one, !rest.isEmpty, each >= 32 else { return [whole] }
    let pages = first + split(rest, each)
    return pages.count <= most ? pages : [whole]
  }

  /// Whole lines as far as possible.
  private static func split(_ text: String, _ room: Int) -> [String] {
    var pages: [String] = []
    var page = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = line
      if !page.isEmpty, page.utf8.count + 1 + line.utf8.count > room {
        pages.append(page)
        page = ""
      }
      while line.utf8.count > room {
        var part = line.prefix(room)
        while part.utf8.count > room, part.count > 1 { part = part.dropLast() }
        pages.append(String(part))
        line = line.dropFirst(part.count)
      }
      page += (page.isEmpty ? "" : "\n") + line
    }
    return page.isEmpty ? pages : pages + [page]
  }
}

extension CodeState: OverlayState {
  package var behaviour: OverlayBehaviour {
    OverlayBehaviour(
      scope: .code, perform: { $0.perform($1, in: self, &$2) },
      facts: { [.link: isLink && $0.session.hasBrowser, .several: page + 1 < pages.count] })
  }
}

extension AppState {
  mutating func showListCode(_ effects: inout [Effect]) {
    guard !shared.cart.isEmpty else { return notice(ChangeError.emptyCart.sentence) }
    let lines = Array(shared.cart.lines)
    var shorter: [CodeState.Shortened] = []
    var open = lines.filter { !$0.isPicked }
    if open.isEmpty { open = lines }
    let isLess = open.count < lines.count
    if isLess {
      shorter.append(
        .init(
          text: ListText.compact(shared, open, style: session.style), lack: "without what is picked"
        ))
    }
    for longest in [40, 20] {
      shorter.append(
        .init(
          text: ListText.compact(shared, open, style: session.style, longest: longest),
          lack: "names are shortened" + (isLess ? ", nothing picked" : "")))
    }
    showCode(
      "The list for your phone",
      .list(ListText.compact(shared, style: session.style), shorter: shorter), &effects)
  }

  mutating func showCode(
    _ name: String, _ content: CodeState.Content, _ effects: inout [Effect]
  ) {
    let (pages, lack) = pages(of: content)
    let code = CodeState(
      name: name, content: content, pages: pages, lack: lack, stage: .failed(""))
    session.overlays.append(.code(asked(code, &effects)))
  }

  /// As many as the window requires.
  private func pages(of content: CodeState.Content) -> (pages: [String], lack: String) {
    let (one, each) = CodeState.rooms(in: session.size)
    return CodeState.pages(content, one: one, each: each)
  }

  /// Has the current page drawn.
  private mutating func asked(_ code: CodeState, _ effects: inout [Effect]) -> CodeState {
    var code = code
    if case .asking(let number) = code.stage { cancelWork(number, &effects) }
    let text = code.pages[code.page]
    if text.utf8.count > WorkerLine.longestQRText {
      let mail = if case .list = code.content { ", and m on the cart mails the list." } else { "." }
      code.stage = .failed(
        "That is too long for QR codes in this window. A larger one needs fewer; y copies the text"
          + mail)
    } else {
      code.stage = .asking(askWorker(.encodeQR(text), for: .code, &effects))
    }
    return code
  }

  /// After a resize there may be more or fewer of them.
  mutating func fitCode(_ effects: inout [Effect]) {
    for at in session.overlays.indices {
      guard case .code(var code) = session.overlays[at] else { continue }
      let (pages, lack) = pages(of: code.content)
      guard pages != code.pages else { continue }
      code.pages = pages
      code.lack = lack
      code.page = min(code.page, pages.count - 1)
      session.overlays[at] = .code(asked(code, &effects))
    }
  }

  mutating func receiveCode(_ answer: WorkerAnswer, number: Int) {
    guard
      let at = session.overlays.lastIndex(where: { overlay in
        if case .code(let code) = overlay { code.stage == .asking(number) } else { false }
      }), case .code(var code) = session.overlays[at]
    else { return }
    switch answer {
    case .qrCode(let drawn): code.stage = .shown(drawn)
    case .failed(let failure): code.stage = .failed(failure.sentence)
    default: return
    }
    session.overlays[at] = .code(code)
  }

  mutating func perform(_ command: Command, in code: CodeState, _ effects: inout [Effect]) -> Bool {
    switch command {
    case .back, .leave, .open:
      if case .asking(let number) = code.stage { cancelWork(number, &effects) }
      back()
    case .right, .down: turn(code, by: 1, &effects)
    case .left, .up: turn(code, by: -1, &effects)
    case .copy: effects.append(.copy(code.text))
    case .openInBrowser where code.isLink && session.hasBrowser:
      effects.append(.openAddress(code.text))
    case .quit, .redraw, .suspend: return false
    default: break
    }
    return true
  }

  private mutating func turn(_ code: CodeState, by step: Int, _ effects: inout [Effect]) {
    guard code.pages.indices.contains(code.page + step) else { return }
    var code = code
    code.page += step
    replaceLast(.code(asked(code, &effects)))
  }
}
