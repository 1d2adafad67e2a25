import Foundation
import Testing
import TrolleyProviderSupport
import TrolleyTestSupport

/// The main use of the program, from the first launch to the second, in a real terminal.
@Suite(.startsPrograms)
struct MainJobTests {
  struct Situation: CustomTestStringConvertible, Sendable {
    let width: Int
    let height: Int
    var environment: [String: String] = [:]
    var testDescription: String { "\(width)×\(height) \(environment.keys.joined())" }
  }

  @Test(arguments: [
    Situation(width: 80, height: 24), Situation(width: 40, height: 12),
    Situation(width: 200, height: 60),
    Situation(width: 80, height: 24, environment: ["NO_COLOR": "1"]),
  ])
  func firstLaunchToOrderAndEverythingIsThereTheNextDay(_ at: Situation) throws {
    let folder = try TemporaryFolder()
    func open() throws -> TmuxScreen {
      try TmuxScreen(
        width: at.width, height: at.height, folder: folder.url, environment: at.environment,
        command: "$TROLLEY; echo left with $?; sleep 60")
    }
    let screen = try open()
    screen.wait(for: "all keys")
    for name in ["Apple", "Grapes", "Milk", "Muffin", "Popcorn", "Soda"] {
      screen.wait(for: name)
    }
    screen.wait(for: "The cart is empty.")
    let next = at.width == 40 ? "Down" : "Right"
    try screen.press("Space", next, "Space", next, "Space", "+")
    screen.wait(for: "3 items")
    try screen.press("2")
    screen.wait(for: "0 picked of 3")
    try screen.press("Space")
    screen.wait(for: "1 picked of 3")
    try screen.press("o")
    screen.wait(for: "Check out")
    // No address to send to: the error is beside its field and the name is still there.
    try screen.type("Ann Smith")
    try screen.press("C-s")
    screen.wait(for: "An address is needed.")
    screen.wait(for: "Ann Smith")
    try screen.type("12 High Street")
    try screen.press("C-s")
    screen.wait(for: "Thank you, Ann Smith!")
    screen.wait(for: "in 15 minutes to 12 High Street.")
    try screen.press("Escape")
    // The notification, also in the app, with name and address.
    screen.wait(for: "the notification") {
      let text = $0.split { $0.isWhitespace }.joined(separator: " ")
      return text.contains(
        "Ann Smith: Order 1 is saved here. It is for no store, so nothing was sent; as a demo, it is "
          + "delivered in 15 minutes to 12 High Street.")
    }
    try screen.press("q")
    screen.wait(for: "left with 0")

    let again = try open()
    again.wait(for: "The cart is empty.")
    try again.press("4")
    again.wait(for: "№ 1")
    again.wait(for: "Ann Smith")
    try again.press("R")
    again.wait(for: "3 items")
    try again.press("Q")
    again.wait(for: "left with 0")
  }

  @Test func twoScreensOnOneListFollowEachOther() throws {
    let folder = try TemporaryFolder()
    let one = try TmuxScreen(folder: folder.url, command: "$TROLLEY; sleep 60")
    one.wait(for: "all keys")
    let two = try TmuxScreen(folder: folder.url, command: "$TROLLEY; sleep 60")
    two.wait(for: "all keys")
    try one.press("Space")
    two.wait(for: "1 item ·")
    try two.press("Right", "Space")
    one.wait(for: "2 items ·")
    try one.press("u")
    one.wait(for: "1 item ·")
    two.wait(for: "1 item ·")
  }

  @Test func theScreenFollowsTheCommandLine() throws {
    let shop = try CommandRunner()
    let screen = try TmuxScreen(folder: shop.home, command: "$TROLLEY; sleep 60")
    screen.wait(for: "all keys")
    let added = try shop.run("add", "4 organic carrots")
    #expect(added.status == 0, "\(added.error)")
    screen.wait(for: "organic c")
    screen.wait(for: "1 item · 4 pieces")
  }

  @Test func pastingIntoAFieldIsTextAndNeverACommand() throws {
    let folder = try TemporaryFolder()
    let screen = try TmuxScreen(folder: folder.url, command: "$TROLLEY; sleep 60")
    screen.wait(for: "all keys")
    try screen.press("a")
    screen.wait(for: "enter adds")
    try screen.paste("quince q jam Q \u{1B}[31mred")
    screen.wait(for: "quince q jam Q")
    try screen.press("Enter")
    screen.wait(for: "Added 1 quince q jam Q")
    #expect(!screen.styledText.contains("\u{1B}[31mred"))
  }
}
