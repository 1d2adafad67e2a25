/// Lines copied from a chat, with who wrote them and when: `[23.11.26, 18:02] Anna: milk`,
/// `[18:02, 23/11/2026] Anna: milk`, `23/11/2026, 18:02 - Anna: milk`,
/// `11/23/26, 6:02 PM - Anna: milk`; and the line `Anna, [23.11.26 18:02]` above what she wrote.
package enum ChatLine {
  /// Longer names are cut by the messengers, or are part of what was written.
  private static let longestAuthor = 60

  /// What was written; the line itself if it comes from no chat, and nothing for a picture that was
  /// left out.
  package static func text(of line: Substring) -> Substring {
    var rest = line.drop(while: isInvisible)
    let isBracketed = rest.first == "["
    if isBracketed { rest = rest.dropFirst() }
    guard takeMoment(&rest) else { return isHeading(line) ? "" : line }
    if isBracketed {
      guard rest.first == "]" else { return line }
      rest = rest.dropFirst()
    } else {
      rest = rest.drop(while: isBlank)
      guard rest.hasPrefix("- ") || rest.hasPrefix("\u{2013} ") else { return line }
      rest = rest.dropFirst(1)
    }
    guard rest.first.map(isBlank) == true else { return line }
    let author = rest.prefix { $0 != ":" }
    // A message of the messenger's own has no author.
    guard author.count <= longestAuthor, author.endIndex < rest.endIndex else {
      return rest.drop(while: isBlank)
    }
    let text = rest[rest.index(after: author.endIndex)...].drop { isBlank($0) || isInvisible($0) }
    return text.first == "<" && text.last == ">" ? "" : text
  }

  /// `Anna, [23.11.26 18:02]`, with nothing behind it.
  private static func isHeading(_ line: Substring) -> Bool {
    guard line.last == "]", let bracket = line.lastIndex(of: "["),
      line[..<bracket].hasSuffix(", "), line[..<bracket].count <= longestAuthor + 2
    else { return false }
    var rest = line[line.index(after: bracket)...].dropLast()
    return takeMoment(&rest) && rest.isEmpty
  }

  /// A date and a time, in either order.
  private static func takeMoment(_ rest: inout Substring) -> Bool {
    let all = rest
    if takeDate(&rest), takeGap(&rest), takeTime(&rest) { return true }
    rest = all
    return takeTime(&rest) && takeGap(&rest) && takeDate(&rest)
  }

  private static func takeGap(_ rest: inout Substring) -> Bool {
    if rest.first == "," { rest = rest.dropFirst() }
    guard rest.first.map(isBlank) == true else { return false }
    rest = rest.drop(while: isBlank)
    return true
  }

  /// Three numbers with the same mark between them.
  private static func takeDate(_ rest: inout Substring) -> Bool {
    var mark: Character?
    for part in 0..<3 {
      let digits = rest.prefix(while: isDigit)
      guard 1...4 ~= digits.count else { return false }
      rest = rest.dropFirst(digits.count)
      guard part < 2 else { break }
      guard let next = rest.first, "./-".contains(next), mark == nil || mark == next else {
        return false
      }
      mark = next
      rest = rest.dropFirst()
    }
    return true
  }

  /// Hours and minutes, perhaps seconds, and the half of the day.
  private static func takeTime(_ rest: inout Substring) -> Bool {
    for part in 0..<3 {
      let digits = rest.prefix(while: isDigit)
      guard part == 0 ? 1...2 ~= digits.count : digits.count == 2 else { return false }
      rest = rest.dropFirst(digits.count)
      guard let mark = rest.first, mark == ":" || mark == "." else {
        guard part > 0 else { return false }
        break
      }
      if part < 2 { rest = rest.dropFirst() }
    }
    let half = rest.drop(while: isBlank)
    for word in ["am", "pm", "a.m.", "p.m."] where half.lowercased().hasPrefix(word) {
      rest = half.dropFirst(word.count)
    }
    return true
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  private static func isBlank(_ character: Character) -> Bool {
    [" ", "\u{A0}", "\u{202F}"].contains(character)
  }

  /// Marks of the direction of writing, which messengers put before a line.
  private static func isInvisible(_ character: Character) -> Bool {
    ["\u{200E}", "\u{200F}", "\u{202A}", "\u{202C}", "\u{FEFF}"].contains(character)
  }
}
