/// Pictures from files and the web that this screen shows or has shown: pending, loaded or failed,
/// and why. The least recently seen are evicted.
public struct ImageCache: Equatable, Sendable {
  /// The size in which a picture is requested.
  public enum Grade: Int, CaseIterable, Sendable {
    case tile, large

    /// A cell of a tile shows two pixels across and, with its quadrants, two down.
    public var size: PixelSize {
      switch self {
      case .tile: PixelSize(width: 64, height: 64)
      case .large: PixelSize(width: 160, height: 160)
      }
    }

    /// Where the terminal shows real pixels.
    var fineSize: PixelSize {
      switch self {
      case .tile: PixelSize(width: 128, height: 128)
      case .large: PixelSize(width: 400, height: 400)
      }
    }
  }

  struct Key: Hashable, Sendable {
    let source: PictureSource
    let grade: Grade
  }

  /// A picture with its fingerprint, which caches use as a key.
  public struct Loaded: Equatable, Sendable {
    public let image: PixelImage
    public let fingerprint: UInt64

    public init(_ image: PixelImage) {
      self.image = image
      fingerprint = image.fingerprint
    }
  }

  private struct Entry: Equatable, Sendable {
    var loaded: Loaded?
    var failure: Failure?
    /// The number of the pending request.
    var work: Int?
    /// The source may have changed: the loaded picture stays until the answer arrives.
    var isOld = false
    /// Requested before the terminal said that it can show more pixels.
    var isTooSmall = false
    /// The worker crashed while this was pending: it is retried alone.
    var isSuspect = false
    /// When a failure may be retried: milliseconds of the monotonic clock.
    var retryAt = Int.max
    /// The number of the action at which it was last seen.
    var seen = 0
  }

  /// The limit in bytes for all cached pixels.
  static let capacity = 12 << 20
  /// The limit of pending requests.
  static let mostOpen = 6
  /// The same for emoji, which are small, and mostly read together.
  static let mostOpenEmoji = 32

  private var entries: [Key: Entry] = [:]
  private var keys: [Int: Key] = [:]
  private var bytes = 0
  private var now = 0
  /// Whether pictures are requested with the pixels of a terminal that shows them.
  private(set) var isFine = false
  /// When the first failure may be retried since pictures were last looked for.
  private(set) var nextRetry = Int.max
  /// Why no emoji can be drawn here: there is no font, or one that the worker dies of.
  private var glyphTrouble: Failure?

  public init() {}

  // MARK: Reading

  /// The picture, in another size if this one has not loaded yet.
  public func picture(_ source: PictureSource, _ grade: Grade) -> Loaded? {
    if let loaded = entries[Key(source: source, grade: grade)]?.loaded { return loaded }
    for other in Grade.allCases where other != grade {
      if let loaded = entries[Key(source: source, grade: other)]?.loaded { return loaded }
    }
    return nil
  }

  /// What shows an item: its own picture, else the emoji for it. Nil while neither has loaded.
  public func picture(of item: Item, _ grade: Grade) -> Loaded? {
    if let source = PictureSource(item.picture), let loaded = picture(source, grade) {
      return loaded
    }
    // Before anything has loaded, as in the first frame of all, no name is looked up.
    return bytes == 0 ? nil : item.glyph.flatMap { picture(.glyph($0), grade) }
  }

  /// What can show an item, the best first.
  public static func sources(of item: Item) -> [PictureSource] {
    [PictureSource(item.picture), item.glyph.map { .glyph($0) }].compactMap { $0 }
  }

  /// The first of several pictures that has loaded.
  public func picture(_ sources: [PictureSource], _ grade: Grade) -> Loaded? {
    for source in sources {
      if let loaded = picture(source, grade) { return loaded }
    }
    return nil
  }

  /// Why the picture is missing.
  public func failure(_ source: PictureSource) -> Failure? {
    guard picture(source, .tile) == nil else { return nil }
    for grade in Grade.allCases {
      if let failure = entries[Key(source: source, grade: grade)]?.failure { return failure }
    }
    if case .glyph = source { return glyphTrouble }
    return nil
  }

  public func isLoading(_ source: PictureSource) -> Bool {
    Grade.allCases.contains { entries[Key(source: source, grade: $0)]?.work != nil }
  }

  /// The number of pending requests.
  public var openCount: Int { keys.count }
  var keptBytes: Int { bytes }

  /// Whether emoji may be drawn here, or are drawn already.
  public var mayShowEmoji: Bool { glyphTrouble == nil }

  mutating func showNoEmoji(_ reason: Failure) { glyphTrouble = reason }

  // MARK: Requesting

  /// Begins a new action: pictures wanted from now on count as seen at it.
  mutating func beginLooking() {
    now += 1
    nextRetry = .max
  }

  /// Whether to request the picture now. Marks it as seen.
  mutating func wants(_ source: PictureSource, _ grade: Grade, at time: Int) -> Bool {
    if glyphTrouble != nil, case .glyph = source { return false }
    let key = Key(source: source, grade: grade)
    guard var entry = entries[key] else { return mayAsk(source, isSuspect: false) }
    entry.seen = now
    entries[key] = entry
    if entry.work != nil { return false }
    if entry.failure != nil, entry.retryAt > time {
      nextRetry = min(nextRetry, entry.retryAt)
      return false
    }
    guard entry.loaded == nil || entry.isOld else { return false }
    return mayAsk(source, isSuspect: entry.isSuspect)
  }

  /// Suspects are requested alone, so that another crash identifies the culprit.
  private func mayAsk(_ source: PictureSource, isSuspect: Bool) -> Bool {
    if isSuspect { return keys.isEmpty }
    let most = if case .glyph = source { Self.mostOpenEmoji } else { Self.mostOpen }
    return keys.count < most && !keys.values.contains { entries[$0]?.isSuspect == true }
  }

  mutating func asked(_ source: PictureSource, _ grade: Grade, number: Int) {
    let key = Key(source: source, grade: grade)
    entries[key, default: Entry()].work = number
    entries[key]?.seen = now
    keys[number] = key
  }

  mutating func receive(_ answer: WorkerAnswer, number: Int, at time: Int) {
    guard let key = keys.removeValue(forKey: number), var entry = entries[key] else { return }
    entry.work = nil
    entry.isOld = entry.isTooSmall
    entry.isTooSmall = false
    switch answer {
    case .picture(let image):
      load(image, in: &entry)
      entry.failure = nil
      entry.isSuspect = false
    case .failed(let failure) where failure.isOfWorkersEnd && !entry.isSuspect:
      entry.isSuspect = true
    case .failed(let failure):
      // The source of a loaded picture is gone or has changed.
      if failure.kind != .unavailable, failure.kind != .cancelled {
        bytes -= entry.loaded?.image.rgba.count ?? 0
        entry.loaded = nil
      }
      entry.failure = failure
      if case .glyph = key.source, failure.isOfWorkersEnd || failure.kind == .missingFile {
        glyphTrouble = failure
      }
      if failure.kind == .unavailable, !failure.isOfWorkersEnd { entry.retryAt = time + 60_000 }
    default:
      entry.failure = Failure(.damaged, "The picture could not be read.", detail: "worker: answer")
    }
    entries[key] = entry
    makeRoom(except: key)
  }

  /// A picture that was not requested.
  mutating func show(_ image: PixelImage, _ source: PictureSource, _ grade: Grade) {
    let key = Key(source: source, grade: grade)
    var entry = entries[key] ?? Entry(seen: now)
    load(image, in: &entry)
    entries[key] = entry
    makeRoom(except: key)
  }

  private mutating func load(_ image: PixelImage, in entry: inout Entry) {
    bytes += image.rgba.count - (entry.loaded?.image.rgba.count ?? 0)
    entry.loaded = Loaded(image)
  }

  private mutating func makeRoom(except kept: Key) {
    // Failures hold no pixels, but their number is limited as well.
    while bytes > Self.capacity || entries.count > 4096 {
      let oldest = entries.filter { $0.value.work == nil && $0.key != kept }
        .min { $0.value.seen < $1.value.seen }
      guard let oldest else { return }
      bytes -= oldest.value.loaded?.image.rgba.count ?? 0
      entries[oldest.key] = nil
    }
  }

  // MARK: Reloading

  /// Pictures are requested again in their new size; the old ones stay until those arrive.
  mutating func use(isFine new: Bool) {
    guard new != isFine else { return }
    isFine = new
    for key in Array(entries.keys) {
      if entries[key]?.work != nil {
        entries[key]?.isTooSmall = new
      } else if entries[key]?.loaded != nil {
        entries[key]?.isOld = new
      }
    }
  }

  /// Marks a source that may have changed, so that it is requested again when wanted.
  mutating func lookAgain(_ source: PictureSource) {
    for grade in Grade.allCases {
      let key = Key(source: source, grade: grade)
      guard let entry = entries[key], entry.work == nil else { continue }
      if entry.loaded == nil { entries[key] = nil } else { entries[key]?.isOld = true }
    }
  }

  /// Lets everything that failed be retried. Returns whether there was any.
  @discardableResult
  mutating func forgetFailures() -> Bool {
    let before = entries.count
    defer { glyphTrouble = nil }
    entries = entries.filter { $0.value.failure == nil || $0.value.work != nil }
    return entries.count < before || glyphTrouble != nil
  }
}

extension PixelImage {
  /// FNV-1a over the size and all bytes, eight at a time.
  var fingerprint: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ value: UInt64) { hash = (hash ^ value) &* 0x100_0000_01B3 }
    mix(UInt64(width))
    mix(UInt64(height))
    rgba.withUnsafeBytes { bytes in
      var at = 0
      while at + 8 <= bytes.count {
        mix(bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        // Multiplication carries bits upwards only; this brings the high ones down again.
        hash ^= hash >> 29
        at += 8
      }
      while at < bytes.count {
        mix(UInt64(bytes[at]))
        at += 1
      }
    }
    return hash ^ hash >> 32
  }
}

extension Failure {
  /// The worker crashed: the answer to all pending requests.
  public static func workerEnded(_ name: String, why: String) -> Failure {
    Failure(
      .unavailable, "The program \(name) ended in the middle of it. Try again.",
      detail: endOfWorker + why)
  }

  private static let endOfWorker = "worker: "

  /// The worker did not answer in time.
  public static let workerTooSlow = Failure(
    .unavailable, "That took too long. Try again.", detail: "deadline")

  /// Whether the worker crashed, as opposed to reporting a failure.
  public var isOfWorkersEnd: Bool { kind == .unavailable && detail.hasPrefix(Self.endOfWorker) }

  /// What it means for a mail: without an answer it may have been sent.
  ///
  /// - Parameter isHandedOver: whether a server had all of it.
  public func ofMail(to: String, isHandedOver: Bool) -> Failure {
    guard isHandedOver, isOfWorkersEnd || self == .workerTooSlow else { return self }
    return Failure(
      .unknownOutcome, "Whether the mail to \(to) was sent is not known.", detail: detail)
  }
}
