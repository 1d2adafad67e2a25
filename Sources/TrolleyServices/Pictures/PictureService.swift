/// Loads pictures from files and servers, scales them down, and caches the results on the disk.
public final class PictureService: Sendable {
  private let client: @Sendable () -> any HTTPClient
  private let cache: CacheDirectory?
  private let environment: Environment
  /// One picture is decoded at a time, which bounds the memory that a hostile one can use. Guards
  /// the number of pictures cached since the last cleanup.
  private let decoding = Mutex(0)
  private let font: EmojiFont

  /// - Parameters:
  ///   - client: used only when the first web address is requested.
  ///   - cache: nil for no caching.
  ///   - font: draws emoji.
  public init(
    client: @escaping @Sendable () -> any HTTPClient, cache: CacheDirectory?,
    environment: Environment = .system, font: EmojiFont = EmojiFont()
  ) {
    self.client = client
    self.cache = cache
    self.environment = environment
    self.font = font
  }

  public func load(
    _ request: PictureRequest, _ cancellation: Cancellation
  ) throws(Failure) -> PixelImage {
    giveWay()
    switch request.source {
    case .file(let path):
      return try PictureFile.with(path) { (file) throws(Failure) in
        let name = name("file", path, file.stamp.text, request.fitting)
        if let kept = kept(name) { return kept }
        return try make(try file.bytes(), request.fitting, name, cancellation)
      }
    case .web(let address):
      let bytes = try fetch(address, request.access, cancellation).get()
      let name = name("bytes", ContentHash.hex(bytes), "", request.fitting)
      if let kept = kept(name) { return kept }
      return try make(bytes, request.fitting, name, cancellation)
    case .glyph(let glyph):
      let version = try font.version()
      let emoji = cache.map { EmojiCache($0) }
      emoji?.use(font: version)
      if let kept = emoji?.image(of: glyph, fitting: request.fitting, font: version) { return kept }
      let image = try font.picture(of: glyph, fitting: request.fitting)
      emoji?.keep(image, of: glyph, fitting: request.fitting, font: version)
      return image
    }
  }

  public func list(
    _ directory: String, hidden: Bool, _ cancellation: Cancellation
  ) throws(Failure) -> PictureFolder {
    try PictureListing.read(directory, hidden: hidden, cancellation)
  }

  /// Handling keys on this machine has priority over pictures.
  private func giveWay() {
    // On Linux this applies to the current thread only.
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
  }

  // MARK: The web

  /// Downloads an address, within the size limit of pictures.
  private func fetch(
    _ address: WebAddress, _ access: ServiceAccess?, _ cancellation: Cancellation
  ) -> Result<[UInt8], Failure> {
    guard let access, Self.mayAsk(address, under: access) else {
      return .failure(
        Failure(
          .badInput, "Pictures are fetched from addresses that begin with https:// only.",
          detail: "picture: \(address.host)"))
    }
    var request = HTTPRequest.get(address)
    request.limits = .picture
    request.headers = [HTTPHeader("Accept", "image/webp,image/png,image/jpeg,image/gif")]
    request.caching = .kept(atLeast: 7 * 86_400, staleIfUnreachable: true)
    do throws(HTTPError) {
      let service = ServiceClient(access, over: client(), environment: environment)
      let answer = try service.send(request, .picture, cancellation)
      if let refusal = Self.refusal(answer.status, address.host) { return .failure(refusal) }
      return .success(try service.checked(answer).body)
    } catch {
      // The host is that of the picture, whatever the service is called.
      var problem = HTTPError(error.reason, host: address.host, detail: error.detail)
      problem.service = error.service
      problem.isOfPicture = true
      return .failure(
        error.reason == .tooLarge
          ? PictureError.tooManyBytes(most: HTTPLimits.picture.body) : problem.failure)
    }
  }

  /// A sentence for a status, where it fits better than the one for requests to a service.
  private static func refusal(_ status: Int, _ host: String) -> Failure? {
    switch status {
    case 404, 410:
      Failure(.missingFile, "There is no picture at that address.", detail: "\(host): \(status)")
    case 401, 403:
      Failure(.notAllowed, "\(host) does not give that picture away.", detail: "status \(status)")
    default: nil
    }
  }

  /// An address in the list must not make us contact servers on this machine, with one exception:
  /// if the settings place a service here, its pictures may be here too.
  static func mayAsk(_ address: WebAddress, under access: ServiceAccess) -> Bool {
    if let own = WebAddress(access.address), own.origin == address.origin { return true }
    return address.isHTTPS && !address.isLoopback
  }

  // MARK: Decoding

  private func make(
    _ bytes: [UInt8], _ fitting: PixelSize, _ name: String, _ cancellation: Cancellation
  ) throws(Failure) -> PixelImage {
    let result = decoding.withLock { made in
      Result { () throws(Failure) in
        if cancellation.isCancelled { throw Failure.cancelled }
        let image = try PictureDecoder(environment: environment)
          .decode(bytes, fitting: fitting, cancellation)
        cache?.write(name, KeptPicture.bytes(of: image))
        made += 1
        if made % 200 == 1 { cache?.trim(now: environment.wall()) }
        return image
      }
    }
    return try result.get()
  }

  // MARK: Cache

  private static let mostKeptBytes = KeptPicture.mostBytes(
    PixelSize(width: PictureRequest.sides.upperBound, height: PictureRequest.sides.upperBound))

  private func name(_ kind: String, _ what: String, _ version: String, _ size: PixelSize) -> String
  {
    let text = "\(kind)\0\(what)\0\(version)\0\(size.width)x\(size.height)"
    return ContentHash.hex(Array(text.utf8), count: 20)
  }

  private func kept(_ name: String) -> PixelImage? {
    guard let cache, let bytes = cache.read(name, limit: Self.mostKeptBytes) else { return nil }
    if let image = KeptPicture.image(bytes) { return image }
    cache.remove(name)
    return nil
  }
}
