/// Sentences and answers shared by several verbs.
extension OpenList {
  func words(_ money: Money?) -> String { money.map { Wording.money($0, style: style) } ?? "" }

  var currency: Currency { state.currency }

  func known(_ minorUnits: Int) -> Money { Money(minorUnits: minorUnits, currency: currency) }

  /// "3 items, 5 pieces, about $12.40 + 1 without a price"
  var cartInWords: String {
    let cart = state.cart
    guard !cart.isEmpty else { return "The cart is empty." }
    let total = state.summary.totalInWords(of: cart.count, in: currency, style: style)
    return (state.summary.counts(of: cart) + [total]).joined(separator: ", ")
  }

  /// The sums of the cart, for `list` and `total`.
  func writeSums(_ w: inout JSONWriter) {
    w.member("count", state.cart.count)
    w.member("pieces", state.summary.pieces)
    w.member("total", known(state.summary.known))
    w.member("unknownPrices", state.summary.unknown)
    w.member("currency", currency.code)
    w.member("picked", state.cart.pickedCount)
  }

  /// Prints the answer, in the format asked for, and exits.
  ///
  /// - Parameter warnings: those of the list unless others are given.
  func print(
    warnings: [String]? = nil, json: (inout JSONWriter, inout Output) -> Void,
    text: (inout Output) -> Void
  ) throws(Failure) -> Never {
    var output = Output()
    write(to: &output, warnings: warnings, json: json, text: text)
    try end(&output)
  }

  func write(
    to output: inout Output, warnings: [String]? = nil,
    json: (inout JSONWriter, inout Output) -> Void, text: (inout Output) -> Void
  ) {
    let warnings = warnings ?? self.warnings
    guard isJSON else {
      warnings.forEach(Complaint.say)
      return text(&output)
    }
    output.object { w, output in
      json(&w, &output)
      w.member("warnings", warnings)
    }
  }

  /// The result as a sentence, or as JSON with the current items.
  func answer(
    _ words: String, items: [Item.ID] = [], more: (inout JSONWriter) -> Void = { _ in }
  ) throws(Failure) -> Never {
    try print { w, output in
      w.member("did", words)
      output.array("items", items, &w) { write($0, &$1) }
      more(&w)
    } text: {
      $0.line(words)
    }
  }

  /// The lines of an item that is in the cart, else the item.
  private func write(_ id: Item.ID, _ w: inout JSONWriter) {
    guard let item = state.items[id] else { return }
    let lines = state.cart.lines(of: id)
    for line in lines { JSONOutput.write(line, item, state, &w) }
    if lines.isEmpty { JSONOutput.write(item, state, &w) }
  }

  /// The helper's answer to a task; throws when it failed.
  func ask(
    _ task: WorkerTask, deadline: Int, whenSlow: () -> Void = {}
  ) throws(Failure) -> WorkerAnswer {
    let answer = worker.answer(to: task, deadline: deadline, whenSlow: whenSlow)
    if case .failed(let failure) = answer { throw failure }
    return answer
  }
}

extension [String] {
  /// The words of a name or an entry that was typed without quotes.
  var sentence: String { joined(separator: " ") }
}
