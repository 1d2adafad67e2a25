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
    if let known = favourite(like: store) {
      if known.place == nil, let place {
        guard announce(.editStore(known.id, StoreDraft(place: place)), &effects) else { return }
        return announce(done: "Kept where \(known.name) is")
      }
      announce(.deleteStore(known.id), &effects)
      return
    }
    announce(
      .addStore(
        StoreDraft(
          name: store.name, address: store.address, phone: store.phone,
          email: store.email.isEmpty ? nil : store.email,
          note: store.website.isEmpty ? nil : store.website,
          place: place, googlePlace: store.source == .googleMaps ? store.id : nil)),
      &effects)
  }

  private func nameWithAddress(_ store: NearbyStore) -> String {
    let street = store.address.split(separator: ",").first.map(String.init) ?? ""
    return street.isEmpty ? store.name : store.name + ", " + street
  }
}
