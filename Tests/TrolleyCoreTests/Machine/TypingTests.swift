import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport

/// What is offered while people type, and what becomes of it.
@Suite struct TypingTests {
  let shopper = TestApp(items: SampleItems.all)

  private func add(_ text: String) {
    shopper.press("a")
    shopper.type(text)
    shopper.press("enter", "esc")
  }

  /// What the program says to an added line.
  private func told(_ text: String) -> String {
    shopper.press("a")
    shopper.type(text)
    shopper.press("enter")
    let notice = shopper.notice
    shopper.press("esc")
    return notice
  }

  private var line: QuickAddState? {
    if case .quickAdd(let add)? = shopper.session.overlays.last { add } else { nil }
  }

  private var lastLine: String { shopper.canvas.rows.last.map { String($0) } ?? "" }

  // MARK: The add line

  @Test func `enter takes the known item that the add line shows`() {
    let count = shopper.shared.items.count
    shopper.press("a")
    shopper.type("bre")
    #expect(line?.completion?.rest == "ad")
    #expect(lastLine.contains("Bread"))
    shopper.press("enter")
    #expect(shopper.cart == ["1 Bread"])
    #expect(shopper.shared.items.count == count)
  }

  private static let longer = [
    "Oat milk", "Cornflakes", "Grapes", "Bananas", "Rosinenbrot", "Rizotto",
  ]
  .enumerated()
  .map { SampleItems.item(UInt64(10 + $0.offset), $0.element) }

  @Test(arguments: [
    ("oat", " milk", ["1 oat"], ["1 Oat milk"]),
    ("2 l oat", " milk", ["2 l oat"], ["2 l Oat milk"]),
    ("corn", "flakes", ["1 corn"], ["1 Cornflakes"]), ("gra", "pes", ["1 Grapes"], ["1 Grapes"]),
    ("rosinen", "brot", ["1 rosinen"], ["1 Rosinenbrot"]),
    ("riz", "otto", ["1 Rizotto"], ["1 Rizotto"]),
    ("grap", "es", ["1 Grapes"], ["1 Grapes"]), ("ri", "zotto", ["1 Rizotto"], ["1 Rizotto"]),
    ("oa", "t milk", ["1 Oat milk"], ["1 Oat milk"]),
    // Polish.
    ("banan", "as", ["1 Bananas"], ["1 Bananas"]),
    ("tea, corn", "flakes", ["1 tea", "1 corn"], ["1 tea", "1 Cornflakes"]),
  ]) func `enter keeps a whole thing, and tab takes the rest`(
    _ typed: String, _ rest: String, _ entered: [String], _ completed: [String]
  ) throws {
    for (keys, cart) in [(["enter"], entered), (["tab", "enter"], completed)] {
      let shopper = TestApp(items: SampleItems.all + Self.longer)
      shopper.press("a")
      shopper.type(typed)
      guard case .quickAdd(let add)? = shopper.session.overlays.last else {
        Issue.record("no line")
        return
      }
      #expect(add.completion?.rest == rest)
      // The preview is what enter does.
      #expect(add.outcomes.map { $0.added.words + " " + $0.item.name } == entered)
      for key in keys { shopper.press(try #require(Key(text: key))) }
      #expect(shopper.cart == cart)
    }
  }

  /// What the pictures know as a word is one, also where the longer name looks the same.
  @Test(arguments: [
    ("Tomatenmark", "Tomaten", "1 Tomaten"), ("Tomatenmark", "toma", "1 Tomatenmark"),
    ("breadcrumbs", "bread", "1 bread"), ("breadcrumbs", "brea", "1 breadcrumbs"),
    ("breadcrumbs", "breadc", "1 breadcrumbs"), ("Fischstäbchen", "Fisch", "1 Fisch"),
    ("Fischstäbchen", "2 fisch", "2 fisch"), ("Fischstäbchen", "fis", "1 Fischstäbchen"),
    ("meatballs", "meat", "1 meat"), ("meatballs", "mea", "1 meatballs"),
    ("Kaffeefilter", "Kaffee", "1 Kaffee"), ("Kaffeefilter", "kaff", "1 Kaffeefilter"),
    ("teabags", "tea", "1 tea"), ("teabags", "teab", "1 teabags"),
    ("Snackgurken", "snack", "1 snack"),
    // Only an ending is missing: Swedish and Polish have such words.
    ("tomatoes", "tomat", "1 tomatoes"), ("bananas", "banan", "1 bananas"),
    // The beginning of a word, before it is a can.
    ("candles", "can", "1 candles"),
  ]) func `enter completes only what is no word yet`(
    _ known: String, _ typed: String, _ entered: String
  ) {
    let shopper = TestApp(items: [SampleItems.item(10, known)])
    shopper.press("a")
    shopper.type(typed)
    guard case .quickAdd(let add)? = shopper.session.overlays.last else {
      Issue.record("no line")
      return
    }
    #expect(add.completion?.text.hasSuffix(known) == true)
    #expect(add.outcomes.map { $0.added.words + " " + $0.item.name } == [entered])
    shopper.press("enter")
    #expect(shopper.cart == [entered])
  }

  @Test func `the add line says what enter and tab do, also where it is narrow`() {
    for width in [40, 80] {
      let shopper = TestApp(
        items: SampleItems.all + Self.longer, size: Size(width: width, height: 12))
      func shown(_ typed: String) -> String {
        shopper.press("ctrl-u")
        shopper.type(typed)
        return shopper.canvas.rows.last.map { String($0) } ?? ""
      }
      shopper.press("a")
      #expect(shown("oat").contains(width == 40 ? "tab: Oat milk" : "tab makes it “Oat milk”"))
      #expect(shown("gra").contains(width == 40 ? "enter takes it" : "a blank keeps “gra”"))
      #expect(shown("3 kg red kiwis #fruit !aldi, oat").contains("tab"))
      #expect(shown("oats").contains("new"))
    }
  }

  @Test func `how to keep a typed word is the last of the hints to go`() {
    for (width, name) in [
      (80, "Butternut squash from here"),
      (100, "Butternut squash from the region, two small ones"),
    ] {
      let shopper = TestApp(
        items: SampleItems.all + [SampleItems.item(20, name)], size: Size(width: width, height: 12))
      shopper.press("a")
      shopper.type("butt")
      let row = shopper.canvas.rows.last.map { String($0) } ?? ""
      #expect(row.contains("a blank keeps “butt”"), "\(row)")
    }
  }

  @Test func `the add line says which store it takes, and how to say the other one`() {
    shopper.press("3", "a")
    shopper.type("Aldi")
    shopper.press("ctrl-s", "1", "a")
    shopper.type("tea !Aldi Süd")
    #expect(lastLine.contains("!Aldi Süd"))
    #expect(lastLine.contains("new store, !\"Aldi\" is the known one"))
    shopper.press("enter")
    #expect(shopper.item("tea")?.store == "Aldi Süd")
  }

  @Test func `what was added and is hidden is said to be`() {
    shopper.press("f")
    shopper.type("bakery")
    shopper.press("enter")
    #expect(told("tea #drinks").hasPrefix("Added 1 tea, not shown: only Bakery is"))
    #expect(!told("rolls #bakery").contains("not shown"))
    #expect(told("rye #bakery, jam #drinks").hasSuffix(", 1 of them not shown: only Bakery is"))
    // The starred ones are a filter as well.
    shopper.perform(.showSegment(.starred))
    #expect(told("buns #bakery").hasPrefix("Added 1 × buns, not shown: only starred items are"))
  }

  @Test func `a search that hides what was added is left`() {
    shopper.press("/")
    shopper.type("bread")
    shopper.press("enter")
    #expect(shopper.state.focusedItem?.name == "Bread")
    #expect(!told("tea").contains("not shown"))
    #expect(shopper.session.items.query.isEmpty)
    #expect(shopper.state.focusedItem?.name == "tea")
  }

  @Test func `quantities are written with the comma of the country, and read with it`() {
    let shopper = TestApp(items: SampleItems.all, preferences: Preferences.german)
    shopper.press("a")
    shopper.type("1,5 kg flour")
    #expect(shopper.canvas.text.contains("1,5 kg"))
    shopper.press("enter")
    #expect(shopper.notice.hasPrefix("Added 1,5 kg Flour"))
    shopper.press("esc")
    #expect(shopper.canvas.text.contains("1,5 kg") && !shopper.canvas.text.contains("1.5 kg"))
    shopper.press("2")
    #expect(shopper.canvas.text.contains("1,5 kg") && !shopper.canvas.text.contains("1.5 kg"))
    // Files have a point everywhere.
    let file = String(decoding: shopper.export, as: UTF8.self)
    #expect(file.contains("1.5 kg") && !file.contains("1,5"))
  }

  // MARK: A line that is left

  @Test func `it comes back where nothing is starred, too`() {
    shopper.press(".", "*", "2", "1")
    #expect(shopper.session.items.list.isEmpty && shopper.session.preferences.segment == .starred)
    shopper.press("a")
    shopper.type("2 kg pot")
    shopper.press("esc", "a")
    #expect(line?.input.text == "2 kg pot")
  }

  @Test func `what was typed into the add line comes back, and the first key replaces it`() {
    shopper.press("a")
    shopper.type("2 kg pot")
    shopper.press("esc")
    #expect(shopper.session.overlays.isEmpty && shopper.cart.isEmpty)
    #expect(shopper.notice.contains("a brings “2 kg pot” back"))
    shopper.press("a", "esc")
    #expect(shopper.notice == "Dropped “2 kg pot”.")
    shopper.press("a")
    shopper.type("2 kg pot")
    shopper.press("esc")
    shopper.press("a")
    #expect(line?.input.text == "2 kg pot" && line?.isReturned == true)
    shopper.press("left", "end")
    shopper.type("atoes")
    shopper.press("enter")
    #expect(shopper.cart == ["2 kg potatoes"])
    shopper.type("te")
    shopper.press("esc", "a")
    shopper.type("jam")
    #expect(line?.input.text == "jam")
    shopper.press("esc", "a", "backspace")
    #expect(line?.input.text == "")
    // What came back and is left again is not wanted.
    shopper.type("rye")
    shopper.press("esc", "a", "esc", "a")
    #expect(line?.input.text == "")
  }

  @Test func `a blank or a backspace keeps what was typed`() {
    shopper.press("a")
    shopper.type("bre ")
    #expect(line?.completion == nil)
    shopper.press("enter")
    shopper.type("milkx")
    shopper.press("backspace", "backspace")
    #expect(line?.completion == nil)
    shopper.press("enter")
    #expect(shopper.cart == ["1 bre", "1 mil"])
  }

  @Test(arguments: [
    ("2 kg flo", "2 kg Flour"), ("milk #bak", "milk #Bakery"), ("milk #vegeta", "milk #Vegetables"),
    ("milk !corn", "milk !Corner shop"), ("tea @3.20/k", "tea @3.20/kg"), ("2 bot", "2 bottle"),
    ("kiwi, bre", "kiwi, Bread"), ("#Bakery bre", "#Bakery Bread"),
  ]) func `tab completes items, categories, stores and units`(_ typed: String, _ whole: String) {
    shopper.press("3", "a")
    shopper.type("Corner shop")
    shopper.press("ctrl-s", "1", "a")
    shopper.type(typed)
    shopper.press("tab")
    #expect(line?.input.text == whole)
    #expect(shopper.cart.isEmpty)
  }

  @Test(arguments: [
    "Marks & Spencer", "Edeka 24", "Miller, Sons and Co", "Rewe (City)", "Spar #2", "Penny - Nord",
    "Trader Joe’s",
  ]) func `a store is itself when its name is completed, and when it is typed`(_ name: String) {
    shopper.press("3", "a")
    shopper.type(name)
    shopper.press("ctrl-s", "1", "a")
    shopper.type("ham !" + name.prefix(3))
    shopper.press("tab", "enter")
    #expect(shopper.cart == ["1 ham"])
    #expect(shopper.item("ham")?.store == name)
    guard !name.contains(where: { ",#".contains($0) }) else { return }
    shopper.type("2 jam !" + name)
    shopper.press("enter")
    #expect(shopper.cart == ["1 ham", "2 jam"])
    #expect(shopper.item("jam")?.store == name)
  }

  @Test func `things with commas between them are several`() {
    add("kiwi, 2 limes, lemon #fruit")
    #expect(shopper.cart == ["1 kiwi", "2 limes", "1 lemon"])
    #expect(shopper.item("kiwi")?.category == "" && shopper.item("lemon")?.category == "Fruit")
    shopper.press("u")
    #expect(shopper.cart.isEmpty)
    add("\"salt, fine\"")
    add("salt, fine")
    #expect(shopper.cart == ["2 salt, fine"])
    shopper.press("u", "u")
    add("leeks; fennel,, dill")
    #expect(shopper.cart == ["1 leeks", "1 fennel", "1 dill"])
  }

  @Test func `undo of one thing added twice in a line leaves nothing of it`() {
    add("apple, tea, apple")
    #expect(shopper.cart.count == 2)
    shopper.press("u")
    #expect(shopper.cart.isEmpty)
    shopper.press("ctrl-r")
    #expect(shopper.cart.count == 2)
    shopper.press("u")
    #expect(shopper.cart.isEmpty)
  }

  @Test func `a search finds what a category that was chosen before hides`() {
    shopper.press("f")
    shopper.type("bakery")
    shopper.press("enter")
    #expect(!shopper.canvas.text.contains("Apple"))
    shopper.press("/")
    shopper.type("appl")
    #expect(shopper.canvas.text.contains("Apple"))
  }

  @Test func `a heading of a note does not move what has a category`() {
    shopper.paste("Saturday:\n- apple\n- tea")
    shopper.press("enter")
    #expect(shopper.item("Apple")?.category == "Fruit")
    #expect(shopper.item("tea")?.category == "Saturday")
  }

  @Test func `an edit of a thing and of its quantity is one change`() {
    shopper.press("space", "e")
    shopper.type("Pear")
    shopper.press("tab", "tab", "tab")
    #expect(shopper.notice.isEmpty)
    shopper.press("ctrl-s")
    #expect(shopper.notice.hasPrefix("Changed Pear"))
    #expect(!shopper.notice.contains("more"))
  }

  @Test func `what was not found is on the add line`() {
    shopper.press("/")
    shopper.type("kumq")
    #expect(shopper.canvas.text.contains("enter adds it"))
    shopper.press("enter")
    #expect(line?.input.text == "kumq")
    shopper.type("uats")
    shopper.press("enter", "esc")
    #expect(shopper.cart == ["1 kumquats"])
    #expect(shopper.session.items.query.isEmpty)
    #expect(shopper.state.focusedItem?.name == "kumquats")
  }

  // MARK: What a line becomes

  @Test func `preview and message show the line as it will be, and its cost`() {
    add("2 milk")
    add("2 l milk")
    shopper.press("a")
    shopper.type("milk @1.29/kg")
    #expect(lastLine.contains("1 kg"))
    #expect(lastLine.contains("beside 2 (no longer counted) and 2 l"))
    #expect(lastLine.contains("$1.29"))
    shopper.press("enter")
    #expect(
      shopper.notice.hasPrefix("Added 1 kg Milk, beside 2 (no longer counted) and 2 l, $1.29"))
    #expect(shopper.cart == ["2 Milk", "2 l Milk", "1 kg Milk"])
    shopper.type("milk @0.20/100g")
    #expect(lastLine.contains("1.1 kg in all"))
    shopper.press("enter")
    #expect(shopper.cart.last == "1.1 kg Milk")
  }

  @Test(arguments: [
    ("500 g mince @9", "@ $9.00/kg = $4.50"), ("0.5 kg mince @9", "@ $9.00/kg = $4.50"),
    ("12 eggs 3.49", "$3.49 for all 12"), ("6 rolls 2.10", "$2.10 for all 6"),
    ("24 Heineken 19.99", "@ $19.99 each = $479.76"),
    ("4 rolls 1.20", "@ $1.20 each = $4.80"), ("2 tea 1.29", "@ $1.29 each = $2.58"),
    ("5 kg potatoes 3.99", "$3.99 for 5 kg"), ("6 x 330 ml cola @0.80", "@ $0.80 each = $4.80"),
    ("6 x 330 ml cola 4.99", "$4.99 for all 6"),
  ]) func `the add line and a pasted list say what a price is for, and what it makes`(
    _ typed: String, _ price: String
  ) {
    shopper.press("a")
    shopper.type(typed)
    #expect(lastLine.contains("  \(price)  · new"))
    shopper.press("esc")
    shopper.paste(typed + "\nbread")
    #expect(shopper.canvas.text.contains(" · \(price) · new │"))
    for width in [48, 40] {
      shopper.resize(Size(width: width, height: 12))
      let text = shopper.canvas.text
      #expect(text.contains(price.prefix { $0 != "=" }), "\(text)")
    }
  }

  @Test func `of several things the message says whether the price is for one or for all`() {
    #expect(told("6 rolls 2.10") == "Added 6 rolls, $2.10 for all 6")
    #expect(told("4 buns 1.20") == "Added 4 buns, $1.20 each = $4.80")
    #expect(told("2 buns") == "Added 2 buns, 6 in all, $7.20")
    #expect(told("2 kg flour 1.20/kg").hasPrefix("Added 2 kg Flour, $2.40"))
  }

  @Test func `what is said in a chat between the goods is left out at first`() {
    let talk = [
      "ok thanks", "See you at 6", "👍", "👍🏽 ❤️", "<Media omitted>", "Missed call",
      "Missed voice call at 18:02", "https://example.org/recipe?x=1", "Danke dir!",
      "Thank you so much", ":thumbsup:", ":white_check_mark:", ":+1: :tada:",
      "Yes, please", "This message was deleted",
      "Messages and calls are end-to-end encrypted. Only people in this chat can read them.",
    ]
    let goods = [
      "milk?", "🍎", ":apple:", "can you bring bread", "ok 2 kg apples", "no name cola", "hi-hat",
      "3 hello kitty",
      "eggs, please", "see-through tape", "oat milk https://example.org/oat", "yes @2",
    ]
    for text in talk {
      let shopper = TestApp(items: SampleItems.all)
      shopper.paste("milk\n\(text)")
      shopper.press("enter")
      #expect(shopper.cart == ["1 Milk"], "\(text)")
    }
    shopper.paste((["butter"] + goods + talk).joined(separator: "\n"))
    guard case .paste(let paste)? = shopper.session.overlays.last else {
      Issue.record("no preview")
      return
    }
    let kept = paste.summary.rows.filter { !$0.isLeftOut }.map(\.request.name)
    #expect(kept.count == goods.count + 1 && kept.contains("milk"), "\(kept)")
    // A space takes it in again, and what is an item of the list is one.
    shopper.press("esc")
    shopper.paste("butter\nok")
    shopper.press("down", " ", "enter")
    #expect(shopper.cart.contains("1 ok"))
    shopper.paste("butter\nok")
    shopper.press("enter")
    #expect(shopper.cart.contains("2 ok"))
  }

  @Test func `the preview says which amounts it could not read`() {
    shopper.paste("name,quantity\nCola,a few\nFanta,6 x 330 ml\n")
    guard case .paste(let paste)? = shopper.session.overlays.last else {
      Issue.record("no preview")
      return
    }
    let words = "Cola: the quantity “a few” cannot be read; it is 1 now."
    #expect(paste.remarks == [words])
    #expect(shopper.canvas.text.contains(words), "\(shopper.canvas.text)")
    shopper.press("enter")
    #expect(shopper.cart == ["1 Cola", "1980 ml Fanta"])
  }

  @Test func `a new price that other lines of a thing do not have says so`() {
    add("2 rye @1.29")
    shopper.press("a")
    shopper.type("2 l rye")
    #expect(lastLine.contains("beside 2 "))
    #expect(lastLine.contains("not counted: the price is for a piece"))
    shopper.press("ctrl-u")
    shopper.type("2 l rye 1.99")
    #expect(lastLine.contains("beside 2 (no longer counted)"))
    shopper.press("enter")
    #expect(shopper.notice == "Added 2 l rye, beside 2 (no longer counted), $1.99, price was $1.29")
    shopper.press("esc")
    #expect(shopper.state.totalInWords == "about $1.99 + 1 with a price for another unit")
    #expect(told("2 l rye") == "Added 2 l rye, 4 l in all, beside 2, $3.98")
  }

  @Test func `three potatoes are three, also where the price is for a kilo`() {
    add("potatoes @3.20/kg")
    shopper.press("a")
    shopper.type("3 potatoes")
    #expect(lastLine.contains("not counted: the price is for 1 kg"))
    shopper.press("enter", "esc")
    #expect(shopper.cart == ["1 kg potatoes", "3 potatoes"])
    #expect(shopper.state.totalInWords == "about $3.20 + 1 with a price for another unit")
  }

  @Test func `two of what is sold in packs are two packs`() {
    add("butter @2.10/250g")
    shopper.press("d")
    add("\"butter\" @2.10/250g")
    add("2 butter")
    #expect(shopper.cart == ["750 g butter"])
  }

  @Test func `a new amount of one unit leaves the other unit alone`() throws {
    add("5 milk")
    add("1 l milk")
    shopper.focus("Milk")
    shopper.press("e")
    let form = try #require(shopper.form)
    let field = try #require(form.fields.firstIndex { $0.id == .quantity })
    for _ in 0..<field { shopper.press("tab") }
    shopper.type("2 l")
    shopper.press("ctrl-s")
    #expect(shopper.cart == ["5 Milk", "2 l Milk"])
  }

  @Test func `space out and in again keeps the amount`() {
    add("3 bread")
    shopper.focus("Bread")
    shopper.press("space")
    #expect(shopper.cart.isEmpty)
    shopper.press("space")
    #expect(shopper.cart == ["3 Bread"])
    shopper.press("space", "right", "space")
    #expect(!shopper.cart.contains("3 Bread"))
  }

  // MARK: Searching

  @Test func `the cart is searched`() {
    shopper.press("space", "right", "space", "right", "space", "2", "/")
    shopper.type("bre")
    #expect(shopper.canvas.text.contains("1 item"))
    #expect(shopper.state.focusedItem?.name == "Bread")
    shopper.press("enter", "space")
    #expect(shopper.line("Bread")?.isPicked == true)
    #expect(shopper.shared.cart.pickedCount == 1)
    // The first letter takes the place of what was searched for before.
    shopper.press("/")
    shopper.type("x")
    #expect(shopper.canvas.text.contains("Nothing matches “x”."))
    shopper.press("esc")
    #expect(shopper.state.cartLineCount == 3)
    #expect(shopper.session.scope == .cart)
  }

  @Test func `stores and orders are searched`() {
    for name in ["Aldi", "Bakery", "Corner shop"] {
      shopper.press("3", "a")
      shopper.type(name)
      shopper.press("ctrl-s")
    }
    shopper.press("/")
    shopper.type("cor")
    #expect(shopper.state.shownStores.map(\.name) == ["Corner shop"])
    shopper.press("enter", "space")
    #expect(shopper.shared.currentStore == "Corner shop")
    shopper.press("esc")
    #expect(shopper.state.focusedStore?.name == "Corner shop")
    for name in ["Ann", "Ben"] {
      shopper.press("1", "space", "o")
      shopper.type(name)
      shopper.press("tab")
      shopper.type("1 Road")
      shopper.press("ctrl-s", "esc")
    }
    shopper.press("4", "/")
    shopper.type("ann")
    #expect(shopper.state.orderCount == 1)
    shopper.press("enter", "enter")
    #expect(shopper.state.focusedOrder?.name == "Ann")
    shopper.press("esc", "esc")
    #expect(shopper.state.orderCount == 2)
    #expect(shopper.state.focusedOrder?.name == "Ann")
    // As the page calls it.
    shopper.press("/")
    shopper.type("№ 2")
    #expect(shopper.state.orderCount == 1 && shopper.state.focusedOrder?.name == "Ben")
  }

  @Test func `undo of an import says how many it added`() {
    shopper.paste("tea\nmilk")
    shopper.press("enter", "u")
    #expect(shopper.notice.contains("add 2 items"))
  }

  @Test func `undo of an import counts what was in the cart already`() {
    add("milk")
    add("bread")
    shopper.paste("Apple 2x\nMilk 12\nBread")
    shopper.press("enter")
    #expect(shopper.cart == ["13 Milk", "2 Bread", "2 Apple"])
    shopper.press("u")
    #expect(shopper.notice.contains("add 3 items"))
    #expect(shopper.cart == ["1 Milk", "1 Bread"])
  }

  // MARK: Forms

  private func price(_ name: String) -> String? {
    shopper.item(name)?.price.map { $0.currency.code + " " + $0.decimal }
  }

  private func openPrice(of name: String) throws -> String {
    shopper.focus(name)
    shopper.press("e")
    let form = try #require(shopper.form)
    let field = try #require(form.fields.firstIndex { $0.id == .price })
    for _ in 0..<field { shopper.press("tab") }
    return form.fields[field].input.text
  }

  @Test func `a form shows the currency of a price that is not the list's`() throws {
    add("gold @€5")
    #expect(try openPrice(of: "gold") == "€5.00")
    shopper.press("ctrl-s")
    #expect(price("gold") == "EUR 5.00")
    #expect(try openPrice(of: "gold") == "€5.00")
    shopper.type("9")
    shopper.press("ctrl-s")
    #expect(price("gold") == "USD 9.00")
    #expect(try openPrice(of: "gold") == "9.00")
    shopper.press("esc")
  }

  @Test func `a price in a field is shown so that it is read again`() throws {
    for list in ["USD", "EUR", "SEK"] {
      let list = try #require(Currency(code: list))
      for code in ["USD", "CHF", "NOK", "HUF", "ZAR", "KWD", "JPY", "PEN"] {
        let money = Money(minorUnits: 129_900, currency: try #require(Currency(code: code)))
        let text = PriceText.typed(money, currency: list)
        for locale in ["en_US", "de_DE", "sv_SE"] {
          let numbers = NumberStyle(locale: locale)
          #expect(
            PriceText.parse(text, currency: list, numbers: numbers)?.money == money,
            "\(text) in \(locale)")
        }
      }
    }
  }

  @Test func `a field that is filled in is replaced by the first key`() {
    shopper.press("e")
    #expect(shopper.form?.showsSelection == true)
    shopper.type("Pear")
    #expect(shopper.form?.fields[0].input.text == "Pear")
    shopper.press("tab", "shift-tab", "end")
    shopper.type("s")
    #expect(shopper.form?.fields[0].input.text == "Pears")
    shopper.press("tab", "shift-tab", "backspace")
    #expect(shopper.form?.fields[0].input.isEmpty == true)
  }

  @Test func `enter goes from field to field and saves in the last`() throws {
    shopper.press("A")
    shopper.type("Oil")
    let count = try #require(shopper.form?.fields.count)
    for _ in 1..<count { shopper.press("enter") }
    #expect(shopper.form?.focus == count - 1)
    #expect(shopper.item("Oil") == nil)
    shopper.press("enter")
    #expect(shopper.item("Oil") != nil)
  }

  @Test(arguments: ["enter", "tab", "ctrl-s"])
  func `a form takes the completion that it shows`(_ key: String) {
    shopper.press("A")
    shopper.type("Yogurt")
    shopper.press("tab")
    shopper.type("dai")
    #expect(shopper.form?.fields[1].suggestion == "ry")
    shopper.press(Key(text: key)!)
    shopper.press("ctrl-s")
    #expect(shopper.item("Yogurt")?.category == "Dairy")
  }

  @Test(arguments: [
    ("$2.50/kg", "1", 250, Quantity(1, .kilogram)), ("2,50", "kg", 250, Quantity(1, .kilogram)),
    ("1.299,99 €", "1", 129_999, .one), ("2.50 per 100 g", "1", 250, Quantity(100, .gram)),
  ]) func `a price is taken in every form`(
    _ price: String, _ per: String, _ minor: Int, _ is: Quantity
  ) {
    shopper.press("A")
    shopper.type("Ham")
    shopper.press("tab", "tab")
    shopper.type(price)
    shopper.press("tab")
    shopper.type(per)
    shopper.press("ctrl-s")
    #expect(shopper.item("Ham")?.price?.minorUnits == minor)
    #expect(shopper.item("Ham")?.per == `is`)
  }

  @Test(arguments: ["en_US", "de_DE", "de_CH", "fr_FR", "pt_BR", "hu_HU", "de_AT"])
  func `every price that is printed is read again`(_ locale: String) throws {
    for code in ["USD", "EUR", "JPY", "CHF", "KWD", "SEK", "AUD", "PLN"] {
      let currency = try #require(Currency(code: code))
      for minor in [0, 5, 99, 1234, 129_999, 1_500_000, 123_456_789] {
        let money = Money(minorUnits: minor, currency: currency)
        let text = Wording.money(money, style: NumberStyle(locale: locale))
        #expect(PriceText.parse(text, currency: currency)?.money == money, "\(text)")
        #expect(PriceText.parse(text + "/kg", currency: currency)?.per == Quantity(1, .kilogram))
      }
    }
  }
}

extension Preferences {
  fileprivate static var german: Preferences {
    var preferences = Preferences()
    preferences.locale = "de_DE"
    return preferences
  }
}
