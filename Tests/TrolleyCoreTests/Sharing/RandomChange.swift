import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// What people do with a list, at random.
enum RandomChange {
  static func next(_ state: SharedState, _ rng: inout SplitMix64) -> Change {
    let item = Array(state.items.all.map(\.id)).sorted().randomElement(using: &rng)
    let line = state.cart.lines.map(\.id).randomElement(using: &rng)
    let units: [TrolleyModel.Unit] = [.piece, .gram, .kilogram, .bag]
    let quantity = Quantity(Int.random(in: 1...4, using: &rng), rng.pick(units))
    switch Int.random(in: 0..<20, using: &rng) {
    case 0: return .add([AddRequest(name: rng.pick(["Tea", "Milk", "Rice"]), quantity: quantity)])
    case 1, 2: if let item { return .putInCart(item, quantity) }
    case 3: if let item { return .toggle([item]) }
    case 4: if let line { return .stepLines([line], up: true) }
    case 5: if let line { return .stepLines([line], up: false) }
    case 6: if let line { return .setQuantity(line, quantity) }
    case 7, 8: if let line { return .pick([line], rng.oneIn(2)) }
    case 9, 10: if let item { return .delete([item]) }
    case 11: if let item { return .favourite([item], rng.oneIn(2)) }
    case 12: return .order(OrderDraft(name: "Ann", address: "1 Road"))
    case 13: if let order = state.orders.randomElement(using: &rng) { return .orderAgain(order.id) }
    case 14: return .set(.currency, rng.pick(["USD", "EUR", "JPY"]))
    case 15: return .set(.budget, rng.pick(["", "20", "12"]))
    case 16: return rng.oneIn(2) ? .clearCart : .finishShopping
    case 17: return store(state, &rng)
    case 18: if rng.oneIn(2), let gone = member(state, &rng) { return .removeAccount(gone.id) }
    default: return .clearPicked
    }
    return .clearPicked
  }

  private static func store(_ state: SharedState, _ rng: inout SplitMix64) -> Change {
    guard let store = state.stores.randomElement(using: &rng), rng.oneIn(2) else {
      return .addStore(
        StoreDraft(
          name: rng.pick(["Aldi", "ALDI", "Spar", "Coop"]),
          address: rng.oneIn(4) ? "1 Road" : nil, phone: rng.oneIn(3) ? "1" : nil,
          note: rng.oneIn(3) ? "open late" : nil))
    }
    switch Int.random(in: 0..<3, using: &rng) {
    case 0: return .deleteStore(store.id)
    case 1: return .set(.currentStore, store.name)
    default:
      return .editStore(
        store.id,
        StoreDraft(
          name: store.name, address: rng.pick(["1 Road", "2 Street", ""]),
          phone: rng.pick(["", "2"]), googlePlace: rng.oneIn(3) ? "ChIJ" : nil))
    }
  }

  private static func member(_ state: SharedState, _ rng: inout SplitMix64) -> Account? {
    state.accounts.filter { $0.role == .member }.randomElement(using: &rng)
  }
}
