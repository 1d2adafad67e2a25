import Foundation
import Testing
import TrolleyTestSupport

/// A small shop from its first day, in a real terminal and from the command line.
@Suite(.startsPrograms)
struct StaffTests {
  private let shop: CommandRunner

  init() throws { shop = try CommandRunner() }

  private func screen(width: Int = 80, height: Int = 24) throws -> TmuxScreen {
    try TmuxScreen(
      width: width, height: height, folder: shop.home,
      command: "$TROLLEY; echo left with $?; sleep 60")
  }

  /// Fills the fields of the employee's form, from the first on, and submits it.
  private func fill(_ screen: TmuxScreen, _ texts: [String]) throws {
    for text in texts {
      try screen.press("C-u")
      if !text.isEmpty { try screen.type(text) }
      try screen.press("Tab")
    }
    try screen.press("C-s")
  }

  private func signIn(_ screen: TmuxScreen, _ pin: String, _ name: String) throws {
    try screen.type(pin)
    try screen.press("Enter")
    screen.wait(for: "Welcome, \(name).")
    // A shop starts with the catalogue; switch to the own items.
    try screen.press(".")
  }

  private func cancel(_ screen: TmuxScreen) throws {
    try screen.leaveForm(to: "the sign-in screen") {
      $0.contains("Type your PIN") && !$0.contains("That is not")
    }
  }

  @Test func aNewShopFromItsFirstDay() throws {
    #expect(try shop.run("add", "2 milk").status == 0)
    let made = try shop.run("init", "--use", "staff")
    #expect(made.status == 0, "\(made.error)")
    #expect(made.output.contains("staff use"))

    let screen = try screen()
    screen.wait(for: "No employees yet.")
    #expect(!screen.text.contains("Milk"))
    #expect(!screen.text.contains("Items"))

    // Every rule broken at once: each message is beside its field, and nothing is lost.
    try screen.press("n")
    screen.wait(for: "The first employee")
    try fill(screen, ["12ab", "", "", "", "ann at home", "soon"])
    for sentence in [
      "That is not a PIN.", "A first name is needed.", "A last name is needed.",
      "is not an e-mail address.", "is not a day.",
    ] {
      screen.wait(for: sentence)
    }
    screen.wait(for: "ann at home")
    #expect(!screen.text.contains("12ab"))
    try fill(
      screen, ["739154826", "739154826", "Ann", "Smith", "ann@shop.example", "2024-02-29"])
    let isCode = /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/
    screen.wait(for: "Your recovery code")
    let code = screen.wait(for: "the recovery code") { $0.contains(isCode) }.firstMatch(of: isCode)
    // A second enter, in the same burst, does not close it.
    try screen.press("Enter")
    screen.wait(for: "It is not shown again. Choose “Written down”")
    try screen.press("Right", "Enter")
    screen.wait(for: "Ann can sign in now.")

    // The second one has no e-mail address, and first tries a PIN that is taken.
    try screen.press("n")
    screen.wait(for: "New employee")
    try fill(screen, ["80463", "80463", "Ben", "SMITH", "Ann@Shop.example"])
    screen.wait(for: "“Smith” is taken: add an initial")
    screen.wait(for: "This e-mail address already has an account here.")
    try cancel(screen)
    try screen.press("n")
    screen.wait(for: "New employee ─")
    try fill(screen, ["739154826", "739154826", "Ben", "Jones", ""])
    screen.wait(for: "This PIN is taken.")
    try cancel(screen)
    try screen.press("n")
    screen.wait(for: "New employee ─")
    try fill(screen, ["80463", "80463", "Ben", "Jones", "ben@shop.example"])
    screen.wait(for: "Ben can sign in now.")

    // Signing in.
    try screen.type("80")
    try screen.press("Enter")
    screen.wait(for: "That is not a PIN.")
    try cancel(screen)
    try screen.type("50937")
    #expect(!screen.wait(for: "•••••").contains("50937"))
    try screen.press("Enter")
    screen.wait(for: "No one has this PIN.")

    // A cart for each, kept after signing out; existing lines go to the owner.
    try signIn(screen, "80463", "Ben")
    screen.wait(for: "The cart is empty.")
    try screen.press("Space", "+", "+")
    screen.wait(for: "3 pieces")
    try screen.press("L")
    screen.wait(for: "Type your PIN")
    #expect(!screen.text.contains("Apple"))
    try signIn(screen, "739154826", "Ann")
    screen.wait(for: "1 item · 2 pieces")
    try screen.press("5")
    // The terminal may show half of a page while it is drawn.
    screen.wait(for: "all people") { page in
      ["3 pieces", "Ann Smith (owner)", "29 Feb 2024", "2 pieces", "Ben Jones"]
        .allSatisfy(page.contains)
    }

    // Live: what Ben adds elsewhere is counted here.
    let other = try self.screen()
    other.wait(for: "Type your PIN")
    try signIn(other, "80463", "Ben")
    other.wait(for: "1 item · 3 pieces")
    try other.press("+")
    screen.wait(for: "4 pieces")

    // Forgotten.
    try screen.press("L")
    screen.wait(for: "Type your PIN")
    try screen.press("f")
    screen.wait(for: "E-mail")
    try screen.type("who@shop.example")
    try screen.press("Enter")
    screen.wait(for: "No account here has this e-mail address.")
    try screen.press("C-u")
    try screen.type("BEN@shop.example")
    try screen.press("Enter")
    screen.wait(for: "Ben, your PIN is 80463.")
    try screen.press("Enter", "f")
    screen.wait(for: "E-mail")
    try screen.type("ann@shop.example")
    try screen.press("Enter")
    screen.wait(for: "The owner’s PIN is never shown.")
    try screen.press("C-u")
    try screen.type(String(try #require(code).output.0))
    try screen.press("Enter")
    screen.wait(for: "You came in by the recovery code.")
    try screen.press("Escape")
    screen.wait(for: "the form to close") { !$0.contains("You came in") }
    try screen.press("L")
    screen.wait(for: "Type your PIN")
    try screen.press("Q")
    screen.wait(for: "left with 0")
    try other.press("Q")
    other.wait(for: "left with 0")
  }

  @Test func aWaitIsShownAndKeptOverARestartAndForTheCommandLine() throws {
    try openShop()
    let screen = try TmuxScreen(
      width: 40, height: 12, folder: shop.home, command: "$TROLLEY; $TROLLEY; sleep 60")
    screen.wait(for: "Type your PIN")
    for _ in 0..<4 {
      try screen.type("50937")
      try screen.press("Enter")
      screen.wait(for: "No one has this PIN.")
      try screen.press("Escape")
      screen.wait(for: "the message to go") { !$0.contains("No one") }
    }
    // The fifth one says at once that a wait has begun.
    try screen.type("50937")
    try screen.press("Enter")
    screen.wait(for: "Too many wrong tries.")
    screen.wait(for: "the seconds to count down") { $0.contains("Wait 2") }
    // The same till, after a restart; then another one, which does not wait.
    try screen.press("Q")
    screen.wait(for: "a new start") { $0.contains("Type your PIN") && !$0.contains("Too many") }
    try screen.type("739154826")
    try screen.press("Enter")
    screen.wait(for: "Too many wrong tries.")
    #expect(try shop.run("sign-in", input: "739154826\n").status == 0)
    // The owner ends the wait, and the till says so without a key.
    #expect(try shop.run("people", "unlock").status == 0)
    screen.wait(for: "You can try again now.")
    try screen.press("Q")
  }

  // MARK: The command line

  private func openShop() throws {
    try shop.run("init", "--use", "staff")
    let ann = try shop.run(
      "people", "add", "--first", "Ann", "--last", "Smith", "--email", "ann@shop.example",
      input: "739154826\n")
    #expect(ann.output.hasPrefix("Added Ann Smith.\nRecovery code: "), "\(ann.error)")
    try shop.run("sign-in", input: "739154826\n")
    let ben = try shop.run(
      "people", "add", "--first", "Ben", "--last", "Jones", "--hired", "2025-09-30",
      input: "80463\n")
    #expect(ben.status == 0, "\(ben.error)")
    try shop.run("sign-out")
  }

  /// The same rule as for `n` on the sign-in screen.
  @Test func `who may add people is what the owner says`() throws {
    try openShop()
    func add(_ first: String, _ input: String) throws -> ChildProcess.Outcome {
      try shop.run("people", "add", "--first", first, "--last", first + "s", input: input)
    }
    let anyone = try add("Cid", "60317\n")
    #expect(anyone.output == "Added Cid Cids.\n", "\(anyone.error)")
    try shop.run("sign-in", input: "739154826\n")
    try shop.run("settings", "registration", "closed")
    #expect(try add("Dora", "48261\n").status == 0)
    try shop.run("sign-in", input: "80463\n")
    let closed = try add("Emil", "91537\n")
    #expect(closed.status == 77 && closed.error == "trolley: Only Ann Smith adds people here.\n")
    try shop.run("sign-out")
    #expect(try add("Emil", "91537\n").error.contains("adds people here. Type: trolley sign-in"))
    try shop.run("sign-in", input: "739154826\n")
    let invited = try shop.run("people", "invite", "--json").json["invitation"] as? String
    try shop.run("sign-out")
    let wrong = try add("Emil", "AAAA-AAAA\n91537\n")
    #expect(wrong.status == 77 && wrong.error.contains("not the invitation"), "\(wrong.error)")
    let right = try add("Emil", try #require(invited) + "\n91537\n")
    #expect(right.output == "Added Emil Emils.\n", "\(right.error)")
  }

  @Test func verbsAskForASignInAndEachHasACart() throws {
    try openShop()
    for verb in [["list"], ["items"], ["total"], ["undo"], ["people", "list"], ["export"]] {
      let run = try shop.start(verb).finish()
      #expect(run.status == 77, "\(verb)")
      #expect(run.error == "trolley: Sign in first. Type: trolley sign-in\n")
      #expect(run.bytes.isEmpty)
    }
    #expect(try shop.run("whoami").output == "Not signed in.\n")
    #expect(try shop.run("sign-in", input: "80463\n").output == "Signed in as Ben Jones.\n")
    #expect(try shop.run("whoami").output == "Ben Jones\n")
    #expect(try shop.run("add", "3 apple").status == 0)
    #expect(try shop.run("sign-in", input: "739154826").status == 0)
    #expect(try shop.run("list").output == "The cart is empty.\n")
    #expect(try shop.run("--as", "ben", "total").status == 0)
    #expect(try shop.run("list", "--as", "Jones").output.contains("Apple"))
    let people = try shop.run("people", "list", "--json").objects("people")
    #expect(people.map { $0["pieces"] as? Int } == [0, 3])
    #expect(people.map { $0["hired"] as? String }.last == "2025-09-30")
    #expect(try shop.run("undo").status != 0, "Ann has done nothing")
    #expect(try shop.run("undo", "--as", "ben").output == "Undid: put Apple in the cart\n")
    #expect(try shop.run("sign-out").output == "Signed out Ann Smith.\n")
    try shop.refused("list", "--as", "ann", status: 77)
    #expect(try shop.run("--as", "ben", "list").status == 0)
  }

  @Test func onlyTheOwnerRemovesAndThenTheTokenIsWorthNothing() throws {
    try openShop()
    try shop.run("sign-in", input: "80463\n")
    let refusal = try shop.refused("people", "remove", "ann", status: 65)
    #expect(refusal.contains("owns this list"))
    try shop.run("sign-in", input: "739154826\n")
    #expect(try shop.run("people", "remove", "Jones").output == "Removed Ben Jones.\n")
    try shop.refused("--as", "ben", "list", status: 65)
    try shop.refused("sign-in", status: 77, input: "80463\n")
  }

  @Test func `a setting of the owner is refused like any other missing right`() throws {
    try openShop()
    let refusal = try shop.refused("settings", "lockMinutes", "9", status: 77)
    #expect(refusal.contains("Sign in first. Type: trolley sign-in"))
  }

  @Test func whatIsWrongIsOneSentence() throws {
    try openShop()
    try shop.run("sign-in", input: "739154826\n")
    func add(_ first: String, _ last: String, _ pin: String, _ more: [String] = []) throws -> String
    {
      let run = try shop.start(
        ["people", "add", "--first", first, "--last", last] + more, input: pin + "\n"
      ).finish()
      #expect(run.status == 65)
      return run.error
    }
    #expect(try add("Cid", "Stone", "12").contains("That is not a PIN."))
    #expect(try add("Cid", "Stone", "1234").contains("easy to guess"))
    #expect(try add("Cid", "Stone", "80463").contains("This PIN is taken."))
    #expect(try add("", "Stone", "60317").contains("A first name is needed."))
    #expect(try add("Cid", "sMÍTH", "60317").contains("“Smith” is taken: add an initial"))
    #expect(try add("Cid", "Stone", "60317", ["--email", "x"]).contains("not an e-mail address"))
    #expect(try add("Cid", "Stone", "60317", ["--hired", "soon"]).contains("is not a day"))
    try shop.refused("sign-in", status: 77, input: "50937\n")
    try shop.refused("init", "--use", "household", status: 65)
  }

  /// A sign-in or a stolen token is not enough to export the whole list.
  @Test func anExportAsksForThePINAgain() throws {
    try openShop()
    try shop.run("sign-in", input: "80463\n")
    try shop.refused("export", status: 64)
    #expect(try shop.refused("export", status: 65, input: "80\n").contains("That is not a PIN."))
    for pin in ["50937\n", "739154826\n"] {
      let refusal = try shop.refused("export", status: 77, input: pin)
      #expect(refusal.contains("That is not the PIN of Ben Jones."))
    }
    let list = try shop.run("export", input: "80463\n")
    #expect(list.status == 0)
    #expect(list.output.contains("Apple"))
    let path = shop.home.appending(path: "list.csv").path
    let args = ["export", "--format", "csv", "--output", path]
    #expect(try shop.start(args, input: "80463\n").finish().status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("Apple"))
    for _ in 0..<5 { _ = try shop.refused("export", status: 77, input: "50937\n") }
    let refusal = try shop.refused("export", status: 77, input: "80463\n")
    #expect(refusal.contains("Too many wrong tries."), "they count like any other")
    #expect(try shop.start(["total"]).finish().status == 0, "and stop nothing else")
  }

  @Test func anExportOnTheTerminalAsksWithoutShowingThePIN() throws {
    try openShop()
    try shop.run("sign-in", input: "80463\n")
    let terminal = try TmuxScreen(
      folder: shop.home,
      command: "cd; $TROLLEY export --format csv >list.csv; wc -l list.csv; sleep 60")
    terminal.wait(for: "PIN of Ben Jones:")
    try terminal.type("80463")
    try terminal.press("Enter")
    let text = terminal.wait(for: " list.csv")
    #expect(!text.contains("80463"))
    #expect(!text.contains("0 list.csv"))
  }

  /// Changed on the screen, in one's own form: the old token is invalid, as after the account was
  /// removed.
  @Test func anotherPINOnTheScreenEndsTheToken() throws {
    try openShop()
    try shop.run("sign-in", input: "80463\n")
    try shop.run("sign-in", input: "739154826\n")
    let screen = try screen()
    screen.wait(for: "Type your PIN")
    try signIn(screen, "80463", "Ben")
    try screen.press("5", "Down", "e")
    screen.wait(for: "Your PIN now")
    try screen.type("60317")
    try screen.press("Tab")
    try screen.type("60317")
    try screen.press("C-s")
    screen.wait(for: "Type your PIN, since a PIN")
    try screen.type("50937")
    try screen.press("C-s")
    screen.wait(for: "That is not your PIN.")
    #expect(try shop.run("--as", "ben", "whoami").output == "Ben Jones\n")
    try screen.type("80463")
    try screen.press("C-s")
    screen.wait(for: "the form to close") { !$0.contains("Your PIN now") }
    try screen.press("L")
    screen.wait(for: "Type your PIN")
    try shop.refused("--as", "ben", "list", status: 77)
    try shop.refused("sign-in", status: 77, input: "80463\n")
    #expect(try shop.run("--as", "ann", "whoami").output == "Ann Smith\n")
    #expect(try shop.run("sign-in", input: "60317\n").status == 0)
    // The owner does not stay signed in for the next person at this machine.
    try shop.refused("--as", "ann", "whoami", status: 77)
    try signIn(screen, "739154826", "Ann")
    try screen.press("5", "Down", "d")
    screen.wait(for: "Remove Ben Jones?")
    try screen.press("Right", "Enter")
    screen.wait(for: "Removed Ben Jones.")
    try screen.press("Q")
    screen.wait(for: "left with 0")
    let kept = try FileManager.default.contentsOfDirectory(atPath: shop.data.path)
    #expect(kept.filter { $0.hasPrefix("sign-in.") && $0 != "sign-in.tries" }.isEmpty)
  }

  @Test func personalUseAsksNobody() throws {
    #expect(try shop.run("whoami").output == "Personal use: no sign-in.\n")
    try shop.refused("sign-in", status: 64, input: "80463\n")
    try shop.refused("--as", "ann", "list", status: 64)
    let screen = try screen()
    screen.wait(for: "all keys")
    #expect(!screen.text.contains("People"))
    try screen.press("5")
    screen.wait(for: "Settings")
    try screen.press("Q")
    screen.wait(for: "left with 0")
    #expect(!FileManager.default.fileExists(atPath: shop.data.appending(path: "pin.key").path))
  }

  @Test func thePINIsNotShownWhileItIsTyped() throws {
    try openShop()
    let terminal = try TmuxScreen(
      folder: shop.home, command: "$TROLLEY sign-in; $TROLLEY whoami; sleep 60")
    terminal.wait(for: "PIN:")
    try terminal.type("80464")
    try terminal.press("BSpace")
    try terminal.type("3")
    try terminal.press("Enter")
    let text = terminal.wait(for: "Signed in as Ben Jones.")
    #expect(!text.contains("80463"))
    terminal.wait(for: "Ben Jones")
  }
}
