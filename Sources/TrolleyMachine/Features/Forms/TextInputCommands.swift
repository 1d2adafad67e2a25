extension TextInput {
  /// Performs a text editing command; returns false for other commands.
  public mutating func perform(_ command: Command) -> Bool {
    switch command {
    case .textLeft, .left: moveLeft()
    case .textRight, .right: moveRight()
    case .textStart, .first: moveToStart()
    case .textEnd, .last: moveToEnd()
    case .textWordLeft: moveWordLeft()
    case .textWordRight: moveWordRight()
    case .deleteBackward: deleteBackward()
    case .deleteForward: deleteForward()
    case .deleteWord: deleteWord()
    case .deleteToStart: deleteToStart()
    default: return false
    }
    return true
  }

  /// The same for a text that is shown as selected: it goes at once when something of it is deleted,
  /// and the cursor leaves it at its start when it moves back.
  mutating func performOnSelection(_ command: Command) -> Bool {
    var edited = self
    guard edited.perform(command) else { return false }
    if edited.characters != characters || command == .deleteForward {
      self = TextInput(limit: limit)
    } else if command == .textLeft || command == .left {
      moveToStart()
    } else {
      self = edited
    }
    return true
  }
}
