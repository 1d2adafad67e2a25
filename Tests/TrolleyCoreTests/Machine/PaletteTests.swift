import Testing
import TrolleyModel
import TrolleyTestSupport

@testable import TrolleyMachine

@Suite struct PaletteAndHelp {
  let shopper = TestApp(items: SampleItems.all)

  @Test func aListGoesRound() throws {
    let shopper = TestApp(items: SampleItems.all)
    shopper.press("t", "s")
    let count = try #require(shopper.picker?.shown.count)
    #expect(shopper.picker?.selected == 0)
    shopper.press("up")
    #expect(shopper.picker?.selected == count - 1)
    for key in ["down", "ctrl-n", "tab"] {
      shopper.press("end", key)
      #expect(shopper.picker?.selected == 0, "\(key)")
    }
    // Headings are no stops, at the ends either.
    shopper.press("esc", "?", "up")
    let help = try #require(shopper.picker)
    #expect(help.selected == help.shown.count - 1)
    shopper.press("down")
    #expect(shopper.picker?.selected == 1 && help.shown[0].isHeading)
    // Where nothing is found there is nowhere to go.
    shopper.type("qqqq")
    shopper.press("down", "up")
    #expect(shopper.picker?.shown.isEmpty == true)
  }

  @Test func anActionIsFoundByItsName() {
    shopper.press(":")
    shopper.type("check out")
    #expect(shopper.picker?.shown.first?.command == .checkout)
    shopper.press("space", "backspace", "enter")
    #expect(shopper.notice == "The cart is empty. Put something in first.")
  }

  @Test func anActionIsFoundByItsKey() {
    shopper.press("?", "Z")
    #expect(shopper.picker?.shown.first?.command == .switchGrouping)
    shopper.press("esc")
    #expect(shopper.session.overlays.isEmpty)
  }

  @Test(arguments: [
    ("export", "Export or import a file: how"), ("import", "Export or import a file: how"),
    ("family", "Share the list with a family, or with the staff of a shop"),
    ("household", "Share the list with a family, or with the staff of a shop"),
    ("pin", "Share the list with a family, or with the staff of a shop"),
    ("employee", "Share the list with a family, or with the staff of a shop"),
    ("sign in", "Share the list with a family, or with the staff of a shop"),
    ("staff", "Share the list with a family, or with the staff of a shop"),
    ("empty the cart", "Empty the cart (undo brings it back)"),
    ("colors", "Choose the colours"), ("dark", "Choose the colours"),
    ("smtp", "Setting: Mail server"), ("km", "Setting: Distances in"), ("mail", "Mail the list"),
    ("language", "Setting: Prices and dates as in"), ("consent", "Setting: "),
    ("wines", "Show the catalogue"), ("nearby", "Show the stores nearby"),
    ("catalogue pictures", "Setting: Pictures of the web"), ("rename", "Edit"),
    ("checked", "Remove what is picked from the cart"),
    ("bought", "Remove what is picked from the cart"),
    ("finish shopping", "Remove what is picked from the cart"),
    ("done", "Remove what is picked from the cart"),
    ("amount", "One more"), ("quantity", "One more"), ("print", "Export or import a file: how"),
    ("reset", "Empty the cart (undo brings it back)"), ("history", "Show Orders"),
    ("help", "All keys of this screen"),
  ])
  func `the palette finds what people call it`(words: String, label: String) {
    shopper.press("2", ":")
    shopper.type(words)
    let labels = shopper.picker?.shown.map(\.label) ?? []
    #expect(labels.contains { $0.hasPrefix(label) }, "\(labels)")
  }

  @Test func `one person alone is done shopping by name`() {
    shopper.press("space", "right", "space", "2", "ctrl-a", "space", ":")
    shopper.type("done")
    #expect(shopper.picker?.shown.first?.command == .finishShopping)
    shopper.press("enter")
    #expect(shopper.shared.cart.isEmpty)
    #expect(shopper.notice.hasPrefix("Shopping done: 2 items got"))
  }

  @Test func `done shopping leaves what is not picked, and asks where nothing is`() {
    shopper.press("space", "right", "space", "2", "space", ":")
    shopper.type("done")
    shopper.press("enter")
    #expect(shopper.cart.count == 1)
    #expect(shopper.notice.hasPrefix("Shopping done: 1 item got, 1 still to get"))
    shopper.press(":")
    shopper.type("done")
    shopper.press("enter")
    #expect(shopper.dialog?.title == "Is the shopping done?" && shopper.cart.count == 1)
    shopper.press("right", "enter")
    #expect(shopper.cart.isEmpty && shopper.shared.orders.isEmpty)
  }

  @Test func `a key of one's own for a command of others says whose it is`() {
    let (keymap, _) = Keymap.customised([.init(name: "orderCart", keys: ["x"])])
    shopper.send(.settingsRead(SettingsReading(Preferences(), keymap)))
    shopper.press("x")
    #expect(shopper.notice == "x is for a household: Order what is in the cart, with an address.")
  }

  @Test func `the stores nearby are found by name`() {
    shopper.press("2", ":")
    shopper.type("nearby")
    #expect(shopper.picker?.shown.first?.command == .showNearby)
    shopper.press("enter")
    #expect(shopper.session.page == .stores && shopper.session.nearby.isShown)
  }

  @Test(arguments: ["light", "dark", "contrast"])
  func `the name of a theme leads to that theme`(theme: String) {
    for page in ScreenID.allCases {
      let shopper = TestApp(items: SampleItems.all)
      shopper.perform(.show(page), .palette)
      shopper.type(theme)
      shopper.press("enter")
      #expect(shopper.session.theme.title.contains(theme), "\(page)")
    }
  }

  @Test func `a setting found in the palette has the focus on its page`() {
    shopper.press(":")
    shopper.type("smtp")
    shopper.press("enter")
    #expect(shopper.session.page == .settings)
    #expect(shopper.state.focusedSetting?.name == "mail.server")
  }

  @Test(arguments: [(80, 24), (40, 12), (100, 32), (200, 60)])
  func `the help has headings, the useful first, and takes the height there is`(
    width: Int, height: Int
  ) throws {
    let shopper = TestApp(items: SampleItems.all, size: Size(width: width, height: height))
    shopper.press("?")
    let picker = try #require(shopper.picker)
    #expect(picker.shown.first?.label == "Shopping")
    #expect(picker.shown.first?.isHeading == true && picker.selected == 1)
    #expect(picker.shown[1].command == .toggle)
    #expect(picker.shown.last { $0.isHeading }?.label == "Moving")
    let grid = shopper.state.pickerGrid(picker)
    #expect(grid.rows == height - 7)
    #expect(grid.columns == (width < 100 ? 1 : grid.columns))
    #expect(!picker.shown.contains { !$0.isHeading && $0.detail.isEmpty }, "each has a key")
    // Every entry can be reached, no heading is ever chosen.
    var seen: Set<String> = []
    for _ in picker.shown {
      let picker = try #require(shopper.picker)
      #expect(!picker.shown[picker.selected].isHeading)
      seen.insert(picker.shown[picker.selected].value)
      shopper.press("down")
    }
    #expect(seen.count == picker.shown.count { !$0.isHeading })
    #expect(shopper.canvas.flaw(asked: Size(width: width, height: height)) == nil)
  }

  @Test func thePaletteActsOnThePageBelow() {
    shopper.press("enter", "ctrl-p")
    shopper.type("star")
    shopper.press("enter")
    #expect(shopper.item("Apple")?.isFavourite == true)
  }

  @Test func everyActionOfThePaletteCanBeRun() throws {
    for page in ScreenID.allCases {
      let shopper = TestApp(items: SampleItems.all)
      shopper.perform(.show(page), .palette)
      let count = try #require(shopper.picker?.all.count)
      for at in 0..<count {
        let shopper = TestApp(items: SampleItems.all)
        shopper.perform(.show(page), .palette)
        shopper.send(.pressedEntry(at))
        #expect(shopper.brokenRule == nil)
      }
    }
  }

  @Test func storesAreAddedChosenAndDeleted() {
    shopper.press("3", "a")
    shopper.type("Aldi")
    shopper.press("tab")
    shopper.type("2 Low Road")
    shopper.press("ctrl-s", "a")
    shopper.type("Zebra")
    shopper.press("ctrl-s")
    #expect(shopper.shared.stores.map(\.name) == ["Aldi", "Zebra"])
    #expect(shopper.state.focusedStore?.name == "Zebra")
    shopper.press("S")
    shopper.type("aldi")
    shopper.press("enter")
    #expect(shopper.shared.currentStore == "Aldi")
    shopper.press("d")
    #expect(shopper.shared.stores.map(\.name) == ["Aldi"])
    shopper.press("u")
    #expect(shopper.shared.stores.map(\.name) == ["Aldi", "Zebra"])
  }

  @Test func `where a store is typed that there is not, the keys that add one work`() {
    shopper.press("3", "a")
    shopper.type("Aldi")
    shopper.press("ctrl-s", "1", "S")
    shopper.type("Lidl")
    shopper.press("enter")
    #expect(
      shopper.notice == "There is no store called “Lidl”: first esc, then 3 is the page of your "
        + "stores, and a adds one there.")
    shopper.press("esc", "3", "a")
    #expect(shopper.form?.purpose == .newStore)
  }

  @Test func aStoreAddedByALaterProgramGetsTheFocus() {
    shopper.press("3", "a")
    shopper.type("Aldi")
    shopper.press("ctrl-s")
    let next = TestApp(sharing: shopper.journal, replica: ReplicaID(2))
    next.press("3", "a")
    next.type("Zebra")
    next.press("ctrl-s")
    #expect(next.state.focusedStore?.name == "Zebra")
  }

  @Test func anEMailAddressIsChecked() {
    shopper.press("3", "a")
    shopper.type("Aldi")
    shopper.press("tab", "tab", "tab")
    shopper.type("nobody")
    shopper.press("ctrl-s")
    #expect(shopper.form?.fields[3].error == "“nobody” is not an e-mail address.")
  }

  @Test func qGoesBackAndAtTheRootQuits() {
    shopper.press("enter", "q")
    #expect(!shopper.hasQuit)
    shopper.press("v", "q")
    #expect(!shopper.hasQuit)
    shopper.press("q")
    #expect(shopper.hasQuit)
  }

  /// As in other finders, ctrl-a and ctrl-e edit the field, also after typing.
  @Test func homeAndEndGoToTheEndsOfTheList() throws {
    let shopper = TestApp(items: SampleItems.all)
    shopper.press("?")
    let count = try #require(shopper.picker?.shown.count)
    #expect(count > 20)
    shopper.press("end")
    #expect(shopper.picker?.selected == count - 1)
    shopper.press("home")
    #expect(shopper.picker?.selected == 1, "the heading above it is not a choice")
    shopper.type("the")
    let found = try #require(shopper.picker?.shown.count)
    #expect((2..<count).contains(found))
    shopper.press("end")
    #expect(shopper.picker?.selected == found - 1)
    shopper.press("ctrl-a", "delete")
    #expect(shopper.picker?.filter.text == "he")
    shopper.press("ctrl-e")
    shopper.type("r")
    #expect(shopper.picker?.filter.text == "her")
  }

  @Test func `a filter that is full is not searched anew`() throws {
    shopper.press(":")
    shopper.paste(String(repeating: " ", count: 3000))
    shopper.press("down", "down")
    #expect(shopper.picker?.selected == 3)
    shopper.type("xyz")
    #expect(shopper.picker?.filter.characters.count == 60)
    #expect(shopper.picker?.selected == 3)
  }

  @Test func `filters find without accents and by the beginnings of words first`() throws {
    shopper.perform(.show(.stores))
    for name in ["Old Café", "Cafe Central", "Decaf & Co", "Market"] {
      shopper.press("a")
      shopper.type(name)
      shopper.press("ctrl-s")
    }
    shopper.perform(.chooseStore)
    shopper.type("caf")
    #expect(shopper.picker?.shown.map(\.label) == ["Cafe Central", "Old Café", "Decaf & Co"])
    shopper.type("é c")
    #expect(shopper.picker?.shown.map(\.label) == ["Cafe Central", "Old Café"])
  }
}

/// For any pasted text, every wrapped line ends, and the work per key is bounded.
@Suite struct LinesOfText {
  private static let long = String(repeating: "lorem ipsum ", count: 2000)

  private let shopper = TestApp(items: SampleItems.all)

  @Test func `every search has a limit`() {
    shopper.press("/")
    shopper.paste(Self.long)
    #expect(shopper.session.items.query.characters.count == 100)
    shopper.press("esc")
    shopper.perform(.showSegment(.catalogue))
    shopper.press("esc", "/")
    shopper.paste(Self.long)
    #expect(shopper.session.catalogue.query.characters.count == 100)
    shopper.press("esc")
    shopper.perform(.show(.settings))
    shopper.press("/")
    shopper.paste(Self.long)
    #expect(shopper.session.settings.query.characters.count == 60)
  }

  @Test func `what does not fit into a search any more changes nothing`() throws {
    shopper.press("/")
    shopper.paste(String(repeating: " ", count: 200))
    shopper.press("down")
    let focus = shopper.session.items.focusIndex
    #expect(focus > 0)
    shopper.type("x")
    #expect(shopper.session.items.focusIndex == focus)
    shopper.press("esc")
    shopper.perform(.show(.settings))
    shopper.press("/")
    shopper.paste(String(repeating: " ", count: 200))
    shopper.press("down", "down")
    let row = shopper.state.focusedSetting?.name
    shopper.type("x")
    #expect(shopper.state.focusedSetting?.name == row)
  }

  @Test func `every field of every form has a limit`() throws {
    for command in [Command.addForm, .edit, .quickAdd, .checkout, .mail] {
      for page in ScreenID.allCases {
        let shopper = TestApp(items: SampleItems.all)
        shopper.press("space")
        shopper.perform(.show(page), command)
        shopper.paste(Self.long)
        for field in shopper.form?.fields ?? [] {
          #expect(field.input.limit <= CleanText.Limit.note.graphemes)
        }
        if case .quickAdd(let add)? = shopper.session.overlays.last {
          #expect(add.input.characters.count == 1000)
        }
      }
    }
  }

  @Test func `a key of another page says where it works`() {
    shopper.press("W")
    #expect(shopper.notice == "W works on the page Cart: Remove what is picked from the cart.")
    shopper.press("H")
    #expect(shopper.notice == "H is for the staff of a shop: Hold the cart, with a note.")
    shopper.press("m")
    #expect(shopper.notice == "The cart is empty. Put something in first.")
    for (key, words) in [
      ("p", "p works in the details of an item: Picked or not."),
      ("w", "w works in the details of an item: Load the picture again"),
      ("i", "i works on the page of the machines that share the list: Invite another machine."),
      ("b", "b works while you sign in with a provider: "),
    ] {
      shopper.press(key)
      #expect(shopper.notice.hasPrefix(words))
    }
    shopper.wait(milliseconds: 20_000)
    shopper.press("x", "ö")
    #expect(shopper.notice.isEmpty)
  }

  @Test func `how to export names the list`() throws {
    var state = shopper.state
    state.session.namedList = "'/tmp/our list'"
    var effects: [Effect] = []
    state.perform(.explainFiles, &effects)
    guard case .dialog(let dialog)? = state.session.overlays.last else {
      Issue.record("no dialog")
      return
    }
    #expect(dialog.message.contains("trolley export --data '/tmp/our list' list.csv\n"))
  }

  @Test func `the help and the total are found by name`() {
    for (text, command) in [("help", Command.help), ("total", .show(.cart))] {
      shopper.press(":")
      shopper.type(text)
      #expect(shopper.picker?.shown.first?.command == command, "\(text)")
      shopper.press("esc")
    }
  }

  @Test func `what there is nothing for is not offered`() {
    shopper.press(":")
    shopper.type("mail")
    let mails: [Command] = [.settleMail, .dropMail, .noteMailSent]
    #expect(shopper.picker?.shown.contains { $0.command.map(mails.contains) == true } == false)
    shopper.press("esc")
    shopper.press(":")
    shopper.type("machines")
    let shown = shopper.picker?.shown ?? []
    #expect(!shown.contains { $0.command == .forgetConflicts || $0.command == .putBack })
    #expect(shown.contains { $0.value == "sharing" })
  }

  @Test func `the help of a list on one machine has no key for what others replaced`() {
    shopper.press("?")
    #expect(shopper.picker?.shown.contains { $0.command == .putBack } == false)
    #expect(shopper.picker?.shown.contains { $0.command == .undo } == true)
  }

  @Test func `without colours the key for them says so`() {
    let plain = TestApp(items: SampleItems.all, stillness: .noColour)
    plain.press("ctrl-t")
    #expect(plain.notice == "Colours: dark. This terminal shows none.")
    plain.press("ctrl-t", "ctrl-t", "ctrl-t")
    #expect(plain.notice == "Colours: no colour")
  }
}
