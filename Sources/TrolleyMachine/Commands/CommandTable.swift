/// The single source for every command: keymap, footer, help, palette, and the key tables in the
/// README and the manual are generated from it.
///
/// Names appear in people's settings files and never change. A row lists the scopes where its keys
/// work, the most general first; then titles that differ by scope; then the footer hints and their
/// conditions. Within a scope, hints with the lowest ranks come first.
package enum CommandTable {
  /// The headings of the help and of the palette, the most useful first.
  package static let sections = [
    CommandSection("Shopping", picking, quantity, stars, adding, changing, undoing),
    CommandSection("Cart and orders", ordering, sharing, files),
    CommandSection("Finding", searching, choosing, segments, marking),
    CommandSection("Pages", pages, opening),
    CommandSection("Stores", stores),
    CommandSection("People", people),
    CommandSection("Forms", forms),
    CommandSection("Catalogues and services", services),
    CommandSection("Look and help", finding, views, looks, terminal),
    CommandSection("Moving", moving),
    CommandSection("Editing text", typing),
  ]

  package static let groups = sections.flatMap(\.groups)

  package static let rows: [CommandRow] = groups.flatMap(\.rows)

  private static let moving = CommandGroup(
    "Move",
    CommandRow(
      .up, "up", "Move up",
      .keys([.lists, .texts, .code], "up k"), .keys(.line, "up"),
      .keys([.picker, .files], "up ctrl-p shift-tab"),
      .title(.storeDetails, "Move the map or the text up")),
    CommandRow(
      .down, "down", "Move down",
      .keys([.lists, .texts, .code], "down j"), .keys(.line, "down"),
      .keys(.picker, "down ctrl-n tab"), .keys(.files, "down ctrl-n"),
      .title(.storeDetails, "Move the map or the text down"),
      .hint(.line, 20, "move", .below), .hint(.code, 5, "read on", .long),
      .hint(.dialog, 10, "read on", [.consent, .long]),
      .hint(.orders, 15, "read on", [.opened, .long]),
      .hint(.dialog, 90, "read on", .long, unless: .consent)),
    CommandRow(
      .left, "left", "Move left",
      .keys([.items, .catalogue, .settings, .storeDetails, .code], "left h"),
      .title(.code, "Previous code"),
      .keys(.dialog, "left h shift-tab"),
      .title(.settings, "Previous choice"), .title(.storeDetails, "Move the map left")),
    CommandRow(
      .right, "right", "Move right",
      .keys([.items, .catalogue, .settings, .storeDetails], "right l"),
      .keys(.code, "right l space"), .title(.code, "Next code"),
      .hint(.code, 5, "next code", .several),
      .keys(.dialog, "right l tab"),
      .title(.settings, "Next choice"), .title(.storeDetails, "Move the map right"),
      .hint(.settings, 50, "next", .choices),
      .hint(.dialog, 30, "next", .several)),
    CommandRow(
      .first, "first", "Go to the top",
      .keys([.lists, .storeDetails], "home g"), .keys([.picker, .files], "home"),
      .title(.storeDetails, "Centre the map on the store")),
    CommandRow(
      .last, "last", "Go to the bottom",
      .keys(.lists, "end G"), .keys([.picker, .files], "end")),
    CommandRow(
      .pageUp, "pageUp", "Page up",
      .keys([.lists, .storeDetails, .picker, .files], "pgup ctrl-b"), .keys(.line, "pgup")),
    CommandRow(
      .pageDown, "pageDown", "Page down",
      .keys([.lists, .storeDetails, .picker, .files], "pgdn ctrl-f"), .keys(.line, "pgdn")),
    CommandRow(.halfPageUp, "halfPageUp", "Half a page up", .keys(.lists, "ctrl-u")),
    CommandRow(.halfPageDown, "halfPageDown", "Half a page down", .keys(.lists, "ctrl-d")))

  private static let opening = CommandGroup(
    "Open or confirm; go back, cancel, clear the search",
    CommandRow(
      .open, "open", "Open or confirm",
      .keys([.lists, .text, .details, .product, .signIn, .provider, .code], "enter"),
      .keys([.dialog, .storeDetails], "enter space"),
      .title([.items, .cart], "Show the details"),
      .title(.catalogue, "Show the details; in an empty catalogue: ask for it"),
      .title(.nearby, "Show the details and the map"),
      .title([.stores, .people], "Edit"),
      .title(.orders, "Show the order"),
      .title(.settings, "Change"),
      .title(.machines, "Remove the machine, invite another one, or leave the list"),
      .title(.details, "Add to the cart; coming from the cart: done"),
      .title(.product, "Add to the cart"),
      .title(.storeDetails, "Directions: open, QR code, copy"),
      .title(.signIn, "Sign in"),
      .title(.credentials, "Sign in, or what the button says"),
      .title(.provider, "Try again"),
      .hint(.items, 40, "details", .rows, unless: .marked),
      .hint(.catalogue, 20, "details", .rows),
      .hint(.catalogue, 10, "ask the catalogue", .filtered, unless: [.rows, .working, .asked]),
      .hint(.catalogue, 10, "ask for them", unless: [.rows, .working, .filtered, .category]),
      .hint(.cart, 60, "details", .rows, unless: .marked),
      .hint(.nearby, 10, "details and map", .rows, unless: .working),
      .hint(.orders, 10, "show", .rows, unless: .opened),
      .hint(.settings, 10, "change", .mayChange),
      .hint(.machines, 10, CommandPlace.action),
      .hint(.details, 20, "add to cart", unless: .fromCart),
      .hint(.details, 20, "done", .fromCart),
      .hint(.product, 10, "add to cart", .rows),
      .hint(.storeDetails, 10, "directions"),
      .hint(.signIn, 10, "sign in", unless: .working),
      .hint(.credentials, 10, CommandPlace.action),
      .hint(.provider, 10, "try again", .failed),
      .hint(.picker, 10, "choose", .rows),
      .hint(.files, 10, "open", .directory),
      .hint(.files, 10, "choose", .rows, unless: .directory),
      .title(.form, "Next field; save in the last one"),
      .hint(.form, 30, CommandPlace.action, .lastField, unless: .working),
      .hint(.form, 30, "next", unless: [.working, .lastField]),
      .hint(.line, 10, CommandPlace.action, unless: .failed),
      .hint(.dialog, 20, "choose", .several),
      .hint(.dialog, 20, "close", unless: .several)),
    CommandRow(
      .back, "back", "Go back, cancel, clear the search",
      .keys([.lists, .storeDetails, .signIn, .provider, .code], "esc"), .keys(.dialog, "esc n"),
      .keys(.text, "esc ctrl-c"),
      .keys([.details, .product], "esc left h"),
      .title(.catalogue, "Cancel, clear the search, all categories"),
      .title(.settings, "Clear the search, stop a test"),
      .title(.nearby, "Stop searching; back to the starred stores"),
      .title(.signIn, "Clear the PIN"),
      .title(.credentials, "Clear the password, stop waiting"),
      .hint(.items, 10, "clear the search", .filtered, unless: .rows),
      .hint(.items, 60, CommandPlace.unmark, .marked),
      .hint(.cart, 45, CommandPlace.unmark, .marked),
      .hint(.catalogue, 5, "cancel", .working),
      .hint(.catalogue, 20, "clear the search", .filtered, unless: [.rows, .working]),
      .hint(.catalogue, 20, "all categories", .category, unless: [.rows, .working, .filtered]),
      .hint(.nearby, 10, "stop", .working),
      .hint(.orders, 60, "back", .opened),
      .hint([.cart, .stores, .orders], 5, "clear the search", .filtered, unless: .rows),
      .hint(.settings, 10, "clear the search", unless: .rows),
      .hint([.details, .product], 80, "back"),
      .hint(.storeDetails, 90, "back"),
      .hint(.provider, 90, "close", .failed), .hint(.provider, 90, "cancel", unless: .failed),
      .hint(.code, 10, "close"), .hint(.machines, 90, "close"),
      .hint(.picker, 90, "cancel", .rows), .hint(.picker, 90, "close", unless: .rows),
      .hint([.form, .files], 90, "cancel"),
      .hint(.line, 90, "cancel", .pasting), .hint(.line, 90, "done", .quickAdding),
      .hint(.line, 90, "clear", unless: [.pasting, .quickAdding]),
      .hint(.dialog, 40, "no", .consent),
      .hint(.dialog, 40, "close", .several, unless: [.consent, .once])))

  private static let picking = CommandGroup(
    "Put in the cart or take out; in the cart, and in details with p: picked or not",
    CommandRow(
      .toggle, "toggle", "Put in the cart or take out",
      .keys([.items, .catalogue, .cart, .stores, .settings, .details, .product], "space"),
      .title(.cart, "Picked or not"),
      .title(.stores, "I am in this store, or in none"),
      .title(.settings, "Change"),
      .title(.details, "Add to the cart; coming from the cart: picked or not"),
      .title(.product, "Add to the cart"),
      // As wide as the next one, so that the hints behind it stay in place.
      .hint([.items, .catalogue], 10, "in cart ", .rows, unless: [.inCart, .marked]),
      .hint([.items, .catalogue], 10, "take out", [.rows, .inCart], unless: .marked),
      // Of several, the first one decides.
      .hint(.items, 10, "in or out", [.rows, .marked]),
      .hint(.cart, 10, "picked", .rows),
      .hint(.stores, 40, "I am here", .rows)),
    CommandRow(
      .switchPicked, "switchPicked", "Picked or not",
      .keys(.details, "p"),
      .hint(.details, 10, "pick", [.inCart, .fromCart]),
      .hint(.details, 25, "pick", .inCart, unless: .fromCart)))

  private static let quantity = CommandGroup(
    "One more, one less",
    CommandRow(
      .increase, "increase", "One more", .words("amount quantity"),
      .keys([.items, .catalogue, .cart, .nearby, .storeDetails], "+ ="),
      .keys([.details, .product], "+ = right l"),
      .title(.nearby, "Search a wider area"), .title(.storeDetails, "Zoom in"),
      .hint(.items, 30, "more", [.rows, .inCart], unless: .marked),
      .hint(.items, 100, "more", .rows, unless: [.marked, .inCart]),
      .hint(.catalogue, 60, "more", .rows, unless: .working),
      .hint(.cart, 30, "more", .rows),
      .hint(.nearby, 30, "wider", unless: [.working, .widest]),
      .hint([.details, .product], 30, "more", .rows),
      .hint(.storeDetails, 20, "zoom in", .map)),
    CommandRow(
      .decrease, "decrease", "One less",
      .keys([.items, .catalogue, .cart, .nearby, .storeDetails, .details, .product], "-"),
      .title(.nearby, "Search a smaller area"), .title(.storeDetails, "Zoom out"),
      .hint(.cart, 40, "less", .rows),
      .hint(.nearby, 40, "smaller", .rows, unless: .working),
      .hint(.details, 40, "less"),
      .hint(.product, 40, "less", .several),
      .hint(.storeDetails, 30, "zoom out", .map)))

  private static let stars = CommandGroup(
    "Star, or take the star away",
    CommandRow(
      .star, "star", "Star, or take the star away",
      .keys([.items, .cart, .stores, .details], "*"), .keys([.nearby, .storeDetails], "* f"),
      .title(.stores, "Take the star away: the store goes"),
      .title([.nearby, .storeDetails], "Star: add it to your stores, or take it out"),
      .hint(.items, 20, "star", .marked),
      .hint(.items, 90, "star", .rows, unless: .marked),
      .hint(.details, 50, "star"),
      .hint(.nearby, 20, "star", .rows, unless: [.starred, .working]),
      .hint(.nearby, 70, "take the star away", [.rows, .starred], unless: .working),
      .hint(.storeDetails, 80, "star", unless: .starred),
      .hint(.storeDetails, 80, "take the star away", .starred)))

  private static let adding = CommandGroup(
    "Add: in one line, in a form, by pasting a list",
    CommandRow(
      .quickAdd, "quickAdd", "Add in one line", .words("scan scanner barcode"),
      .keys(.everywhere, "a insert"),
      .hint(.items, 20, "add", unless: .marked),
      .hint(.catalogue, 70, "add", .rows, unless: .working),
      .hint(.cart, 20, "add", unless: .rows)),
    CommandRow(
      .addForm, "addForm", "Add with the whole form",
      .keys(.everywhere, "A"), .keys([.stores, .nearby], "a A"),
      .title([.stores, .nearby], "Add a store"),
      .hint(.stores, 10, "add", .rows), .hint(.stores, 10, "add a store", unless: .rows)),
    CommandRow(
      .pasteList, "pasteList", "Paste a whole list", .words("import several"),
      .keys(.everywhere, "P")))

  private static let changing = CommandGroup(
    "Edit; delete (undo brings it back)",
    CommandRow(
      .edit, "edit", "Edit", .words("rename change"),
      .keys([.items, .cart, .stores, .people, .settings, .details], "e"),
      .title(.settings, "Change"),
      .hint(.items, 70, "edit", [.rows, .mayChange], unless: .marked),
      .hint(.stores, 20, "edit", .rows),
      .hint(.people, 20, "edit", .mayChange),
      .hint(.details, 60, "edit", .mayChange)),
    CommandRow(
      .delete, "delete", "Delete (undo brings it back)",
      .keys([.items, .cart, .stores, .people, .settings, .details, .machines], "d delete"),
      .title(.cart, "Remove from the cart"), .title(.machines, "Remove the machine"),
      .title(.people, "Remove the person"), .title(.stores, "Delete the store"),
      .title(.settings, "Back to the default"),
      .hint(.items, 30, "delete", [.marked, .mayChange]),
      .hint(.items, 80, "delete", [.rows, .mayChange], unless: .marked),
      .hint(.cart, 55, "remove", .rows),
      .hint(.stores, 30, "delete", .rows),
      .hint([.people, .machines], 30, "remove", .mayRemove),
      .hint(.settings, 30, "default", .chosen),
      .hint(.details, 70, "delete", .mayChange)))

  private static let undoing = CommandGroup(
    "Undo, redo; put back what another machine replaced",
    CommandRow(
      .undo, "undo", "Undo",
      .keys(.everywhere, "u"),
      .hint(.items, 25, "undo", [.rows, .undoable], unless: .marked),
      .hint([.items, .catalogue], 130, "undo", .rows, unless: [.marked, .undoable, .working]),
      .hint(.catalogue, 15, "undo", [.rows, .undoable], unless: .working),
      .hint(.cart, 50, "undo", [.rows, .undoable]),
      .hint(.cart, 110, "undo", .rows, unless: .undoable)),
    CommandRow(.redo, "redo", "Redo", .keys(.everywhere, "ctrl-r U")),
    CommandRow(
      .putBack, "putBack", "Put back what another machine replaced",
      .words("conflict sync mine"), .keys(.everywhere, "B")),
    CommandRow(
      .forgetConflicts, "forgetConflicts", "Leave what other machines replaced as it is",
      .words("conflict sync theirs"), .keys(.everywhere, "")))

  private static let marking = CommandGroup(
    "Mark one, a range, all",
    CommandRow(.mark, "mark", "Mark, to act on several at once", .keys([.items, .cart], "v")),
    CommandRow(
      .markRange, "markRange", "Mark from the last mark to here", .keys([.items, .cart], "V")),
    CommandRow(.markAll, "markAll", "Mark all, or none", .keys([.items, .cart], "ctrl-a")))

  private static let searching = CommandGroup(
    "Search as you type; next match, previous match",
    CommandRow(
      .search, "search", "Search as you type",
      .keys([.items, .catalogue, .cart, .stores, .orders, .settings], "/"),
      .hint(.items, 35, "search", .rows, unless: .marked),
      .hint(.catalogue, 30, "search", .rows, unless: .working),
      .hint(.cart, 75, "search", .rows),
      .hint([.stores, .orders], 50, "search", .rows, unless: .opened),
      .hint(.settings, 40, "search", .rows)),
    CommandRow(.nextMatch, "nextMatch", "Next match", .keys([.items, .catalogue], "n")),
    CommandRow(.previousMatch, "previousMatch", "Previous match", .keys([.items, .catalogue], "N")))

  private static let choosing = CommandGroup(
    "Sort, show one category, choose the store you are in",
    CommandRow(
      .chooseSort, "chooseSort", "Sort: choose the order",
      .keys([.items, .catalogue, .cart], "s"),
      .title(.cart, "Choose the order: as added, or by aisle"),
      .hint(.items, 110, "sort", .rows, unless: .marked),
      .hint(.catalogue, 50, "sort", .rows, unless: .working)),
    CommandRow(
      .chooseCategory, "chooseCategory", "Filter: show one category only",
      .keys([.items, .catalogue], "f"),
      .hint(.items, 120, "category", .rows, unless: .marked),
      .hint(.catalogue, 40, "category", .rows, unless: .working)),
    CommandRow(.chooseStore, "chooseStore", "Choose the store you are in", .keys(.everywhere, "S")))

  private static let segments = CommandGroup(
    "All, starred, catalogue; in the stores: starred, nearby",
    CommandRow(
      .nextSegment, "nextSegment", "Next: all, starred, catalogue",
      .keys([.items, .catalogue], ". ,"), .keys([.stores, .nearby], ". , right left l h"),
      .title([.stores, .nearby], "Starred or nearby"),
      .hint(.items, 30, "catalogue", .starred, unless: [.rows, .filtered]),
      .hint(.items, 30, "starred", unless: [.rows, .filtered, .starred]),
      .hint(.items, 39, "segments", [.rows, .cart], unless: .marked),
      .hint(.items, 41, "segments", .rows, unless: [.marked, .cart]),
      .hint(.catalogue, 180, "my items"),
      .hint(.stores, 15, "nearby"),
      .hint(.nearby, 45, "starred")),
    CommandRow(.showSegment(.all), "showSegmentAll", "Show all items", .keys(.everywhere, "")),
    CommandRow(
      .showSegment(.starred), "showSegmentStarred", "Show starred items", .keys(.everywhere, "")),
    CommandRow(
      .showSegment(.catalogue), "showSegmentCatalogue", "Show the catalogue",
      .words("wines products shop online"),
      .keys(.everywhere, "")),
    CommandRow(
      .showNearby, "showNearby", "Show the stores nearby", .words("shops around map place"),
      .keys(.everywhere, "")))

  private static let views = CommandGroup(
    "Tiles or table, size of the tiles, what is in the cart first",
    CommandRow(.switchView, "switchView", "Tiles or table", .keys([.items, .catalogue], "t")),
    CommandRow(
      .switchTileSize, "switchTileSize", "Size of the tiles",
      .keys([.items, .catalogue, .storeDetails], "z"),
      .title(.storeDetails, "The map alone, or beside the text"),
      .hint(.storeDetails, 60, "map", .mayHaveMap, unless: .map),
      .hint(.storeDetails, 60, "details", [.map, .full]),
      .hint(.storeDetails, 60, "large map", .map, unless: .full)),
    CommandRow(
      .switchGrouping, "switchGrouping", "Show what is in the cart first, or not",
      .keys(.items, "Z")))

  private static let ordering = CommandGroup(
    "Check out; remove what is picked; order again; hold a cart, take it up",
    CommandRow(
      .checkout, "checkout", "Check out",
      .words("order buy pay done finish shopping"),
      .keys(.everywhere, "o"),
      .hint(.items, 14, "done shopping", [.rows, .cart, .household], unless: .marked),
      .hint(.items, 15, "check out", [.rows, .cart], unless: [.marked, .household]),
      .hint(.cart, 19, "done shopping", [.rows, .household]),
      .hint(.cart, 20, "check out", .rows, unless: .household),
      .hint(.orders, 10, "check out", unless: [.rows, .household])),
    CommandRow(
      .finishShopping, "finishShopping", "Done shopping: what is picked was got",
      .words("bought finish got"), .keys(.everywhere, "", in: [.personal, .household])),
    CommandRow(
      .finishAll, "finishAll", "Done shopping: all in the cart was got",
      .words("bought finish got"), .keys(.everywhere, "", in: [.personal, .household])),
    CommandRow(
      .orderCart, "orderCart", "Order what is in the cart, with an address",
      .words("order buy store deliver check out"), .keys(.everywhere, "", in: .household)),
    CommandRow(
      .clearPicked, "clearPicked", "Remove what is picked from the cart",
      .words("done finish shopping bought got checked ticked clear"),
      .keys(.cart, "W"),
      .hint(.cart, 18, "done shopping", [.picked, .allPicked], unless: .household),
      .hint(.cart, 57, "remove picked", .picked)),
    CommandRow(
      .orderAgain, "orderAgain", "Order the same again",
      .keys(.orders, "space R"),
      .hint(.orders, 20, "order again", .rows)),
    CommandRow(
      .holdCart, "holdCart", "Hold the cart, with a note",
      .keys(.everywhere, "H", in: .staff),
      .hint(.cart, 120, "hold", .rows)),
    CommandRow(
      .takeUpCart, "takeUpCart", "Take up a held cart",
      .keys(.everywhere, "T", in: .staff),
      .hint(.cart, 30, "take up a cart", .held, unless: .rows)))

  private static let files = CommandGroup(
    "Empty the cart; export and import, as files",
    CommandRow(
      .emptyCart, "emptyCart", "Empty the cart (undo brings it back)",
      .words("clear remove reset all everything"), .keys(.everywhere, "")),
    CommandRow(
      .explainFiles, "explainFiles", "Export or import a file: how",
      .words("csv json markdown backup save load print sql todo.txt"), .keys(.everywhere, "")))

  private static let sharing = CommandGroup(
    "Copy the list, show it as a QR code, mail it",
    CommandRow(
      .copy, "copy", "Copy the list as text",
      .words("export clipboard text share"),
      .keys(.everywhere, "y"), .keys([.product, .provider, .code], "y"),
      .title(.product, "Copy the address of its page"),
      .title(.provider, "Copy the code or the address"),
      .title(.code, "Copy what the code says"),
      .title(.storeDetails, "Copy the link to the directions"),
      .hint(.cart, 90, "copy", .rows),
      .hint(.product, 100, "copy the address", .page),
      .hint(.provider, 20, "copy the code", .showsCode),
      .hint(.provider, 30, "copy the address", .showsAddress),
      .hint(.code, 20, "copy as text", unless: .asText), .hint(.code, 7, "copy it", .asText)),
    CommandRow(
      .showCode, "showCode", "Show the list as a QR code, for the phone",
      .words("telephone share export barcode"),
      .keys(.everywhere, "Y"),
      .title(.storeDetails, "Directions as a QR code, for the phone"),
      .title(.code, "The code to join as a QR code"),
      .hint(.code, 8, "QR code", .asText), .hint(.cart, 100, "QR code", .rows)),
    CommandRow(
      .mail, "mail", "Mail the list",
      .words("email send share export letter"),
      .keys(.everywhere, "m"),
      .title(.orders, "Mail the order"),
      .hint(.cart, 58, "mail", .rows), .hint(.orders, 30, "mail", .rows)),
    CommandRow(
      .settleMail, "settleMail", "Drop a mail that was not sent, or say that it was",
      .words("draft doubt discard forget"),
      .keys(.orders, "d delete"), .keys(.form, "ctrl-x"),
      .hint(.orders, 25, "drop its mail", .draft), .hint(.orders, 25, "it was mailed", .unrecorded),
      .hint(.form, 45, "drop, or it was sent", .draft, unless: .working),
      .hint(.form, 45, "it was sent", .unrecorded, unless: .working)),
    CommandRow(
      .dropMail, "dropMail", "Drop the mail that was not sent", .keys(.everywhere, "")),
    CommandRow(
      .noteMailSent, "noteMailSent", "The mail in doubt was sent", .keys(.everywhere, "")))

  private static let pages = CommandGroup(
    "Pages: items, cart, stores, orders, people, settings; next, previous",
    CommandRow(
      .show(.items), "showItems", "Show Items",
      .keys(.everywhere, "1"), .hint(.cart, 10, "items", unless: .rows)),
    CommandRow(
      .show(.cart), "showCart", "Show Cart", .words("total sum price cost"),
      .keys(.everywhere, "2 c")),
    CommandRow(
      .show(.stores), "showStores", "Show Stores", .words("nearby map directions near shops"),
      .keys(.everywhere, "3")),
    CommandRow(
      .show(.orders), "showOrders", "Show Orders", .words("history bought past"),
      .keys(.everywhere, "4")),
    CommandRow(.show(.people), "showPeople", "Show People", .keys(.everywhere, "5", in: .accounts)),
    CommandRow(
      .show(.settings), "showSettings", "Show Settings",
      .keys(.everywhere, "5", in: .personal), .keys(.everywhere, "6", in: .accounts)),
    CommandRow(.nextPage, "nextPage", "Next tab", .keys(.everywhere, "tab ]")),
    CommandRow(.previousPage, "previousPage", "Previous tab", .keys(.everywhere, "shift-tab [")))

  private static let stores = CommandGroup(
    "Stores nearby: where to search, near this computer, kind of map",
    CommandRow(
      .choosePlace, "choosePlace", "Choose where to search for stores",
      .keys(.nearby, "w e"),
      .hint(.nearby, 20, "where", unless: [.rows, .working]),
      .hint(.nearby, 50, "where", .rows, unless: .working)),
    CommandRow(
      .useLocation, "useLocation", "Search near this computer, by its location service",
      .keys(.nearby, "p"),
      .hint(.nearby, 25, "around here", .locator, unless: [.rows, .working])),
    CommandRow(
      .switchMap, "switchMap", "Street map or aerial view",
      .keys([.stores, .nearby, .storeDetails], "v"),
      .title(.stores, "Show the store on the map, or all of it in words"),
      .title(.nearby, "Show the store on the map, and the way there"),
      .hint(.stores, 25, "map", .map), .hint(.stores, 55, "all of it", .rows, unless: .map),
      .hint(.storeDetails, 50, "from above", [.map, .street]),
      .hint(.storeDetails, 50, "streets", .map, unless: .street)))

  private static let people = CommandGroup(
    "Share the list; sign out, register, new employee, forgot my PIN; invite, leave",
    CommandRow(
      .chooseUse, "chooseUse", "Share the list with a family, or with the staff of a shop",
      .words("household employees people accounts pin sign in register use mode personal"),
      .keys(.everywhere, "")),
    CommandRow(
      .makePersonal, "makePersonal", "Make the list one person's",
      .keys(.dialog, "")),
    CommandRow(
      .signOut, "signOut", "Sign out",
      .keys(.everywhere, "L", in: .accounts),
      .hint(.items, 140, "sign out", .rows, unless: .marked),
      .hint(.catalogue, 140, "sign out", .rows, unless: .working),
      .hint(.cart, 130, "sign out", .rows),
      .hint([.stores, .orders, .settings], 140, "sign out"),
      .hint(.people, 40, "sign out")),
    CommandRow(.signOutNow, "signOutNow", "Sign out, also without a PIN"),
    CommandRow(
      .register, "register", "Register",
      .keys(.credentials, "ctrl-n"),
      .hint(.credentials, 30, "register", unless: .closed)),
    CommandRow(
      .newEmployee, "newEmployee", "New employee",
      .words("account person member register"),
      .keys(.people, "a A"), .keys(.signIn, "n"), .title(.people, "New employee or member"),
      .hint(.people, 10, "new account", .household, unless: .closed),
      .hint(.people, 10, "new employee", unless: [.household, .closed]),
      .hint(.signIn, 20, "new employee", unless: .closed)),
    CommandRow(
      .forgotPIN, "forgotPIN", "Forgot my PIN",
      .keys(.signIn, "f", in: .staff), .keys(.credentials, "ctrl-r", in: .household),
      .title(.credentials, "Recovery code: for the owner who has forgotten the password"),
      .hint(.signIn, 30, "forgot my PIN"), .hint(.credentials, 35, "recovery code")),
    CommandRow(
      .invite, "invite", "Make an invitation, which registering takes from then on",
      .words("invite"),
      .keys(.people, "i", in: .accounts), .hint(.people, 50, "invite", .owner),
      .keys(.machines, "i"), .title(.machines, "Invite another machine"),
      .hint(.machines, 20, "invite a machine", .mayInvite)),
    CommandRow(
      .makeRecoveryCode, "makeRecoveryCode", "Make a recovery code, for the owner to write down",
      .keys(.people, "R", in: .accounts), .hint(.people, 60, "recovery code", .owner)),
    CommandRow(.removePerson, "removePerson", "Remove the person"),
    CommandRow(.inviteAnew, "inviteAnew", "Replace the invitation"),
    CommandRow(
      .leaveList, "leaveList", "Leave the shared list", .keys(.machines, "l"),
      .hint(.machines, 40, "leave the list")),
    CommandRow(.removeMachine, "removeMachine", "Remove the machine"),
    CommandRow(.leaveListNow, "leaveListNow", "Leave the shared list now"),
    CommandRow(.leaveListAnyway, "leaveListAnyway", "Leave the list, also without its server"),
    CommandRow(
      .relabelPrices, "relabelPrices", "Take all prices over into the list’s currency",
      .keys(.everywhere, "")))

  private static let forms = CommandGroup(
    "Forms: next field, previous field, accept the suggestion, save",
    CommandRow(
      .nextField, "nextField", "Next field",
      .keys([.form, .credentials], "tab down"),
      .hint(.credentials, 38, "next")),
    CommandRow(
      .previousField, "previousField", "Previous field",
      .keys([.form, .credentials], "shift-tab up")),
    CommandRow(
      .complete, "complete", "Accept the suggestion",
      .keys(.form, "ctrl-n"), .keys([.files, .line], "tab"),
      .hint(.line, 5, "complete", .suggested),
      .hint(.files, 20, "complete", .rows)),
    CommandRow(
      .submit, "submit", "Save at once", .keys(.form, "ctrl-s"),
      .hint(.form, 35, CommandPlace.action, unless: [.working, .lastField])),
    CommandRow(
      .chooseFile, "chooseFile", "Choose a picture from the files",
      .keys(.form, "ctrl-o"),
      .hint(.form, 40, "files", .picture, unless: .working)),
    CommandRow(
      .takeTheirs, "takeTheirs", "Take what another person has changed meanwhile",
      .keys(.form, "ctrl-t"),
      .hint(.form, 10, "take theirs", .theirs, unless: .working)),
    CommandRow(
      .keepMine, "keepMine", "Keep what I typed",
      .keys(.form, "ctrl-k"),
      .hint(.form, 20, "keep mine", .theirs, unless: .working)))

  private static let services = CommandGroup(
    "Try again, test a setting, load a picture, open in a browser",
    CommandRow(
      .retry, "retry", "Try again, refresh",
      .keys(.everywhere, "r f5", in: .unlocked),
      .hint(.catalogue, 100, "refresh", .rows, unless: .working),
      .title(.machines, "Look again"), .hint(.machines, 50, "look again", unless: .working),
      .hint(.nearby, 5, "try again", .failed, unless: .working),
      .hint(.storeDetails, 5, "try again", .failed),
      .hint(.nearby, 60, "refresh", .rows, unless: [.failed, .working])),
    CommandRow(
      .test, "test", "Test it", .keys(.settings, "t"), .hint(.settings, 20, "test it", .testable)),
    CommandRow(
      .showPicture, "showPicture", "Load the picture again, or ask whether to load it",
      .keys([.details, .product], "w")),
    CommandRow(
      .openInBrowser, "openInBrowser", "Open the address in a browser",
      .keys([.product, .storeDetails, .provider, .code], "o"),
      .title(.product, "Show its page in a browser"),
      .title(.storeDetails, "Open the directions here"), .title(.code, "Open it here"),
      .hint(.product, 90, "its page", .page),
      .hint(.provider, 25, "open here", .showsCode),
      .hint(.provider, 25, "open again", .showsAddress),
      .hint(.code, 30, "open here", .link)),
    CommandRow(
      .switchFlow, "switchFlow", "Sign in with a code instead of the browser, or back",
      .keys(.provider, "b"),
      .hint(.provider, 40, "use a code", .browser),
      .hint(.provider, 40, "use the browser", unless: .browser)))

  private static let finding = CommandGroup(
    "Find any action by typing; all keys of this screen",
    CommandRow(
      .palette, "palette", "Find any action by typing",
      .keys(.everywhere, ": ctrl-p"),
      .hint(.items, 150, "actions", .rows, unless: .marked)),
    CommandRow(
      .help, "help", "All keys of this screen", .words("help manual shortcuts"),
      .keys(.everywhere, "? f1", in: .unlocked), .keys(.credentials, "f1"),
      .hint([.lists, .signIn], 255, "all keys")))

  private static let looks = CommandGroup(
    "Colours",
    CommandRow(
      .switchTheme, "switchTheme", "Switch to the next colours",
      .words("colors theme appearance"),
      .keys(.everywhere, "ctrl-t", in: .unlocked), .keys(.credentials, "ctrl-t")),
    CommandRow(
      .chooseTheme, "chooseTheme", "Choose the colours",
      .words("colors theme dark light contrast appearance"), .keys(.everywhere, "")),
    CommandRow(
      .switchMotion, "switchMotion", "Motion (confetti) on or off", .keys(.everywhere, "")))

  private static let terminal = CommandGroup(
    "Redraw, suspend; go back (on a page: quit), quit",
    CommandRow(.redraw, "redraw", "Redraw the screen", .keys(.everywhere, "ctrl-l", in: .always)),
    CommandRow(
      .suspend, "suspend", "Suspend; fg brings it back",
      .keys(.everywhere, "ctrl-z", in: .always)),
    CommandRow(
      .leave, "leave", "Go back; on a page: quit",
      .keys(.everywhere, "q ctrl-c", in: .unlocked),
      .hint(.items, 160, "quit", .rows, unless: .marked),
      .hint(.items, 38, "quit", .rows, unless: [.marked, .cart, .undoable]),
      .hint(.signIn, 40, "quit")),
    CommandRow(
      .quit, "quit", "Quit",
      .keys(.everywhere, "Q ctrl-q", in: .always),
      .hint(.credentials, 40, "quit")))

  /// Printable keys type text, so only other keys can be bound. Where there is a list below the
  /// field, `home` and `end` go to its ends.
  private static let typing = CommandGroup(
    "Edit text",
    CommandRow(.textLeft, "textLeft", "Cursor left", .keys([.text, .signIn], "left")),
    CommandRow(.textRight, "textRight", "Cursor right", .keys([.text, .signIn], "right")),
    CommandRow(
      .textStart, "textStart", "Start of the field",
      .keys([.form, .line, .credentials], "home ctrl-a"), .keys([.picker, .files], "ctrl-a"),
      .keys(.signIn, "home")),
    CommandRow(
      .textEnd, "textEnd", "End of the field",
      .keys([.form, .line, .credentials], "end ctrl-e"), .keys([.picker, .files], "ctrl-e"),
      .keys(.signIn, "end")),
    CommandRow(.textWordLeft, "textWordLeft", "One word left", .keys(.text, "alt-b")),
    CommandRow(.textWordRight, "textWordRight", "One word right", .keys(.text, "alt-f")),
    CommandRow(
      .deleteBackward, "deleteBackward", "Delete the character before the cursor",
      .keys([.text, .signIn], "backspace")),
    CommandRow(
      .deleteForward, "deleteForward", "Delete the character under the cursor",
      .keys(.text, "delete ctrl-d"), .keys(.signIn, "delete")),
    CommandRow(
      .deleteWord, "deleteWord", "Delete the word before the cursor",
      .keys(.text, "ctrl-w"),
      .hint(.files, 30, "directory above")),
    CommandRow(
      .deleteToStart, "deleteToStart", "Delete to the start of the field",
      .keys([.text, .signIn], "ctrl-u")))
}
