extension Replanner {
  /// What others took away, so that those whose steps were about it can be told; and what stores were
  /// told of orders that have no place yet.
  public struct Meanwhile: Equatable, Sendable {
    struct Loss: Equatable, Sendable {
      var name: String
      var author: String
    }

    struct LostLine: Equatable, Sendable {
      var item: Item.ID
      var author: String
      var isOrdered: Bool
    }

    var items: [Item.ID: Loss] = [:]
    var lines: [CartLine.ID: LostLine] = [:]
    /// The numbers under which orders have gone out.
    var mailed: [Order.ID: Int] = [:]
    /// The steps of this machine that have got their places, by what an undo calls them.
    var placed: [StepReference: Step] = [:]

    public init() {}

    /// Takes note of a step of this machine that has its place.
    mutating func note(own step: Step) {
      switch step.role {
      case .change: placed[step.name] = step
      case .redo(let name): placed[name] = step
      case .undo(let name): placed[name] = nil
      }
    }

    /// Takes note of the mail of a step that has no place yet.
    mutating func note(mailOf step: Step) {
      for case .orderMailed(let mailing) in step.events { mailed[mailing.order] = mailing.number }
    }

    /// Takes note of what a step of another machine did.
    mutating func note(_ touches: [SharedState.Touch], of step: Step, in state: SharedState) {
      for touch in touches {
        switch touch {
        case .item(let id, let was?):
          items[id] = state.items[id] == nil ? Loss(name: was.name, author: step.author) : nil
        case .line(let id, let was?) where state.carts.line(id) == nil:
          lines[id] = LostLine(item: was.item, author: step.author, isOrdered: step.isOrder)
        case .item, .line, .store, .order, .mailing, .settings, .aisles, .mergedLine, .joined,
          .seeded, .use, .account, .formerName, .heldCart:
          break
        }
      }
    }
  }
}
