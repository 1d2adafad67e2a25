import TrolleyCore

/// A key and the few words the last line says about it.
public struct Hint: Equatable, Sendable {
  public let key: String
  public let label: String
  public let command: Command
}

extension Keymap {
  /// The hints of the place the person is in, the most useful first; "all keys" is always the last.
  public func hints(in state: AppState) -> [Hint] {
    let scope = state.session.scope
    // What belongs to somebody else is not offered to be changed.
    let isSomebodyElses = state.focusedItem.map { !state.mayChange($0) } ?? false
    let wanted = wanted(scope, state).filter { command, _ in
      !isSomebodyElses || scope == .cart || scope.isText || command != .edit && command != .delete
    }
    return wanted.compactMap { command, label in
      key(for: command, in: scope, use: state.shared.use).map {
        Hint(key: $0.text, label: label, command: command)
      }
    }
  }

  private func wanted(_ scope: Scope, _ state: AppState) -> [(Command, String)] {
    switch scope {
    case .items: items(state)
    case .catalogue: catalogue(state)
    case .product: product(state)
    case .cart: cart(state)
    case .stores:
      state.shared.stores.isEmpty
        ? [(.addForm, "add a store"), (.nextSegment, "nearby"), (.help, "all keys")]
        : [
          (.addForm, "add"), (.edit, "edit"), (.delete, "delete"), (.toggle, "I am here"),
          (.nextSegment, "nearby"), (.help, "all keys"),
        ]
    case .nearby: nearby(state)
    case .shop: shop(state)
    case .orders:
      state.shared.orders.isEmpty
        ? [(.checkout, "check out"), (.help, "all keys")]
        : state.session.orders.opened == nil
          ? [(.open, "show"), (.orderAgain, "order again"), (.mail, "mail"), (.help, "all keys")]
          : [(.orderAgain, "order again"), (.mail, "mail"), (.back, "back"), (.help, "all keys")]
    case .people:
      people(state)
    case .signIn:
      (state.session.signIn.waitUntil == nil ? [(.open, "sign in")] : []) + [
        (.newEmployee, "new employee"), (.forgotPIN, "forgot my PIN"),
        (.leave, "quit"), (.help, "all keys"),
      ]
    case .credentials:
      [
        (.open, credentialsAction(state)), (.nextField, "next"), (.register, "register"),
        (.quit, "quit"),
      ]
    case .provider: provider(state)
    case .settings: settings(state)
    case .code: code(state)
    case .details: details(state)
    case .picker: picker(state)
    case .form: form(state)
    case .files: files(state)
    case .line: line(state)
    case .dialog: dialog(state)
    case .everywhere: [(.help, "all keys")]
    }
  }

  private func picker(_ state: AppState) -> [(Command, String)] {
    guard case .picker(let picker)? = state.session.overlays.last, picker.purpose != .help,
      !picker.shown.isEmpty
    else { return [(.back, "close")] }
    return [(.open, "choose"), (.back, "cancel")]
  }

  private func details(_ state: AppState) -> [(Command, String)] {
    let own: [(Command, String)] = [
      (.open, "add to cart"), (.increase, "more"), (.decrease, "less"), (.star, "star"),
      (.edit, "edit"), (.delete, "delete"), (.back, "back"),
    ]
    guard case .details(let details)? = state.session.overlays.last,
      state.shared.cart.contains(details.item)
    else { return own }
    // In the store, picking comes first.
    let isFromCart = state.session.page == .cart
    return isFromCart
      ? [(.switchPicked, "pick")] + own : [own[0], (.switchPicked, "pick")] + own.dropFirst()
  }

  private func dialog(_ state: AppState) -> [(Command, String)] {
    if case .consent(let consent)? = state.session.overlays.last {
      let isLong = DialogLayout(consent.text, state.session.layout).mostScroll > 0
      return (isLong ? [(.down, "read on")] : [])
        + [(.open, "choose"), (.right, "next"), (.back, "no")]
    }
    var more: [(Command, String)] {
      guard case .dialog(let dialog)? = state.session.overlays.last,
        DialogLayout(dialog.message, state.session.layout).mostScroll > 0
      else { return [] }
      return [(.down, "read on")]
    }
    guard case .dialog(let dialog)? = state.session.overlays.last, dialog.buttons.count > 1 else {
      return [(.open, "close")] + more
    }
    return [(.open, "choose"), (.right, "next"), (.back, "close")] + more
  }

  private func credentialsAction(_ state: AppState) -> String {
    let rows = state.signInRows
    switch rows[min(state.session.signIn.focus, rows.count - 1)] {
    case .email where state.session.signIn.password.isEmpty: return "next"
    case .email, .password, .signIn: return "sign in"
    case .provider: return "continue"
    case .register: return "register"
    }
  }

  private func provider(_ state: AppState) -> [(Command, String)] {
    guard case .provider(let provider)? = state.session.overlays.last else { return [] }
    let other = provider.flow == .browser ? "use a code" : "use the browser"
    switch provider.stage {
    case .asking: return [(.back, "cancel"), (.switchFlow, other)]
    case .code:
      return [
        (.copy, "copy the code"), (.openInBrowser, "open here"), (.switchFlow, other),
        (.back, "cancel"),
      ]
    case .browser:
      return [
        (.openInBrowser, "open again"), (.copy, "copy the address"), (.switchFlow, other),
        (.back, "cancel"),
      ]
    case .failed: return [(.open, "try again"), (.switchFlow, other), (.back, "close")]
    }
  }

  private func code(_ state: AppState) -> [(Command, String)] {
    guard case .code(let code)? = state.session.overlays.last else { return [] }
    let open: [(Command, String)] =
      code.isLink && state.session.hasBrowser ? [(.openInBrowser, "open here")] : []
    return [(.back, "close"), (.copy, "copy as text")] + open
  }

  private func nearby(_ state: AppState) -> [(Command, String)] {
    let segment: [(Command, String)] = [(.nextSegment, "favourites"), (.help, "all keys")]
    if state.session.nearby.work != nil { return [(.back, "stop")] + segment }
    guard let store = state.focusedNearby else {
      let again: [(Command, String)] =
        state.session.nearby.trouble.isEmpty
        ? [(.choosePlace, "where")]
        : [(.retry, "try again"), (.choosePlace, "where")]
      let locate: [(Command, String)] =
        state.session.nearby.locationProgram == nil ? [] : [(.useLocation, "around here")]
      return again + locate + [(.increase, "farther")] + segment
    }
    let star: [(Command, String)] = state.isFavourite(store) ? [] : [(.star, "keep")]
    return [(.open, "details and map")] + star + [
      (.increase, "farther"), (.decrease, "nearer"),
      (.choosePlace, "where"), (.retry, "refresh"),
    ] + segment
  }

  private func shop(_ state: AppState) -> [(Command, String)] {
    guard case .shop(let shop)? = state.session.overlays.last else { return [] }
    let star: [(Command, String)] = state.isFavourite(shop.store) ? [] : [(.star, "keep")]
    guard state.layout(of: shop).map != nil else {
      let map: [(Command, String)] =
        shop.mayHaveMap && state.session.nearby.drawsMaps ? [(.switchTileSize, "map")] : []
      return [(.open, "directions")] + map + star + [(.back, "back")]
    }
    return [
      (.open, "directions"), (.increase, "nearer"), (.decrease, "farther"),
      (.switchMap, shop.kind == .street ? "from above" : "streets"),
      (.switchTileSize, shop.isFull ? "details" : "large map"),
    ] + star + [(.back, "back")]
  }

  private func settings(_ state: AppState) -> [(Command, String)] {
    guard let row = state.focusedSetting else {
      return [(.back, "clear the search"), (.help, "all keys")]
    }
    var hints: [(Command, String)] = row.canBeOpened ? [(.open, "change")] : []
    if row.test != nil { hints.append((.test, "test it")) }
    if state.isChosen(row) { hints.append((.delete, "as usual")) }
    let next: [(Command, String)] = row.choices.isEmpty ? [] : [(.right, "next")]
    return hints + [(.search, "search")] + next + [(.help, "all keys")]
  }

  private func people(_ state: AppState) -> [(Command, String)] {
    let person = state.focusedPerson
    let isOwner = state.account?.role == .owner
    var hints: [(Command, String)] = [
      (.newEmployee, state.shared.use == .household ? "new account" : "new employee")
    ]
    if isOwner || person?.id == state.account?.id { hints.append((.edit, "edit")) }
    if isOwner, person?.role != .owner { hints.append((.delete, "remove")) }
    return hints + [(.signOut, "sign out"), (.help, "all keys")]
  }

  private func files(_ state: AppState) -> [(Command, String)] {
    guard case .files(let files)? = state.session.overlays.last, let chosen = files.chosen else {
      return [(.back, "cancel"), (.deleteWord, "directory above")]
    }
    return [
      (.open, chosen.isDirectory ? "open" : "choose"), (.complete, "complete"),
      (.deleteWord, "directory above"), (.back, "cancel"),
    ]
  }

  private func form(_ state: AppState) -> [(Command, String)] {
    var usual: [(Command, String)] = [
      (.open, action(state)), (.nextField, "next field"), (.back, "cancel"),
    ]
    if case .form(let form)? = state.session.overlays.last, !form.isOnButton,
      form.fields[form.focus].id == .picture
    {
      usual.insert(contentsOf: [(.chooseFile, "files"), (.complete, "complete")], at: 1)
    }
    guard case .form(let form)? = state.session.overlays.last,
      !state.isSending(form)
    else { return [(.back, "cancel")] }
    guard form.fields.contains(where: { $0.theirs != nil }) else { return usual }
    return [(.takeTheirs, "take theirs"), (.keepMine, "keep mine")] + usual
  }

  private func action(_ state: AppState) -> String {
    if case .form(let form)? = state.session.overlays.last { return form.action.lowercased() }
    return "save"
  }

  private func items(_ state: AppState) -> [(Command, String)] {
    let session = state.session
    if session.items.list.isEmpty {
      return session.items.query.isEmpty
        ? [(.quickAdd, "add"), (.nextSegment, "all items"), (.help, "all keys")]
        : [(.back, "clear the search"), (.quickAdd, "add"), (.help, "all keys")]
    }
    if !session.items.marks.isEmpty {
      return [
        (.toggle, "in cart"), (.star, "star"), (.delete, "delete"),
        (.back, "unmark"), (.help, "all keys"),
      ]
    }
    return [
      // The same words for in and out: what is on the list shows on its tile.
      (.toggle, "in cart"), (.open, "details"), (.quickAdd, "add"),
      (.edit, "edit"), (.delete, "delete"), (.search, "search"), (.star, "star"),
      (.increase, "more"), (.chooseSort, "sort"), (.chooseCategory, "category"),
      (.undo, "undo"), (.signOut, "sign out"), (.palette, "actions"), (.leave, "quit"),
      (.help, "all keys"),
    ]
  }

  private func catalogue(_ state: AppState) -> [(Command, String)] {
    let catalogue = state.session.catalogue
    let end: [(Command, String)] = [(.nextSegment, "my items"), (.help, "all keys")]
    if catalogue.asking.map({ state.session.clock.monotonic - $0.since >= 300 }) == true {
      let own: [(Command, String)] = [(.toggle, "in cart"), (.open, "details")]
      return [(.back, "cancel")] + (catalogue.list.isEmpty ? [] : own) + end
    }
    if catalogue.list.isEmpty {
      if !catalogue.query.isEmpty {
        return catalogue.found?.words == catalogue.query.text
          ? [(.back, "clear the search")] + end
          : [(.open, "ask the catalogue"), (.back, "clear the search")] + end
      }
      return [catalogue.category == nil ? (.open, "ask for them") : (.back, "all categories")] + end
    }
    return [
      (.toggle, "in cart"), (.open, "details"), (.search, "search"), (.chooseCategory, "category"),
      (.chooseSort, "sort"), (.increase, "more"), (.quickAdd, "add"), (.retry, "refresh"),
      (.undo, "undo"), (.signOut, "sign out"),
    ] + end
  }

  private func product(_ state: AppState) -> [(Command, String)] {
    guard case .product(let shown)? = state.session.overlays.last,
      let product = state.product(in: shown)
    else { return [(.back, "back")] }
    let less: [(Command, String)] = shown.quantity == .one ? [] : [(.decrease, "less")]
    let own: [(Command, String)] =
      [(.open, "add to cart"), (.increase, "more")] + less + [(.back, "back")]
    return product.page.isEmpty
      ? own : own + [(.openInBrowser, "its page"), (.copy, "copy the address")]
  }

  private func cart(_ state: AppState) -> [(Command, String)] {
    guard !state.shared.cart.isEmpty else {
      let held: [(Command, String)] =
        state.shared.heldCarts.isEmpty ? [] : [(.takeUpCart, "take up a cart")]
      return [(.show(.items), "items"), (.quickAdd, "add")] + held + [(.help, "all keys")]
    }
    return [
      (.toggle, "picked"),
      (.checkout, "check out"), (.increase, "more"), (.decrease, "less"), (.delete, "take out"),
      (.open, "details"), (.clearPicked, "clear picked"), (.mail, "mail"), (.copy, "copy"),
      (.showCode, "QR code"), (.undo, "undo"), (.holdCart, "hold"),
      (.signOut, "sign out"), (.help, "all keys"),
    ]
  }

  private func line(_ state: AppState) -> [(Command, String)] {
    switch state.session.overlays.last {
    case .paste(let paste):
      paste.requests.isEmpty ? [(.back, "cancel")] : [(.open, "add all"), (.back, "cancel")]
    case .quickAdd(let add):
      // What was refused is refused again.
      add.refusal == nil ? [(.open, "add"), (.back, "done")] : [(.back, "done")]
    case _ where state.showsCatalogue:
      state.catalogueGrid.index(below: state.session.catalogue.focusIndex) == nil
        ? [(.open, "ask the catalogue"), (.back, "clear")]
        : [(.open, "ask the catalogue"), (.down, "move"), (.back, "clear")]
    case _ where state.session.page == .settings:
      state.session.settings.focus.index + 1 < state.settingsPage.rows.count
        ? [(.open, "keep the filter"), (.down, "move"), (.back, "clear")]
        : [(.open, "keep the filter"), (.back, "clear")]
    default:
      state.itemGrid.index(below: state.session.items.focusIndex) == nil
        ? [(.open, "keep the filter"), (.back, "clear")]
        : [(.open, "keep the filter"), (.down, "move"), (.back, "clear")]
    }
  }
}
