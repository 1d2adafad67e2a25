/// One list on several machines, by turns with `pgbench`, which does the bare minimum on the same
/// server: one INSERT and one NOTIFY in a transaction.
extension Runner {
  static let acrossFigures = ["key to another machine's frame ms"]
  static let whileSharing = ["key to frame, shared ms", "key to frame, not shared ms"]
  static let commitFigures = ["append ms", bareFigure]
  static let bareFigure = "pgbench ms"
  static let rateFigures = [
    "changes a second", "pgbench a second", "pgbench that listens a second",
  ]
  static let joinFigures = ["join ms", "COPY and loading ms"]
  static let mergeFigures = ["merge of offline changes ms", "offline changes"]
  static let quietFigures = ["switches of the screen", "switches of trolley-sync"]

  static let oneWriter = Subject(program: "one writer", size: 1)
  static let manyWriters = Subject(program: "50 writers, one list", size: 50)
  static let manyLists = Subject(program: "50 writers, a list each", size: 50)

  mutating func sharing() {
    attempt("sharing") { runner throws(Complaint) in
      let server = try BenchServer()
      let setUp = try runner.workFolder("sharing", 0)
      try runner.trolley(["server", "set-up", server.address], in: setUp)
      for size in runner.options.sizes {
        runner.tell("sharing: \(grouped(size))")
        let home = try runner.workFolder("trolley", size)
        try runner.trolley(["share", server.address, "--yes"], in: home)
        let other = try runner.joined(home, "other", size)
        try runner.across(home, other, size)
        try runner.besideUnshared(home, size)
        try runner.joins(home, server, size)
        try runner.merges(home, other, server, size)
      }
      runner.tell("sharing: writers")
      try runner.commitsThroughSync(server)
      try runner.writers(server, lists: 1, subject: Self.manyWriters)
      try runner.writers(server, lists: 50, subject: Self.manyLists)
    }
  }

  private func trolley(_ words: [String], in home: String, input: String? = nil) throws(Complaint) {
    try launch([options.trolley] + words, in: home, input: input).run()
  }

  /// A file with a code by which another machine joins the list.
  private mutating func invitation(_ home: String, _ name: String) throws(Complaint) -> String {
    let launch = launch([options.trolley, "invite", name], in: home)
    try launch.run()
    let lines = (readFile(launch.output) ?? "").split(separator: "\n")
    guard let code = lines.first(where: { $0.count > 60 && !$0.contains(" ") }) else {
      throw Complaint("there is no code in what `trolley invite` says")
    }
    return try Stock(folder: home).file("code-\(name)", [code + "\n"]) { $0 }
  }

  /// The home of another machine, which has joined.
  private mutating func joined(
    _ home: String, _ name: String, _ size: Int
  ) throws(Complaint) -> String {
    let other = try workFolder("machine", size)
    try trolley(["join"], in: other, input: try invitation(home, name))
    return other
  }

  /// A key here, and what it changes on the screen of another machine.
  private mutating func across(
    _ home: String, _ other: String, _ size: Int
  ) throws(Complaint) {
    let here = try openTrolley(in: home)
    let there = try openTrolley(in: other)
    for session in [here, there] { session.drain(quiet: 1000) }
    let subject = Subject(program: "trolley", size: size)
    for _ in 0..<100 {
      sleep(milliseconds: pause(upTo: 40) + 40)
      let begin = here.press(.type(" "))
      let answer = try there.answer(quiet: 12, within: 5000, silence: 4000)
      guard let last = answer.last else { throw Complaint("the other machine showed nothing") }
      note(milliseconds(last - begin), Self.acrossFigures[0], subject)
      here.drain(quiet: 20)
    }
    // The notices of the last change disappear after some seconds.
    for session in [here, there] { session.drain(quiet: 6000) }
    let programs = [here.pid] + Facts.children(here.pid).filter { Facts.name($0) == "trolley-sync" }
    let before = programs.map { Facts.switches($0) }
    sleep(milliseconds: options.idle * 1000)
    for (figure, (program, before)) in zip(Self.quietFigures, zip(programs, before)) {
      note(Double(Facts.switches(program) - before), figure, subject)
    }
    for session in [here, there] { _ = session.leave([.escape, .type("q")]) }
  }

  /// The same keys on a shared list, which is connected, and on a list of one's own.
  private mutating func besideUnshared(_ home: String, _ size: Int) throws(Complaint) {
    let own = try workFolder("trolley", size)
    let sessions = [try openTrolley(in: home), try openTrolley(in: own)]
    for session in sessions { session.drain(quiet: 1000) }
    let subject = Subject(program: "trolley", size: size)
    let keys: [Press] = [.right, .type(" "), .right, .down, .type(" "), .up, .left, .left]
    for turn in 0..<30 {
      for key in keys {
        let order = turn % 2 == 0 ? [0, 1] : [1, 0]
        for place in order {
          sleep(milliseconds: pause(upTo: 17))
          let begin = sessions[place].press(key)
          let answer = try sessions[place].answer(quiet: 20, within: 2000, silence: 60)
          guard let last = answer.last else { continue }
          note(milliseconds(last - begin), Self.whileSharing[place], subject)
        }
      }
    }
    for session in sessions { _ = session.leave([.escape, .type("q")]) }
    try shell("rm", "-rf", own)
  }

  /// Joining, and what it cannot do without: copying the lines, and loading the list from them.
  private mutating func joins(
    _ home: String, _ server: BenchServer, _ size: Int
  ) throws(Complaint) {
    let subject = Subject(program: "trolley", size: size)
    let list = try BenchWriter.membership(of: home).list
    for turn in 0..<5 {
      let code = try invitation(home, "joins-\(turn)")
      let fresh = try workFolder("machine", size)
      note(
        try launch([options.trolley, "join"], in: fresh, input: code).run(), Self.joinFigures[0],
        subject)
      let copy = try server.copyOut(list: list)
      try shell("rm", "-f", "\(fresh)/data/trolley/snapshot.json")
      let load = try launch([options.trolley, "total"], in: fresh).run()
      note(copy + load, Self.joinFigures[1], subject)
      try shell("rm", "-rf", fresh)
    }
  }

  /// Ten thousand changes while the server is away, and the time until both have all of them.
  private mutating func merges(
    _ home: String, _ other: String, _ server: BenchServer, _ size: Int
  ) throws(Complaint) {
    let changes = 10_000
    try server.stop()
    let session = try openTrolley(in: other)
    for number in 0..<changes {
      _ = session.press(.type(number % 4 < 2 ? "+" : "-"))
      if number % 20 == 19 { session.drain(quiet: 5) }
    }
    session.drain(quiet: 500)
    _ = session.leave([.escape, .type("q")])
    try server.start()
    let subject = Subject(program: "trolley", size: size)
    let sync = launch([options.trolley, "sync", "--wait", "120"], in: other)
    note(try sync.run(), Self.mergeFigures[0], subject)
    note(Double(changes), Self.mergeFigures[1], subject)
    try trolley(["sync", "--wait", "60"], in: home)
  }

  // MARK: Writers

  /// Homes of machines on new, empty lists.
  private mutating func machines(
    _ count: Int, lists: Int, _ server: BenchServer
  ) throws(Complaint) -> [String] {
    var homes: [String] = []
    for number in 0..<count {
      let home = try workFolder("machine", 0)
      if number < lists {
        try trolley(["share", server.address, "--yes"], in: home)
      } else {
        try trolley(["join"], in: home, input: try invitation(homes[0], "writer-\(number)"))
      }
      homes.append(home)
    }
    return homes
  }

  private func writers(at homes: [String]) throws(Complaint) -> [BenchWriter] {
    var writers: [BenchWriter] = []
    for (number, home) in homes.enumerated() {
      writers.append(try BenchWriter("w\(number)", home: home))
    }
    let begin = now()
    while !writers.allSatisfy(\.isReady) {
      guard milliseconds(now() - begin) < 60_000 else { throw Complaint("writers stay offline") }
      _ = try Self.answered(writers)
    }
    return writers
  }

  /// The places of the writers that have been answered, after waiting for any of them.
  private static func answered(_ writers: [BenchWriter]) throws(Complaint) -> [Int] {
    var watched = writers.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    _ = poll(&watched, nfds_t(watched.count), 100)
    var answered: [Int] = []
    for place in watched.indices where watched[place].revents != 0 {
      if try writers[place].receive() { answered.append(place) }
    }
    return answered
  }

  /// One change at a time, by turns with pgbench.
  private mutating func commitsThroughSync(_ server: BenchServer) throws(Complaint) {
    let writers = try writers(at: try machines(1, lists: 1, server))
    let subject = Self.oneWriter
    for _ in 0..<10 {
      for _ in 0..<50 {
        let begin = now()
        try writers[0].send()
        while try Self.answered(writers).isEmpty {}
        note(milliseconds(now() - begin), Self.commitFigures[0], subject)
      }
      let bare = try server.pgbench(clients: 1, rows: 1, seconds: 1)
      note(bare.milliseconds, Self.bareFigure, subject)
    }
  }

  /// Many at once, each as fast as it gets its answers, by turns with as many clients of pgbench.
  private mutating func writers(
    _ server: BenchServer, lists: Int, subject: Subject
  ) throws(Complaint) {
    let seconds = 4
    let homes = try machines(50, lists: lists, server)
    let writers = try writers(at: homes)
    for _ in 0..<3 {
      let before = writers.reduce(0) { $0 + $1.appended }
      let begin = now()
      for writer in writers { try writer.send() }
      var underWay = writers.count
      while underWay > 0 {
        let isOver = milliseconds(now() - begin) > Double(seconds * 1000)
        for place in try Self.answered(writers) {
          // As every machine, it tries until its change is there.
          if isOver, writers[place].isDone { underWay -= 1 } else { try writers[place].send() }
        }
      }
      let count = writers.reduce(0) { $0 + $1.appended } - before
      note(Double(count) / (milliseconds(now() - begin) / 1000), Self.rateFigures[0], subject)
      for (listens, figure) in [(false, Self.rateFigures[1]), (true, Self.rateFigures[2])] {
        let bare = try server.pgbench(
          clients: 50, rows: lists == 1 ? 1 : 1000, seconds: seconds, listens: listens)
        note(bare.perSecond, figure, subject)
      }
    }
  }
}
