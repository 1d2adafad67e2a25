import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport
import TrolleyWire

/// Stores nearby, their details and maps, and every message for failures.
extension Scenario {
  static let nearby: [Scenario] = [
    Scenario("nearby-first") { $0.press("3", ".") },
    Scenario("nearby-location") { shopper in
      shopper.send(
        .hostCapabilitiesKnown(
          HostCapabilities(hasBrowser: false, sendmail: nil, locator: "/bin/where")))
      shopper.press("3", ".")
    },
    Scenario("nearby-where") { shopper in
      shopper.press("3", ".", "enter")
      shopper.type("Berl")
    },
    Scenario("nearby-where-wrong") { shopper in
      shopper.press("3", ".", "enter")
      shopper.type("95, 13")
      shopper.press("enter", "tab")
    },
    Scenario("nearby-consent") { shopper in
      askAround(shopper)
    },
    Scenario("nearby-refused") { shopper in
      askAround(shopper)
      shopper.press("esc")
    },
    Scenario("nearby-looking") { shopper in
      askAround(shopper)
      shopper.worker.nearby.isSilent = true
      shopper.press("enter")
      shopper.wait(milliseconds: 3000)
    },
    Scenario("nearby-found") { shopper in
      find(shopper)
      shopper.press("down", "down")
    },
    Scenario("nearby-found-yesterday") { shopper in
      find(shopper)
      shopper.wait(milliseconds: 26 * 3_600_000)
    },
    Scenario("nearby-nothing") { shopper in
      shopper.worker.nearby.stores = .stores(FoundStores(stores: [], source: .openStreetMap))
      find(shopper)
    },
    Scenario("nearby-unknown-place") { shopper in
      shopper.worker.nearby.place = .failed(
        Failure(
          .badInput,
          "No place is called “Berlin”. Check the spelling, or add the town or country."))
      find(shopper)
    },
    Scenario("nearby-no-network") { shopper in
      find(shopper)
      shopper.wait(milliseconds: 7_200_000)
      shopper.worker.nearby.stores = .failed(
        Failure(.unavailable, "There is no network. Connect this machine and try again."))
      shopper.press("r")
    },
    Scenario("nearby-quota") { shopper in
      shopper.worker.nearby.stores = .failed(
        Failure(
          .unavailable,
          "The quota of your Google key is used up. Try again later, or take the key out of the "
            + "settings to ask OpenStreetMap."))
      find(shopper)
    },
    Scenario("nearby-kept") { shopper in
      find(shopper)
      shopper.press("*")
      shopper.wait(milliseconds: 1000)
    },
    Scenario("shop") { shopper in
      find(shopper)
      shopper.press("down", "enter")
    },
    Scenario("shop-large") { shopper in
      find(shopper)
      shopper.press("enter", "z")
    },
    Scenario("shop-moved") { shopper in
      find(shopper)
      shopper.press("enter", "z")
      shopper.worker.nearby.isSilent = true
      shopper.press("right", "-")
      shopper.wait(milliseconds: 2000)
    },
    Scenario("shop-streets-consent") { shopper in
      find(shopper)
      shopper.press("enter", "z", "v")
    },
    Scenario("shop-streets") { shopper in
      find(shopper)
      shopper.press("enter", "z", "v", "enter")
    },
    Scenario("shop-offline") { shopper in
      find(shopper)
      shopper.worker.nearby.missing = 5
      shopper.worker.nearby.mapAge = 12 * 86400
      shopper.worker.nearby.mapTrouble = "There is no network. Connect this machine and try again."
      shopper.press("enter", "z")
    },
    Scenario("shop-no-map") { shopper in
      find(shopper)
      shopper.worker.nearby.mapFailure = Failure(
        .unavailable, "Esri World Imagery does not answer. Try again later.")
      shopper.press("enter", "z")
    },
    Scenario("shop-of-google") { shopper in
      var store = TestNearby.shops[1]
      store.source = .googleMaps
      store.rating = 42
      store.ratingCount = 1287
      store.priceRange = 2
      store.credits = ["Ann Example"]
      shopper.worker.nearby.stores = .stores(FoundStores(stores: [store], source: .googleMaps))
      find(shopper)
      shopper.press("enter", "enter")
    },
    Scenario("shop-directions") { shopper in
      find(shopper)
      shopper.press("enter", "enter", "down", "down")
    },
    Scenario("shop-code") { shopper in
      find(shopper)
      shopper.worker.code = QRCode(side: 21, modules: (0..<441).map { ($0 * $0 / 3) % 5 < 2 })
      shopper.press("enter", "Y")
    },
  ]

  private static func askAround(_ shopper: TestApp) {
    shopper.press("3", ".", "enter")
    shopper.type("Berlin")
    shopper.press("enter")
  }

  /// Searches around Berlin, after consenting.
  private static func find(_ shopper: TestApp) {
    askAround(shopper)
    shopper.press("enter")
  }
}
