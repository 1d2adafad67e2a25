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
}
