import TrolleyWire

/// The code by which another machine joins. It works once, and it is a secret until then: it is kept
/// here and nowhere else.
public struct JoinCodeState: Equatable, Sendable {
  public let machine: String
  public let code: String
  /// What has to be said about it.
  let remark: String?
  /// Until when it works: seconds since 1970.
  let until: Int
  /// The first visible line.
  public internal(set) var scroll = 0

  public var title: String { "The code for " + machine }
}

/// The lines of a code: the whole width of the screen, from its first column, so that a selection with
/// the mouse has the code and nothing else. Joining ignores the line breaks.
public struct JoinCodeLayout: Equatable, Sendable {
  public let lines: [String]
  /// So many of them are the code; the others are above it.
  public let codeLines: Int
  public let rows: Int

  init(_ words: String, _ code: String, _ layout: ScreenLayout) {
    let width = max(1, layout.size.width)
    var rest = code[...]
    var pieces: [String] = []
    while !rest.isEmpty {
      pieces.append(String(rest.prefix(width)))
      rest = rest.dropFirst(width)
    }
    lines = TextWrap.lines(words, width: max(1, width - 1), most: 20) + [""] + pieces
    codeLines = pieces.count
    // The title above and the hints below.
    rows = max(1, layout.size.height - 2)
  }

  public var mostScroll: Int { max(0, lines.count - rows) }
}

extension JoinCodeState: OverlayState {
  package var behaviour: OverlayBehaviour {
    OverlayBehaviour(
      scope: .code, perform: { $0.perform($1, in: self, &$2) },
      facts: { [.asText: true, .long: $0.layout(of: self).mostScroll > 0] })
  }
}

extension AppState {
  mutating func showJoinCode(_ code: String, for machine: String, _ remark: String?) {
    guard !session.isLocked,
      let at = session.overlays.lastIndex(where: { overlay in
        if case .form(let form) = overlay { form.purpose == .inviteMachine } else { false }
      })
    else { return }
    session.overlays.removeSubrange(at...)
    session.overlays.append(
      .joinCode(
        JoinCodeState(
          machine: machine, code: code, remark: remark,
          until: session.clock.wall + ServerTask.lifetimeOfCodes)))
  }

  public func layout(of code: JoinCodeState) -> JoinCodeLayout {
    let (offset, style) = (session.utcOffset, session.dateStyle)
    let until =
      Wording.date(code.until, now: session.clock.wall, offset: offset, style: style) + ", "
      + Wording.clock(code.until, offset: offset, style: style)
    let words =
      "On \(code.machine) type: trolley join\nThen paste this code. It works once, until \(until). "
      + "Anyone who has it can join, so pass it on where others do not see it."
      + (code.remark.map { " " + $0 } ?? "")
    return JoinCodeLayout(words, code.code, session.layout)
  }

  mutating func perform(
    _ command: Command, in code: JoinCodeState, _ effects: inout [Effect]
  ) -> Bool {
    let most = layout(of: code).mostScroll
    var code = code
    switch command {
    case .back, .leave, .open:
      back()
      return true
    case .up, .left: code.scroll = max(0, min(code.scroll, most) - 1)
    case .down, .right: code.scroll = min(most, code.scroll + 1)
    case .copy: effects.append(.copy(code.code))
    case .showCode:
      showCode(code.title, .list(code.code), &effects)
      return true
    case .quit, .redraw, .suspend: return false
    default: break
    }
    replaceLast(.joinCode(code))
    return true
  }
}
