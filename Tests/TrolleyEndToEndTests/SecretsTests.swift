import Foundation
import Testing

/// Whatever people do with their secrets, by the screen and by verbs: none of them is left in the
/// clear, in any form, in any file, answer or list of processes, and all files are their owner's alone.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct SecretsTests {
  private let shop: CommandRunner
  private let watch = ProcessWatch()

  init() throws { shop = try CommandRunner() }

  /// A careless person's shell: whatever a program makes there is open to everybody unless the
  /// program itself sees to it.
  private func screen(_ command: String) throws -> TmuxScreen {
    try TmuxScreen(
      folder: shop.home,
      environment: [
        "XDG_CACHE_HOME": shop.home.appending(path: "cache").path,
        "XDG_CONFIG_HOME": shop.home.appending(path: "config").path,
      ], command: "umask 000; \(command); sleep 60")
  }

  /// A verb in the same shell, with a secret on standard input. Gives all that it said.
  private func verb(
    _ arguments: String..., input: String? = nil, status: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Data {
    let run = try shop.start(
      ["-c", "umask 000; exec \"$0\" \"$@\"", TrolleyProgram.path] + arguments, input: input,
      program: "/bin/sh"
    ).finish()
    #expect(run.status == status, "\(arguments): \(run.error)", sourceLocation: sourceLocation)
    return run.bytes + Data(run.error.utf8)
  }

  /// The end of every one of these tests.
  private func expectNothing(
    of secrets: [String], in answers: [Data], files: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let search = try SecretSearch(secrets)
    search.expectNothing(in: watch.stop(), "the list of processes", sourceLocation: sourceLocation)
    for answer in answers {
      let words = String(decoding: answer.prefix(60), as: UTF8.self)
      search.expectNothing(in: answer, "the answer \(words)", sourceLocation: sourceLocation)
    }
    let names = try search.expectNothing(in: shop.home, sourceLocation: sourceLocation)
    for file in files {
      #expect(names.contains(file), "\(file) was searched", sourceLocation: sourceLocation)
    }
    #if os(Linux)
      let commands = watch.commands
      #expect(commands.contains(""), "the screen was seen", sourceLocation: sourceLocation)
      #expect(commands.contains("sign-in"), "\(commands)", sourceLocation: sourceLocation)
    #endif
  }

  private func type(_ screen: TmuxScreen, _ text: String, _ keys: String..., then: String) throws {
    try screen.type(text)
    for key in keys { try screen.press(key) }
    screen.wait(for: then)
  }

  @Test func noPINIsLeftAnywhere() throws {
    let (ann, ben, bensNext) = ("739154826093", "604713958226", "318527490617")
    let (wrong, tooLong) = ("950281746335", "52718340961735")
    var answers: [Data] = []

    // The first employee and the sign-in by verbs, wrong and right.
    answers.append(try verb("init", "--use", "staff"))
    answers.append(
      try verb(
        "people", "add", "--first", "Ann", "--last", "Smith", "--email", "ann@shop.example",
        input: ann + "\n"))
    answers.append(try verb("sign-in", input: wrong + "\n", status: 77))
    answers.append(try verb("sign-in", input: tooLong + "\n", status: 65))

    // The second one by the screen; wrong, malformed and forgotten PINs.
    let till = try screen("$TROLLEY")
    till.wait(for: "Type your PIN")
    try type(till, wrong, "Enter", then: "No one has this PIN.")
    try type(till, tooLong, "Enter", then: "That is not a PIN.")
    try till.press("C-u")
    try type(till, ann, "Enter", then: "Welcome, Ann.")
    try till.press("5", "a")
    till.wait(for: "New employee ─")
    try till.type(ben)
    try till.press("Tab")
    try till.type("Ben")
    try till.press("Tab")
    try till.type("Jones")
    try till.press("Tab")
    try type(till, "ben@shop.example", "Enter", then: "Ben can sign in now.")
    try till.press("Down", "e")
    till.wait(for: "Your PIN now")
    try type(till, bensNext, "Enter", then: "Type your PIN, since")
    try type(till, wrong, "Enter", then: "That is not your PIN.")
    try till.type(ann)
    try till.press("Enter")
    till.wait(for: "the form to close") { !$0.contains("Your PIN now") }
    try till.press("C-t", "L")
    till.wait(for: "Type your PIN")
    try till.press("f")
    till.wait(for: "E-mail")
    try type(till, "ben@shop.example", "Enter", then: "Ben, your PIN is \(bensNext).")
    try till.press("Enter")
    till.wait(for: "the PIN to go") { !$0.contains(bensNext) }

    // A vault that fails is written about in the log.
    let key = shop.data.appending(path: "pin.key").path
    try FileManager.default.moveItem(atPath: key, toPath: key + ".away")
    try type(till, bensNext, "Enter", then: "pin.key is gone")
    try FileManager.default.moveItem(atPath: key + ".away", toPath: key)
    try till.press("C-u")
    try type(till, bensNext, "Enter", then: "Welcome, Ben.")

    // A token by the terminal, a list long enough for a snapshot, and every export.
    let terminal = try screen("$TROLLEY sign-in; $TROLLEY whoami")
    terminal.wait(for: "PIN:")
    usleep(50_000)
    try type(terminal, bensNext, "Enter", then: "Signed in as Ben Jones.")
    terminal.wait(for: "Ben Jones")
    let many = (1...1500).map { "Thing number \($0) @1.20 #things" }.joined(separator: "\n")
    answers.append(try verb("import", "--format", "lines", "-", input: many))
    answers.append(try verb("pick", "Thing number 7"))
    for format in ["json", "csv", "markdown", "todotxt", "sql", "plist"] {
      let file = shop.home.appending(path: "list.\(format)").path
      answers.append(
        try verb("export", "--format", format, "--output", file, input: bensNext + "\n"))
      answers.append(try verb("export", "--format", format, input: bensNext + "\n"))
    }
    answers.append(try verb("export", input: wrong + "\n", status: 77))
    for words in [["log"], ["people", "list", "--json"], ["whoami", "--json"], ["check"]] {
      answers.append(
        try shop.start(words).finish().bytes)
    }
    try till.press("Q")
    till.wait(for: "the end") { !$0.contains("Items") }

    try expectNothing(
      of: [ann, ben, bensNext, wrong, tooLong], in: answers,
      files: [
        "data/journal.jsonl", "data/snapshot.json", "data/settings.json", "data/pin.key",
        "data/sign-in.tries", "data/lock", "state/trolley/log", "list.json", "list.plist",
      ])
  }
}
