/// A change of one member of the settings file: its path and its new value; nil removes it, since
/// defaults are not written.
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
  /// The edits that turn a file with `old` into one with these settings.
  public func edits(since old: Preferences) -> [SettingsEdit] {
    guard self != old else { return [] }
    return SettingRow.inFile.compactMap { row in
      let value = row.member?.json(self)
      return value == row.member?.json(old)
        ? nil : SettingsEdit(row.name.split(separator: ".").map(String.init), value)
    }
  }
}

extension Preferences {
  /// These settings, with the list looked at as in others.
  package func looking(like others: Preferences) -> Preferences {
    // At each start both are what the file says, and the table of settings takes milliseconds.
    guard self != others else { return self }
    var looking = self
    for row in SettingRow.views { row.member?.take(others, &looking) }
    // Where none was chosen the kind of map depends on the place, which others may change.
    let map = others.nearby.mapAtFirst
    if looking.nearby.mapAtFirst != map { looking.nearby.map = map }
    return looking
  }
}

extension JSONValue {
  /// A copy with one member changed and everything else preserved.
  func applying(_ edit: SettingsEdit) -> JSONValue { setting(edit.path[...], to: edit.value) }

  private func setting(_ path: ArraySlice<String>, to value: JSONValue?) -> JSONValue {
    guard let name = path.first, var members = object else { return self }
    // Of duplicate members the last one counts.
    let at = members.lastIndex { $0.name == name }
    let old = at.map { members[$0].value }
    let new: JSONValue?
    if path.count == 1 {
      new = value
    } else if value == nil, old?.object == nil {
      // There is nothing to remove from a value that is not an object.
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
