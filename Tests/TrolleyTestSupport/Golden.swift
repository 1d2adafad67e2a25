import Foundation
import Testing
import TrolleyUI

/// Compares a screen with `Tests/TrolleyUITests/Goldens/<name>.txt`: the screen as text, and below
/// a ruler the roles as letters for rows with more than plain text.
///
/// `TROLLEY_RECORD=1` rewrites all goldens. A missing one is written and fails the run, so that
/// someone reviews it.
///
/// `colours` adds which cells have which colours of their own.
public func expectGolden(
  _ canvas: Canvas, _ name: String, colours: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let path = Golden.directory + "/" + name + ".txt"
  let now = Golden.text(of: canvas) + (colours ? Golden.colours(of: canvas) : "")
  let old = try? String(contentsOfFile: path, encoding: .utf8)
  if old == now { return }
  if old != nil, !Golden.isRecording {
    let difference = Golden.difference(old ?? "", now)
    Issue.record(
      "\(name) looks different; if it should, `make goldens` writes it anew:\n\(difference)",
      sourceLocation: sourceLocation)
    return
  }
  do {
    try FileManager.default.createDirectory(
      atPath: Golden.directory, withIntermediateDirectories: true)
    try now.write(toFile: path, atomically: true, encoding: .utf8)
  } catch {
    Issue.record("\(name) could not be written: \(error)", sourceLocation: sourceLocation)
  }
  if !Golden.isRecording {
    Issue.record("\(name) is new: look at it, then run again", sourceLocation: sourceLocation)
  }
}

public enum Golden {
  /// Whether this run writes the approved screens in place of comparing with them.
  public static let isRecording = ProcessInfo.processInfo.environment["TROLLEY_RECORD"] == "1"

  public static let repository: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()

  public static let directory = repository + "/Tests/TrolleyUITests/Goldens"

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

  /// A letter for each colour, in order of appearance, and a legend.
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

  /// A diff of the two texts: removed lines with a minus, added lines with a plus, and two lines of
  /// context.
  static func difference(_ old: String, _ new: String) -> String {
    let a = old.split(separator: "\n", omittingEmptySubsequences: false)
    let b = new.split(separator: "\n", omittingEmptySubsequences: false)
    let changes = b.difference(from: a)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [(text: String, isChange: Bool)] = []
    var (x, y) = (0, 0)
    while x < a.count || y < b.count {
      if removed.contains(x) {
        lines.append(("- \(a[x])", true))
        x += 1
      } else if inserted.contains(y) {
        lines.append(("+ \(b[y])", true))
        y += 1
      } else {
        lines.append(("  \(a[x])", false))
        (x, y) = (x + 1, y + 1)
      }
    }
    let shown = lines.indices.filter { at in
      lines[max(0, at - 2)...min(lines.count - 1, at + 2)].contains(where: \.isChange)
    }
    var parts: [String] = []
    for (place, at) in shown.enumerated() {
      if place > 0, shown[place - 1] != at - 1 { parts.append("  …") }
      parts.append(lines[at].text)
    }
    return parts.joined(separator: "\n")
  }
}
