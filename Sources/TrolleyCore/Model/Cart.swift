/// The cart: its lines in the order of adding, and sums that are kept with every change.
public struct Cart: Sendable {
  /// One place in the order of the lines.
  struct Place: Comparable, Sendable {
    let rank: Int
    let id: CartLine.ID
    static func < (a: Place, b: Place) -> Bool {
      a.rank != b.rank ? a.rank < b.rank : a.id < b.id
    }
  }

  private(set) var places: ContiguousArray<Place> = []
  private var byID: [CartLine.ID: CartLine] = [:]
  private var byItem: [Item.ID: [CartLine.ID]] = [:]
  public private(set) var pickedCount = 0
  public private(set) var pieces = 0

  public init() {}

  public var count: Int { places.count }
  public var isEmpty: Bool { places.isEmpty }
  public var isComplete: Bool { !isEmpty && pickedCount == count }

  public subscript(id: CartLine.ID) -> CartLine? { byID[id] }

  /// The line at a place of the order of adding.
  public subscript(index: Int) -> CartLine? {
    places.indices.contains(index) ? byID[places[index].id] : nil
  }

  public func index(of line: CartLine) -> Int? {
    let at = lowerBound(Place(rank: line.rank, id: line.id))
    return places.indices.contains(at) && places[at].id == line.id ? at : nil
  }

  /// The lines of one item: usually one, more when their units do not add up.
  public func lines(of item: Item.ID) -> [CartLine] {
    byItem[item]?.compactMap { byID[$0] } ?? []
  }

  public func contains(_ item: Item.ID) -> Bool { byItem[item] != nil }

  /// All lines in the order of adding.
  public var lines: some Sequence<CartLine> { places.lazy.compactMap { byID[$0.id] } }

  /// The rank that a new line gets.
  public var nextRank: Int { (places.last?.rank ?? 0) + 1 }

  public mutating func reserve(_ capacity: Int) {
    places.reserveCapacity(capacity)
    byID.reserveCapacity(capacity)
    byItem.reserveCapacity(capacity)
  }

  mutating func put(_ line: CartLine) {
    if let old = byID[line.id] {
      pickedCount -= old.isPicked ? 1 : 0
      pieces -= old.quantity.pieces
    } else {
      let place = Place(rank: line.rank, id: line.id)
      places.insert(place, at: lowerBound(place))
      byItem[line.item, default: []].append(line.id)
    }
    byID[line.id] = line
    pickedCount += line.isPicked ? 1 : 0
    pieces += line.quantity.pieces
  }

  mutating func remove(_ id: CartLine.ID) {
    guard let old = forget(id) else { return }
    let at = lowerBound(Place(rank: old.rank, id: id))
    if places.indices.contains(at), places[at].id == id { places.remove(at: at) }
  }

  /// One pass for many lines: taking them out one by one would move the rest each time.
  mutating func remove(_ ids: some Sequence<CartLine.ID>) {
    for id in ids { _ = forget(id) }
    places.removeAll { byID[$0.id] == nil }
  }

  private mutating func forget(_ id: CartLine.ID) -> CartLine? {
    guard let old = byID.removeValue(forKey: id) else { return nil }
    pickedCount -= old.isPicked ? 1 : 0
    pieces -= old.quantity.pieces
    if let left = byItem[old.item]?.filter({ $0 != id }) {
      byItem[old.item] = left.isEmpty ? nil : left
    }
    return old
  }

  private func lowerBound(_ place: Place) -> Int {
    if let last = places.last, last < place { return places.count }
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Cart: Equatable {
  public static func == (a: Cart, b: Cart) -> Bool { a.places == b.places && a.byID == b.byID }
}
