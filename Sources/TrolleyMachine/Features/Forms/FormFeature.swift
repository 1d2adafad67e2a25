/// An error in a form, and the field it belongs to.
struct FormError: Error {
  let field: FormState.FieldID
  let sentence: String

  init(_ field: FormState.FieldID, _ sentence: String) {
    self.field = field
    self.sentence = sentence
  }

  init(_ refusal: ChangeError, quantityField: FormState.FieldID = .quantity) {
    let field: FormState.FieldID
    switch refusal {
    case .tooLong(let name, _):
      let word = name.split(separator: " ").last.map(String.init) ?? ""
      field = FormState.FieldID(rawValue: word) ?? .name
    case .emptyName, .nameTooLong, .nameTaken, .storeNameTaken: field = .name
    case .badPrice: field = .price
    case .noSuchPicture, .badPicture: field = .picture
    case .badQuantity, .tooMuch: field = quantityField
    case .badEmail: field = .email
    case .noSuchStore, .ambiguous: field = .store
    case .missing(let name): field = name.lowercased().contains("address") ? .address : .name
    case .badCurrency, .budgetElsewhere: field = .value
    case .missingPIN, .badPIN, .easyPIN, .pinTaken: field = .pin
    case .missingFirstName: field = .firstName
    case .missingLastName, .lastNameTaken: field = .lastName
    case .emailTaken: field = .email
    case .missingEmail: field = .email
    case .missingPassword, .shortPassword, .longPassword, .commonPassword: field = .password
    case .otherPassword: field = .passwordAgain
    case .otherPIN: field = .pinAgain
    case .wrongInvitation: field = .invitation
    case .badDay: field = .since
    case .signInFirst, .onlyOwner, .notYours, .noSuchAccount, .ownerStays, .missingName,
      .ownerCannotSignIn, .registrationClosed,
      .identityTaken, .cartIsNotEmpty, .noHeldCart, .heldCartIsGone:
      field = .name
    case .noSuchItem, .itemIsGone, .outOfBounds, .notInCart, .leastQuantity, .noSuchOrder,
      .emptyCart,
      .nothingPicked,
      .nothingToUndo, .nothingToUndoSinceSignIn,
      .nothingToRedo, .changedSince, .nothingToDo:
      field = .name
    }
    self.init(field, refusal.sentence)
  }

  /// The account form shows name errors at the first-name field.
  var onAccount: FormError { field == .name ? FormError(.firstName, sentence) : self }
}

extension FormState: OverlayState {
  package var behaviour: OverlayBehaviour {
    OverlayBehaviour(
      scope: .form, perform: { $0.perform($1, in: self, &$2) },
      facts: { app in
        [
          .working: app.isSending(self), .theirs: fields.contains { $0.theirs != nil },
          .picture: !isOnButton && fields[focus].id == .picture,
          .lastField: focus >= fields.count - 1, .draft: isForMail && app.mailToSettle != nil,
        ]
      },
      action: action.lowercased(), type: { app, text in app.type(text, in: self) },
      press: { app, index, effects in
        if index == fields.count, !app.isSending(self) { app.submit(self, &effects) }
      },
      images: { app in app.wishOfForm.map { [$0] } ?? [] })
  }
}

extension AppState {
  mutating func type(_ text: String, in form: FormState) {
    guard !form.isOnButton, !isSending(form) else { return }
    var form = form
    let path = droppedPicture(text, in: form.fields[form.focus])
    if path != nil || form.showsSelection { form.emptyFocused() }
    form.isSelected = false
    form.isLeaving = false
    form.fields[form.focus].isDeclined = false
    session.pictureField.isWhole = path != nil
    insert(path ?? text, into: &form.fields[form.focus].input)
    forgetError(in: &form)
    replaceLast(.form(form))
  }

  /// After a key in the focused field: the error stays as long as it is known to hold.
  private func forgetError(in form: inout FormState) {
    let field = form.fields[form.focus]
    let text = field.input.text.trimmed
    let holds =
      field.id == .store && form.purpose == .checkout && !text.isEmpty
      && shared.stores.labelled(text) == nil && !field.choices.contains(text)
    if !holds { form.fields[form.focus].error = nil }
  }

  /// Puts text in at the cursor, and says so when not all of it fits.
  mutating func insert(_ text: String, into input: inout TextInput) {
    let isWhole = input.hasRoom(for: text)
    input.insert(text)
    if !isWhole {
      notice("Too long: the first \(input.limit) characters are kept, the rest is not.", .danger)
    }
  }

  mutating func press(field index: Int) {
    guard case .form(var form)? = session.overlays.last, (0...form.fields.count).contains(index)
    else { return }
    form.focus = index
    replaceLast(.form(form))
  }

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
    session.overlays.append(
      .form(
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
              hint: "empty: not in the cart",
              limit: 20),
            .init(
              .store, "Store", item?.store ?? "", hint: "any", choices: known.stores),
            .init(
              .picture, "Picture", item?.picture ?? "",
              hint: "a file, https://…, an emoji or one of ours",
              limit: CleanText.Limit.address.graphemes, choices: SeedPictures.names),
            .init(
              .description, "Description", item?.description ?? "",
              limit: CleanText.Limit.note.graphemes),
          ])))
    // The cached picture may be old; the form reports on the file as it is now.
    if let source = item.flatMap({ PictureSource($0.picture) }) { session.shelf.lookAgain(source) }
  }

  mutating func perform(_ command: Command, in form: FormState, _ effects: inout [Effect]) -> Bool {
    if isSending(form) { return performWhileSending(command, form, &effects) }
    var form = form
    let count = form.fields.count + 1
    let wasTold = form.isLeaving
    let left = form.focus
    form.isLeaving = false
    switch command {
    case .back where form.wouldLose && !wasTold, .quit where form.wouldLose && !wasTold:
      form.isLeaving = true
      let key = session.keymap.key(for: command, in: .form, use: shared.use) ?? "the same key"
      notice("Nothing is saved yet: \(key) again drops what was typed.", .danger)
    case .back:
      // A request for this form must not be answered in the next one.
      stopAsking(&effects)
      if form.purpose == .checkout {
        form.clearErrors()
        session.checkoutDraft = form.fields
      }
      if case .mail(let about) = form.purpose { leave(form, about) }
      back()
      return true
    case .open where form.focus < form.fields.count - 1:
      takeSuggestion(&form)
      form.focus += 1
    case .open, .submit:
      takeSuggestion(&form)
      submit(form, &effects)
      return true
    // As in a shell: completes the name being typed.
    case .nextField where !form.isOnButton && isInName(form.fields[form.focus]): complete(&form)
    case .nextField, .down:
      takeSuggestion(&form)
      form.focus = (form.focus + 1) % count
    case .previousField, .up: form.focus = (form.focus + count - 1) % count
    case .complete: complete(&form)
    case .chooseFile:
      openFiles()
      return true
    case .takeTheirs: form.settle(byTaking: true)
    case .keepMine: form.settle(byTaking: false)
    case .quit, .redraw, .suspend, .dropMail, .noteMailSent: return false
    case .settleMail where form.isForMail: return false
    default:
      guard !form.isOnButton else { return true }
      if command == .textRight || command == .right, form.fields[form.focus].suggestion != nil {
        complete(&form)
      } else if form.edit(command) {
        forgetError(in: &form)
        session.pictureField.isWhole = false
      }
    }
    if form.focus != left { form.refuseNewPIN(in: left) }
    replaceLast(.form(form))
    return true
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

  private func complete(_ form: inout FormState) {
    guard !form.isOnButton, let completion = form.fields[form.focus].completion else { return }
    let text = path(completing: form.fields[form.focus]) ?? completion.text
    form.fields[form.focus].input = TextInput(text, limit: form.fields[form.focus].input.limit)
  }

  /// Leaving a field forwards takes what it shows. A path is completed step by step instead, and of several
  /// branches with the name that was typed none is taken: saving asks which one.
  private func takeSuggestion(_ form: inout FormState) {
    guard !form.isOnButton, path(completing: form.fields[form.focus]) == nil else { return }
    let field = form.fields[form.focus]
    if field.id == .store, shared.branches(meantBy: field.input.text) != nil { return }
    complete(&form)
  }

  /// The form stays open until its values are accepted; an error is shown beside its field.
  mutating func submit(_ form: FormState, _ effects: inout [Effect]) {
    var form = form
    form.clearErrors()
    guard isPictureSettled(form, &effects) else { return session.overlays.replaceForm(form) }
    do {
      switch form.purpose {
      case .newItem: try addItem(form, &effects)
      case .editItem(let id, let line): try editItem(id, line, form, &effects)
      case .newStore: try saveStore(.addStore(storeDraft(form)), &effects)
      case .editStore(let id): try saveStore(.editStore(id, storeDraft(form)), &effects)
      case .checkout: return try submitOrder(form, &effects)
      case .option(let name): try submitOption(name, form, &effects)
      case .newAccount, .editAccount: return submitAccount(form, &effects)
      case .newIdentity(let identity): return try submitIdentity(identity, form, &effects)
      case .linkIdentity(let identity, let id): return try submitLink(identity, id, form, &effects)
      case .forgottenPIN: return try submitForgotten(form, &effects)
      case .recoveryCode: return submitRecoveryForm(form, &effects)
      case .holdCart: try submitHold(form, &effects)
      case .mail(let about): return try submitMail(about, form, &effects)
      case .nearbyPlace: return try submitPlace(form, &effects)
      case .inviteMachine: return try submitInvitation(form, &effects)
      }
      session.overlays.removeAll { if case .form = $0 { true } else { false } }
    } catch {
      form.set(error: error.sentence, on: error.field)
      replaceLast(.form(form))
    }
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
    draft.per = touched(.per)
    draft.quantity = touched(.quantity)
    draft.store = form[.store]
    draft.picture = PicturePath.meant(form[.picture], home: session.home)
    draft.description = form[.description]
    return draft
  }

  private mutating func addItem(_ form: FormState, _ effects: inout [Effect]) throws(FormError) {
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
    let quantity: Quantity? = try read(form[.quantity], .quantity) { (text) in
      QuantityText.parse(text, numbers: session.style)
    } orThrow: {
      .badQuantity($0, session.style)
    }
    var request = AddRequest(
      name: name, quantity: quantity, price: price?.money, per: price?.per ?? per ?? .one,
      category: form[.category],
      store: form[.store], description: form[.description],
      picture: PicturePath.meant(form[.picture], home: session.home), isInCart: quantity != nil)
    request.pack = QuantityText.pack(form[.quantity], numbers: session.style)
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

  private mutating func editItem(
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

  private func storeDraft(_ form: FormState) -> StoreDraft {
    StoreDraft(
      name: form[.name], address: form[.address], phone: form[.phone], email: form[.email],
      note: form[.note])
  }

  private mutating func saveStore(_ change: Change, _ effects: inout [Effect]) throws(FormError) {
    let before = Set(shared.stores.map(\.id))
    do { try makeAnnounced(change, &effects) } catch .nothingToDo {
      return
    } catch { throw FormError(error) }
    if case .addStore = change,
      let new = shared.stores.inNameOrder.firstIndex(where: { !before.contains($0.id) })
    {
      // It would be hidden behind another search.
      session.storeSearch = ListSearch()
      session.stores.move(to: new, count: shared.stores.count, viewport: storesPerScreen)
    }
  }
}

extension [Overlay] {
  /// Replaces the form, which a dialog may cover by now.
  fileprivate mutating func replaceForm(_ form: FormState) {
    guard let at = lastIndex(where: { if case .form = $0 { true } else { false } }) else { return }
    self[at] = .form(form)
  }
}

extension FormState {
  fileprivate mutating func emptyFocused() {
    fields[focus].input = TextInput(limit: fields[focus].input.limit)
  }

  /// Edits the focused field.
  fileprivate mutating func edit(_ command: Command) -> Bool {
    var input = fields[focus].input
    guard showsSelection ? input.performOnSelection(command) : input.perform(command) else {
      return false
    }
    fields[focus].isDeclined = input.characters != fields[focus].input.characters
    fields[focus].input = input
    isSelected = false
    return true
  }
}
