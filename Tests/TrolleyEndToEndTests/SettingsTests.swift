import Foundation
import Testing
import TrolleyTestSupport

/// `trolley settings`, and the file behind it and behind the page.
@Suite(.startsPrograms) struct SettingsTests {
  private let home: CommandRunner

  init() throws { home = try CommandRunner() }

  private func content(_ path: String) throws -> String {
    try String(contentsOf: home.home.appending(path: path), encoding: .utf8)
  }

  private func write(_ path: String, _ text: String) throws {
    let url = home.home.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(
      atPath: home.home.appending(path: path).path)[.posixPermissions] as? Int
  }

  /// For a user who has named no directory.
  private func plain(_ arguments: String) throws -> ChildProcess.Outcome {
    try home.shell(
      """
      unset TROLLEY_DATA XDG_DATA_HOME XDG_CONFIG_HOME; HOME='\(home.home.path)'
      export HOME; exec $trolley \(arguments)
      """)
  }

  @Test func `in a terminal the list of settings is broken between words`() throws {
    func words(_ text: String) -> Set<Substring> {
      Set(text.split { $0 == " " || $0 == "\n" })
    }
    let all = words(try home.run("settings").output)
    let screen = try TmuxScreen(
      width: 130, height: 300, folder: home.home, command: "$TROLLEY settings; echo END; sleep 60")
    let shown = words(screen.wait(for: "END").replacing("END", with: ""))
    #expect(shown.count > 100 && shown.isSubset(of: all), "\(shown.subtracting(all))")
  }

  @Test func aSettingIsShownChangedAndAsUsualAgain() throws {
    #expect(try home.run("settings", "theme").output == "automatic\n")
    #expect(try home.run("settings", "theme", "dark").output == "dark\n")
    #expect(try home.run("settings", "theme").output == "dark\n")
    #expect(try content("data/settings.json") == "{\n  \"theme\": \"dark\"\n}\n")
    #expect(try mode("data/settings.json") == 0o600)
    #expect(try home.run("settings", "theme", "--default").output == "automatic\n")
    #expect(try content("data/settings.json") == "{}\n")
  }

  @Test func whatBelongsToTheListIsChangedThere() throws {
    #expect(try home.run("settings", "budget", "12.50").output == "12.50\n")
    #expect(try home.run("settings", "mail.security", "SSL").output == "tls\n")
    #expect(try home.run("settings", "currency", "EUR").output == "EUR\n")
    #expect(try home.run("total", "--json").json["currency"] as? String == "EUR")
    #expect(try home.run("undo").status == 0)
    #expect(try home.run("settings", "currency").output == "USD\n")
    #expect(
      !FileManager.default.fileExists(atPath: home.data.appending(path: "settings.json").path))
  }

  @Test func aBudgetIsWrittenAsPricesAreHere() throws {
    try home.run("settings", "locale", "de_DE")
    let set = try home.run("settings", "budget", "12,50")
    #expect(set.output == "12,50\n" && set.error.isEmpty, "\(set.error)")
    #expect(try home.run("total").output.contains("of the budget of 12,50"))
    // A change of the budget is none of the currency.
    let again = try home.run("settings", "budget", "20,50")
    #expect(again.output == "20,50\n" && again.error.isEmpty, "\(again.error)")
    let json = try home.run("settings", "budget", "--json").objects("settings")
    #expect(json.first?["value"] as? String == "20.50")
    let currency = try home.run("settings", "currency", "JPY")
    #expect(
      currency.error.contains("the budget 20\u{A0}¥ instead of 20,50\u{A0}$"), "\(currency.error)")
  }

  @Test func aProgramThatIsNotThereIsTold() throws {
    let path = try home.file("sendmail", "#!/bin/sh\n")
    chmod(path, 0o600)
    #expect(
      try home.refused("settings", "mail.sendmail", path, status: 65)
        .hasSuffix("\(path) is not a program that may be run.\n"))
    #expect(
      try home.refused("settings", "mail.sendmail", path + "x", status: 65)
        .contains("There is no program at \(path)x to run."))
    try write("data/settings.json", #"{"mail":{"sendmail":"\#(path)"}}"#)
    let answer = try home.run("settings", "--json")
    let warnings = try #require(answer.json["warnings"] as? [String])
    #expect(warnings.contains { $0.contains("not a program") }, "\(warnings)")
  }

  @Test func `what is still missing is said once while mail is set up`() throws {
    func set(_ words: String...) throws -> ChildProcess.Outcome {
      try home.start(["settings"] + words).finish()
    }
    let first = try set("mail.server", "smtp.example.org")
    #expect(first.error.isEmpty)
    #expect(
      first.output == "smtp.example.org\nStill missing: mail.from — whom is mail from?\n")
    #expect(try set("mail.user", "ann").output == "ann\n")
    #expect(try set("mail.user").error.contains("mail.from is missing"))
    #expect(try set("mail.from", "ann@example.org").error.isEmpty)
    // A name that is that of a group shows the group.
    let group = try set("mail").lines
    #expect(group.count > 5 && group.allSatisfy { $0.hasPrefix("mail.") })
    #expect(try set("mail.").lines == group)
  }

  @Test func `a name that is none, or of many, is answered in few words`() throws {
    #expect(
      try home.refused("settings", "", status: 64).contains(
        "Which setting? They are listed by: trolley settings"))
    let many = try home.refused("settings", "s", status: 65)
    #expect(many.contains(" others.") && many.count < 300, "\(many)")
  }

  @Test func `the file of a catalogue may be at home, and is refused where it is not there`() throws
  {
    let path = "~/none.json"
    let refusal = try home.refused("settings", "catalogue.file", path, status: 65)
    #expect(refusal.contains("There is no file at ~/none.json."))
    _ = try home.file("none.json", "[]")
    #expect(try home.start(["settings", "catalogue.file", path]).finish().error.isEmpty)
    #expect(try home.run("settings", "catalogue.source").output == "file\n")
    #expect(try home.run("settings", "catalogue.title").output == "Catalogue\n")
    try home.run("settings", "catalogue.title", "Cellar")
    try home.run("settings", "catalogue.source", "openFoodFacts")
    #expect(try home.run("settings", "catalogue.title").output == "Wines\n")
  }

  @Test
  func `the file of a password is refused where others may read it, or where it is not there`()
    throws
  {
    let none = try home.refused("settings", "mail.passwordFile", "~/pw", status: 65)
    #expect(none.contains("There is no file at ~/pw."))
    let path = try home.file("pw", "secret")
    chmod(path, 0o644)
    let open = try home.refused("settings", "mail.passwordFile", "~/pw", status: 65)
    #expect(open.contains("Only you may be able to read the file: chmod 600 ~/pw"))
    chmod(path, 0o600)
    #expect(try home.run("settings", "mail.passwordFile", "~/pw").output == "~/pw\n")
  }

  @Test func allOfThemAsJSON() throws {
    try home.run("settings", "mail.server", "smtp.example.org")
    let answer = try home.run("settings", "--json")
    let all = try answer.objects("settings")
    #expect(all.count > 15)
    let server = try #require(all.first { $0["name"] as? String == "mail.server" })
    #expect(server["value"] as? String == "smtp.example.org")
    #expect(server["usual"] as? String == "")
    let theme = try #require(all.first { $0["name"] as? String == "theme" })
    #expect((theme["choices"] as? [String])?.contains("highContrast") == true)
    let warnings = try #require(answer.json["warnings"] as? [String])
    #expect(warnings == ["settings: mail.from is missing: whom is mail from?"])
    let one = try home.run("settings", "server", "--json").objects("settings")
    #expect(one.count == 1)
  }

  @Test func `all that is wrong in the file is said`() throws {
    try home.run("list")
    #expect(try home.run("settings", "--check").output.hasPrefix("Nothing is wrong in "))
    try write("data/settings.json", #"{"theme":"purple","colour":1,"mail":{"port":"x"}}"#)
    let checked = try home.start(["settings", "--check"]).finish()
    #expect(checked.status == 65 && checked.error.contains("3 remarks on settings.json."))
    for name in ["theme must be", "colour is not known", "mail.port must be"] {
      #expect(checked.output.contains(name))
    }
  }

  @Test func aWrongValueIsRefusedInOneLine() throws {
    try home.run("list")
    let purple = try home.refused("settings", "theme", "purple", status: 65)
    #expect(purple.contains("automatic, dark, light, highContrast or none"))
    #expect(try home.refused("settings", "colour", status: 65).contains("no setting “colour”"))
    #expect(try home.refused("settings", "mail.p", status: 65).contains("mail.port"))
    #expect(try home.refused("settings", "mail.port", "many", status: 65).contains("a number"))
    #expect(try home.refused("settings", "currency", "dollars", status: 65).contains("currency"))
    #expect(try home.refused("settings", "currency", "xyz", status: 65).contains("such as EUR"))
    // Several settings have one test in common.
    #expect(
      try home.refused("settings", "mail", "--test", status: 69).contains(
        "Mail is not set up here: set mail.from"))
    #expect(try home.refused("join", "garbage", status: 65).contains("That is no code of Trolley"))
    #expect(
      try home.refused("settings", "locale", "xx_YY", status: 65)
        .contains("a country or a language such as Germany or German, or a locale such as de_DE."))
    #expect(try home.refused("settings", "--usual", status: 64).contains("which one"))
  }

  @Test func aKeyComesByStandardInputAndIsNeverPrinted() throws {
    try home.run("init", "--use", "household")
    try home.run("settings", "signIn.google.clientId", "123.example")
    let refused = try home.refused(
      "settings", "signIn.google.clientSecret", "GOCSPX-0123456789abcd", status: 64)
    #expect(refused.contains("no argument"))
    let set = try home.run(
      "settings", "signIn.google.clientSecret", "-", input: "GOCSPX-0123456789abcd\n")
    #expect(set.output == "•••• abcd\n")
    #expect(try content("data/settings.json").contains("GOCSPX-0123456789abcd"))
    #expect(try !home.run("settings", "--json").output.contains("GOCSPX"))
  }

  @Test func aBrokenFileIsNamedWithLineAndColumnAndLeftAlone() throws {
    let broken = "{\n  \"theme\": \"dark\"\n  \"mouse\": false\n}\n"
    try write("data/settings.json", broken)
    let failure = try home.refused("settings", "theme", "light", status: 65)
    #expect(
      failure
        == "trolley: settings.json, line 2, column 18: a comma is missing. It was left alone.\n")
    #expect(try content("data/settings.json") == broken)
    let screen = try TmuxScreen(folder: home.home, command: "$TROLLEY; sleep 60")
    screen.wait(for: "line 2, column 18: a comma is missing")
    try screen.press("5", "/")
    try screen.type("motion")
    try screen.press("Enter", "Space")
    screen.wait(for: "It was left alone.")
    #expect(try content("data/settings.json") == broken)
  }

  // MARK: Location of the file

  @Test func itLiesInTheFolderForSettings() throws {
    #expect(try plain("settings theme light").output == "light\n")
    #expect(try content(".config/trolley/settings.json") == "{\n  \"theme\": \"light\"\n}\n")
    #expect(try mode(".config/trolley/settings.json") == 0o600)
    #expect(try mode(".config/trolley") == 0o700)
    #expect(
      !FileManager.default.fileExists(
        atPath: home.home.appending(path: ".local/share/trolley/settings.json").path))
  }

  @Test func whatLayBesideTheListIsTakenOverOnce() throws {
    try write(".local/share/trolley/settings.json", "{\"theme\": \"dark\", \"own\": 1}")
    #expect(try plain("settings theme").output == "dark\n")
    #expect(try content(".config/trolley/settings.json") == "{\"theme\": \"dark\", \"own\": 1}")
    #expect(try mode(".config/trolley/settings.json") == 0o600)
    let former = home.home.appending(path: ".local/share/trolley/settings.json")
    #expect(!FileManager.default.fileExists(atPath: former.path))
    // A file created later does not take its place.
    try write(".local/share/trolley/settings.json", "{\"theme\": \"light\"}")
    #expect(try plain("settings theme").output == "dark\n")
    #expect(FileManager.default.fileExists(atPath: former.path))
  }

  @Test func aLinkToAFileThatIsKeptElsewhereStaysOne() throws {
    try write("dotfiles/trolley.json", "{\"mouse\": false}")
    let folder = home.home.appending(path: ".config/trolley")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "settings.json"),
      withDestinationURL: home.home.appending(path: "dotfiles/trolley.json"))
    #expect(try plain("settings theme dark").output == "dark\n")
    #expect(
      try content("dotfiles/trolley.json")
        == "{\n  \"mouse\": false,\n  \"theme\": \"dark\"\n}\n")
    let link = try folder.appending(path: "settings.json").resourceValues(
      forKeys: [.isSymbolicLinkKey])
    #expect(link.isSymbolicLink == true)
  }

  @Test func `what the list shows for no value is shown of one setting, and taken for none`() throws
  {
    #expect(try plain("settings lockMinutes").output.hasPrefix("("))
    #expect(try plain("settings mail.port").output == "(automatic)\n")
    #expect(try plain("settings mail.port 587").output == "587\n")
    #expect(try plain("settings mail.port automatic").output == "(automatic)\n")
    #expect(try plain("settings budget 5").output == "5.00\n")
    #expect(try plain("settings budget none").output == "(none)\n")
    #expect(try plain("settings currentStore none").status == 0)
    #expect(try plain("settings theme none").output == "none\n")
  }

  // MARK: Edits by hand

  @Test func whatIsWrittenByHandWhileTheScreenIsOpenStays() throws {
    try write("data/settings.json", "{\"theme\": \"dark\"}")
    let screen = try TmuxScreen(folder: home.home, command: "$TROLLEY; sleep 60")
    screen.wait(for: "all keys")
    try write(
      "data/settings.json", "{\"theme\": \"light\", \"cartOrder\": \"aisle\", \"own\": [1, 2]}")
    screen.wait(for: "by another program")
    try screen.press("5", "/")
    try screen.type("mouse")
    try screen.press("Enter", "Space")
    screen.wait(for: "the change in the file") { _ in
      (try? content("data/settings.json"))?.contains("\"mouse\": false") == true
    }
    let text = try content("data/settings.json")
    for part in ["\"light\"", "\"aisle\"", "\"own\"", "\"mouse\": false"] {
      #expect(text.contains(part), "\(text)")
    }
    // Changes in the file take effect here, but for how this screen looks at the list.
    try screen.press("Escape")
    screen.wait(for: "the end of the search") { !$0.contains("/mouse") }
    try screen.press("/")
    try screen.type("theme")
    screen.wait(for: "light")
    try screen.press("Escape")
    screen.wait(for: "the end of the search") { !$0.contains("/theme") }
    try screen.press("/")
    try screen.type("cartOrder")
    screen.wait(for: "order of adding")
  }

  @Test func whatManyChooseAtOnceIsAllThere() throws {
    try home.run("list")
    let run = try home.shell(
      """
      for name in theme:dark mouse:off grouped:off table:table cartOrder:aisle tileSize:small; do
        $trolley --data '\(home.data.path)' settings "${name%%:*}" "${name#*:}" & done; wait
      """)
    #expect(run.status == 0)
    let text = try content("data/settings.json")
    for name in ["theme", "mouse", "grouped", "table", "cartOrder", "tileSize"] {
      #expect(text.contains("\"\(name)\""), "\(name) is not in \(text)")
    }
  }
}
