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

  /// The last step with this name: searched from the end, where those are that are taken back.
  ///
  /// Throws `badInput` when there is none.
  public func step(by author: String, _ number: Int) throws(Failure) -> [RawEntry] {
    let size = try refresh()
    let name = Array(#""by":"\#(author)","i":\#(number),"#.utf8)
    var count = 1 << 20
    while true {
      let from = max(start.offset, size - count)
      let bytes = try self.bytes(at: from, count: size - from)
      if let n = firstLine(of: name, in: bytes, isStart: from == start.offset) {
        return try step(at: n)
      }
      guard from > start.offset else { break }
      count *= 2
    }
    throw Failure(.badInput, "There is no such change.", detail: "step \(author).\(number)")
  }

  /// The number of the first line of the last step with this name. Nil also when it may begin
  /// before these bytes, which begin anywhere unless `isStart`.
  private func firstLine(of name: [UInt8], in bytes: [UInt8], isStart: Bool) -> Int? {
    bytes.withUnsafeBytes { bytes in
      var found: Int?
      var isAfterOther = isStart
      var isInStep = false
      var lineStart = 0
      while let newline = bytes[lineStart...].firstIndex(of: 0x0a) {
        var cursor = LineCursor(UnsafeRawBufferPointer(rebasing: bytes[lineStart..<newline]))
        lineStart = newline + 1
        guard let n = cursor.frame()?.n else { continue }
        let body = cursor.line[cursor.offset...]
        let isOfStep = body.starts(with: name)
        if isOfStep, !isInStep { found = isAfterOther ? n : nil }
        isInStep = isOfStep
        isAfterOther = true
      }
      return found
    }
  }

  /// The mark after line `n`; that of the start when there is no such line.
  public func mark(afterLine n: Int) throws(Failure) -> JournalMark {
    if known.n == n { return known }
    return n > 0 ? try markBefore(n + 1, size: refresh()) ?? start : start
  }

  /// Where this journal has that place.
  ///
  /// Throws `damaged` when it has no such line, or another one with its number.
  func mark(at head: JournalHead) throws(Failure) -> JournalMark {
    let size = try refresh()
    for mark in [known, start] where mark.head == head { return mark }
    guard head.n > 0, let before = try markBefore(head.n, size: size) else {
      throw Refusal.otherHistory
    }
    let bytes = try self.bytes(at: before.offset, count: JournalLine.longest)
    guard let newline = bytes.firstIndex(of: 0x0a) else { throw Refusal.otherHistory }
    let line = bytes.withUnsafeBytes {
      try? JournalLine(UnsafeRawBufferPointer(rebasing: $0[..<newline]), calls.checks)
    }
    guard let line, line.n == head.n, line.crc == head.crc, !line.isMore else {
      throw Refusal.otherHistory
    }
    return JournalMark(n: line.n, crc: line.crc, offset: before.offset + newline + 1)
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
    guard cursor.skipToNumber() else { return nil }
    return cursor.number()
  }
}
