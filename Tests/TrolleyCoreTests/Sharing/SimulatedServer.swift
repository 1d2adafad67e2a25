import TrolleyTestSupport

@testable import TrolleyModel
@testable import TrolleyStorage

/// Mistakes that a shared list could be made with: each must be found.
enum PlantedBug: CaseIterable {
  /// A step that comes twice is appended twice.
  case noUniqueKey
  /// Steps are ordered by their time.
  case placeByClock
  /// Undo says the number that the step would have, had nothing come in between.
  case undoByNumber
  /// A step leaves the outbox when it is sent.
  case outboxDroppedEarly
  /// Steps are appended as they were made.
  case notPlannedAgain
  /// An item is added beside one of the same name.
  case namesNotJoined
  /// A store is.
  case storesNotJoined
}

/// The shared journal, as PostgreSQL keeps it. Guards its lines.
final class SimulatedServer {
  private(set) var lines: [RawEntry] = []
  private(set) var names: Set<StepReference> = []
  let origin: JournalHead
  let list = "0f3c0f3c0f3c0f3c0f3c0f3c0f3c0f3c"
  var bug: PlantedBug?

  init() { origin = JournalLines.header(list: list).origin }

  var head: JournalHead { lines.last?.head ?? origin }

  /// One transaction: all of the lines in this place, or nothing.
  func append(_ new: [RawEntry], after place: JournalHead) -> Bool {
    if bug == .noUniqueKey || bug == .placeByClock { return insert(new) }
    guard place == head, (try? JournalLines.verified(new.map(\.bytes), after: head)) != nil else {
      return false
    }
    let steps = SimulatedServer.entries(new)
    guard steps.allSatisfy({ !names.contains($0.step.name) }) else { return false }
    names.formUnion(steps.map(\.step.name))
    lines += new
    return true
  }

  /// As a server does that gives numbers itself.
  private func insert(_ new: [RawEntry]) -> Bool {
    var steps = SimulatedServer.entries(lines).map(\.step)
    for step in SimulatedServer.entries(new).map(\.step) {
      if bug == .placeByClock {
        guard !steps.contains(where: { $0.name == step.name }) else { continue }
        let at = steps.firstIndex { $0.time > step.time } ?? steps.count
        steps.insert(step, at: min(max(at, 3), steps.count))
      } else {
        steps.append(step)
      }
    }
    lines = (try? JournalLines.draft(steps.map { EventCoding.bodies(of: $0) }, after: origin)) ?? []
    return true
  }

  /// What follows a place; everything when it is not there.
  func news(since place: JournalHead) -> [RawEntry] {
    guard place != origin else { return lines }
    guard lines.indices.contains(place.n - 1) else { return [] }
    return Array(lines[place.n...])
  }

  static func entries(_ lines: [RawEntry]) -> [Entry] {
    var entries: [Entry] = []
    var parts = StepParts()
    var first: Int?
    for line in lines {
      if let decoded = try? line.bytes.withUnsafeBytes({ try EventCoding.decode($0) }) {
        parts.add(decoded)
      }
      first = first ?? line.n
      guard line.isLastOfStep, let position = first else { continue }
      entries.append(Entry(position: position, step: parts.step))
      parts = StepParts()
      first = nil
    }
    return entries
  }
}
