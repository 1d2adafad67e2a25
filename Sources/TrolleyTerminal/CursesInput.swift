import CNCurses

/// Reads typed input; guards curses' input queue.
///
/// Uses `wgetch` byte by byte and decodes UTF-8 itself, because non-blocking `get_wch` loses
/// characters that are split over reads. The mouse is parsed from raw bytes, because curses
/// supports the modern protocol only for some terminal names and drops events of a burst.
final class CursesInput {
  /// When `read` must be called at the latest, to finish an incomplete sequence.
  private(set) var deadline: ContinuousClock.Instant?
  /// Keys are read through a pad, because `wgetch` never refreshes one.
  private let pad = newpad(1, 1)
  private var decoder = KeyDecoder()
  private var askedAt: ContinuousClock.Instant?
  private var missingWellBeings = 0
  private var extendedKeys: [Int32: Key] = [:]
  private var room = [UInt8](repeating: 0, count: 4096)

  private static let burstLimit = 65536
  private static let answerTime = Duration.seconds(2)
  private static let localTime = Duration.milliseconds(100)
  private static let remoteTime = Duration.milliseconds(500)

  init() {
    keypad(pad, true)
    nodelay(pad, true)
    // Removes the definition, so that the bytes of mouse events pass through unchanged.
    define_key(nil, KEY_MOUSE)
  }

  /// Otherwise curses would do it at the first `read`, after the first frame.
  func switchKeypadOn() { keypad(pad, true) }

  /// A query was sent to the terminal.
  func expectReply() {
    decoder.expectsReply = true
    askedAt = .now
  }

  /// A status query was sent. Its answer must not delay an Escape key meanwhile: it is short and
  /// arrives in one piece.
  func expectWellBeing() {
    missingWellBeings += 1
    askedAt = .now
  }

  /// The number of status answers since the last call.
  func takeWellBeings() -> Int {
    let count = decoder.takeWellBeings()
    missingWellBeings = max(0, missingWellBeings - count)
    return count
  }

  /// Whether the window got the keyboard since the last call.
  func takeFocus() -> Bool { decoder.takeFocus() }

  private var isAwaitingReply: Bool { decoder.expectsReply || missingWellBeings > 0 }

  /// An answer that arrives after the program's end would be typed into the shell. So if we leave
  /// right after a query, wait briefly for it.
  func awaitReply() {
    guard isAwaitingReply, let askedAt else { return }
    let limit = askedAt + (environment("SSH_CONNECTION") == nil ? Self.localTime : Self.remoteTime)
    while isAwaitingReply, case let left = limit - .now, left > .zero {
      var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      let isReady = poll(&ready, 1, Int32(left / .milliseconds(1)) + 1) > 0
      guard isReady, ready.revents & Int16(POLLIN) != 0 else { break }
      _ = read()
      _ = takeWellBeings()
    }
    decoder.expectsReply = false
    missingWellBeings = 0
    self.askedAt = nil
  }

  /// All events so far. Call it before every `poll`: curses may hold bytes that `poll` cannot see.
  func read() -> [TerminalEvent] {
    let isLate = deadline.map { $0 <= .now } ?? false
    if let askedAt, ContinuousClock.now - askedAt > Self.answerTime {
      decoder.expectsReply = false
      missingWellBeings = 0
      self.askedAt = nil
    }
    var count = 0
    while count < Self.burstLimit {
      if decoder.isPasting {
        guard readPaste() else { break }
        count += 1
        continue
      }
      let code = wgetch(pad)
      if code == ERR { break }
      count += 1
      if let byte = UInt8(exactly: code) {
        decoder.feed(byte)
      } else if let key = key(code) {
        decoder.feed(key: key)
      }
    }
    decoder.endBurst()
    if count == 0, isLate { decoder.expire() }
    if count > 0 || isLate || deadline == nil {
      deadline = count == Self.burstLimit ? .now : decoder.patience.map { .now + $0 }
    }
    return decoder.take()
  }

  /// A paste may be large, and curses reads one byte at a time.
  private func readPaste() -> Bool {
    var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 0) == 1, ready.revents & Int16(POLLIN) != 0 else { return false }
    let count = room.withUnsafeMutableBytes { Self.read($0) }
    guard count > 0 else { return false }
    decoder.feed(room[..<count])
    return true
  }

  private static func read(_ room: UnsafeMutableRawBufferPointer) -> Int {
    Glibc.read(STDIN_FILENO, room.baseAddress, room.count)
  }

  private func key(_ code: Int32) -> Key? {
    if code > KEY_MAX {
      if let known = extendedKeys[code] { return known }
      let key = keyname(code).flatMap { CursesKeys.key(named: String(cString: $0)) }
      extendedKeys[code] = key
      return key
    }
    return CursesKeys.key(code)
  }
}
