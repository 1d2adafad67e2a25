/// Sign-ins of scripts: a random token in a file of the user, and its hash beside the list. Both
/// are needed, so signing out makes a copied token useless.
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
  /// - Parameter position: in the journal; this sign-in cannot undo steps up to it.
  public func issue(_ account: Account.ID, at position: Int) throws(Failure) {
    try Sodium.start()
    mkdir(own, 0o700)
    let token = Hex.text(Sodium.random(32))
    let hash = Hex.text(Sodium.hash(Array(token.utf8)))
    try SecretFile(path: kept(account)).replace("\(hash)\n\(position)\n")
    try SecretFile(path: ownFile(account)).replace(token + "\n")
    try SecretFile(path: latest).replace(account.description + "\n")
  }

  /// The journal position at which this account signed in; 0 when unknown.
  public func position(of account: Account.ID) throws(Failure) -> Int {
    let lines = try SecretFile(path: kept(account)).read()?.split(separator: "\n") ?? []
    return lines.count > 1 ? Int(lines[1]) ?? 0 : 0
  }

  public func isSignedIn(_ account: Account.ID) throws(Failure) -> Bool {
    try Sodium.start()
    guard let token = try line(of: ownFile(account)), let hash = try line(of: kept(account)) else {
      return false
    }
    return Sodium.isEqual(Hex.text(Sodium.hash(Array(token.utf8))), hash)
  }

  /// The account that signed in last, if it is still signed in.
  public func current() throws(Failure) -> Account.ID? {
    try Sodium.start()
    guard let text = try line(of: latest), let id = Account.ID(text: text) else { return nil }
    return try isSignedIn(id) ? id : nil
  }

  /// False when it was not signed in.
  @discardableResult
  public func revoke(_ account: Account.ID) throws(Failure) -> Bool {
    try Sodium.start()
    let wasIn = try isSignedIn(account)
    try SecretFile(path: ownFile(account)).remove()
    if wasIn { try forget(account) }
    if try line(of: latest) == account.description { try SecretFile(path: latest).remove() }
    return wasIn
  }

  /// Signs an account out everywhere, when it was removed or its PIN changed.
  public func forget(_ account: Account.ID) throws(Failure) {
    try SecretFile(path: kept(account)).remove()
  }

  // MARK: Files

  private func kept(_ account: Account.ID) -> String { list + "/sign-in.\(account)" }
  private func ownFile(_ account: Account.ID) -> String { own + "/\(listName).\(account)" }
  private var latest: String { own + "/\(listName).latest" }

  /// A hash of the directory: a path contains characters that a file name cannot.
  private var listName: String { Hex.text(Array(Sodium.hash(Array(list.utf8))[..<8])) }

  private func line(of path: String) throws(Failure) -> String? {
    try SecretFile(path: path).read().map { String($0.prefix { $0 != "\n" }) }
  }
}
