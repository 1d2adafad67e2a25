/// Who acts. It comes with each change; what they may do is in `Rules`.
public enum Actor: Hashable, Sendable {
  /// Whoever sits there: personal use asks nobody.
  case person
  /// Nobody has signed in yet.
  case nobody
  case account(Account.ID)

  /// How steps, items and lines name who made them; empty in personal use.
  public var author: String {
    if case .account(let id) = self { id.description } else { "" }
  }

  public var account: Account.ID? {
    if case .account(let id) = self { id } else { nil }
  }
}

extension SharedState {
  /// Nil when it was removed.
  public func account(_ id: Account.ID) -> Account? { accounts.first { $0.id == id } }

  /// The account that added something; nil where nobody had signed in, or it was removed since.
  public func account(of author: String) -> Account? {
    author.isEmpty ? nil : accounts.first { $0.author == author }
  }

  /// The name of who added something, as it is shown; empty where no one is known. In a household
  /// what nobody who is still here has added is the owner's.
  public func name(of author: String) -> String {
    (account(of: author) ?? (use == .household ? owner : nil))?.name ?? ""
  }

  /// The same, short enough to stand on a tile; empty where everything is everybody's.
  public func mark(of author: String) -> String {
    use == .household ? name(of: author) : ""
  }

  public var owner: Account? { accounts.first { $0.role == .owner } }

  /// The cart that belongs to who acts.
  public func cartID(of actor: Actor) -> Cart.ID {
    guard use == .staff, let id = actor.account else { return .main }
    return Cart.ID(id.number)
  }

  /// Who acts, once the use and the accounts have changed under them.
  public func present(_ actor: Actor) -> Actor {
    guard use.hasAccounts else { return actor == .nobody ? .person : actor }
    guard let id = actor.account, account(id) != nil else { return .nobody }
    return actor
  }
}
