/// Counts failed tries across all programs on one list. Holds a lock on its file for its lifetime,
/// so tries are serialised.
///
/// A wrong PIN identifies no account, so all tries count together: after the fifth failure in a row
/// there is a wait of 30 seconds, which doubles up to an hour; after the twentieth everything is
/// locked until `unlock`; and there are never more than `mostAnHour` failures an hour, even with
/// successes in between. At 25 an hour, all 10 000 PINs of four digits take 400 hours.
final class TryCounter {
  static let fileName = "sign-in.tries"
  static let freeTries = 5
  static let mostInARow = 20
  static let mostAnHour = 25
  static let firstWait = 30_000
  static let longestWait = 3_600_000

  enum Verdict: Equatable {
    case open
    /// Milliseconds.
    case wait(Int)
    case closed
  }

  private let file: SecretFile
  private let fd: Int32
  private let now: TryMoment
  /// Failed tries since the last success.
  private var row = 0
  /// The last failed tries, oldest first.
  private var tries: [TryMoment] = []
  private var before: (row: Int, tries: [TryMoment]) = (0, [])

  init(directory: String, now: TryMoment) throws(Failure) {
    self.now = now
    file = SecretFile(path: directory + "/" + Self.fileName)
    fd = try file.openLocked()
    read(try file.content(of: fd))
    before = (row, tries)
  }

  deinit { close(fd) }

  var verdict: Verdict {
    if row >= Self.mostInARow { return .closed }
    var left = 0
    if row >= Self.freeTries, let last = tries.last {
      left = Self.wait(after: row) - now.age(of: last)
    }
    if tries.count >= Self.mostAnHour {
      left = max(left, 3_600_000 - now.age(of: tries[tries.count - Self.mostAnHour]))
    }
    return left > 0 ? .wait(left) : .open
  }

  /// Milliseconds to wait after so many failures in a row.
  static func wait(after row: Int) -> Int {
    guard row >= freeTries else { return 0 }
    return min(longestWait, firstWait << min(row - freeTries, 16))
  }

  func countTry() throws(Failure) {
    before = (row, tries)
    row += 1
    tries = Array((tries + [now]).suffix(Self.mostAnHour))
    try write()
  }

  /// Takes back the count of the last try, which was no guess after all.
  func takeBackTry() throws(Failure) {
    (row, tries) = before
    try write()
  }

  /// Resets the count after a success; the failures of the last hour stay.
  func forgetRow() throws(Failure) {
    row = 0
    tries = before.tries
    try write()
  }

  // MARK: The file

  private func write() throws(Failure) {
    var w = JSONWriter()
    w.beginObject()
    w.member("v", 1)
    w.member("row", row)
    w.member("boot", now.boot)
    w.array("tries", tries) { $0.write(seenFrom: now, &$1) }
    w.endObject()
    // Fixed length, so that no older content remains behind it.
    var bytes = w.bytes
    bytes += Array(repeating: 0x20, count: max(0, Self.length - 1 - bytes.count))
    bytes.append(0x0A)
    guard SecretFile.write(bytes, to: fd), fsync(fd) == 0 else { throw file.failure("write") }
  }

  private static let length = 2048

  /// Invalid data counts as the most that still allows sign-ins later: corrupting the file must
  /// gain nothing.
  private func read(_ text: String) {
    guard !text.isEmpty else { return }
    guard let value = try? JSONValue.parse(Array(text.utf8)), let members = value.object else {
      row = Self.freeTries
      tries = [now]
      return
    }
    func member(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
    row = max(0, member("row")?.int ?? Self.freeTries)
    let boot = member("boot")?.string ?? ""
    tries = (member("tries")?.array ?? []).compactMap { TryMoment($0, boot: boot) }
    if row > 0, tries.isEmpty { tries = [now] }
  }
}
