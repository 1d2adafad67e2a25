import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport

/// Catalogues, barcodes, and the messages when they are unavailable.
extension Scenario {
  static let catalogue: [Scenario] = [
    Scenario("catalogue") { open($0) },
    Scenario("catalogue-in-cart") { shopper in
      open(shopper)
      shopper.press("space", "right", "space", "+", "+", "right")
      shopper.wait(milliseconds: 9000)
    },
    Scenario("catalogue-category-sorted") { shopper in
      open(shopper)
      shopper.press("f")
      shopper.type("white")
      shopper.press("enter", "s", "down", "enter", "right")
    },
    Scenario("catalogue-search") { shopper in
      open(shopper)
      shopper.press("/")
      shopper.type("cedar")
    },
    Scenario("catalogue-search-nothing") { shopper in
      open(shopper)
      shopper.press("/")
      shopper.type("qqq")
    },
    Scenario("catalogue-search-nothing-there") { shopper in
      open(shopper)
      shopper.press("/")
      shopper.type("qqq")
      shopper.press("enter")
    },
    Scenario("catalogue-table") { shopper in
      open(shopper)
      shopper.press("t", "space")
      shopper.wait(milliseconds: 9000)
    },
    Scenario("catalogue-asking") { shopper in
      shopper.worker.catalogue = TestImageCache()
      shopper.worker.catalogue?.isSilent = true
      shopper.perform(.showSegment(.catalogue))
      shopper.press("enter")
      shopper.wait(milliseconds: 2400)
    },
    Scenario("catalogue-consent") { shopper in
      shopper.worker.catalogue = TestImageCache()
      shopper.perform(.showSegment(.catalogue))
    },
    Scenario("catalogue-not-allowed") { shopper in
      shopper.worker.catalogue = TestImageCache()
      shopper.perform(.showSegment(.catalogue))
      shopper.press("esc")
      shopper.wait(milliseconds: 9000)
    },
    Scenario("catalogue-product") { shopper in
      open(shopper)
      shopper.press("space", "enter", "+", "+")
      shopper.wait(milliseconds: 9000)
    },
    Scenario("catalogue-product-plain") { shopper in
      open(shopper)
      shopper.press("right", "enter")
    },
    Scenario("catalogue-unreachable") { shopper in
      open(shopper)
      fail(shopper, "127.0.0.1 does not answer. Try again later.")
    },
    Scenario("catalogue-unreachable-elsewhere") { shopper in
      open(shopper)
      fail(shopper, "There is no network. Connect this machine and try again.")
      shopper.press("2")
      shopper.wait(milliseconds: 9000)
    },
    Scenario("catalogue-unreachable-empty") { shopper in
      shopper.worker.catalogue = TestImageCache()
      shopper.worker.catalogue?.failure = Failure(
        .unavailable,
        "world.openfoodfacts.org wants fewer questions. Try again in 30 seconds.")
      shopper.perform(.showSegment(.catalogue))
      shopper.press("enter")
      shopper.wait(milliseconds: 9000)
    },
    Scenario("catalogue-key-refused") { shopper in
      open(shopper)
      fail(
        shopper, "services.wine.com does not take the key. Check it in the settings.",
        kind: .notAllowed)
      shopper.wait(milliseconds: 9000)
    },
    Scenario("barcode-looking-up") { shopper in
      open(shopper)
      shopper.worker.catalogue?.isSilent = true
      shopper.press("a")
      for number in 60...62 {
        shopper.type(TestImageCache.code(number))
        shopper.press("enter")
      }
      shopper.wait(milliseconds: 2000)
    },
    Scenario("barcode-unknown") { shopper in
      open(shopper)
      shopper.press("a")
      shopper.type("4006381333931")
      shopper.press("enter")
    },
    Scenario("barcode-wrong") { shopper in
      shopper.press("a")
      shopper.type("4006381333932")
      shopper.press("enter")
    },
    Scenario("barcode-in-store") { shopper in
      shopper.press("a")
      shopper.type("2000000000008")
      shopper.press("enter")
    },
  ]

  private static func open(_ shopper: TestApp) {
    shopper.worker.catalogue = TestImageCache()
    shopper.perform(.showSegment(.catalogue))
    shopper.press("enter")
  }

  private static func fail(
    _ shopper: TestApp, _ sentence: String, kind: Failure.Kind = .unavailable
  ) {
    shopper.worker.catalogue?.failure = Failure(kind, sentence)
    shopper.press("r")
  }
}
