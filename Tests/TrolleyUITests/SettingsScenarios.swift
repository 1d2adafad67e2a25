import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport
import TrolleyUI

/// Scenes of the settings page.
extension Scenario {
  static let settings: [Scenario] = [
    Scenario("settings") { shopper in
      shopper.press("5", "down", "down")
    },
    Scenario("settings-end") { $0.press("5", "end") },
    Scenario("settings-chosen") { shopper in
      shopper.focusSetting("cartOrder")
      shopper.press("right")
      shopper.wait(milliseconds: 9000)
    },
    Scenario("settings-mail") { shopper in
      shopper.focusSetting("mail.from")
    },
    Scenario("settings-service-works") { shopper in
      allow(shopper, "overpass")
      shopper.press("t")
    },
    Scenario("settings-service-asks") { shopper in
      allow(shopper, "nominatim")
      shopper.worker.isSilent = true
      shopper.press("t")
      shopper.wait(milliseconds: 2400)
    },
    Scenario("settings-service-failed") { shopper in
      shopper.focusSetting("services.googlePlaces.key")
      shopper.press("enter")
      shopper.type("AIza-0123456789abcd")
      shopper.press("enter")
      allow(shopper, "googlePlaces")
      shopper.worker.failure = Failure(
        .unavailable,
        "Google Places does not take this key. Look at it in the settings, and whether it is for this."
      )
      shopper.press("t")
      shopper.focusSetting("services.googlePlaces.key")
    },
    Scenario("settings-search") { shopper in
      shopper.press("5", "/")
      shopper.type("mail pass")
    },
    Scenario("settings-nothing-found") { shopper in
      shopper.press("5", "/")
      shopper.type("zebra")
    },
    Scenario("settings-list") { shopper in
      shopper.focusSetting("theme")
      shopper.press("enter", "down")
    },
    Scenario("settings-refused") { shopper in
      shopper.focusSetting("mail.server")
      shopper.press("enter", "ctrl-u")
      shopper.type("smtp example org")
      shopper.press("enter")
    },
    Scenario("settings-remarks") { shopper in
      shopper.send(
        .settingsRead(
          SettingsReading(
            shopper.session.preferences,
            remarks: [
              "settings: theme must be automatic, dark, light, highContrast or none.",
              "settings: mail.servre is not known.",
            ])))
      shopper.focusSetting("settingsFile")
    },
  ]
}

private func allow(_ shopper: TestApp, _ service: String) {
  shopper.focusSetting("services.\(service).allowed")
  shopper.press("right")
}

/// The settings on a wide screen too, with the help beside them.
@Suite struct SettingsGoldenTests {
  @Test(arguments: Scenario.settings) func onAWideScreenAsWell(_ scene: Scenario) {
    let size = Size(width: 200, height: 60)
    let canvas = scene.shopper(size).canvas
    #expect(canvas.flaw(asked: size) == nil)
    expectGolden(canvas, "\(scene.name)@200x60")
  }

  /// Without colours, words distinguish changed values from defaults, and a sign marks the row with
  /// the focus.
  @Test func withoutColoursItIsAllThere() {
    let scene = Scenario.settings[2]
    let shopper = scene.shopper(.standard)
    shopper.context = RenderContext(pictures: .shades)
    #expect(shopper.canvas.text.contains("▸ Order of the cart"))
    #expect(shopper.canvas.text.contains("default: order of adding"))
  }
}
