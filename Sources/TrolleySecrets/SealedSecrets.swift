/// The PINs of one list: a key file and a count of failed tries in its directory.
public struct SealedSecrets: SecretVault, Sendable {
  private let directory: String
  private let now: @Sendable () -> TryMoment

  public init(directory: String, now: @escaping @Sendable () -> TryMoment = { .current }) {
    self.directory = directory
    self.now = now
  }

  /// The try is recorded on the disk before it is checked: killing the program does not give a free
  /// guess.
  public func answer(_ request: VaultRequest) -> VaultAnswer {
    do throws(Failure) {
      if let answer = try answerAboutPasswords(request) { return answer }
      let counter = try TryCounter(directory: directory, now: now())
      switch counter.verdict {
      case .wait(let time): return .wait(time)
      case .closed: return .closed
      case .open: break
      }
      try counter.countTry()
      return try evaluate(request, counter)
    } catch { return .failed(error) }
  }

  private func evaluate(
    _ request: VaultRequest, _ counter: TryCounter
  ) throws(Failure) -> VaultAnswer {
    switch request {
    case .find(let digits, let holders):
      guard let found = holder(of: try mark(digits), among: holders) else { return .unknown }
      try counter.forgetRow()
      return .found(found)
    case .seal(let digits, let holders):
      var key = try SealingKey(directory: directory, create: holders.isEmpty)
      defer { key.wipe() }
      // Learning that a PIN is taken is as good as a guess: the try stays counted.
      if holder(of: key.mark(digits), among: holders) != nil { return .taken }
      try counter.takeBackTry()
      return key.seal(digits).map { .sealed($0) } ?? .unknown
    case .open(nil): return .unknown
    case .open(let pin?):
      var key = try SealingKey(directory: directory, create: false)
      defer { key.wipe() }
      guard let digits = key.open(pin) else {
        throw Failure(
          .damaged, "That PIN cannot be read with this key. The owner can give a new one.",
          detail: "secretbox")
      }
      try counter.takeBackTry()
      return .opened(digits)
    case .beginPassword, .endPassword, .withdrawPassword, .sealHash: return .unknown
    }
  }

  /// Nil for requests that are not about passwords.
  private func answerAboutPasswords(_ request: VaultRequest) throws(Failure) -> VaultAnswer? {
    switch request {
    case .find, .seal, .open: return nil
    case .sealHash(let hash, let isFirst):
      var key = try SealingKey(directory: directory, create: isFirst)
      defer { key.wipe() }
      return key.seal(hash: hash).map { .sealedPassword($0) } ?? .unknown
    case .beginPassword(let address, let sealed, let isFirst):
      var key = try SealingKey(directory: directory, create: isFirst)
      defer { key.wipe() }
      let who = key.mark(address: address)
      let tries = try PasswordTries(directory: directory, now: now())
      switch tries.verdict(of: who) {
      case .wait(let time): return .wait(time)
      case .closed: return .closed
      case .open: break
      }
      try tries.count(who, isKnown: sealed != nil)
      guard let sealed else { return .passwordHash(nil) }
      guard let hash = key.open(sealed) else {
        throw Failure(
          .damaged, "That password cannot be read with this key. The owner can give a new one.",
          detail: "secretbox")
      }
      return .passwordHash(hash)
    case .endPassword(let address, let isRight):
      guard isRight else { return .noted }
      var key = try SealingKey(directory: directory, create: false)
      defer { key.wipe() }
      try PasswordTries(directory: directory, now: now()).forget(key.mark(address: address))
      return .noted
    case .withdrawPassword(let address):
      var key = try SealingKey(directory: directory, create: false)
      defer { key.wipe() }
      try PasswordTries(directory: directory, now: now()).takeBack(key.mark(address: address))
      return .noted
    }
  }

  private func mark(_ digits: String) throws(Failure) -> String {
    var key = try SealingKey(directory: directory, create: false)
    defer { key.wipe() }
    return key.mark(digits)
  }

  /// Compares with every holder, so that the time reveals nothing.
  private func holder(of mark: String, among holders: [PINHolder]) -> Account.ID? {
    var found: Account.ID?
    for holder in holders where Sodium.isEqual(holder.pin.mark, mark) { found = holder.account }
    return found
  }

  /// Unlocks after far too many failed tries. The hourly limit stays.
  public func unlock() throws(Failure) {
    let counter = try TryCounter(directory: directory, now: now())
    try counter.forgetRow()
    try PasswordTries(directory: directory, now: now()).forgetAll()
  }
}
