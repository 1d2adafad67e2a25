/// Places, shops and maps, on their way between the programs.
extension WorkerLine {
  /// Bytes of what a person types as a place.
  static let longestPlace = 1024
  static let longestPath = 1024

  // MARK: Tasks

  static func write(nearby task: WorkerTask, _ w: inout JSONWriter) {
    switch task {
    case .findPlace(let name, let access):
      w.member("task", "findPlace")
      w.member("name", name)
      write(access, &w)
    case .findStores(let query, let access):
      w.member("task", "findStores")
      write(query, &w)
      write(access, &w)
    case .locate(let program):
      w.member("task", "locate")
      w.member("program", program)
    case .drawMap(let view, let access):
      w.member("task", "drawMap")
      write(view, &w)
      write(access, &w)
    default: break
    }
  }

  /// Nil for a task that is not one of these.
  static func nearbyTask(
    _ name: String, _ fields: WorkerFields
  ) throws(Failure) -> WorkerTask? {
    switch name {
    case "findPlace":
      return .findPlace(try fields.text("name", most: longestPlace), try access(fields))
    case "findStores": return .findStores(try storeQuery(fields), try access(fields))
    case "locate": return .locate(try program(fields))
    case "drawMap":
      let access = try access(fields)
      guard access.service.isOfTiles else { throw fields.refusal("access") }
      return .drawMap(try mapView(fields), access)
    default: return nil
    }
  }

  private static func write(_ place: Coordinates, _ name: String, _ w: inout JSONWriter) {
    w.name(name)
    w.beginArray()
    w.int(place.latitudeE7)
    w.int(place.longitudeE7)
    w.endArray()
  }

  private static func place(_ fields: WorkerFields, _ name: String) throws(Failure) -> Coordinates {
    guard let pair = fields.numbers(name), pair.count == 2,
      let place = Coordinates(latitudeE7: pair[0], longitudeE7: pair[1])
    else { throw fields.refusal(name) }
    return place
  }

  private static func write(_ query: StoreQuery, _ w: inout JSONWriter) {
    write(query.place, "place", &w)
    w.member("radius", query.radius.name)
    if query.isFresh { w.member("fresh", true) }
  }

  private static func storeQuery(_ fields: WorkerFields) throws(Failure) -> StoreQuery {
    guard let radius = SearchRadius(name: try fields.text("radius", most: 20)) else {
      throw fields.refusal("radius")
    }
    return StoreQuery(
      place: try place(fields, "place"), radius: radius,
      isFresh: fields.has("fresh") ? try fields.flag("fresh") : false)
  }

  private static func write(_ view: MapView, _ w: inout JSONWriter) {
    write(view.centre, "centre", &w)
    w.member("zoom", view.zoom)
    w.member("width", view.size.width)
    w.member("height", view.size.height)
  }

  private static func mapView(_ fields: WorkerFields) throws(Failure) -> MapView {
    let zoom = try fields.number("zoom")
    let size = Size(width: try fields.number("width"), height: try fields.number("height"))
    let view = MapView(centre: try place(fields, "centre"), zoom: zoom, size: size)
    // Whatever is asked for is no larger than the largest map.
    guard view.zoom == zoom, view.size == size else { throw fields.refusal("zoom") }
    return view
  }

  private static func program(_ fields: WorkerFields) throws(Failure) -> String {
    let path = try fields.text("program", most: longestPath)
    guard path.hasPrefix("/"), !path.utf8.contains(0) else { throw fields.refusal("program") }
    return path
  }

  // MARK: Answers

  static func write(nearby answer: WorkerAnswer, _ w: inout JSONWriter) {
    switch answer {
    case .place(let place):
      w.member("answer", "place")
      write(place, &w)
    case .stores(let found):
      w.member("answer", "stores")
      write(found, &w)
    case .located(let place):
      w.member("answer", "located")
      write(place, "place", &w)
    case .map(let drawing):
      w.member("answer", "map")
      write(drawing, &w)
    default: break
    }
  }

  /// Nil for an answer that is not one of these.
  static func nearbyAnswer(
    _ name: String, _ fields: WorkerFields
  ) throws(Failure) -> WorkerAnswer? {
    switch name {
    case "place": return .place(try namedPlace(fields))
    case "stores": return .stores(try foundStores(fields))
    case "located": return .located(try place(fields, "place"))
    case "map": return .map(try mapDrawing(fields))
    default: return nil
    }
  }

  private static func write(_ place: NamedPlace, _ w: inout JSONWriter) {
    w.member("name", place.name)
    write(place.place, "place", &w)
  }

  private static func namedPlace(_ fields: WorkerFields) throws(Failure) -> NamedPlace {
    NamedPlace(name: fields.clean("name", .name), place: try place(fields, "place"))
  }

  private static func write(_ found: FoundStores, _ w: inout JSONWriter) {
    w.member("source", found.source.rawValue)
    w.member("age", found.age)
    if !found.trouble.isEmpty { w.member("trouble", found.trouble) }
    w.name("stores")
    w.beginArray()
    for store in found.stores { write(store, &w) }
    w.endArray()
  }

  private static func write(_ store: NearbyStore, _ w: inout JSONWriter) {
    func text(_ name: String, _ value: String) { if !value.isEmpty { w.member(name, value) } }
    w.beginObject()
    w.member("id", store.id)
    w.member("name", store.name)
    write(store.place, "place", &w)
    text("kind", store.kind)
    text("address", store.address)
    text("phone", store.phone)
    text("website", store.website)
    text("hours", store.hours)
    if let rating = store.rating { w.member("rating", rating) }
    if let count = store.ratingCount { w.member("ratings", count) }
    if let price = store.priceRange { w.member("price", price) }
    if !store.credits.isEmpty { w.texts("credits", store.credits) }
    w.endObject()
  }

  private static func foundStores(_ fields: WorkerFields) throws(Failure) -> FoundStores {
    guard let source = NearbyStore.Source(rawValue: try fields.text("source", most: 40)) else {
      throw fields.refusal("source")
    }
    var stores: [NearbyStore] = []
    for one in try fields.objects("stores", most: StoreQuery.most) {
      stores.append(try store(one, source))
    }
    return FoundStores(
      stores: stores, source: source, age: try fields.number("age"),
      trouble: fields.clean("trouble", .message))
  }

  private static func store(
    _ fields: WorkerFields, _ source: NearbyStore.Source
  ) throws(Failure) -> NearbyStore {
    let name = fields.clean("name", .name)
    guard !name.isEmpty else { throw fields.refusal("name") }
    var store = NearbyStore(
      id: fields.clean("id", .name), name: name, kind: fields.clean("kind", .name),
      place: try place(fields, "place"), address: fields.clean("address", .name),
      phone: fields.clean("phone", .name), hours: fields.clean("hours", .name), source: source)
    let website = fields.clean("website", .address)
    guard website.isEmpty || WebAddress(website) != nil else { throw fields.refusal("website") }
    store.website = website
    if fields.has("rating") { store.rating = try number(fields, "rating", 10...50) }
    if fields.has("ratings") { store.ratingCount = try number(fields, "ratings", 1...Int.max) }
    if fields.has("price") { store.priceRange = try number(fields, "price", 0...4) }
    if fields.has("credits") {
      store.credits = try fields.texts("credits", most: 5, bytes: 1024).map { CleanText.line($0) }
    }
    return store
  }

  private static func number(
    _ fields: WorkerFields, _ name: String, _ range: ClosedRange<Int>
  ) throws(Failure) -> Int {
    let number = try fields.number(name)
    guard range.contains(number) else { throw fields.refusal(name) }
    return number
  }

  private static func write(_ drawing: MapDrawing, _ w: inout JSONWriter) {
    w.member("tiles", drawing.tiles)
    w.member("missing", drawing.missing)
    w.member("age", drawing.age)
    if !drawing.trouble.isEmpty { w.member("trouble", drawing.trouble) }
    w.member("width", drawing.image.width)
    w.member("height", drawing.image.height)
    w.member("pixels", MapPixels.text(drawing.image.rgba))
  }

  private static func mapDrawing(_ fields: WorkerFields) throws(Failure) -> MapDrawing {
    let drawing = MapDrawing(
      image: try image(fields), tiles: try fields.number("tiles"),
      missing: try fields.number("missing"), age: try fields.number("age"),
      trouble: fields.clean("trouble", .message))
    guard (1...64).contains(drawing.tiles), drawing.missing < drawing.tiles else {
      throw fields.refusal("tiles")
    }
    return drawing
  }
}

extension WorkerLine {
  private static func image(_ fields: WorkerFields) throws(Failure) -> PixelImage {
    let size = PixelSize(width: try fields.number("width"), height: try fields.number("height"))
    let most = MapView.mostCells
    guard size.width <= 2 * most.width, size.height <= 2 * most.height,
      let rgba = MapPixels.bytes(try fields.text("pixels", most: longest)),
      let image = PixelImage(size: size, rgba: rgba)
    else { throw fields.refusal("pixels") }
    return image
  }
}

/// The pixels of a map as text: four characters of base64 for each, and dots for a hole.
enum MapPixels {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let hole = UInt8(ascii: ".")

  static func text(_ rgba: [UInt8]) -> String {
    var out: [UInt8] = []
    out.reserveCapacity(rgba.count)
    for at in stride(from: 0, to: rgba.count - 3, by: 4) {
      if rgba[at + 3] < 128 {
        out += [hole, hole, hole, hole]
      } else {
        let bits = Int(rgba[at]) << 16 | Int(rgba[at + 1]) << 8 | Int(rgba[at + 2])
        for shift in [18, 12, 6, 0] { out.append(alphabet[bits >> shift & 63]) }
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Nil for what is no such text.
  static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 4 == 0 else { return nil }
    var rgba: [UInt8] = []
    rgba.reserveCapacity(digits.count)
    for at in stride(from: 0, to: digits.count, by: 4) {
      if digits[at] == hole {
        guard digits[at + 1] == hole, digits[at + 2] == hole, digits[at + 3] == hole else {
          return nil
        }
        rgba += [0, 0, 0, 0]
        continue
      }
      var bits = 0
      for digit in digits[at..<at + 4] {
        let value = values[Int(digit)]
        guard value >= 0 else { return nil }
        bits = bits << 6 | Int(value)
      }
      rgba += [UInt8(bits >> 16), UInt8(bits >> 8 & 255), UInt8(bits & 255), 255]
    }
    return rgba
  }

  private static let values: [Int8] = {
    var values = [Int8](repeating: -1, count: 256)
    for (value, digit) in alphabet.enumerated() { values[Int(digit)] = Int8(value) }
    return values
  }()
}

extension WorkerFields {
  /// Whole numbers; nil for anything else.
  func numbers(_ name: String, most: Int = 16) -> [Int]? {
    guard let all = values(name), all.count <= most else { return nil }
    let numbers = all.compactMap(\.int)
    return numbers.count == all.count ? numbers : nil
  }

  func objects(_ name: String, most: Int) throws(Failure) -> [WorkerFields] {
    guard let all = values(name), all.count <= most else { throw refusal(name) }
    var objects: [WorkerFields] = []
    for one in all {
      guard let object = WorkerFields(one) else { throw refusal(name) }
      objects.append(object)
    }
    return objects
  }
}
