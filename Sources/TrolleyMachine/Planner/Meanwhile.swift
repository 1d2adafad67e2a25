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
      /// Whether it was got: ordered, or picked and then cleared.
      var isGot: Bool
    }

    var items: [Item.ID: Loss] = [:]
    var lines: [CartLine.ID: LostLine] = [:]
    /// The numbers under which orders have gone out.
    var mailed: [Order.ID: Int] = [:]
    /// The steps of this machine that have got their places, by what an undo calls them.
    var placed: [StepReference: Step] = [:]
    /// What the ticks of this machine have taken off lines that hold more than was seen.
    var ticks = TicksInPart()
    /// Who might register when the step was made that is planned; nil when unknown.
    var registration: Registration.Mode?

    public init() {}

    /// Takes note of a step of this machine that has its place.
    mutating func note(own step: Step) {
      ticks.note(step)
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
          lines[id] = LostLine(
            item: was.item, author: step.author, isOrdered: step.isOrder,
            isGot: step.isOrder || was.isPicked)
        case .line(let id, nil): lines[id] = nil
        case .item, .line, .store, .order, .mailing, .settings, .aisles, .mergedLine, .joined,
          .seeded, .use, .account, .formerName, .heldCart:
          break
        }
      }
    }
  }
}

/// What the steps of a machine have made of lines that others had got or added to meanwhile. What it has
/// ticked of a line that had become more was got and is off the line, whose rest is not ticked; what it
/// has added to a line that others had got is all that there is of it. Later steps of its author
/// still take the line for what it was there.
struct TicksInPart: Equatable, Sendable {
  /// How much is off each line.
  private(set) var amounts: [CartLine.ID: Quantity] = [:]
  /// How much there is of each line that was begun anew.
  private(set) var begun: [CartLine.ID: Quantity] = [:]

  /// Takes note of a step of this machine, as it is planned.
  mutating func note(_ step: Step) {
    guard !amounts.isEmpty || !begun.isEmpty || !step.leftOut.isEmpty else { return }
    for event in step.events {
      switch event {
      case .linesPicked(let ids, _): for id in ids { amounts[id] = nil }
      case .quantityChanged(let id, let by, _, _, _): begun[id] = begun[id]?.adding(by)
      case .linesRemoved(let lines): for line in lines { begun[line.id] = nil }
      default: break
      }
    }
    for one in step.leftOut {
      switch one.event {
      case .linesPicked(let ids, let isPicked) where one.reason == .changed:
        for id in ids {
          guard let change = step.quantityChange(of: id) else { continue }
          amounts[id] = isPicked ? -change : nil
        }
      case .quantityChanged(let id, _, _, _, _):
        begun[id] = step.added(id)?.quantity ?? step.share(of: one.event) ?? begun[id]
      case .linesRemoved(let lines): for line in lines { amounts[line.id] = nil }
      default: break
      }
    }
  }
}

extension Step {
  /// By how much it changes the quantity of a line; nil if it does not.
  func quantityChange(of line: CartLine.ID) -> Quantity? {
    for case .quantityChanged(line, let by, _, _, _) in events { return by }
    return nil
  }
}

extension Event {
  /// Whether it takes a line out of the cart.
  func takesOut(_ line: CartLine.ID) -> Bool {
    if case .linesRemoved(let lines) = self { lines.contains { $0.id == line } } else { false }
  }
}
