/// One cell of a screen.
struct ScreenCell: Equatable {
  var sign: Character
  /// Keyed by the number of the SGR sequence: `38` is the foreground and `48` the background, both
  /// with the value `5;N` or `2;R;G;B`; `7` and the others have themselves as value.
  var looks: [String: String] = [:]

  /// Default blanks count as nothing.
  static let blank = ScreenCell(sign: " ")

  /// What is seen of a cell: one that a block or a blank fills with one colour is a blank on it,
  /// whichever its other colour is.
  init(sign: Character, looks: [String: String] = [:]) {
    (self.sign, self.looks) = (sign, looks)
    guard Set(looks.keys).isSubset(of: ["38", "48"]) else { return }
    if sign == " " {
      self.looks["38"] = nil
    } else if let ink = looks["38"], sign == "█" || ("▀"..."▟").contains(sign) && looks["48"] == ink
    {
      (self.sign, self.looks) = (" ", ["48": ink])
    }
  }
}

extension TmuxScreen {
  /// The screen as cells, because the same looks may be written with different sequences. Trailing
  /// default blanks are omitted.
  var cells: [[ScreenCell]] {
    var looks: [String: String] = [:]
    var rows: [[ScreenCell]] = []
    for line in styledText.split(separator: "\n", omittingEmptySubsequences: false) {
      var row: [ScreenCell] = []
      var rest = line[...]
      while let sign = rest.first {
        if rest.hasPrefix("\u{1B}["), let end = rest.firstIndex(of: "m") {
          let codes = rest[rest.index(rest.startIndex, offsetBy: 2)..<end]
          Self.take(codes.split(separator: ";").map(String.init), &looks)
          rest = rest[rest.index(after: end)...]
        } else {
          row.append(ScreenCell(sign: sign, looks: looks))
          rest = rest.dropFirst()
        }
      }
      while row.last == .blank { row.removeLast() }
      rows.append(row)
    }
    while rows.last?.isEmpty == true { rows.removeLast() }
    return rows
  }

  private static func take(_ codes: [String], _ looks: inout [String: String]) {
    if codes.isEmpty { looks = [:] }
    var rest = codes[...]
    while let code = rest.first {
      let number = Int(code) ?? 0
      var count = 1
      switch number {
      case 0: looks = [:]
      case 39: looks["38"] = nil
      case 49: looks["48"] = nil
      case 38, 48:
        count = rest.dropFirst().first == "2" ? 5 : 3
        looks[code] = rest.prefix(count).dropFirst().joined(separator: ";")
      case 30...37: looks["38"] = "5;\(number - 30)"
      case 40...47: looks["48"] = "5;\(number - 40)"
      case 90...97: looks["38"] = "5;\(number - 82)"
      case 100...107: looks["48"] = "5;\(number - 92)"
      default: looks[code] = code
      }
      rest = rest.dropFirst(count)
    }
  }
}
