import Synchronization

/// Pictures as cells, bundled and generated ones, cached in the sizes on the screen.
public enum PictureCache {
  /// How a photograph becomes cells.
  public enum Look: Hashable, Sendable {
    case quadrants, sextants
    case dithered(colours: Int)
    case shades(isDark: Bool)
  }

  private struct Key: Hashable {
    enum Kind: Hashable {
      case seed, generated
      case loaded(Look)
    }

    let kind: Kind
    let name: String
    /// Of a loaded picture.
    var fingerprint: UInt64 = 0
    let width: Int
    let height: Int
  }

  /// Guards the drawn pictures; the oldest is evicted for the newest.
  private struct Store {
    var cells: [Key: [Cell]] = [:]
    var keys: [Key] = []
    var oldest = 0
  }

  static let limit = 256
  private static let store = Mutex(Store())

  /// As `PictureRaster.cells`; nil if there is no such picture.
  public static func cells(named name: String, width: Int, height: Int) -> [Cell]? {
    let key = Key(kind: .seed, name: name, width: width, height: height)
    if let known = store.withLock({ $0.cells[key] }) { return known }
    guard let picture = SeedPictures.named(name) else { return nil }
    let cells = PictureRaster.cells(picture, width: width, height: height)
    keep(cells, key)
    return cells
  }

  private static let seeds = Mutex<[String: ImageCache.Loaded]>([:])

  /// A bundled picture for a terminal that shows real pixels; nil if there is no such picture.
  static func pixels(named name: String) -> ImageCache.Loaded? {
    if name.isEmpty { return nil }
    if let known = seeds.withLock({ $0[name] }) { return known }
    guard let picture = SeedPictures.named(name) else { return nil }
    let rgba = picture.colours.flatMap { pixel -> [UInt8] in
      pixel.map { [$0.red, $0.green, $0.blue, 255] } ?? [0, 0, 0, 0]
    }
    guard
      let image = PixelImage(
        size: PixelSize(width: picture.width, height: picture.height), rgba: rgba)
    else { return nil }
    let loaded = ImageCache.Loaded(image)
    seeds.withLock { $0[name] = loaded }
    return loaded
  }

  /// As `GeneratedPicture.cells`.
  public static func cells(generatedFor name: String, width: Int, height: Int) -> [Cell] {
    let key = Key(kind: .generated, name: name, width: width, height: height)
    if let known = store.withLock({ $0.cells[key] }) { return known }
    let cells = GeneratedPicture.cells(for: name, width: width, height: height)
    keep(cells, key)
    return cells
  }

  /// A picture of a file or the web.
  public static func cells(
    of loaded: ImageCache.Loaded, _ look: Look = .quadrants, width: Int, height: Int
  ) -> [Cell] {
    let key = Key(
      kind: .loaded(look), name: "", fingerprint: loaded.fingerprint, width: width, height: height)
    return cells(key) {
      switch look {
      case .quadrants: PictureRaster.cells(loaded.image, width: width, height: height)
      case .sextants: Sextants.cells(loaded.image, width: width, height: height)
      case .dithered(let colours):
        PictureRaster.grid(loaded.image, width: width, height: height)
          .map { Dithering.cells($0, colours: colours) } ?? []
      case .shades(let isDark):
        PictureRaster.monochrome(loaded.image, width: width, height: height, isDark: isDark)
      }
    }
  }

  private static func cells(_ key: Key, make: () -> [Cell]) -> [Cell] {
    if let known = store.withLock({ $0.cells[key] }) { return known }
    let cells = make()
    keep(cells, key)
    return cells
  }

  private static func keep(_ cells: [Cell], _ key: Key) {
    store.withLock { store in
      guard store.cells.updateValue(cells, forKey: key) == nil else { return }
      if store.keys.count < limit {
        store.keys.append(key)
      } else {
        store.cells[store.keys[store.oldest]] = nil
        store.keys[store.oldest] = key
        store.oldest = (store.oldest + 1) % limit
      }
    }
  }

  /// The number of cached pictures.
  static var count: Int { store.withLock { $0.cells.count } }
}
