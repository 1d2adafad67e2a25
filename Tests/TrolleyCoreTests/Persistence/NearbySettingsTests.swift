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
