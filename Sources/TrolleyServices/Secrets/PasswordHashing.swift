import CSodium
@_spi(_Unicode) import Swift

/// Argon2id by libsodium, as a string with salt and parameters.
public struct PasswordHashing: Sendable {
  /// The cost of a new hash.
  public struct Cost: Equatable, Sendable {
    public var passes: Int
    public var memory: Int

    /// Three passes over 64 MiB.
    public static let standard = Cost(passes: 3, memory: 64 << 20)
  }

  /// The upper limit for hashes from elsewhere, whose parameters we did not choose.
  static let highest = Cost(passes: 12, memory: 256 << 20)

  private let cost: Cost

  /// Throws if the system has no source of randomness.
  public init(cost: Cost = .standard) throws(Failure) {
    guard Self.isReady else {
      throw Failure(.failedIO, "The system has no random numbers.", detail: "sodium_init")
    }
    self.cost = cost
  }

  private static let isReady = sodium_init() >= 0

  public func hash(_ password: String) throws(Failure) -> String {
    try withBytes(of: password) { (bytes) throws(Failure) in try hash(bytes) }
  }

  /// Checks a password against `hash`. A missing or invalid hash takes the same time, and the
  /// answer is no. `rehashed`: a new hash with today's cost, if the old one had another.
  public func check(
    _ password: String, against hash: String?
  ) throws(Failure) -> (isRight: Bool, rehashed: String?) {
    try withBytes(of: password) { (bytes) throws(Failure) in
      guard let hash, let parameters = Self.parameters(of: hash) else {
        _ = Self.verify(bytes, Self.nobodys)
        return (false, nil)
      }
      guard parameters.passes <= Self.highest.passes, parameters.memory <= Self.highest.memory
      else {
        throw Failure(
          .damaged, "This password is kept in a way that Trolley does not take. Set a new one.",
          detail: "argon2id m=\(parameters.memory) t=\(parameters.passes)")
      }
      guard Self.verify(bytes, hash) else { return (false, nil) }
      return (true, parameters == cost ? nil : try self.hash(bytes))
    }
  }

  /// Normalises the text, so that it does not matter how the keyboard composes characters.
  private func withBytes<Result>(
    of password: String, _ body: ([CChar]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // A trailing zero, which is not counted, because an empty array has no address.
    var bytes: [CChar] = []
    for scalar in password._nfc {
      bytes += (UTF8.encode(scalar) ?? .init()).map { CChar(bitPattern: $0) }
    }
    bytes.append(0)
    defer { sodium_memzero(&bytes, bytes.count) }
    return try body(bytes)
  }

  private func hash(_ bytes: [CChar]) throws(Failure) -> String {
    var out = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    let result = crypto_pwhash_str(
      &out, bytes, UInt64(bytes.count - 1), UInt64(cost.passes), cost.memory)
    guard result == 0 else {
      throw Failure(
        .failedIO, "There is not enough memory for a password now. Try again.",
        detail: "crypto_pwhash_str")
    }
    return String(decoding: out.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func verify(_ bytes: [CChar], _ hash: String) -> Bool {
    crypto_pwhash_str_verify(hash, bytes, UInt64(bytes.count - 1)) == 0
  }

  /// A hash of the default cost that no password matches, for unknown accounts.
  private static let nobodys =
    "$argon2id$v=19$m=65536,t=3,p=1$bm9ib2R5LWhhcy10aGlzIQ$"
    + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

  /// The parameters in a hash; nil unless it is argon2id with one lane.
  static func parameters(of hash: String) -> Cost? {
    let parts = hash.split(separator: "$", omittingEmptySubsequences: false)
    guard hash.utf8.count < Int(crypto_pwhash_STRBYTES), parts.count == 6, parts[0].isEmpty,
      parts[1] == "argon2id", parts[2] == "v=19", !parts[4].isEmpty, !parts[5].isEmpty
    else { return nil }
    let numbers = parts[3].split(separator: ",", omittingEmptySubsequences: false)
    guard numbers.count == 3, numbers[2] == "p=1", let memory = number(numbers[0], "m="),
      let passes = number(numbers[1], "t="), memory <= 1 << 30
    else { return nil }
    return Cost(passes: passes, memory: memory << 10)
  }

  private static func number(_ text: Substring, _ name: String) -> Int? {
    guard text.hasPrefix(name) else { return nil }
    let digits = text.dropFirst(name.count)
    guard (1...10).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return Int(digits)
  }
}
