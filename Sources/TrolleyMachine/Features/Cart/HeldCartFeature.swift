/// Holding the cart with a note, and resuming a held one: staff use only.
extension AppState {
  mutating func openHoldForm() {
    guard shared.use == .staff else { return }
    guard !shared.cart.isEmpty else { return notice(ChangeError.emptyCart.sentence) }
    session.overlays.append(
      .form(
        FormState(
          purpose: .holdCart, title: "Hold the cart", intro: cartInWords, action: "Hold",
          fields: [.init(.note, "Note", "", hint: "what to know it by")])))
  }

  mutating func submitHold(_ form: FormState, _ effects: inout [Effect]) throws(FormError) {
    do {
      try makeAnnounced(.holdCart(note: form[.note]), &effects)
    } catch { throw FormError(.note, error.sentence) }
  }

  mutating func openHeldPicker() {
    guard shared.use == .staff else { return }
    guard !shared.heldCarts.isEmpty else { return notice(ChangeError.noHeldCart.sentence) }
    let entries = shared.heldCarts.map { held in
      let pieces = Wording.count(shared.carts[held.id].pieces, "piece")
      let name = shared.name(of: held.heldBy)
      return PickerState.Entry(
        held.note.isEmpty ? "No note" : held.note,
        detail: name.isEmpty ? pieces : pieces + ", " + name, value: held.id.description)
    }
    session.overlays.append(.picker(PickerState(.heldCart, "Take up a cart", entries)))
  }

  mutating func takeUp(_ text: String, _ effects: inout [Effect]) {
    guard let id = Cart.ID(text: text) else { return }
    announce(.takeUpCart(id), &effects)
  }
}
