import Testing
import TrolleyModel
import TrolleyTestSupport
import TrolleyWire

/// Items with their own pictures: files, addresses, and unreadable ones.
extension Scenario {
  static let pictures: [Scenario] = [
    Scenario("pictures-tiles") { stock($0) },
    Scenario("pictures-details") { shopper in
      stock(shopper)
      shopper.focus("Sunset lemonade")
      shopper.press("enter")
    },
    Scenario("pictures-unreadable") { shopper in
      stock(shopper)
      shopper.focus("Torn label")
      shopper.press("enter")
    },
    Scenario("pictures-web") { shopper in
      stock(shopper)
      shopper.focus("Wine of the web")
      shopper.press("enter")
    },
    Scenario("pictures-consent") { shopper in
      stock(shopper)
      shopper.focus("Wine of the web")
      shopper.press("enter", "w")
    },
    Scenario("pictures-form-error") { shopper in
      stock(shopper)
      shopper.focus("Apple")
      editPicture(shopper)
      shopper.type("~/Pictures/nothing.jpg")
      shopper.press("tab")
    },
    Scenario("pictures-form-looking") { shopper in
      stock(shopper)
      shopper.focus("Apple")
      editPicture(shopper)
      shopper.worker.arePicturesSlow = true
      shopper.type("~/Pictures/large.jpg")
      shopper.press("ctrl-s")
    },
    Scenario("pictures-files") { shopper in
      stock(shopper)
      shopper.focus("Apple")
      editPicture(shopper)
      shopper.press("ctrl-o")
      shopper.type("Pic")
      shopper.press("tab", "down", "down")
    },
    Scenario("pictures-files-none") { shopper in
      stock(shopper)
      shopper.focus("Apple")
      editPicture(shopper)
      shopper.type("~/Empty/")
      shopper.press("ctrl-o")
    },
  ]

  private static func editPicture(_ shopper: TestApp) {
    shopper.press("e")
    for _ in 0..<6 { shopper.press("tab") }
    shopper.press("ctrl-u")
  }

  /// A sun over water: wide, high and square.
  private static func photo(_ width: Int, _ height: Int) -> PixelImage {
    PictureMaker.image(PixelSize(width: width, height: height)) { x, y in
      let sun =
        (x - 0.6) * (x - 0.6) * Double(width * width) / Double(height * height)
        + (y - 0.4) * (y - 0.4)
      if sun < 0.02 { return (255, 236, 150, 255) }
      if y > 0.6 { return (20, 70 + 60 * x, 120 + 60 * y, 255) }
      return (250 - 40 * y, 120 + 120 * y, 60 + 90 * x, 255)
    }
  }

  private static func stock(_ shopper: TestApp) {
    shopper.worker.pictures = [
      "/home/ann/Pictures/sunset.jpg": photo(64, 48),
      "/home/ann/Pictures/bottle.png": photo(24, 64),
      "/home/ann/Pictures/square.webp": photo(64, 64),
    ]
    shopper.worker.folders = [
      "/home/ann/": [.init("Empty", isDirectory: true), .init("Pictures", isDirectory: true)],
      "/home/ann/Empty/": [],
      "/home/ann/Pictures/": [
        .init("Holidays", isDirectory: true), .init("bottle.png"), .init("square.webp"),
        .init("sunset.jpg"),
      ],
    ]
    let goods = [
      ("Sunset lemonade", "/home/ann/Pictures/sunset.jpg", "Drinks", 250),
      ("Bottle", "/home/ann/Pictures/bottle.png", "Drinks", 900),
      ("Postcard", "/home/ann/Pictures/square.webp", "Paper", 120),
      ("Torn label", "/home/ann/Pictures/torn.png", "Paper", 10),
      ("Wine of the web", "https://labels.example/wine.jpg", "Drinks", 1290),
    ]
    let items = goods.enumerated().map { at, one in
      Item(
        id: Item.ID(UInt64(0x9000 + at)), name: one.0, category: one.2,
        price: Money(minorUnits: one.3, currency: .usd), picture: one.1, isFavourite: at == 0,
        addedAt: TestApp.start - 86_400)
    }
    shopper.journal.append(
      Step(
        replica: ReplicaID(9), number: 1, time: TestApp.start - 86_400,
        events: [.itemsAdded(items)]))
    shopper.readNews()
    shopper.press("home", "space", "+")
    shopper.wait(milliseconds: 9000)
  }
}
