/// Metadata and signing keys of the providers. Guards a cache of them in memory, which lasts for
/// some hours.
final class ProviderDirectory: Sendable {
  private static let metadataLife = 4 * 3_600_000
  private static let keysLife = 3_600_000
  private static let longestKeysLife = 24 * 3_600_000
  /// Keys are not fetched again sooner: tokens with invented key ids must not make us send
  /// requests.
  private static let keysPause = 60_000

  private struct KnownKeys {
    var keys: SigningKeys
    var fetched: Int
    var goodUntil: Int
  }

  private let client: any HTTPClient
  private let environment: Environment
  private let metadata = Mutex<[WebAddress: (value: ProviderMetadata, until: Int)]>([:])
  private let keys = Mutex<[WebAddress: KnownKeys]>([:])

  init(client: any HTTPClient, environment: Environment) {
    self.client = client
    self.environment = environment
  }

  /// By OpenID Connect discovery first, then by OAuth's.
  func metadata(
    of issuer: WebAddress, name: String, _ cancellation: Cancellation
  ) throws(Failure) -> ProviderMetadata {
    let now = environment.monotonic()
    if let known = metadata.withLock({ $0[issuer] }), known.until > now { return known.value }
    var last: HTTPAnswer?
    for address in ProviderMetadata.addresses(of: issuer) {
      let answer = try get(address, cancellation)
      last = answer
      guard answer.status == 200, let json = answer.json else { continue }
      let new = try ProviderMetadata(json, issuer: issuer, name: name)
      metadata.withLock { $0[issuer] = (new, now + Self.metadataLife) }
      return new
    }
    do throws(HTTPError) {
      if let last, last.status != 404 { _ = try last.checked(now: environment.wall()) }
    } catch { throw error.failure }
    throw Failure(
      .unavailable,
      "\(name) does not say how to sign in there. Check its address in settings.json.",
      detail: "discovery: status \(last?.status ?? 0)")
  }

  private func get(
    _ address: WebAddress, _ cancellation: Cancellation
  ) throws(Failure) -> HTTPAnswer {
    var request = HTTPRequest.get(address)
    request.headers = [HTTPHeader("Accept", "application/json")]
    request.mayBeSentElsewhere = false
    do throws(HTTPError) {
      return try client.send(request, cancellation)
    } catch { throw error.failure }
  }

  /// Whether a token is signed with a key of the provider. An unknown key id makes us fetch the
  /// keys again, once.
  func checkSignature(
    _ token: IDToken, keysAddress: WebAddress?, name: String, _ cancellation: Cancellation
  ) throws(Failure) {
    guard let keysAddress else { throw IDTokenError.unknownKey.failure(name) }
    var known = try currentKeys(keysAddress, name, cancellation)
    var candidates = known.keys.candidates(token.keyID)
    if candidates.isEmpty, environment.monotonic() - known.fetched >= Self.keysPause {
      known = try fetchKeys(keysAddress, name, cancellation)
      candidates = known.keys.candidates(token.keyID)
    }
    guard !candidates.isEmpty else { throw IDTokenError.unknownKey.failure(name) }
    guard candidates.contains(where: { $0.verifies(token.signature, of: token.signed) }) else {
      throw IDTokenError.badSignature.failure(name)
    }
  }

  private func currentKeys(
    _ address: WebAddress, _ name: String, _ cancellation: Cancellation
  ) throws(Failure) -> KnownKeys {
    if let known = keys.withLock({ $0[address] }), known.goodUntil > environment.monotonic() {
      return known
    }
    return try fetchKeys(address, name, cancellation)
  }

  private func fetchKeys(
    _ address: WebAddress, _ name: String, _ cancellation: Cancellation
  ) throws(Failure) -> KnownKeys {
    let answer = try get(address, cancellation)
    guard answer.status == 200, let json = answer.json else {
      throw Failure(
        .unavailable, "The keys that \(name) signs with cannot be read. Try again later.",
        detail: "jwks: status \(answer.status)")
    }
    let now = environment.monotonic()
    let life = Self.life(answer.header("Cache-Control"))
    let new = KnownKeys(keys: SigningKeys(json), fetched: now, goodUntil: now + life)
    keys.withLock { $0[address] = new }
    return new
  }

  /// Milliseconds, as the provider wishes, within limits.
  static func life(_ cacheControl: String?) -> Int {
    let wishes = (cacheControl ?? "").lowercased().split { $0 == "," || $0 == " " }
    if wishes.contains("no-store") || wishes.contains("no-cache") { return keysPause }
    let age = wishes.first { $0.hasPrefix("max-age=") }.flatMap { Int($0.dropFirst(8)) }
    return age.map { min(max($0, 60), longestKeysLife / 1000) * 1000 } ?? keysLife
  }
}
