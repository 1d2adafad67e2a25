import Foundation
import Testing
import TrolleyModel
import TrolleyProviderSupport
import TrolleyTestSupport

/// Stores nearby in a real terminal and from the command line, with a made-up city on this machine.
@Suite(.startsPrograms)
struct NearbyTests {
  private let home: CommandRunner
  private let world = MapWorld()

  init() throws {
    home = try CommandRunner()
    #expect(try home.run("add", "Milk").status == 0)
    try home.file("data/settings.json", "{\"services\": \(world.settings())}")
  }

  private func screen(_ width: Int = 100, _ height: Int = 32) throws -> TmuxScreen {
    try TmuxScreen(
      width: width, height: height, folder: home.home,
      environment: ["COLORTERM": "truecolor", "TERM": "xterm-256color"],
      command: "$TROLLEY; echo left with $?; sleep 60")
  }

  /// Opens the page and types a place, up to the consent dialog.
  private func ask(_ screen: TmuxScreen, _ place: String = "Berlin") throws {
    screen.wait(for: "Items")
    try screen.press("3")
    screen.wait(for: "No starred store yet.")
    try screen.press(".")
    screen.wait(for: "Find stores near you.")
    try screen.press("Enter")
    screen.wait(for: "Where to look for stores")
    try screen.type(place)
    try screen.press("Enter")
  }

  private func find(_ screen: TmuxScreen) throws {
    try ask(screen)
    screen.wait(for: "May Trolley ask?")
    try screen.press("Right", "Enter")
    screen.wait(for: "20 of 21 stores (grocers first)")
  }

  private func picture(_ screen: TmuxScreen, _ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["TROLLEY_PICTURES"] else { return }
    try screen.styledText.write(
      toFile: "\(folder)/\(name).ansi", atomically: true, encoding: .utf8)
  }

  @Test func fromTheQuestionToTheWayThere() throws {
    let screen = try screen()
    try ask(screen)
    // Nothing has left this machine.
    screen.wait(for: "gets the place you type")
    screen.wait(for: "gets the place you search or look at")
    #expect(world.server.requests.isEmpty)
    try picture(screen, "consent")
    // A slow server: the clock runs, and esc cancels.
    world.nominatim = .bad(.hang)
    try screen.press("Right", "Enter")
    screen.wait(for: "a clock that runs") {
      $0.contains("Looking for “Berlin”… 0:") && !$0.contains("… 0:00")
    }
    try picture(screen, "looking")
    try screen.press("Escape")
    screen.wait(for: "Stopped looking.")
    world.nominatim = .well
    try screen.press("r")
    screen.wait(for: "20 of 21 stores (grocers first)")
    screen.wait(for: "within 3 mi of Berlin, Deutschland")
    screen.wait(for: "© OpenStreetMap contributors")
    screen.wait(for: "Beispielmarkt")
    try picture(screen, "stores")
    #expect(world.server.requests("/nominatim/search").last?.query["q"] == "Berlin")

    // The radius takes effect at once.
    try screen.press("+")
    screen.wait(for: "within 5 mi")
    screen.wait(for: "Ostmarkt") { !$0.contains("Looking for stores") && $0.contains("22 stores") }
    #expect(
      world.server.requests("/api/interpreter").last?.form["data"]?.contains("around:8047") == true)
    try screen.press("-")
    screen.wait(for: "within 3 mi")

    // Details and both maps.
    try screen.press("Down", "Enter")
    screen.wait(for: "Musterweg")
    screen.wait(for: "the map") { $0.contains("▀") || $0.contains("▌") || $0.contains("▚") }
    screen.wait(for: "Tiles © Esri")
    screen.wait(for: "●")
    #expect(world.server.requests.contains { $0.path.hasPrefix("/satellite/16/") })
    try picture(screen, "satellite")
    try screen.press("v")
    screen.wait(for: "OpenStreetMap (")
    try screen.press("Right", "Enter")
    screen.wait(for: "© OpenStreetMap contributors")
    screen.wait(for: "tiles of streets") { _ in
      world.server.requests.contains { $0.path.hasPrefix("/street/16/") }
    }
    try screen.press("z")
    screen.wait(for: "details") { $0.contains("z details") }
    screen.wait(for: "the large map") { !$0.contains("Fetching") }
    try picture(screen, "street-large")
    try screen.press("v")
    screen.wait(for: "Tiles © Esri")
    try screen.press("-")
    screen.wait(for: "another zoom") { _ in
      world.server.requests.contains { $0.path.hasPrefix("/satellite/15/") }
    }
    try picture(screen, "satellite-large")
    try screen.press("+", "z")

    // Directions of all four kinds.
    for (index, kind) in DirectionsKind.allCases.enumerated() {
      try screen.press("Enter")
      screen.wait(for: "Directions to")
      for _ in 0..<2 + index { try screen.press("Down") }
      try screen.press("Enter")
      screen.wait(for: "● " + kind.title)
      try screen.press("Enter")
      screen.wait(for: "close")
      screen.wait(for: "a code") { $0.contains("▀") || $0.contains("█") }
      try screen.press("Escape")
    }
    try waitUntil("the setting to be on the disk") {
      try String(contentsOf: home.data.appending(path: "settings.json"), encoding: .utf8)
        .contains("\"directions\": \"geo\"")
    }

    // Only the star saves a store.
    #expect(try home.run("store", "list", "--json").objects("stores").isEmpty)
    try screen.press("*")
    screen.wait(for: "to undo")
    #expect(try home.run("store", "list", "--json").objects("stores").count == 1)
    try screen.press("Escape", "q")
  }

  @Test func `a consent withdrawn elsewhere counts on an open screen at once`() throws {
    let screen = try screen()
    try find(screen)
    let asked = world.server.requests("/api/interpreter").count
    #expect(try home.run("settings", "services.overpass.allowed", "no").status == 0)
    // At once: the key comes before the screen can have noticed the file.
    try screen.press("r")
    screen.wait(for: "switched off in the settings")
    #expect(world.server.requests("/api/interpreter").count == asked)
    screen.wait(for: "20 of 21 stores (grocers first)")
    screen.wait(for: "the end of the notice") { !$0.contains("by another program") }
    #expect(try home.run("settings", "services.overpass.allowed", "yes").status == 0)
    screen.wait(for: "by another program")
    try screen.press("r")
    screen.wait(for: "another question") { _ in
      world.server.requests("/api/interpreter").count > asked
    }
  }

  @Test func withoutTheServersWhatWasSeenIsStillThere() throws {
    var screen = try screen()
    try find(screen)
    try screen.press("Enter")
    screen.wait(for: "the map") { $0.contains("▀") || $0.contains("▌") || $0.contains("▚") }
    try screen.press("Escape")
    screen.wait(for: "details and map")
    try screen.press("Q")
    screen.wait(for: "left with 0")
    try screen.close()
    world.server.shutDown()

    screen = try self.screen()
    screen.wait(for: "Items")
    try screen.press("3")
    screen.wait(for: "Nearby")
    try screen.press(".")
    screen.wait(for: "20 of 21 stores (grocers first)")
    try screen.press("r")
    screen.wait(for: "does not answer")
    screen.wait(for: "20 of 21 stores (grocers first)")
    try screen.press("Enter")
    screen.wait(for: "the map") { $0.contains("▀") || $0.contains("▌") || $0.contains("▚") }
    // Without an earlier search there is nothing, and a message says so.
    try screen.press("z", "Right", "Right")
    screen.wait(for: "missing")
    try picture(screen, "offline")
  }

  @Test func eachFailureHasItsSentence() throws {
    let screen = try screen(80, 24)
    try find(screen)
    for (reply, words) in [
      (LoopbackServer.Reply.html(status: 504), "too busy to answer (HTTP 504)"),
      (.html(), "A web page came"),
      (.html(status: 406), "refuses to answer"), (.json("{"), "cannot be read"),
    ] {
      // Refusals are counted, and slow down the next request; so use another directory for the
      // counts.
      try? FileManager.default.removeItem(
        at: home.home.appending(path: ".cache/trolley/rates"))
      world.overpass = .bad(reply)
      try screen.press("r")
      screen.wait(for: words)
      screen.wait(for: "20 of 21 stores (grocers first)")
    }
  }

  @Test func theVerbAsksOnlyWhoIsAllowed() throws {
    let refusal = try home.refused("store", "near", "Berlin", status: 77)
    #expect(refusal.contains("Nominatim may not be asked yet"))
    #expect(refusal.contains("Say: trolley settings services.nominatim.allowed yes"))
    let south = try home.refused("store", "near", "-33.8,151.2", status: 64)
    #expect(south.contains("Put -- before what begins with a minus: -- -33.8,151.2."))
    #expect(
      try home.refused("store", "near", "--", "-33.8,151.2", status: 77).contains("Overpass"))
    #expect(world.server.requests.isEmpty)
    try home.file("data/settings.json", "{\"services\": \(world.settings(isAllowed: true))}")
    let found = try home.run("store", "near", "Berlin", "--radius", "5mi", "--json")
    #expect(found.status == 0)
    let stores = try found.objects("stores")
    #expect(stores.count == 22)
    #expect(try found.json["total"] as? Int == 22)
    #expect(stores.first?["name"] as? String == "Spätkauf Muster")
    let metres = stores.compactMap { $0["metres"] as? Int }
    #expect(metres == metres.sorted())
    #expect(try found.json["attribution"] as? String == "© OpenStreetMap contributors")
    let text = try home.run("store", "near", "52.52,13.405")
    #expect(
      text.output.contains("20 of 21 stores (grocers first) within 3 mi of 52.52000,13.40500"))
    try home.refused("store", "near", "Nirgendwo", status: 65)
    world.nominatim = .bad(
      .json(
        #"[{"lat":"52.52","lon":"13.405","display_name":"Springfield, A"},"#
          + #"{"lat":"37.2","lon":"-93.3","display_name":"Springfield, B"}]"#))
    let several = try home.run("store", "near", "Springfield")
    #expect(several.output.contains("within 3 mi of Springfield, A"))
    #expect(
      several.output.contains(
        "Other places of that name, of which one can be typed in full:\n  Springfield, B\n"))
    let names = try home.run("store", "near", "Springfield", "--json")
    #expect(names.output.contains(#""others":[{"name":"Springfield, B","#))
    #expect(
      try home.refused("store", "near", "Berlin", "--radius", "4mi", status: 64).contains(
        "The radius is 3mi, 5mi or 10mi, which are 4.8km, 8.0km or 16km."))
    try home.refused("store", "near", status: 64)
  }

  @Test func `the verb asks OpenStreetMap where Google Places is not allowed`() throws {
    for answer in ["no", ""] {
      let settings = world.settings(isAllowed: true, googleKey: "k")
      try home.file("data/settings.json", "{\"services\": \(settings)}")
      #expect(try home.run("settings", "services.googlePlaces.allowed", answer).status == 0)
      let text = try home.run("store", "near", "52.52,13.405").output
      #expect(text.contains("© OpenStreetMap contributors"), "\(answer)")
    }
  }
}
