/// The local copy of a catalogue: every product seen, in order of appearance, searchable.
public struct CatalogueCache: Sendable {
  public let id: CatalogueID
  public private(set) var products: ContiguousArray<CatalogueProduct> = []
  public private(set) var categories: [CatalogueCategory] = []
  /// When each was last seen in the catalogue: seconds since 1970; 0 when unknown.
  private var times: ContiguousArray<Int> = []
  private var slotOfCode: [String: Int32] = [:]
  /// All slots in name order.
  private var byName: [Int32] = []
  private var index = SearchIndex()
  /// The category number of each slot.
  private var kinds: ContiguousArray<Int32> = []
  private var kindNumbers: [String: Int32] = [:]
  /// For each category number, whether its products are listed; the others are known by a barcode.
  private var isListed: [Bool] = []
  private var search = TypedSearch()
  /// The order in which the search finds what matches equally well.
  private var searchOrder = CatalogueSort.name

  public init(_ id: CatalogueID) { self.id = id }

  /// Builds the whole catalogue, sorted and indexed: the slow part, kept out of key handling.
  public init(
    _ id: CatalogueID, _ all: [CatalogueProduct], seen: [Int] = [],
    categories: [CatalogueCategory] = []
  ) {
    self.id = id
    products.reserveCapacity(all.count)
    index.reserveCapacity(all.count)
    for (at, product) in all.enumerated() {
      _ = take(product, at: seen.indices.contains(at) ? seen[at] : 0)
    }
    byName = Folding.order(of: products.map(\.name))
    put(categories)
  }

  /// How many products are listed.
  public var count: Int {
    isListed.contains(false) ? kinds.count { isListed[Int($0)] } : products.count
  }

  public var isEmpty: Bool { !kinds.contains { isListed[Int($0)] } }

  public subscript(code: String) -> CatalogueProduct? {
    slotOfCode[code].map { products[Int($0)] }
  }

  public func slot(of code: String) -> Int32? { slotOfCode[code] }

  /// When it was last seen in the catalogue: seconds since 1970; 0 when unknown.
  public func seen(_ code: String) -> Int { slotOfCode[code].map { times[Int($0)] } ?? 0 }

  public func product(at slot: Int32) -> CatalogueProduct? {
    products.indices.contains(Int(slot)) ? products[Int(slot)] : nil
  }

  /// A product seen again after this many seconds is saved again, with its new time.
  private static let day = 86_400

  /// Merges products seen at `time` into those known. Returns those worth saving again.
  @discardableResult
  public mutating func put(_ new: [CatalogueProduct], at time: Int = 0) -> [CatalogueProduct] {
    var changed: [CatalogueProduct] = []
    var added: [Int32] = []
    var isRenamed = false
    for product in new where product.catalogue == id {
      guard let slot = slotOfCode[product.code] else {
        added.append(take(product, at: time))
        changed.append(product)
        continue
      }
      let old = products[Int(slot)]
      let merged = old.merged(with: product)
      let isOld = times[Int(slot)] < time - Self.day
      if merged == old {
        if isOld {
          times[Int(slot)] = time
          changed.append(merged)
        }
        continue
      }
      times[Int(slot)] = max(times[Int(slot)], time)
      products[Int(slot)] = merged
      kinds[Int(slot)] = kind(of: merged.categoryID)
      isRenamed = isRenamed || merged.name != old.name
      index.replace(
        slot, name: merged.name, category: merged.category, description: Self.rest(merged))
      changed.append(merged)
    }
    if isRenamed { byName = Folding.order(of: products.map(\.name)) } else { sortIn(added) }
    if !changed.isEmpty { search.forget() }
    return changed
  }

  public mutating func put(_ new: [CatalogueCategory]) {
    for category in new.prefix(CataloguePage.mostCategories) {
      if let at = categories.firstIndex(where: { $0.id == category.id }) {
        categories[at] = category
      } else if categories.count < CataloguePage.mostCategories {
        categories.append(category)
      }
    }
  }

  /// Only these of its products, in this order: what a catalogue that was read to its end has.
  package func keeping(_ codes: [String], _ categories: [CatalogueCategory]) -> CatalogueCache {
    let slots = codes.compactMap { slotOfCode[$0].map(Int.init) }
    return CatalogueCache(
      id, slots.map { products[$0] }, seen: slots.map { times[$0] }, categories: categories)
  }

  private mutating func take(_ product: CatalogueProduct, at time: Int) -> Int32 {
    if let slot = slotOfCode[product.code] {
      times[Int(slot)] = max(times[Int(slot)], time)
      products[Int(slot)] = product
      kinds[Int(slot)] = kind(of: product.categoryID)
      index.replace(
        slot, name: product.name, category: product.category, description: Self.rest(product))
      return slot
    }
    let slot = index.append(
      name: product.name, category: product.category, description: Self.rest(product))
    products.append(product)
    times.append(time)
    kinds.append(kind(of: product.categoryID))
    slotOfCode[product.code] = slot
    return slot
  }

  /// The searched text besides name and category.
  private static func rest(_ product: CatalogueProduct) -> String {
    product.description.isEmpty ? product.brand : product.brand + " " + product.description
  }

  private mutating func kind(of id: String) -> Int32 {
    if let number = kindNumbers[id] { return number }
    let number = Int32(kindNumbers.count)
    kindNumbers[id] = number
    isListed.append(self.id.lists(id))
    return number
  }

  /// Merges new slots into the order, in one pass.
  private mutating func sortIn(_ added: [Int32]) {
    guard !added.isEmpty else { return }
    let new = added.sorted { isBefore($0, $1) }
    var merged: [Int32] = []
    merged.reserveCapacity(byName.count + new.count)
    var start = 0
    for slot in new {
      var (low, high) = (start, byName.count)
      while low < high {
        let middle = (low + high) / 2
        if isBefore(byName[middle], slot) { low = middle + 1 } else { high = middle }
      }
      merged += byName[start..<low]
      merged.append(slot)
      start = low
    }
    byName = merged + byName[start...]
  }

  private func isBefore(_ a: Int32, _ b: Int32) -> Bool {
    let order = Folding.compare(products[Int(a)].name, products[Int(b)].name)
    return order != 0 ? order < 0 : a < b
  }

  // MARK: Looking

  /// The slots of a category, sorted; an empty category means all.
  public func slots(category: String, sort: CatalogueSort) -> [Int32] {
    self.slots(ordered(sort), category: category)
  }

  private func slots(_ slots: [Int32], category: String) -> [Int32] {
    if category.isEmpty {
      return isListed.contains(false) ? slots.filter { isListed[Int(kinds[Int($0)])] } : slots
    }
    guard let kind = kindNumbers[category], isListed[Int(kind)] else { return [] }
    return slots.filter { kinds[Int($0)] == kind }
  }

  private func ordered(_ sort: CatalogueSort) -> [Int32] {
    sort == .name ? byName : Array(0..<Int32(products.count))
  }

  /// The slots that match a query, best first; equally good ones in the order of `sort`.
  public mutating func matches(_ query: String, category: String, sort: CatalogueSort) -> [Int32] {
    if sort != searchOrder { search.forget() }
    searchOrder = sort
    let found = search.matches(query, in: index, order: sort == .name ? byName : nil)
    return slots(found, category: category)
  }

  /// The categories to filter by, with the number of known products of each, in name order.
  public var counts: [(category: CatalogueCategory, count: Int)] {
    var counts = [Int](repeating: 0, count: kindNumbers.count)
    for kind in kinds { counts[Int(kind)] += 1 }
    var all = categories
    var seen = Set(all.map(\.id))
    // Categories that the catalogue did not name are taken from its products.
    if kindNumbers.count > all.count {
      for product in products where product.isListed && seen.insert(product.categoryID).inserted {
        if let new = CatalogueCategory(id: product.categoryID, name: product.category) {
          all.append(new)
        }
      }
    }
    return all.map { category in
      (category, kindNumbers[category.id].map { counts[Int($0)] } ?? 0)
    }.sorted { Folding.compare($0.category.name, $1.category.name) < 0 }
  }
}

extension CatalogueCache: Equatable {
  /// Compares products and categories, not searches.
  public static func == (a: CatalogueCache, b: CatalogueCache) -> Bool {
    a.id == b.id && a.products == b.products && a.categories == b.categories
  }
}
