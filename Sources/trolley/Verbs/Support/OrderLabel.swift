import ArgumentParser

/// An order as it is named on the command line: `12`, or `12a` where several have the number 12.
struct OrderLabel: ExpressibleByArgument {
  private let number: Int
  private let text: String

  init?(argument: String) {
    let digits = argument.prefix { $0.isASCII && $0.isNumber }
    let letter = argument.dropFirst(digits.count)
    guard let number = Int(digits), letter.count <= 1,
      letter.allSatisfy({ $0.isASCII && $0.isLetter })
    else { return nil }
    self.number = number
    text = argument.lowercased()
  }

  func order(in list: OpenList) throws(Failure) -> Order {
    let state = list.state
    let all = state.orders(numbered: number)
    if all.count == 1 || text.last?.isLetter == true {
      guard let order = all.first(where: { state.label(of: $0) == text }) else {
        throw ChangeError.noSuchOrder(text).failure
      }
      return order
    }
    guard !all.isEmpty else { throw ChangeError.noSuchOrder(text).failure }
    let each = all.map { order in
      let who = state.nameAtThatTime(of: order.placedBy)
      let words = [
        list.time(of: order), "for " + order.name, who.isEmpty ? "" : "placed by " + who,
      ]
      return "\(state.label(of: order)) (\(words.filter { !$0.isEmpty }.joined(separator: ", ")))"
    }
    throw Failure(
      .badInput,
      "\(Wording.count(all.count, "order")) have the number \(number): \(Wording.list(each)). "
        + "Say \(Wording.alternatives(all.map { state.label(of: $0) })).")
  }
}

extension OpenList {
  /// When an order was placed.
  func time(of order: Order) -> String {
    let offset = SystemClock.utcOffset
    return Wording.date(order.placedAt, offset: offset, style: dateStyle) + ", "
      + Wording.clock(order.placedAt, offset: offset, style: dateStyle)
  }
}
