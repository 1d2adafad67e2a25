/// What becomes of a store that two machines have changed or added.
extension Store {
  private static let fields: [WritableKeyPath<Store, String> & Sendable] = [
    \.name, \.address, \.phone, \.email, \.note, \.googlePlace,
  ]

  /// A copy with another identifier.
  func with(id: ID) -> Store {
    var copy = self
    copy.id = id
    return copy
  }

  /// With what another one of its name and address says that this one does not.
  func joined(with other: Store) -> Store {
    var joined = self
    for field in [\Store.phone, \.email, \.note] where joined[keyPath: field].isEmpty {
      joined[keyPath: field] = other[keyPath: field]
    }
    // Of a place of Google's no position may be kept.
    if place == nil, googlePlace.isEmpty {
      (joined.place, joined.googlePlace) = (other.place, other.googlePlace)
    }
    return joined
  }

  /// This change of `old`, on what the store is now: fields that it leaves alone stay.
  func merged(from old: Store, onto now: Store) -> Store {
    now.with(self, where: old, differsFrom: self)
  }

  /// With what another one has of the fields in which two more differ.
  func with(_ other: Store, where old: Store, differsFrom new: Store) -> Store {
    var copy = self
    for field in Self.fields where old[keyPath: field] != new[keyPath: field] {
      copy[keyPath: field] = other[keyPath: field]
    }
    if old.place != new.place { copy.place = other.place }
    return copy
  }

  /// This, but for what `new` has put in place of a change from `before` to `mine`; nil if that is
  /// nothing. Everything else is as in `new`.
  func part(replacedBy new: Store, of mine: Store, since before: Store) -> Store? {
    var part = new
    for field in Self.fields
    where before[keyPath: field] != mine[keyPath: field]
      && self[keyPath: field] == mine[keyPath: field]
    {
      part[keyPath: field] = self[keyPath: field]
    }
    if before.place != mine.place, place == mine.place { part.place = place }
    return part == new ? nil : part
  }

  /// With what `other` has otherwise than `new`.
  func with(_ other: Store, where new: Store) -> Store { other.merged(from: new, onto: self) }

  /// Whether a field that was changed since `old` is replaced by this.
  func hidesChange(of now: Store, since old: Store) -> Bool {
    Self.fields.contains { field in
      now[keyPath: field] != old[keyPath: field] && self[keyPath: field] != now[keyPath: field]
    } || now.place != old.place && place != now.place
  }
}
