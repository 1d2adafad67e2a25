import TrolleyCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Wrong passwords of all programs on one list, for each address. Guards its file by a lock from when
/// it is made until it is gone.
///
/// After the fifth wrong one in a row an address waits 30 seconds, which doubles up to an hour; after
/// the twentieth it is closed until `unlock`; and there are never more than `mostAnHour` of all
/// addresses together. Addresses that nobody has are counted alike, so that it cannot be told which
/// there are; `mostStrangers` of them are remembered.
final class PasswordTries {
  static let fileName = "sign-in.passwords"
  static let mostAnHour = 100
  static let mostStrangers = 100

  private struct Row {
    /// A keyed hash of the address: the file tells nobody who lives here.
    let who: String
    let isKnown: Bool
    var count: Int
    var last: TryMoment
  }

  private let file: SecretFile
  private let fd: Int32
  private let now: TryMoment
  private var rows: [Row] = []
  /// The last tries that were not right, oldest first.
  private var tries: [TryMoment] = []

  init(directory: String, now: TryMoment) throws(Failure) {
    self.now = now
    file = SecretFile(path: directory + "/" + Self.fileName)
    fd = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard fd >= 0 else { throw file.failure("open") }
    try file.accept(fd)
    try file.lock(fd)
    read(try file.content(of: fd))
  }

  deinit { if fd >= 0 { close(fd) } }

  func verdict(of who: String) -> TryCounter.Verdict {
    var left = 0
    if let row = rows.first(where: { $0.who == who }) {
      if row.count >= TryCounter.mostInARow { return .closed }
      left = TryCounter.wait(after: row.count) - now.age(of: row.last)
    }
    if tries.count >= Self.mostAnHour {
      left = max(left, 3_600_000 - now.age(of: tries[tries.count - Self.mostAnHour]))
    }
    return left > 0 ? .wait(left) : .open
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

  /// Somebody knew the password: this try was no wrong one.
  func forget(_ who: String) throws(Failure) {
    guard rows.contains(where: { $0.who == who }) else { return }
    rows.removeAll { $0.who == who }
    _ = tries.popLast()
    try write()
  }

  /// Every address may be tried again. The limit of an hour stays.
  func forgetAll() throws(Failure) {
    rows = []
    try write()
  }

  // MARK: The file

  private func write() throws(Failure) {
    var w = JSONWriter()
    w.beginObject()
    w.member("v", 1)
    w.member("boot", now.boot)
    w.name("rows")
    w.beginArray()
    for row in rows {
      w.beginObject()
      w.member("who", row.who)
      if row.isKnown { w.member("known", true) }
      w.member("count", row.count)
      write(row.last, "last", &w)
      w.endObject()
    }
    w.endArray()
    w.name("tries")
    w.beginArray()
    for one in tries { write(one, nil, &w) }
    w.endArray()
    w.endObject()
    w.newline()
    guard SecretFile.write(w.bytes, to: fd),
      ftruncate(fd, off_t(w.bytes.count)) == 0, fsync(fd) == 0
    else { throw file.failure("write") }
  }

  /// As seen from now, so that one start of the machine serves for all of them.
  private func write(_ moment: TryMoment, _ name: String?, _ w: inout JSONWriter) {
    let age = now.age(of: moment)
    if let name { w.name(name) }
    w.beginArray()
    w.int(now.uptime - age)
    w.int(now.wall - age)
    w.endArray()
  }

  /// What makes no sense counts as much as still lets people in later: it must not be worth anything
  /// to spoil the file.
  private func read(_ text: String) {
    guard !text.isEmpty else { return }
    guard let members = (try? JSONValue.parse(Array(text.utf8)))?.object else {
      tries = Array(repeating: now, count: Self.mostAnHour)
      return
    }
    func member(_ name: String, _ of: [JSONValue.Member]) -> JSONValue? {
      of.first { $0.name == name }?.value
    }
    let boot = member("boot", members)?.string ?? ""
    func moment(_ value: JSONValue?) -> TryMoment? {
      guard let pair = value?.array, pair.count == 2, let uptime = pair[0].int,
        let wall = pair[1].int
      else { return nil }
      return TryMoment(boot: boot, uptime: uptime, wall: wall)
    }
    tries = (member("tries", members)?.array ?? []).map { moment($0) ?? now }
    rows = (member("rows", members)?.array ?? []).compactMap { one in
      guard let row = one.object, let who = member("who", row)?.string else { return nil }
      return Row(
        who: who, isKnown: member("known", row)?.bool ?? false,
        count: max(0, member("count", row)?.int ?? TryCounter.freeTries),
        last: moment(member("last", row)) ?? now)
    }
  }
}
