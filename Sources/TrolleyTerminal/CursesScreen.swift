import CNCurses

/// The screen and the keyboard; guards curses, of which a process has one instance. Use it only on
/// the thread that created it.
public final class CursesScreen {
  /// Whether text may contain more than ASCII; create canvases with it.
  public let isUnicode: Bool
  /// The available colours. With `none`, only a theme without colours is readable.
  public let depth: ColourDepth
  /// The background according to the environment, before the terminal answers.
  public let isDarkByEnvironment: Bool?
  /// Whether clicks and the wheel are reported. While they are, selecting text with the mouse needs
  /// Shift.
  public var hasMouse: Bool {
    didSet { if modesAreOn, hasMouse != oldValue { write(raw: modes.mouse(hasMouse)) } }
  }

  /// How pictures are shown in real pixels; nil for cells. Set it before `paint`.
  public var pixels: TerminalGraphics.Method? {
    didSet { if pixels != oldValue { changePixels() } }
  }
  /// The pixels of a cell, if the system knows them.
  public private(set) var cell: PixelSize?
  /// When to paint again, because pictures of the last frame are still to be sent; nil if there are
  /// none. While the terminal is busy with others, its answer calls for it, or this time.
  public var picturesAreDue: ContinuousClock.Instant? {
    guard isActive, pictures.isBehind || mustDrawPictures else { return nil }
    let now = ContinuousClock.now
    return flow.room(at: now) > 0 ? now : flow.deadline ?? now
  }

  private let input: CursesInput
  private var pictures = TerminalPictures(
    seed: Int(getpid()), isInTmux: environment("TMUX") != nil)
  private var latePictures = LatePictures()
  private var painter: CursesPainter
  private let modes: TerminalModes
  private var pacer = FramePacer()
  private var flow = PictureFlow()
  /// The terminal may have forgotten pictures.
  private var mustDrawPictures = false
  /// What the status queries are about that have not been answered.
  private var queries: [Query] = []
  private enum Query { case motion, pictures }
  private var isActive = true
  private var modesAreOn = false

  /// Whether the line is too slow for animation by its declared speed, as a serial line is.
  public let isSlowLine: Bool

  /// Takes over the terminal. Nothing appears before the first `paint`.
  ///
  /// - Parameter answered: how many colours the terminal said it has at an earlier start.
  public init(
    colours: ColourMode = .auto, answered: Int? = nil, mouse: Bool = true
  ) throws(Failure) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw Failure(
        .usage, "The screen needs a terminal: start it without a pipe or a redirection.",
        detail: "isatty")
    }
    isUnicode = TerminalLocale.set()
    // Both before newterm: one saves the shell's modes, the other keeps curses from installing
    // handlers.
    TerminalRescue.install()
    SelfPipe.installHandlers()
    let term = try CursesStart.newTerminal(environment("TERM"), colours, answered: answered ?? 0)
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

  public var size: Size { Size(width: Int(trolley_columns()), height: Int(trolley_lines())) }

  /// When `readEvents` must be called at the latest, with or without new input.
  var inputDeadline: ContinuousClock.Instant? { input.deadline }

  /// Everything typed, clicked, pasted or answered since the last call.
  public func readEvents() -> [TerminalEvent] {
    guard isActive else { return [] }
    let events = input.read()
    if input.takeFocus(), pictures.uncover() { mustDrawPictures = true }
    for _ in 0..<input.takeWellBeings() where !queries.isEmpty {
      switch queries.removeFirst() {
      case .motion: pacer.answered(1)
      case .pictures: flow.answered(at: .now)
      }
    }
    return events
  }

  /// Whether an animation frame may be painted now. False while the terminal lags; nil when it is
  /// too slow for animation.
  public var hasRoomForMotion: Bool? {
    switch pacer.pace(at: .now) {
    case .keepsUp: true
    case .isBehind: false
    case .isTooSlow: nil
    }
  }

  /// Whether the terminal takes output at once: not while it was stopped, as by ctrl-s, or is behind.
  public var takesOutput: Bool {
    var polled = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&polled, 1, 0) > 0
  }

  /// Shows a canvas: sends the difference from the last one; nothing if they are equal.
  ///
  /// Without "synchronized output" around it: a frame leaves in one or a few writes, and the 16
  /// bytes would be more than many frames.
  ///
  /// - Parameter isMoving: an animation is running, and more frames follow.
  public func paint(_ canvas: Canvas, theme: Theme, isMoving: Bool = false) {
    guard isActive else { return }
    if isMoving {
      paintMoving(canvas, theme)
    } else {
      paintWithPictures(canvas, theme, isMoving: false)
      pacer.rest()
    }
    switchModesOn()
  }

  /// Just before the first frame is sent: earlier, the terminal would be busy with its answers when
  /// the frame comes; later, they would be one more thing to wait for.
  private func switchModesOn() {
    guard !modesAreOn else { return }
    modesAreOn = true
    input.switchKeypadOn()
    write(raw: modes.on(mouse: hasMouse) + (modes.question ?? ""))
    if modes.question != nil { input.expectReply() }
    write(pictures.claim)
  }

  /// With pictures the frame is announced as one, so that none of its steps is seen.
  private func paintWithPictures(_ canvas: Canvas, _ theme: Theme, isMoving: Bool) {
    guard pixels != nil else {
      return painter.paint(canvas, theme: theme, onSending: switchModesOn)
    }
    switchModesOn()
    mustDrawPictures = false
    var canvas = canvas
    flow.giveUp(at: .now)
    let (before, after) = pictures.prepare(
      &canvas, isMoving: isMoving, room: flow.room(at: .now))
    let count = before.count + after.count
    if count > 0 { write(Self.begin + before) }
    painter.paint(canvas, theme: theme)
    if count > 0 { write(after + Self.end) }
    if painter.hasNewParts { latePictures.cameWithFrame(at: .now) }
    if count > 0, flow.wrote(count, at: .now) { ask(.pictures) }
  }

  /// Sends a status query, which the terminal answers once it has shown everything before it.
  private func ask(_ query: Query) {
    guard let question = modes.wellBeingQuestion else { return }
    write(raw: question)
    queries.append(query)
    input.expectWellBeing()
  }

  /// When `showLatePictures` must be called, with or without a new frame.
  var pictureDeadline: ContinuousClock.Instant? { latePictures.deadline }

  /// Has the terminal draw once more, if it is time.
  func showLatePictures() {
    if latePictures.isDue(at: .now) { write(pictures.passed(Self.begin + Self.end)) }
  }

  /// “Synchronized output”.
  private static let begin = Array("\u{1B}[?2026h".utf8)
  private static let end = Array("\u{1B}[?2026l".utf8)

  private func changePixels() {
    let bytes = pictures.change(to: pixels)
    if isActive { TerminalRescue.arm(pictures.rescue + modes.rescue) }
    if modesAreOn { write(bytes) }
    latePictures.forget()
    painter.marks = pictures.marks
    trolley_shift_characters(pictures.allowsShifting)
    painter.forget(clearing: true)
  }

  /// During an animation the terminal is asked now and then whether it keeps up.
  private func paintMoving(_ canvas: Canvas, _ theme: Theme) {
    let begin = ContinuousClock.now
    paintWithPictures(canvas, theme, isMoving: true)
    let canAsk = modesAreOn && modes.wellBeingQuestion != nil
    if pacer.wrote(from: begin, to: .now, canAsk: canAsk) { ask(.motion) }
  }

  /// The next `paint` sends everything, whatever the terminal shows now.
  public func redraw() {
    if isActive { write(pictures.farewell()) }
    painter.forget(clearing: true)
  }

  /// Queries the terminal's background again; the answer comes as an event.
  public func askBackground() {
    guard isActive, let question = modes.backgroundQuestion else { return }
    write(raw: question)
    input.expectReply()
  }

  /// Sends bytes past curses: a notification, the bell, the clipboard. `raw` must already be
  /// sanitised and must not move the cursor. Never call it during a paint.
  public func write(raw: String) { write(Array(raw.utf8)) }

  private func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EAGAIN {
        // Another program made the terminal non-blocking. Half a sequence would be read as text.
        var ready = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, -1)
      } else if count < 0, errno != EINTR {
        return
      }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Adopts the new window size. The next `paint` sends everything.
  public func resize() {
    guard isActive else { return }
    followWindow()
    // How the terminal rearranged the old text is unknown.
    write(pictures.clear())
    painter.forget(clearing: true)
    // Another size of its letters may be why.
    if cell == nil, pixels != nil { write(raw: GraphicsProbe.cellQuestion) }
  }

  private func followWindow() {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0, window.ws_col > 0
    else { return }
    cell =
      window.ws_xpixel > 0 && window.ws_ypixel > 0
      ? PixelSize(
        width: Int(window.ws_xpixel / window.ws_col), height: Int(window.ws_ypixel / window.ws_row))
      : nil
    let now = Size(width: Int(window.ws_col), height: Int(window.ws_row))
    if now != size { resizeterm(Int32(now.height), Int32(now.width)) }
  }

  /// Hands the terminal to the shell or another program, until `comeBack`.
  public func leave() {
    guard isActive else { return }
    isActive = false
    let farewell = pictures.farewell()
    if modesAreOn { write(pictures.release + farewell + Array(modes.off.utf8)) }
    latePictures.forget()
    input.awaitReply()
    queries = []
    flow.forget()
    modesAreOn = false
    endwin()
    TerminalRescue.disarm()
  }

  /// Takes the terminal back after `leave`. The next `paint` sends everything.
  public func comeBack() {
    guard !isActive else { return }
    isActive = true
    TerminalRescue.arm(pictures.rescue + modes.rescue)
    reset_prog_mode()
    followWindow()
    painter.forget(clearing: true)
  }

  /// Stops the whole job, as ^Z does, until the shell continues it.
  public func suspend() {
    leave()
    var ours = sigaction()
    sigaction(SIGTSTP, nil, &ours)
    _ = systemSignal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)  // Stops here until `fg`.
    sigaction(SIGTSTP, &ours, nil)
    SelfPipe.continued.store(false, ordering: .relaxed)
    // Told to end meanwhile: the terminal now belongs to another program.
    guard SelfPipe.end.load(ordering: .relaxed) == 0 else { return }
    comeBack()
    SelfPipe.resized.store(true, ordering: .relaxed)
    SelfPipe.wake()
  }

  /// After SIGSTOP, which cannot be caught, the modes may be the shell's.
  func continueAfterStop() {
    guard isActive else { return }
    reset_prog_mode()
    modesAreOn = false
    write(pictures.farewell())
    resize()
  }

  /// Restores the terminal for good. May be called twice.
  public func stop() { leave() }
}
