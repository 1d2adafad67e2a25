/// The details overlay: one item, with a quantity to add.
public struct DetailsState: Equatable, Sendable {
  public let item: Item.ID
  /// The line of the cart that they were opened from; nil elsewhere.
  public var line: CartLine.ID?
  /// The quantity that "Add to cart" adds.
  public var quantity: Quantity
  public var scroll = 0
}

extension DetailsState: OverlayState {
  package var behaviour: OverlayBehaviour {
    OverlayBehaviour(
      scope: .details, perform: { $0.perform($1, in: self, &$2) },
      facts: { app in
        app.facts(of: app.shared.items[item])
          .union([.rows: true, .fromCart: app.cartLine(in: self) != nil])
      },
      images: { app in
        app.shared.items[item].map { app.wishes(for: $0, .large) } ?? []
      })
  }
}

/// The details overlay of one item, over the page it was opened from.
extension AppState {
  ///
  /// - Parameter line: the line of the cart whose quantity they show and change.
  mutating func openDetails(
    _ id: Item.ID?, line: CartLine.ID? = nil, _ effects: inout [Effect]
  ) {
    guard let item = id.flatMap({ shared.items[$0] }) else { return }
    session.overlays.append(.details(DetailsState(item: item.id, line: line, quantity: item.per)))
    // The file may have changed since it was loaded.
    if let source = PictureSource(item.picture) { session.shelf.lookAgain(source) }
    describeShownItem(&effects)
  }

  /// Returns false if the command is not one of this overlay's.
  mutating func perform(
    _ command: Command, in details: DetailsState, _ effects: inout [Effect]
  ) -> Bool {
    guard let item = shared.items[details.item] else {
      back()
      return true
    }
    switch command {
    case .back, .left: back()
    case .switchPicked: switchPicked(details, &effects)
    case .toggle where cartLine(in: details) != nil: switchPicked(details, &effects)
    case .open where cartLine(in: details) != nil: back()
    case .open, .toggle:
      let quantity = details.quantity
      back()
      let before = shared.cart
      if announce(.putInCart(item.id, quantity), &effects) {
        let amount = item.words(quantity, session.style) + (quantity.unit == .piece ? " × " : " ")
        announcePut(item.id, amount, item.name, since: before)
      }
    case .increase, .right: step(details, item, up: true, &effects)
    case .decrease: step(details, item, up: false, &effects)
    case .star: attempt(.favourite([item.id], !item.isFavourite), &effects)
    case .edit: openItemForm(item.id, line: cartLine(in: details))
    case .showPicture: askForPicture(of: item, &effects)
    case .delete:
      if announce(.delete([item.id]), &effects) {
        session.overlays.removeAll { if case .details = $0 { true } else { false } }
      }
    case .up: scroll(details, -1)
    case .down: scroll(details, 1)
    default: return false
    }
    return true
  }

  /// The lines shown in the details: from the cart one, otherwise all of the item's.
  public func lines(in details: DetailsState) -> [CartLine] {
    cartLine(in: details).map { [$0] } ?? shared.cart.lines(of: details.item)
  }

  /// The line of the cart that the details were opened from: what they show and change is its
  /// quantity. Where it became part of another one, that. Nil where they offer to put some in the cart.
  public func cartLine(in details: DetailsState) -> CartLine? {
    guard let id = details.line else { return nil }
    if let line = shared.cart[id], line.item == details.item { return line }
    return shared.cart.lines(of: details.item).first
  }

  private mutating func switchPicked(_ details: DetailsState, _ effects: inout [Effect]) {
    let lines = lines(in: details)
    guard let name = shared.items[details.item]?.name, !lines.isEmpty else {
      return notice(ChangeError.notInCart(shared.items[details.item]?.name ?? "").sentence)
    }
    let picked = !lines.allSatisfy(\.isPicked)
    guard pick(lines.map(\.id), picked, &effects), !shared.cart.isComplete else { return }
    notice(
      picked ? Wording.sentence("Picked \(name)") : "\(name) is still to be picked.", .success)
  }

  private mutating func step(
    _ details: DetailsState, _ item: Item, up: Bool, _ effects: inout [Effect]
  ) {
    if let line = cartLine(in: details) {
      attempt(.stepLines([line.id], up: up), &effects)
      return
    }
    var changed = details
    guard let next = details.quantity.stepped(up: up, per: item.step(of: details.quantity)) else {
      return
    }
    changed.quantity = next
    replaceLast(.details(changed))
  }

  private mutating func scroll(_ details: DetailsState, _ by: Int) {
    var changed = details
    changed.scroll = max(0, details.scroll + by)
    replaceLast(.details(changed))
  }

  mutating func replaceLast(_ overlay: Overlay) {
    guard !session.overlays.isEmpty else { return }
    session.overlays[session.overlays.count - 1] = overlay
  }

  /// The last prices paid for it, newest first.
  public func pricesPaid(_ id: Item.ID, most: Int = 3) -> [(
    cost: Money, quantity: Quantity, at: Int
  )] {
    var prices: [(Money, Quantity, Int)] = []
    for order in shared.orders.suffix(50).reversed() {
      for line in order.lines where line.item == id {
        if let cost = line.cost { prices.append((cost, line.quantity, order.placedAt)) }
      }
      if prices.count >= most { break }
    }
    return Array(prices.prefix(most))
  }
}
