/// A PostgreSQL server for the benchmark, with the settings it comes with, on the loopback
/// interface. It ends with this object.
final class BenchServer {
  let port: Int
  private let folder: String
  private let programs: String
  /// PostgreSQL refuses to run as root.
  private let asUser: [String]

  /// Throws when PostgreSQL is not installed.
  init() throws(Complaint) {
    guard let programs = Self.programs() else { throw Complaint("PostgreSQL is not installed") }
    self.programs = programs
    asUser =
      geteuid() != 0
      ? [] : ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]
    folder = try newFolder(in: "/tmp")
    port = 20_000 + Int(getpid()) % 20_000
    if !asUser.isEmpty { try Self.run(["chown", "postgres:", folder]) }
    try run(["initdb", "-D", "\(folder)/data", "-U", "postgres", "-A", "trust", "-E", "UTF8"])
    try start()
    try sql("CREATE ROLE bench LOGIN CREATEROLE", in: "postgres")
    try sql(
      "CREATE DATABASE trolley OWNER bench TEMPLATE template0 ENCODING 'UTF8'", in: "postgres")
    try sql("CREATE DATABASE plain", in: "postgres")
    try sql("CREATE TABLE head (id int PRIMARY KEY, n int); CREATE TABLE line (body text)")
    try sql("INSERT INTO head SELECT id, 0 FROM generate_series(1, 1000) id")
  }

  deinit {
    try? stop()
    try? Self.run(["rm", "-rf", folder])
  }

  private static func programs() -> String? {
    (13...30).reversed().lazy.map { "/usr/lib/postgresql/\($0)/bin" }
      .first { access("\($0)/postgres", X_OK) == 0 }
  }

  func start() throws(Complaint) {
    let options = "-p \(port) -k \(folder) -c listen_addresses=127.0.0.1 -c max_connections=200"
    try run(["pg_ctl", "-D", "\(folder)/data", "-l", "\(folder)/log", "-o", options, "-w", "start"])
  }

  func stop() throws(Complaint) {
    try run(["pg_ctl", "-D", "\(folder)/data", "-m", "fast", "-w", "stop"])
  }

  var address: String { "postgresql://bench@127.0.0.1:\(port)/trolley" }

  func sql(_ text: String, in database: String = "plain") throws(Complaint) {
    try run(["psql", "-qX", "-v", "ON_ERROR_STOP=1", "-d", database, "-c", text] + own)
  }

  /// The time of copying the lines of a list out, in milliseconds.
  func copyOut(list: String) throws(Complaint) -> Double {
    let lines = "SELECT line FROM trolley.journal WHERE list = '\(list)' ORDER BY n"
    return try Launch(
      arguments: asUser + ["\(programs)/psql", "-qX", "-d", "trolley"]
        + ["-c", "COPY (\(lines)) TO STDOUT"] + own,
      environment: Self.environment
    ).run()
  }

  private var own: [String] { ["-h", folder, "-p", "\(port)", "-U", "postgres"] }

  /// What pgbench does with a script.
  struct Rate {
    var milliseconds: Double
    var perSecond: Double
  }

  /// One line and a notification in one transaction; with several clients, after a change of a row
  /// that says where the list ends. Clients that listen hear of every change, as machines must.
  func pgbench(
    clients: Int, rows: Int, seconds: Int, listens: Bool = false
  ) throws(Complaint) -> Rate {
    let body = String(repeating: "x", count: 160)
    var script = "INSERT INTO line VALUES ('\(body)') \\; NOTIFY bench;\n"
    if clients > 1 {
      script =
        "\\set row random(1, \(rows))\nUPDATE head SET n = n + 1 WHERE id = :row \\; " + script
    }
    if listens { script = "\\if :heard = 0\nLISTEN bench;\n\\set heard 1\n\\endif\n" + script }
    let file = try Stock(folder: folder).file("script.sql", [script]) { $0 }
    let said = "\(folder)/said"
    try Launch(
      arguments: asUser + [
        "\(programs)/pgbench", "-n", "-D", "heard=0", "-f", file, "-c", "\(clients)",
      ]
        + ["-j", "\(min(clients, 2))", "-T", "\(seconds)"]
        // By the way that machines come, not by the socket: under load that costs half as much.
        + ["-h", "127.0.0.1", "-p", "\(port)", "-U", "postgres", "plain"],
      environment: Self.environment, output: said
    ).run()
    let text = readFile(said) ?? ""
    func number(behind words: String) -> Double? {
      for line in text.split(separator: "\n") where line.hasPrefix(words) {
        return Double(line.dropFirst(words.count).prefix { $0 != " " })
      }
      return nil
    }
    guard let average = number(behind: "latency average = "), let rate = number(behind: "tps = ")
    else { throw Complaint("pgbench said nothing") }
    return Rate(milliseconds: average, perSecond: rate)
  }

  private static var environment: [String: String] {
    ["PATH": searchPath, "LANG": "C.UTF-8"]
  }

  private func run(_ words: [String]) throws(Complaint) {
    try Self.run(asUser + ["\(programs)/\(words[0])"] + words.dropFirst())
  }

  private static func run(_ words: [String]) throws(Complaint) {
    try Launch(arguments: words, environment: environment).run()
  }
}
