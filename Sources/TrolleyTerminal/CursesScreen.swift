import CNCurses
import TrolleyCore
import TrolleyUI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The screen and the keyboard; guards curses, of which there is one in a process. Everything here
/// belongs to the thread that made it.
public final class CursesScreen {
  /// Whether text may be more than ASCII; make canvases with it.
  public let isUnicode: Bool
  /// How many colours there are. With `none`, only a theme without colours is readable.
  public let depth: ColourDepth
  /// What the environment says about the background, before the terminal answers.
  public let isDarkByEnvironment: Bool?
  /// Whether presses and the wheel are reported. While they are, selecting text with the mouse
  /// needs Shift.
  public var hasMouse: Bool {
    didSet { if modesAreOn, hasMouse != oldValue { write(raw: modes.mouse(hasMouse)) } }
  }

  private let input: CursesInput
  private var painter: CursesPainter
  private let modes: TerminalModes
  private var pacer = FramePacer()
  private var isActive = true
  private var modesAreOn = false

  /// Whether the line to the terminal is too slow for anything that moves, by its own account: a
  /// serial line, or a session over one.
  public let isSlowLine: Bool

  /// Takes the terminal over. Nothing appears before the first `paint`.
  public init(colours: ColourMode = .auto, mouse: Bool = true) throws(Failure) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw Failure(
        .usage, "The screen needs a terminal: start it without a pipe or a redirection.",
        detail: "isatty")
    }
    isUnicode = TerminalLocale.set()
    // Both before newterm: one keeps the shell's modes, the other keeps curses' handlers away.
    TerminalRescue.install()
    Wake.installHandlers()
    let term = try CursesStart.newTerminal(environment("TERM"), colours)
    modes = TerminalModes(term: term)
    TerminalRescue.arm(modes.rescue)
    CursesStart.setUp()
    depth = ColourDepth(
      colours: Int(tigetnum("colors")), wish: colours, noColor: environment("NO_COLOR"))
    (painter, input) = CursesStart.quietly { [depth, isUnicode] in
      curs_set(0)
      let palette = CursesPalette(depth: depth, canStrike: trolley_italic_becomes_strike())
      return (CursesPainter(palette: palette, isUnicode: isUnicode), CursesInput())
    }
    hasMouse = mouse
    isSlowLine = (1..<38400).contains(baudrate())
    isDarkByEnvironment = BackgroundProbe.isDark(colorFgBg: environment("COLORFGBG"))
    followWindow()
  }

  deinit { stop() }

  public var size: Size {
    Size(width: Int(trolley_columns()), height: Int(trolley_lines()))
  }

  /// When `readEvents` must be called at the latest, with or without new input.
  var inputDeadline: ContinuousClock.Instant? { input.deadline }

  /// All that was typed, pressed, pasted or answered since the last call.
  public func readEvents() -> [TerminalEvent] {
    guard isActive else { return [] }
    let events = input.read()
    pacer.answered(input.takeWellBeings())
    return events
  }

  /// Whether a frame that only moves something may be painted now. False while the terminal is
  /// behind; nil when it is too slow for such frames.
  public var hasRoomForMotion: Bool? {
    switch pacer.pace(at: .now) {
    case .keepsUp: true
    case .isBehind: false
    case .isTooSlow: nil
    }
  }

  /// Shows a canvas: sends what differs from the one before, nothing when nothing does.
  ///
  /// Without "synchronized output" around it: a frame leaves in one write or a few, and the 16
  /// bytes would be more than many frames have.
  ///
  /// `isMoving`: something falls over it, and further frames follow.
  public func paint(_ canvas: Canvas, theme: Theme, isMoving: Bool = false) {
    guard isActive else { return }
    if !modesAreOn {
      // Before the first frame: what came behind it would be one more thing to wait for.
      modesAreOn = true
      input.switchKeypadOn()
      write(raw: modes.on(mouse: hasMouse) + (modes.question ?? ""))
      if modes.question != nil { input.expectReply() }
    }
    if isMoving {
      paintMoving(canvas, theme)
    } else {
      painter.paint(canvas, theme: theme)
      pacer.rest()
    }
  }

  /// Something falls over it: the terminal is asked now and then whether it keeps up.
  private func paintMoving(_ canvas: Canvas, _ theme: Theme) {
    let begin = ContinuousClock.now
    painter.paint(canvas, theme: theme)
    let question = modes.wellBeingQuestion
    guard pacer.wrote(from: begin, to: .now, canAsk: modesAreOn && question != nil),
      let question
    else { return }
    write(raw: question)
    input.expectWellBeing()
  }

  /// The next `paint` sends everything, whatever the terminal shows now.
  public func redraw() { painter.forget(clearing: true) }

  /// Asks the terminal for its background again; the answer comes as an event.
  public func askBackground() {
    guard isActive, let question = modes.backgroundQuestion else { return }
    write(raw: question)
    input.expectReply()
  }

  /// Sends bytes past curses: a notification, the bell, the clipboard. `raw` must be clean already
  /// and must not move the cursor. Call it after `paint`, or before; never while painting.
  public func write(raw: String) {
    var rest = Array(raw.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(STDOUT_FILENO, $0) }
      if count < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Takes the size of the window over. The next `paint` sends everything.
  public func resize() {
    guard isActive else { return }
    followWindow()
    // What the terminal has made of the old text is not known.
    painter.forget(clearing: true)
  }

  private func followWindow() {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0,
      window.ws_col > 0
    else { return }
    let now = Size(width: Int(window.ws_col), height: Int(window.ws_row))
    if now != size { resizeterm(Int32(now.height), Int32(now.width)) }
  }

  /// Gives the terminal to the shell or to another program, until `comeBack`.
  public func leave() {
    guard isActive else { return }
    isActive = false
    if modesAreOn { write(raw: modes.off) }
    input.awaitReply()
    modesAreOn = false
    endwin()
    TerminalRescue.disarm()
  }

  /// Takes the terminal again after `leave`. The next `paint` sends everything.
  public func comeBack() {
    guard !isActive else { return }
    isActive = true
    TerminalRescue.arm(modes.rescue)
    reset_prog_mode()
    followWindow()
    painter.forget(clearing: true)
  }

  /// Stops the whole job, as ^Z does everywhere, until the shell continues it.
  public func suspend() {
    leave()
    var ours = sigaction()
    sigaction(SIGTSTP, nil, &ours)
    _ = systemSignal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)  // Stops here, until `fg`.
    sigaction(SIGTSTP, &ours, nil)
    Wake.continued.store(false, ordering: .relaxed)
    // Told to end meanwhile: the terminal belongs to somebody else.
    guard Wake.end.load(ordering: .relaxed) == 0 else { return }
    comeBack()
    Wake.resized.store(true, ordering: .relaxed)
    Wake.up()
  }

  /// After a stop that nobody announced: the modes may be the shell's.
  func continueAfterStop() {
    guard isActive else { return }
    reset_prog_mode()
    modesAreOn = false
    resize()
  }

  /// Gives the terminal back for good. May be called twice.
  public func stop() { leave() }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
