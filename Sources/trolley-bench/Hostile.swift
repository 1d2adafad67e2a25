/// Latency and memory while a catalogue's server misbehaves, compared with the same program before
/// it contacted the server.
extension Runner {
  static let trustedKey = "key, without a question"
  static let hostileKey = "key, hostile server"
  static let programMemory = "program, most MiB"
  static let requests = "requests"
  static let workerMemory = "worker, most MiB"

  /// How long keys are pressed with each server, in milliseconds: longer than a request may take.
  private static let time = 17_000.0

  mutating func hostile() {
    guard let size = options.sizes.first else { return }
    for way in HostileServer.Way.allCases {
      tell("hostile: \(way.rawValue)")
      attempt("hostile, \(way.rawValue)") { runner throws(Complaint) in
        try runner.press(beside: way, size)
      }
    }
  }

  /// What is the same for each server, of all of them.
  static let allServers = Subject(program: "all servers", size: 0)

  static func hostileSubject(_ way: HostileServer.Way) -> Subject {
    Subject(program: way.rawValue, size: 0)
  }

  private mutating func press(beside way: HostileServer.Way, _ size: Int) throws(Complaint) {
    let server = try HostileServer(way)
    let work = try workFolder("trolley", size)
    let settings =
      "{\"services\": {\"wineCom\": {\"allowed\": true, \"key\": \"0123456789abcdef\", "
      + "\"address\": \"http://127.0.0.1:\(server.port)\"}}}\n"
    mkdir("\(work)/config/trolley", 0o700)
    _ = try Stock(folder: "\(work)/config/trolley").file("settings.json", [settings]) { $0 }
    let session = try openTrolley(in: work)
    session.drain(quiet: 500)
    let subject = Self.hostileSubject(way)
    try pressKeys(session, Self.trustedKey, for: 4000, subject)
    // To the wines, which requests them, and back; later rounds hit requests under way.
    for _ in 0..<3 {
      _ = session.press(.type("."))
      session.drain(quiet: 50)
    }
    let begin = now()
    while milliseconds(now() - begin) < Self.time {
      try pressKeys(session, Self.hostileKey, for: 1000, subject)
      // Request again while there is a banner, or nothing.
      _ = session.press(.type("r"))
      session.drain(quiet: 20)
    }
    let worker = Facts.children(session.pid)
    guard let most = Facts.mostMemory(session.pid), worker.count == 1,
      let workerMost = worker.first.flatMap(Facts.mostMemory)
    else { throw Complaint("it or its worker is gone, or was never asked") }
    for figure in [Self.trustedKey, Self.hostileKey] {
      for value in samples.values(figure, subject) { note(value, figure, Self.allServers) }
    }
    for subject in [subject, Self.allServers] {
      note(Double(most) / 1024, Self.programMemory, subject)
      note(Double(workerMost) / 1024, Self.workerMemory, subject)
    }
    note(Double(server.requests), Self.requests, subject)
    guard session.leave([.type("Q")]) != nil else { throw Complaint("it does not end") }
    try shell("rm", "-rf", work)
  }
}
