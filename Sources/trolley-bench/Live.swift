/// Changes by another program shown on an idle screen, and the screen's activity between them.
///
/// The other program is `measure changes`, which prints for each change when its write began and
/// when it was on the disk, on the same clock. A frame may come before the sync has finished,
/// because the journal is read as soon as it is written.
extension Runner {
  static let liveFigures = [
    "write begun to frame ms", "on the disk to frame ms", "switches while nothing changes",
  ]
  private static let changes = 200

  mutating func live() {
    for size in options.sizes {
      tell("live: \(grouped(size))")
      attempt("live", size) { runner throws(Complaint) in
        let work = try runner.workFolder("trolley", size)
        let session = try runner.openTrolley(in: work)
        session.drain(quiet: 500)
        try runner.watchChanges(session, work, size)
        // The notice about the last change disappears after some seconds.
        session.drain(quiet: 6000)
        let switches = Facts.switches(session.pid)
        sleep(milliseconds: runner.options.idle * 1000)
        runner.note(
          Double(Facts.switches(session.pid) - switches), "switches while nothing changes",
          Subject(program: "trolley", size: size))
        _ = session.leave([.escape, .type("q")])
        try runner.shell("rm", "-rf", work)
      }
    }
  }

  private mutating func watchChanges(
    _ session: Session, _ work: String, _ size: Int
  ) throws(Complaint) {
    let launch = launch(
      Self.measurement + ["changes", "\(work)/data/trolley", String(Self.changes)], in: work)
    let writer = try launch.start()
    var frames: [(first: Int, last: Int)] = []
    var hasEnded = false
    while true {
      let answer = try session.answer(quiet: 6, within: 5000, silence: 1000)
      if let first = answer.first, let last = answer.last {
        frames.append((first, last))
      } else if hasEnded {
        break
      } else {
        hasEnded = waitpid(writer, nil, WNOHANG) != 0
      }
    }
    let stamps = (readFile(launch.output) ?? "").split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t").compactMap { Int($0) }
      return parts.count == 2 ? (begin: parts[0], end: parts[1]) : nil
    }
    guard stamps.count == Self.changes else { throw Complaint("the other program changed nothing") }
    let subject = Subject(program: "trolley", size: size)
    var missed = 0
    for (at, stamp) in stamps.enumerated() {
      let next = at + 1 < stamps.count ? stamps[at + 1].begin : Int.max
      guard let frame = frames.first(where: { (stamp.begin..<next).contains($0.first) }) else {
        missed += 1
        continue
      }
      note(milliseconds(frame.last - stamp.begin), "write begun to frame ms", subject)
      note(milliseconds(frame.last - stamp.end), "on the disk to frame ms", subject)
    }
    guard missed == 0 else { throw Complaint("\(missed) changes were not shown before the next") }
  }
}
