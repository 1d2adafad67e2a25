/// Sentences and answers shared by several verbs.
extension OpenList {
  func words(_ money: Money?) -> String { money.map { Wording.money($0, style: style) } ?? "" }

  var currency: Currency { state.currency }

  func known(_ minorUnits: Int) -> Money { Money(minorUnits: minorUnits, currency: currency) }

  /// "3 items, 5 pieces, about $12.40 + 1 without a price"
  var cartInWords: String {
    let cart = state.cart
    guard !cart.isEmpty else { return "The cart is empty." }
    let count = Wording.count(cart.count, "item") + ", " + Wording.count(cart.pieces, "piece")
    return count + ", "
      + totalInWords(known(state.summary.known), state.summary.unknown, cart.count)
  }

  func totalInWords(_ total: Money, _ unknown: Int, _ count: Int) -> String {
    if unknown > 0, unknown == count { return "prices unknown" }
    return "about " + words(total) + (unknown > 0 ? " + \(unknown) without a price" : "")
  }

  /// The sums of the cart, for `list` and `total`.
  func writeSums(_ w: inout JSONWriter) {
    w.member("count", state.cart.count)
    w.member("pieces", state.cart.pieces)
    w.name("total")
    JSONOutput.number(known(state.summary.known), &w)
    w.member("unknownPrices", state.summary.unknown)
    w.member("currency", currency.code)
    w.member("picked", state.cart.pickedCount)
  }

  /// The result as a sentence, or as JSON with the current items.
  func answer(
    _ words: String, isJSON: Bool, items: [Item.ID] = [],
    more: (inout JSONWriter) -> Void = { _ in }
  ) throws(Failure) -> Never {
    var output = Output()
    if isJSON {
      var w = JSONWriter()
      w.beginObject()
      w.member("did", words)
      w.name("items")
      w.beginArray()
      for id in items { try write(id, &w, &output) }
      w.endArray()
      more(&w)
      JSONOutput.warnings(warnings, &w)
      w.endObject()
      w.newline()
      try output.drain(&w, all: true)
    } else {
      printWarnings()
      output.line(words)
    }
    try end(&output)
  }

  /// The lines of an item that is in the cart, else the item.
  private func write(
    _ id: Item.ID, _ w: inout JSONWriter, _ output: inout Output
  ) throws(Failure) {
    guard let item = state.items[id] else { return }
    let lines = state.cart.lines(of: id)
    for line in lines { JSONOutput.write(line, item, state, &w) }
    if lines.isEmpty { JSONOutput.write(item, state, &w) }
    try output.drain(&w)
  }
}

extension [String] {
  /// The words of a name or an entry that was typed without quotes.
  var sentence: String { joined(separator: " ") }
}
