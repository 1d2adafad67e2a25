import Testing

@testable import TrolleyModel
@testable import TrolleyWire

/// The member `services` of the settings file.
@Suite struct ServiceSettingsTests {
  private func file(_ text: String) throws -> PreferencesFile {
    try PreferencesFile(Array(text.utf8))
  }

  @Test func everyMemberCounts() throws {
    let file = try file(
      """
      {"services": {"contact": "ann@shop.example", "overpass": {"allowed": true,
        "address": "https://overpass.example/api/"}, "googlePlaces": {"key": "k-3_y"},
        "streetMap": {"allowed": false, "address": "http://127.0.0.1:8080/{z}/{x}/{y}.png"}}}
      """)
    #expect(file.complaints.isEmpty)
    let services = file.preferences.services
    #expect(services.isAllowed(.overpass) == true)
    #expect(services.isAllowed(.streetMap) == false)
    #expect(services.isAllowed(.nominatim) == nil)
    #expect(
      services.access(.overpass)
        == ServiceAccess(
          .overpass, address: "https://overpass.example/api", contact: "ann@shop.example"))
    #expect(services.access(.googlePlaces).key == "k-3_y")
    #expect(services.access(.nominatim).address == ExternalService.nominatim.usualAddress)
  }

  @Test(arguments: [
    #"{"services": 7}"#, #"{"services": {"contact": "a b"}}"#, #"{"services": {"x": {}}}"#,
    #"{"services": {"overpass": true}}"#, #"{"services": {"overpass": {"allowed": "yes"}}}"#,
    #"{"services": {"overpass": {"address": "http://overpass.example"}}}"#,
    #"{"services": {"overpass": {"address": "https://a.example/?x=1"}}}"#,
    #"{"services": {"overpass": {"key": "x"}}}"#, #"{"services": {"pictures": {"address": ""}}}"#,
    #"{"services": {"streetMap": {"address": "https://a.example/{z}/{x}.png"}}}"#,
    #"{"services": {"googlePlaces": {"key": "a b"}}}"#,
  ]) func whatMakesNoSenseIsSaidOnce(_ text: String) throws {
    let file = try file(text)
    #expect(file.complaints.count == 1)
    #expect(file.preferences.services == ServiceSettings())
  }

  @Test func everyUsualAddressWouldBeAccepted() {
    for service in ExternalService.allCases where service.hasAddress {
      #expect(service.accepts(address: service.usualAddress))
    }
  }

  @Test func newChoicesLeaveTheRestAlone() throws {
    let file = try file(
      #"{"theme": "dark", "services": {"mine": 1, "overpass": {"note": "x", "key": 5}}}"#)
    var preferences = file.preferences
    preferences.services[.overpass].isAllowed = true
    preferences.services[.nominatim].isAllowed = false
    preferences.services.contact = "a@b.example"
    let again = try PreferencesFile(file.bytes(with: preferences))
    #expect(again.preferences.services == preferences.services)
    let text = String(decoding: file.bytes(with: preferences), as: UTF8.self)
    #expect(text.contains(#""mine": 1"#))
    #expect(text.contains(#""note": "x""#))
    #expect(text.contains(#""theme": "dark""#))
  }

  @Test func nothingIsWrittenWhereNothingChanged() throws {
    let file = try file(#"{"services": {"x": {}}}"#)
    #expect(
      try JSONValue.parse(file.bytes(with: file.preferences))
        == JSONValue.parse(#"{"services": {"x": {}}}"#))
    #expect(
      !String(decoding: PreferencesFile().bytes(with: Preferences()), as: UTF8.self)
        .contains("services"))
  }

  @Test func accessGoesToTheWorkerAsItIs() throws {
    for service in ExternalService.allCases {
      var access = ServiceSettings().access(service)
      access.key = service.takesKey ? "k" : ""
      access.contact = "a@b.example"
      let bytes = WorkerLine.bytes(of: .ask(.testService(access), number: 3))
      #expect(
        try WorkerLine.request(Array(bytes.dropLast())) == .ask(.testService(access), number: 3))
      access.address = "http://far.example"
      let bad = WorkerLine.bytes(of: .ask(.testService(access), number: 3))
      #expect(throws: Failure.self) { try WorkerLine.request(Array(bad.dropLast())) }
    }
  }
}
