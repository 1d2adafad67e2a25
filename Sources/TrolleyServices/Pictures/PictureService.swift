import Synchronization
import TrolleyCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Pictures from files and from servers, made small, with what was made kept on the disk.
public final class PictureService: Sendable {
  private let client: @Sendable () -> any HTTPClient
  private let cache: CacheDirectory?
  private let surroundings: Surroundings
  /// One is decoded at a time: what a hostile one may take of memory, it takes once. Guards how many
  /// were kept since the cache was last put in order.
  private let decoding = Mutex(0)

  /// - Parameters:
  ///   - client: asked for when the first address comes.
  ///   - cache: nil keeps nothing.
  public init(
    client: @escaping @Sendable () -> any HTTPClient, cache: CacheDirectory?,
    surroundings: Surroundings = .system
  ) {
    self.client = client
    self.cache = cache
    self.surroundings = surroundings
  }

  /// Bytes of small pictures on the disk.
  public static let cacheCapacity = 48 << 20

  public func load(
    _ request: PictureRequest, _ cancellation: Cancellation
  ) throws(Failure) -> PixelImage {
    giveWay()
    switch request.source {
    case .file(let path):
      return try PictureFile.with(path) { (file) throws(Failure) in
        let name = name(
          "file", path, file.stamp.text, request.fitting)
        if let kept = kept(name) { return kept }
        return try make(try file.bytes(), request.fitting, name, cancellation)
      }
    case .web(let address):
      let bytes = try fetch(address, request.access, cancellation).get()
      let name = name("bytes", ContentHash.hex(bytes), "", request.fitting)
      if let kept = kept(name) { return kept }
      return try make(bytes, request.fitting, name, cancellation)
    }
  }

  public func list(
    _ directory: String, hidden: Bool, _ cancellation: Cancellation
  ) throws(Failure) -> PictureFolder {
    try PictureListing.read(directory, hidden: hidden, cancellation)
  }

  /// The keys of somebody on the same machine come before pictures.
  private func giveWay() {
    #if os(Linux)
      // Of this thread alone: the system counts each by itself.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    #endif
  }

  // MARK: The web

  /// The bytes that lie at an address, as long as a picture may be.
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
    do throws(HTTPProblem) {
      let service = ServiceClient(access, over: client(), surroundings: surroundings)
      let answer = try service.send(request, .picture, cancellation)
      if let refusal = Self.refusal(answer.status, address.host) { return .failure(refusal) }
      return .success(try service.checked(answer).body)
    } catch {
      // A service without an address of its own is called by its title there.
      let problem = HTTPProblem(error.reason, host: address.host, detail: error.detail)
      return .failure(
        error.reason == .tooLarge
          ? PictureRefusal.tooManyBytes(most: PictureDecoder.mostBytes) : problem.failure)
    }
  }

  /// Why there is no picture, where a status says it better than for questions to a service.
  private static func refusal(_ status: Int, _ host: String) -> Failure? {
    switch status {
    case 404, 410:
      Failure(.missingFile, "There is no picture at that address.", detail: "\(host): \(status)")
    case 401, 403:
      Failure(.notAllowed, "\(host) does not give that picture away.", detail: "status \(status)")
    default: nil
    }
  }

  /// This machine's own servers are nobody's business who puts an address into a list; but a service
  /// that the settings themselves say is here has its pictures here.
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
        let image = try PictureDecoder(surroundings: surroundings)
          .decode(bytes, fitting: fitting, cancellation)
        cache?.write(name, KeptPicture.bytes(of: image))
        made += 1
        if made % 200 == 1 { cache?.trim(now: surroundings.wall()) }
        return image
      }
    }
    return try result.get()
  }

  // MARK: What is kept

  private func name(_ kind: String, _ what: String, _ version: String, _ size: PixelSize) -> String
  {
    let text = "\(kind)\0\(what)\0\(version)\0\(size.width)x\(size.height)"
    return ContentHash.hex(Array(text.utf8), count: 20)
  }

  private func kept(_ name: String) -> PixelImage? {
    guard let cache, let bytes = cache.read(name, limit: KeptPicture.mostBytes) else { return nil }
    if let image = KeptPicture.image(bytes) { return image }
    cache.remove(name)
    return nil
  }
}

/// A small picture as it lies on the disk: a line that says what it is, its size, a hash, its pixels.
enum KeptPicture {
  private static let mark = Array("trolley picture 1\n".utf8)
  private static let hashDigits = 32
  static let mostBytes =
    mark.count + 8 + hashDigits + 4 * PictureRequest.sides.upperBound
    * PictureRequest.sides.upperBound

  static func bytes(of image: PixelImage) -> [UInt8] {
    let size = [image.width, image.height].flatMap { side in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: side >> $0) }
    }
    let hash = ContentHash.hex(size + image.rgba, count: hashDigits / 2)
    return mark + size + Array(hash.utf8) + image.rgba
  }

  /// Nil for what makes no sense.
  static func image(_ bytes: [UInt8]) -> PixelImage? {
    let start = mark.count + 8 + hashDigits
    guard bytes.count > start, bytes.starts(with: mark) else { return nil }
    let size = Array(bytes[mark.count..<mark.count + 8])
    let rgba = Array(bytes[start...])
    let hash = String(decoding: bytes[(mark.count + 8)..<start], as: UTF8.self)
    guard ContentHash.hex(size + rgba, count: hashDigits / 2) == hash else { return nil }
    func side(_ at: Int) -> Int { size[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    return PixelImage(size: PixelSize(width: side(0), height: side(4)), rgba: rgba)
  }
}
