/// The focused row of a short list.
public struct ListFocus: Equatable, Sendable {
  public var index = 0
  public var scroll = 0

  public init() {}

  /// Applies a movement command; returns false for other commands.
  mutating func move(by command: Command, count: Int, viewport: Int) -> Bool {
    let target = target(of: command, count: count, viewport: viewport) { [index] in index + $0 }
    guard let target else { return false }
    move(to: target, count: count, viewport: viewport)
    return true
  }

  /// - Parameter page: the row that is some lines away.
  func target(of command: Command, count: Int, viewport: Int, page: (Int) -> Int) -> Int? {
    switch command {
    case .up: index - 1
    case .down: index + 1
    case .first: 0
    case .last: count - 1
    case .pageUp: page(-viewport)
    case .pageDown: page(viewport)
    case .halfPageUp: page(-max(1, viewport / 2))
    case .halfPageDown: page(max(1, viewport / 2))
    default: nil
    }
  }

  mutating func move(to new: Int, count: Int, viewport: Int) {
    index = max(0, min(new, count - 1))
    scroll = max(0, min(scroll, count - viewport))
    if index < scroll { scroll = index }
    if index >= scroll + viewport { scroll = index - viewport + 1 }
    scroll = max(0, scroll)
  }
}
