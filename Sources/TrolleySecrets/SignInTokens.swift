import TrolleyCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Who has signed in for scripts: a random token in a file of one's own, and its hash beside the
/// list. Without both it is worth nothing, so signing out makes a copy of the token useless.
public struct SignInTokens: Sendable {
  /// Where the list is.
  private let list: String
  /// Where a person's own files are.
  private let own: String

  public init(list: String, state: String) {
    self.list = list
    own = state + "/sign-in"
  }

  /// Signs an account in, in place of an earlier time.
  ///
  /// - Parameter position: of the journal; steps up to it are not taken back by who signs in now.
  public func issue(_ account: Account.ID, at position: Int) throws(Failure) {
    try Sodium.start()
    mkdir(own, 0o700)
    let token = Hex.text(Sodium.random(32))
    let hash = Hex.text(Sodium.hash(Array(token.utf8)))
    try SecretFile(path: kept(account)).replace("\(hash)\n\(position)\n")
    try SecretFile(path: ownFile(account)).replace(token + "\n")
    try SecretFile(path: latest).replace(account.description + "\n")
  }

  /// The position of the journal when this account signed in; 0 where it is not known.
  public func position(of account: Account.ID) throws(Failure) -> Int {
    let lines = try SecretFile(path: kept(account)).read()?.split(separator: "\n") ?? []
    return lines.count > 1 ? Int(lines[1]) ?? 0 : 0
  }

  /// Whether this account is signed in here.
  public func isSignedIn(_ account: Account.ID) throws(Failure) -> Bool {
    try Sodium.start()
    guard let token = try line(of: ownFile(account)), let hash = try line(of: kept(account)) else {
      return false
    }
    return Sodium.isEqual(Hex.text(Sodium.hash(Array(token.utf8))), hash)
  }

  /// The account that signed in last, when it is still signed in.
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

  /// For an account that is removed, or has another PIN: wherever it is signed in, it is no more.
  public func forget(_ account: Account.ID) throws(Failure) {
    try SecretFile(path: kept(account)).remove()
  }

  // MARK: Files

  private func kept(_ account: Account.ID) -> String { list + "/sign-in.\(account)" }
  private func ownFile(_ account: Account.ID) -> String { own + "/\(listName).\(account)" }
  private var latest: String { own + "/\(listName).latest" }

  /// One directory's name for another: a path has characters that a file's name cannot have.
  private var listName: String { Hex.text(Array(Sodium.hash(Array(list.utf8))[..<8])) }

  private func line(of path: String) throws(Failure) -> String? {
    try SecretFile(path: path).read().map { String($0.prefix { $0 != "\n" }) }
  }
}
