/// Stars of the stores nearby.
extension AppState {
  /// Whether this shop is a favourite already.
  public func isFavourite(_ store: NearbyStore) -> Bool { favourite(like: store) != nil }

  func favourite(like store: NearbyStore) -> Store? {
    if store.source == .googleMaps,
      let known = shared.stores.first(where: { $0.googlePlace == store.id })
    {
      return known
    }
    let key = Folding.key(store.name)
    // Branches used to be kept with their street in the name.
    let full = Folding.key(nameWithAddress(store))
    let address = Folding.key(store.address)
    let named = shared.stores.first { known in
      let name = Folding.key(known.name)
      if name == full, !store.address.isEmpty { return true }
      guard name == key else { return false }
      if let place = known.place { return place.distance(to: store.place).metres < 60 }
      return Folding.key(known.address) == address
    }
    // What is kept may have another name since.
    return named ?? shared.stores.first { $0.place == store.place.kept }
  }

  /// Stars a shop, or takes the star away. Only what a person saves is stored from a service, and of a
  /// place of Google's its identifier, as its terms want. A favourite without a place gets this one first.
  mutating func keep(_ store: NearbyStore, _ effects: inout [Effect]) {
    let place = store.source == .openStreetMap ? store.place : nil
    let known = favourite(like: store)
    if let place, let lost = known ?? favouriteWithoutPlace(like: store), lost.place == nil {
      let address = lost.address.isEmpty && !store.address.isEmpty ? store.address : nil
      let draft = StoreDraft(address: address, place: place)
      guard announce(.editStore(lost.id, draft), &effects) else { return }
      return announce(done: "Kept where \(lost.name) is")
    }
    if let known {
      announce(.deleteStore(known.id), &effects)
      return
    }
    announce(
      .addStore(
        StoreDraft(
          name: store.name, address: addressToKeep(of: store), phone: store.phone,
          email: store.email.isEmpty ? nil : store.email,
          note: store.website.isEmpty || store.source != .openStreetMap ? nil : store.website,
          place: place, googlePlace: store.source == .googleMaps ? store.id : nil)),
      &effects)
  }

  /// A favourite of this name without a known place: it has the same street, or none.
  private func favouriteWithoutPlace(like store: NearbyStore) -> Store? {
    let name = Folding.key(store.name)
    let street = Self.reduced(self.street(of: store)[...])
    return shared.stores.first { known in
      guard Folding.key(known.name) == name, known.place == nil, known.googlePlace.isEmpty else {
        return false
      }
      let parts = known.address.split(separator: ",").map(Self.reduced)
      // A town alone is no street.
      return parts.contains(street) || !parts.contains { $0.contains(where: \.isNumber) }
    }
  }

  /// The second ends a word as the first does.
  private static let shortened = [
    ("strasse", "str"), ("platz", "pl"), ("street", "st"), ("road", "rd"), ("avenue", "av"),
    ("ave", "av"),
    ("boulevard", "blvd"), ("lane", "ln"), ("drive", "dr"), ("square", "sq"),
  ]

  /// A street without what people write in several ways: "Hauptstr. 8 a" of Hauptstraße 8a, "2 High St" of
  /// 2 High Street.
  private static func reduced(_ street: Substring) -> String {
    // Not the key of a name, which takes a "strasse" for the plural of something.
    let plain = String(decoding: Folding.plain(String(street)), as: UTF8.self)
    var text = plain.filter { $0.isLetter || $0.isNumber || $0 == " " }
    for (long, short) in shortened {
      text = text.split(separator: " ").map { word in
        word.hasSuffix(long) ? word.dropLast(long.count) + short : String(word)
      }.joined(separator: " ")
    }
    return text.filter { $0 != " " }
  }

  /// Addresses tell branches apart: where the map has none for another branch, its position is one.
  private func addressToKeep(of store: NearbyStore) -> String {
    let name = Folding.key(store.name)
    guard store.address.isEmpty, store.source == .openStreetMap,
      shared.stores.contains(where: { Folding.key($0.name) == name })
    else { return store.address }
    return store.place.latitudeText + " " + store.place.longitudeText
  }

  private func street(of store: NearbyStore) -> String {
    store.address.split(separator: ",").first.map(String.init) ?? ""
  }

  private func nameWithAddress(_ store: NearbyStore) -> String {
    let street = street(of: store)
    return street.isEmpty ? store.name : store.name + ", " + street
  }
}
