import Synchronization

/// Google's Map Tiles API: its sessions, tiles and attributions. Guards what is kept in memory, as
/// long as each answer allows; nothing goes to the disk.
public final class GoogleTiles: Sendable {
  private struct Session {
    let token: String
    /// Seconds since 1970.
    let end: Int
  }

  private struct Kept {
    let answer: HTTPAnswer
    let end: Int
  }

  private struct State {
    var sessions: [String: Session] = [:]
    var tiles: [String: Kept] = [:]
  }

  /// Limit on the tiles in memory: two screens.
  private static let most = 128

  private let state = Mutex(State())
  private let environment: Environment

  public init(environment: Environment = .system) { self.environment = environment }

  /// The token of a session for one kind of map; a new one when the last has ended.
  func session(
    _ kind: MapKind, _ service: ServiceClient, _ cancellation: Cancellation
  ) throws(Failure) -> String {
    let name = [kind.rawValue, service.access.address, service.access.key].joined(separator: "\n")
    let known = state.withLock { $0.sessions[name] }
    if let known, known.end > environment.wall() { return known.token }
    var refusal: Failure?
    do throws(HTTPError) {
      let answer = try service.send(try Self.request(session: kind, service), .lookUp, cancellation)
      refusal = GooglePlaces.failure(answer, api: "Map Tiles API")
      let value = refusal == nil ? try service.checked(answer).json : nil
      if let token = value?["session"]?.string, (1...2048).contains(token.utf8.count) {
        // Renewed a minute early; a text, as Google writes large numbers.
        let end = value?["expiry"]?.decimal.flatMap { Int($0) } ?? 0
        state.withLock { $0.sessions[name] = Session(token: token, end: end - 60) }
        return token
      }
      throw service.problem(answer.misreading, "no session")
    } catch {
      throw refusal ?? error.failure
    }
  }

  static func request(
    session kind: MapKind, _ service: ServiceClient
  ) throws(HTTPError) -> HTTPRequest {
    var request = HTTPRequest(
      .post, try service.address("/v1/createSession", [FormField("key", service.access.key)]))
    request.headers = [HTTPHeader("Content-Type", "application/json")]
    request.mayBeSentElsewhere = false
    var w = JSONWriter()
    w.object { w in
      w.member("mapType", kind == .street ? "roadmap" : "satellite")
      w.member("language", "en-US")
      w.member("region", "US")
    }
    request.body = w.bytes
    return request
  }

  func tile(
    _ tile: MapTile, _ session: String, _ service: ServiceClient, _ cancellation: Cancellation
  ) throws(HTTPError) -> HTTPAnswer {
    var request = HTTPRequest.get(
      try service.address(
        "/v1/2dtiles/\(tile.zoom)/\(tile.x)/\(tile.y)", Self.fields(session, service)))
    request.limits = .picture
    request.mayBeSentElsewhere = false
    let name = request.address.text
    let now = environment.wall()
    if let kept = state.withLock({ $0.tiles[name] }), kept.end > now { return kept.answer }
    let answer = try service.send(request, .tile, cancellation)
    guard answer.isSuccess, !HTTPFreshness.forbidsKeeping(answer) else { return answer }
    let end = now + HTTPFreshness.lifetime(of: answer, now: now)
    state.withLock { state in
      if state.tiles.count >= Self.most { state.tiles = [:] }
      state.tiles[name] = Kept(answer: answer, end: end)
    }
    return answer
  }

  /// Who made what is shown; has to be said on the map. Without an answer, whose map it is.
  func credits(
    _ view: MapView, _ session: String, _ service: ServiceClient, _ cancellation: Cancellation
  ) -> String {
    let (side, origin) = (view.side, view.origin)
    func corner(_ x: Int, _ y: Int) -> Coordinates {
      WebMercator.coordinates(
        WorldPoint(
          x: Double(origin.x + x * MapView.cellWidth) / side,
          y: Double(origin.y + y * MapView.cellHeight) / side))
    }
    let (first, last) = (corner(0, 0), corner(view.size.width, view.size.height))
    let fields = [
      FormField("zoom", String(view.zoom)), FormField("north", first.latitudeText),
      FormField("south", last.latitudeText), FormField("east", last.longitudeText),
      FormField("west", first.longitudeText),
    ]
    let told = try? { () throws(HTTPError) -> String in
      var request = HTTPRequest.get(
        try service.address("/tile/v1/viewport", Self.fields(session, service) + fields))
      request.mayBeSentElsewhere = false
      let answer = try service.checked(try service.send(request, .tile, cancellation))
      return CleanText.line(answer.json?["copyright"]?.string ?? "", limit: .message)
    }()
    return told.flatMap { $0.isEmpty ? nil : $0 } ?? "Map data © Google"
  }

  private static func fields(_ session: String, _ service: ServiceClient) -> [FormField] {
    [FormField("session", session), FormField("key", service.access.key)]
  }
}
