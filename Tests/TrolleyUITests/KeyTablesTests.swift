import Foundation
import Testing
import TrolleyTestSupport

@testable import TrolleyMachine

/// The tables of keys in the README and in the manual are generated from the table of commands:
/// `make docs` writes them.
@Suite struct KeyTablesTests {
  @Test func `the table of keys in the README is that of the program`() throws {
    try expectBlock(
      KeyTables.readme, in: "README.md", from: "<!-- keys: written by make docs -->",
      to: "<!-- end of keys -->")
  }

  @Test func `the table of keys in the manual is that of the program`() throws {
    try expectBlock(
      KeyTables.manual, in: "docs/trolley.1", from: ".\\\" keys: written by make docs",
      to: ".\\\" end of keys")
  }

  private func expectBlock(_ block: String, in file: String, from: String, to: String) throws {
    let path = Golden.repository + "/" + file
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let start = try #require(text.range(of: from + "\n")).upperBound
    let end = try #require(text.range(of: to)).lowerBound
    if ProcessInfo.processInfo.environment["TROLLEY_RECORD"] == "1" {
      let new = String(text[..<start]) + block + String(text[end...])
      if new != text { try new.write(toFile: path, atomically: true, encoding: .utf8) }
    } else {
      #expect(text[start..<end] == block, "make docs writes \(file) anew")
    }
  }
}

enum KeyTables {
  /// Two groups of commands in a line.
  static var readme: String {
    let cells = CommandTable.groups.map { group in
      let keys = group.rows.compactMap { usualKeys($0) }.filter { !$0.isEmpty }
      let others = unique(keys.flatMap { $0.dropFirst() })
      let spans = [unique(keys.map { $0[0] }), others].filter { !$0.isEmpty }
      return spans.map { "`\($0.joined(separator: " "))`" }.joined(separator: ", ")
        + " | \(group.title)"
    }
    let half = (cells.count + 1) / 2
    let lines = (0..<half).map {
      "| \(cells[$0]) | | \($0 + half < cells.count ? cells[$0 + half] : " | ") |"
    }
    return (["| keys | do | | keys | do |", "| --- | --- | --- | --- | --- |"] + lines)
      .joined(separator: "\n") + "\n"
  }

  /// Every command with its name in the settings file; below it the scopes in which its keys or
  /// title differ.
  static var manual: String {
    CommandTable.groups.map { group in
      ".Ss \(escaped(group.title))\n.Bl -column \"up, ctrl-p, shift-tab\" \"showSegmentCatalogue\"\n"
        + group.rows.flatMap(manualLines).joined(separator: "\n") + "\n.El\n"
    }.joined()
  }

  private static func manualLines(_ row: CommandRow) -> [String] {
    let defaultValue = usualKeys(row) ?? []
    let bindings = Keymap.standard.bindings.filter { $0.command == row.command }
    let places = Set(bindings.map(\.availability.whom))
    let whom = places.count == 1 ? bindings.first?.availability.whom : nil
    var lines = [line(defaultValue, row.name, row.title + (whom.map { " (\($0))" } ?? ""))]
    var told: [String: [String]] = [:]
    var order: [String] = []
    for scope in Scope.allCases where scope != .everywhere {
      let keys = Keymap.standard.bindings
        .filter { $0.command == row.command && $0.scopes.contains(Scopes(scope)) }
        .flatMap(\.keys.all)
      let title = row.title(in: scope)
      guard !keys.isEmpty && keys != defaultValue || title != row.title else { continue }
      let key = keys.joined(separator: " ") + "\t" + title
      if told[key] == nil { order.append(key) }
      told[key, default: []].append(scope.name)
    }
    for key in order {
      let parts = key.components(separatedBy: "\t")
      let keys = parts[0].split(separator: " ").map(String.init)
      lines.append(
        line(keys, "", "\(told[key, default: []].joined(separator: ", ")): \(parts[1])"))
    }
    return lines
  }

  private static func line(_ keys: [String], _ name: String, _ title: String) -> String {
    let keys = keys.map { "\\&" + $0.replacingOccurrences(of: "-", with: "\\-") }
    return ".It \(keys.joined(separator: ", ")) Ta \(name) Ta \(escaped(title))"
      .replacingOccurrences(of: "  ", with: " ")
  }

  /// Short words that begin with a capital may be macros.
  private static func escaped(_ text: String) -> String {
    text.split(separator: " ").map {
      $0.count <= 3 && $0.first?.isUppercase == true ? "\\&" + $0 : String($0)
    }.joined(separator: " ")
  }

  /// The keys in the place that a row names first, in all kinds of lists.
  private static func usualKeys(_ row: CommandRow) -> [String]? {
    let bindings = Keymap.standard.bindings.filter { $0.command == row.command }
    return bindings.first.map { first in
      unique(bindings.filter { $0.scopes == first.scopes }.flatMap(\.keys.all))
    }
  }

  private static func unique(_ keys: [String]) -> [String] {
    keys.enumerated().filter { at, key in keys.firstIndex(of: key) == at }.map(\.element)
  }
}
