/// A change of one member of the settings file: where it stands, and what it becomes; nil takes it
/// away, since everything is as usual then.
public struct SettingsEdit: Equatable, Sendable {
  /// Names from the outside in: `mail`, `server`.
  public let path: [String]
  public let value: JSONValue?

  public init(_ path: [String], _ value: JSONValue?) {
    self.path = path
    self.value = value
  }
}

extension Preferences {
  /// Everything that Trolley writes of them: where each member stands, and what it is; nil where it
  /// is as usual. The order is that of a new file.
  var members: [SettingsEdit] {
    let usual = Preferences()
    func member(_ name: String, _ value: JSONValue, unless isUsual: Bool) -> SettingsEdit {
      SettingsEdit([name], isUsual ? nil : value)
    }
    let own = [
      member("theme", .string(theme.rawValue), unless: theme == usual.theme),
      member("motion", .bool(hasMotion), unless: hasMotion == usual.hasMotion),
      member("mouse", .bool(usesMouse), unless: usesMouse == usual.usesMouse),
      member("locale", .string(locale), unless: locale == usual.locale),
      member("segment", .string(segment.rawValue), unless: segment == usual.segment),
      member("sort", .string(sort.rawValue), unless: sort == usual.sort),
      member("category", category.map { .string($0) } ?? .null, unless: category == nil),
      member("grouped", .bool(isGrouped), unless: isGrouped == usual.isGrouped),
      member("table", .bool(isTable), unless: isTable == usual.isTable),
      member("tileSize", .string(tileSize.rawValue), unless: tileSize == usual.tileSize),
      member("cartOrder", .string(cartOrder.rawValue), unless: cartOrder == usual.cartOrder),
      member(
        "lockMinutes", .number(String(lockMinutes ?? 0)), unless: lockMinutes == nil),
    ]
    return own + SignInSettings.members(of: providers) + mail.members + services.members
      + catalogue.members + nearby.members
  }

  /// What to write so that a file with `old` says this.
  public func edits(since old: Preferences) -> [SettingsEdit] {
    guard self != old else { return [] }
    return zip(old.members, members).compactMap { $0 == $1 ? nil : $1 }
  }
}

extension JSONValue {
  /// The same with one member changed, everything else as it was and where it was.
  func applying(_ edit: SettingsEdit) -> JSONValue {
    setting(edit.path[...], to: edit.value)
  }

  private func setting(_ path: ArraySlice<String>, to value: JSONValue?) -> JSONValue {
    guard let name = path.first, var members = object else { return self }
    // Of several with one name the last one counts.
    let at = members.lastIndex { $0.name == name }
    let old = at.map { members[$0].value }
    let new: JSONValue?
    if path.count == 1 {
      new = value
    } else if value == nil, old?.object == nil {
      // What is no object has nothing in it to take away.
      return self
    } else {
      let inner = old?.object == nil ? JSONValue.object([]) : old
      let changed = inner?.setting(path.dropFirst(), to: value)
      new = changed == .object([]) ? nil : changed
    }
    guard let new else {
      members.removeAll { $0.name == name }
      return .object(members)
    }
    if let at {
      members[at] = Member(name, new)
      let kept = members.indices.filter { $0 == at || members[$0].name != name }
      return .object(kept.map { members[$0] })
    }
    members.append(Member(name, new))
    return .object(members)
  }
}
