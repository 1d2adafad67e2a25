/// The tables of what has no program in C beside it.
extension FigureTable {
  static let confetti = FigureTable(
    name: "confetti", limits: ["while nothing falls"],
    rows: [(80, 24), (120, 40)].flatMap { columns, lines in
      func row(
        _ name: String, _ figure: String, _ unit: FigureRow.Unit = .milliseconds,
        _ limits: [FigureRow.Limit] = [], _ goals: [Goal] = []
      ) -> FigureRow {
        FigureRow(
          name: "\(name), \(columns)×\(lines)", figure: figure,
          program: Runner.confettiSubject(columns, lines, 0).program, unit: unit, sizes: .shortest,
          limits: limits, goals: goals)
      }
      let isGoal = lines == 40
      return [
        row(
          "key while confetti falls", Runner.fallingKey, .milliseconds,
          [FigureRow.Limit(figure: Runner.stillKey)], [Goal(subject: .limit(0), p99: 1.5)]),
        row("bytes of a frame of confetti", "confetti frame bytes", .bytes),
        row(
          "CPU time of a frame of confetti", "confetti frame cpu ms", .milliseconds, [],
          isGoal ? [Goal(subject: .value, p99: 16)] : []),
        row(
          "frame of confetti to frame", "confetti frame to frame ms", .milliseconds, [],
          isGoal ? [Goal(subject: .value, p50: 33.4)] : []),
      ]
    })

  static let people = FigureTable(
    name: "people", limits: ["beside it"],
    rows: [
      FigureRow(
        name: "sign-in by PIN to the tiles", figure: Runner.signInFigures[0],
        goals: [Goal(subject: .value, p99: 100)]),
      FigureRow(name: "its CPU time", figure: Runner.signInFigures[1]),
      FigureRow(
        name: "sign-in by password to the tiles", figure: Runner.signInFigures[2],
        limits: [FigureRow.Limit(figure: Runner.argonFigure, name: "argon2id alone")]),
      FigureRow(
        name: "another's change, from its write to the frame", figure: Runner.liveFigures[0],
        goals: [Goal(subject: .value, p50: 50, p99: 500)]),
      FigureRow(name: "the same, from when it is on the disk", figure: Runner.liveFigures[1]),
      FigureRow(
        name: "context switches while nothing changes", figure: Runner.liveFigures[2], unit: .count,
        goals: [Goal(subject: .value, p50: 0)]),
    ])

  static let sharing = FigureTable(
    name: "sharing", limits: ["beside it", "beside that"],
    rows: [
      FigureRow(
        name: "a key to another machine's frame", figure: Runner.acrossFigures[0],
        goals: [Goal(subject: .value, p50: 30, p99: 150)]),
      FigureRow(
        name: "a key on a shared list", figure: Runner.whileSharing[0],
        limits: [FigureRow.Limit(figure: Runner.whileSharing[1], name: "not shared")],
        goals: [Goal(subject: .limit(0), p50: 1.05)]),
      FigureRow(
        name: "`trolley join`", figure: Runner.joinFigures[0],
        limits: [FigureRow.Limit(figure: Runner.joinFigures[1], name: "COPY and loading")],
        goals: [Goal(subject: .limit(0), p50: 3)]),
      FigureRow(
        name: "10⁴ changes made offline, merged", figure: Runner.mergeFigures[0],
        goals: [Goal(subject: .value, p50: 5000)]),
      FigureRow(
        name: "context switches of the screen while nothing happens",
        figure: Runner.quietFigures[0], unit: .count, goals: [Goal(subject: .value, p50: 0)]),
      FigureRow(
        name: "context switches of `trolley-sync`", figure: Runner.quietFigures[1], unit: .count),
      FigureRow(
        name: "append to a shared list", figure: Runner.commitFigures[0],
        program: Runner.oneWriter.program, sizes: .fixed(Runner.oneWriter.size),
        limits: [FigureRow.Limit(figure: Runner.bareFigure, name: "pgbench")],
        goals: [Goal(subject: .limit(0), p50: 2)]),
      changes(Runner.manyWriters, least: 0.5), changes(Runner.manyLists, least: 0.7),
    ])

  private static func changes(_ writers: Subject, least: Double) -> FigureRow {
    FigureRow(
      name: "changes a second of \(writers.program)", figure: Runner.rateFigures[0],
      program: writers.program, unit: .count, sizes: .fixed(writers.size),
      limits: [
        FigureRow.Limit(figure: Runner.rateFigures[1], name: "pgbench"),
        FigureRow.Limit(figure: Runner.rateFigures[2], name: "pgbench that listens"),
      ],
      goals: [Goal(subject: .limit(0), p50: least, isLeast: true)])
  }

  static let pictures = FigureTable(
    name: "pictures", limits: ["beside it"],
    rows: [
      picture(
        "a page's picture to cells", Runner.pageFigure,
        beside: (Runner.libraryFigure, "gdk-pixbuf alone"),
        goals: [Goal(subject: .limit(0), p50: 1.3)]),
      picture(
        "one picture to cells", Runner.cellsFigure,
        beside: (Runner.libraryFigure, "gdk-pixbuf alone")),
      picture(
        "a page of 1 000 picture tiles at 120×40", Runner.scrollFigure,
        goals: [Goal(subject: .value, p99: 16)]),
      picture(
        "a page of 1 000 picture tiles in real pixels", Runner.pixelScrollFigure,
        goals: [Goal(subject: .value, p99: 16)]
      ),
      picture(
        "24 emoji, from nothing", Runner.emojiFigure, goals: [Goal(subject: .value, p50: 60)]),
      picture(
        "24 emoji, from the disk", Runner.keptEmojiFigure, goals: [Goal(subject: .value, p50: 5)]),
      picture("what a name says", Runner.matchFigure, goals: [Goal(subject: .value, p50: 0.02)]),
      picture(
        "a key while 60 photographs load", Runner.loadingFigure,
        beside: (Runner.calmFigure, "when all are loaded"),
        goals: [Goal(subject: .limit(0), p99: 1.5)]),
    ])

  private static func picture(
    _ name: String, _ figure: String, beside limit: (figure: String, name: String)? = nil,
    goals: [Goal] = []
  ) -> FigureRow {
    FigureRow(
      name: name, figure: figure, sizes: .fixed(0),
      limits: limit.map { [FigureRow.Limit(figure: $0.figure, name: $0.name)] } ?? [], goals: goals)
  }

  static let hostile = FigureTable(
    name: "hostile", limits: ["before the first request"],
    rows: HostileServer.Way.allCases.map { way in
      let subject = Runner.hostileSubject(way)
      return FigureRow(
        name: "key: \(way.rawValue)", figure: Runner.hostileKey, program: subject.program,
        sizes: .fixed(subject.size), limits: [FigureRow.Limit(figure: Runner.trustedKey)])
    }
      + [
        FigureRow(
          name: "key, all servers", figure: Runner.hostileKey, program: Runner.allServers.program,
          sizes: .fixed(Runner.allServers.size),
          limits: [FigureRow.Limit(figure: Runner.trustedKey)],
          goals: [Goal(subject: .limit(0), p50: 1.1)])
      ]
      + [("the program", Runner.programMemory), ("the worker", Runner.workerMemory)].map {
        FigureRow(
          name: "most memory of \($0), all servers", figure: $1, program: Runner.allServers.program,
          unit: .mebibytes, sizes: .fixed(Runner.allServers.size), isMost: true,
          goals: [Goal(subject: .value, p50: 150)])
      })
}
