import Synchronization

/// Pictures as cells, bundled and generated ones, cached in the sizes on the screen.
public enum PictureCache {
  private struct Key: Hashable {
    enum Kind: UInt8 { case seed, generated, loaded, loadedShades, loadedShadesLight }

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

  /// As `GeneratedPicture.cells`.
  public static func cells(generatedFor name: String, width: Int, height: Int) -> [Cell] {
    let key = Key(kind: .generated, name: name, width: width, height: height)
    if let known = store.withLock({ $0.cells[key] }) { return known }
    let cells = GeneratedPicture.cells(for: name, width: width, height: height)
    keep(cells, key)
    return cells
  }

  /// As `PictureRaster.cells`, for a file or the web.
  public static func cells(of loaded: ImageCache.Loaded, width: Int, height: Int) -> [Cell] {
    let key = Key(
      kind: .loaded, name: "", fingerprint: loaded.fingerprint, width: width, height: height)
    return cells(key) { PictureRaster.cells(loaded.image, width: width, height: height) }
  }

  /// As `PictureRaster.monochrome`, for a file or the web.
  public static func shades(
    of loaded: ImageCache.Loaded, width: Int, height: Int, isDark: Bool
  ) -> [Cell] {
    let key = Key(
      kind: isDark ? .loadedShades : .loadedShadesLight, name: "",
      fingerprint: loaded.fingerprint, width: width, height: height)
    return cells(key) {
      PictureRaster.monochrome(loaded.image, width: width, height: height, isDark: isDark)
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
