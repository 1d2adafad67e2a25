extension SnapshotSpare {
  /// A block of the snapshot that is wrong is made anew from the journal, and the damaged snapshot
  /// is removed: it is only a cache.
  static func journal(of directory: String, _ calls: FileCalls) -> SnapshotSpare {
    Parting.prepare()
    return SnapshotSpare { mark in
      Log.write("snapshot: a block is damaged; the journal is read in its place")
      do throws(Failure) { return try body(at: mark, directory, calls) } catch {
        Log.write("snapshot: \(error.detail)")
        return nil
      }
    } giveUp: {
      Parting.end(
        Failure(
          .damaged,
          "The snapshot of the list is damaged, and the journal does not have all of it either. "
            + "To see what is left, open the list again.", detail: "a block is nowhere"))
    }
  }

  private static func body(
    at mark: JournalMark, _ directory: String, _ calls: FileCalls
  ) throws(Failure) -> [UInt8] {
    let journal = try FileJournal(directory: directory, calls: calls, createIfMissing: false)
    SnapshotFile(of: journal).remove()
    var state = SharedState()
    var reader = StepReader()
    _ = try journal.forEachLine(after: nil) { line in
      if line.n <= mark.n, let entry = reader.take(line) { state.play(entry) }
    }
    return StateCoding.encode(state).flatMap { $0 }
  }
}

/// What is said when the program has to end in the middle of something: after the terminal has been
/// given back, so this is prepared before a screen is.
private enum Parting {
  private static let words = Mutex<String?>(nil)
  private static let isPrepared: Void = {
    atexit {
      guard let words = Parting.words.withLock({ $0 }) else { return }
      _ = SystemIO.writeAll(STDERR_FILENO, Array("trolley: \(words)\n".utf8))
    }
  }()

  static func prepare() { isPrepared }

  static func end(_ failure: Failure) -> Never {
    Log.write("exit \(failure.exitStatus), \(failure.kind.rawValue) \(failure.detail)")
    words.withLock { $0 = failure.sentence }
    SystemIO.exit(failure.exitStatus)
  }
}
