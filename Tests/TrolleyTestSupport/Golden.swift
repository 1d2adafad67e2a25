import Foundation
import Testing
import TrolleyUI

/// Compares a screen with `Tests/TrolleyUITests/Goldens/<name>.txt`: the screen as text, and below a
/// ruler the roles as letters where a row is more than plain text.
///
/// `TROLLEY_RECORD=1` writes all goldens anew. One that is missing is written and fails the run, so
/// that a person looks at it.
///
/// `colours` adds which cells have which colours of their own.
public func expectGolden(
  _ canvas: Canvas, _ name: String, colours: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let path = Golden.directory + "/" + name + ".txt"
  let now = Golden.text(of: canvas) + (colours ? Golden.colours(of: canvas) : "")
  let isRecording = ProcessInfo.processInfo.environment["TROLLEY_RECORD"] == "1"
  let old = try? String(contentsOfFile: path, encoding: .utf8)
  if old == now { return }
  if old != nil, !isRecording {
    let difference = Golden.difference(old ?? "", now)
    Issue.record("\(name) looks different:\n\(difference)", sourceLocation: sourceLocation)
    return
  }
  do {
    try FileManager.default.createDirectory(
      atPath: Golden.directory, withIntermediateDirectories: true)
    try now.write(toFile: path, atomically: true, encoding: .utf8)
  } catch {
    Issue.record("\(name) could not be written: \(error)", sourceLocation: sourceLocation)
  }
  if !isRecording {
    Issue.record("\(name) is new: look at it, then run again", sourceLocation: sourceLocation)
  }
}

enum Golden {
  static let directory: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(2)
    return parts.joined(separator: "/") + "/TrolleyUITests/Goldens"
  }()

  static func text(of canvas: Canvas) -> String {
    var lines = canvas.rows
    lines.append(String(repeating: "-", count: canvas.size.width))
    for y in 0..<canvas.size.height {
      let roles = canvas.roles(y)
      if !roles.isEmpty { lines.append(roles + "  " + String(y)) }
    }
    if let cursor = canvas.cursor { lines.append("cursor \(cursor.x),\(cursor.y)") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A letter for each colour, in the order in which they are met, and what they stand for.
  static func colours(of canvas: Canvas) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    var known: [UInt32] = []
    var lines: [String] = []
    for y in 0..<canvas.size.height {
      var row = ""
      for x in 0..<canvas.size.width {
        let colour = canvas[x, y].foreground
        if colour != 0, !known.contains(colour) { known.append(colour) }
        let at = known.firstIndex(of: colour)
        row.append(at.map { letters[min($0, letters.count - 1)] } ?? " ")
      }
      while row.last == " " { row.removeLast() }
      if !row.isEmpty { lines.append(row + "  " + String(y)) }
    }
    let legend = known.prefix(letters.count).enumerated().map { at, colour in
      let hex = String(colour & 0xFF_FFFF, radix: 16, uppercase: true)
      return "\(letters[at]) " + String(repeating: "0", count: 6 - hex.count) + hex
    }
    return (lines + legend).joined(separator: "\n") + "\n"
  }

  /// The lines that differ, the expected one first.
  static func difference(_ old: String, _ new: String) -> String {
    let a = old.split(separator: "\n", omittingEmptySubsequences: false)
    let b = new.split(separator: "\n", omittingEmptySubsequences: false)
    var lines: [String] = []
    for at in 0..<max(a.count, b.count) {
      let left = a.indices.contains(at) ? a[at] : ""
      let right = b.indices.contains(at) ? b[at] : ""
      if left != right { lines += ["\(at + 1) - \(left)", "\(at + 1) + \(right)"] }
    }
    return lines.joined(separator: "\n")
  }
}
