/// Decodes bytes from the keyboard into events. Keys that curses has recognised arrive by
/// `feed(key:)`; the rest is parsed here: UTF-8, control characters, Alt, the mouse, pastes, and
/// the terminal's answers, which must never be typed into a field, even if they arrive in pieces.
///
/// Pure: it knows neither a terminal nor the time. `patience` says how long to wait for the rest of
/// an incomplete sequence; then the owner calls `expire`.
struct KeyDecoder {
  /// What the next byte is part of.
  private enum State {
    case ground, escape, alt, singleShift, control, linuxFunctionKey, mouseBytes, paste
    case text(TextKind)
    case textEscape(TextKind)
  }
  /// Strings that only terminals send: OSC, DCS and APC.
  private enum TextKind { case command, device, application }

  private static let sequenceLimit = 4096
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Maximum length of a paste in bytes; the rest is dropped.
  var pasteLimit = 10 << 20
  /// A query was sent: a lone Escape may be the beginning of its answer.
  var expectsReply = false
  /// The number of status answers.
  private var wellBeings = 0
  private var isFocused = false
  private var state = State.ground
  private var scalars = ScalarDecoder()
  private var typed = String.UnicodeScalarView()
  private var buffer: [UInt8] = []
  private var pasted: [UInt8] = []
  private var matched = 0
  private var events: [TerminalEvent] = []

  var isPasting: Bool { if case .paste = state { true } else { false } }

  /// All events so far.
  mutating func take() -> [TerminalEvent] {
    guard !events.isEmpty else { return [] }
    defer { events = [] }
    return events
  }

  /// The number of status answers since the last call.
  mutating func takeWellBeings() -> Int {
    defer { wellBeings = 0 }
    return wellBeings
  }

  /// Whether the window got the keyboard since the last call.
  mutating func takeFocus() -> Bool {
    defer { isFocused = false }
    return isFocused
  }

  /// How long to wait for the rest of an incomplete sequence; nil when there is none.
  var patience: Duration? {
    switch state {
    case .ground: nil
    case .escape: .milliseconds(200)
    case .singleShift: .milliseconds(50)
    case .control, .text: .milliseconds(buffer.isEmpty ? 50 : 1000)
    case .alt, .linuxFunctionKey, .mouseBytes, .textEscape, .paste: .milliseconds(1000)
    }
  }

  /// A key as curses reports it.
  mutating func feed(key: Key) {
    expire()
    add(.key(key))
  }

  mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { feed(byte) }
  }

  mutating func feed(_ byte: UInt8) {
    switch state {
    case .ground: plain(byte)
    case .escape: afterEscape(byte)
    case .alt: alt(byte)
    case .singleShift:
      state = .ground
      if let key = ControlSequence.singleShift(byte) {
        add(.key(key))
      } else if byte >= 0x20 {
        add(.key(.alt("O")))
        plain(byte)
      }
    case .control: control(byte)
    case .linuxFunctionKey:
      state = .ground
      if let key = ControlSequence.linuxFunctionKey(byte) { add(.key(key)) }
    case .mouseBytes: mouseByte(byte)
    case .paste: paste(byte)
    case .text(let kind): text(byte, kind)
    case .textEscape(let kind):
      state = .ground
      if byte == UInt8(ascii: "\\") {
        answer(kind)
      } else {
        afterEscape(byte)
      }
    }
  }

  /// No more input for now. Curses has already waited for what may follow an Escape, so a lone one
  /// was the key.
  mutating func endBurst() {
    if case .escape = state, !expectsReply { expire() }
    flush()
  }

  /// The rest did not arrive: what may be a key becomes one, pieces of answers are dropped.
  mutating func expire() {
    let was = state
    state = .ground
    scalars.reset()
    switch was {
    case .escape: add(.key(.named(.escape)))
    case .singleShift: add(.key(.alt("O")))
    case .control where buffer.isEmpty: add(.key(.alt("[")))
    case .text(.command) where buffer.isEmpty: add(.key(.alt("]")))
    case .text(.device) where buffer.isEmpty: add(.key(.alt("P")))
    case .text(.application) where buffer.isEmpty: add(.key(.alt("_")))
    case .paste: endPaste()
    case .ground, .alt, .control, .linuxFunctionKey, .mouseBytes, .text, .textEscape: break
    }
    buffer = []
  }

  // MARK: - States

  private mutating func plain(_ byte: UInt8) {
    switch byte {
    case 0x1B:
      scalars.reset()
      state = .escape
    case 0x0D, 0x0A: add(.key(.named(.enter)))
    case 0x09: add(.key(.named(.tab)))
    case 0x08, 0x7F: add(.key(.named(.backspace)))
    case 0: add(.key(.control("@")))
    case ..<0x1B: add(.key(.control(Character(Unicode.Scalar(byte + 0x60)))))
    case ..<0x20: add(.key(.control(Character(Unicode.Scalar(byte + 0x40)))))
    default:
      if let scalar = scalars.feed(byte), !(0x80..<0xA0).contains(scalar.value) {
        typed.append(scalar)
      }
    }
  }

  private mutating func afterEscape(_ byte: UInt8) {
    buffer.removeAll(keepingCapacity: true)
    switch byte {
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "O"): state = .singleShift
    case UInt8(ascii: "]"): state = .text(.command)
    case UInt8(ascii: "P"): state = .text(.device)
    case UInt8(ascii: "_"): state = .text(.application)
    case 0x7F:
      // Alt-Backspace deletes a word, as in shells.
      state = .ground
      add(.key(.control("w")))
    case ..<0x20:
      state = .ground
      add(.key(.named(.escape)))
      plain(byte)
    default:
      state = .alt
      alt(byte)
    }
  }

  private mutating func alt(_ byte: UInt8) {
    if byte < 0x20 {
      state = .ground
      return plain(byte)
    }
    guard let scalar = scalars.feed(byte) else { return }
    state = .ground
    add(.key(.alt(Character(scalar))))
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x1B, 0x18, 0x1A, ..<0x20:
      state = .ground
      if byte == 0x1B { plain(byte) }
    case 0x20..<0x40:
      if buffer.count < Self.sequenceLimit { buffer.append(byte) }
    case UInt8(ascii: "[") where buffer.isEmpty: state = .linuxFunctionKey
    case UInt8(ascii: "M") where buffer.isEmpty: state = .mouseBytes
    default:
      state = .ground
      finishControl(ControlSequence(parameters: buffer, final: byte))
      buffer.removeAll(keepingCapacity: true)
    }
  }

  private mutating func finishControl(_ sequence: ControlSequence) {
    switch sequence.meaning {
    case .event(let event): add(event)
    case .pasteBegins:
      flush()
      state = .paste
    case .identification(let attributes):
      expectsReply = false
      add(.graphics(.attributes(attributes)))
    case .wellBeing: wellBeings += 1
    case .focused: isFocused = true
    case .nothing: break
    }
  }

  /// The legacy mouse protocol: three bytes, each with 32 added.
  private mutating func mouseByte(_ byte: UInt8) {
    buffer.append(byte)
    guard buffer.count == 3 else { return }
    state = .ground
    let (button, x, y) = (Int(buffer[0]) - 32, Int(buffer[1]) - 33, Int(buffer[2]) - 33)
    if let mouse = ControlSequence.mouse(button: button, x: x, y: y) { add(.mouse(mouse)) }
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func text(_ byte: UInt8, _ kind: TextKind) {
    switch byte {
    case 0x07:
      state = .ground
      answer(kind)
    case 0x1B: state = .textEscape(kind)
    case 0x18, 0x1A: state = .ground
    default: if buffer.count < Self.sequenceLimit { buffer.append(byte) }
    }
  }

  private mutating func answer(_ kind: TextKind) {
    switch kind {
    case .command:
      if let colour = BackgroundProbe.background(inAnswer: buffer) { add(.background(colour)) }
    case .device:
      if let count = ColourProbe.colours(inAnswer: buffer) { add(.colours(count)) }
      if let name = GraphicsProbe.name(inAnswer: buffer) { add(.graphics(.name(name))) }
    case .application:
      if let isTaken = GraphicsProbe.isTaken(inAnswer: buffer) {
        add(.graphics(.kitty(isTaken: isTaken)))
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func paste(_ byte: UInt8) {
    if byte == Self.pasteEnd[matched] {
      matched += 1
      if matched == Self.pasteEnd.count {
        state = .ground
        endPaste()
      }
      return
    }
    if matched > 0 {
      keep(Self.pasteEnd[..<matched])
      matched = byte == Self.pasteEnd[0] ? 1 : 0
      if matched == 1 { return }
    }
    if pasted.count < pasteLimit { pasted.append(byte) }
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    if pasted.count < pasteLimit { pasted += bytes }
  }

  private mutating func endPaste() {
    matched = 0
    events.append(.paste(String(decoding: pasted, as: UTF8.self)))
    pasted = []
  }

  // MARK: - Events

  private mutating func add(_ event: TerminalEvent) {
    flush()
    events.append(event)
  }

  /// The scalars of a burst are segmented together, so that combining marks join their base.
  private mutating func flush() {
    guard !typed.isEmpty else { return }
    for character in String(typed) { events.append(.key(.character(character))) }
    typed = String.UnicodeScalarView()
  }
}
