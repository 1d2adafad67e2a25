/// Counts wrong passwords for each address, across all programs on one list. Holds a lock on its
/// file for its lifetime.
///
/// After the fifth wrong password in a row an address is locked for 30 seconds, which doubles up to
/// an hour; after the twentieth it is locked until `unlock`; and all addresses together get at most
/// `mostAnHour` tries. Unknown addresses are counted alike, so that an attacker cannot tell which
/// exist; `mostStrangers` of them are remembered. For a list on several machines all of it holds for
/// them together, as far as it is known what the others have counted.
final class PasswordTries {
  static let fileName = "sign-in.passwords"
  static let mostAnHour = 100
  static let mostStrangers = 100

  private struct Row {
    /// A keyed hash of the address, so that the file does not reveal it.
    let who: String
    let isKnown: Bool
    var count: Int
    var last: TryMoment
  }

  private let file: SecretFile
  private let fd: Int32
  private let now: TryMoment
  private var elsewhere: TriesElsewhere
  private var rows: [Row] = []
  /// The last failed tries, oldest first.
  private var tries: [TryMoment] = []

  init(directory: String, now: TryMoment) throws(Failure) {
    self.now = now
    elsewhere = TriesElsewhere(directory: directory, now: now)
    file = SecretFile(path: directory + "/" + Self.fileName)
    fd = try file.openLocked()
    read(try file.content(of: fd))
  }

  deinit { close(fd) }

  func verdict(of who: String) -> TryCounter.Verdict {
    let others = elsewhere.tries(of: who)
    let row = rows.first { $0.who == who }
    let count = (row?.count ?? 0) + (others?.failed ?? 0)
    if count >= TryCounter.mostInARow { return .closed }
    let ages = [row.map { now.age(of: $0.last) }, others?.age].compactMap { $0 }
    let hour = elsewhere.wait(TriesElsewhere.passwordsOfHour, own: tries, most: Self.mostAnHour)
    let left = max(TryCounter.wait(after: count) - (ages.min() ?? 0), hour)
    return left > 0 ? .wait(left) : .open
  }

  /// For the other machines of the list; the newest first.
  var counted: [SyncTries] {
    var all = rows.filter { $0.count > 0 }.map {
      SyncTries(who: $0.who, failed: $0.count, age: now.age(of: $0.last))
    }
    if let last = tries.last {
      let ofHour = tries.count { now.age(of: $0) < TriesElsewhere.hour }
      all.append(
        SyncTries(
          who: TriesElsewhere.passwordsOfHour, failed: ofHour, age: now.age(of: last)))
    }
    return all.filter { $0.failed > 0 }.sorted { $0.age < $1.age }
  }

  func count(_ who: String, isKnown: Bool) throws(Failure) {
    let before = rows.first { $0.who == who }?.count ?? 0
    rows.removeAll { $0.who == who }
    rows.append(Row(who: who, isKnown: isKnown, count: before + 1, last: now))
    let strangers = rows.indices.filter { !rows[$0].isKnown }
    if strangers.count > Self.mostStrangers { rows.remove(at: strangers[0]) }
    tries = Array((tries + [now]).suffix(Self.mostAnHour))
    try write()
  }

  /// Resets the count after a correct password: this try was not a failed one.
  func forget(_ who: String) throws(Failure) {
    try elsewhere.forgive(who)
    guard rows.contains(where: { $0.who == who }) else { return }
    rows.removeAll { $0.who == who }
    _ = tries.popLast()
    try write()
  }

  /// Takes back the count of an address's last try, which was none. The wait from earlier ones
  /// starts again.
  func takeBack(_ who: String) throws(Failure) {
    guard let at = rows.firstIndex(where: { $0.who == who }) else { return }
    rows[at].count -= 1
    if rows[at].count <= 0 { rows.remove(at: at) }
    _ = tries.popLast()
    try write()
  }

  /// Unlocks every address. The hourly limit stays.
  func forgetAll() throws(Failure) {
    rows = []
    try write()
    try elsewhere.forgive(nil)
  }

  // MARK: The file

  private func write() throws(Failure) {
    try file.writeLine(to: fd) { w in
      w.member("v", 1)
      w.member("boot", now.boot)
      w.array("rows", rows) { row, w in
        w.object { w in
          w.member("who", row.who)
          if row.isKnown { w.member("known", true) }
          w.member("count", row.count)
          w.member("last", row.last, seenFrom: now)
        }
      }
      w.array("tries", tries) { $0.write(seenFrom: now, &$1) }
    }
  }

  /// Invalid data counts as the most that still lets people in later: corrupting the file must gain
  /// nothing.
  private func read(_ text: String) {
    guard !text.isEmpty else { return }
    // A program that was killed may have left the rest of a longer text behind the line.
    let line = Array(text.utf8.prefix { $0 != 0x0A })
    guard let value = try? JSONValue.parse(line), let moments = value["tries"]?.array,
      let addresses = value["rows"]?.array
    else {
      tries = Array(repeating: now, count: Self.mostAnHour)
      return
    }
    let boot = value["boot"]?.string ?? ""
    tries = moments.suffix(Self.mostAnHour).map { TryMoment($0, boot: boot) ?? now }
    rows = addresses.compactMap { row in
      guard let who = row["who"]?.string else { return nil }
      return Row(
        who: who, isKnown: row["known"]?.bool ?? false,
        count: min(max(0, row["count"]?.int ?? TryCounter.freeTries), TryCounter.mostInARow),
        last: TryMoment(row["last"], boot: boot) ?? now)
    }
  }
}
