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
      /// Whether it was got: ordered, or picked and then cleared. Also of a line that went along with
      /// something else, and of one that this machine has begun anew.
      var isGot: Bool
    }

    var items: [Item.ID: Loss] = [:]
    /// Who has taken up carts that were held, as authors.
    var takers: [Cart.ID: String] = [:]
    var lines: [CartLine.ID: LostLine] = [:]
    /// The numbers under which orders have gone out.
    var mailed: [Order.ID: Int] = [:]
    /// The steps of this machine that have got their places, by what an undo calls them.
    var placed: [StepReference: Step] = [:]
    /// What was done again. The history does not know that where a change of another machine, which ends
    /// what can be done again, has come before it.
    private(set) var doneAgain: Set<StepReference> = []
    /// What the ticks of this machine have taken off lines that hold more than was seen.
    var ticks = TicksInPart()
    /// Who might register when the step was made that is planned; nil when unknown.
    var registration: Registration.Mode?

    public init() {}

    /// Takes note of a step of this machine that has its place.
    mutating func note(own step: Step) {
      ticks.note(step)
      note(roleOf: step)
      for case .linesAdded(let all) in step.events {
        for line in all { lines[line.id]?.isGot = true }
      }
      switch step.role {
      case .change: placed[step.name] = step
      case .redo(let name): placed[name] = step
      case .undo(let name): placed[name] = nil
      }
    }

    private mutating func note(roleOf step: Step) {
      guard let (name, isDoneAgain) = step.redoes else { return }
      if isDoneAgain { doneAgain.insert(name) } else { doneAgain.remove(name) }
    }

    /// Takes note of the mail of a step that has no place yet.
    mutating func note(mailOf step: Step) {
      for case .orderMailed(let mailing) in step.events where !mailing.isUnwanted {
        mailed[mailing.order] = mailing.number
      }
    }

    /// Takes note of what a step of another machine says that it took away, or brought back. What depends
    /// on that is the same after a restart, which has the steps alone.
    mutating func note(other step: Step) {
      note(roleOf: step)
      for event in step.events {
        switch event {
        case .itemsRemoved(let all):
          for item in all { items[item.id] = Loss(name: item.name, author: step.author) }
        case .itemsAdded(let all): for item in all { items[item.id] = nil }
        case .linesRemoved(let all):
          for line in all {
            lines[line.id] = LostLine(
              item: line.item, author: step.author, isOrdered: step.isOrder,
              isGot: step.isOrder || line.isPicked)
          }
        case .linesAdded(let all): for line in all { lines[line.id] = nil }
        case .cartTakenUp(let held): takers[held.id] = step.author
        default: break
        }
      }
    }

    /// Takes note of what such a step did, with what went along without being said.
    mutating func note(_ touches: [SharedState.Touch], of step: Step, in state: SharedState) {
      for touch in touches {
        switch touch {
        case .item(let id, let was?):
          items[id] = state.items[id] == nil ? Loss(name: was.name, author: step.author) : nil
        case .line(let id, let was?) where state.carts.line(id) == nil:
          lines[id] = LostLine(
            item: was.item, author: step.author, isOrdered: step.isOrder, isGot: true)
        case .line(let id, nil): lines[id] = nil
        case .item, .line, .store, .order, .mailing, .settings, .aisles, .mergedLine, .joined,
          .seeded, .use, .account, .formerName, .heldCart:
          break
        }
      }
      note(other: step)
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
  /// The step that it takes back or does again, and which of these; nil when nothing of it is done.
  var redoes: (name: StepReference, isDoneAgain: Bool)? {
    guard !events.isEmpty else { return nil }
    return switch role {
    case .change: nil
    case .undo(let name): (name, false)
    case .redo(let name): (name, true)
    }
  }

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
