/// Facts about the current screen that the hints depend on.
package struct Situation: OptionSet, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }
  package init(arrayLiteral all: Situation...) { rawValue = all.reduce(0) { $0 | $1.rawValue } }

  private init(bit: UInt64) { rawValue = 1 << bit }

  /// There is a focusable or selectable row.
  static let rows = Situation(bit: 0)
  static let filtered = Situation(bit: 1), marked = Situation(bit: 2)
  /// A request is under way that can be cancelled or waited for.
  static let working = Situation(bit: 3), failed = Situation(bit: 4)
  /// The cart has lines; the focused item is in it; some lines are picked.
  static let cart = Situation(bit: 5), inCart = Situation(bit: 6), picked = Situation(bit: 7)
  static let fromCart = Situation(bit: 8), held = Situation(bit: 9)
  static let undoable = Situation(bit: 10)
  static let mayChange = Situation(bit: 11), mayRemove = Situation(bit: 12)
  static let household = Situation(bit: 13)
  /// The catalogue was queried with exactly these words; a category filter is active.
  static let asked = Situation(bit: 14), category = Situation(bit: 15)
  static let page = Situation(bit: 16), link = Situation(bit: 17)
  /// More than one piece or button.
  static let several = Situation(bit: 18)
  static let opened = Situation(bit: 19), below = Situation(bit: 20)
  static let starred = Situation(bit: 21), locator = Situation(bit: 22)
  static let map = Situation(bit: 23), mayHaveMap = Situation(bit: 24)
  static let street = Situation(bit: 25), full = Situation(bit: 26)
  static let choices = Situation(bit: 27), chosen = Situation(bit: 28)
  static let testable = Situation(bit: 29)
  static let browser = Situation(bit: 30), showsCode = Situation(bit: 31)
  static let showsAddress = Situation(bit: 32)
  static let picture = Situation(bit: 33), theirs = Situation(bit: 34)
  static let directory = Situation(bit: 35)
  static let pasting = Situation(bit: 36), quickAdding = Situation(bit: 37)
  static let consent = Situation(bit: 38), long = Situation(bit: 39)

  fileprivate mutating func insert(_ fact: Situation, if condition: Bool) {
    if condition { formUnion(fact) }
  }
}

extension AppState {
  var situation: Situation {
    if let overlay = session.overlays.last { return situation(on: overlay) }
    var facts = Situation()
    facts.insert(.household, if: shared.use == .household)
    if session.isLocked {
      facts.insert(.working, if: session.signIn.waitUntil != nil)
    } else if session.isSearching {
      facts.insert(.below, if: hasRowBelow)
    } else {
      facts.insert(.cart, if: !shared.cart.isEmpty)
      facts.insert(.undoable, if: canUndo)
      if session.showsSegment {
        addFactsOfCatalogue(&facts)
      } else {
        addFactsOfPage(&facts)
      }
    }
    return facts
  }

  /// During a search: whether the focus can move to a row.
  private var hasRowBelow: Bool {
    if showsCatalogue { return catalogueGrid.index(below: session.catalogue.focusIndex) != nil }
    if session.page == .settings {
      return session.settings.focus.index + 1 < settingsPage.rows.count
    }
    return itemGrid.index(below: session.items.focusIndex) != nil
  }

  private func addFactsOfCatalogue(_ facts: inout Situation) {
    let catalogue = session.catalogue
    facts.insert(.rows, if: !catalogue.list.isEmpty)
    facts.insert(.filtered, if: !catalogue.query.isEmpty)
    facts.insert(.asked, if: catalogue.found?.words == catalogue.query.text)
    facts.insert(.category, if: catalogue.category != nil)
    let isLong = catalogue.asking.map {
      session.clock.monotonic - $0.since >= CatalogueState.patience
    }
    facts.insert(.working, if: isLong ?? false)
  }

  private func addFactsOfPage(_ facts: inout Situation) {
    switch session.page {
    case .items:
      facts.insert(.rows, if: !session.items.list.isEmpty)
      facts.insert(.filtered, if: !session.items.query.isEmpty)
      facts.insert(.marked, if: !session.items.marks.isEmpty)
      addFacts(of: focusedItem, &facts)
    case .cart:
      facts.insert(.rows, if: !shared.cart.isEmpty)
      facts.insert(.picked, if: shared.cart.pickedCount > 0)
      facts.insert(.held, if: !shared.heldCarts.isEmpty)
    case .stores where session.nearby.isShown:
      facts.insert(.working, if: session.nearby.work != nil)
      facts.insert(.failed, if: !session.nearby.trouble.isEmpty)
      facts.insert(.locator, if: session.nearby.locationProgram != nil)
      facts.insert(.rows, if: focusedNearby != nil)
      facts.insert(.starred, if: focusedNearby.map(isFavourite) ?? false)
    case .stores: facts.insert(.rows, if: !shared.stores.isEmpty)
    case .orders:
      facts.insert(.rows, if: !shared.orders.isEmpty)
      facts.insert(.opened, if: session.orders.opened != nil)
    case .people:
      let isOwner = account?.role == .owner
      facts.insert(.mayChange, if: isOwner || focusedPerson?.id == account?.id)
      facts.insert(.mayRemove, if: isOwner && focusedPerson?.role != .owner)
    case .settings:
      guard let row = focusedSetting else { return }
      facts.insert(.rows)
      facts.insert(.mayChange, if: row.canBeOpened)
      facts.insert(.testable, if: row.test != nil)
      facts.insert(.chosen, if: isChosen(row))
      facts.insert(.choices, if: !row.choices.isEmpty)
    }
  }

  private func addFacts(of item: Item?, _ facts: inout Situation) {
    guard let item else { return }
    facts.insert(.inCart, if: shared.cart.contains(item.id))
    facts.insert(.mayChange, if: mayChange(item))
  }

  private func situation(on overlay: Overlay) -> Situation {
    var facts = Situation()
    switch overlay {
    case .details(let details):
      facts.insert(.rows)
      facts.insert(.fromCart, if: session.page == .cart)
      addFacts(of: shared.items[details.item], &facts)
    case .product(let shown):
      guard let product = product(in: shown) else { break }
      facts.insert(.rows)
      facts.insert(.several, if: shown.quantity != .one)
      facts.insert(.page, if: !product.page.isEmpty)
    case .storeDetails(let shop):
      facts.insert(.starred, if: isFavourite(shop.store))
      facts.insert(.map, if: layout(of: shop).map != nil)
      facts.insert(.mayHaveMap, if: shop.mayHaveMap && session.nearby.drawsMaps)
      facts.insert(.street, if: shop.kind == .street)
      facts.insert(.full, if: shop.isFull)
    case .picker(let picker):
      facts.insert(.rows, if: picker.purpose != .help && !picker.shown.isEmpty)
    case .form(let form):
      facts.insert(.working, if: isSending(form))
      facts.insert(.picture, if: !form.isOnButton && form.fields[form.focus].id == .picture)
      facts.insert(.theirs, if: form.fields.contains { $0.theirs != nil })
    case .files(let files):
      facts.insert(.rows, if: files.chosen != nil)
      facts.insert(.directory, if: files.chosen?.isDirectory ?? false)
    case .paste(let paste):
      facts.insert(.pasting)
      facts.insert(.failed, if: paste.requests.isEmpty)
    case .quickAdd(let add):
      // A refused line would be refused again.
      facts.insert(.quickAdding)
      facts.insert(.failed, if: add.refusal != nil)
    case .provider(let provider):
      facts.insert(.browser, if: provider.flow == .browser)
      switch provider.stage {
      case .asking: facts.insert(.working)
      case .code: facts.insert(.showsCode)
      case .browser: facts.insert(.showsAddress)
      case .failed: facts.insert(.failed)
      }
    case .code(let code): facts.insert(.link, if: code.isLink && session.hasBrowser)
    case .consent(let consent):
      facts.formUnion([.consent, .several])
      facts.insert(.long, if: DialogLayout(consent.text, session.layout).mostScroll > 0)
    case .dialog(let dialog):
      facts.insert(.several, if: dialog.buttons.count > 1)
      facts.insert(.long, if: DialogLayout(dialog.message, session.layout).mostScroll > 0)
    }
    return facts
  }
}
