/// What a person signs in with where two machines have set it: the later one stands.
extension Account {
  /// With what another one has of the secrets in which two more differ.
  func withSecrets(
    of other: Account, where old: Account, differsFrom new: Account
  ) -> Account {
    var copy = self
    func take<Secret: Equatable>(_ secret: WritableKeyPath<Account, Secret?>) {
      if old[keyPath: secret] != new[keyPath: secret] {
        copy[keyPath: secret] = other[keyPath: secret]
      }
    }
    take(\.pin)
    take(\.password)
    take(\.recovery)
    return copy
  }

  /// As `new`, but with the secrets of this one that it has put in place of a change from `before` to
  /// `mine`; nil if that is none.
  func secrets(
    replacedBy new: Account, of mine: Account, since before: Account
  ) -> Account? {
    var part = new
    func take<Secret: Equatable>(_ secret: WritableKeyPath<Account, Secret?>) {
      if before[keyPath: secret] != mine[keyPath: secret],
        self[keyPath: secret] == mine[keyPath: secret]
      {
        part[keyPath: secret] = self[keyPath: secret]
      }
    }
    take(\.pin)
    take(\.password)
    take(\.recovery)
    return part == new ? nil : part
  }

  /// Those that another change of the account has replaced, by their names.
  func namesOfSecrets(replacedBy new: Account) -> [String] {
    [
      pin == new.pin ? nil : "PIN", password == new.password ? nil : "password",
      recovery == new.recovery ? nil : "recovery code",
    ].compactMap(\.self)
  }
}
