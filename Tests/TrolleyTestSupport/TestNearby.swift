import TrolleyModel
import TrolleyWire

/// Fake answers about places, shops and maps of a made-up city.
public struct TestNearby: Sendable {
  public var place: WorkerAnswer
  public var stores: WorkerAnswer
  public var location: WorkerAnswer
  public var streets: [StreetName] = []
  /// Sent instead of a map.
  public var mapFailure: Failure?
  /// The number of tiles missing in a map.
  public var missing = 0
  public var mapTrouble = ""
  public var mapAge = 0
  /// While it is set, no answer comes.
  public var isSilent = false

  public static let berlin = Coordinates(typed: "52.52,13.405") ?? .zero

  public init() {
    place = .places([NamedPlace(name: "Berlin, Deutschland", place: Self.berlin)])
    stores = .stores(FoundStores(stores: Self.shops, source: .openStreetMap))
    location = .located(Self.berlin)
  }

  func answers(to task: WorkerTask) -> [WorkerAnswer] {
    if isSilent { return [] }
    switch task {
    case .findPlace: return [place]
    case .findStores(let query, _):
      guard case .stores(var found) = stores else { return [stores] }
      found.stores = FoundStores.nearest(found.stores, to: query)
      return [.stores(found)]
    case .findStore(let id, _):
      guard case .stores(var found) = stores else { return [stores] }
      found.stores.removeAll { $0.id != id }
      return [.stores(found)]
    case .locate: return [location]
    case .findStreets: return [.streets(streets)]
    case .drawMap(let view, _, let access):
      if let mapFailure { return [.failed(mapFailure)] }
      return Self.drawing(view, missing: missing).map { drawing in
        var drawing = drawing
        drawing.trouble = mapTrouble
        drawing.age = mapAge
        if access.service == .googleMaps { drawing.credits = "Map data ©2026 Google" }
        return [.map(drawing)]
      } ?? []
    default: return []
    }
  }

  /// The place so many metres north and east of the centre.
  public static func at(_ north: Int, _ east: Int) -> Coordinates {
    Coordinates(
      latitudeE7: berlin.latitudeE7 + north * 90, longitudeE7: berlin.longitudeE7 + east * 148)
      ?? berlin
  }

  public static let shops: [NearbyStore] = {
    let names = [
      ("Beispielmarkt", "supermarket"), ("Spätkauf Muster", "convenience"),
      ("Grüner Korb", "greengrocer"), ("Bio am Fluss", "health food"), ("Hofladen Linde", "farm"),
      ("Kornblume", "supermarket"), ("日本食品店", "supermarket"), ("Frische Ecke", "convenience"),
    ]
    var shops: [NearbyStore] = []
    for number in 0..<23 {
      let (name, kind) = names[number % names.count]
      let place = at(number * 190 - number / 4 * 260, (number % 5 - 2) * 330)
      var shop = NearbyStore(
        id: "node/\(9_000_000 + number)",
        name: number < names.count ? name : name + " \(number)", kind: kind, place: place)
      if number % 3 != 2 { shop.address = "Musterweg \(number + 4), 10178 Berlin" }
      if number % 2 == 0 { shop.phone = "+49 30 0000\(100 + number)" }
      if number % 4 == 0 { shop.website = "https://shop\(number).example/" }
      shop.hours =
        [
          "Mo-Fr 08:00-20:00; Sa 08:00-18:00; Su,PH off", "24/7", "", "sunrise-sunset",
          "Mo-Fr 09:00-10:00",
        ][number % 5]
      shops.append(shop)
    }
    return shops
  }()

  /// Streets every eight pixels, and a river; at the right, a hole of `missing` twelfths.
  static func drawing(_ view: MapView, missing: Int) -> MapDrawing? {
    let samples = view.grain.samples
    let size = PixelSize(
      width: samples.width * view.size.width, height: samples.height * view.size.height)
    let origin = view.origin
    var rgba: [UInt8] = []
    rgba.reserveCapacity(4 * size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let east = origin.x / 4 + x * 2 / samples.width
        let south = origin.y / 8 + y * 2 / samples.height
        let isHole = x >= size.width - size.width * missing / 12
        let colour: [UInt8] =
          isHole
          ? [0, 0, 0, 0]
          : (east + 2 * south) % 90 < 8
            ? [170, 211, 223, 255]
            : east % 16 < 2 || south % 9 == 0 ? [255, 255, 255, 255] : [221, 214, 204, 255]
        rgba += colour
      }
    }
    return PixelImage(size: size, rgba: rgba).map {
      MapDrawing(image: $0, tiles: 12, missing: missing)
    }
  }
}
