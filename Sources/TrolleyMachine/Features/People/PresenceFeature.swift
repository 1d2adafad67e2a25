/// Presence: the accounts signed in on a screen now.
extension AppState {
  public func isOnline(_ account: Account) -> Bool { session.online.contains(account.id) }

  /// Updates presence after every sign-in and sign-out. The effect goes first, since a program
  /// about to stop may not run the later ones.
  mutating func updatePresence(insteadOf before: Account.ID?, _ effects: inout [Effect]) {
    let now = session.actor.account
    guard now != before else { return }
    session.online = now.map { [$0] } ?? []
    effects.insert(.updatePresence(as: now), at: 0)
  }

  /// No one is shown before sign-in. The current person always counts as online, even if others
  /// cannot see them.
  mutating func showPresence(_ online: Set<Account.ID>) {
    guard let own = session.actor.account else { return }
    session.online = online.union([own])
  }
}
