public enum TextWrap {
  /// Lines of at most `width` cells, broken between words where possible.
  public static func lines(_ text: String, width: Int, most: Int = 200) -> [String] {
    guard width > 0 else { return [] }
    var lines: [String] = []
    // By bytes: comparing characters would take most of the time, and a page of tiles wraps some names.
    for paragraph in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      var line = ""
      var used = 0
      for word in paragraph.split(separator: 0x20) {
        var word = String(Substring(word))
        var size = DisplayWidth.of(word)
        if !line.isEmpty, used + 1 + size > width {
          lines.append(line)
          (line, used) = ("", 0)
        }
        while size > width {
          let head = word.prefix(while: width)
          guard !head.isEmpty else { break }
          lines.append(head)
          word = String(word.dropFirst(head.count))
          size = DisplayWidth.of(word)
          if lines.count >= most { return lines }
        }
        used += line.isEmpty ? size : 1 + size
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
