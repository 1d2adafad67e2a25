import Foundation
import Testing

@testable import TrolleyModel

/// The documents list the settings from the table. `TROLLEY_RECORD=1` regenerates them.
@Suite struct SettingsDocumentTests {
  @Test func `docs/DATA.md lists every member of the settings file`() throws {
    let rows = SettingRow.table.filter { $0.member != nil || $0.isHidden }.map { row in
      let must = row.member?.must() ?? "be an object"
      let value = must.hasPrefix("be ") ? String(must.dropFirst(3)) : "must " + must
      let title = row.isHidden ? "" : row.title + ": "
      return "| `\(row.name)` | \(value) | \(title)\(row.explanation) |\n"
    }
    try expectList(
      rows.joined(), in: "docs/DATA.md", from: "| member | value | what it is |\n|---|---|---|\n",
      to: "\n`lockMinutes`")
  }

  @Test func `the manual lists every name that trolley settings takes`() throws {
    let rows = SettingRow.all.filter { !$0.isReadOnly }.map { row in
      let plain = [("’", "\\(cq"), ("“", "\\(lq"), ("”", "\\(rq")].reduce(row.explanation) {
        $0.replacingOccurrences(of: $1.0, with: $1.1)
      }
      return ".It Cm \(row.name)\n\(row.title): \(plain)\n"
    }
    try expectList(
      rows.joined(), in: "docs/trolley.1", from: ".Bl -tag -width Ds -compact \\\" settings\n",
      to: ".El \\\" settings\n")
  }

  private func expectList(
    _ list: String, in path: String, from start: String, to end: String
  ) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let url = root.appending(path: path)
    let text = try String(contentsOf: url, encoding: .utf8)
    let first = try #require(text.range(of: start)).upperBound
    let last = try #require(text[first...].range(of: end)).lowerBound
    if text[first..<last] == list { return }
    guard ProcessInfo.processInfo.environment["TROLLEY_RECORD"] == "1" else {
      Issue.record("\(path) lists other settings than the table: TROLLEY_RECORD=1 writes them.")
      return
    }
    let written = String(text[..<first]) + list + String(text[last...])
    try written.write(to: url, atomically: true, encoding: .utf8)
  }
}
