/// Everything a person can ask for by name: with a key, a press of the mouse, or the palette.
public enum Command: Hashable, Sendable {
  case up, down, left, right
  case first, last, pageUp, pageDown, halfPageUp, halfPageDown
  case open, back, leave, quit
  case show(ScreenID)
  case nextPage, previousPage
  case nextField, previousField
  case toggle, switchPicked, increase, decrease, star
  case mark, markRange, markAll
  case quickAdd, addForm, edit, delete, undo, redo
  case search, nextMatch, previousMatch
  case chooseSort, chooseCategory, chooseStore, nextSegment
  case showSegment(ItemSegment)
  case switchView, switchTileSize, switchGrouping
  case checkout, clearPicked, orderAgain
  case copy, showCode, mail, pasteList
  case test
  case retry, redraw, suspend
  case palette, help
  case switchTheme, chooseTheme, switchMotion
  case register, openInBrowser, switchFlow, takeTheirs, keepMine
  case choosePlace, useLocation, switchMap
  case chooseFile, showPicture
  case signOut, newEmployee, forgotPIN, removePerson, holdCart, takeUpCart
  case submit
  case textLeft, textRight, textStart, textEnd, textWordLeft, textWordRight
  case deleteBackward, deleteForward, deleteWord, deleteToStart, complete

  /// What it does, as the help page and the palette say it.
  public var title: String {
    switch self {
    case .up: "Move up"
    case .down: "Move down"
    case .left: "Move left"
    case .right: "Move right"
    case .first: "Go to the first"
    case .last: "Go to the last"
    case .pageUp: "One page up"
    case .pageDown: "One page down"
    case .halfPageUp: "Half a page up"
    case .halfPageDown: "Half a page down"
    case .open: "Open or confirm"
    case .back: "Back, cancel, clear the search"
    case .leave: "Back; at the root: quit"
    case .quit: "Quit"
    case .show(let screen): "Show " + screen.title
    case .nextPage: "Next tab"
    case .previousPage: "Previous tab"
    case .nextField: "Next field"
    case .previousField: "Previous field"
    case .toggle: "Put in the cart or take out; in the cart: picked or not"
    case .switchPicked: "Picked or not"
    case .increase: "One more"
    case .decrease: "One less"
    case .star: "Star or unstar"
    case .mark: "Mark, to act on several"
    case .markRange: "Mark from the last mark to here"
    case .markAll: "Mark all, or none"
    case .quickAdd: "Add in one line"
    case .addForm: "Add with the whole form"
    case .edit: "Edit"
    case .delete: "Delete (at once; undo brings it back)"
    case .undo: "Undo"
    case .redo: "Redo"
    case .search: "Search as you type"
    case .nextMatch: "Next match"
    case .previousMatch: "Previous match"
    case .chooseSort: "Sort: choose the order"
    case .chooseCategory: "Filter: show one category only"
    case .chooseStore: "Which store am I in"
    case .nextSegment: "The next segment: all, starred, catalogue"
    case .showSegment(let segment): "Show the segment " + segment.title
    case .switchView: "Tiles or table"
    case .switchTileSize: "Size of the tiles"
    case .switchGrouping: "Group by on the list or not"
    case .checkout: "Check out"
    case .clearPicked: "Take out what is picked"
    case .orderAgain: "Order the same again"
    case .copy: "Copy the list as text"
    case .showCode: "Show the list as a QR code, for the phone"
    case .mail: "Mail the list"
    case .pasteList: "Paste a whole list"
    case .test: "Test it"
    case .retry: "Try again, refresh"
    case .redraw: "Draw the screen anew"
    case .suspend: "Suspend; fg brings it back"
    case .palette: "Find any action by typing"
    case .help: "All keys of this screen"
    case .switchTheme: "Switch colours: auto, dark, light, contrast, none"
    case .chooseTheme: "Choose the colours"
    case .switchMotion: "Motion (confetti) on or off"
    case .choosePlace: "Choose where to look for stores"
    case .useLocation: "Look around this machine, by its location service"
    case .switchMap: "Map of streets or from above"
    case .signOut: "Sign out; somebody else signs in"
    case .newEmployee: "New employee"
    case .register: "Register"
    case .openInBrowser: "Open the address in a browser"
    case .switchFlow: "A code instead of the browser, or the other way round"
    case .takeTheirs: "Take what somebody else has changed meanwhile"
    case .keepMine: "Keep what is typed here"
    case .chooseFile: "Choose a picture from the files"
    case .showPicture: "Fetch the picture again, or ask whether it may be fetched"
    case .forgotPIN: "Forgot my PIN"
    case .removePerson: "Remove somebody, as asked"
    case .holdCart: "Hold the cart, with a note"
    case .takeUpCart: "Take up a cart that is held"
    case .submit: "Save"
    case .textLeft: "Cursor left"
    case .textRight: "Cursor right"
    case .textStart: "Start of the field"
    case .textEnd: "End of the field"
    case .textWordLeft: "One word left"
    case .textWordRight: "One word right"
    case .deleteBackward: "Delete the character before the cursor"
    case .deleteForward: "Delete the character under the cursor"
    case .deleteWord: "Delete the word before the cursor"
    case .deleteToStart: "Delete to the start of the field"
    case .complete: "Take the suggestion"
    }
  }

  /// The same, as one page says it: a key that is shared by pages does on each what it shows.
  public func title(in scope: Scope) -> String {
    switch (self, scope) {
    case (.toggle, .items): "Put in the cart or take out"
    case (.toggle, .cart): "Picked or not"
    case (.toggle, .stores): "I am in this store, or in none"
    case (.toggle, .settings), (.open, .settings), (.edit, .settings): "Change"
    case (.right, .settings): "The next choice"
    case (.left, .settings): "The choice before"
    case (.delete, .settings): "As usual again"
    case (.back, .settings): "Clear the search, stop a test"
    case (.open, .items), (.open, .cart): "Show the details"
    case (.open, .stores): "Edit"
    case (.open, .catalogue): "Show the details; in an empty catalogue: ask for it"
    case (.toggle, .catalogue): "Put in the cart or take out"
    case (.back, .catalogue): "Cancel, clear the search, all categories"
    case (.open, .product), (.toggle, .product): "Add to the cart"
    case (.openInBrowser, .product): "Show its page in a browser"
    case (.copy, .product): "Copy the address of its page"
    case (.open, .orders): "Show the order"
    case (.open, .details): "Add to the cart"
    case (.toggle, .details): "Add to the cart; coming from the cart: picked or not"
    case (.addForm, .stores): "Add a store"
    case (.newEmployee, .people): "Add an employee"
    case (.open, .people): "Edit"
    case (.open, .signIn): "Sign in"
    case (.open, .credentials): "Sign in, or what the button says"
    case (.back, .credentials): "Clear the password, stop waiting"
    case (.open, .provider): "Try again"
    case (.copy, .provider): "Copy the code or the address"
    case (.copy, .code): "Copy what the code says"
    case (.openInBrowser, .code): "Open it here"
    case (.mail, .orders): "Mail the order"
    case (.back, .signIn): "Clear the PIN"
    case (.nextSegment, .stores), (.nextSegment, .nearby): "Favourites or nearby"
    case (.open, .nearby): "Show the details and the map"
    case (.back, .nearby): "Stop looking; back to the favourites"
    case (.increase, .nearby): "Look farther"
    case (.decrease, .nearby): "Look nearer"
    case (.star, .nearby), (.star, .shop): "Keep as a favourite store"
    case (.edit, .nearby): "Choose where to look for stores"
    case (.open, .shop): "Directions: open, QR code, copy"
    case (.increase, .shop): "Zoom in"
    case (.decrease, .shop): "Zoom out"
    case (.up, .shop): "Move the map up, or the words"
    case (.down, .shop): "Move the map down, or the words"
    case (.left, .shop): "Move the map left"
    case (.right, .shop): "Move the map right"
    case (.first, .shop): "Back to the shop"
    case (.switchTileSize, .shop): "The map alone, or beside the words"
    case (.copy, .shop): "Copy the link to the directions"
    case (.showCode, .shop): "Directions as a QR code, for the phone"
    case (.openInBrowser, .shop): "Open the directions here"
    case (.chooseSort, .cart): "Choose the order: as added, or by aisle"
    default: title
    }
  }

  /// Whether lists of this use have it at all. A household has one cart, and nobody puts it aside.
  public func isThere(in use: Use) -> Bool {
    switch self {
    case .holdCart, .takeUpCart, .forgotPIN: use == .staff
    default: true
    }
  }

  /// The name in the settings file; nil for what has no fixed name.
  public var name: String {
    if case .show(let screen) = self { return "show" + screen.title }
    if case .showSegment(let segment) = self {
      return "showSegment" + segment.rawValue.prefix(1).uppercased() + segment.rawValue.dropFirst()
    }
    return String(describing: self)
  }

  /// Every command, in the order of the help page.
  public static let all: [Command] =
    [
      .up, .down, .left, .right, .first, .last, .pageUp, .pageDown, .halfPageUp, .halfPageDown,
      .open, .back, .toggle, .switchPicked, .increase, .decrease, .star, .quickAdd, .addForm, .edit,
      .delete,
      .undo, .redo, .mark, .markRange, .markAll, .search, .nextMatch, .previousMatch, .chooseSort,
      .chooseCategory, .chooseStore, .nextSegment, .switchView, .switchTileSize, .switchGrouping,
      .checkout, .clearPicked, .orderAgain, .holdCart, .takeUpCart, .copy, .showCode, .mail,
      .pasteList, .signOut,
      .newEmployee, .forgotPIN, .removePerson, .register, .openInBrowser, .choosePlace,
      .useLocation, .switchMap, .switchFlow, .takeTheirs,
      .keepMine, .chooseFile, .showPicture, .test,
    ] + ScreenID.allCases.map { .show($0) } + ItemSegment.allCases.map { .showSegment($0) } + [
      .nextPage, .previousPage, .nextField, .previousField, .submit, .complete, .textLeft,
      .textRight, .textStart, .textEnd, .textWordLeft, .textWordRight, .deleteBackward,
      .deleteForward, .deleteWord, .deleteToStart, .retry, .redraw, .suspend, .palette, .help,
      .switchTheme, .chooseTheme, .switchMotion, .leave, .quit,
    ]
}

/// Where a key counts. A screen shows its own, then the ones that count everywhere.
public enum Scope: String, CaseIterable, Hashable, Sendable {
  case everywhere, items, catalogue, cart, stores, orders, people, settings
  case details, picker, form, line, dialog, signIn, credentials, provider, code, product
  case nearby, shop, files

  public var isText: Bool {
    self == .picker || self == .form || self == .line || self == .credentials
      || self == .files
  }

  /// Digits go into the field, other keys are commands.
  public var isForDigits: Bool { self == .signIn }
}
