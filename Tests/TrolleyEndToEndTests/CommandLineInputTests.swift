import Foundation
import Testing
import TrolleyModel
import TrolleyTestSupport

/// Mistakes of people and scripts: each gives one clean line and the right status, and changes
/// nothing.
@Suite(.startsPrograms)
struct CommandLineInputTests {
  private let shop: CommandRunner

  init() throws {
    shop = try CommandRunner()
    try shop.run("add", "milk")
  }

  @Test func wrongUsage() throws {
    for arguments in [
      ["nonsense"], ["add"], ["list", "--bogus"], ["list", "extra"], ["export", "--format", "xml"],
      ["export", "list.xlsx"],
      ["undo", "0"], ["undo", "many"], ["set", "milk"], ["order"], ["pick"], ["--theme", "pink"],
      ["log", "--lines", "0"], ["import"], ["store", "frobnicate"], ["export", "--output", ""],
    ] {
      let run = try shop.start(arguments).finish()
      #expect(run.status == 64, "\(arguments)")
      #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
      #expect(run.bytes.isEmpty)
    }
  }

  @Test func `a line that is too long is said to be that, and no name`() throws {
    let line = (1...200).map { "thing number \($0) of many" }.joined(separator: ", ")
    let run = try shop.start(["add", line]).finish()
    #expect(run.status == 65 && run.error.contains("trolley import FILE"), "\(run.error)")
    #expect(try !shop.run("list").output.contains("thing"))
  }

  @Test func anOptionThatIsNotKnownIsNamed() throws {
    try shop.run("store", "add", "Aldi")
    for (verb, help) in [(["store", "edit", "aldi"], "store edit"), (["set", "milk"], "set")] {
      let run = try shop.start(verb + ["--colour", "red"]).finish()
      #expect(run.status == 64)
      #expect(run.error == "trolley: Unknown option '--colour'. See: trolley \(help) --help\n")
      let nothing = try shop.start(verb).finish()
      #expect(nothing.status == 64)
      #expect(nothing.error.contains("Say what to "))
    }
    // A name is said as it is kept.
    #expect(
      try shop.refused("store", "add", "aldi", status: 65).contains(
        "There is a store called Aldi already."))
    #expect(try shop.run("store", "--help").output.contains("trolley store add --help"))
  }

  @Test func badValues() throws {
    let before = try shop.export()
    let long = String(repeating: "x", count: 10_000)
    try shop.refused("add", "", status: 65)
    try shop.refused("add", "   ", status: 65)
    try shop.refused("add", "@2.50", status: 65)
    try shop.refused("add", long, status: 65)
    try shop.refused("add", String(repeating: "y", count: 300), status: 65)
    try shop.refused("pick", "", status: 65)
    try shop.refused("set", "milk", "--price", "-3", status: 65)
    try shop.refused("set", "milk", "--price=-3", status: 65)
    try shop.refused("set", "milk", "--price", "cheap", status: 65)
    try shop.refused("set", "milk", "--quantity", "0", status: 65)
    try shop.refused("set", "milk", "--quantity", "-2", status: 65)
    try shop.refused("set", "milk", "--quantity", "1e400", status: 65)
    try shop.refused("set", "milk", "--per", "nothing", status: 65)
    try shop.refused("set", "milk", "--name", "", status: 65)
    try shop.refused("set", "milk", "--name", long, status: 65)
    try shop.refused("set", "milk", "--name", "apples", status: 65)
    try shop.refused("item", "add", "x", "--price", "-1", status: 65)
    try shop.refused("store", "add", "", status: 65)
    try shop.refused("store", "add", long, status: 65)
    #expect(try shop.export() == before)
  }

  @Test func unknownAndAmbiguousNames() throws {
    let unknown = try shop.refused("pick", "xyzzy", status: 65)
    #expect(unknown.contains("“xyzzy”"))
    let ambiguous = try shop.refused("set", "s", "--price", "1", status: 65)
    #expect(
      ambiguous == "trolley: “s” could be “Soda” or “Strawberries”. Write more of the name.\n")
    // In the cart there is only one.
    try shop.run("add", "soda")
    #expect(try shop.run("pick", "s").output == "Picked Soda.\n")
    // A complete name is never taken for a prefix.
    try shop.run("add", "milk chocolate")
    #expect(try shop.run("pick", "milk").output == "Picked Milk.\n")
    // The start of a word is enough, its middle is not.
    #expect(try shop.run("pick", "choc").output == "Picked milk chocolate.\n")
    try shop.refused("set", "berr", "--price", "3", status: 65)
    // To delete it has to be that of the name.
    #expect(
      try shop.refused("item", "delete", "choc", status: 65)
        == "trolley: There is no item called “choc”. Did you mean “milk chocolate”?\n")
    #expect(try shop.refused("remove", "choc", status: 65).contains("“milk chocolate”"))
    // A name that is not in the cart does not match a similar one that is.
    try shop.run("remove", "milk")
    let out = try shop.refused("pick", "milk", status: 65)
    #expect(out == "trolley: Milk is not in the cart.\n")
  }

  @Test func `a new store of several words is named`() throws {
    #expect(
      try shop.run("add", "Butter !Lidl und Käse").output
        == "Added 1 Butter to the cart. New store: “Lidl und Käse”.\n")
    #expect(try !shop.run("add", "Tea !Lidl und Käse").output.contains("New store"))
  }

  @Test func `a currency may be said by its sign, and the barcode of an item is in its JSON`()
    throws
  {
    #expect(try shop.run("settings", "currency", "€", "--keep").status == 0)
    #expect(try shop.run("items", "--json").json["currency"] as? String == "EUR")
    #expect(try shop.run("settings", "currency", "Yen", "--keep").status == 0)
    #expect(try shop.run("items", "--json").json["currency"] as? String == "JPY")
    #expect(try shop.run("add", "bread 4006381333931").status == 0)
    let items = try shop.run("items", "--json").objects("items")
    #expect(items.filter { $0["barcode"] as? String == "4006381333931" }.count == 1)
    #expect(items.filter { $0["barcode"] != nil }.count == 1)
  }

  @Test func `of two stores of one name none is taken`() throws {
    for street in ["1 High St", "2 Low St"] {
      try shop.run("store", "add", "Aldi", "--address", street)
    }
    let before = try shop.export()
    let asked =
      "trolley: “Aldi” could be “Aldi, 1 High St” or “Aldi, 2 Low St”. Write more of the name.\n"
    #expect(try shop.refused("set", "milk", "--store", "Aldi", status: 65) == asked)
    #expect(try shop.refused("add", "2 milk !Aldi", status: 65) == asked)
    #expect(try shop.refused("item", "add", "rye", "--store", "Aldi", status: 65) == asked)
    #expect(try shop.export() == before)
    #expect(try shop.run("set", "milk", "--store", "aldi low").output.contains("Aldi, 2 Low St"))
    #expect(try shop.run("add", "milk !aldi, 1 high st").status == 0)
    #expect(try shop.run("items", "--json").output.contains("\"Aldi, 1 High St\""))
    let imported = try shop.run("import", "-", input: "Aldi:\nrye\n")
    #expect(imported.status == 0 && imported.error.contains("it stays “Aldi”."))
  }

  /// Escape sequences, control characters, bidirectional marks.
  static let hostile = [
    "\u{1B}[31mred\u{1B}[0m", "\u{1B}]0;title\u{7}", "\u{9B}2J", "a\rb\nc\td",
    "\u{202E}evil\u{2066}",
    "\u{1B}]52;c;aGk=\u{1B}\\", "x\u{7F}\u{8}y", "zero\u{200B}width", "%s%n%x",
    "a" + String(repeating: "\u{301}", count: 5000), "'; drop table shoppinglist; --", "-\u{1B}c",
  ]

  @Test(arguments: hostile)
  func nothingComesOutRaw(_ text: String) throws {
    for arguments in [
      ["add", "--", text], ["item", "add", "--description", text, "--", "thing"],
      ["pick", "--", text],
      ["pick", text], [text], ["--\(text)"], ["list", text], ["store", "add", "--", text],
      ["set", "milk", "--category", text], ["set", "milk", "--store", text],
      ["set", "milk", "--price", text], ["set", "milk", "--quantity", text],
      ["order", "--name", text, "--address", text, "--note", text], ["import", text],
      ["export", "--format", text], ["add", "bread", "#\(text)"], ["undo", text],
      ["list"], ["items"], ["orders"], ["orders", "1"], ["store"], ["list", "--json"],
      ["items", "--json"], ["export"], ["export", "--format", "markdown"],
      ["export", "--format", "todotxt"], ["export", "--format", "sql"],
      ["export", "--format", "plist"], ["log"], ["check"],
    ] {
      let run = try shop.start(arguments).finish()
      shop.expectClean(run.output)
      shop.expectClean(run.error)
      #expect([0, 64, 65, 66].contains(run.status), "\(arguments) \(run.status)")
      if run.status != 0 { #expect(run.error.split(separator: "\n").count == 1, "\(run.error)") }
    }
    let csv = try shop.run("export", "--format", "csv").output
    shop.expectClean(csv.replacing("\r\n", with: "\n"))
  }

  @Test func `bash completes the names of items and what they need of quotes`() throws {
    for item in ["brown bread", "Ben's jam", "a \"b\" c", "kiwi"] {
      try shop.run("item", "add", "--", QuickAdd.quoted(item))
    }
    try shop.file("complete.sh", try shop.run("--generate-completion-script", "bash").output)
    func completions(_ words: String...) throws -> [String] {
      let all = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(separator: " ")
      let script = """
        . ./complete.sh; COMP_WORDS=("$trolley" \(all)); COMP_CWORD=\(words.count)
        COMP_LINE="trolley ${COMP_WORDS[*]:1}"; COMP_POINT=${#COMP_LINE}
        _trolley trolley "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        printf '%s\n' "${COMPREPLY[@]}"
        """
      try shop.file("run.sh", script)
      let run = try shop.shell("bash run.sh")
      #expect(run.error.isEmpty)
      return run.lines
    }
    #expect(try completions("pick", "bro") == [])
    try shop.run("add", "brown bread")
    #expect(try completions("pick", "bro") == ["brown bread"])
    #expect(try completions("add", "ki") == ["kiwi"])
    try shop.run("add", "Ben's jam")
    #expect(try completions("remove", "BEN") == ["BEN's jam"])
    #expect(try completions("set", "a ") == ["a \"b\" c"])
    #expect(try completions("star", "kiwi", "bro") == ["brown bread"])
    #expect(try completions("pick", "--data", "nowhere", "bro") == [])
    #expect(try completions("settings", "them") == ["theme"])
    #expect(try completions("settings", "theme", "d") == ["dark"])
    #expect(try completions("settings", "currency", "eu") == ["euR"])
    try shop.run("store", "add", "Corner Shop")
    #expect(try completions("settings", "currentStore", "Co") == ["Corner Shop"])
    #expect(try completions("store", "edit", "Co") == ["Corner Shop"])
    #expect(try completions("set", "kiwi", "--store", "Co") == ["Corner Shop"])
    try shop.run("order", "--name", "Ann", "--address", "1 Long Road")
    #expect(try completions("orders", "") == ["1"])
    #expect(try completions("mail", "--order", "") == ["1"])
  }

  @Test func badFiles() throws {
    let before = try shop.export()
    try shop.refused("import", "nowhere.json", status: 66)
    try shop.refused("import", "nowhere/list.json", status: 66)
    try shop.refused("import", ".", status: 65)
    try shop.refused("import", "-", status: 65)
    try shop.file("broken.json", "{\"items\": [\n  {\"name\": \"Milk\"},\n  {\"name\": }\n]}")
    let broken = try shop.refused("import", "broken.json", status: 65)
    #expect(broken.contains("line 3, column 12"))
    try shop.file("broken.jsonl", "{\"name\":\"Tea\"}\n{\"name\":\"Rice\"\n{\"name\":\"Salt\"}\n")
    let line = try shop.refused("import", "broken.jsonl", status: 65)
    #expect(line.contains("line 2, column 15"))
    try shop.file("document.json", "{\"trolley\":\"list\",\"version\":1,\"items\":[{\"id\":1}]}")
    try shop.refused("import", "document.json", status: 65)
    try shop.file("later.json", "{\"trolley\":\"list\",\"version\":2}")
    try shop.refused("import", "later.json", status: 65)
    try shop.refused("export", "--output", "nowhere/list.json", status: 66)
    #expect(try shop.export() == before)
  }

  @Test func helpForWhatIsNoVerbIsRefused() throws {
    try shop.refused("help", "nosuch", status: 64)
    #expect(try shop.run("help", "add").status == 0)
  }

  @Test func hugeFilesAreRefused() throws {
    let path = shop.home.path + "/huge.txt"
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: 3 << 30)
    try file.close()
    let words = try shop.refused("import", path, status: 65)
    #expect(words.contains("512 MB of JSON and 2048 MB of lines"))
    let endless = try shop.shell(#""$trolley" import - < /dev/zero"#)
    #expect(endless.status == 65)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullDisk() throws {
    for arguments in [["list"], ["items"], ["export"], ["--help"], ["check"], ["list", "--json"]] {
      let run = try shop.start(arguments, output: "/dev/full").finish()
      #expect(run.status == 74, "\(arguments)")
      #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
    }
    let add = try shop.run("add", "bread", output: "/dev/full")
    #expect(add.status == 74)
    #expect(add.error.hasPrefix("trolley: The change is saved."))
    let file = try shop.run("export", "--output", "/dev/full")
    #expect(file.status == 74)
  }

  @Test func closedOutput() throws {
    #expect(try shop.shell(#""$trolley" list >&-"#).status == 74)
    let all = try shop.shell(#""$trolley" add bread <&- >&- 2>&-; "$trolley" check --json"#)
    #expect(try all.json["sound"] as? Bool == true)
    // A reader may stop early, and no error is printed.
    let lines = (1...5000).map { "thing number \($0)" }.joined(separator: "\n")
    #expect(try shop.run("import", "-", input: lines).status == 0)
    let head = try shop.shell(#"{ "$trolley" list; echo "status $?" >&2; } | head -n 1"#)
    #expect(head.lines.count == 1)
    #expect(head.error == "status 0\n")
  }
}
