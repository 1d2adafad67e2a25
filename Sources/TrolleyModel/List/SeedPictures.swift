internal import CSeeds
import Synchronization

/// The built-in data: pictures, items and categories, as bytes in the program.
public enum SeedPictures {
  /// Caches parsed pictures in the order of `names`: each is parsed when it is first used.
  private static let parsed = Mutex([Picture?](repeating: nil, count: names.count))

  public static let names: [String] = (0..<trolley_picture_count()).compactMap { index in
    trolley_picture_name(index).map { String(cString: $0) }
  }

  /// The picture name that `text` means, ignoring case; nil when there is none.
  package static func name(meant text: String) -> String? {
    let key = Folding.plain(text)
    return names.first { Folding.plain($0) == key }
  }

  /// The picture of that name; nil when there is none.
  public static func named(_ name: String) -> Picture? {
    guard let index = names.firstIndex(of: name) else { return nil }
    return parsed.withLock { parsed in
      if parsed[index] == nil { parsed[index] = read(index) }
      return parsed[index]
    }
  }

  private static func read(_ index: Int) -> Picture? {
    var size = 0
    guard let bytes = trolley_picture(index, &size) else { return nil }
    return Picture(text: UnsafeRawBufferPointer(start: bytes, count: size))
  }

  /// `seeds/items.json`.
  public static var itemsJSON: UnsafeRawBufferPointer {
    var size = 0
    let bytes = trolley_items(&size)
    return UnsafeRawBufferPointer(start: bytes, count: size)
  }

  /// `seeds/categories.json`.
  public static var categoriesJSON: UnsafeRawBufferPointer {
    var size = 0
    let bytes = trolley_categories(&size)
    return UnsafeRawBufferPointer(start: bytes, count: size)
  }
}
