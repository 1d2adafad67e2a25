/// One line of text with a cursor: edited by pure functions, by grapheme.
public struct TextInput: Equatable, Sendable {
  public private(set) var characters: [Character]
  /// The number of characters before the cursor.
  public private(set) var cursor: Int
  /// The most characters it accepts.
  public let limit: Int

  /// What is there already always fits: a value that was not touched is saved as it was.
  public init(_ text: String = "", limit: Int = 400) {
    characters = Array(text)
    cursor = characters.count
    self.limit = max(limit, characters.count)
  }

  public var text: String { String(characters) }
  public var isEmpty: Bool { characters.isEmpty }

  /// Whether all of the text fits in.
  public func hasRoom(for text: String) -> Bool { cleaned(text).count <= limit - characters.count }

  private func cleaned(_ text: String) -> String {
    CleanText.line(text, limit: .init(bytes: .max, graphemes: .max, trims: false))
  }

  /// Inserts cleaned text at the cursor, as much as fits. False when none does.
  @discardableResult
  public mutating func insert(_ text: String) -> Bool {
    let clean = CleanText.line(
      text, limit: .init(bytes: 4 * limit + 64, graphemes: limit, trims: false))
    let room = limit - characters.count
    guard room > 0, !clean.isEmpty else { return false }
    let new = Array(clean.prefix(room))
    characters.insert(contentsOf: new, at: cursor)
    cursor += new.count
    joinMarks()
    return true
  }

  /// A combining mark typed after its letter forms one character with it.
  private mutating func joinMarks() {
    let count = String(characters).count
    guard count != characters.count else { return }
    let before = String(characters[..<cursor]).count
    characters = Array(String(characters))
    cursor = min(before, characters.count)
  }

  public mutating func moveLeft() { cursor = max(0, cursor - 1) }
  public mutating func moveRight() { cursor = min(characters.count, cursor + 1) }
  public mutating func moveToStart() { cursor = 0 }
  public mutating func moveToEnd() { cursor = characters.count }
  public mutating func moveWordLeft() { cursor = wordStart }

  public mutating func moveWordRight() {
    var at = cursor
    while at < characters.count, characters[at] == " " { at += 1 }
    while at < characters.count, characters[at] != " " { at += 1 }
    cursor = at
  }

  public mutating func deleteBackward() {
    guard cursor > 0 else { return }
    cursor -= 1
    characters.remove(at: cursor)
  }

  public mutating func deleteForward() {
    guard cursor < characters.count else { return }
    characters.remove(at: cursor)
  }

  public mutating func deleteWord() {
    let start = wordStart
    characters.removeSubrange(start..<cursor)
    cursor = start
  }

  public mutating func deleteToStart() {
    characters.removeSubrange(..<cursor)
    cursor = 0
  }

  private var wordStart: Int {
    var at = cursor
    while at > 0, characters[at - 1] == " " { at -= 1 }
    while at > 0, characters[at - 1] != " " { at -= 1 }
    return at
  }

}
