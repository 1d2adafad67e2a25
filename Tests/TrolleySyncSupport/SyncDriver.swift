import Foundation
import Testing
import TrolleyModel
import TrolleyStorage
import TrolleySync
import TrolleySystem
import TrolleyTestSupport
import TrolleyWire

/// The real `trolley-sync`, driven through its pipes, for one data directory.
public final class SyncDriver {
  struct TookTooLong: Error { let waitedFor: String }

  public static let program = builtProgram("trolley-sync")

  public let directory: String
  public private(set) var pid: pid_t = 0
  private let list: TestSharedList
  private var input: Int32 = -1
  private var output: Int32 = -1
  private var buffer = LineBuffer(longest: SyncLine.longest)
  /// What it reported and no test has asked for yet.
  public private(set) var reports: [SyncLine.Report] = []
  /// Where the copy of this machine ends, by the reports.
  public private(set) var head: JournalHead
  /// The lines of the copy.
  public private(set) var lines: [[UInt8]] = []
  private var lastNumber = 0

  public init(
    _ list: TestSharedList, role: String? = nil, server: ServerAddress? = nil,
    password: String = TestSharedList.password, directory: String? = nil
  ) throws {
    signal(SIGPIPE, SIG_IGN)
    self.list = list
    head = JournalLines.header(list: list.list).origin
    let folder = NSTemporaryDirectory() + "/sync-" + UUID().uuidString
    self.directory = directory ?? folder
    if directory == nil {
      mkdir(folder, 0o700)
      let role = role ?? list.role
      var address = server ?? list.database.address(user: role)
      address["user"] = nil
      try Membership(
        list: list.list, server: address.text, role: role, password: password, machine: "test"
      ).save(directory: folder)
    }
    try start()
  }

  deinit {
    end()
    try? FileManager.default.removeItem(atPath: directory)
  }

  public func start() throws {
    let requests = try Channel()
    let reports = try Channel()
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    let pid = Spawn.start(
      Self.program, [], descriptors: [requests.reading, reports.writing, nowhere])
    for one in [requests.reading, reports.writing, nowhere] { close(one) }
    self.pid = try #require(pid)
    input = requests.writing
    output = reports.reading
  }

  public func end() {
    guard pid != 0 else { return }
    closeInput()
    close(output)
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
    pid = 0
  }

  public func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  // MARK: Requests

  public func send(_ request: SyncLine.Request) {
    _ = SystemIO.writeAll(input, SyncLine.bytes(of: request))
  }

  public func send(_ text: String) { _ = SystemIO.writeAll(input, Array(text.utf8)) }

  public func connect() { send(.connect(target)) }

  public var target: SyncTarget {
    SyncTarget(
      directory: directory, list: list.list,
      server: (try? Membership.load(directory: directory)?.server) ?? "?",
      origin: JournalLines.header(list: list.list).origin, head: head)
  }

  /// Appends one change at the end of the copy, and returns what is said of it.
  public func append(_ by: String, _ i: Int, note: String = "x") throws -> SyncLine.Report {
    lastNumber += 1
    let number = lastNumber
    let drafted = try JournalLines.draft(
      [[JournalConformance.body(by, i, note)]], after: head)
    send(
      .append(number: number, after: head, lines: drafted.map(\.bytes), isMore: false))
    let answer = try next("the answer to \(number)") { report in
      switch report {
      case .appended(number, _), .stale(number), .unknown(number), .refused(number, _): true
      default: false
      }
    }
    if case .appended(_, let head) = answer {
      lines += drafted.map(\.bytes)
      self.head = head
    }
    return answer
  }

  /// Appends, and plans again for as long as others are faster.
  public func insist(_ by: String, _ i: Int) throws {
    while true {
      switch try append(by, i) {
      case .appended: return
      case .stale: continue
      case let other:
        Issue.record("\(other)")
        return
      }
    }
  }

  // MARK: Reports

  /// The next report of a kind; what comes before it is kept.
  @discardableResult
  public func next(
    _ what: String, _ isIt: (SyncLine.Report) -> Bool
  ) throws -> SyncLine.Report {
    let end = ContinuousClock.now + Patience.limit
    while true {
      if let at = reports.firstIndex(where: isIt) { return reports.remove(at: at) }
      let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
      var watched = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard left > 0, poll(&watched, 1, Int32(left)) > 0, receive() else {
        throw TookTooLong(waitedFor: "\(what); there are \(reports)")
      }
    }
  }

  private func receive() -> Bool {
    var room = [UInt8](repeating: 0, count: 65_536)
    let count = read(output, &room, room.count)
    guard count > 0 else { return false }
    let pieces = room.withUnsafeBytes {
      buffer.receive(UnsafeRawBufferPointer(rebasing: $0[..<count]))
    }
    for case .line(let line) in pieces {
      guard let report = try? SyncLine.report(line) else {
        Issue.record("not a report: \(String(decoding: line, as: UTF8.self))")
        continue
      }
      if case .news(let after, let new, _) = report {
        #expect(after == head)
        lines += new
        if let last = try? JournalLines.verified(part: new, after: after).last { head = last.head }
      }
      reports.append(report)
    }
    return true
  }

  /// Connects, and waits until that is done.
  public func connectOnline() throws {
    connect()
    try online()
  }

  /// A server of its own with a list on it, and a driver that is online there.
  public static func onServerOfItsOwn() throws -> (
    server: TestPostgres, list: TestSharedList, driver: SyncDriver
  ) {
    let server = try TestPostgres()
    let list = try TestSharedList(server.database())
    let driver = try SyncDriver(list)
    try driver.connectOnline()
    return (server, list, driver)
  }

  public func online() throws {
    try next("being online") { $0 == .state(.online) }
  }

  public func offline() throws -> SyncTrouble {
    let report = try next("being offline") {
      if case .state(.offline) = $0 { true } else { false }
    }
    guard case .state(.offline(_, let trouble)) = report else { throw TookTooLong(waitedFor: "") }
    return trouble
  }

  /// What another program of the directory says of its connection, once that is as wanted.
  public func elsewhere(_ isWanted: (SyncState?) -> Bool) throws {
    try next("the state of another program") {
      if case .state(.elsewhere(let there)) = $0 { isWanted(there) } else { false }
    }
  }

  /// Waits until the copy has so many lines.
  public func copy(of count: Int) throws {
    while lines.count < count {
      try next("\(count) lines, there are \(lines.count)") {
        if case .news = $0 { true } else { false }
      }
    }
  }
}
