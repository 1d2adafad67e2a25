/// The form of an item.
extension AppState {
  /// The price of an item as a person may type it, with a sign if it is not in the list's currency.
  func priceText(_ item: Item) -> String {
    item.price.map { PriceText.typed($0, currency: shared.currency, numbers: session.style) } ?? ""
  }

  /// - Parameter line: the line of the cart that it is about, if not the first one of the item.
  mutating func openItemForm(_ id: Item.ID?, line: CartLine? = nil) {
    let item = id.flatMap { shared.items[$0] }
    // Refused before the person types anything in vain.
    if let item, let refusal = refusal(toChange: item) { return notice(refusal.sentence, .danger) }
    let shown = line ?? item.flatMap { shared.cart.lines(of: $0.id).first }
    let known = shared.known(session.style)
    show(
      FormState(
        purpose: item.map { .editItem($0.id, line: line?.id) } ?? .newItem,
        title: item.map { "Edit " + $0.name } ?? "Add an item", intro: "", action: "Save",
        fields: [
          .init(.name, "Name", item?.name ?? "", hint: "needed"),
          .init(
            .category, "Category", item?.category ?? "", hint: "e.g. Fruit",
            choices: known.categories),
          .init(
            .price, "Price", item.map(priceText) ?? "",
            hint: "e.g. " + session.style.example("2.50"), limit: 20),
          .init(
            .per, "Price per", item?.per.text(session.style) ?? "1", hint: "e.g. 1, 1 kg, 500 g",
            limit: 20),
          .init(
            .quantity, "Quantity", shown?.quantity.text(session.style, pack: item?.pack) ?? "",
            hint: "empty: not in the cart", limit: 20),
          .init(.store, "Store", item?.store ?? "", hint: "any", choices: known.stores),
          .init(
            .picture, "Picture", item?.picture ?? "",
            hint: "a file, https://…, an emoji or one of ours",
            limit: CleanText.Limit.address.graphemes, choices: SeedPictures.names),
          .init(
            .description, "Description", item?.description ?? "",
            limit: CleanText.Limit.note.graphemes),
        ]))
    // The cached picture may be old; the form reports on the file as it is now.
    if let source = item.flatMap({ PictureSource($0.picture) }) { session.shelf.lookAgain(source) }
  }

  /// Whether the current person may edit and delete this item.
  public func mayChange(_ item: Item) -> Bool { refusal(toChange: item) == nil }

  /// Why the current person may not change this item; nil if they may.
  private func refusal(toChange item: Item) -> ChangeError? {
    do throws(ChangeError) {
      try AccessPolicy.check([.itemsRemoved([item])], by: session.actor, in: shared)
      return nil
    } catch { return error }
  }

  private func itemDraft(_ form: FormState) -> ItemDraft {
    var draft = ItemDraft()
    draft.name = form[.name]
    draft.category = form[.category]
    // What is untouched stays as it is, also when the list has another currency by now.
    func touched(_ id: FormState.FieldID) -> String? {
      form.fields.first { $0.id == id }.flatMap { $0.input.text == $0.base ? nil : $0.input.text }
    }
    draft.price = touched(.price)
    draft.per = touched(.per) ?? form.perOfAmount(session.style)?.text(session.style)
    draft.quantity = touched(.quantity)
    draft.store = form[.store]
    draft.picture = PicturePath.meant(form[.picture], home: session.home)
    draft.description = form[.description]
    return draft
  }

  mutating func addItem(_ form: FormState, _ effects: inout [Effect]) throws(FormError) {
    let name = form[.name]
    if let id = shared.items.first(named: CleanText.line(name)), !name.trimmed.isEmpty {
      throw FormError(.nameTaken(shared.items[id]?.name ?? name))
    }
    try refuseBarcode(as: name)
    let price: (money: Money, per: Quantity?)? = try read(form[.price], .price) { (text) in
      PriceText.parse(text, currency: shared.currency, numbers: session.style)
    } orThrow: {
      .badPrice($0, session.style)
    }
    let per: Quantity? = try read(form[.per], .per) { (text) in
      QuantityText.parse(text, numbers: session.style)
    } orThrow: {
      .badQuantity($0, session.style)
    }
    let amount: (quantity: Quantity, pack: Quantity?)? = try read(form[.quantity], .quantity) {
      (text) in
      QuantityText.typed(text, numbers: session.style)
    } orThrow: {
      .badQuantity($0, session.style)
    }
    var request = AddRequest(
      name: name, quantity: amount?.quantity, price: price?.money,
      per: price?.per.map { form.per(said: $0, session.style) } ?? form.perOfAmount(session.style)
        ?? per ?? .one,
      category: form[.category],
      store: form[.store], description: form[.description],
      picture: PicturePath.meant(form[.picture], home: session.home), isInCart: amount != nil)
    request.pack = amount?.pack
    do { try makeAnnounced(.add([request]), &effects) } catch { throw formError(error, form) }
    if let id = shared.items.first(named: CleanText.line(name)) { focus(on: id) }
  }

  /// A barcode is no name: what has it may be there already, and the line that adds looks it up.
  private func refuseBarcode(as name: String) throws(FormError) {
    guard let code = try? ScannedCode.read(name).first else { return }
    if let item = shared.items.first(with: code.barcode) { throw FormError(.nameTaken(item.name)) }
    let key = session.keymap.key(for: .quickAdd, in: .items, use: shared.use)
    let lookUp = key.map { ", or look it up with \($0)" } ?? ""
    throw FormError(.name, "\(code.typed) is a barcode. Type a name\(lookUp).")
  }

  private func read<T>(
    _ text: String, _ field: FormState.FieldID, _ parse: (String) -> T?,
    orThrow refusal: (String) -> ChangeError
  ) throws(FormError) -> T? {
    if text.trimmed.isEmpty { return nil }
    guard let value = parse(text) else { throw FormError(field, refusal(text.trimmed).sentence) }
    return value
  }

  mutating func editItem(
    _ id: Item.ID, _ line: CartLine.ID?, _ form: FormState, _ effects: inout [Effect]
  ) throws(FormError) {
    var draft = itemDraft(form)
    draft.line = line
    if form[.name] != shared.items[id]?.name { try refuseBarcode(as: form[.name]) }
    do { try makeAnnounced(.edit(id, draft), &effects) } catch .nothingToDo {
      return
    } catch {
      throw formError(error, form)
    }
  }

  /// Two fields hold quantities: the error goes beside the one that is none.
  private func formError(_ error: ChangeError, _ form: FormState) -> FormError {
    let per = form[.per].trimmed
    let isPer = !per.isEmpty && QuantityText.parse(per, numbers: session.style)?.isValid != true
    return FormError(error, quantityField: isPer ? .per : .quantity)
  }
}
