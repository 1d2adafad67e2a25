import Foundation
import Testing
import TrolleyTestSupport

/// Whatever people do with their secrets, on the screen and by verbs: none of them is left in the
/// clear, in any form, in any file, answer or list of processes, and all files are accessible to
/// their owner alone.
@Suite(.startsPrograms)
struct SecretsTests {
  private let shop: WatchedHome

  init() throws { shop = try WatchedHome(CommandRunner()) }

  @Test func noPINIsLeftAnywhere() throws {
    let (ann, ben, bensNext) = ("739154826093", "604713958226", "318527490617")
    let (wrong, tooLong) = ("950281746335", "52718340961735")
    var answers: [Data] = []

    // The first employee and the sign-in by verbs, wrong and right.
    answers.append(try shop.verb("init", "--use", "staff"))
    answers.append(
      try shop.verb(
        "people", "add", "--first", "Ann", "--last", "Smith", "--email", "ann@shop.example",
        input: ann + "\n"))
    answers.append(try shop.verb("sign-in", input: wrong + "\n", status: 77))
    answers.append(try shop.verb("sign-in", input: tooLong + "\n", status: 65))

    // The second one on the screen; wrong, malformed and forgotten PINs.
    let till = try shop.screen("$TROLLEY")
    till.wait(for: "Type your PIN")
    try shop.type(till, wrong, "Enter", then: "No one has this PIN.")
    try shop.type(till, tooLong, "Enter", then: "That is not a PIN.")
    try till.press("C-u")
    try shop.type(till, ann, "Enter", then: "Welcome, Ann.")
    try till.press("5", "a")
    till.wait(for: "New employee ─")
    try till.type(ben)
    try till.press("Tab")
    try till.type(ben)
    try till.press("Tab")
    try till.type("Ben")
    try till.press("Tab")
    try till.type("Jones")
    try till.press("Tab")
    try shop.type(till, "ben@shop.example", "C-s", then: "Ben can sign in now.")
    try till.press("Down", "e")
    till.wait(for: "Your PIN now")
    try till.type(bensNext)
    try till.press("Tab")
    try shop.type(till, bensNext, "C-s", then: "Type your PIN, since")
    try shop.type(till, wrong, "C-s", then: "That is not your PIN.")
    try till.type(ann)
    try till.press("C-s")
    till.wait(for: "the form to close") { !$0.contains("Your PIN now") }
    try till.press("C-t", "L")
    till.wait(for: "Type your PIN")
    try till.press("f")
    till.wait(for: "E-mail")
    try shop.type(till, "ben@shop.example", "Enter", then: "Ben, your PIN is \(bensNext).")
    try till.press("Enter")
    till.wait(for: "the PIN to go") { !$0.contains(bensNext) }

    // A failing vault is logged.
    let key = shop.runner.data.appending(path: "pin.key").path
    try FileManager.default.moveItem(atPath: key, toPath: key + ".away")
    try shop.type(till, bensNext, "Enter", then: "pin.key is gone")
    try FileManager.default.moveItem(atPath: key + ".away", toPath: key)
    try till.press("C-u")
    try shop.type(till, bensNext, "Enter", then: "Your PIN was shown")
    try till.press("Enter")

    // A token from the terminal, a list long enough for a snapshot, and every export.
    let terminal = try shop.screen("$TROLLEY sign-in; $TROLLEY whoami")
    terminal.wait(for: "PIN:")
    terminal.wait(for: "silence") { _ in !terminal.echoes }
    try shop.type(terminal, bensNext, "Enter", then: "Signed in as Ben Jones.")
    terminal.wait(for: "Ben Jones")
    let many = (1...1500).map { "Thing number \($0) @1.20 #things" }.joined(separator: "\n")
    answers.append(try shop.verb("import", "--format", "lines", "-", input: many))
    answers.append(try shop.verb("pick", "Thing number 7"))
    for format in ["json", "csv", "markdown", "todotxt", "sql", "plist"] {
      let file = shop.runner.home.appending(path: "list.\(format)").path
      answers.append(
        try shop.verb("export", "--format", format, "--output", file, input: bensNext + "\n"))
      answers.append(try shop.verb("export", "--format", format, input: bensNext + "\n"))
    }
    answers.append(try shop.verb("export", input: wrong + "\n", status: 77))
    for words in [["log"], ["people", "list", "--json"], ["whoami", "--json"], ["check"]] {
      answers.append(
        try shop.runner.start(words).finish().bytes)
    }
    try till.press("Q")
    till.wait(for: "the end") { !$0.contains("Items") }

    try shop.expectNothing(
      of: [ann, ben, bensNext, wrong, tooLong], in: answers,
      files: [
        "data/journal.jsonl", "data/snapshot.json", "data/settings.json", "data/pin.key",
        "data/sign-in.tries", "data/lock", "state/trolley/log", "list.json", "list.plist",
      ])
  }
}
