import TrolleyCore
import TrolleyModel
import TrolleyStorage
import TrolleyWire

/// A machine without a screen: `trolley-sync`, and as much of a list as it takes to append to it.
final class BenchWriter {
  private let process: SyncProcess
  private let target: SyncTarget
  private let name: String
  private var head: JournalHead
  private var number = 0
  private var isOnline = false
  /// The place where the shared journal ended when it connected.
  private var end: Int?
  private(set) var appended = 0
  /// Whether what was sent last is there.
  private(set) var isDone = true

  static func membership(of home: String) throws(Complaint) -> Membership {
    do {
      if let membership = try Membership.load(directory: directory(home)) { return membership }
    } catch { throw Complaint(error.sentence) }
    throw Complaint("\(home) has joined nothing")
  }

  private static func directory(_ home: String) -> String { "\(home)/data/trolley" }

  /// - Parameter home: of a machine that has joined.
  init(_ name: String, home: String) throws(Complaint) {
    self.name = name
    let membership = try Self.membership(of: home)
    do {
      let origin = JournalLines.header(list: membership.list).origin
      head = origin
      target = SyncTarget(
        directory: Self.directory(home), list: membership.list, server: membership.server,
        origin: origin,
        head: origin)
      process = try SyncProcess()
    } catch { throw Complaint("\(name): \(error.sentence)") }
    process.send(.connect(target))
  }

  var isReady: Bool { isOnline && end.map { head.n >= $0 } == true }
  var descriptor: Int32 { process.descriptor }

  /// Sends one step of one line for the place where the copy ends.
  func send() throws(Complaint) {
    let body =
      #""by":"\#(name)","i":\#(appended + 1),"t":1795284013,"kind":"note","note":"\#(String(repeating: "x", count: 60))""#
    do {
      let lines = try JournalLines.draft([[Array(body.utf8)]], after: head)
      number += 1
      isDone = false
      process.send(.append(number: number, after: head, lines: lines.map(\.bytes), isMore: false))
    } catch { throw Complaint("\(name): \(error.sentence)") }
  }

  /// Takes what has arrived. Returns whether the answer to what was sent is there.
  func receive() throws(Complaint) -> Bool {
    process.flush()
    guard let reports = process.reports() else { throw Complaint("trolley-sync has ended") }
    var isAnswered = false
    for report in reports {
      switch report {
      case .head(let there): end = there.n
      case .news(_, let lines, _):
        do { head = try JournalLines.verified(part: lines, after: head).last?.head ?? head } catch {
          throw Complaint("news cannot be read: \(error.sentence)")
        }
      case .appended(_, let now):
        head = now
        appended += 1
        isAnswered = true
        isDone = true
      case .stale:
        isAnswered = true
      case .refused(_, let trouble): throw Complaint("refused: \(trouble)")
      case .unknown: throw Complaint("the connection was lost")
      case .state(let state): isOnline = state == .online
      case .presence, .tries: break
      }
    }
    return isAnswered
  }
}
