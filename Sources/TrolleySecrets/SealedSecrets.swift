extension TryCounter.Verdict {
  fileprivate var refusal: VaultAnswer? {
    switch self {
    case .open: nil
    case .wait(let time): .wait(time)
    case .closed: .closed
    }
  }
}

/// The PINs of one list: a key file and a count of failed tries in its directory.
public struct SealedSecrets: SecretVault, Sendable {
  private let directory: String
  private let till: String
  private let now: @Sendable () -> TryMoment

  /// - Parameter till: where PINs are typed: after wrong ones only this till has to wait.
  public init(
    directory: String, till: String = Till.current,
    now: @escaping @Sendable () -> TryMoment = { .current }
  ) {
    self.directory = directory
    self.till = till
    self.now = now
  }

  /// The try is recorded on the disk before it is checked: killing the program does not give a free
  /// guess.
  public func answer(_ request: VaultRequest) -> VaultAnswer {
    do throws(Failure) {
      if let answer = try answerAboutPasswords(request) { return answer }
      if let answer = try answerUncounted(request) { return answer }
      let counter = try counter
      if let refusal = counter.verdict.refusal { return refusal }
      try counter.countTry()
      return try evaluate(request, counter)
    } catch { return .failed(error) }
  }

  // MARK: Other machines

  /// What was counted on this machine, for the others. Makes no file.
  public func counted() -> [SyncTries] {
    func isThere(_ name: String) -> Bool { access(directory + "/" + name, F_OK) == 0 }
    let now = now()
    var all: [SyncTries] = []
    if isThere(TryCounter.fileName), let counter = try? counter { all += counter.counted }
    if isThere(PasswordTries.fileName),
      let tries = try? PasswordTries(directory: directory, now: now)
    {
      all += tries.counted
    }
    return Array(all.prefix(SyncLine.mostTries))
  }

  /// What the other machines have counted; nil when that is not known any more.
  public func note(_ others: [SyncTries]?) throws(Failure) {
    var elsewhere = TriesElsewhere(directory: directory, now: now())
    try elsewhere.note(others)
  }

  private var counter: TryCounter {
    get throws(Failure) { try TryCounter(directory: directory, till: till, now: now()) }
  }

  /// Nil for requests that are attempts.
  private func answerUncounted(_ request: VaultRequest) throws(Failure) -> VaultAnswer? {
    switch request {
    case .open(let pin):
      var key = try SealingKey(directory: directory, create: false)
      defer { key.wipe() }
      guard let digits = key.open(pin) else {
        throw Failure(
          .damaged, "That PIN cannot be read with this key. The owner can give a new one.",
          detail: "secretbox")
      }
      return .opened(digits)
    case .makeCode(let groups, let isFirst):
      var key = try SealingKey(directory: directory, create: isFirst)
      defer { key.wipe() }
      let text = RecoveryCode.text(Sodium.random(groups * 4))
      return RecoveryCode.plain(text).flatMap(key.mark).map { .code(text, $0) } ?? .unknown
    case .checkCode(let text, let kept, let unlocks):
      var key = try SealingKey(directory: directory, create: false)
      defer { key.wipe() }
      guard let plain = RecoveryCode.plain(text), let code = key.mark(code: plain),
        Sodium.isEqual(code.mark, kept.mark)
      else { return .unknown }
      if unlocks { try unlock() }
      return .codeIsRight
    case .standing(nil): return try counter.verdict.refusal ?? .noted
    case .standing(let address?):
      var key = try SealingKey(directory: directory, create: false)
      defer { key.wipe() }
      let tries = try PasswordTries(directory: directory, now: now())
      return tries.verdict(of: key.mark(address: address)).refusal ?? .noted
    case .find, .seal, .beginPassword, .endPassword, .withdrawPassword, .sealHash: return nil
    }
  }

  private func evaluate(
    _ request: VaultRequest, _ counter: TryCounter
  ) throws(Failure) -> VaultAnswer {
    switch request {
    case .find(let digits, let holders):
      guard let found = holder(of: try mark(digits), among: holders) else {
        return counter.verdict.refusal ?? .unknown
      }
      try counter.forgetRow()
      return .found(found)
    case .seal(let digits, let holders):
      var key = try SealingKey(directory: directory, create: holders.isEmpty)
      defer { key.wipe() }
      // Learning that a PIN is taken is as good as a guess: the try stays counted.
      if holder(of: key.mark(digits), among: holders) != nil { return .taken }
      try counter.takeBackTry()
      return key.seal(digits).map { .sealed($0) } ?? .unknown
    case .open, .makeCode, .checkCode, .standing, .beginPassword, .endPassword, .withdrawPassword,
      .sealHash:
      return .unknown
    }
  }

  /// Nil for requests that are not about passwords.
  private func answerAboutPasswords(_ request: VaultRequest) throws(Failure) -> VaultAnswer? {
    switch request {
    case .find, .seal, .open, .makeCode, .checkCode, .standing: return nil
    case .sealHash(let hash, let isFirst):
      var key = try SealingKey(directory: directory, create: isFirst)
      defer { key.wipe() }
      return key.seal(hash: hash).map { .sealedPassword($0) } ?? .unknown
    case .beginPassword(let address, let sealed, let isFirst):
      var key = try SealingKey(directory: directory, create: isFirst)
      defer { key.wipe() }
      let who = key.mark(address: address)
      let tries = try PasswordTries(directory: directory, now: now())
      if let refusal = tries.verdict(of: who).refusal { return refusal }
      try tries.count(who, isKnown: sealed != nil)
      guard let sealed else { return .passwordHash(nil) }
      guard let hash = key.open(sealed) else {
        throw Failure(
          .damaged, "That password cannot be read with this key. The owner can give a new one.",
          detail: "secretbox")
      }
      return .passwordHash(hash)
    case .endPassword(let address, let isRight):
      var key = try SealingKey(directory: directory, create: false)
      defer { key.wipe() }
      let who = key.mark(address: address)
      let tries = try PasswordTries(directory: directory, now: now())
      guard isRight else { return tries.verdict(of: who).refusal ?? .noted }
      try tries.forget(who)
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
    try counter.forgetAll()
    try PasswordTries(directory: directory, now: now()).forgetAll()
  }
}
