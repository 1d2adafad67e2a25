import CNCurses

/// Chooses the terminal description and starts curses with it.
enum CursesStart {
  /// Returns the name of the chosen description.
  static func newTerminal(
    _ term: String?, _ colours: ColourMode, answered: Int
  ) throws(Failure) -> String {
    if let term, ["dumb", "unknown", "emacs"].contains(term) { throw cannotPlaceText(term) }
    var names: [String] = []
    if let term {
      let colourful = colourfulSibling(of: term, answered) ?? term
      if let direct = directSibling(of: colourful, colours, answered) { names.append(direct) }
      names.append(colourful)
      if colourful != term { names.append(term) }
    }
    for name in names + ["xterm-256color", "xterm", "vt100"] where trolley_newterm(name) != nil {
      guard trolley_capability("cup") != nil else {
        endwin()
        throw cannotPlaceText(name)
      }
      return name
    }
    throw Failure(
      .usage,
      "No description of the terminal \"\(term ?? "")\" is installed. "
        + "Set TERM to one that is, for example xterm-256color.",
      detail: "newterm")
  }

  private static func cannotPlaceText(_ term: String) -> Failure {
    Failure(
      .usage,
      "The terminal \"\(term)\" cannot place text on the screen. "
        + "Set TERM to what it really is, for example xterm-256color.",
      detail: "TERM=\(term)")
  }

  /// Curses does not detect direct colour itself, but where installed, it has descriptions with it
  /// beside those with 256 colours. A terminal's own comes first, such as kitty-direct for
  /// xterm-kitty, then xterm's, if all keys are the same.
  private static func directSibling(
    of term: String, _ colours: ColourMode, _ answered: Int
  ) -> String? {
    switch colours {
    case .palette256, .palette16, .none: return nil
    case .auto:
      guard environment("NO_COLOR") == nil,
        answered > 256 || ["truecolor", "24bit"].contains(environment("COLORTERM"))
      else { return nil }
    case .direct: break
    }
    let family = term.hasSuffix("-256color") ? String(term.dropLast(9)) : term
    var siblings = [family + "-direct"]
    if family.hasPrefix("xterm-") {
      siblings += [family.dropFirst(6) + "-direct", "xterm-direct"]
    }
    // The siblings first: usually there is none.
    let found = siblings.lazy.compactMap { name in keys(of: name).map { (name, $0) } }
    var own: [String]?
    for (name, siblingKeys) in found {
      if own == nil { own = keys(of: term) }
      if own == siblingKeys { return name }
    }
    return nil
  }

  /// The description that fits a terminal which calls itself `xterm`, the name of one with eight
  /// colours, but which says otherwise that it has more. Debian's xterm does
  /// (`XTERM_VERSION`), and those made with VTE or for Konsole; through ssh, which keeps these
  /// variables back, only its answer tells. Nil where the keys differ.
  private static func colourfulSibling(of term: String, _ answered: Int) -> String? {
    guard term == "xterm",
      answered >= 256
        || ["XTERM_VERSION", "VTE_VERSION", "KONSOLE_VERSION", "COLORTERM"]
          .contains(where: { !(environment($0) ?? "").isEmpty }),
      let keys = keys(of: "xterm-256color"), self.keys(of: term) == keys
    else { return nil }
    return "xterm-256color"
  }

  /// The byte sequences of the keys; nil when there is no such description.
  private static func keys(of name: String) -> [String]? {
    defer { trolley_unload_terminal() }
    guard trolley_load_terminal(name) else { return nil }
    let names = [
      "kcuu1", "kcud1", "kcub1", "kcuf1", "khome", "kend", "kpp", "knp", "kich1", "kdch1", "kcbt",
      "kbs", "kf1", "kf5", "kf12", "smkx",
    ]
    return names.map { trolley_capability($0).map { String(cString: $0) } ?? "" }
  }

  /// Configures keyboard and screen, once there is a terminal.
  static func setUp() {
    if environment("ESCDELAY") == nil {
      set_escdelay(environment("SSH_CONNECTION") == nil ? 25 : 100)
    }
    raw()
    noecho()
    nonl()
    // Finish a frame that has begun, without checking for keys between its rows.
    typeahead(-1)
    trolley_leave_palette_alone()
    trolley_shorten_looks()
    trolley_leave_line_drawing_alone()
  }

  /// Runs the rest of the start with the output discarded and puts curses into its resume state:
  /// the first update then sends everything that initialises the terminal together with the frame.
  ///
  /// Not only for looks: until curses has resumed once, it writes after every cursor movement; from
  /// then on a frame leaves in one piece.
  static func quietly<Result>(_ rest: () -> Result) -> Result {
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    let terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    let isQuiet = null >= 0 && terminal >= 0 && dup2(null, STDOUT_FILENO) >= 0
    defer {
      if isQuiet {
        endwin()
        _ = dup2(terminal, STDOUT_FILENO)
      }
      if null >= 0 { close(null) }
      if terminal >= 0 { close(terminal) }
    }
    return rest()
  }
}
