import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// What must hold for every row of the table, and how the table handles odd files.
@Suite struct SettingsTableTests {
  private func file(_ text: String) throws -> PreferencesFile {
    try PreferencesFile(Array(text.utf8))
  }

  @Test func `every member has a place of its own`() {
    let names = SettingRow.table.map(\.name)
    #expect(Set(names).count == names.count)
    for name in SettingRow.inFile.map(\.name) {
      #expect(!names.contains { $0.hasPrefix(name + ".") }, "\(name)")
      #expect(SettingRow.inFile(name)?.name == name)
    }
  }

  @Test func `every section that says something about itself is in the table`() {
    for section in SettingRow.sections {
      #expect(SettingRow.inFile.contains { $0.name.hasPrefix(section.name + ".") })
    }
  }

  @Test(arguments: SettingRow.inFile.map(\.name))
  func `a value of another type is named and does no harm`(_ name: String) throws {
    let path = name.split(separator: ".")
    let text =
      path.map { "{\"\($0)\": " }.joined() + "[[]]" + String(repeating: "}", count: path.count)
    let file = try file(text)
    let row = try #require(SettingRow.inFile.first { $0.name == name })
    #expect(file.complaints.count == (name == "mail.recent" ? 0 : 1), "\(file.complaints)")
    #expect(file.complaints.allSatisfy { $0.hasPrefix("settings: \(name)") })
    #expect(row.member?.text(file.preferences) == row.member?.text(.defaults))
    #expect(file.preferences.edits(since: Preferences()) == [])
  }

  @Test(arguments: [
    ("services.satelliteMap.allowed", "false", "no"),
    ("services.satelliteMap.allowed", "Off", "no"),
    ("services.streetMap.allowed", "true", "yes"), ("services.streetMap.allowed", "on", "yes"),
    ("mouse", "no", "off"), ("mouse", "TRUE", "on"),
    ("nearby.radius", "8 km", "5mi"), ("nearby.units", "km", "kilometres"),
    ("nearby.units", "mi", "miles"),
  ]) func `other spellings of a choice are understood`(
    _ name: String, _ typed: String, _ value: String
  ) throws {
    let row = try #require(SettingRow.all.first { $0.name == name })
    #expect(try row.accepted(typed) == value)
  }

  @Test func `the sentence about a service that is off has the name of its row`() {
    for service in ExternalService.allCases {
      let row = SettingRow.all.first { $0.name == "services.\(service.rawValue).allowed" }
      #expect(service.switchedOffSentence.hasPrefix(row?.title ?? "?"))
    }
  }

  @Test func `a dot in a name leads nowhere`() throws {
    let file = try file(#"{"mail.port": 5, "services": {"overpass.allowed": true}}"#)
    #expect(file.preferences == Preferences())
    #expect(
      file.complaints == [
        "settings: mail.port is not known.", "settings: services.overpass.allowed is not known.",
      ])
  }

  @Test func `of two objects with one name the last one counts`() throws {
    let file = try file(#"{"mail": {"user": "ann"}, "mail": {"server": "localhost"}}"#)
    #expect(file.preferences.mail.user == "")
    #expect(file.preferences.mail.host == "localhost")
  }

  @Test func `a provider without its id is none, and its id takes it away`() throws {
    let file = try file(#"{"signIn": {"google": {"clientId": "a", "clientSecret": "b"}}}"#)
    let row = try #require(SettingRow.named("signIn.google.clientId"))
    let without = try row.setting("", in: file.preferences)
    #expect(without == Preferences())
    #expect(String(decoding: file.bytes(with: without), as: UTF8.self) == "{}\n")
    #expect(try self.file(#"{"signIn": {"google": {"clientSecret": "b"}}}"#).preferences == without)
  }

  @Test(arguments: [
    ("smtp", "mail.server"), ("email", "mail.server"), ("dark", "theme"), ("km", "nearby.units"),
    ("language", "locale"), ("privacy", "services.overpass.allowed"),
    ("consent", "services.pictures.allowed"), ("sort", "cartOrder"),
  ])
  func `a search finds a setting by another word for it`(_ word: String, _ name: String) {
    let shopper = TestApp()
    shopper.press("5", "/")
    shopper.type(word)
    #expect(shopper.state.settingsPage.rows.contains { $0.name == name })
  }
}
