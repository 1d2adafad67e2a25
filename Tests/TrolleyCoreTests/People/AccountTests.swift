import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// What an employee's form accepts, and its messages when it does not.
@Suite struct AccountTests {
  private let shopper: TestApp

  init() {
    shopper = TestApp(items: SampleItems.all)
    shopper.openShop()
    shopper.press("5", "a")
  }

  private func error(_ field: FormState.FieldID) -> String? {
    shopper.form?.fields.first { $0.id == field }?.error
  }

  @Test func theFirstAccountOwnsTheListAndIsSignedIn() {
    let ann = shopper.employee("Ann")
    #expect(ann?.role == .owner)
    #expect(ann?.since == Day(of: TestApp.start))
    #expect(shopper.session.actor == ann.map { .account($0.id) })
    #expect(shopper.shared.use == .staff)
  }

  @Test func everyEmptyFieldHasItsSentence() {
    shopper.press("ctrl-s")
    #expect(error(.pin) == "A PIN is needed.")
    #expect(error(.firstName) == "A first name is needed.")
    #expect(error(.lastName) == "A last name is needed.")
    #expect(error(.email) == nil)
    #expect(error(.since) == nil)
  }

  @Test(arguments: ["739", "1234567890123", "73a9", "７３９１", "73 91"])
  func whatIsNoPINIsTold(_ pin: String) {
    shopper.fillEmployee(pin: pin, "Ben", "Jones")
    #expect(error(.pin) == "That is not a PIN. A PIN has 4 to 12 digits.")
    #expect(shopper.shared.accounts.count == 1)
  }

  @Test func `what is easy to guess is said before it is typed`() {
    func hint() -> String? { shopper.form?.fields.first { $0.id == .pin }?.hint }
    #expect(hint()?.contains("not 1234") == true)
    shopper.press("esc", "enter")
    #expect(hint()?.contains("as it is") == true && hint()?.contains("not 1234") == true)
  }

  @Test(arguments: [
    "0000", "1234", "4321", "999999", "1212", "737373", "2512", "1225", "1987", "2024", "311299",
    "25121990", "19901225",
  ])
  func whatIsEasyToGuessIsNotTaken(_ pin: String) {
    shopper.fillEmployee(pin: pin, "Ben", "Jones")
    #expect(error(.pin)?.contains("easy to guess") == true)
  }

  @Test func `the reason why a PIN is easy to guess is among those that are said`() {
    shopper.fillEmployee(pin: "6060", "Ben", "Jones")
    #expect(error(.pin)?.contains("nothing repeated (0000, 6060)") == true)
  }

  @Test func `digits that no PIN can be are told when their field is left`() {
    shopper.type("1111")
    #expect(error(.pin) == nil)
    shopper.press("tab")
    #expect(error(.pin)?.contains("easy to guess") == true)
    #expect(shopper.form?.fields.first?.id == .pin && shopper.form?.focus == 1)
  }

  @Test(arguments: ["7391", "8046", "5093", "60317", "9041", "739154826093"])
  func whatIsHardEnoughIsTaken(_ pin: String) {
    #expect(PIN.refusal(of: pin) == nil)
    shopper.fillEmployee(pin: pin, "Ben", "Jones")
    #expect(shopper.employee("Ben") != nil)
  }

  @Test func aPINThatSomebodyHasIsNotTaken() {
    shopper.fillEmployee(pin: " 739154 ", "Ben", "Jones")
    #expect(error(.pin) == "This PIN is taken. Choose another one.")
    #expect(shopper.form?[.lastName] == "Jones")
  }

  @Test(arguments: ["Smith", "smith", " SMITH ", "Smíth"])
  func aLastNameIsThereOnce(_ name: String) {
    shopper.fillEmployee(pin: "8046", "Ben", name)
    #expect(error(.lastName) == "“Smith” is taken: add an initial, such as “Smith B”.")
    shopper.press("end")
    shopper.type(" B")
    shopper.press("ctrl-s")
    #expect(shopper.employee("Ben") != nil)
  }

  @Test func firstNamesMayRepeat() {
    shopper.fillEmployee(pin: "8046", "Ann", "Jones")
    #expect(shopper.shared.accounts.count == 2)
  }

  @Test func aPluralIsAnotherLastName() {
    shopper.fillEmployee(pin: "8046", "Ben", "Smiths")
    #expect(shopper.shared.accounts.count == 2)
  }

  @Test(arguments: ["ann@shop.example", " Ann@Shop.Example "])
  func anAddressIsThereOnce(_ email: String) {
    shopper.fillEmployee(pin: "8046", "Ben", "Jones", email)
    #expect(error(.email) == "This e-mail address already has an account here.")
  }

  @Test func twoMayHaveNoAddress() {
    shopper.fillEmployee(pin: "8046", "Ben", "Jones")
    shopper.press("a")
    shopper.fillEmployee(pin: "60317", "Cid", "Stone")
    #expect(shopper.shared.accounts.count == 3)
  }

  @Test func anAddressMustBeOne() {
    shopper.fillEmployee(pin: "8046", "Ben", "Jones", "ben at home")
    #expect(error(.email) == "“ben at home” is not an e-mail address.")
    #expect(
      ChangeError.badEmail("a@b.example, c@d.example").sentence
        == "“a@b.example, c@d.example” are several e-mail addresses; only one is taken here.")
  }

  @Test(arguments: ["yesterday", "2026-13-01", "2026-02-30", "2026-2-1", "26-02-01"])
  func aDayMustBeOne(_ day: String) {
    shopper.fillEmployee(pin: "8046", "Ben", "Jones", since: day)
    #expect(error(.since) == "“\(day)” is not a day. Write it like 2026-03-14.")
  }

  @Test func theDayOfHiringIsTodayUnlessChanged() {
    shopper.fillEmployee(pin: "8046", "Ben", "Jones", since: "2024-02-29")
    #expect(shopper.employee("Ben")?.since.text == "2024-02-29")
  }

  @Test func allThatIsWrongIsSaidAtOnceAndNothingIsLost() {
    shopper.fillEmployee(pin: "12", "", "smith", "x", since: "x")
    #expect(shopper.form?.fields.allSatisfy { $0.error != nil || $0.id == .pinAgain } == true)
    #expect(shopper.form?.focus == 0)
    #expect(shopper.form?[.email] == "x")
  }

  @Test func editingKeepsThePINUnlessThereIsANewOne() {
    let before = shopper.employee("Ann")?.pin
    shopper.press("esc", "e")
    shopper.press("tab", "tab", "ctrl-u")
    shopper.type("Anne")
    shopper.press("ctrl-s")
    #expect(shopper.employee("Anne")?.pin == before)
    shopper.press("e")
    shopper.type("8046")
    shopper.press("tab")
    shopper.type("8047")
    shopper.press("ctrl-s")
    #expect(error(.pinAgain) == "That is not the same PIN again.")
    shopper.press("ctrl-u")
    shopper.type("8046")
    for _ in 0..<5 { shopper.press("tab") }
    shopper.type("739154")
    shopper.press("ctrl-s")
    shopper.press("L")
    shopper.signIn("8046")
    #expect(shopper.state.account?.firstName == "Anne")
  }

  @Test func ofTwoProgramsThatTakeTheSameNameOneIsRefused() {
    let other = TestApp(sharing: shopper.journal, replica: ReplicaID(99))
    other.signIn("739154")
    other.press("5", "a")
    other.fillEmployee(pin: "8046", "Ben", "Jones")
    shopper.isDiskSlow = false
    shopper.fillEmployee(pin: "60317", "Bob", "Jones")
    shopper.readNews()
    other.readNews()
    #expect(Set(shopper.shared.accounts.map(\.firstName)) == ["Ann", "Ben"])
    #expect(other.shared == shopper.shared)
  }

  @Test(arguments: ["0001-01-01", "1970-01-01", "1999-12-31", "2000-02-29", "2026-11-21"])
  func daysAreReadAsTheyAreWritten(_ text: String) throws {
    #expect(try #require(Day(text: text)).text == text)
  }

  // MARK: A shop with Ann, its owner, and Ben

  /// Ben is signed in.
  private func openShop() -> TestApp {
    let shopper = TestApp(items: SampleItems.all)
    shopper.openShop()
    shopper.press("5", "a")
    shopper.fillEmployee(pin: "804613", "Ben", "Jones")
    shopper.press("L")
    shopper.signIn("804613")
    return shopper
  }

  @Test func `who took an order is known after they have left`() {
    let shopper = openShop()
    shopper.press("1", "space", "o")
    shopper.type("Mr Hill")
    shopper.press("ctrl-s", "enter", "L")
    shopper.signIn("739154")
    let order = shopper.shared.orders.first
    #expect(shopper.shared.name(of: order?.placedBy ?? "") == "Ben Jones")
    shopper.press("5", "end", "d", "right", "enter")
    #expect(shopper.employee("Ben") == nil)
    #expect(shopper.shared.name(of: order?.placedBy ?? "") == "Ben Jones")
    shopper.press("4")
    #expect(shopper.canvas.text.contains("Ben Jones"))
  }

  @Test func `the customer of one cart is not the customer of the next`() {
    let shopper = openShop()
    shopper.press("1", "space", "o")
    shopper.type("Mr Hill")
    shopper.press("esc")
    shopper.perform(.holdCart)
    shopper.press("ctrl-s", "1", "space", "o")
    #expect(shopper.form?[.name] == "")
  }

  @Test func `a held cart is in no cart of those that others will see`() {
    let shopper = openShop()
    let count = shopper.shared.items.count
    func seen() -> String { String(shopper.shared.whatOthersWillSee.prefix { $0 != "," }) }
    #expect(seen() == "Machines that you invite will see \(count) items")
    shopper.press("1", "space", "right", "space")
    #expect(seen() == "Machines that you invite will see \(count) items (2 in carts)")
    shopper.perform(.holdCart)
    shopper.press("ctrl-s", "1", "space")
    #expect(
      seen() == "Machines that you invite will see \(count) items (1 in carts) and 1 held cart")
  }

  @Test
  func `a setting that is written elsewhere moves nothing on a screen that has chosen nothing`() {
    let shopper = openShop()
    shopper.press("L")
    shopper.type("804613")
    shopper.press("enter")
    #expect(shopper.preferences.segment == .catalogue)
    var written = Preferences()
    written.theme = .dark
    shopper.send(.settingsRead(SettingsReading(written)))
    #expect(shopper.preferences.theme == .dark && shopper.preferences.segment == .catalogue)
    // Nor does what another screen shows.
    written.segment = .starred
    shopper.send(.settingsRead(SettingsReading(written)))
    #expect(shopper.preferences.segment == .catalogue && shopper.state.session.showsCatalogue)
  }

  @Test(arguments: ["lockMinutes", "mail.server", "services.wineCom.key"])
  func `only the owner changes what guards the shop`(_ name: String) {
    let shopper = openShop()
    shopper.focusSetting(name)
    shopper.press("enter")
    #expect(shopper.session.overlays.isEmpty)
    #expect(shopper.notice.hasPrefix("Only Ann Smith"))
    #expect(shopper.preferences == Preferences())
    shopper.press("L")
    shopper.signIn("739154")
    shopper.focusSetting(name)
    shopper.press("enter")
    #expect(!shopper.session.overlays.isEmpty)
  }

  @Test func `another PIN ends what the old one had opened`() {
    let shopper = openShop()
    let other = TestApp(sharing: shopper.journal, replica: ReplicaID(99))
    other.signIn("739154")
    other.press("5", "end", "e")
    other.type("60317")
    other.press("tab")
    other.type("60317")
    for _ in 0..<5 { other.press("tab") }
    other.type("739154")
    other.press("ctrl-s")
    #expect(!shopper.session.isLocked)
    shopper.readNews()
    #expect(shopper.session.isLocked)
    #expect(shopper.session.signIn.message.contains("the PIN was changed"))
    #expect(!other.session.isLocked)
  }
}
