import TrolleyCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A moment that a turned clock cannot fake: while the machine runs, only its uptime counts.
public struct TryMoment: Equatable, Sendable {
  /// Which start of the machine it is; empty where it does not say.
  public var boot: String
  /// Milliseconds since that start, sleep included.
  public var uptime: Int
  /// Milliseconds since 1970.
  public var wall: Int

  public init(boot: String, uptime: Int, wall: Int) {
    self.boot = boot
    self.uptime = uptime
    self.wall = wall
  }

  /// As it stands in a file: uptime and wall clock. Nil for what can be no moment. The uptime is below
  /// 0 for what was before this start of the machine.
  init?(_ value: JSONValue?, boot: String) {
    let sound = -(1 << 53)...(1 << 53)
    guard let pair = value?.array, pair.count == 2, let uptime = pair[0].int,
      let wall = pair[1].int,
      sound.contains(uptime), sound.contains(wall)
    else { return nil }
    self.init(boot: boot, uptime: uptime, wall: wall)
  }

  /// As `init(_:boot:)` reads it. As seen from now, so that one start of the machine serves for all
  /// moments of a file.
  func write(seenFrom now: TryMoment, _ w: inout JSONWriter) {
    let age = now.age(of: self)
    w.beginArray()
    w.int(now.uptime - age)
    w.int(now.wall - age)
    w.endArray()
  }

  public static var current: TryMoment {
    #if canImport(Darwin)
      var name = [CChar](repeating: 0, count: 64)
      var size = name.count
      let isKnown = sysctlbyname("kern.bootsessionuuid", &name, &size, nil, 0) == 0
      let boot =
        isKnown
        ? String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        : ""
      let uptime = milliseconds(CLOCK_MONOTONIC)
    #else
      let id = try? SecretFile(path: "/proc/sys/kernel/random/boot_id").readAnybodys()
      let boot = id.map { String($0.prefix { $0 != "\n" }) } ?? ""
      let uptime = milliseconds(CLOCK_BOOTTIME)
    #endif
    return TryMoment(boot: boot, uptime: uptime, wall: milliseconds(CLOCK_REALTIME))
  }

  private static func milliseconds(_ clock: clockid_t) -> Int {
    var t = timespec()
    clock_gettime(clock, &t)
    return Int(t.tv_sec) * 1000 + Int(t.tv_nsec) / 1_000_000
  }

  /// How long ago another moment was, at least. A clock that was turned back makes no time pass, nor
  /// does one turned forward while the machine runs.
  func age(of other: TryMoment) -> Int {
    if !boot.isEmpty, boot == other.boot { return max(0, uptime - other.uptime) }
    return max(0, boot.isEmpty ? 0 : uptime, wall - other.wall)
  }
}
