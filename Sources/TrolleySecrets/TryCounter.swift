/// Counts failed tries across all programs on one list. Holds a lock on its file for its lifetime,
/// so tries are serialised.
///
/// A wrong PIN identifies no account, so tries count for the till where they are typed: after the
/// fifth failure in a row there it waits 30 seconds, which doubles up to an hour, while the other
/// tills go on. For the list as a whole, everything is locked after the twentieth failure in a row
/// until `unlock`, and there are never more than `mostAnHour` failures an hour, even with successes
/// in between and from any number of tills. At 25 an hour, all 10 000 PINs of four digits take 400
/// hours. For a list on several machines those two limits hold for all of them together, as far as
/// it is known what the others have counted.
final class TryCounter {
  static let fileName = "sign-in.tries"
  static let freeTries = 5
  static let mostInARow = 20
  static let mostAnHour = 25
  static let firstWait = 30_000
  static let longestWait = 3_600_000
  /// More tills than failures an hour: forgetting one gains no try.
  static let mostTills = 32

  enum Verdict: Equatable {
    case open
    /// Milliseconds.
    case wait(Int)
    case closed
  }

  private struct Row {
    let till: String
    /// Failed tries there since the last success there.
    var count: Int
    var last: TryMoment
  }

  private let file: SecretFile
  private let fd: Int32
  private let till: String
  private let now: TryMoment
  private var elsewhere: TriesElsewhere
  /// Failed tries since the last success at any till.
  private var row = 0
  /// The tills with failed tries, the one with the latest last.
  private var rows: [Row] = []
  /// The last failed tries, oldest first.
  private var tries: [TryMoment] = []
  private var before: (row: Int, rows: [Row], tries: [TryMoment]) = (0, [], [])

  init(directory: String, till: String = Till.current, now: TryMoment) throws(Failure) {
    self.till = till
    self.now = now
    elsewhere = TriesElsewhere(directory: directory, now: now)
    file = SecretFile(path: directory + "/" + Self.fileName)
    fd = try file.openLocked()
    read(try file.content(of: fd))
    before = (row, rows, tries)
  }

  deinit { close(fd) }

  var verdict: Verdict {
    let others = elsewhere.tries(of: TriesElsewhere.pins)?.failed ?? 0
    if row + others >= Self.mostInARow { return .closed }
    var left = 0
    if let here = rows.first(where: { $0.till == till }), here.count >= Self.freeTries {
      left = Self.wait(after: here.count) - now.age(of: here.last)
    }
    let hour = elsewhere.wait(TriesElsewhere.pinsOfHour, own: tries, most: Self.mostAnHour)
    left = max(left, hour)
    return left > 0 ? .wait(left) : .open
  }

  /// For the other machines of the list.
  var counted: [SyncTries] {
    guard let last = tries.last else { return [] }
    let age = now.age(of: last)
    let ofHour = tries.count { now.age(of: $0) < TriesElsewhere.hour }
    return [
      SyncTries(who: TriesElsewhere.pins, failed: row, age: age),
      SyncTries(who: TriesElsewhere.pinsOfHour, failed: ofHour, age: age),
    ].filter { $0.failed > 0 }
  }

  /// Milliseconds to wait after so many failures in a row.
  static func wait(after row: Int) -> Int {
    guard row >= freeTries else { return 0 }
    return min(longestWait, firstWait << min(row - freeTries, 16))
  }

  func countTry() throws(Failure) {
    before = (row, rows, tries)
    row += 1
    let count = rows.first { $0.till == till }?.count ?? 0
    rows.removeAll { $0.till == till }
    rows = Array((rows + [Row(till: till, count: count + 1, last: now)]).suffix(Self.mostTills))
    tries = Array((tries + [now]).suffix(Self.mostAnHour))
    try write()
  }

  /// Takes back the count of the last try, which was no guess after all.
  func takeBackTry() throws(Failure) {
    (row, rows, tries) = before
    try write()
  }

  /// Resets the counts after a success at this till; the failures of the last hour stay, and so do
  /// the waits of other tills.
  func forgetRow() throws(Failure) {
    row = 0
    rows.removeAll { $0.till == till }
    tries = before.tries
    try write()
    try elsewhere.forgive(TriesElsewhere.pins)
  }

  /// Unlocks every till. The hourly limit stays.
  func forgetAll() throws(Failure) {
    row = 0
    rows = []
    try write()
    try elsewhere.forgive(nil)
  }

  // MARK: The file

  private func write() throws(Failure) {
    var w = JSONWriter()
    w.object { w in
      w.member("v", 2)
      w.member("row", row)
      w.member("boot", now.boot)
      w.array("tries", tries) { $0.write(seenFrom: now, &$1) }
      w.array("tills", rows) { row, w in
        w.object { w in
          w.member("till", row.till)
          w.member("row", row.count)
          w.member("last", row.last, seenFrom: now)
        }
      }
    }
    // Fixed length, so that no older content remains behind it.
    var bytes = w.bytes
    bytes += Array(repeating: 0x20, count: max(0, Self.length - 1 - bytes.count))
    bytes.append(0x0A)
    guard SecretFile.write(bytes, to: fd), fsync(fd) == 0 else { throw file.failure("write") }
  }

  /// Room for all tries and all tills.
  private static let length = 8192

  /// Invalid data counts as the most that still allows sign-ins later: corrupting the file must
  /// gain nothing. In version 1 the row counted for every till, so it does for this one.
  private func read(_ text: String) {
    guard !text.isEmpty else { return }
    guard let value = try? JSONValue.parse(Array(text.utf8)), let members = value.object else {
      row = Self.freeTries
      tries = [now]
      rows = [Row(till: till, count: row, last: now)]
      return
    }
    func member(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
    row = max(0, member("row")?.int ?? Self.freeTries)
    let boot = member("boot")?.string ?? ""
    tries = (member("tries")?.array ?? []).compactMap { TryMoment($0, boot: boot) }
    if row > 0, tries.isEmpty { tries = [now] }
    guard let tills = member("tills")?.array else {
      rows = tries.last.map { [Row(till: till, count: row, last: $0)] } ?? []
      return
    }
    rows = tills.compactMap { one in
      guard let till = one["till"]?.string else { return nil }
      return Row(
        till: till, count: max(0, one["row"]?.int ?? Self.freeTries),
        last: TryMoment(one["last"], boot: boot) ?? now)
    }
  }
}
