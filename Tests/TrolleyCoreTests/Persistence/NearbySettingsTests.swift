import Testing

@testable import TrolleyModel

/// The member `nearby` of the settings file.
@Suite struct NearbySettingsTests {
  private func file(_ text: String) throws -> PreferencesFile {
    try PreferencesFile(Array(text.utf8))
  }

  @Test func choicesComeBackAsTheyWere() throws {
    var preferences = Preferences()
    preferences.nearby.place = "Berlin, “Mitte”"
    preferences.nearby.coordinates = Coordinates(typed: "52.52,13.405")
    preferences.nearby.usesLocation = true
    preferences.nearby.radius = .tenMiles
    preferences.nearby.unit = .kilometres
    preferences.nearby.directions = .apple
    preferences.nearby.map = .satellite
    let bytes = PreferencesFile().bytes(with: preferences)
    let back = try PreferencesFile(bytes)
    #expect(back.preferences == preferences)
    #expect(back.complaints == [])
    // And back to the defaults.
    #expect(try PreferencesFile(back.bytes(with: Preferences())).preferences == Preferences())
  }

  @Test func whatIsUsualIsNotWritten() {
    let text = String(decoding: PreferencesFile().bytes(with: Preferences()), as: UTF8.self)
    #expect(!text.contains("nearby"))
  }

  @Test func aKindOfMapThatWasChosenStays() throws {
    let row = try #require(SettingRow.all.first { $0.name == "nearby.map" })
    let place = try #require(SettingRow.all.first { $0.name == "nearby.place" })
    func after(_ start: Preferences, _ steps: [(SettingRow, String)]) throws -> Preferences {
      var now = start
      for (row, value) in steps {
        now = try PreferencesFile(PreferencesFile().bytes(with: row.setting(value, in: now)))
          .preferences
      }
      return now
    }
    let text = try #require(row.member?.text)
    let new = Preferences()
    #expect(text(new) == "satellite")
    #expect(text(try after(new, [(place, "Berlin")])) == "satellite")
    #expect(text(try after(new, [(row, "street"), (place, "Berlin")])) == "street")
    #expect(
      text(try after(new, [(place, "Berlin"), (row, "street"), (place, "Bern")])) == "street")
    // From before there were maps from above.
    let old = try file("{\"nearby\": {\"place\": \"Berlin\"}}").preferences
    #expect(text(old) == "street" && old.nearby.map == .street)
    #expect(text(try after(old, [(place, "Bern")])) == "street")
  }

  @Test func whatTrolleyDoesNotKnowStays() throws {
    let file = try file("{\"nearby\": {\"radius\": \"5mi\", \"mood\": [1]}}")
    #expect(file.complaints == ["settings: nearby.mood is not known."])
    var preferences = file.preferences
    preferences.nearby.map = .satellite
    let text = String(decoding: file.bytes(with: preferences), as: UTF8.self)
    #expect(text.contains("mood"))
    #expect(try self.file(text).preferences == preferences)
  }

  @Test(arguments: [
    ("{\"nearby\": 7}", "nearby must be an object such as {\"radius\": \"3mi\"}."),
    ("{\"nearby\": {\"radius\": \"4mi\"}}", "nearby.radius must be 3mi, 5mi or 10mi."),
    ("{\"nearby\": {\"radius\": 3}}", "nearby.radius must be 3mi, 5mi or 10mi."),
    ("{\"nearby\": {\"units\": \"yards\"}}", "nearby.units must be miles or kilometres."),
    (
      "{\"nearby\": {\"directions\": \"bing\"}}",
      "nearby.directions must be apple, google, openStreetMap or geo."
    ),
    ("{\"nearby\": {\"map\": true}}", "nearby.map must be street or satellite."),
    (
      "{\"nearby\": {\"coordinates\": \"99,1\"}}",
      "nearby.coordinates must be a text such as \"52.52,13.405\"."
    ),
    ("{\"nearby\": {\"place\": []}}", "nearby.place must be a text."),
    ("{\"nearby\": {\"location\": \"yes\"}}", "nearby.location must be true or false."),
  ]) func badValuesAreTold(_ text: String, _ complaint: String) throws {
    let file = try file(text)
    #expect(file.complaints == ["settings: " + complaint])
    #expect(file.preferences == Preferences())
  }
}
