/// Statistics of the kernel about a process. All nil or 0 where there is no /proc.
enum Facts {
  /// CPU time of all threads, in nanoseconds.
  static func cpu(_ pid: Int32) -> Int {
    threads(pid).reduce(0) { sum, thread in
      let text = readFile("\(thread)/schedstat") ?? ""
      return sum + (text.split(separator: " ").first.flatMap { Int($0) } ?? 0)
    }
  }

  /// Context switches of all threads, voluntary and involuntary.
  static func switches(_ pid: Int32) -> Int {
    threads(pid).reduce(0) { sum, thread in
      let text = readFile("\(thread)/status") ?? ""
      return sum
        + text.split(separator: "\n").reduce(0) { sum, line in
          line.contains("ctxt_switches:")
            ? sum + (line.split(separator: "\t").last.flatMap { Int($0) } ?? 0) : sum
        }
    }
  }

  /// Kibibytes of a process and of those that it has started: `Pss` (shared pages divided among their
  /// users), `Rss`, and private pages.
  static func memoryOfAll(_ pid: Int32) -> (pss: Int, rss: Int, own: Int)? {
    guard var sum = memory(pid) else { return nil }
    for child in children(pid) {
      guard let one = memoryOfAll(child) else { continue }
      sum = (sum.pss + one.pss, sum.rss + one.rss, sum.own + one.own)
    }
    return sum
  }

  private static func memory(_ pid: Int32) -> (pss: Int, rss: Int, own: Int)? {
    guard let text = readFile("/proc/\(pid)/smaps_rollup") else { return nil }
    var found: [Substring: Int] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ")
      if parts.count >= 2, let value = Int(parts[1]) { found[parts[0]] = value }
    }
    let own = (found["Private_Clean:"] ?? 0) + (found["Private_Dirty:"] ?? 0)
    return (found["Pss:"] ?? 0, found["Rss:"] ?? 0, own)
  }

  /// Kibibytes: the peak resident set, shared pages included.
  static func mostMemory(_ pid: Int32) -> Int? {
    let line = readFile("/proc/\(pid)/status")?.split(separator: "\n")
      .first { $0.hasPrefix("VmHWM:") }
    return line?.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) }
  }

  /// The child processes of all its threads.
  static func children(_ pid: Int32) -> [Int32] {
    threads(pid).flatMap { thread in
      (readFile("\(thread)/children") ?? "").split { $0 == " " || $0 == "\n" }
        .compactMap { Int32($0) }
    }
  }

  /// The name of its program.
  static func name(_ pid: Int32) -> String {
    String((readFile("/proc/\(pid)/comm") ?? "").prefix { $0 != "\n" })
  }

  /// Microseconds during which some task of the machine had to wait for a processor.
  static func pressure() -> Int? {
    readFile("/proc/pressure/cpu")?.split(separator: "\n").first?
      .split(separator: "=").last.flatMap { Int($0) }
  }

  static func fileSystem(of folder: String) -> Substring? {
    let mounts = (readFile("/proc/mounts") ?? "").split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ")
      return parts.count > 2 ? (point: parts[1], kind: parts[2]) : nil
    }
    let own = mounts.filter {
      $0.point == "/" || folder == $0.point || folder.hasPrefix($0.point + "/")
    }
    return own.max { $0.point.count < $1.point.count }?.kind
  }

  /// Such as 24 November 2026.
  static func date() -> String {
    var seconds = time(nil)
    var day = tm()
    localtime_r(&seconds, &day)
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, "%e %B %Y", &day)
    let words = String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return String(words.drop { $0 == " " })
  }

  private static func threads(_ pid: Int32) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    glob("/proc/\(pid)/task/*", 0, nil, &found)
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }
}
