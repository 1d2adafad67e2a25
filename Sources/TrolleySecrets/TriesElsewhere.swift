/// Wrong tries that the other machines of a shared list have counted, as the server last said it: a
/// small file beside the counts of this machine, which they are added to. The server is never waited
/// for: without it, the counts of this machine hold alone.
///
/// A right PIN or password here forgives what was told until then; more of it counts again.
struct TriesElsewhere {
  static let fileName = "sign-in.elsewhere"
  /// Words in place of a keyed hash.
  static let pins = "pins"
  static let pinsOfHour = "pins-hour"
  static let passwordsOfHour = "passwords-hour"
  static let hour = 3_600_000

  private struct Row {
    let who: String
    let failed: Int
    var forgiven: Int
    let last: TryMoment
  }

  private let file: SecretFile
  private let now: TryMoment
  private var isKnown = false
  private var rows: [Row] = []

  /// A list that is not shared has no such file, and gets none.
  init(directory: String, now: TryMoment) {
    file = SecretFile(path: directory + "/" + Self.fileName)
    self.now = now
    if let text = try? file.read() { read(text) }
  }

  /// How many failed that were not forgiven, and the milliseconds since the last one; nil for none.
  func tries(of who: String) -> (failed: Int, age: Int)? {
    guard isKnown, let row = rows.first(where: { $0.who == who }), row.failed > row.forgiven else {
      return nil
    }
    return (row.failed - row.forgiven, now.age(of: row.last))
  }

  /// Milliseconds to wait until the tries of the last hour are fewer than so many, others included.
  func wait(_ who: String, own: [TryMoment], most: Int) -> Int {
    var most = most
    if let others = tries(of: who), others.age < Self.hour {
      guard others.failed < most else { return Self.hour - others.age }
      most -= others.failed
    }
    return own.count >= most ? Self.hour - now.age(of: own[own.count - most]) : 0
  }

  /// - Parameter told: nil when the server is not there any more.
  mutating func note(_ told: [SyncTries]?) throws(Failure) {
    // Without sign-in there is no file.
    guard isKnown || told != nil, !rows.isEmpty || told?.isEmpty == false else { return }
    isKnown = told != nil
    if let told {
      let before = Dictionary(rows.map { ($0.who, $0.forgiven) }) { first, _ in first }
      rows = told.map { one in
        var last = now
        last.uptime -= one.age
        last.wall -= one.age
        return Row(
          who: one.who, failed: one.failed, forgiven: min(before[one.who] ?? 0, one.failed),
          last: last)
      }
    }
    try write()
  }

  /// - Parameter who: nil for all.
  mutating func forgive(_ who: String?) throws(Failure) {
    var isChanged = false
    for at in rows.indices
    where (who == nil || rows[at].who == who) && rows[at].forgiven < rows[at].failed
      && rows[at].who != Self.pinsOfHour && rows[at].who != Self.passwordsOfHour
    {
      rows[at].forgiven = rows[at].failed
      isChanged = true
    }
    if isChanged { try write() }
  }

  // MARK: The file

  /// Not synced: what is lost with the power is told again.
  private func write() throws(Failure) {
    let fd = try file.openLocked()
    defer { close(fd) }
    try file.writeLine(to: fd, isSynced: false) { w in
      w.member("v", 1)
      w.member("known", isKnown)
      w.member("boot", now.boot)
      w.array("rows", rows) { row, w in
        w.object { w in
          w.member("who", row.who)
          w.member("failed", row.failed)
          if row.forgiven > 0 { w.member("forgiven", row.forgiven) }
          w.member("last", row.last, seenFrom: now)
        }
      }
    }
  }

  /// Invalid data is like a server that is not there.
  private mutating func read(_ text: String) {
    let line = Array(text.utf8.prefix { $0 != 0x0A })
    guard let value = try? JSONValue.parse(line) else { return }
    let boot = value["boot"]?.string ?? ""
    isKnown = value["known"]?.bool ?? false
    rows = (value["rows"]?.array ?? []).compactMap { row in
      guard let who = row["who"]?.string, let failed = row["failed"]?.int else { return nil }
      return Row(
        who: who, failed: failed, forgiven: row["forgiven"]?.int ?? 0,
        last: TryMoment(row["last"], boot: boot) ?? now)
    }
  }
}
