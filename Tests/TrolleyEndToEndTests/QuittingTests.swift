import Foundation
import Testing
import TrolleyModel
import TrolleyTestSupport

/// Everything pressed before quitting is done before quitting.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct QuittingTests {
  private let home: CommandRunner

  init() throws {
    home = try CommandRunner()
    #expect(try home.run("list").status == 0)
  }

  private func screen() throws -> TmuxScreen {
    let screen = try TmuxScreen(
      folder: home.home, command: "$TROLLEY --reduce-motion; echo left with $?; sleep 60")
    screen.wait(for: "all keys")
    return screen
  }

  /// All in one write, as from a hand that is faster than the disk.
  private func run(_ keys: String) throws {
    let screen = try screen()
    try screen.send(keys)
    screen.wait(for: "left with 0")
  }

  private var cart: [String] {
    get throws {
      try home.run("list", "--json").objects("items").map {
        "\($0["quantity"] ?? "") \($0["name"] ?? "")"
      }
    }
  }

  private var items: [String] {
    get throws {
      try home.run("items", "--json").objects("items").map {
        "\($0["name"] ?? "")\($0["favourite"] as? Bool == true ? " *" : "")"
      }
    }
  }

  @Test(arguments: [
    (" Q", ["1 Apple"]), (" uQ", []), (" u\u{11}", []), (" u:quit\r", []), (" ul uQ", []),
    (" l l uuQ", ["1 Apple"]), (" uUQ", ["1 Apple"]), (" l uuUUuQ", ["1 Apple"]),
    (" u*l Q", ["1 Grapes"]), (" Ql ", ["1 Apple"]),
  ])
  func `keys that come together with the last one count`(
    _ keys: String, _ expected: [String]
  ) throws {
    try run(keys)
    #expect(try cart == expected)
  }

  @Test func `an undo of an earlier run is done before the end`() throws {
    #expect(try home.run("add", "zucchini").status == 0)
    #expect(try items.contains("zucchini"))
    try run("uQ")
    #expect(try !items.contains("zucchini"))
    try run("UQ")
    #expect(try items.contains("zucchini"))
  }

  @Test func `an undo of what was just added is done before the end`() throws {
    let screen = try screen()
    try screen.send("azucchini\r")
    screen.wait(for: "Cart ·1")
    try screen.press("Escape")
    screen.wait(for: "? all keys")
    try screen.send("uQ")
    screen.wait(for: "left with 0")
    #expect(try !items.contains("zucchini"))
  }

  /// The screen comes before the disk, but not where nothing is shown.
  @Test func `what is done while the terminal takes no output is saved`() throws {
    let screen = try screen()
    try #require(screen.stopOutput(true))
    try screen.press("Space")
    try waitUntil("the item to be in the cart on the disk") { try cart == ["1 Apple"] }
    #expect(!screen.text.contains("Cart ·1"))
    try #require(screen.stopOutput(false))
    screen.wait(for: "Cart ·1")
    try screen.press("Q")
    screen.wait(for: "left with 0")
  }

  /// The same keys, pressed slowly, give the expected result.
  @Test(arguments: 1...12)
  func `hurried sessions end like patient ones`(_ seed: UInt64) throws {
    var rng = SplitMix64(seed: seed)
    let changes = [" ", "+", "-", "*", "l", "h", "j", "k", "l", "d", "p"]
    let count = Int.random(in: 1...30, using: &rng)
    // What is pressed behind an undo acts on what is shown then, and that is a matter of speed.
    let undos = Int.random(in: 1...5, using: &rng)
    let keys =
      (0..<count).map { _ in rng.pick(changes) }
      + (0..<undos).map { _ in rng.pick(["u", "u", "U"]) }
    let patient = TestApp()
    for key in keys {
      if key == " " { patient.press("space") } else { patient.press(key) }
    }
    try run(keys.joined() + "Q")
    #expect(try cart.sorted() == patient.cart.sorted(), "\(keys)")
    let expected = patient.shared.items.all.map { $0.name + ($0.isFavourite ? " *" : "") }
    #expect(try items.sorted() == expected.sorted(), "\(keys)")
    #expect(try home.run("check").status == 0)
  }
}
