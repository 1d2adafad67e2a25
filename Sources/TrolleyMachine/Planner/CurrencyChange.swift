/// What a step does to the list's currency, and to the budget, which is an amount in it: that is
/// removed before and set again afterwards, so that undo restores it exactly.
struct CurrencyChange {
  let currency: Currency
  /// The budget before and after, in major units as text; empty for none.
  private(set) var before = ""
  private(set) var after = ""

  /// Nil when the events leave the currency as it is.
  init?(_ events: [Event]) {
    var code: String?
    for case .settingChanged(let setting, let from, let to) in events {
      switch setting {
      case .currency: code = to
      case .budget where code == nil: before = from
      case .budget: after = to
      case .currentStore, .forgottenPIN, .registration, .invitation: break
      }
    }
    guard let currency = code.flatMap({ Currency(code: $0) }) else { return nil }
    self.currency = currency
  }

  /// Whether the budget is the same number afterwards, and no other one that was meant.
  var takesBudgetAlong: Bool { after == Money.number(before, in: currency) }

  /// The events of a change of the currency, with the budget.
  ///
  /// - Parameters:
  ///   - budget: what it is before.
  ///   - new: what it is to be; the same number unless it is given.
  static func events(
    from old: String, to code: String, budget: String, becomes new: String? = nil
  ) -> [Event] {
    let change = Event.settingChanged(.currency, from: old, to: code)
    guard let currency = Currency(code: code) else { return [change] }
    let after = Money.number(new ?? budget, in: currency)
    return (budget.isEmpty ? [] : [.settingChanged(.budget, from: budget, to: "")])
      + [change] + (after.isEmpty ? [] : [.settingChanged(.budget, from: "", to: after)])
  }
}

extension Money {
  /// The number in another currency, as text, without decimals that it does not have; empty for none.
  static func number(_ decimal: String, in currency: Currency) -> String {
    let whole = decimal.prefix { $0 != "." }
    let money =
      Money(decimal: decimal, currency: currency) ?? Money(decimal: whole, currency: currency)
    return money?.decimal ?? ""
  }
}
