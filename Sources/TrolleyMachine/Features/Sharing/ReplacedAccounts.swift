/// What two machines have set of a person's account, without the identities, of which all are kept: the
/// later value stands.
extension Account {
  /// One field, without its type.
  private struct Field {
    let differs: (Account, Account) -> Bool
    let copy: (Account, inout Account) -> Void

    init<Value: Equatable>(_ path: WritableKeyPath<Account, Value>) {
      differs = { $0[keyPath: path] != $1[keyPath: path] }
      copy = { $1[keyPath: path] = $0[keyPath: path] }
    }
  }

  /// What a person signs in with.
  private static var secrets: [Field] { [Field(\.pin), Field(\.password), Field(\.recovery)] }
  private static var details: [Field] { [Field(\.firstName), Field(\.lastName), Field(\.email)] }

  private func with(_ other: Account, _ fields: [Field], where isTaken: (Field) -> Bool) -> Account
  {
    var copy = self
    for field in fields where isTaken(field) { field.copy(other, &copy) }
    return copy
  }

  func withSecrets(of other: Account) -> Account { with(other, Self.secrets) { _ in true } }

  func withDetails(of other: Account) -> Account { with(other, Self.details) { _ in true } }

  /// With what another one has of the fields in which two more differ.
  func with(_ other: Account, where old: Account, differsFrom new: Account) -> Account {
    with(other, Self.secrets + Self.details) { $0.differs(old, new) }
  }

  /// As `new`, but with the fields of this one that it has put in place of a change from `before` to
  /// `mine`; nil if those are none.
  func part(replacedBy new: Account, of mine: Account, since before: Account) -> Account? {
    var part = new
    for field in Self.secrets + Self.details
    where field.differs(before, mine) && !field.differs(self, mine) { field.copy(self, &part) }
    return part == new ? nil : part
  }

  /// The secrets that another change of the account has replaced, by their names.
  func namesOfSecrets(replacedBy new: Account) -> [String] {
    [
      pin == new.pin ? nil : "PIN", password == new.password ? nil : "password",
      recovery == new.recovery ? nil : "recovery code",
    ].compactMap(\.self)
  }
}
