/// A price in brackets: `milk ($3.49)`, `mince 500 g 4.99 (9.98 €/kg)`.
extension QuickAddParser {
  /// It counts where there is no other one: beside that of a pack, a shelf says what a kilo costs.
  mutating func setPriceAside(from start: Int) {
    for first in tokens.indices where first >= start && tokens[first].text.hasPrefix("(") {
      let words = tokens[first...].prefix(4).prefix { !$0.isLiteral && $0.field == .name }
      guard let last = words.firstIndex(where: { $0.text.hasSuffix(")") }),
        tokens[first].text.count > 1
      else { continue }
      var inside = self
      inside.tokens[last].text.removeLast()
      inside.tokens[first].text.removeFirst()
      guard let (price, per, length) = inside.wholePrice(at: first), first + length == last + 1
      else { continue }
      priceAside = (price, per, first...last)
      for k in first...last { tokens[k].field = .price }
      return
    }
  }

  private func wholePrice(at first: Int) -> (price: Money, per: Quantity?, length: Int)? {
    if case (.price(let money, let per), let length) = price(at: first) {
      let said = per == nil ? self.per(at: first + length) : nil
      return (money, per ?? said?.per, length + (said?.length ?? 0))
    }
    // "(9.98/kg)"; one without anything beside it may be an amount.
    guard let bare = QuickAddPrice.bare(tokens[first].text, currency, known.numbers),
      bare.per != nil
    else { return nil }
    return (bare.0, bare.per, 1)
  }

  mutating func takePriceAside() {
    guard let aside = priceAside else { return }
    priceAside = nil
    if result.price == nil, result.refusal == nil {
      result.price = aside.price
      result.per = aside.per
    } else if aside.per == nil {
      for k in aside.words { tokens[k].field = .name }
    }
  }
}
