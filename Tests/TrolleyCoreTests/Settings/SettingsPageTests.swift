import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// The settings page, driven by keys.
@Suite struct SettingsPageTests {
  private let shopper = TestApp(hasBrowser: false)

  private var titles: [String] { shopper.state.settingsPage.rows.map(\.title) }
  private var focused: String { shopper.state.focusedSetting?.name ?? "" }

  private func words(_ name: String) throws -> String {
    shopper.state.words(for: try #require(SettingRow.named(name)))
  }

  // MARK: The table

  @Test func everyRowHasANameATitleAndOneLineThatSaysWhatItIsFor() {
    let all = SettingRow.all
    #expect(Set(all.map(\.name)).count == all.count)
    for row in all {
      #expect(!row.title.isEmpty && DisplayWidth.of(row.title) <= 24, "\(row.name)")
      #expect(row.explanation.hasSuffix("."), "\(row.name)")
      #expect(DisplayWidth.of(row.explanation) <= 76, "\(row.name)")
    }
  }

  @Test(arguments: ["pin", "employee", "sign in", "household", "family", "staff"])
  func `that a list can be shared stands first and is found`(words: String) {
    shopper.perform(.show(.settings))
    #expect(shopper.state.focusedSetting?.name == "use")
    shopper.press("/")
    shopper.type(words)
    #expect(titles.contains("Use"))
  }

  @Test func `the way out is in the footer of each page`() {
    shopper.resize(Size(width: 200, height: 40))
    for page in [ScreenID.stores, .orders, .settings] {
      shopper.perform(.show(page))
      #expect(!shopper.state.hints.contains { $0.label == "sign out" }, "\(page)")
    }
    shopper.openHome()
    for page in [ScreenID.items, .stores, .orders, .people, .settings] {
      shopper.perform(.show(page))
      #expect(shopper.state.hints.contains { $0.label == "sign out" }, "\(page)")
    }
  }

  @Test func groupsStandTogetherAndInOrder() {
    let groups = SettingRow.all.map(\.group.rawValue)
    #expect(groups == groups.sorted())
  }

  @Test func whatBelongsToAnotherUseIsNotThere() {
    #expect(!titles.contains("Lock after"))
    #expect(!titles.contains("Google client id"))
    shopper.openHome()
    #expect(titles.contains("Lock after"))
    #expect(titles.contains("Google client id"))
    #expect(!titles.contains("Forgotten PINs"))
  }

  // MARK: Changing

  @Test func `the order of the items says that it is turned round, and goes back as a whole`()
    throws
  {
    func isReversed() -> Bool { shopper.session.preferences.isReversed }
    shopper.perform(.chooseSort)
    shopper.press("enter")
    #expect(isReversed())
    shopper.focusSetting("sort")
    #expect(try words("sort") == "name reversed")
    shopper.press("d")
    #expect(try words("sort") == "name" && !isReversed())
    #expect(shopper.notice == "Order of the items: back to the default (name).")
    shopper.press("u")
    #expect(try words("sort") == "name reversed" && isReversed())
    shopper.press("right")
    #expect(try words("sort") == "category" && !isReversed())
    let row = try #require(SettingRow.named("sort"))
    let turned = try row.setting("Price Reversed", in: Preferences())
    #expect(turned.sort == .price && turned.isReversed)
    #expect(try row.setting("price", in: turned).isReversed == false)
  }

  @Test func twoChoicesGoRoundAndMoreAreAList() throws {
    shopper.focusSetting("grouped")
    shopper.press("enter")
    #expect(!shopper.session.preferences.isGrouped)
    shopper.press("space")
    #expect(shopper.session.preferences.isGrouped)
    shopper.focusSetting("theme")
    shopper.press("enter")
    #expect(shopper.picker?.title == "Colours")
    shopper.press("down", "enter")
    #expect(shopper.session.preferences.theme == .dark)
    #expect(shopper.effects.contains(.remember(shopper.session.preferences)))
  }

  @Test func `u takes back what was changed on this page, and nothing of the list behind it`() {
    shopper.focus("Milk")
    shopper.press("space")
    shopper.focusSetting("grouped")
    shopper.press("u")
    #expect(shopper.shared.cart.count == 1)
    #expect(shopper.notice.contains("Nothing was changed here"))
    shopper.press("enter")
    #expect(!shopper.session.preferences.isGrouped)
    shopper.press("u")
    #expect(shopper.session.preferences.isGrouped && shopper.shared.cart.count == 1)
    #expect(shopper.notice == "Undid: Group the tiles is back to “in the cart or not”.")
    #expect(shopper.effects.contains(.remember(shopper.session.preferences)))
    shopper.press("u")
    #expect(shopper.shared.cart.count == 1)
    // What the list keeps is undone as everywhere, as long as nothing came after it.
    shopper.focusSetting("currency")
    shopper.press("enter")
    shopper.type("EUR")
    shopper.press("enter", "u")
    #expect(shopper.shared.currency == .usd && shopper.shared.cart.count == 1)
    shopper.press("u")
    #expect(shopper.shared.cart.count == 1)
    shopper.press("1", "u")
    #expect(shopper.shared.cart.isEmpty)
  }

  @Test func `ctrl-r does again what was undone on this page, and nothing of the list behind it`() {
    shopper.focus("Milk")
    shopper.press("space", "u")
    shopper.focusSetting("grouped")
    shopper.press("enter", "u")
    #expect(shopper.session.preferences.isGrouped)
    shopper.press("ctrl-r")
    #expect(!shopper.session.preferences.isGrouped && shopper.shared.cart.isEmpty)
    #expect(shopper.notice.hasPrefix("Did again: Group the tiles is “"))
    shopper.press("ctrl-r")
    #expect(shopper.shared.cart.isEmpty && shopper.notice.contains("Nothing was undone here"))
    shopper.press("u")
    #expect(shopper.session.preferences.isGrouped)
    // What the list keeps goes to and fro like it.
    shopper.focusSetting("currency")
    shopper.press("enter")
    shopper.type("EUR")
    shopper.press("enter", "esc", "u")
    #expect(shopper.shared.currency == .usd)
    shopper.press("ctrl-r")
    #expect(shopper.shared.currency == .eur)
    shopper.press("u")
    #expect(shopper.shared.currency == .usd)
    // A change ends what can be done again.
    shopper.focusSetting("grouped")
    shopper.press("enter", "ctrl-r")
    #expect(shopper.shared.currency == .usd && shopper.notice.contains("Nothing was undone here"))
  }

  @Test func `prices and dates are as in a country or a language, by any of their names`() throws {
    let row = try #require(SettingRow.named("locale"))
    for (typed, locale) in [
      ("Germany", "de_DE"), ("deutschland", "de_DE"), ("German", "de"), ("Deutsch", "de"),
      ("US", "en_US"), ("usa", "en_US"), ("United States", "en_US"), ("UK", "en_GB"),
      ("Österreich", "de_AT"), ("Schweiz", "de_CH"), ("España", "es_ES"), ("日本", "ja_JP"),
      ("français", "fr"), ("de_DE", "de_DE"), ("de-DE", "de-DE"), ("de", "de"), ("the system", ""),
      ("Brasil", "pt_BR"), ("polski", "pl"), ("India", "en_IN"), ("de_DE.UTF-8", "de_DE.UTF-8"),
    ] {
      #expect(try row.setting(typed, in: Preferences()).locale == locale, "\(typed)")
    }
    shopper.focusSetting("locale")
    shopper.press("enter")
    shopper.type("deutschl")
    #expect(shopper.picker?.shown.map(\.label) == ["Germany"])
    shopper.press("enter")
    #expect(shopper.session.preferences.locale == "de_DE")
    for wrong in ["Atlantis", "xx", "xx_YY", "7"] {
      #expect(throws: Failure.self, "\(wrong)") { try row.setting(wrong, in: Preferences()) }
    }
  }

  @Test func `a currency is found by its code, its name and its country`() {
    shopper.focusSetting("currency")
    for (typed, code) in [
      ("swiss franc", "CHF"), ("switzerl", "CHF"), ("JPY", "JPY"), ("germany", "EUR"),
      ("USD", "USD"),
      ("zloty", "PLN"),
    ] {
      shopper.press("enter")
      #expect(shopper.picker?.title == "Currency")
      #expect(
        shopper.picker?.shown[shopper.picker?.selected ?? 0].value == shopper.shared.currency.code)
      shopper.type(typed)
      #expect(shopper.picker?.shown.first?.value == code, "\(typed)")
      shopper.press("enter")
      if shopper.dialog != nil { shopper.press("esc") }
      #expect(shopper.shared.currency.code == code, "\(typed)")
    }
  }

  @Test func `a long list of choices opens where the present one is`() {
    shopper.focusSetting("currency")
    shopper.press("enter")
    #expect(shopper.canvas.text.contains("▸ US dollar"))
  }

  @Test(arguments: [
    ["catalogue.source", "catalogue.file"], ["catalogue.file", "catalogue.source"],
  ])
  func `a catalogue of a file is set up in either order, and what is missing is said`(
    _ order: [String]
  ) throws {
    let values = ["catalogue.source": "file", "catalogue.file": "~/wines.json"]
    var preferences = Preferences()
    var missing: [String?] = []
    for name in order {
      let old = preferences
      let row = try #require(SettingRow.named(name))
      preferences = try row.setting(try #require(values[name]), in: old)
      missing.append(preferences.remark(after: row, try #require(values[name]), from: old))
    }
    #expect(preferences.catalogueID == .file && preferences.catalogue.file == "~/wines.json")
    // Naming a file is enough where no other catalogue was chosen.
    #expect((missing[0] != nil) == (order[0] == "catalogue.source") && missing[1] == nil)
    preferences = Preferences()
    preferences.catalogue.source = .openFoodFacts
    for name in order {
      let row = try #require(SettingRow.named(name))
      preferences = try row.setting(try #require(values[name]), in: preferences)
    }
    #expect(preferences.catalogueID == .file)
    // Without its file it is no catalogue any more.
    let file = try #require(SettingRow.named("catalogue.file"))
    #expect(try file.setting("", in: preferences).catalogue.source == nil)
  }

  @Test func `a password that is typed for its command is not stored`() {
    shopper.refusedSettings["mail.passwordCommand"] = "There is no program abcd to run."
    shopper.focusSetting("mail.passwordCommand")
    shopper.press("enter")
    shopper.type("abcd efgh ijkl mnop")
    shopper.press("enter")
    #expect(shopper.form?.fields[0].error == "There is no program abcd to run.")
    #expect(shopper.preferences == Preferences())
    shopper.refusedSettings = [:]
    shopper.press("ctrl-u")
    shopper.type("pass show mail")
    shopper.press("enter")
    #expect(shopper.form == nil && shopper.words(of: "mail.passwordCommand") == "pass show mail")
  }

  @Test func `a password file that takes the place of a command is said to`() throws {
    shopper.focusSetting("mail.passwordCommand")
    shopper.press("enter")
    shopper.type("pass show mail")
    shopper.press("enter")
    #expect(!shopper.notice.contains("mail.password"))
    shopper.focusSetting("mail.passwordFile")
    shopper.press("enter")
    shopper.type("~/.mail-password")
    shopper.press("enter")
    #expect(shopper.notice.contains("“Password command” (mail.passwordCommand) is empty."))
  }

  @Test func `on the screen, too, the file's path may come last`() throws {
    let row = try #require(SettingRow.named("catalogue.source"))
    let file = try #require(row.choices.firstIndex { $0.value == "file" })
    shopper.focusSetting("catalogue.source")
    shopper.press("enter", "home")
    for _ in 0..<file { shopper.press("down") }
    shopper.press("enter")
    #expect(shopper.notice.contains("Which file of products is it?"))
    shopper.focusSetting("catalogue.file")
    shopper.press("enter")
    shopper.type("~/wines.json")
    shopper.press("enter")
    #expect(shopper.session.preferences.catalogueID == .file)
  }

  @Test func `a change of the currency says what becomes of the example prices`() {
    shopper.focusSetting("currency")
    let priced = shopper.shared.items.all.count { $0.price != nil }
    func set(_ code: String) {
      shopper.press("enter")
      shopper.type(code)
      shopper.press("enter")
    }
    let before = shopper.shared.items.all.map(\.price)
    set("EUR")
    #expect(shopper.shared.items.all.allSatisfy { $0.price == nil })
    #expect(
      shopper.notice.contains(
        "\(priced) starter items have no price in it: their example prices are in USD"))
    set("USD")
    #expect(shopper.shared.items.all.map(\.price) == before)
    #expect(shopper.notice.contains("\(priced) starter items have their example prices again"))
  }

  @Test func leftAndRightGoThroughTheChoicesBothWays() {
    shopper.focusSetting("theme")
    shopper.press("right", "right")
    #expect(shopper.session.preferences.theme == .light)
    shopper.press("left", "h", "left")
    #expect(shopper.session.preferences.theme == .none)
  }

  @Test func aTextIsAFormThatSaysWhatIsWrong() throws {
    shopper.focusSetting("mail.port")
    shopper.press("enter")
    #expect(shopper.form?.title == "Port")
    shopper.type("many")
    shopper.press("enter")
    #expect(shopper.form?.fields[0].error == "A port is a number from 1 to 65535.")
    #expect(shopper.form?[.value] == "many")
    shopper.press("ctrl-u")
    shopper.type("2525")
    shopper.press("enter")
    #expect(shopper.form == nil)
    #expect(try words("mail.port") == "2525")
    shopper.press("d")
    #expect(try words("mail.port") == "automatic")
    #expect(shopper.notice.contains("back to the default"))
    shopper.press("d")
    #expect(shopper.notice == "It is the default.")
  }

  @Test(arguments: [
    ("mail.sendmail", "no", "the system’s"), ("mail.port", "2525", "automatic"),
    ("mail.server", "smtp.example.org", "none"),
  ])
  func `the default that the help names is the one that comes back`(
    _ name: String, _ typed: String, _ usual: String
  ) throws {
    shopper.focusSetting(name)
    shopper.press("enter")
    shopper.type(typed)
    shopper.press("enter")
    #expect(try words(name) == typed)
    #expect(shopper.canvas.text.contains("default: \(usual)"))
    shopper.press("d")
    #expect(try words(name) == usual)
    #expect(shopper.notice.hasSuffix("back to the default (\(usual))."))
  }

  @Test(arguments: ["mail.port", "services.googlePlaces.key"])
  func whatIsHalfTypedIsNotDroppedAtOnce(_ name: String) {
    shopper.focusSetting(name)
    shopper.press("enter", "esc")
    #expect(shopper.form == nil)
    shopper.press("enter")
    shopper.type("25")
    shopper.press("esc")
    #expect(shopper.form?[.value] == "25")
    #expect(shopper.notice.hasPrefix("Nothing is saved yet: esc again drops what was typed."))
    shopper.press("esc")
    #expect(shopper.form == nil)
    #expect(shopper.state.session.preferences.mail.port == nil)
  }

  @Test(arguments: [
    ("mail.from", "ann", "is no e-mail address"), ("mail.server", "a b", "has a name such as"),
    ("mail.port", "70000", "from 1 to 65535"), ("mail.passwordCommand", "pass 'x", "other half"),
    ("mail.passwordFile", "pw", "a whole path"), ("mail.sendmail", "msmtp", "a whole path"),
    ("locale", "?", "such as de_DE"), ("locale", "xx_YY", "such as de_DE"),
    ("lockMinutes", "61", "from 1 to 60"),
    ("theme", "purple", "automatic, dark, light, highContrast or none"),
    ("signIn.google.clientSecret", "x", "First comes the id"),
    ("signIn.google.clientId", "a b", "no blanks"),
  ]) func aWrongValueIsRefusedInWords(
    _ name: String, _ text: String, _ words: String
  ) throws {
    var start = Preferences()
    start.mail.host = "smtp.example.org"
    let row = try #require(SettingRow.named(name))
    let failure = #expect(throws: Failure.self) { try row.setting(text, in: start) }
    #expect(failure?.sentence.contains(words) == true, "\(failure?.sentence ?? "")")
  }

  @Test func withoutEncryptionOnlyToThisMachine() throws {
    var start = Preferences()
    start.mail.host = "smtp.example.org"
    let row = try #require(SettingRow.named("mail.security"))
    let failure = #expect(throws: Failure.self) { try row.setting("none", in: start) }
    #expect(failure?.sentence.contains("on this machine") == true)
    start.mail.host = "localhost"
    #expect(try row.setting("none", in: start).mail.security == .none)
  }

  @Test func scriptsMayWriteAsTheFileOrAsTheScreen() throws {
    let row = try #require(SettingRow.named("motion"))
    for text in ["off", "false", "Off", " off "] {
      #expect(try row.setting(text, in: Preferences()).hasMotion == false)
    }
    let order = try #require(SettingRow.named("cartOrder"))
    #expect(try order.setting("By aisle", in: Preferences()).cartOrder == .aisle)
  }

  // MARK: API keys

  @Test func aKeyIsNeverShownAgain() throws {
    shopper.openHome()
    shopper.focusSetting("signIn.google.clientId")
    shopper.press("enter")
    shopper.type("123-abc.apps.example")
    shopper.press("enter")
    shopper.focusSetting("signIn.google.clientSecret")
    shopper.press("enter")
    shopper.type("GOCSPX-0123456789abcd")
    #expect(!shopper.canvas.text.contains("GOCSPX"))
    shopper.press("enter")
    #expect(try words("signIn.google.clientSecret") == "•••• abcd")
    #expect(!shopper.canvas.text.contains("GOCSPX"))
    // Its form starts empty; left empty, it keeps the key.
    shopper.press("enter")
    #expect(shopper.form?[.value] == "")
    #expect(shopper.form?.fields[0].hint == "empty keeps •••• abcd")
    shopper.press("enter")
    #expect(try words("signIn.google.clientSecret") == "•••• abcd")
    // One wrong press must not delete it: a key cannot be restored.
    shopper.press("d")
    #expect(try words("signIn.google.clientSecret") == "•••• abcd")
    shopper.press("down", "up", "d")
    #expect(try words("signIn.google.clientSecret") == "•••• abcd")
    shopper.press("d")
    #expect(try words("signIn.google.clientSecret") == "none")
    #expect(shopper.session.preferences.providers.first?.clientID == "123-abc.apps.example")
  }

  @Test func ofAShortKeyNothingIsShown() {
    #expect(SettingRow.masked("short") == "••••")
    #expect(SettingRow.masked("") == "")
  }

  @Test(arguments: ["127.0.0.1:12525", "smtp.example.org:465"])
  func `a port in the name of the mail server is sent to its own setting`(_ text: String) throws {
    let row = try #require(SettingRow.named("mail.server"))
    let failure = #expect(throws: Failure.self) { try row.setting(text, in: Preferences()) }
    let port = text.split(separator: ":")[1]
    #expect(failure?.sentence == "\(port) goes into the setting Port below; here is only the name.")
    let file = try PreferencesFile(
      Array("{\"mail\":{\"from\":\"a@b.example\",\"server\":\"\(text)\"}}".utf8))
    #expect(
      file.complaints.contains { $0.contains("\(port) goes into port") }, "\(file.complaints)")
  }

  // MARK: Searching

  /// On each page with a search.
  @Test(arguments: ["1", "2", "3", "4", "5"])
  func `the first letter of another search replaces the old one`(_ page: String) {
    func query() -> String? {
      shopper.session.search.map { shopper.session[keyPath: $0.query].text }
    }
    // What nothing is called would be added on the page Items.
    let first = page == "1" ? "milk" : "mail enter"
    shopper.press(page, "/")
    shopper.type(first)
    shopper.press("enter", "/")
    #expect(query() == first)
    shopper.type("a")
    #expect(query() == "a")
    // Cursor keys edit it, and so does what is typed then.
    shopper.press("enter", "/", "end")
    shopper.type("p")
    #expect(query() == "ap")
    shopper.press("enter", "/", "left")
    shopper.type(" ")
    #expect(query() == " ap")
    shopper.press("enter", "/", "backspace")
    #expect(query() == "")
  }

  @Test func aSearchFindsAsOneTypes() {
    shopper.press("5", "/")
    #expect(shopper.session.scope == .line)
    shopper.type("password")
    #expect(titles == ["Password command", "Password file"])
    #expect(focused == "mail.passwordCommand")
    shopper.press("down")
    #expect(focused == "mail.passwordFile")
    shopper.press("enter")
    #expect(shopper.session.scope == .settings)
    #expect(titles.count == 2)
    // The focus stays when the search is closed.
    shopper.press("esc")
    #expect(titles.count > 15)
    #expect(focused == "mail.passwordFile")
  }

  @Test func everyWordMustBeThereAndGroupsCount() {
    shopper.press("5", "/")
    shopper.type("MAIL port")
    #expect(titles == ["Port"])
    shopper.type("zzz")
    #expect(titles == [])
    #expect(shopper.canvas.text.contains("Nothing matches"))
    // No key has an effect while nothing is found.
    shopper.press("enter", "enter", "space", "d", "t", "left", "down", "pgdn")
    #expect(shopper.session.overlays.isEmpty)
    shopper.press("esc")
    #expect(titles.count > 15)
  }

  @Test func leavingThePageEndsTheTyping() {
    shopper.press("5", "/")
    shopper.type("mail")
    shopper.press("enter", "1")
    #expect(shopper.session.scope == .items)
    shopper.press("5")
    #expect(titles.count < 15)
    shopper.press("q")
    #expect(!shopper.hasQuit)
    #expect(titles.count > 15)
  }

  @Test func aPasteGoesIntoTheSearch() {
    shopper.press("5", "/")
    shopper.paste("colours")
    #expect(titles.first == "Colours")
    #expect(shopper.session.overlays.isEmpty)
  }

  // MARK: Moving

  @Test(arguments: [
    Size.small, .standard, .large, Size(width: 200, height: 60), Size(width: 20, height: 5),
  ])
  func theFocusIsAlwaysVisible(_ size: Size) {
    let shopper = TestApp(size: size)
    shopper.press("5")
    let height = shopper.session.layout.settings.list.height
    var seen: Set<String> = []
    func check() {
      let page = shopper.state.settingsPage
      let focus = shopper.session.settings.focus
      let line = page.lines.firstIndex(of: .row(focus.index)) ?? -1
      let scroll = shopper.state.settingsScroll
      #expect((scroll..<scroll + max(1, height)).contains(line))
      seen.insert(page.rows[focus.index].name)
    }
    for _ in 0..<60 {
      shopper.press("down")
      check()
    }
    for key in ["home", "end", "pgup", "pgup", "pgdn", "ctrl-u", "ctrl-d", "home"] {
      shopper.perform(Self.commands[key] ?? .first)
      check()
    }
    #expect(shopper.session.settings.focus.index == 0)
    // If there is only one line, it is the row's, not the heading's.
    #expect(shopper.state.settingsScroll == (height < 3 ? 1 : 0))
    #expect(seen.count == shopper.state.settingsPage.rows.count)
  }

  private static let commands: [String: Command] = [
    "home": .first, "end": .last, "pgup": .pageUp, "pgdn": .pageDown, "ctrl-u": .halfPageUp,
    "ctrl-d": .halfPageDown,
  ]

  @Test func theMouseFocusesAndThenChanges() throws {
    shopper.press("5")
    let rows = shopper.canvas.rows
    let y = try #require(rows.firstIndex { $0.contains("Mouse") })
    shopper.click(x: 5, y: y)
    #expect(focused == "mouse")
    #expect(shopper.session.preferences.usesMouse)
    shopper.click(x: 5, y: y)
    #expect(!shopper.session.preferences.usesMouse)
  }

  // MARK: Testing, and the file

  @Test func mailIsTestedFromAnyOfItsRows() {
    shopper.focusSetting("mail.user")
    shopper.press("t")
    #expect(shopper.form?.title == "Test the mail")
    shopper.press("esc")
    shopper.focusSetting("theme")
    shopper.press("t")
    #expect(shopper.form == nil)
  }

  @Test func aServerWithoutAFromIsSaid() throws {
    shopper.focusSetting("mail.server")
    shopper.press("enter")
    shopper.type("smtp.example.org")
    shopper.press("enter")
    #expect(try words("mail") == "nothing yet: From is missing")
    shopper.press("t")
    let form = try #require(shopper.form)
    #expect(
      shopper.state.sentence(above: form).text
        == "Mail is not set up here: From is missing; you get a link to a draft, for your phone.")
    shopper.press("esc")
    shopper.focusSetting("mail.from")
    shopper.press("enter")
    shopper.type("ann@example.org")
    shopper.press("enter")
    #expect(try words("mail") == "smtp.example.org")
  }

  @Test func whatWasWrittenByHandCountsAtOnce() throws {
    var read = shopper.session.preferences
    read.theme = .light
    shopper.send(
      .settingsRead(
        SettingsReading(read, remarks: ["settings: colour is not known."])))
    #expect(shopper.session.preferences == read)
    #expect(shopper.notice.contains("was changed by another program"))
    #expect(!shopper.effects.contains(.remember(read)))
    shopper.press("5")
    #expect(shopper.canvas.text.contains("1 remark on settings.json"))
    #expect(try words("settingsFile").contains("colour is not known"))
    let remarks = (1...9).map { "settings: number \($0) is not known." }
    shopper.send(.settingsRead(SettingsReading(read, remarks: remarks)))
    shopper.focusSetting("settingsFile")
    shopper.press("enter")
    #expect(shopper.dialog?.title == "9 remarks on settings.json")
    #expect(remarks.allSatisfy { shopper.dialog?.message.contains($0) == true })
  }

  @Test func `enter on the settings file says where it is, also where nothing is wrong in it`() {
    shopper.focusSetting("settingsFile")
    shopper.press("enter")
    #expect(shopper.dialog?.title == "No remarks on settings.json")
    #expect(shopper.dialog?.message.hasPrefix(shopper.session.settingsPath) == true)
  }

  @Test func `a catalogue that wants a key says so when it is chosen`() {
    shopper.focusSetting("catalogue.source")
    shopper.press("enter")
    for _ in 1...10 {
      guard let picker = shopper.picker,
        picker.shown[picker.selected].value != CatalogueID.wineCom.rawValue
      else { break }
      shopper.press("down")
    }
    shopper.press("enter")
    #expect(shopper.session.preferences.catalogue.source == .wineCom)
    #expect(shopper.notice.hasPrefix("wine.com answers only with a key of your own"))
  }

  @Test func `what could not be saved is named when the file counts again`() {
    var reading = SettingsReading(shopper.session.preferences)
    reading.preferences.usesMouse.toggle()
    reading.unsaved = ["mouse", "theme"]
    shopper.send(.settingsRead(reading))
    #expect(
      shopper.notice == "What settings.json says is in use again. Not saved: Mouse and Colours.")
  }

  @Test func `the focus stays on its setting when a remark comes and goes`() {
    let shopper = TestApp(hasBrowser: false)
    shopper.press("5", "/")
    shopper.type("mail")
    shopper.press("enter", "down", "down")
    let name = shopper.state.focusedSetting?.name
    #expect(name != nil)
    for remarks in [["settings: mail.from is missing."], []] {
      shopper.send(
        .settingsRead(
          SettingsReading(shopper.session.preferences, remarks: remarks, followsWrite: true)))
      #expect(shopper.state.focusedSetting?.name == name, "\(remarks)")
    }
  }

  @Test func `a program that is not there is told where it was typed`() {
    shopper.focusSetting("mail.sendmail")
    shopper.press("enter")
    shopper.type("/etc/hostname")
    shopper.press("enter")
    let remark = "settings: mail.sendmail: there is no program at /etc/hostname to run."
    func read(_ remarks: [String]) {
      shopper.send(
        .settingsRead(
          SettingsReading(shopper.session.preferences, remarks: remarks, followsWrite: true)))
    }
    read([remark])
    #expect(shopper.notice == remark)
    // Once, not with each setting after it.
    shopper.wait(milliseconds: 60_000)
    read([remark])
    #expect(shopper.notice != remark)
  }

  @Test func `a budget is shown, typed and told as prices are written here`() throws {
    let row = try #require(SettingRow.named("locale"))
    let shopper = TestApp(preferences: try row.setting("de_DE", in: Preferences()))
    shopper.focusSetting("budget")
    shopper.press("enter")
    shopper.type("1.012,50")
    shopper.press("enter")
    #expect(shopper.notice.hasPrefix("Budget is 1.012,50\u{A0}$"))
    shopper.press("enter")
    #expect(shopper.form?[.value] == "1012,50")
    shopper.press("enter")
    #expect(shopper.shared.budget?.minorUnits == 101_250)
  }

  @Test func `the row with just this title comes first`() {
    shopper.perform(.show(.settings))
    shopper.press("/")
    shopper.type("use")
    #expect(shopper.state.focusedSetting?.title == "Use")
  }
}
