/// The list as plain text, for the clipboard and for people without the program.
public enum ListText {
  /// - Parameter lines: nil for the whole cart.
  public static func plain(
    _ state: SharedState, _ lines: [CartLine.ID]? = nil, style: NumberStyle = .english
  ) -> String {
    var text = ""
    for line in lines?.compactMap({ state.cart[$0] }) ?? Array(state.cart.lines) {
      guard let item = state.items[line.item] else { continue }
      text += line.isPicked ? "[x] " : "[ ] "
      if line.quantity != .one { text += item.words(line.quantity, style) + " " }
      text += item.name + "\n"
    }
    return text
  }

  /// Short enough for a QR code: only picked lines are marked.
  ///
  /// - Parameters:
  ///   - lines: nil for the whole cart.
  ///   - longest: the cells that a name may take.
  static func compact(
    _ state: SharedState, _ lines: [CartLine]? = nil, style: NumberStyle = .english,
    longest: Int = .max
  ) -> String {
    (lines ?? Array(state.cart.lines)).compactMap { line in
      state.items[line.item].map { item in
        (line.isPicked ? "[x] " : "")
          + (line.quantity == .one ? "" : item.words(line.quantity, style) + " ")
          + DisplayWidth.fitting(item.name, longest)
      }
    }.joined(separator: "\n")
  }
}
