/// Who performs a change. It accompanies each change; `AccessPolicy` decides what they may do.
public enum Actor: Hashable, Sendable {
  /// The only user: personal use has no accounts.
  case person
  /// Signed out.
  case nobody
  case account(Account.ID)

  /// The author recorded in steps, items and lines; empty in personal use.
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

  /// The account that added something; nil when the author was signed out or has been removed.
  public func account(of author: String) -> Account? {
    author.isEmpty ? nil : accounts.first { $0.author == author }
  }

  /// The display name of an author; empty when unknown. In a household, what removed
  /// accounts have added is attributed to the owner.
  public func name(of author: String) -> String {
    (account(of: author) ?? (use == .household ? owner : nil))?.name ?? ""
  }

  /// A form short enough for a tile; empty where everything belongs to everybody.
  public func mark(of author: String) -> String { use == .household ? name(of: author) : "" }

  public var owner: Account? { accounts.first { $0.role == .owner } }

  /// The actor's cart.
  public func cartID(of actor: Actor) -> Cart.ID {
    guard use == .staff, let id = actor.account else { return .main }
    return Cart.ID(id.number)
  }

  /// The actor after a change of mode or accounts.
  public func present(_ actor: Actor) -> Actor {
    guard use.hasAccounts else { return actor == .nobody ? .person : actor }
    guard let id = actor.account, account(id) != nil else { return .nobody }
    return actor
  }
}
