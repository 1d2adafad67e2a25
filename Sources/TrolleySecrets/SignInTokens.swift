/// Sign-ins of scripts: a random token in a file of the user, and its hash beside the list. Both
/// are needed, so signing out makes a copied token useless. The PIN or password that it was issued
/// for is noted with it: wherever another one is set, also on another machine, the token ends.
public struct SignInTokens: Sendable {
  private let list: String
  /// The directory of the user's own files.
  private let own: String

  public init(list: String, state: String) {
    self.list = list
    own = state + "/sign-in"
  }

  /// Signs an account in, replacing an earlier sign-in.
  ///
  /// - Parameters:
  ///   - position: in the journal; this sign-in cannot undo steps up to it.
  ///   - waiting: steps that have no place in it yet; nor those, wherever they will be.
  public func issue(
    _ account: Account, at position: Int, waiting: [StepReference] = []
  ) throws(Failure) {
    try Sodium.start()
    mkdir(own, 0o700)
    let token = Hex.text(Sodium.random(32))
    let hash = Hex.text(Sodium.hash(Array(token.utf8)))
    try SecretFile(path: kept(account.id)).replace(
      "\(hash)\n\(position)\n\(Self.mark(of: account))\n"
        + waiting.compactMap(\.nameText).map { $0 + "\n" }.joined())
    try SecretFile(path: ownFile(account.id)).replace(token + "\n")
    try SecretFile(path: latest).replace(account.id.description + "\n")
  }

  /// The journal position at which this account signed in; 0 when unknown.
  public func position(of account: Account.ID) throws(Failure) -> Int {
    let lines = try lines(of: kept(account))
    return lines.count > 1 ? Int(lines[1]) ?? 0 : 0
  }

  /// The steps that had no place yet when this account signed in.
  public func waiting(of account: Account.ID) throws(Failure) -> Set<StepReference> {
    Set(try lines(of: kept(account)).dropFirst(3).compactMap { StepReference(nameText: $0) })
  }

  public func isSignedIn(_ account: Account) throws(Failure) -> Bool {
    guard try hasToken(account.id) else { return false }
    // Earlier versions did not note the PIN or password.
    let lines = try lines(of: kept(account.id))
    return lines.count < 3 || Sodium.isEqual(lines[2], Self.mark(of: account))
  }

  /// The account that signed in last, if it is still signed in.
  public func current(in state: SharedState) throws(Failure) -> Account? {
    guard let text = try lines(of: latest).first, let id = Account.ID(text: text),
      let account = state.account(id)
    else { return nil }
    return try isSignedIn(account) ? account : nil
  }

  /// False when it was not signed in.
  @discardableResult
  public func revoke(_ account: Account.ID) throws(Failure) -> Bool {
    let wasIn = try hasToken(account)
    try SecretFile(path: ownFile(account)).remove()
    if wasIn { try forget(account) }
    if try lines(of: latest).first == account.description { try SecretFile(path: latest).remove() }
    return wasIn
  }

  /// Signs an account out everywhere, when it was removed or its PIN changed.
  public func forget(_ account: Account.ID) throws(Failure) {
    try SecretFile(path: kept(account)).remove()
  }

  private func hasToken(_ account: Account.ID) throws(Failure) -> Bool {
    try Sodium.start()
    guard let token = try lines(of: ownFile(account)).first,
      let hash = try lines(of: kept(account)).first
    else { return false }
    return Sodium.isEqual(Hex.text(Sodium.hash(Array(token.utf8))), hash)
  }

  /// Of the account's PIN and password, as the list has them: another one has another mark.
  private static func mark(of account: Account) -> String {
    let sealed = "\(account.pin?.sealed ?? "") \(account.password?.sealed ?? "")"
    return Hex.text(Sodium.hash(Array(sealed.utf8)))
  }

  // MARK: Files

  private func kept(_ account: Account.ID) -> String { list + "/sign-in.\(account)" }
  private func ownFile(_ account: Account.ID) -> String { own + "/\(listName).\(account)" }
  private var latest: String { own + "/\(listName).latest" }

  /// A hash of the directory: a path contains characters that a file name cannot.
  private var listName: String { Hex.text(Array(Sodium.hash(Array(list.utf8))[..<8])) }

  private func lines(of path: String) throws(Failure) -> [String] {
    try SecretFile(path: path).read()?.split(separator: "\n").map(String.init) ?? []
  }
}
