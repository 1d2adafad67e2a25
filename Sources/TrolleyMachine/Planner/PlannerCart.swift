extension Planner {
  /// Puts in what is not in the cart; if all is, takes it out.
  ///
  /// - Parameter again: lines that were taken out just now; they come back as they were.
  mutating func toggle(_ ids: [Item.ID], again: [CartLine]) throws(ChangeError) {
    guard !ids.isEmpty else { throw .nothingToDo }
    if ids.allSatisfy({ state.cart.contains($0) }) {
      takeOut(ids.flatMap { state.cart.lines(of: $0) })
    } else {
      var lines: [CartLine] = []
      for id in ids where !state.cart.contains(id) {
        let item = try item(id)
        let before = again.filter { $0.item == id }
        if before.isEmpty { lines.append(newLine(item, item.per)) }
        for line in before {
          lines.append(newLine(item, line.quantity, isPicked: line.isPicked))
        }
      }
      events.append(.linesAdded(lines))
    }
  }

  mutating func newLine(_ item: Item, _ quantity: Quantity, isPicked: Bool = false) -> CartLine {
    lastRank = max(state.cart.nextRank, lastRank + 1)
    return CartLine(
      id: ids.next(), item: item.id, quantity: quantity, isPicked: isPicked, rank: lastRank,
      addedBy: author, cart: state.carts.id)
  }

  /// Adds to the existing line if the units add up. A picked line is unpicked and holds only the
  /// new quantity.
  mutating func putInCart(
    _ item: Item, _ quantity: Quantity, isPicked: Bool = false
  ) throws(ChangeError) {
    try check(quantity, of: item.name)
    var lines = state.cart.lines(of: item.id)
    for at in lines.indices {
      lines[at].quantity = planned[lines[at].id] ?? lines[at].quantity
    }
    let (line, total) = SharedState.taking(
      quantity, among: lines, isPicked: isPicked, unticked: unticked)
    if let line {
      if line.isPicked, !isPicked, unticked.insert(line.id).inserted {
        events.append(.linesPicked([line.id], false))
      }
      return change(line, to: total)
    }
    events.append(.linesAdded([newLine(item, quantity, isPicked: isPicked)]))
  }

  /// Adds an amount to the line that takes it; one that was got already ticks it. False where no line
  /// does.
  mutating func addToLine(
    of item: Item, _ quantity: Quantity, isPicked: Bool
  ) throws(ChangeError) -> Bool {
    let lines = state.cart.lines(of: item.id)
    guard let line = SharedState.line(of: quantity, among: lines) else { return false }
    if isPicked {
      if !line.isPicked { events.append(.linesPicked([line.id], true)) }
    } else {
      try putInCart(item, quantity)
    }
    return true
  }

  /// Records a line's quantity as a relative change; quantities that do not add up replace it.
  private mutating func change(_ line: CartLine, to new: Quantity, isSet: Bool = false) {
    guard new != line.quantity else { return }
    planned[line.id] = new
    if let by = new.adding(-line.quantity), by.thousandths != 0 || new.unit != line.quantity.unit {
      events.append(
        .quantityChanged(
          line.id, by: by, was: line.quantity.unit, becomes: new.unit, set: isSet ? new : nil))
    } else {
      var changed = line
      changed.quantity = new
      events.append(.linesRemoved([line]))
      events.append(.linesAdded([changed]))
    }
  }

  mutating func setQuantity(_ line: CartLine, _ quantity: Quantity) throws(ChangeError) {
    try check(quantity, of: state.items[line.item]?.name ?? "")
    change(line, to: quantity, isSet: true)
  }

  mutating func takeOut(_ lines: [CartLine]) {
    if !lines.isEmpty { events.append(.linesRemoved(lines)) }
  }

  mutating func finishShopping() throws(ChangeError) {
    guard !state.cart.isEmpty else { throw .emptyCart }
    let open = state.cart.lines.filter { !$0.isPicked }.map(\.id)
    if !open.isEmpty { events.append(.linesPicked(open, true)) }
    takeOut(
      state.cart.lines.map { line in
        var line = line
        line.isPicked = true
        return line
      })
  }

  mutating func step(_ ids: [Item.ID], up: Bool) throws(ChangeError) {
    for id in ids {
      let item = try item(id)
      if let line = state.cart.lines(of: id).first {
        try stepLine(line, up: up, isAlone: ids.count == 1)
      } else if up {
        try putInCart(item, item.per)
      } else if ids.count == 1 {
        throw .notInCart(item.name)
      }
    }
  }

  mutating func stepLines(_ ids: [CartLine.ID], up: Bool) throws(ChangeError) {
    for id in ids { try stepLine(try line(id), up: up, isAlone: ids.count == 1) }
  }

  /// - Parameter isAlone: of several, those that can't become less stay as they are.
  private mutating func stepLine(
    _ line: CartLine, up: Bool, isAlone: Bool
  ) throws(ChangeError) {
    if up {
      guard let more = line.quantity.stepped(up: true, per: per(of: line)) else {
        throw .tooMuch("More " + (state.items[line.item]?.name ?? ""))
      }
      return change(line, to: more)
    }
    guard let less = less(line) else {
      guard isAlone else { return }
      throw .leastQuantity(
        state.items[line.item]?.name ?? "",
        line.quantity.words(numbers, pack: state.items[line.item]?.pack))
    }
    change(line, to: less)
  }

  /// One step less; nil where nothing would be left. Removing is another key: this one is pressed
  /// quickly, and would go on with the next line.
  private func less(_ line: CartLine) -> Quantity? {
    line.quantity.stepped(up: false, per: per(of: line))
  }

  private func per(of line: CartLine) -> Quantity {
    state.items[line.item]?.step(of: line.quantity) ?? .one
  }

  mutating func pick(_ ids: [CartLine.ID], _ picked: Bool) {
    let lines = ids.compactMap { state.cart[$0] }.filter { $0.isPicked != picked }
    guard !lines.isEmpty else { return }
    events.append(.linesPicked(lines.map(\.id), picked))
    if picked { walk(lines) }
  }

  /// Learns the order of this store's aisles: a picked category moves right behind the one picked
  /// before it.
  private mutating func walk(_ lines: [CartLine]) {
    guard !state.currentStore.isEmpty, lines.count == 1, let item = state.items[lines[0].item],
      !item.category.isEmpty
    else { return }
    let (store, old) = state.walk ?? (state.currentStore, [])
    var new = old
    let category = item.category
    let before = state.cart.lines.filter(\.isPicked).compactMap { state.items[$0.item]?.category }
    let last = before.compactMap { new.firstIndex(of: $0) }.max()
    if let at = new.firstIndex(of: category) {
      guard let last, at < last, !before.contains(category) else { return }
      new.remove(at: at)
      new.insert(category, at: last)
    } else {
      new.insert(category, at: last.map { $0 + 1 } ?? 0)
    }
    events.append(.aislesWalked(store: store, from: old, to: new))
  }
}

extension SharedState {
  /// The order of the aisles in the store that one is in, and how it is called there; nil while it is not
  /// known.
  var walk: (store: String, aisles: [String])? {
    if let exact = aisles[currentStore] { return (currentStore, exact) }
    return aisles.filter { stores.areSame($0.key, currentStore) }.min { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }
}
