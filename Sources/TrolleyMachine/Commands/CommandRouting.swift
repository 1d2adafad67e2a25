/// Routes a command to the feature that handles it: overlays first, topmost first, then the
/// commands that work everywhere, then the page.
extension AppState {
  mutating func perform(_ command: Command, _ effects: inout [Effect]) {
    if let overlay = session.overlays.last {
      if overlay.behaviour.perform(&self, command, &effects) { return }
    }
    if session.isLocked { return performOnSignIn(command, &effects) }
    if session.overlays.isEmpty, let search = session.search,
      perform(command, in: search, &effects)
    {
      return
    }
    performEverywhere(command, &effects)
  }

  private mutating func performEverywhere(_ command: Command, _ effects: inout [Effect]) {
    switch command {
    case .show(let page): show(page, &effects)
    case .nextPage: turn(by: 1, &effects)
    case .previousPage: turn(by: -1, &effects)
    case .undo: undoHere(.undo, &effects)
    case .redo: undoHere(.redo, &effects)
    case .retry where session.isNearby && session.banners.isEmpty: search(isFresh: true, &effects)
    case .retry:
      let overlays = session.overlays.count
      if session.isNearby, !session.nearby.trouble.isEmpty { search(isFresh: true, &effects) }
      if session.overlays.count == overlays { retry(&effects) }
    case .showSegment(let segment): show(segment, &effects)
    case .showNearby:
      show(.stores)
      showNearby(true, &effects)
    case .putBack: putBack(&effects)
    case .forgetConflicts: forgetConflicts(&effects)
    case .redraw: effects.append(.redraw)
    case .suspend:
      // It would lock on return anyway, and a person who is away is not online.
      lock(because: "Locked, since Trolley was suspended.")
      effects.append(.suspend)
    case .quit: quit(&effects)
    case .leave: if !goBack(&effects) { quit(&effects) }
    case .palette: openPalette()
    case .help: openHelp()
    case .quickAdd: openQuickAdd()
    case .addForm: session.page == .stores ? openStoreForm(nil) : openItemForm(nil)
    case .pasteList: session.overlays.append(.paste(PasteState()))
    case .checkout: checkOut(&effects)
    case .finishShopping: finishShopping(&effects)
    case .finishAll: finishShopping(.finishShopping, &effects)
    case .orderCart: openCheckout()
    case .chooseStore: openStorePicker()
    case .copy: copyList(&effects)
    case .showCode: showListCode(&effects)
    case .switchTheme: switchTheme(&effects)
    case .signOut: signOut()
    case .signOutNow: lock()
    case .mail where session.page != .orders: openMail(.list, &effects)
    case .settleMail: askAboutMail()
    case .dropMail: settleMail(wasSent: false, &effects)
    case .noteMailSent: settleMail(wasSent: true, &effects)
    case .holdCart: openHoldForm()
    case .takeUpCart: openHeldPicker()
    case .chooseTheme: openPicker(.theme, "Colours", session.theme) { $0.title }
    case .chooseUse: openUsePicker()
    case .makePersonal: changeUse(.personal, &effects)
    case .emptyCart: announce(.clearCart, &effects)
    case .explainFiles: explainFiles()
    case .relabelPrices: announce(.relabelPrices, &effects)
    case .switchMotion: switchMotion(&effects)
    default:
      if command.isForRows, let sought = missedSearch {
        return notice("Nothing matches “\(sought)”.")
      }
      session.shownPage.perform(&self, command, &effects)
    }
  }

  /// What is searched for on this page, where nothing is found: it is not empty then.
  private var missedSearch: String? {
    let page = session.shownPage
    guard let text = page.search.map({ session[keyPath: $0.query].text.trimmed }), !text.isEmpty
    else { return nil }
    return page.facts(self).contains(.rows) ? nil : text
  }

  private mutating func show(_ page: ScreenID, _ effects: inout [Effect]) {
    show(page)
    followNearbySettings(&effects)
  }

  mutating func show(_ page: ScreenID) {
    guard shared.pages.contains(page) else { return }
    session.overlays = []
    session.isInSearchField = false
    if session.page != page {
      releaseHeld()
      session.page = page
      if page == .cart {
        startWalk()
        followLine()
      }
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
    return session.shownPage.goBack(&self, &effects)
  }

  /// Closes the topmost overlay.
  mutating func back() { _ = session.overlays.popLast() }

  /// Sends pending notifications now rather than losing them.
  mutating func quit(_ effects: inout [Effect]) {
    if let question = unsavedQuestion {
      guard case .dialog(let asked)? = session.overlays.last, asked.title == question.title else {
        return show(question)
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
        .init("Try again", .retry), .init("Quit", .quit),
      ])
  }

  mutating func switchTheme(_ effects: inout [Effect]) {
    applyTheme(session.theme.next, &effects)
  }

  /// Takes effect at once and overrides the command line.
  mutating func applyTheme(_ theme: ThemeChoice, _ effects: inout [Effect]) {
    session.themeOfRun = nil
    session.preferences.theme = theme
    if !session.hasMotion { session.confetti = [] }
    effects.append(.remember(session.preferences))
    let isSeen = session.stillness != .noColour || theme == .none
    notice("Colours: " + theme.title + (isSeen ? "" : ". This terminal shows none."))
  }

  /// The screen reads and writes no files of people's: the command line does.
  private mutating func explainFiles() {
    let data = session.namedList.map { "--data \($0) " } ?? ""
    let message =
      "Leave with q, or use another terminal, and type:\n"
      + "trolley export \(data)list.csv\ntrolley import \(data)list.csv\n\n"
      + "The end of the name says the format: json, csv, md, txt or plist, and for export also sql. "
      + "Import asks nothing and can be undone with u.\n\n"
      + "Here, P takes a pasted list, and y copies the cart as text."
    show("Export or import a file", message)
  }

  private mutating func copyList(_ effects: inout [Effect]) {
    guard !shared.cart.isEmpty else { return notice(ChangeError.emptyCart.sentence) }
    // On the page of the cart what is seen is copied, in its order, and not what a search hides.
    let lines = session.page == .cart ? shownLines : nil
    effects.append(.copy(ListText.plain(shared, lines, style: session.style)))
  }

  /// Where keys work that are those of no page.
  private static let placesOffPages: [(Scope, String)] = [
    (.details, "in the details of an item"), (.nearby, "among the stores nearby"),
    (.machines, "on the page of the machines that share the list"),
    (.provider, "while you sign in with a provider"),
  ]

  /// A key of another page, or of a shop, says where it works: it may be in the hand, or in the
  /// README.
  mutating func explain(_ key: Key) {
    guard !session.isLocked, session.overlays.isEmpty, !session.isSearching else { return }
    let bindings = session.keymap.bindings.filter { $0.keys.contains(key.text) }
    // What works on another segment of this page is nearer than another page.
    for page in [session.page] + shared.pages {
      guard let scope = Scope.named(page.rawValue),
        let found = bindings.first(where: {
          $0.scopes.contains(Scopes(scope)) && $0.isAvailable(in: shared.use)
        })
      else { continue }
      let title = found.command.title(in: scope)
      if page == session.page,
        let other = session.keymap.key(for: .nextSegment, in: session.scope, use: shared.use)
      {
        let place = page == .stores ? "your starred stores" : "your own items"
        return notice("\(key.text) works among \(place) (\(other) leads there): \(title).")
      }
      return notice("\(key.text) works on the page \(page.title): \(title).")
    }
    for (scope, place) in Self.placesOffPages {
      guard
        let found = bindings.first(where: {
          $0.scopes.contains(Scopes(scope)) && $0.isAvailable(in: shared.use)
        })
      else { continue }
      return notice("\(key.text) works \(place): \(found.command.title(in: scope)).")
    }
    guard let found = bindings.first(where: { $0.scopes == .everywhere }),
      let whom = found.availability.whom
    else { return }
    if case .show(let page) = found.command,
      let here = session.keymap.key(for: found.command, in: session.scope, use: shared.use)
    {
      return notice("Here the page \(page.title) is \(here); it is \(key.text) in \(whom).")
    }
    notice("\(key.text) is for \(whom): \(found.command.title(in: .items)).")
  }

  // MARK: Typing

  mutating func type(_ text: String) {
    if let overlay = session.overlays.last {
      overlay.behaviour.type(&self, text)
    } else if session.isLocked {
      typeOnSignIn(text)
    } else if let search = session.search {
      type(text, in: search)
    }
  }

  /// A paste is text, never commands. Outside a field it is read as a list, and one of barcodes is
  /// as if they were scanned.
  mutating func paste(_ text: String, _ effects: inout [Effect]) {
    let isField =
      session.overlays.last?.behaviour.scope.isText == true
      || session.overlays.isEmpty && session.isSearching || session.isLocked
    let lines = text.split(whereSeparator: \.isNewline)
    let isList = lines.count > 1
    let codes = ScannedCode.areMeant(by: text) ? ScannedCode.joined(lines.map(String.init)) : nil
    switch (session.overlays.last, codes) {
    case (.quickAdd(let add)?, let codes?) where isList && add.input.isEmpty:
      addBarcodes(codes, add, &effects)
    case (.paste(let paste)?, let codes?) where paste.isEmpty:
      addBarcodes(codes, QuickAddState(), &effects)
    case (.paste?, _): readPaste(text)
    // A list, not a line.
    case (.quickAdd?, _) where isList, (_, _) where !isField:
      session.overlays.append(.paste(PasteState()))
      paste(text, &effects)
    default: type(text)
    }
  }

  // MARK: The mouse

  /// A press focuses an entry; a press on the focused entry, or on any tile, activates it.
  mutating func press(entry index: Int, _ effects: inout [Effect]) {
    if let overlay = session.overlays.last {
      return overlay.behaviour.press(&self, index, &effects)
    }
    if session.isLocked { return pressSignIn(row: index, &effects) }
    let focus = session.shownPage.focus
    let isFocused = focus.index(self) == index
    if !isFocused { focus.move(&self, index, &effects) }
    if isFocused || focus.clicksAtOnce(self) { perform(focus.click, &effects) }
  }

  /// A press on the box of a row ticks it, wherever the focus was.
  mutating func press(box index: Int, _ effects: inout [Effect]) {
    let focus = session.shownPage.focus
    guard session.overlays.isEmpty, !session.isLocked, focus.click == .toggle else { return }
    focus.move(&self, index, &effects)
    perform(.toggle, &effects)
  }

  /// The wheel zooms a map, and moves through everything else.
  mutating func wheel(up: Bool, _ effects: inout [Effect]) {
    if case .storeDetails(let details)? = session.overlays.last, layout(of: details).map != nil {
      return perform(up ? .increase : .decrease, &effects)
    }
    perform(up ? .up : .down, &effects)
  }

  /// Keeps the focus visible after the size or the page has changed.
  mutating func showFocus() {
    for page in ScreenID.allPages { page.focus.show(&self) }
  }
}

extension Command {
  /// Whether it is for the rows that have the focus or are marked.
  fileprivate var isForRows: Bool {
    [
      .toggle, .increase, .decrease, .star, .edit, .delete, .mark, .markRange, .markAll,
      .orderAgain, .mail,
    ].contains(self)
  }
}
