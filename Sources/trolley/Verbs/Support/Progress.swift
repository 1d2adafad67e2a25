/// How far a long verb is, in one line of a terminal that it removes again. Scripts see nothing.
struct Progress {
  private let what: String
  private let isShown = isatty(STDERR_FILENO) != 0
  /// The first words come when it turns out to take long.
  private var next = SystemClock.now.monotonic + 500
  private var isThere = false

  init(_ what: String) { self.what = what }

  mutating func show(_ share: Double) {
    guard isShown, SystemClock.now.monotonic >= next else { return }
    next = SystemClock.now.monotonic + 200
    isThere = true
    write("\r\(what): \(Int(share * 100)) %")
  }

  mutating func end() {
    if isThere { write("\r\u{1B}[K") }
    isThere = false
  }

  private func write(_ text: String) { _ = SystemIO.writeAll(STDERR_FILENO, Array(text.utf8)) }
}
