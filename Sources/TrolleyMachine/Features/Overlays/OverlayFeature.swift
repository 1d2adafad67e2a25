import TrolleyFormats

/// Commands and typing while an overlay is open.
extension AppState {
  /// Returns false for a global command that the overlay does not handle.
  mutating func performInOverlay(_ command: Command, _ effects: inout [Effect]) -> Bool {
    guard let overlay = session.overlays.last else { return false }
    switch overlay {
    case .details(let details): return perform(command, in: details, &effects)
    case .picker(let picker): return perform(command, in: picker, &effects)
    case .form(let form): return perform(command, in: form, &effects)
    case .dialog(let dialog): return perform(command, in: dialog, &effects)
    case .quickAdd(let add): return perform(command, in: add, &effects)
    case .paste(let paste): return perform(command, in: paste, &effects)
    case .provider(let provider): return perform(command, in: provider, &effects)
    case .code(let code): return perform(command, in: code, &effects)
    case .files(let files): return perform(command, in: files, &effects)
    case .consent(let consent): return perform(command, in: consent, &effects)
    case .product(let product): return perform(command, in: product, &effects)
    case .storeDetails(let shop): return perform(command, in: shop, &effects)
    }
  }

  mutating func typeInOverlay(_ text: String) {
    switch session.overlays.last {
    case .picker(var picker):
      guard picker.filter.insert(text) else { return }
      picker.refilter()
      replaceLast(.picker(picker))
    case .form(var form):
      guard !form.isOnButton, !isSending(form) else { return }
      let path = droppedPicture(text, in: form.fields[form.focus])
      if path != nil {
        form.fields[form.focus].input = TextInput(limit: form.fields[form.focus].input.limit)
      }
      session.pictureField.isWhole = path != nil
      form.fields[form.focus].input.insert(path ?? text)
      form.fields[form.focus].error = nil
      replaceLast(.form(form))
    case .quickAdd(var add):
      add.input.insert(text)
      readQuickAdd(&add)
      replaceLast(.quickAdd(add))
    case .files(let files): type(text, in: files)
    case .details, .dialog, .paste, .provider, .code, .consent, .product, .storeDetails, nil: break
    }
  }

  mutating func pressInOverlay(_ index: Int, _ effects: inout [Effect]) {
    switch session.overlays.last {
    case .picker(var picker):
      guard picker.shown.indices.contains(index) else { return }
      picker.selected = index
      replaceLast(.picker(picker))
      _ = perform(.open, in: picker, &effects)
    case .dialog(var dialog):
      guard dialog.buttons.indices.contains(index) else { return }
      dialog.focus = index
      replaceLast(.dialog(dialog))
      _ = perform(.open, in: dialog, &effects)
    case .consent(var consent):
      guard ConsentState.Answer.allCases.indices.contains(index) else { return }
      consent.focus = index
      replaceLast(.consent(consent))
      _ = perform(.open, in: consent, &effects)
    case .form(let form):
      if index == form.fields.count, !isSending(form) { submit(form, &effects) }
    case .files(let files): press(file: index, in: files)
    case .details, .quickAdd, .paste, .provider, .code, .product, .storeDetails, nil: break
    }
  }

  mutating func press(field index: Int) {
    guard case .form(var form)? = session.overlays.last, (0...form.fields.count).contains(index)
    else { return }
    form.focus = index
    replaceLast(.form(form))
  }

  // MARK: Dialogs

  private mutating func perform(
    _ command: Command, in dialog: DialogState, _ effects: inout [Effect]
  ) -> Bool {
    var dialog = dialog
    let count = dialog.buttons.count
    let most = DialogLayout(dialog.message, session.layout).mostScroll
    switch command {
    case .up where most > 0: dialog.scroll = max(0, min(dialog.scroll, most) - 1)
    case .down where most > 0: dialog.scroll = min(most, dialog.scroll + 1)
    case .left, .up, .previousField, .previousPage:
      dialog.focus = (dialog.focus + count - 1) % max(1, count)
    case .right, .down, .nextField, .nextPage: dialog.focus = (dialog.focus + 1) % max(1, count)
    case .open, .toggle:
      let next = dialog.buttons[dialog.focus].command
      if next == .quit {
        perform(.quit, &effects)
        return true
      }
      back()
      if next != .show(.orders) { session.orders.opened = nil }
      if let next { perform(next, &effects) }
      return true
    case .back, .leave:
      back()
      session.orders.opened = nil
      return true
    case .quit, .redraw, .suspend: return false
    default: return true
    }
    replaceLast(.dialog(dialog))
    return true
  }

  // MARK: The one-line add

  private mutating func perform(
    _ command: Command, in add: QuickAddState, _ effects: inout [Effect]
  ) -> Bool {
    var add = add
    switch command {
    case .back: if !cancelScans(&effects) { back() }
    case .open, .submit: addLine(add, &effects)
    case .quit, .redraw, .suspend: return false
    default:
      if add.input.perform(command) {
        readQuickAdd(&add)
        add.takeUnknown()
        replaceLast(.quickAdd(add))
      }
    }
    return true
  }

  private mutating func readQuickAdd(_ add: inout QuickAddState) {
    add.refusal = nil
    let parsed = QuickAdd.parse(add.input.text, currency: shared.currency)
    add.existing = parsed.name.isEmpty ? nil : shared.items.first(named: Folding.key(parsed.name))
  }

  /// Adds, and keeps the line open for the next one. A refused line stays as typed.
  private mutating func addLine(_ add: QuickAddState, _ effects: inout [Effect]) {
    let typed = add.input.text.trimmed
    guard !typed.isEmpty else { return back() }
    var add = add
    if Barcode.isMeant(by: typed) { return addBarcode(typed, add, &effects) }
    let parsed = QuickAdd.parse(add.input.text, currency: shared.currency)
    if let refusal = parsed.refusal {
      add.refusal = refusal
    } else {
      do {
        try makeAnnounced(.add([AddRequest(parsed)]), &effects)
        if let id = shared.items.first(named: Folding.key(parsed.name)) { focus(on: id) }
        let unknown = add.unknown
        add = QuickAddState()
        add.unknown = unknown
        add.takeUnknown()
      } catch {
        add.refusal = error.sentence
      }
    }
    replaceLast(.quickAdd(add))
  }

  /// Clears the line at once: a scanner does not wait.
  private mutating func addBarcode(
    _ typed: String, _ add: QuickAddState, _ effects: inout [Effect]
  ) {
    var cleared = QuickAddState()
    cleared.unknown = add.unknown
    replaceLast(.quickAdd(cleared))
    guard let refusal = scan(typed, &effects) else { return }
    cleared.input = add.input
    cleared.refusal = refusal
    replaceLast(.quickAdd(cleared))
  }

  /// Moves the focus of the items page to an item, if it is shown there.
  mutating func focus(on id: Item.ID) {
    guard let slot = shared.items.slot(of: id), let index = session.items.list.index(of: slot)
    else { return }
    focusItem(at: index)
  }

  // MARK: Pasting

  mutating func readPaste(_ text: String) {
    guard case .paste(var paste)? = session.overlays.last else { return }
    do throws(Failure) {
      guard text.utf8.count <= PasteState.byteLimit else { throw PasteState.tooLong }
      let list = try PastedList.parse(text, currency: shared.currency)
      guard paste.requests.count + list.entries.count <= PasteState.entryLimit else {
        throw PasteState.tooLong
      }
      paste.requests += list.entries.map { AddRequest($0) }
      paste.refusal = paste.requests.isEmpty ? "There is no item in that text." : nil
    } catch {
      paste.refusal = error.sentence
    }
    paste.summary = summary(of: paste.requests)
    replaceLast(.paste(paste))
  }

  private func summary(of requests: [AddRequest]) -> PasteSummary {
    var summary = PasteSummary()
    var seen: Set<String> = []
    let names = NameIndex(shared.items, isForMany: requests.count > 8)
    for request in requests {
      let fate: PasteSummary.Row.Fate
      if let id = names.id(of: request.name) {
        let isPicked = shared.cart.lines(of: id).contains(where: \.isPicked)
        fate = isPicked && !request.isPicked ? .unticked : .merged
      } else {
        fate = seen.insert(Folding.key(request.name)).inserted ? .new : .merged
      }
      switch fate {
      case .new: summary.new += 1
      case .merged: summary.merged += 1
      case .unticked: summary.unticked += 1
      }
      if summary.rows.count < 100 {
        summary.rows.append(PasteSummary.Row(fate: fate, request: request))
      }
    }
    return summary
  }

  private mutating func perform(
    _ command: Command, in paste: PasteState, _ effects: inout [Effect]
  ) -> Bool {
    switch command {
    case .back: back()
    case .open, .submit:
      guard !paste.requests.isEmpty else { return true }
      do {
        try makeAnnounced(.add(paste.requests), &effects)
        back()
      } catch {
        var paste = paste
        paste.refusal = error.sentence
        replaceLast(.paste(paste))
      }
    case .quit, .redraw, .suspend: return false
    default: break
    }
    return true
  }
}
