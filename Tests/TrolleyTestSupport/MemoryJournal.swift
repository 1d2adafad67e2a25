import TrolleyCore
import TrolleyModel
import TrolleyStorage

/// A journal in memory that several shoppers may share. Steps are stored as the bytes of their
/// lines, so whatever is read back has gone through the same coding as on the disk.
public final class MemoryJournal {
  private var lines: [[UInt8]] = []
  /// Positions of the first lines of all steps, and their numbers of lines.
  private var steps: [(position: Int, count: Int)] = []

  public init() {}

  /// The number of steps.
  public var count: Int { steps.count }
  /// All lines as text, without frame and checksum.
  public var text: String {
    lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }

  @discardableResult
  public func append(_ step: Step) -> Entry {
    let bodies = EventCoding.bodies(of: step).map { Array("{".utf8) + $0 + Array("}".utf8) }
    let position = lines.count + 1
    lines += bodies
    steps.append((position, bodies.count))
    return Entry(position: position, step: step)
  }

  /// The steps after the first `count`, read from their bytes.
  public func entries(after count: Int) throws -> [Entry] {
    try steps.dropFirst(count).map { try entry($0) }
  }

  public func entry(at place: StepReference) throws -> Entry {
    for step in steps {
      if step.position == place.position { return try entry(step) }
      if place.name != nil, case let entry = try entry(step), entry.step.name == place {
        return entry
      }
    }
    throw Failure(.damaged, "That change cannot be read any more.")
  }

  /// A step that is undone or done again.
  public func subject(at place: StepReference, _ purpose: UndoPurpose) throws -> UndoSubject {
    let undo = try purpose == .undo ? nil : entries(after: 0).last { $0.step.role == .undo(place) }
    return UndoSubject(try entry(at: place), undo: undo?.step)
  }

  private func entry(_ step: (position: Int, count: Int)) throws -> Entry {
    let all = lines[(step.position - 1)..<(step.position - 1 + step.count)].flatMap { $0 }
    return try all.withUnsafeBytes { bytes in
      var start = 0
      let parts = lines[(step.position - 1)..<(step.position - 1 + step.count)].map { line in
        defer { start += line.count }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<(start + line.count)])
      }
      return try EventCoding.entry(position: step.position, lines: parts)
    }
  }

  /// The state after all steps, read from the start.
  public func fold() throws -> SharedState {
    var state = SharedState()
    for entry in try entries(after: 0) { state.play(entry) }
    return state
  }
}
