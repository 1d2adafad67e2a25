/// All carts of a list: one in personal and household use; in staff use one per employee and per
/// held cart.
///
/// One of them is current: the actor's. Which one does not affect equality: replicas with the same
/// list are equal, regardless of their actors.
public struct Carts: Sendable {
  /// A cart and what it comes to.
  public struct Entry: Equatable, Sendable {
    public var cart = Cart()
    public var summary = CartSummary()
  }

  /// The current one.
  public private(set) var id = Cart.ID.main
  public private(set) var atHand = Entry()
  /// The other carts, unless empty.
  private var others: [Cart.ID: Entry] = [:]

  public init() {}

  init(_ entries: [(id: Cart.ID, entry: Entry)]) {
    for (id, entry) in entries where !entry.cart.isEmpty {
      if id == self.id { atHand = entry } else { others[id] = entry }
    }
  }

  /// All of them, sorted by identifier.
  var entries: [(id: Cart.ID, entry: Entry)] {
    ([(id, atHand)] + others.map { ($0.key, $0.value) }).sorted { $0.id < $1.id }
  }

  public subscript(id: Cart.ID) -> Cart {
    id == self.id ? atHand.cart : others[id]?.cart ?? Cart()
  }

  /// What a cart comes to.
  public func summary(of id: Cart.ID) -> CartSummary {
    id == self.id ? atHand.summary : others[id]?.summary ?? CartSummary()
  }

  /// The line, from any cart.
  public func line(_ id: CartLine.ID) -> CartLine? {
    if let line = atHand.cart[id] { return line }
    for entry in others.values {
      if let line = entry.cart[id] { return line }
    }
    return nil
  }

  public func lines(of item: Item.ID) -> [CartLine] {
    let here = atHand.cart.lines(of: item)
    if others.isEmpty { return here }
    return here + sortedOthers.flatMap { $0.value.cart.lines(of: item) }
  }

  /// In how many carts besides the current one these lines are.
  package func otherCarts(with lines: [CartLine.ID]) -> Int {
    others.values.count { entry in lines.contains { entry.cart[$0] != nil } }
  }

  /// All lines, cart by cart.
  public var lines: [CartLine] { entries.flatMap { Array($0.entry.cart.lines) } }

  public var lineCount: Int { others.values.reduce(atHand.cart.count) { $0 + $1.cart.count } }

  private var sortedOthers: [(key: Cart.ID, value: Entry)] { others.sorted { $0.key < $1.key } }

  mutating func select(_ new: Cart.ID) {
    guard new != id else { return }
    if !atHand.cart.isEmpty { others[id] = atHand }
    atHand = others.removeValue(forKey: new) ?? Entry()
    id = new
  }

  mutating func change(_ id: Cart.ID, _ change: (inout Entry) -> Void) {
    guard id != self.id else { return change(&atHand) }
    change(&others[id, default: Entry()])
    if others[id]?.cart.isEmpty == true { others[id] = nil }
  }

  mutating func changeAll(_ change: (inout Entry) -> Void) {
    change(&atHand)
    for id in others.keys { change(&others[id, default: Entry()]) }
  }
}

extension Carts: Equatable {
  public static func == (a: Carts, b: Carts) -> Bool {
    if a.id == b.id, a.others.isEmpty, b.others.isEmpty { return a.atHand == b.atHand }
    return a.filled == b.filled
  }

  private var filled: [Cart.ID: Entry] {
    var all = others
    if !atHand.cart.isEmpty { all[id] = atHand }
    return all
  }
}

extension Cart {
  public struct ID: Identifier {
    public let number: UInt64
    public init(_ number: UInt64) { self.number = number }

    /// The list's own cart, which needs no number.
    public static let main = ID(0)
  }
}
