/// The local copy of a catalogue: every product seen, in order of appearance, searchable. Those that lie
/// in its file stay there; in memory is what was seen since.
public struct CatalogueCache: Sendable {
  /// A product, and when it was last seen in the catalogue: seconds since 1970; 0 when unknown.
  package typealias Seen = (product: CatalogueProduct, time: Int)

  public let id: CatalogueID
  private let base: CatalogueBase?
  /// What slots of the base hold now.
  private var changed: [Int32: Seen] = [:]
  /// The slots behind the base's.
  private var added: ContiguousArray<Seen> = []
  private var slotOfAdded: [String: Int32] = [:]
  public private(set) var categories: [CatalogueCategory] = []
  /// All slots in name order.
  private var byName: [Int32] = []
  /// The category number of each slot.
  private var kinds: ContiguousArray<UInt32> = []
  private var kindNumbers: [String: UInt32] = [:]
  /// For each category number, whether its products are listed; the others were found by name or barcode.
  private var isListed: [Bool] = []
  /// Nil until something is looked for.
  private var index: SearchIndex?
  private var search = TypedSearch()
  /// The order in which the search finds what matches equally well.
  private var searchOrder = CatalogueSort.name

  public init(_ id: CatalogueID) {
    self.id = id
    base = nil
  }

  init(_ id: CatalogueID, _ base: CatalogueBase, categories: [CatalogueCategory]) {
    self.id = id
    self.base = base
    self.categories = categories
    for kind in base.kinds { _ = number(of: kind) }
    kinds = base.kindOfSlot
    byName = base.byName
  }

  public init(
    _ id: CatalogueID, _ all: [CatalogueProduct], seen: [Int] = [],
    categories: [CatalogueCategory] = []
  ) {
    self.init(id)
    take(all.enumerated().map { ($1, seen.indices.contains($0) ? seen[$0] : 0) })
    put(categories)
  }

  private var baseCount: Int { base?.count ?? 0 }

  /// How many products there are, also those that are not listed.
  package var productCount: Int { kinds.count }

  /// All of them, by slot.
  public var products: [CatalogueProduct] { seen.map(\.product) }

  /// All products and when they were seen, by slot.
  package var seen: some Sequence<Seen> {
    (0..<Int32(productCount)).lazy.compactMap { self.seen(at: $0) }
  }

  /// How many products are listed.
  public var count: Int {
    isListed.contains(false) ? kinds.count { isListed[Int($0)] } : kinds.count
  }

  public var isEmpty: Bool { !kinds.contains { isListed[Int($0)] } }

  public subscript(code: String) -> CatalogueProduct? {
    slot(of: code).flatMap { product(at: $0) }
  }

  public func slot(of code: String) -> Int32? { slotOfAdded[code] ?? base?.slot(of: code) }

  /// When it was last seen in the catalogue: seconds since 1970; 0 when unknown.
  public func seen(_ code: String) -> Int { slot(of: code).flatMap { seen(at: $0)?.time } ?? 0 }

  public func product(at slot: Int32) -> CatalogueProduct? { seen(at: slot)?.product }

  private func seen(at slot: Int32) -> Seen? {
    let place = Int(slot) - baseCount
    if place >= 0 { return place < added.count ? added[place] : nil }
    return changed[slot] ?? base?.product(at: Int(slot))
  }

  /// A product seen again after this many seconds is saved again, with its new time.
  private static let day = 86_400

  /// Merges products seen at `time` into those known. Returns those worth saving again.
  @discardableResult
  public mutating func put(_ new: [CatalogueProduct], at time: Int = 0) -> [CatalogueProduct] {
    let ours = new.filter { $0.catalogue == id }
    let changes = merged(ours.lazy.map { ($0, time) }) { old, new in
      new.product == old.product && old.time >= time - Self.day
        ? nil : (new.product, max(old.time, time))
    }
    take(changes)
    return changes.map(\.product)
  }

  /// Adds what the lines of a file say, in their order.
  package mutating func play(_ lines: [Seen], _ categories: [CatalogueCategory]) {
    take(merged(lines) { $1 })
    put(categories)
  }

  /// The products that change, each once.
  ///
  /// - Parameter change: what becomes of a known one; nil when it stays as it is.
  private func merged(
    _ new: some Sequence<Seen>, _ change: (_ old: Seen, _ merged: Seen) -> Seen?
  ) -> [Seen] {
    var changes: [Seen] = []
    var places: [String: Int] = [:]
    for (product, time) in new {
      let place = places[product.code]
      let old = place.map { changes[$0] } ?? slot(of: product.code).flatMap { seen(at: $0) }
      var now: Seen? = (product, time)
      if let old { now = change(old, (old.product.merged(with: product), time)) }
      guard let now else { continue }
      if let place {
        changes[place] = now
      } else {
        places[product.code] = changes.count
        changes.append(now)
      }
    }
    return changes
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
    let all = codes.compactMap { slot(of: $0).flatMap { seen(at: $0) } }
    return CatalogueCache(id, all.map(\.product), seen: all.map(\.time), categories: categories)
  }

  /// Whether it has these products and no others, in this order.
  package func has(exactly codes: [String]) -> Bool {
    codes.count == productCount
      && codes.indices.allSatisfy { slot in
        slot < baseCount
          ? base?.mayHave(codes[slot], at: slot) == true
          : added[slot - baseCount].product.code == codes[slot]
      }
  }

  /// Puts products in their slots, or in new ones.
  private mutating func take(_ all: [Seen]) {
    guard !all.isEmpty else { return }
    search.forget()
    let known = productCount
    var renamed: [Int32] = []
    for (product, time) in all {
      let kind = number(of: product.categoryID)
      if let slot = slot(of: product.code) {
        if slot < known, product.name != self.product(at: slot)?.name { renamed.append(slot) }
        kinds[Int(slot)] = kind
        index?.replace(slot, product)
        let place = Int(slot) - baseCount
        if place < 0 { changed[slot] = (product, time) } else { added[place] = (product, time) }
      } else {
        slotOfAdded[product.code] = Int32(productCount)
        kinds.append(kind)
        index?.append(product)
        added.append((product, time))
      }
    }
    sort(in: renamed + (Int32(known)..<Int32(productCount)), renamed: renamed)
  }

  private mutating func number(of kind: String) -> UInt32 {
    if let number = kindNumbers[kind] { return number }
    let number = UInt32(kindNumbers.count)
    kindNumbers[kind] = number
    isListed.append(id.lists(kind))
    return number
  }

  /// Puts slots at their places in the order, in one pass.
  private mutating func sort(in slots: [Int32], renamed: [Int32]) {
    guard !slots.isEmpty else { return }
    let slots = slots.sorted()
    let names = slots.map { product(at: $0)?.name ?? "" }
    var rest = byName
    if !renamed.isEmpty {
      var isRenamed = [Bool](repeating: false, count: productCount)
      for slot in renamed { isRenamed[Int(slot)] = true }
      rest.removeAll { isRenamed[Int($0)] }
    }
    var merged: [Int32] = []
    merged.reserveCapacity(kinds.count)
    var start = 0
    for at in Folding.order(of: names) {
      let (slot, name) = (slots[Int(at)], names[Int(at)])
      let place = rest[start...].partitioningIndex { other in
        let order = Folding.compare(product(at: other)?.name ?? "", name)
        return order != 0 ? order > 0 : other >= slot
      }
      merged += rest[start..<place]
      merged.append(slot)
      start = place
    }
    byName = merged + rest[start...]
  }

  /// Whether some of its products lie in its file.
  var isMapped: Bool { base != nil }

  /// Reads what the search reads, so that a search does not have to wait for it.
  package func warm() { base?.warm() }

  // MARK: Looking

  /// The slots of a category, sorted; an empty category means all that are listed.
  public func slots(category: String, sort: CatalogueSort) -> [Int32] {
    let all = ordered(sort)
    guard category.isEmpty, isListed.contains(false) else {
      return slots(all, category: category)
    }
    return all.filter { isListed[Int(kinds[Int($0)])] }
  }

  private func slots(_ slots: [Int32], category: String) -> [Int32] {
    guard !category.isEmpty else { return slots }
    guard let kind = kindNumbers[category] else { return [] }
    return slots.filter { kinds[Int($0)] == kind }
  }

  package func ordered(_ sort: CatalogueSort) -> [Int32] {
    sort == .name ? byName : Array(0..<Int32(productCount))
  }

  /// The slots that match a query, best first, also of products that are not listed; equally good ones in
  /// the order of `sort`.
  public mutating func matches(_ query: String, category: String, sort: CatalogueSort) -> [Int32] {
    if sort != searchOrder { search.forget() }
    searchOrder = sort
    let index = index ?? newIndex()
    self.index = index
    let found = search.matches(query, in: index, order: sort == .name ? byName : nil)
    return slots(found, category: category)
  }

  private func newIndex() -> SearchIndex {
    var index = base?.search ?? SearchIndex()
    for (slot, seen) in changed { index.replace(slot, seen.product) }
    index.reserveCapacity(productCount)
    for seen in added { index.append(seen.product) }
    return index
  }

  /// The categories to filter by, with the number of known products of each, in name order.
  public var counts: [(category: CatalogueCategory, count: Int)] {
    var counts = [Int](repeating: 0, count: kindNumbers.count)
    // The first product of each.
    var firsts = [Int32](repeating: -1, count: kindNumbers.count)
    for (slot, kind) in kinds.enumerated() {
      if counts[Int(kind)] == 0 { firsts[Int(kind)] = Int32(slot) }
      counts[Int(kind)] += 1
    }
    var all = categories
    let known = Set(all.map(\.id))
    // Categories that the catalogue did not name are taken from its products.
    for slot in firsts.sorted() where slot >= 0 && isListed[Int(kinds[Int(slot)])] {
      if let product = product(at: slot), !known.contains(product.categoryID),
        let new = CatalogueCategory(id: product.categoryID, name: product.category)
      {
        all.append(new)
      }
    }
    return all.map { category in
      (category, kindNumbers[category.id].map { counts[Int($0)] } ?? 0)
    }.sorted { Folding.compare($0.category.name, $1.category.name) < 0 }
  }
}

extension SearchIndex {
  fileprivate mutating func append(_ product: CatalogueProduct) {
    append(name: product.name, category: product.category, description: product.searchedText)
  }

  fileprivate mutating func replace(_ slot: Int32, _ product: CatalogueProduct) {
    replace(
      slot, name: product.name, category: product.category, description: product.searchedText)
  }
}

extension CatalogueProduct {
  /// What the search looks at besides name and category.
  var searchedText: String { description.isEmpty ? brand : brand + " " + description }
}

extension CatalogueCache: Equatable {
  /// Compares products and categories, not searches.
  public static func == (a: CatalogueCache, b: CatalogueCache) -> Bool {
    func isSame(_ a: Seen, _ b: Seen) -> Bool { a.product == b.product }
    guard a.id == b.id, a.categories == b.categories, a.productCount == b.productCount else {
      return false
    }
    // What is shared need not be read.
    if a.base === b.base {
      return a.added.elementsEqual(b.added, by: isSame)
        && Set(a.changed.keys).union(b.changed.keys).allSatisfy {
          a.product(at: $0) == b.product(at: $0)
        }
    }
    return a.seen.elementsEqual(b.seen, by: isSame)
  }
}
