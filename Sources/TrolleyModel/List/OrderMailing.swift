/// An order went out by mail: it stays true when the order is undone, and its number is used up.
public struct OrderMailing: Equatable, Sendable {
  public package(set) var order: Order.ID
  /// The order's: an order that was withdrawn is not there to be asked.
  public package(set) var number: Int
  /// The addresses, with commas.
  public package(set) var to: String
  /// Seconds since 1970, UTC.
  public package(set) var at: Int
  /// A server got the mail and did not say whether it took it.
  public package(set) var isUncertain: Bool

  public init(order: Order.ID, number: Int, to: String, at: Int, isUncertain: Bool = false) {
    self.order = order
    self.number = number
    self.to = to
    self.at = at
    self.isUncertain = isUncertain
  }
}

extension SharedState {
  /// The last mail of an order that is known to have gone, else one that may have.
  public func mailing(of order: Order.ID) -> OrderMailing? {
    let all = mailings.filter { $0.order == order }
    return all.last { !$0.isUncertain } ?? all.last
  }

  /// Whether an order has the number, or had it when a store was told.
  package func hasUsed(number: Int) -> Bool {
    orders.contains { $0.number == number } || mailings.contains { $0.number == number }
  }

  /// The number of the next order: one that a store has seen is not used again.
  package var nextOrderNumber: Int {
    let last = orders.lazy.map(\.number).max() ?? 0
    return max(last, mailings.lazy.map(\.number).max() ?? 0) + 1
  }
}
