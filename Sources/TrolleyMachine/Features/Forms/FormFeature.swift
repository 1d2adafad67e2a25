extension FormState: OverlayState {
  package var behaviour: OverlayBehaviour {
    OverlayBehaviour(
      scope: .form, perform: { $0.perform($1, in: self, &$2) },
      facts: { app in
        [
          .working: app.isSending(self), .theirs: fields.contains { $0.theirs != nil },
          .picture: !isOnButton && fields[focus].id == .picture,
          .lastField: focus >= fields.count - 1,
          .draft: isForMail && app.mailToSettle != nil && !app.isMailUnrecorded,
          .unrecorded: isForMail && app.isMailUnrecorded,
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
  mutating func show(_ form: FormState) { session.overlays.append(.form(form)) }

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

  /// What a key says that would drop what is typed, before it does.
  mutating func warn(ofLosingWhatIsNot done: String, by command: Command, in scope: Scope) {
    let key = session.keymap.key(for: command, in: scope, use: shared.use) ?? "the same key"
    notice("Nothing is \(done) yet: \(key) again drops what was typed.", .danger)
  }

  mutating func press(field index: Int) {
    guard case .form(var form)? = session.overlays.last, (0...form.fields.count).contains(index)
    else { return }
    form.focus = index
    replaceLast(.form(form))
  }

  mutating func perform(_ command: Command, in form: FormState, _ effects: inout [Effect]) -> Bool {
    if isSending(form) { return performWhileSending(command, form, &effects) }
    var form = form
    let count = form.fields.count + 1
    let wasTold = form.isLeaving
    let left = form.focus
    form.isLeaving = false
    switch command {
    case .back where form.wouldLose && !wasTold, .quit where form.isTyped && !wasTold:
      form.isLeaving = true
      warn(ofLosingWhatIsNot: "saved", by: command, in: .form)
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
      let promised = promise(ofOrder: form)
      takeSuggestion(&form)
      if form.purpose == .checkout, promise(ofOrder: form) != promised {
        // An order is mailed only where the form has said so.
        let key = session.keymap.key(for: .submit, in: .form, use: shared.use)
        notice("Order it from \(form[.store])?" + (key.map { " \($0) does." } ?? ""))
        replaceLast(.form(form))
        return true
      }
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

  /// That the item of a form is gone, and how to keep what is typed.
  private var wordsOfGone: String {
    let key = session.keymap.key(for: .submit, in: .form, use: shared.use)
    return ChangeError.itemIsGone.sentence
      + (key.map { " \($0) again adds this as a new one." } ?? "")
  }

  /// The form stays open until its values are accepted; an error is shown beside its field.
  mutating func submit(_ form: FormState, _ effects: inout [Effect]) {
    var form = form
    form.clearErrors()
    guard isPictureSettled(form, &effects) else { return session.overlays.replaceForm(form) }
    do throws(FormError) {
      switch form.purpose {
      case .newItem: try addItem(form, &effects)
      case .editItem(let id, _) where shared.items[id] == nil:
        guard form.isToBeNew else {
          form.isToBeNew = true
          throw FormError(.name, wordsOfGone)
        }
        try addItem(form, &effects)
      case .editItem(let id, let line): try editItem(id, line, form, &effects)
      case .newStore: try saveStore(.addStore(storeDraft(form)), &effects)
      case .editStore(let id): try saveStore(.editStore(id, storeDraft(form)), &effects)
      case .checkout: return try submitOrder(form, &effects)
      case .option(let name): return try submitOption(name, form, &effects)
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
      closeForms()
    } catch {
      form.set(error: error.sentence, on: error.field)
      replaceLast(.form(form))
    }
  }

  mutating func closeForms() {
    session.overlays.removeAll { if case .form = $0 { true } else { false } }
  }
}

extension AppState {
  /// Below the quantity in the form of an item what its line comes to, or why that is not known, as the add
  /// line says it; nil without a price or an amount.
  public func costWords(of form: FormState) -> String? {
    var item: Item?
    switch form.purpose {
    case .newItem: item = Item(id: Item.ID(0), name: "")
    case .editItem(let id, _): item = shared.items[id]
    default: break
    }
    let style = session.style
    guard var item,
      let (price, said) = PriceText.parse(
        form[.price], currency: shared.currency, numbers: style),
      let per = said.map({ form.per(said: $0, style) }) ?? form.perOfAmount(style)
        ?? QuantityText.parse(form[.per], numbers: style),
      per.isValid,
      let (quantity, pack) = QuantityText.typed(form[.quantity], numbers: style), quantity.isValid
    else { return nil }
    item.pack = pack ?? item.pack
    (item.price, item.per) = (price, per)
    let added = form.isTouched(.quantity) ? item.amount(quantity) : quantity
    let outcome = AddOutcome(
      item: item, old: nil, added: added, line: nil, total: added, replaced: nil, isPicked: false,
      isTick: false, beside: [], uncounted: [], isPriced: true, offer: nil, code: nil)
    return
      ([item.words(added, style)] + [outcome.price(style)].compactMap { $0 }
      + outcome.details(in: shared.currency, style: style).map { "· " + $0 })
      .joined(separator: " ")
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
  fileprivate func isTouched(_ id: FieldID) -> Bool {
    fields.contains { $0.id == id && $0.input.text != $0.base }
  }

  /// What a new price is for where it is not said, as in the add line: a pack, one of what is counted, or all of
  /// what is measured. That of a known item stays for what its old one was, unless that was one piece.
  func perOfAmount(_ style: NumberStyle) -> Quantity? {
    guard !isTouched(.per) else { return nil }
    if case .editItem = purpose {
      guard isTouched(.price), QuantityText.parse(self[.per], numbers: style) == .one else {
        return nil
      }
    } else if case .newItem = purpose {
    } else {
      return nil
    }
    return QuantityText.typed(self[.quantity], numbers: style)
      .map {
        $0.pack ?? ($0.quantity.unit.isMeasure ? $0.quantity : QuickAdd.usualPer($0.quantity))
      }
  }

  /// What a price is for that says it: "each" of what is measured is each pack, as in the add line.
  func per(said per: Quantity, _ style: NumberStyle) -> Quantity {
    guard per == .one, case .newItem = purpose, !isTouched(.per),
      let amount = QuantityText.typed(self[.quantity], numbers: style)
    else { return per }
    return amount.pack ?? (amount.quantity.unit.isMeasure ? amount.quantity : per)
  }

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
