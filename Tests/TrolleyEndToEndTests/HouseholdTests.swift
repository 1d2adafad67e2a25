import Foundation
import Testing
import TrolleyTestSupport

/// A family with one list, in real terminals and from the command line.
@Suite(.startsPrograms)
struct HouseholdTests {
  private let home: CommandRunner

  init() throws { home = try CommandRunner() }

  private func screen(width: Int = 80, height: Int = 24) throws -> TmuxScreen {
    try TmuxScreen(
      width: width, height: height, folder: home.home,
      command: "$TROLLEY; echo left with $?; sleep 60")
  }

  /// Fills the fields of a form, from the first on, and submits it.
  private func fill(_ screen: TmuxScreen, _ texts: [String]) throws {
    for text in texts {
      try screen.press("C-u")
      if !text.isEmpty { try screen.type(text) }
      try screen.press("Tab")
    }
    try screen.press("C-s")
  }

  private func register(
    _ screen: TmuxScreen, _ name: String, _ password: String, isOwner: Bool = false
  ) throws {
    screen.wait(for: "[ Register ]")
    try screen.press("C-n")
    screen.wait(for: "Again")
    try fill(screen, [name, "\(name.lowercased())@home.example", password, password])
    // The welcome goes with the next key.
    screen.wait(for: "Welcome, \(name).")
    guard isOwner else { return }
    screen.wait(for: "Your recovery code")
    try screen.press("Right", "Enter")
  }

  private func signIn(_ screen: TmuxScreen, _ name: String, _ password: String) throws {
    screen.wait(for: "[ Register ]")
    try screen.type("\(name.lowercased())@home.example")
    try screen.press("Tab")
    try screen.type(password)
    try screen.press("Enter")
  }

  private static let canLimitWatches: Bool = {
    let limit = "echo 0 > /proc/sys/user/max_inotify_instances"
    let runner = try? CommandRunner()
    return (try? runner?.shell("unshare -U -r sh -c '\(limit)'").status) == 0
  }()

  /// The system has so many watches for each user, and all may be taken.
  @Test(.enabled(if: canLimitWatches)) func `what others change is seen without watches, too`()
    throws
  {
    #expect(try home.run("add", "2 milk").status == 0)
    let limit = "echo 0 > /proc/sys/user/max_inotify_instances; exec $TROLLEY"
    let screen = try TmuxScreen(
      folder: home.home, command: "unshare -U -r sh -c \"\(limit)\"; sleep 60")
    screen.wait(for: "Cart ·1")
    #expect(try home.run("add", "3 kumquats").status == 0)
    screen.wait(for: "Cart ·2")
    #expect(try home.run("settings", "theme", "light").status == 0)
    try screen.press("5")
    screen.wait(for: "light")
  }

  @Test(.enabled(if: canLimitWatches))
  func `a file of products is read again without watches, too`() throws {
    func products(_ name: String) throws -> String {
      try home.file(
        "things.json", #"{"products": [{"code": "c1", "name": "\#(name)", "price": 4}]}"#)
    }
    #expect(try home.run("list").status == 0)
    let path = try products("Anvil")
    try home.file(
      "data/settings.json", #"{"catalogue": {"source": "file", "file": "\#(path)"}}"#)
    let limit = "echo 0 > /proc/sys/user/max_inotify_instances; exec $TROLLEY"
    let screen = try TmuxScreen(
      folder: home.home, command: "unshare -U -r sh -c \"\(limit)\"; sleep 60")
    screen.wait(for: "Items")
    try screen.press(".", ".")
    screen.wait(for: "Anvil")
    _ = try products("Bellows")
    screen.wait(for: "Bellows")
  }

  @Test func aFamilyWithOneList() throws {
    #expect(try home.run("add", "2 milk").status == 0)
    let made = try home.run("init", "--use", "household")
    #expect(made.status == 0, "\(made.error)")

    // Nothing is shown before signing in; existing items go to the first account.
    let ann = try screen()
    ann.wait(for: "No accounts yet.")
    #expect(!ann.text.contains("Milk"))
    try register(ann, "Ann", "correct horse battery", isOwner: true)
    ann.wait(for: "1 item · 2 pieces")

    let ben = try screen()
    ben.wait(for: "[ Sign in ]")
    try ben.press("C-n")
    ben.wait(for: "Again")
    try fill(ben, ["", "ann@home.example", "password", ""])
    ben.wait(for: "A name is needed")
    ben.wait(for: "This e-mail address already has an account here.")
    ben.wait(for: "That is among the first that people try.")
    try ben.leaveForm(to: "the sign-in screen") { !$0.contains("Again") }
    try signIn(ben, "Ben", "staple the horse")
    ben.wait(for: "The e-mail address or the password is wrong.")
    try register(ben, "Ben", "staple the horse")

    // Each sees the other.
    ann.wait(for: "●2 ")
    ben.wait(for: "●2 ")

    // Live, while the other is typing; the layout does not move.
    try ann.press("a")
    try ann.type("3 lemo")
    ann.wait(for: "lemo")
    try ben.press("a")
    try ben.type("Rye Bread @3.20")
    try ben.press("Enter")
    ben.wait(for: "Added 1 Rye Bread")
    try ben.press("Escape")
    ann.wait(for: "·2")
    try ann.type("nade")
    try ann.press("Enter")
    ann.wait(for: "Added 3 lemonade")
    try ann.press("Escape")
    ben.wait(for: "lemonade")

    // Ben may pick Ann's items, but not delete or edit them.
    try ben.press("2")
    ben.wait(for: "0 picked of 3")
    ben.wait(for: "lemonade")
    ben.wait(for: "Ann")
    try ben.press("d")
    ben.wait(for: "Ann has put Milk in the cart: only Ann can take it out.")
    try ben.press("+")
    ben.wait(for: "3 ")
    // A starter is everybody's.
    try ben.press("e")
    ben.wait(for: "Edit Milk")
    try ben.press("Escape")
    ben.wait(for: "the form to close") { !$0.contains("Edit Milk") }
    try ben.press("Space")
    ben.wait(for: "1 picked of 3")
    ann.wait(for: "1 of 3 picked")
    try ben.press("d")
    ben.wait(for: "Ann has put Milk in the cart: only Ann can take it out.")

    // Undo affects only one's own changes.
    try ben.press("u")
    ben.wait(for: "Undid: pick Milk")
    try ben.press("u")
    ben.wait(for: "Undid: more Milk")
    try ben.press("u")
    ben.wait(for: "Undid: add Rye Bread")
    try ben.press("u")
    ben.wait(for: "There is nothing to undo")
    try ben.press("C-r")
    ben.wait(for: "Did again: add Rye Bread")

    // Signed out on every screen, everything is kept.
    try ben.press("L")
    ben.wait(for: "[ Sign in ]")
    #expect(!ben.text.contains("Milk"))
    ann.wait(for: "●1 ")
    try signIn(ben, "Ben", "staple the horse")
    ben.wait(for: "Welcome, Ben.")

    // A script signs in with a token.
    let wrong = try home.run("sign-in", "--as", "ann@home.example", input: "correct horse\n")
    #expect(wrong.status == 77)
    #expect(wrong.error.contains("The e-mail address or the password is wrong."))
    let stranger = try home.run("sign-in", "--as", "who@home.example", input: "correct horse\n")
    #expect(stranger.status == 77)
    #expect(stranger.error == wrong.error)
    let right = try home.run(
      "sign-in", "--as", "ann@home.example", input: "correct horse battery\n")
    #expect(right.status == 0, "\(right.error)")
    #expect(try home.run("whoami").output.contains("Ann"))
    #expect(try home.run("remove", "Rye Bread").error.contains("only Ben can take it out."))
    #expect(try home.run("pick", "Rye Bread").status == 0)
    ben.wait(for: "1 of 3 picked")
    let people = try home.run("people", "list")
    #expect(people.output.contains("ben@home.example"))

    // The owner removes an account: it is signed out, and its items become the owner's.
    try ann.press("5")
    ann.wait(for: "Household")
    try ann.press("Down", "d")
    ann.wait(for: "Remove Ben?")
    try ann.press("Right", "Enter")
    ben.wait(for: "[ Sign in ]")
    #expect(try home.run("remove", "Rye Bread").status == 0)
    try ann.press("Q")
    ann.wait(for: "left with 0")
  }

  @Test func `undo by a verb goes past what another has changed, and takes an import back`() throws
  {
    #expect(try home.run("init", "--use", "household").status == 0)
    for name in ["Ann", "Ben"] {
      let address = "\(name.lowercased())@home.example"
      let password = "correct horse of \(name)\n"
      try home.run("people", "add", "--name", name, "--email", address, input: password)
      try home.run("sign-in", "--as", address, input: password)
      // Only the owner adds people, and is signed out when another one signs in.
      if name == "Ben" {
        try home.run("sign-in", "--as", "ann@home.example", input: "correct horse of Ann\n")
      }
    }
    #expect(try home.run("add", "milk", "--as", "ann").status == 0)
    #expect(try home.run("pick", "milk", "--as", "ann").status == 0)
    #expect(try home.run("unpick", "milk", "--as", "ben").status == 0)
    let undone = try home.run("undo", "--as", "ann")
    #expect(
      undone.output.hasPrefix("Undid: ") && !undone.output.contains("pick"), "\(undone.error)")
    #expect(undone.error.contains("Cannot undo pick Milk: another person has changed it since."))
    #expect(try home.run("list", "--as", "ann").output == "The cart is empty.\n")

    try home.run("add", "2 muffins", data: "own")
    let list = try home.run("export", "--format", "json", data: "own").output
    let imported = try home.run("import", "-", "--as", "ben", input: list)
    #expect(imported.status == 0, "\(imported.error)")
    #expect(try home.run("undo", "--as", "ben").status == 0)
    #expect(try home.run("list", "--as", "ann").output == "The cart is empty.\n")
  }

  @Test func verbsSayHowToSignIn() throws {
    #expect(try home.run("settings", "use", "household").status == 0)
    // Until there is an account there is a way back.
    #expect(try home.run("settings", "budget", "9").error.contains("There are no accounts yet."))
    #expect(try home.run("settings", "use").output == "household\n")
    #expect(try home.run("settings", "use", "personal").status == 0)
    #expect(try home.run("init", "--use", "household").status == 0)
    #expect(try home.run("init", "--use", "personal").status == 0)
    #expect(try home.run("init", "--use", "household").status == 0)
    for name in ["Ann", "Ben"] {
      let added = try home.run(
        "people", "add", "--name", name, "--email", "\(name.lowercased())@home.example",
        input: "correct horse of \(name)\n")
      #expect(added.output.hasPrefix("Added \(name).\n"), "\(added.error)")
      try home.run("sign-in", "--as", "ann@home.example", input: "correct horse of Ann\n")
    }
    try home.run("sign-out")
    let first = "trolley: Sign in first. Type: trolley sign-in --as ADDRESS\n"
    #expect(try home.run("list").error == first)
    #expect(
      try home.run("list", "--as", "ben").error
        == "trolley: Ben is not signed in. Type: trolley sign-in --as ben@home.example\n")
    let signedIn = try home.run(
      "sign-in", "--as", "ben@home.example", input: "correct horse of Ben\n")
    #expect(signedIn.output == "Signed in as Ben.\n", "\(signedIn.error)")
    #expect(try home.run("list", "--as", "ben").output == "The cart is empty.\n")
    // One cart for all: no pieces per person.
    #expect(try !home.run("people", "list").output.contains("piece"))
  }
}
