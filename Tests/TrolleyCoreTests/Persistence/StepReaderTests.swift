import Testing

@testable import TrolleyCore
@testable import TrolleyModel
@testable import TrolleyStorage

@Suite struct StepReaderTests {
  @Test(arguments: [
    (1, ["Change 1 was skipped"]),
    (4, ["Change 1 was skipped", "Change 2", "Change 3", "1 more change was skipped."]),
    (5000, ["Change 1 was skipped", "Change 2", "Change 3", "4997 more changes were skipped."]),
  ])
  func `of many changes that cannot be read the first ones are named`(
    _ count: Int, _ words: [String]
  ) throws {
    let body = Array(#""by":"a","i":1,"t":1,"kind":"itemsAdded","items":7"#.utf8)
    let lines = try JournalLines.draft(
      (0..<count).map { _ in [body] }, after: JournalHead(n: 0, crc: 0))
    var reader = StepReader()
    let entries = lines.compactMap { reader.take($0) }
    #expect(entries.count == count)
    #expect(reader.warnings.count == words.count)
    for (warning, word) in zip(reader.warnings, words) {
      #expect(warning.replacing(",", with: "").hasPrefix(word), "\(warning)")
    }
  }
}
