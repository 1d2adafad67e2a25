/// Routes a command to the feature that handles it: overlays first, topmost first, then the
/// commands that work everywhere, then the page.
extension AppState {
  mutating func perform(_ command: Command, _ effects: inout [Effect]) {
    if session.overlays.isEmpty == false {
      if performInOverlay(command, &effects) { return }
    }
    if session.isLocked { return performOnSignIn(command, &effects) }
    if session.overlays.isEmpty, session.isSearching, performInAnySearch(command, &effects) {
      return
    }
    performEverywhere(command, &effects)
  }

  /// Returns false if the command has nothing to do with searching.
  private mutating func performInAnySearch(_ command: Command, _ effects: inout [Effect]) -> Bool {
    if session.page == .settings { return performInSettingsSearch(command, &effects) }
    return session.showsCatalogue
      ? performInCatalogueSearch(command, &effects) : performInSearch(command, &effects)
  }

  private mutating func performEverywhere(_ command: Command, _ effects: inout [Effect]) {
    switch command {
    case .show(let page): show(page, &effects)
    case .nextPage: turn(by: 1, &effects)
    case .previousPage: turn(by: -1, &effects)
    case .undo: undo(.undo, &effects)
    case .redo: undo(.redo, &effects)
    case .retry where session.isNearby && session.banners.isEmpty: search(isFresh: true, &effects)
    case .retry: retry(&effects)
    case .showSegment(let segment): show(segment, &effects)
    case .redraw: effects.append(.redraw)
    case .suspend:
      // It would lock on return anyway, and a person who is away is not online.
      lock()
      effects.append(.suspend)
    case .quit: quit(&effects)
    case .leave: if !goBack(&effects) { quit(&effects) }
    case .palette: openPalette()
    case .help: openHelp()
    case .quickAdd: session.overlays.append(.quickAdd(QuickAddState()))
    case .addForm: session.page == .stores ? openStoreForm(nil) : openItemForm(nil)
    case .pasteList: session.overlays.append(.paste(PasteState()))
    case .checkout: openCheckout()
    case .chooseStore: openStorePicker()
    case .copy: copyList(&effects)
    case .showCode: showListCode(&effects)
    case .switchTheme: switchTheme(&effects)
    case .signOut: signOut()
    case .holdCart: openHoldForm()
    case .takeUpCart: openHeldPicker()
    case .chooseTheme: openThemePicker()
    case .chooseUse: openUsePicker()
    case .emptyCart: announce(.clearCart, &effects)
    case .explainFiles: explainFiles()
    case .switchMotion: switchMotion(&effects)
    default: performOnPage(command, &effects)
    }
  }

  private mutating func performOnPage(_ command: Command, _ effects: inout [Effect]) {
    switch session.page {
    case .items where session.showsCatalogue: performOnCatalogue(command, &effects)
    case .items: performOnItems(command, &effects)
    case .cart where command == .mail: openMail(.list, &effects)
    case .cart: performOnCart(command, &effects)
    case .stores where session.nearby.isShown: performOnNearby(command, &effects)
    case .stores: performOnStores(command, &effects)
    case .orders where command == .mail:
      if let order = focusedOrder { openMail(.order(order.id), &effects) }
    case .orders: performOnOrders(command, &effects)
    case .people: performOnPeople(command, &effects)
    case .settings: performOnSettings(command, &effects)
    }
  }

  private mutating func show(_ page: ScreenID, _ effects: inout [Effect]) {
    show(page)
    followNearbySettings(&effects)
  }

  mutating func show(_ page: ScreenID) {
    guard shared.pages.contains(page) else { return }
    session.overlays = []
    session.items.isTyping = false
    session.catalogue.isTyping = false
    session.settings.isTyping = false
    if session.page != page {
      releaseHeld()
      session.page = page
    }
    showFocus()
  }

  private mutating func turn(by step: Int, _ effects: inout [Effect]) {
    let pages = shared.pages
    let at = pages.firstIndex(of: session.page) ?? 0
    show(pages[(at + step + pages.count) % pages.count], &effects)
  }

  /// Goes one step back. Returns false at the root.
  private mutating func goBack(_ effects: inout [Effect]) -> Bool {
    if !session.overlays.isEmpty {
      session.overlays.removeLast()
      return true
    }
    switch session.page {
    case .items where session.showsCatalogue: return clearCatalogue(&effects)
    case .items: return clearItems()
    case .orders where session.orders.opened != nil:
      session.orders.opened = nil
      return true
    case .cart where !session.cart.marks.isEmpty:
      session.cart.marks = []
      return true
    case .settings: return clearSettings()
    case .cart, .stores, .orders, .people: return false
    }
  }

  /// Closes the topmost overlay.
  mutating func back() { _ = session.overlays.popLast() }

  /// Sends pending notifications now rather than losing them.
  mutating func quit(_ effects: inout [Effect]) {
    if let question = unsavedQuestion {
      guard case .dialog(let asked)? = session.overlays.last, asked.title == question.title else {
        return session.overlays.append(.dialog(question))
      }
    }
    for one in session.dueNotifications {
      effects.append(.notify(title: one.title, body: one.body))
    }
    session.dueNotifications = []
    effects.append(.quit)
  }

  /// Asks before discarding changes that could not be saved; a second quit confirms.
  private var unsavedQuestion: DialogState? {
    guard !session.refused.isEmpty else { return nil }
    let count = Wording.count(session.refused.count, "change")
    return DialogState(
      title: "Not everything is saved",
      message: "\(count) could not be written and will be lost.",
      buttons: [
        .init(label: "Try again", command: .retry), .init(label: "Quit", command: .quit),
      ])
  }

  mutating func switchTheme(_ effects: inout [Effect]) {
    let all = ThemeChoice.allCases
    let at = all.firstIndex(of: session.theme) ?? 0
    applyTheme(all[(at + 1) % all.count], &effects)
  }

  /// Takes effect at once and overrides the command line.
  mutating func applyTheme(_ theme: ThemeChoice, _ effects: inout [Effect]) {
    session.themeOfRun = nil
    session.preferences.theme = theme
    if !session.hasMotion { session.confetti = [] }
    effects.append(.remember(session.preferences))
    notice("Colours: " + theme.title)
  }

  /// The screen reads and writes no files of people's: the command line does.
  private mutating func explainFiles() {
    let message =
      "Leave with q, or use another terminal, and type:\n"
      + "trolley export list.csv\ntrolley import list.csv\n\n"
      + "The end of the name says the format: csv, tsv, json, jsonl, md, txt, sql, plist. "
      + "Import asks nothing and can be undone with u.\n\n"
      + "Here, P takes a pasted list, and y copies the cart as text."
    session.overlays.append(
      .dialog(
        DialogState(
          title: "Export or import a file", message: message,
          buttons: [.init(label: "OK", command: nil)])))
  }

  private mutating func copyList(_ effects: inout [Effect]) {
    guard !shared.cart.isEmpty else { return notice(ChangeError.emptyCart.sentence) }
    effects.append(.copy(ListText.plain(shared)))
  }

  // MARK: Typing

  mutating func type(_ text: String) {
    if !session.overlays.isEmpty {
      typeInOverlay(text)
    } else if session.isLocked {
      typeOnSignIn(text)
    } else if session.showsCatalogue, session.catalogue.isTyping {
      typeInCatalogue(text)
    } else if session.page == .items, session.items.isTyping {
      if session.items.query.insert(text) { search() }
    } else if session.isSearching {
      typeInSettingsSearch(text)
    }
  }

  /// A paste is text, never commands. Outside a field it is read as a list.
  mutating func paste(_ text: String) {
    if case .paste? = session.overlays.last {
      readPaste(text)
    } else if session.overlays.last?.scope.isText == true
      || session.overlays.isEmpty && session.isSearching || session.isLocked
    {
      type(text)
    } else {
      session.overlays.append(.paste(PasteState()))
      readPaste(text)
    }
  }

  // MARK: The mouse

  /// A press focuses an entry; a press on the focused entry activates it.
  mutating func press(entry index: Int, _ effects: inout [Effect]) {
    if !session.overlays.isEmpty { return pressInOverlay(index, &effects) }
    if session.isLocked { return pressSignIn(row: index, &effects) }
    switch session.page {
    case .items where session.showsCatalogue:
      if session.catalogue.focusIndex == index, session.catalogue.focus != nil {
        perform(.toggle, &effects)
      } else {
        focusProduct(at: index)
        askForMoreIfNear(&effects)
      }
    case .items:
      if session.items.focusIndex == index, session.items.focus != nil {
        perform(.toggle, &effects)
      } else {
        focusItem(at: index)
      }
    case .cart:
      if session.cart.focusIndex == index, session.cart.focus != nil {
        perform(.toggle, &effects)
      } else {
        focusLine(at: index)
      }
    case .stores where session.nearby.isShown:
      if session.nearby.focus.index == index {
        perform(.open, &effects)
      } else {
        session.nearby.focus.move(to: index, count: nearbyStores.count, viewport: nearbyList.height)
      }
    case .stores:
      if session.stores.index == index {
        perform(.open, &effects)
      } else {
        session.stores.move(
          to: index, count: shared.stores.count, viewport: session.layout.list.height)
      }
    case .orders:
      if session.orders.focus.index == index {
        perform(.open, &effects)
      } else {
        session.orders.focus.move(
          to: index, count: shared.orders.count, viewport: session.layout.list.height)
      }
    case .people:
      if session.people.index == index {
        perform(.open, &effects)
      } else {
        session.people.move(
          to: index, count: shared.accounts.count, viewport: session.layout.list.height)
      }
    case .settings:
      if session.settings.focus.index == index {
        perform(.open, &effects)
      } else {
        focusSetting(at: index)
      }
    }
  }

  mutating func wheel(up: Bool, _ effects: inout [Effect]) { perform(up ? .up : .down, &effects) }

  /// Keeps the focus visible after the size or the page has changed.
  mutating func showFocus() {
    scrollToItem()
    scrollToProduct()
    scrollToLine()
    keepRowsInside()
  }

  private mutating func keepRowsInside() {
    let height = session.layout.list.height
    session.stores.move(to: session.stores.index, count: shared.stores.count, viewport: height)
    // Otherwise the list could stay scrolled past its end when everything fits again.
    session.nearby.focus.scroll = 0
    session.nearby.focus.move(
      to: session.nearby.focus.index, count: nearbyStores.count, viewport: nearbyList.height)
    session.orders.focus.move(
      to: session.orders.focus.index, count: shared.orders.count, viewport: height)
    session.people.move(to: session.people.index, count: shared.accounts.count, viewport: height)
  }
}
