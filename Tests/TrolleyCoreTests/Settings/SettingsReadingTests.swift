import Testing
import TrolleyTestSupport

@testable import TrolleyCore
@testable import TrolleyMachine
@testable import TrolleyModel

/// What people write into settings.json by hand, and how it is read.
@Suite struct SettingsReadingTests {
  @Test func `a member without a name is complained of in words`() throws {
    let file = try PreferencesFile(Array(#"{"services":{"":{"allowed":true}},"":1}"#.utf8))
    #expect(
      file.complaints == [
        "settings: A member of services has no name.",
        "settings: A member of settings.json has no name.",
      ])
  }

  private func file(_ text: String) throws -> PreferencesFile {
    try PreferencesFile(Array(text.utf8))
  }

  @Test(arguments: [
    ("{\n  \"theme\": \"dark\"\n  \"mouse\": true\n}", 2, 18, "a comma is missing"),
    ("{\n  \"theme\": \"dark\",\n}", 2, 18, "there is a comma too many"),
    ("{\n  \"keys\": {\"undo\": [\"u\" \"U\"]}\n}", 2, 24, "a comma is missing"),
    ("{\n  \"keys\": {\"undo\": [\"u\",]}\n}", 2, 24, "there is a comma too many"),
    ("{\n  \"théme\" \"dark\"\n}", 2, 11, "a colon is expected there"),
    ("{\"theme\": dark}", 1, 11, "a value is expected there"),
    ("{\"theme\": \"dark", 1, 16, "the text ends too soon"),
    ("{\"theme\": \"dark\"}}", 1, 18, "something stands behind its end"),
    ("", 1, 1, "the text ends too soon"),
    ("{theme: 1}", 1, 2, "a text in quotes is expected there"),
  ]) func whatMakesNoSenseIsToldWithLineAndColumn(
    _ text: String, _ line: Int, _ column: Int, _ words: String
  ) throws {
    let failure = #expect(throws: Failure.self) { try file(text) }
    #expect(
      failure?.sentence
        == "settings.json, line \(line), column \(column): \(words). It was left alone.")
  }

  @Test func aListIsNoSettingsFile() {
    let failure = #expect(throws: Failure.self) { try file("[]") }
    #expect(failure?.sentence.contains("must begin with “{”") == true)
    let long = #expect(throws: Failure.self) {
      try PreferencesFile([UInt8](repeating: 0x20, count: PreferencesFile.longest + 1))
    }
    #expect(long?.sentence.contains("too large") == true)
  }

  @Test(arguments: [
    ("{\"colour\": 1}", "settings: colour is not known."),
    (
      "{\"budget\": 1}",
      "settings: budget belongs to the list, not to this file. Type: trolley settings budget VALUE"
    ),
    ("{\"mail\": {\"servre\": 1}}", "settings: mail.servre is not known."),
    ("{\"signIn\": {\"github\": {}}}", "settings: signIn.github is not known."),
    (
      "{\"signIn\": {\"google\": {\"clientId\": \"a\", \"id\": 1}}}",
      "settings: signIn.google.id is not known."
    ),
    (
      "{\"theme\": \"purple\"}",
      "settings: theme must be automatic, dark, light, highContrast or none."
    ),
    ("{\"motion\": \"off\"}", "settings: motion must be true or false."),
    ("{\"lockMinutes\": 0}", "settings: lockMinutes must be a number from 1 to 60."),
    ("{\"locale\": 7}", "settings: locale must be one such as de_DE."),
    ("{\"category\": 7}", "settings: category must be a text."),
    ("{\"keys\": []}", "settings: keys must be an object such as {\"toggle\": [\"x\"]}."),
  ]) func whatIsNotKnownOrWrongIsNamedAndKept(_ text: String, _ complaint: String) throws {
    let file = try file(text)
    #expect(file.complaints == [complaint])
    var other = file.preferences
    other.usesMouse = false
    let before = try JSONValue.parse(text)
    let after = try JSONValue.parse(file.bytes(with: other))
    let members = try #require(before.object)
    #expect(after.object?.prefix(members.count) == members[...])
    #expect(after["mouse"] == .bool(false))
  }

  // MARK: Writing

  @Test func onlyWhatWasChangedHereIsWritten() throws {
    let mine = try file("{\"theme\": \"dark\", \"mail\": {\"user\": \"ann\"}}")
    var chosen = mine.preferences
    chosen.theme = .light
    chosen.mail.host = "smtp.example.org"
    let edits = chosen.edits(since: mine.preferences)
    #expect(edits.map(\.path) == [["theme"], ["mail", "server"]])
    // Meanwhile a person edited the file.
    let theirs = try file(
      "{\"own\": [1], \"motion\": false, \"mail\": {\"user\": \"ben\", \"from\": \"a@b.example\"}}")
    let merged = try JSONValue.parse(theirs.applying(edits))
    #expect(
      merged
        == (try JSONValue.parse(
          """
          {"own": [1], "motion": false, "mail": {"user": "ben", "from": "a@b.example",
           "server": "smtp.example.org"}, "theme": "light"}
          """)))
  }

  @Test func whatIsAsUsualAgainIsTakenOut() throws {
    let file = try file("{\"theme\": \"dark\", \"own\": 1, \"mail\": {\"user\": \"ann\"}}")
    var chosen = file.preferences
    chosen.theme = .automatic
    chosen.mail.user = ""
    #expect(try JSONValue.parse(file.bytes(with: chosen)) == JSONValue.parse("{\"own\": 1}"))
  }

  @Test func ofTwoWithOneNameOneStays() throws {
    let file = try file("{\"theme\": \"dark\", \"own\": 1, \"theme\": \"light\"}")
    #expect(file.preferences.theme == .light)
    var chosen = file.preferences
    chosen.theme = .none
    let after = try PreferencesFile(file.bytes(with: chosen))
    #expect(after.preferences.theme == .none)
    #expect(after.complaints == ["settings: own is not known."])
  }

  @Test func aMemberThatIsNoObjectGivesWay() throws {
    let file = try file("{\"mail\": 7}")
    var chosen = file.preferences
    #expect(chosen.edits(since: chosen) == [])
    chosen.mail.user = "ann"
    let after = try PreferencesFile(file.bytes(with: chosen))
    #expect(after.preferences.mail.user == "ann")
    #expect(after.complaints == [])
  }

  /// Everything that Trolley writes reads back as the same: each row with each of its choices, or
  /// with a valid text.
  @Test(arguments: SettingRow.all.map(\.name))
  func everySettingIsWrittenAndReadBack(_ name: String) throws {
    let row = try #require(SettingRow.named(name))
    guard row.member != nil, !row.isReadOnly else { return }
    var start = Preferences()
    start.mail.from = try MailAddress.parse("Ann <ann@example.org>")
    start.mail.host = "localhost"
    start.catalogue.file = "/home/ann/wines.json"
    start.signIn.google.clientID = "id-google"
    start.signIn.facebook.clientID = "id-facebook"
    let texts = row.choices.map(\.value) + (row.choices.isEmpty ? [try sample(of: row), ""] : [])
    for text in texts {
      let chosen = try row.setting(text, in: start)
      let again = try PreferencesFile(PreferencesFile().bytes(with: chosen))
      #expect(again.preferences == chosen, "\(name) \(text)")
      // A server needs a sender, and a password where it is told a name.
      let lacksPart = chosen.mail.from == nil || !chosen.mail.user.isEmpty
      #expect(again.complaints.count == (lacksPart ? 1 : 0), "\(name) \(text)")
      // Reset, nothing of it remains.
      let back = try PreferencesFile(again.bytes(with: start))
      #expect(back.preferences == start, "\(name) \(text)")
    }
  }

  private func sample(of row: SettingRow) throws -> String {
    switch row.name {
    case "services.streetMap.address", "services.satelliteMap.address":
      "https://a.example/{z}/{x}/{y}.png"
    case _ where row.name.hasSuffix(".address"): "http://localhost:8080/api"
    case "mail.from": "Ben <ben@example.org>"
    case "mail.server": "smtp.example.org"
    case "mail.port": "2525"
    case "mail.passwordCommand": "pass show \"my mail\""
    case "mail.passwordFile": "~/.mail password"
    case "mail.sendmail": "/usr/bin/msmtp"
    case "catalogue.file": "/srv/wines.json"
    case "services.contact": "ann@shop.example"
    default: row.isKey || row.name.contains("Id") ? "AbC-123.x_y" : "ann"
    }
  }

  /// Members without a row of their own: where a page was left, further settings of providers.
  @Test func whatHasNoRowIsReadBackAsWell() throws {
    var chosen = Preferences()
    chosen.segment = .starred
    chosen.category = "Fruit"
    chosen.mail.recent = ["Cleo <cleo@example.org>", "ben@example.org"]
    var google = IdentityProvider(
      kind: .google, name: "Google", address: "https://a.example", clientID: "a",
      clientSecret: "b")
    google.deviceClientID = "c"
    google.deviceClientSecret = "d"
    let facebook = IdentityProvider(
      kind: .facebook, name: "Facebook", address: "https://graph.example", clientID: "e",
      clientSecret: "f", version: "v23.0")
    chosen.signIn.google = google
    chosen.signIn.facebook = facebook
    let again = try PreferencesFile(PreferencesFile().bytes(with: chosen))
    #expect(again.preferences == chosen)
    #expect(again.complaints == [])
    var other = chosen
    other.category = ""
    #expect(try PreferencesFile(again.bytes(with: other)).preferences == other)
    #expect(
      try JSONValue.parse(again.bytes(with: Preferences())) == JSONValue.object([]))
  }

  /// Whatever their order in the file, reading it again is no change.
  @Test func providersStandInOneOrder() throws {
    let file = try file(
      #"{"signIn": {"openID": [{"issuer": "https://o.example", "clientId": "o"}],"#
        + #" "facebook": {"appId": "f"}, "google": {"clientId": "g"}}}"#)
    #expect(file.preferences.providers.map(\.kind) == [.google, .facebook, .openID])
  }

  @Test(arguments: [
    ["pass", "show", "mail"], ["a b", "c"], ["say \"x\""], ["it's"], ["", "x"],
    ["\"'", "' \""],
  ]) func aCommandIsOneLineAndBack(_ words: [String]) {
    #expect(CommandWords.split(CommandWords.text(words)) == words)
  }

  @Test func `a password command that cannot be run is said, as a program for mail is`() throws {
    func remarks(_ command: String) throws -> [String] {
      let text = #"{"mail": {"server": "smtp.example.org", "from": "a@b.example", "#
      return SettingsReading(
        try file(text + #""passwordCommand": ["\#(command)", "x"]}}"#), followsWrite: false
      ).remarks
    }
    for command in ["no-such-program-here", "/no/such/program"] {
      #expect(
        try remarks(command)
          == ["settings: mail.passwordCommand: there is no program \(command) to run."])
    }
    #expect(try remarks("cat") == [] && remarks("/bin/cat") == [])
  }

  @Test func aQuoteNeedsItsOtherHalf() { #expect(CommandWords.split("pass 'show") == nil) }
}

/// What one program knows of a file that others change too.
@Suite struct SettingsSyncTests {
  private func preferences(
    _ change: (inout Preferences) -> Void
  ) -> Preferences {
    var preferences = Preferences()
    change(&preferences)
    return preferences
  }

  @Test func whatWasWrittenHereIsNoNews() {
    var sync = SettingsSync(Preferences())
    let dark = preferences { $0.theme = .dark }
    #expect(sync.edits(for: dark) == [SettingsEdit(["theme"], .string("dark"))])
    #expect(sync.edits(for: dark) == [])
    #expect(sync.received(SettingsReading(dark, followsWrite: true)) == nil)
  }

  /// The file has a place to a metre, the answer of a service to a centimetre.
  @Test func aPlaceThatIsWrittenWithFewerDigitsIsNoNews() throws {
    var sync = SettingsSync(Preferences())
    let here = preferences {
      $0.nearby.place = "Berlin, Deutschland"
      $0.nearby.coordinates = Coordinates(latitude: 52.5170365, longitude: 13.3888599)
    }
    let edits = sync.edits(for: here)
    #expect(edits.map(\.path) == [["nearby", "place"], ["nearby", "coordinates"]])
    let written = try PreferencesFile(PreferencesFile().applying(edits)).preferences
    #expect(written != here)
    #expect(sync.received(SettingsReading(written, followsWrite: true)) == nil)
    // What another program writes still counts.
    let there = preferences {
      $0.nearby.place = "Hamburg"
      $0.nearby.coordinates = Coordinates(latitude: 53.55, longitude: 10)
    }
    #expect(sync.received(SettingsReading(there)) == there)
  }

  @Test func whatOthersWroteCountsOnceNothingIsOnItsWay() {
    var sync = SettingsSync(Preferences())
    let dark = preferences { $0.theme = .dark }
    let quiet = preferences {
      $0.theme = .dark
      $0.hasMotion = false
    }
    let both = preferences {
      $0.theme = .dark
      $0.hasMotion = false
      $0.usesMouse = false
    }
    _ = sync.edits(for: dark)
    #expect(sync.edits(for: quiet).map(\.path) == [["motion"]])
    // The first write is done, the second is not, so the file lacks it.
    #expect(
      sync.received(
        SettingsReading(
          preferences {
            $0.theme = .dark
            $0.usesMouse = false
          }, followsWrite: true)) == nil)
    #expect(sync.received(SettingsReading(both, followsWrite: true)) == both)
    // From then on only differences from that are written.
    #expect(sync.edits(for: quiet).map(\.path) == [["mouse"]])
  }

  @Test func whatOthersWroteCountsAlsoWithoutAWriteOfOurs() {
    var sync = SettingsSync(Preferences())
    let dark = preferences { $0.theme = .dark }
    #expect(sync.received(SettingsReading(dark)) == dark)
    #expect(sync.received(SettingsReading(dark)) == nil)
    // A reading from before a write that is still pending says nothing.
    _ = sync.edits(for: preferences { $0.theme = .light })
    #expect(sync.received(SettingsReading(dark)) == nil)
  }

  @Test func whatWasRefusedGoesWithTheNext() {
    var sync = SettingsSync(Preferences())
    let dark = preferences { $0.theme = .dark }
    _ = sync.edits(for: dark)
    sync.failed()
    let quiet = preferences {
      $0.theme = .dark
      $0.hasMotion = false
    }
    #expect(sync.edits(for: quiet).map(\.path) == [["theme"], ["motion"]])
  }

  @Test func `what could not be written gives way to the file once that is read, and is named`() {
    var sync = SettingsSync(Preferences())
    let dark = preferences {
      $0.theme = .dark
      $0.isTable = true
    }
    _ = sync.edits(for: dark)
    sync.failed()
    // How this screen looks at the list is its own, whatever the file says.
    let table = preferences { $0.isTable = true }
    #expect(sync.received(SettingsReading(Preferences())) == table)
    #expect(sync.lost.map(\.path) == [["theme"]])
    #expect(sync.edits(for: table) == [])
    // What the file has by then anyway was not lost.
    _ = sync.edits(for: dark)
    sync.failed()
    #expect(sync.received(SettingsReading(dark)) == nil)
    #expect(sync.lost.isEmpty)
  }

  @Test func `how another screen looks at the list is no news`() {
    var sync = SettingsSync(Preferences())
    let theirs = preferences {
      $0.segment = .starred
      $0.sort = .price
      $0.isReversed = true
      $0.category = "Fruit"
      $0.isGrouped = false
      $0.isTable = true
      $0.tileSize = .large
      $0.cartOrder = .aisle
      $0.catalogue.sort = .name
      $0.nearby.radius = .tenMiles
      $0.nearby.map = .satellite
    }
    #expect(sync.received(SettingsReading(theirs)) == nil)
    // Beside it, everything else is.
    var dark = theirs
    dark.theme = .dark
    #expect(sync.received(SettingsReading(dark)) == preferences { $0.theme = .dark })
  }

  @Test func `choosing a view writes only that, over what another screen chose`() {
    var sync = SettingsSync(Preferences())
    let theirs = preferences {
      $0.sort = .price
      $0.isTable = true
    }
    _ = sync.received(SettingsReading(theirs))
    let starred = preferences { $0.segment = .starred }
    #expect(sync.edits(for: starred) == [SettingsEdit(["segment"], .string("starred"))])
    let both = preferences {
      $0.sort = .price
      $0.isTable = true
      $0.segment = .starred
    }
    #expect(sync.received(SettingsReading(both, followsWrite: true)) == nil)
    // Our own choice remains ours, and going back from it is written.
    _ = sync.received(SettingsReading(theirs))
    #expect(sync.edits(for: Preferences()) == [SettingsEdit(["segment"], nil)])
  }

  @Test func `a view that could not be written goes with the next, and no other`() {
    var sync = SettingsSync(Preferences())
    _ = sync.received(SettingsReading(preferences { $0.isTable = true }))
    let starred = preferences { $0.segment = .starred }
    _ = sync.edits(for: starred)
    sync.failed()
    var dark = starred
    dark.theme = .dark
    #expect(sync.edits(for: dark).map(\.path) == [["theme"], ["segment"]])
  }

  /// The kind of map that none was chosen of depends on the place.
  @Test func aPlaceThatOthersChooseIsNoOtherKindOfMap() {
    var sync = SettingsSync(Preferences())
    let old = Preferences().nearby.mapAtFirst
    let placed = preferences {
      $0.nearby.place = "Berlin"
      $0.nearby.map = old
    }
    let applied = sync.received(SettingsReading(placed))
    #expect(applied?.nearby.place == "Berlin")
    #expect(applied?.nearby.mapAtFirst == old)
    #expect(applied?.nearby.map == old)
    #expect(sync.edits(for: applied ?? placed) == [])
  }
}
