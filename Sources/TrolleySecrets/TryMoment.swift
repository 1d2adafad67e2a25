/// A point in time that changing the clock cannot fake: until a reboot, only the uptime counts.
public struct TryMoment: Equatable, Sendable {
  /// Identifies the boot of the machine; empty when unknown.
  public var boot: String
  /// Milliseconds since the boot, sleep included.
  public var uptime: Int
  /// Milliseconds since 1970.
  public var wall: Int
}

extension TryMoment {
  /// Reads uptime and wall clock from a file. Nil for invalid data. The uptime is negative for
  /// times before this boot.
  init?(_ value: JSONValue?, boot: String) {
    let sound = -(1 << 53)...(1 << 53)
    guard let pair = value?.array, pair.count == 2, let uptime = pair[0].int,
      let wall = pair[1].int, sound.contains(uptime), sound.contains(wall)
    else { return nil }
    self.init(boot: boot, uptime: uptime, wall: wall)
  }

  /// The format that `init(_:boot:)` reads. Relative to `now`, so that a file names one boot for
  /// all its moments.
  func write(seenFrom now: TryMoment, _ w: inout JSONWriter) {
    let age = now.age(of: self)
    w.beginArray()
    w.int(now.uptime - age)
    w.int(now.wall - age)
    w.endArray()
  }

  public static var current: TryMoment {
    let id = try? SecretFile(path: "/proc/sys/kernel/random/boot_id").readAnybodys()
    let boot = id.map { String($0.prefix { $0 != "\n" }) } ?? ""
    let uptime = milliseconds(CLOCK_BOOTTIME)
    return TryMoment(boot: boot, uptime: uptime, wall: milliseconds(CLOCK_REALTIME))
  }

  private static func milliseconds(_ clock: clockid_t) -> Int {
    var t = timespec()
    clock_gettime(clock, &t)
    return Int(t.tv_sec) * 1000 + Int(t.tv_nsec) / 1_000_000
  }

  /// The least time that has passed since another moment. Setting the clock back gains nothing, nor
  /// does setting it forward until a reboot.
  func age(of other: TryMoment) -> Int {
    if !boot.isEmpty, boot == other.boot { return max(0, uptime - other.uptime) }
    return max(0, boot.isEmpty ? 0 : uptime, wall - other.wall)
  }
}

extension JSONWriter {
  mutating func member(_ name: String, _ moment: TryMoment, seenFrom now: TryMoment) {
    self.name(name)
    moment.write(seenFrom: now, &self)
  }
}
