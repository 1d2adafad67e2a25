/// One run of `trolley-sync`, as the session sees it; a test has another one.
package protocol SyncChannel: AnyObject {
  /// Readable when there are reports, and once it has ended.
  var descriptor: Int32 { get }
  /// Whether the pipe was full: call `flush` again soon.
  var isBehind: Bool { get }
  func send(_ request: SyncLine.Request)
  func flush()
  /// What has arrived; nil once it has ended, or talks nonsense.
  func reports() -> [SyncLine.Report]?
  func end()
}

/// The program itself.
package final class SyncProcess: SyncChannel {
  private static let name = "trolley-sync"

  private let process: WorkerProcess

  package init() throws(Failure) { process = try Self.start(longest: SyncLine.longest) }

  /// Starts the program, for a conversation or for one task.
  ///
  /// - Parameter longest: of a line that it sends, in bytes.
  static func start(longest: Int) throws(Failure) -> WorkerProcess {
    guard let program = WorkerProcess.find(name) else { throw WorkerProcess.missing(name) }
    return try WorkerProcess(
      program: program, name: name, longest: longest, more: variables)
  }

  /// What libpq reads from the environment; no password is among it.
  private static let variables = [
    "USER", "LOGNAME", "PGHOST", "PGPORT", "PGUSER", "PGDATABASE", "PGSERVICE", "PGSERVICEFILE",
    "PGPASSFILE", "PGSSLROOTCERT", "PGSSLCERT", "PGSSLKEY", "KRB5CCNAME",
  ]

  package var descriptor: Int32 { process.descriptor }
  package var isBehind: Bool { process.isBehind }

  package func send(_ request: SyncLine.Request) { process.send(SyncLine.bytes(of: request)) }
  package func flush() { process.flush() }
  package func end() { process.end() }

  package func reports() -> [SyncLine.Report]? {
    guard case .pieces(let pieces) = process.read() else { return nil }
    var reports: [SyncLine.Report] = []
    for piece in pieces {
      guard case .line(let line) = piece, let report = try? SyncLine.report(line) else {
        return nil
      }
      reports.append(report)
    }
    return reports
  }
}
