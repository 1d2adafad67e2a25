/// Holds tasks that ask a service while the settings file is read again: they must not go out after a
/// withdrawn consent.
struct ConsentGate {
  /// How often it is being read.
  private var reads = 0
  private var held: [(task: WorkerTask, number: Int)] = []

  mutating func close() { reads += 1 }

  /// One reading is done; returns what may be asked about consent again.
  mutating func open() -> [(task: WorkerTask, number: Int)] {
    reads -= 1
    guard reads == 0 else { return [] }
    defer { held = [] }
    return held
  }

  /// Returns whether the task waits; false where it need not.
  mutating func holds(_ task: WorkerTask, _ number: Int) -> Bool {
    guard reads > 0 else { return false }
    held.append((task, number))
    return true
  }

  mutating func drop(_ number: Int) { held.removeAll { $0.number == number } }
}
