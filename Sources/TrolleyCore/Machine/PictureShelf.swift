/// Pictures of files and of the web that this screen shows or has shown: which are being asked for,
/// which are there, which can't be had and why. Those that were not looked at for longest make room.
public struct PictureShelf: Equatable, Sendable {
  /// In what size a picture is asked for.
  public enum Grade: Int, CaseIterable, Sendable {
    case tile, large

    /// A cell of a tile shows two pixels across and, with its quadrants, two down.
    public var size: PixelSize {
      switch self {
      case .tile: PixelSize(width: 64, height: 64)
      case .large: PixelSize(width: 160, height: 160)
      }
    }
  }

  struct Key: Hashable, Sendable {
    let source: PictureSource
    let grade: Grade
  }

  /// A picture and a number that tells it from others, for what is kept by it.
  public struct Loaded: Equatable, Sendable {
    public let image: PixelImage
    public let fingerprint: UInt64
  }

  private struct Entry: Equatable, Sendable {
    var loaded: Loaded?
    var failure: Failure?
    /// The number of the open question.
    var work: Int?
    /// What is there may have changed since: it stays until the answer comes.
    var isOld = false
    /// The worker died while it was asked for: it is asked for alone the next time.
    var isSuspect = false
    /// Milliseconds of the monotonic clock from which on a failure is tried again.
    var retryAt = Int.max
    /// The action at which it was looked at last.
    var seen = 0
  }

  /// Bytes of all pixels that are kept.
  static let capacity = 12 << 20
  /// Questions that are open at once.
  static let mostOpen = 6

  private var entries: [Key: Entry] = [:]
  private var keys: [Int: Key] = [:]
  private var bytes = 0
  private var now = 0

  public init() {}

  // MARK: What is there

  /// The picture, in another size where it is not there in this one yet.
  public func picture(_ source: PictureSource, _ grade: Grade) -> Loaded? {
    if let loaded = entries[Key(source: source, grade: grade)]?.loaded { return loaded }
    for other in Grade.allCases where other != grade {
      if let loaded = entries[Key(source: source, grade: other)]?.loaded { return loaded }
    }
    return nil
  }

  /// Why there is none.
  public func failure(_ source: PictureSource) -> Failure? {
    guard picture(source, .tile) == nil else { return nil }
    for grade in Grade.allCases {
      if let failure = entries[Key(source: source, grade: grade)]?.failure { return failure }
    }
    return nil
  }

  public func isLoading(_ source: PictureSource) -> Bool {
    Grade.allCases.contains { entries[Key(source: source, grade: $0)]?.work != nil }
  }

  /// How many questions are open.
  public var openCount: Int { keys.count }
  var keptBytes: Int { bytes }
  var count: Int { entries.count }

  // MARK: Asking

  /// A new action: what is wanted from now on counts as seen at it.
  mutating func beginLooking() { now += 1 }

  /// Whether to ask for it now. It counts as looked at.
  mutating func wants(_ source: PictureSource, _ grade: Grade, at time: Int) -> Bool {
    let key = Key(source: source, grade: grade)
    guard var entry = entries[key] else { return mayAsk(isSuspect: false) }
    entry.seen = now
    entries[key] = entry
    if entry.work != nil { return false }
    if entry.failure != nil, entry.retryAt > time { return false }
    guard entry.loaded == nil || entry.isOld else { return false }
    return mayAsk(isSuspect: entry.isSuspect)
  }

  /// One that the worker may have died of is asked for alone: the next death tells.
  private func mayAsk(isSuspect: Bool) -> Bool {
    if isSuspect { return keys.isEmpty }
    return keys.count < Self.mostOpen && !keys.values.contains { entries[$0]?.isSuspect == true }
  }

  mutating func asked(_ source: PictureSource, _ grade: Grade, number: Int) {
    let key = Key(source: source, grade: grade)
    entries[key, default: Entry()].work = number
    entries[key]?.seen = now
    keys[number] = key
  }

  /// False: the answer is to none of its questions.
  mutating func take(_ answer: WorkerAnswer, number: Int, at time: Int) -> Bool {
    guard let key = keys.removeValue(forKey: number), var entry = entries[key] else { return false }
    entry.work = nil
    entry.isOld = false
    switch answer {
    case .picture(let image):
      bytes += image.rgba.count - (entry.loaded?.image.rgba.count ?? 0)
      entry.loaded = Loaded(image: image, fingerprint: image.fingerprint)
      entry.failure = nil
      entry.isSuspect = false
    case .failed(let failure) where failure.isOfWorkersEnd && !entry.isSuspect:
      entry.isSuspect = true
    case .failed(let failure):
      // A picture that was there and is not any more: the file is gone, or it is another one now.
      if failure.kind != .unavailable, failure.kind != .cancelled {
        bytes -= entry.loaded?.image.rgba.count ?? 0
        entry.loaded = nil
      }
      entry.failure = failure
      if failure.kind == .unavailable, !failure.isOfWorkersEnd { entry.retryAt = time + 60_000 }
    default:
      entry.failure = Failure(.damaged, "The picture could not be read.", detail: "worker: answer")
    }
    entries[key] = entry
    makeRoom(except: key)
    return true
  }

  private mutating func makeRoom(except kept: Key) {
    // What failed holds no pixels, and is forgotten all the same when there is too much of it.
    while bytes > Self.capacity || entries.count > 4096 {
      let oldest = entries.filter { $0.value.work == nil && $0.key != kept }
        .min { $0.value.seen < $1.value.seen }
      guard let oldest else { return }
      bytes -= oldest.value.loaded?.image.rgba.count ?? 0
      entries[oldest.key] = nil
    }
  }

  // MARK: Looking again

  /// It may be another one by now: it is asked for once more when it is wanted.
  mutating func lookAgain(_ source: PictureSource) {
    for grade in Grade.allCases {
      let key = Key(source: source, grade: grade)
      guard let entry = entries[key], entry.work == nil else { continue }
      if entry.loaded == nil { entries[key] = nil } else { entries[key]?.isOld = true }
    }
  }

  /// Everything that could not be had is worth another try.
  mutating func forgetFailures() {
    entries = entries.filter { $0.value.failure == nil || $0.value.work != nil }
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
        // Only the lower bits move up by the multiplication.
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
  /// The worker ended while it was asked: the answer to everything that was open.
  public static func workerEnded(_ name: String, why: String) -> Failure {
    Failure(
      .unavailable, "The program \(name) ended in the middle of it. Try again.",
      detail: endOfWorker + why)
  }

  private static let endOfWorker = "worker: "

  /// Whether it came from the worker's own end, not from what it said.
  public var isOfWorkersEnd: Bool { kind == .unavailable && detail.hasPrefix(Self.endOfWorker) }
}
