/// Draws a map from the tiles of the visible part only.
public struct TileMap: Sendable {
  /// The policy of OpenStreetMap wants a tile to be cached for at least so many seconds.
  static let keptFor = 7 * 24 * 3600
  /// The concurrency limit for one host.
  private static let threads = 2

  private let client: any HTTPClient
  private let google: GoogleTiles
  private let decode: @Sendable ([UInt8], Cancellation) throws(Failure) -> PixelImage
  private let environment: Environment

  /// - Parameter decode: decodes a tile's bytes to pixels.
  init(
    client: any HTTPClient, google: GoogleTiles, environment: Environment = .system,
    decode: @escaping @Sendable ([UInt8], Cancellation) throws(Failure) -> PixelImage
  ) {
    self.client = client
    self.google = google
    self.environment = environment
    self.decode = decode
  }

  /// - Parameter google: shared by all maps, for its sessions.
  public init(client: any HTTPClient, google: GoogleTiles) {
    let decoder = PictureDecoder()
    // Tiles of 512 pixels are for high-density screens; larger ones are only a cost.
    let most = PixelSize(width: 512, height: 512)
    self.init(client: client, google: google) { (bytes, cancellation) throws(Failure) in
      try decoder.decode(bytes, fitting: most, cancellation)
    }
  }

  /// The result of one tile.
  private struct Piece {
    var image: PixelImage?
    /// The age of a cached copy in seconds; nil for a new one.
    var age: Int?
    var failure: Failure?
  }

  /// The map from the tiles that arrived, with holes for the others. Throws if there is none.
  public func draw(
    _ view: MapView, _ kind: MapKind, _ access: ServiceAccess, _ cancellation: Cancellation
  ) throws(Failure) -> MapDrawing {
    let tiles = view.tiles
    // A tile that is visible twice is requested once.
    var wanted: [MapTile] = []
    for (tile, _, _) in tiles where !wanted.contains(tile) { wanted.append(tile) }
    let service = ServiceClient(access, over: client, environment: environment)
    let session =
      access.service == .googleMaps ? try google.session(kind, service, cancellation) : nil
    let state = Mutex(Progress())
    parallelForEach(wanted.count, threads: Self.threads) { [wanted] at in
      if cancellation.isCancelled { return }
      // Once the server has failed, the remaining tiles come from the cache only.
      let isHopeless = state.withLock { $0.failures >= Self.threads }
      let new =
        if let session {
          isHopeless ? Piece() : googlePiece(wanted[at], session, service, cancellation)
        } else {
          piece(wanted[at], service, asks: !isHopeless, cancellation)
        }
      state.withLock { $0.take(new, wanted[at]) }
    }
    if cancellation.isCancelled { throw .cancelled }
    let progress = state.withLock { $0 }
    var composer = TileComposer(view, kind)
    for (tile, x, y) in tiles {
      if let image = progress.pieces[tile]?.image { composer.add(image, x: x, y: y) }
    }
    let came = progress.pieces.values.filter { $0.image != nil }
    guard !came.isEmpty, let image = composer.image() else {
      throw progress.failure
        ?? Failure(.unavailable, "\(access.service.title) has no map of this part.")
    }
    return MapDrawing(
      image: image, tiles: wanted.count, missing: wanted.count - came.count,
      age: came.compactMap(\.age).filter { $0 >= Self.keptFor }.max() ?? 0,
      trouble: progress.failure?.sentence ?? "",
      credits: session.map { google.credits(view, $0, service, cancellation) } ?? "")
  }

  private func googlePiece(
    _ tile: MapTile, _ session: String, _ service: ServiceClient, _ cancellation: Cancellation
  ) -> Piece {
    var piece = Piece()
    do throws(HTTPError) {
      let answer = try google.tile(tile, session, service, cancellation)
      if answer.status == 404 { return piece }
      piece.failure = GooglePlaces.failure(answer, api: "Map Tiles API")
      guard piece.failure == nil else { return piece }
      let checked = try service.checked(answer)
      try decode(checked, into: &piece, service, cancellation)
    } catch {
      piece.failure = error.failure
    }
    return piece
  }

  private struct Progress {
    var pieces: [MapTile: Piece] = [:]
    var failures = 0
    /// The first failure, which explains the others.
    var failure: Failure?

    mutating func take(_ piece: Piece, _ tile: MapTile) {
      pieces[tile] = piece
      guard let new = piece.failure else { return }
      failures += 1
      failure = failure ?? new
    }
  }

  /// - Parameter age: seconds up to which a cached copy is used without asking the server.
  private func request(_ tile: MapTile, _ access: ServiceAccess, age: Int) -> HTTPRequest? {
    guard let address = WebAddress(tile.address(access.address)) else { return nil }
    var request = HTTPRequest.get(address)
    request.limits = .picture
    request.headers = [HTTPHeader("Accept", "image/png,image/jpeg,image/webp")]
    request.caching = .kept(atLeast: age, staleIfUnreachable: true)
    return request
  }

  /// - Parameter asks: whether the server may be asked; else only a cached copy of any age will do.
  private func piece(
    _ tile: MapTile, _ service: ServiceClient, asks: Bool, _ cancellation: Cancellation
  ) -> Piece {
    guard asks else {
      let noWait = Cancellation()
      noWait.cancel()
      return piece(tile, service, age: Self.anyAge, noWait)
    }
    let piece = piece(tile, service, age: Self.keptFor, cancellation)
    // A captive portal's page must not be cached as a tile for a week.
    let isBadCopy = piece.image == nil && piece.age != nil
    return isBadCopy ? self.piece(tile, service, age: 0, cancellation) : piece
  }

  private static let anyAge = 1 << 40

  private func piece(
    _ tile: MapTile, _ service: ServiceClient, age: Int, _ cancellation: Cancellation
  ) -> Piece {
    var piece = Piece()
    guard let request = request(tile, service.access, age: age) else { return piece }
    do throws(HTTPError) {
      let answer = try service.send(request, .tile, cancellation)
      // Not found: open sea, or zoomed in too far. A hole, not an error.
      if answer.status == 404 { return piece }
      let checked = try service.checked(answer)
      piece.age = checked.age
      piece.failure = checked.staleBecause?.failure
      try decode(
        checked, into: &piece, service, age == Self.anyAge ? Cancellation() : cancellation)
    } catch {
      piece.failure = error.failure
    }
    return piece
  }

  /// A damaged tile leaves a hole, too, and says why.
  private func decode(
    _ answer: HTTPAnswer, into piece: inout Piece, _ service: ServiceClient,
    _ cancellation: Cancellation
  ) throws(HTTPError) {
    do throws(Failure) {
      piece.image = try decode(answer.body, cancellation)
    } catch {
      if error.kind == .cancelled { return }
      throw service.problem(answer.isWebPage ? .webPage : .noPicture, "no tile: \(error.detail)")
    }
  }
}
