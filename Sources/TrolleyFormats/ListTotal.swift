/// The total below a list.
extension PastedList {
  /// Where the total is what the prices come to as they stand, and not what so many of each would cost, each
  /// price is what all of its line costs: "Avocados x4 – $5.00".
  mutating func takeTotal() {
    guard [.lines, .markdown].contains(format), !isExport,
      let total = talk.last(where: { $0.price != nil && ChatTalk.isTotal($0.name) }),
      let sum = total.price
    else { return }
    let prices = entries.compactMap(\.price)
    guard prices.count > 1, prices.allSatisfy({ $0.currency == sum.currency }),
      prices.reduce(Int128(0), { $0 + Int128($1.minorUnits) }) == Int128(sum.minorUnits)
    else { return }
    var isOther = false
    for at in entries.indices where entries[at].isPerAssumed && entries[at].price != nil {
      guard let quantity = entries[at].quantity, entries[at].per != quantity else { continue }
      (entries[at].per, entries[at].isPerAssumed) = (quantity, false)
      isOther = true
    }
    if isOther {
      warn(
        total.line, "The prices come to the total, so each was read as what all of a line costs.")
    }
  }
}
