import Synchronization
import TrolleyCore

/// Draws a map from tiles: those of the part that is looked at, and no others.
public struct TileMap: Sendable {
  /// Seconds for which the policy of OpenStreetMap wants a tile to be kept at least.
  static let keptFor = 7 * 24 * 3600
  /// As many as may be asked of a host at once.
  private static let threads = 2

  private let client: any HTTPClient
  private let decode: @Sendable ([UInt8], Cancellation) throws(Failure) -> PixelImage
  private let surroundings: Surroundings

  /// - Parameter decode: a tile's bytes to its pixels.
  init(
    client: any HTTPClient, surroundings: Surroundings = .system,
    decode: @escaping @Sendable ([UInt8], Cancellation) throws(Failure) -> PixelImage
  ) {
    self.client = client
    self.surroundings = surroundings
    self.decode = decode
  }

  public init(client: any HTTPClient) {
    let decoder = PictureDecoder()
    // A tile of 512 pixels is for screens with twice as many; more would only cost.
    let most = PixelSize(width: 512, height: 512)
    self.init(client: client) { (bytes, cancellation) throws(Failure) in
      try decoder.decode(bytes, fitting: most, cancellation)
    }
  }

  /// What came of one tile.
  private struct Piece {
    var image: PixelImage?
    /// Seconds since a kept copy came; nil when it has just come.
    var age: Int?
    var failure: Failure?
  }

  /// The map with what there is; holes where a tile did not come. Without any it is a failure.
  public func draw(
    _ view: MapView, _ access: ServiceAccess, _ cancellation: Cancellation
  ) throws(Failure) -> MapDrawing {
    let tiles = view.tiles
    // One that shows twice is asked for once.
    var wanted: [MapTile] = []
    for (tile, _, _) in tiles where !wanted.contains(tile) { wanted.append(tile) }
    let service = ServiceClient(access, over: client, surroundings: surroundings)
    let state = Mutex(Progress())
    Together.run(wanted.count, threads: Self.threads) { [wanted] at in
      if cancellation.isCancelled { return }
      // A server that is not there is not asked forty times: what was kept will do.
      let isHopeless = state.withLock { $0.failures >= Self.threads }
      let piece = piece(wanted[at], service, asks: !isHopeless, cancellation)
      state.withLock { $0.take(piece, wanted[at]) }
    }
    if cancellation.isCancelled { throw .cancelled }
    let progress = state.withLock { $0 }
    var composer = TileComposer(view)
    for (tile, x, y) in tiles {
      if let image = progress.pieces[tile]?.image { composer.add(image, x: x, y: y) }
    }
    let came = progress.pieces.values.filter { $0.image != nil }
    guard !came.isEmpty, let image = composer.image() else {
      throw progress.failure ?? Failure(.unavailable, "There is no map of this part.")
    }
    return MapDrawing(
      image: image, tiles: wanted.count, missing: wanted.count - came.count,
      age: came.compactMap(\.age).filter { $0 >= Self.keptFor }.max() ?? 0,
      trouble: progress.failure?.sentence ?? "")
  }

  private struct Progress {
    var pieces: [MapTile: Piece] = [:]
    var failures = 0
    /// The first one, which the others follow from.
    var failure: Failure?

    mutating func take(_ piece: Piece, _ tile: MapTile) {
      pieces[tile] = piece
      guard let new = piece.failure else { return }
      failures += 1
      failure = failure ?? new
    }
  }

  /// - Parameter age: seconds that a kept copy may be old without the server being asked.
  private func request(
    _ tile: MapTile, _ access: ServiceAccess, age: Int
  ) -> HTTPRequest? {
    guard let address = WebAddress(tile.address(access.address)) else { return nil }
    var request = HTTPRequest.get(address)
    request.limits = .picture
    request.headers = [HTTPHeader("Accept", "image/png,image/jpeg,image/webp")]
    request.caching = .kept(atLeast: age, staleIfUnreachable: true)
    return request
  }

  /// - Parameter asks: whether the server may be asked; else a copy of any age will do, or nothing.
  private func piece(
    _ tile: MapTile, _ service: ServiceClient, asks: Bool, _ cancellation: Cancellation
  ) -> Piece {
    guard asks else {
      let noWait = Cancellation()
      noWait.cancel()
      return piece(tile, service, age: Self.anyAge, noWait)
    }
    let piece = piece(tile, service, age: Self.keptFor, cancellation)
    // A page of somebody's gate to the network must not stand in for a tile for a week.
    let isBadCopy = piece.image == nil && piece.failure == nil && piece.age != nil
    return isBadCopy ? self.piece(tile, service, age: 0, cancellation) : piece
  }

  private static let anyAge = 1 << 40

  private func piece(
    _ tile: MapTile, _ service: ServiceClient, age: Int, _ cancellation: Cancellation
  ) -> Piece {
    var piece = Piece()
    guard let request = request(tile, service.access, age: age) else { return piece }
    do throws(HTTPProblem) {
      let answer = try service.send(request, .tile, cancellation)
      // No picture there: the sea, or too near. A hole, and no trouble.
      if answer.status == 404 { return piece }
      let checked = try service.checked(answer)
      piece.age = checked.age
      piece.failure = checked.staleBecause?.failure
      // A damaged tile is a hole, too.
      piece.image = try? decode(checked.body, age == Self.anyAge ? Cancellation() : cancellation)
    } catch {
      piece.failure = error.failure
    }
    return piece
  }
}
