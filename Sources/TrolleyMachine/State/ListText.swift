/// The list as plain text, for the clipboard and for people without the program.
public enum ListText {
  public static func plain(_ state: SharedState) -> String {
    var text = ""
    for line in state.cart.lines {
      guard let item = state.items[line.item] else { continue }
      text += line.isPicked ? "[x] " : "[ ] "
      if line.quantity != .one { text += line.quantity.words + " " }
      text += item.name + "\n"
    }
    return text
  }

  /// Short enough for a QR code: only picked lines are marked.
  public static func compact(_ state: SharedState) -> String {
    var lines: [String] = []
    for line in state.cart.lines {
      guard let item = state.items[line.item] else { continue }
      lines.append(
        (line.isPicked ? "[x] " : "")
          + (line.quantity == .one ? "" : line.quantity.words + " ") + item.name)
    }
    return lines.joined(separator: "\n")
  }
}
