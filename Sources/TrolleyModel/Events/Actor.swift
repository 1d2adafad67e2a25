/// Who performs a change. It accompanies each change; `AccessPolicy` decides what they may do.
public enum Actor: Hashable, Sendable {
  /// The only user: personal use has no accounts.
  case person
  case signedOut
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
  /// The owner first, then by name, as people look for each other.
  public var peopleByName: [Account] {
    accounts.sorted { a, b in
      if (a.role == .owner) != (b.role == .owner) { return a.role == .owner }
      return (Folding.key(a.name), a.id) < (Folding.key(b.name), b.id)
    }
  }

  /// Nil when it was removed.
  public func account(_ id: Account.ID) -> Account? { accounts.first { $0.id == id } }

  /// The account that added something; nil when the author was signed out or has been removed.
  public func account(of author: String) -> Account? {
    author.isEmpty ? nil : accounts.first { $0.author == author }
  }

  /// An account's name among the others': where two have the same one, with what tells them apart. At
  /// home that is the part of the address before the @, or all of it; an employee's address is not
  /// for the others, so there it is a number, in the order of hiring.
  public func name(of account: Account) -> String {
    let key = Folding.plain(account.name)
    let namesakes = accounts.filter { Folding.plain($0.name) == key }
    guard namesakes.count > 1 else { return account.name }
    func mark(_ mark: (Account) -> Substring) -> String? {
      let own = mark(account)
      let isUnique = !own.isEmpty && namesakes.count { mark($0) == own } == 1
      return isUnique ? "\(account.name) (\(own))" : nil
    }
    if use != .staff,
      let name = mark({ $0.email.prefix { $0 != "@" } }) ?? mark({ $0.email[...] })
    {
      return name
    }
    let number = namesakes.firstIndex { $0.id == account.id } ?? 0
    return "\(account.name) (\(number + 1))"
  }

  /// The display name of an author; empty when unknown. In a household, what removed
  /// accounts have added is attributed to the owner.
  public func name(of author: String) -> String {
    use == .household
      ? (account(of: author) ?? owner).map { name(of: $0) } ?? "" : nameAtThatTime(of: author)
  }

  /// The name of an author, also of one who has no account any longer; empty when unknown.
  public func nameAtThatTime(of author: String) -> String {
    account(of: author).map { name(of: $0) } ?? formerNames[author] ?? ""
  }

  /// A form short enough for a tile; empty where everything belongs to everybody.
  public func mark(of author: String) -> String { use == .household ? name(of: author) : "" }

  /// Of the person who added an item; empty for the starters, which are everybody's.
  public func mark(of item: Item) -> String {
    use != .household || item.isStarter ? "" : mark(of: item.addedBy)
  }

  /// An account's address as another person may see it: among employees it shows a forgotten PIN, so
  /// only the owner sees all of them.
  public func email(of account: Account, for actor: Actor) -> String {
    let isShown = use != .staff || actor.account == account.id || actor.account == owner?.id
    return isShown ? account.email : ""
  }

  public var owner: Account? { accounts.first { $0.role == .owner } }

  /// The owner's name among the others'; empty where there is no owner.
  public var ownerName: String { owner.map { name(of: $0) } ?? "" }

  /// The actor's cart.
  public func cartID(of actor: Actor) -> Cart.ID {
    guard use == .staff, let id = actor.account else { return .main }
    return Cart.ID(id.number)
  }

  /// The actor after a change of mode or accounts.
  public func present(_ actor: Actor) -> Actor {
    guard use.hasAccounts else { return actor == .signedOut ? .person : actor }
    guard let id = actor.account, account(id) != nil else { return .signedOut }
    return actor
  }
}
