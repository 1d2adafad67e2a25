/// A price in brackets: `milk ($3.49)`, `mince 500 g 4.99 (9.98 €/kg)`.
extension QuickAddParser {
  /// It counts where there is no other one: beside that of a pack, a shelf says what a kilo costs.
  mutating func setPriceAside(from start: Int) {
    for first in tokens.indices where first >= start && tokens[first].text.hasPrefix("(") {
      let words = tokens[first...].prefix(4).prefix { !$0.isLiteral && $0.field == .name }
      guard let last = words.indices.first(where: { withoutComma($0).hasSuffix(")") }),
        tokens[first].text.count > 1
      else { continue }
      var inside = self
      inside.tokens[last].text = String(withoutComma(last).dropLast())
      inside.tokens[first].text.removeFirst()
      // "(~$8)"
      if inside.tokens[first].text.hasPrefix("~") { inside.tokens[first].text.removeFirst() }
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
    // "(9.98/kg)", "(9.98 per kg)", "(3.49 ea)"; one without anything beside it may be an amount.
    guard let bare = QuickAddPrice.bare(tokens[first].text, currency, known.numbers) else {
      return nil
    }
    if let per = bare.per { return (bare.0, per, 1) }
    return per(at: first + 1).map { (bare.0, $0.per, 1 + $0.length) }
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
