/// The focused row of a short list.
public struct ListFocus: Equatable, Sendable {
  public var index = 0
  public var scroll = 0

  public init() {}

  /// Applies a movement command; returns false for other commands.
  mutating func move(by command: Command, count: Int, viewport: Int) -> Bool {
    let target: Int
    switch command {
    case .up: target = index - 1
    case .down: target = index + 1
    case .first: target = 0
    case .last: target = count - 1
    case .pageUp: target = index - viewport
    case .pageDown: target = index + viewport
    case .halfPageUp: target = index - max(1, viewport / 2)
    case .halfPageDown: target = index + max(1, viewport / 2)
    default: return false
    }
    move(to: target, count: count, viewport: viewport)
    return true
  }

  mutating func move(to new: Int, count: Int, viewport: Int) {
    index = max(0, min(new, count - 1))
    scroll = max(0, min(scroll, count - viewport))
    if index < scroll { scroll = index }
    if index >= scroll + viewport { scroll = index - viewport + 1 }
    scroll = max(0, scroll)
  }
}
