/// A favourite store. Every field but the name may be empty. Branches of one chain may have the same
/// name, with different addresses.
public struct Store: Equatable, Sendable, Identifiable {
  public struct ID: Identifier {
    public let number: UInt64
    public init(_ number: UInt64) { self.number = number }
  }

  public package(set) var id: ID
  public var name: String
  public var address: String
  public var phone: String
  public var email: String
  public var note: String
  /// Where it is, if it was found on a map.
  public var place: Coordinates?
  /// Google's identifier of it, if it was found there: by its terms this and no position may be kept.
  public var googlePlace: String

  public init(
    id: ID, name: String, address: String = "", phone: String = "", email: String = "",
    note: String = "", place: Coordinates? = nil, googlePlace: String = ""
  ) {
    self.id = id
    self.name = name
    self.address = address
    self.phone = phone
    self.email = email
    self.note = note
    self.place = place
    self.googlePlace = googlePlace
  }
}

extension [Store] {
  /// As they are shown. In the state they are in the order of their identifiers, which are random
  /// between one program and the next.
  public var inNameOrder: [Store] {
    sorted { a, b in
      let order = Folding.compare(a.name, b.name)
      return order != 0 ? order < 0 : a.id < b.id
    }
  }

  /// What names a store in orders, items and settings: its name, and its street where another store
  /// has the same name.
  public func label(of store: Store) -> String {
    let key = Folding.key(store.name)
    let branches = filter { $0.id != store.id && Folding.key($0.name) == key }
    guard !branches.isEmpty, !store.address.isEmpty else { return store.name }
    let isUnique = !branches.contains { Folding.key($0.street) == Folding.key(store.street) }
    return store.name + ", " + (isUnique ? store.street : store.address)
  }

  /// The store that a label means, also one that is from when there were more or fewer of its name; nil
  /// where it may be any of several.
  public func labelled(_ label: String) -> Store? {
    let key = Folding.key(label)
    guard !key.isEmpty else { return nil }
    if let store = first(where: { Folding.key(self.label(of: $0)) == key })
      ?? first(where: { $0.isCalledInFull(label) })
    {
      return store
    }
    let branches = filter { Folding.key($0.name) == key }
    return branches.count == 1 ? branches[0] : nil
  }

  /// Whether two names mean one store, which need not be one of these: they may be spelled differently, and
  /// be labels from when there were more or fewer of its name.
  public func areSame(_ name: String, _ other: String) -> Bool {
    if name == other || Folding.key(name) == Folding.key(other) { return true }
    guard let store = labelled(name) else { return false }
    return store.id == labelled(other)?.id
  }
}

extension Store {
  /// The beginning of its address.
  package var street: String { address.split(separator: ",").first.map(String.init) ?? "" }

  /// Its name with its street and with its address, which may name it or have named it; none without one.
  package var namesInFull: [String] {
    address.isEmpty ? [] : [street, address].map { name + ", " + $0 }
  }

  package func isCalledInFull(_ text: String) -> Bool {
    let key = Folding.key(text)
    return namesInFull.contains { Folding.key($0) == key }
  }
}
