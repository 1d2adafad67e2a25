/// Three backticks above and below data in a text, as assistants answer.
enum CodeFence {
  private static let mark = Array("```".utf8)
  /// Above it there are a few sentences at the most.
  private static let longestTalk = 4096

  /// The JSON or the table between the first two fences; nil for a text without. A list in lines is read
  /// with all that is around it.
  static func data(in bytes: [UInt8]) -> [UInt8]? {
    guard let open = line(bytes[..<min(bytes.count, longestTalk)]),
      let start = bytes[open...].firstIndex(of: 0x0A)
    else { return nil }
    let rest = bytes[(start + 1)...]
    let inside = Array(rest[..<(line(rest) ?? rest.endIndex)])
    let format = inside.withUnsafeBufferPointer { ListFormat.guess($0) }
    return [.json, .jsonLines, .csv, .tsv].contains(format) ? inside : nil
  }

  /// Where the first line begins that is a fence.
  private static func line(_ bytes: ArraySlice<UInt8>) -> Int? {
    var start = bytes.startIndex
    while start < bytes.endIndex {
      if bytes[start...].starts(with: mark) { return start }
      guard let end = bytes[start...].firstIndex(of: 0x0A) else { return nil }
      start = end + 1
    }
    return nil
  }
}
