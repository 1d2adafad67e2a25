/// Who is online: those who are signed in on a screen now.
extension AppState {
  public func isOnline(_ account: Account) -> Bool { session.online.contains(account.id) }

  /// The one place that says who is seen here, however they signed in or out. It comes before
  /// everything else that is asked for: a program that is stopped next says nothing more.
  mutating func appear(insteadOf before: Account.ID?, _ effects: inout [Effect]) {
    let now = session.actor.account
    guard now != before else { return }
    session.online = now.map { [$0] } ?? []
    effects.insert(.appear(as: now), at: 0)
  }

  /// Before the sign-in nobody is shown. Who looks is there, even where others cannot be told so.
  mutating func take(online: Set<Account.ID>) {
    guard let own = session.actor.account else { return }
    session.online = online.union([own])
  }
}
