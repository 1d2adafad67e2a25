/// Holding the cart with a note, and resuming a held one: staff use only.
extension AppState {
  mutating func openHoldForm() {
    guard shared.use == .staff else { return }
    guard !shared.cart.isEmpty else { return notice(ChangeError.emptyCart.sentence) }
    show(
      FormState(
        purpose: .holdCart, title: "Hold the cart", intro: cartInWords, action: "Hold",
        fields: [.init(.note, "Note", "", hint: "what to know it by")]))
  }

  mutating func submitHold(_ form: FormState, _ effects: inout [Effect]) throws(FormError) {
    do {
      try makeAnnounced(.holdCart(note: form[.note]), &effects)
    } catch { throw FormError(.note, error.sentence) }
  }

  /// "the lady with the red hat", and "3 pieces, Ann Smith".
  public func words(_ held: HeldCart) -> (note: String, detail: String) {
    let pieces = Wording.count(shared.carts.summary(of: held.id).pieces, "piece")
    let name = shared.name(of: held.heldBy)
    return (
      held.note.isEmpty ? "No note" : held.note, name.isEmpty ? pieces : pieces + ", " + name
    )
  }

  mutating func openHeldPicker() {
    guard shared.use == .staff else { return }
    let carts = shared.cartsToTakeUp
    guard !carts.isEmpty else { return notice(ChangeError.noHeldCart.sentence) }
    guard shared.cart.isEmpty else { return notice(ChangeError.cartIsNotEmpty.sentence, .danger) }
    let entries = carts.map { held in
      let words = words(held)
      return PickerState.Entry(words.note, detail: words.detail, value: held.id.description)
    }
    show(PickerState(.heldCart, "Take up a cart", entries))
  }

  mutating func takeUp(_ text: String, _ effects: inout [Effect]) {
    guard let id = Cart.ID(text: text) else { return }
    announce(.takeUpCart(id), &effects)
  }
}
