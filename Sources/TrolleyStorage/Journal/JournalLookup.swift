extension FileJournal {
  /// The step whose first line is `n`. Found by binary search in the file, without an index; only
  /// the lines of the step are verified.
  ///
  /// Throws `badInput` when there is no such line, `damaged` when it cannot be trusted.
  public func step(at n: Int) throws(Failure) -> [RawEntry] {
    let size = try refresh()
    // Where damage misleads the search, reading from the start finds out what is wrong.
    let mark = try markBefore(n, size: size) ?? start
    var step: [RawEntry] = []
    var scan = JournalScan(opened.file, after: mark, size: size)
    while scan.rest == .nothing, scan.end.n < n {
      let from = scan.end
      step.removeAll(keepingCapacity: true)
      try scan.run(steps: 1) { step.append(RawEntry($0)) }
      if scan.end == from { break }
    }
    if let first = step.firstIndex(where: { $0.n == n }) { return Array(step[first...]) }
    if case .damaged(let flaw) = scan.rest { throw Refusal.damaged(flaw) }
    throw Failure(.badInput, "There is no such change.", detail: "no line \(n)")
  }

  /// The mark before line `n`, as that line records it; nil when it is not found.
  private func markBefore(_ n: Int, size: Int) throws(Failure) -> JournalMark? {
    let enough = 2 * JournalLine.longest
    // Both are starts of lines: that of n is at or after `low`, and before `high`.
    var low = start.offset
    var high = size
    while high - low > enough {
      let middle = low + (high - low) / 2
      let bytes = try self.bytes(at: middle, count: JournalLine.longest)
      guard let newline = bytes.firstIndex(of: 0x0a) else { return nil }
      let start = middle + newline + 1
      guard let found = number(of: try self.bytes(at: start, count: 40)) else { return nil }
      if found <= n { low = start } else { high = start }
    }
    let bytes = try self.bytes(at: low, count: high - low)
    return bytes.withUnsafeBytes { bytes in
      var start = 0
      while let end = bytes[start...].firstIndex(of: 0x0a) {
        let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        if number(of: piece) == n, let line = try? JournalLine(piece, calls.checks) {
          return JournalMark(n: n - 1, crc: line.previous, offset: low + start)
        }
        start = end + 1
      }
      return nil
    }
  }

  private func bytes(at offset: Int, count: Int) throws(Failure) -> [UInt8] {
    try Refusal.during(.reading) { () throws(CallError) in
      try opened.file.bytes(at: offset, count: count)
    }
  }

  private func number(of line: [UInt8]) -> Int? { line.withUnsafeBytes { number(of: $0) } }

  private func number(of line: UnsafeRawBufferPointer) -> Int? {
    var cursor = LineCursor(line)
    guard cursor.skip(#"{"v":1,"n":"#) else { return nil }
    return cursor.number()
  }
}
