import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport

/// Catalogues, barcodes, and the messages when they are unavailable.
extension Scene {
  static let catalogue: [Scene] = [
    Scene("catalogue") { open($0) },
    Scene("catalogue-in-cart") { shopper in
      open(shopper)
      shopper.press("space", "right", "space", "+", "+", "right")
      shopper.wait(milliseconds: 9000)
    },
    Scene("catalogue-category-sorted") { shopper in
      open(shopper)
      shopper.press("f")
      shopper.type("white")
      shopper.press("enter", "s", "down", "enter", "right")
    },
    Scene("catalogue-search") { shopper in
      open(shopper)
      shopper.press("/")
      shopper.type("cedar")
    },
    Scene("catalogue-search-nothing") { shopper in
      open(shopper)
      shopper.press("/")
      shopper.type("qqq")
    },
    Scene("catalogue-search-nothing-there") { shopper in
      open(shopper)
      shopper.press("/")
      shopper.type("qqq")
      shopper.press("enter")
    },
    Scene("catalogue-table") { shopper in
      open(shopper)
      shopper.press("t", "space")
      shopper.wait(milliseconds: 9000)
    },
    Scene("catalogue-asking") { shopper in
      shopper.worker.catalogue = TestShelf()
      shopper.worker.catalogue?.isSilent = true
      shopper.perform(.showSegment(.catalogue))
      shopper.press("enter")
      shopper.wait(milliseconds: 2400)
    },
    Scene("catalogue-consent") { shopper in
      shopper.worker.catalogue = TestShelf()
      shopper.perform(.showSegment(.catalogue))
    },
    Scene("catalogue-not-allowed") { shopper in
      shopper.worker.catalogue = TestShelf()
      shopper.perform(.showSegment(.catalogue))
      shopper.press("esc")
      shopper.wait(milliseconds: 9000)
    },
    Scene("catalogue-product") { shopper in
      open(shopper)
      shopper.press("space", "enter", "+", "+")
      shopper.wait(milliseconds: 9000)
    },
    Scene("catalogue-product-plain") { shopper in
      open(shopper)
      shopper.press("right", "enter")
    },
    Scene("catalogue-unreachable") { shopper in
      open(shopper)
      fail(shopper, "127.0.0.1 does not answer. Try again later.")
    },
    Scene("catalogue-unreachable-elsewhere") { shopper in
      open(shopper)
      fail(shopper, "There is no network. Connect this machine and try again.")
      shopper.press("2")
      shopper.wait(milliseconds: 9000)
    },
    Scene("catalogue-unreachable-empty") { shopper in
      shopper.worker.catalogue = TestShelf()
      shopper.worker.catalogue?.failure = Failure(
        .unavailable,
        "world.openfoodfacts.org wants fewer questions. Try again in 30 seconds.")
      shopper.perform(.showSegment(.catalogue))
      shopper.press("enter")
      shopper.wait(milliseconds: 9000)
    },
    Scene("catalogue-key-refused") { shopper in
      open(shopper)
      fail(
        shopper, "services.wine.com does not take the key. Check it in the settings.",
        kind: .notAllowed)
      shopper.wait(milliseconds: 9000)
    },
    Scene("barcode-looking-up") { shopper in
      open(shopper)
      shopper.worker.catalogue?.isSilent = true
      shopper.press("a")
      for number in 60...62 {
        shopper.type(TestShelf.code(number))
        shopper.press("enter")
      }
      shopper.wait(milliseconds: 2000)
    },
    Scene("barcode-unknown") { shopper in
      open(shopper)
      shopper.press("a")
      shopper.type("4006381333931")
      shopper.press("enter")
    },
    Scene("barcode-wrong") { shopper in
      shopper.press("a")
      shopper.type("4006381333932")
      shopper.press("enter")
    },
    Scene("barcode-in-store") { shopper in
      shopper.press("a")
      shopper.type("2000000000008")
      shopper.press("enter")
    },
  ]

  private static func open(_ shopper: TestShopper) {
    shopper.worker.catalogue = TestShelf()
    shopper.perform(.showSegment(.catalogue))
    shopper.press("enter")
  }

  private static func fail(
    _ shopper: TestShopper, _ sentence: String, kind: Failure.Kind = .unavailable
  ) {
    shopper.worker.catalogue?.failure = Failure(kind, sentence)
    shopper.press("r")
  }
}
