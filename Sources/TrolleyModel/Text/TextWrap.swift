public enum TextWrap {
  /// Lines of at most `width` cells, broken between words where possible.
  public static func lines(_ text: String, width: Int, most: Int = 200) -> [String] {
    guard width > 0 else { return [] }
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      for word in paragraph.split(separator: " ") {
        var word = String(word)
        if !line.isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) > width {
          lines.append(line)
          line = ""
        }
        while DisplayWidth.of(word) > width {
          let head = word.prefix(while: width)
          guard !head.isEmpty else { break }
          lines.append(head)
          word = String(word.dropFirst(head.count))
          if lines.count >= most { return lines }
        }
        line += line.isEmpty ? word : " " + word
      }
      lines.append(line)
      if lines.count >= most { return lines }
    }
    return lines
  }
}

extension String {
  /// The longest prefix that fits a number of cells.
  fileprivate func prefix(while width: Int) -> String {
    var result = ""
    var used = 0
    for character in self {
      used += DisplayWidth.of(String(character))
      if used > width { break }
      result.append(character)
    }
    return result
  }
}
