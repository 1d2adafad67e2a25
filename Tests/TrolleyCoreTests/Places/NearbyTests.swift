import Testing
import TrolleyModel

/// Shops around a place: which, in what order, and the links for directions.
@Suite struct NearbyTests {
  private let query = StoreQuery(place: .zero, radius: .threeMiles)

  private func store(
    _ name: String, north metres: Int, id: String = "", east: Int = 0
  ) throws -> NearbyStore {
    let place = try #require(
      Coordinates(latitude: Double(metres) / 111_195, longitude: Double(east) / 111_195))
    return NearbyStore(id: id.isEmpty ? "node/\(name)\(metres)" : id, name: name, place: place)
  }

  @Test func theNearestComeFirstAndFarOnesNot() throws {
    let all = try [
      store("C", north: 4900), store("B", north: 4800), store("A", north: -20),
      store("D", north: 900),
    ]
    #expect(FoundStores.nearest(all, to: query).map(\.name) == ["A", "D", "B"])
    #expect(
      FoundStores.nearest(all, to: StoreQuery(place: .zero, radius: .fiveMiles)).count == 4)
  }

  @Test func twentyAreEnough() throws {
    let all = try (0..<60).map { try store("S\($0)", north: 4000 - $0 * 60) }
    let found = FoundStores.nearest(all, to: query)
    #expect(found.count == 20)
    #expect(found.first?.name == "S59")
  }

  @Test func aShopThatIsThereTwiceIsShownOnce() throws {
    let all = try [
      store("Markt", north: 100, id: "node/1"), store("MARKT", north: 130, id: "way/2"),
      store("Markt", north: 400, id: "node/3"), store("Other", north: 110, id: "node/4"),
      store("Again", north: 800, id: "node/3"),
    ]
    #expect(FoundStores.nearest(all, to: query).map(\.id) == ["node/1", "node/4", "node/3"])
  }

  @Test func linksAreExact() throws {
    let place = try #require(Coordinates(latitude: -33.8688, longitude: 151.2093))
    #expect(
      DirectionsKind.allCases.map { $0.link(to: place) } == [
        "https://maps.apple.com/?daddr=-33.86880%2C151.20930&dirflg=d",
        "https://www.google.com/maps/dir/?api=1&destination=-33.86880%2C151.20930"
          + "&travelmode=driving",
        "https://www.openstreetmap.org/directions?engine=fossgis_osrm_car"
          + "&route=%3B-33.86880%2C151.20930",
        "geo:-33.86880,151.20930",
      ])
    for kind in DirectionsKind.allCases where kind != .geo {
      #expect(WebAddress(kind.link(to: place)) != nil)
    }
    #expect(DirectionsKind.isSound(geo: DirectionsKind.geo.link(to: place)))
    for bad in [
      "geo:", "geo:1", "geo:1,2,3", "geo:a,b", "geo:1,2;x", "https://a.example", "geo:99,1",
    ] {
      #expect(!DirectionsKind.isSound(geo: bad))
    }
  }

  @Test func attributionIsAlwaysThere() {
    for kind in MapKind.allCases {
      for width in [5, 12, 30, 60, 200] {
        let text = kind.attribution(width: width)
        #expect(text.contains(kind == .street ? "OpenStreetMap" : "Esri"))
        #expect(text.count <= max(width, 28))
      }
    }
  }

  @Test func ratingsAndPricesAreShort() throws {
    var store = try store("A", north: 1)
    #expect(store.ratingText() == nil)
    #expect(store.priceText == nil)
    store.rating = 42
    store.ratingCount = 1287
    store.priceRange = 2
    #expect(store.ratingText() == "★★★★☆ 4.2 (1,287)")
    #expect(store.ratingText(style: NumberStyle(locale: "de")) == "★★★★☆ 4,2 (1.287)")
    #expect(store.priceText == "$$ moderate")
    store.priceRange = 9
    #expect(store.priceText == nil)
  }
}
