/// Reads emoji that were drawn before from the cache: the first ones before the first frame, the others in
/// the background. Only for those that were not, and where there is a font, the worker is started: it takes
/// longer than a first frame, and more memory than the screen.
package struct EmojiReader: Sendable {
  struct Job: Sendable {
    let task: WorkerTask
    let glyph: Unicode.Scalar
    let size: PixelSize
    let number: Int

    /// Nil for a task that asks for no emoji.
    init?(_ task: WorkerTask, _ number: Int) {
      guard case .loadPicture(let request) = task, case .glyph(let glyph) = request.source else {
        return nil
      }
      self.task = task
      self.glyph = glyph
      size = request.fitting
      self.number = number
    }
  }

  /// The answer is nil for what the worker has to draw.
  typealias Answer = (job: Job, answer: WorkerAnswer?)

  let queue: JobQueue<Job>
  let answers: Mailbox<[Answer]>

  /// How long the first frame waits for the disk at most, beside the one file that is being read.
  private static let patience = Duration.milliseconds(4)

  /// Puts the emoji in sight into the state of the first frame, as far as the disk has them at once.
  ///
  /// - Parameter directory: the cache directory.
  package static func show(in state: inout AppState, from directory: String) {
    let cache = EmojiCache(CacheDirectory.ofPictures(in: directory))
    guard let font = cache.font() else {
      if FontDirectories.clearlyLackEmoji() { state.showNoEmoji(FontDirectories.noEmojiFont) }
      return
    }
    let end = ContinuousClock.now + patience
    state.showKeptEmoji { glyph, size in
      ContinuousClock.now < end ? cache.image(of: glyph, fitting: size, font: font) : nil
    }
  }

  /// - Parameters:
  ///   - directory: the cache directory.
  ///   - fonts: where fonts are.
  init(
    directory: String, fonts: [String] = FontDirectories.ofSystem,
    wake: @escaping @Sendable () -> Void,
    inBackground: @escaping Engine.BackgroundRunner
  ) {
    let cache = EmojiCache(CacheDirectory.ofPictures(in: directory))
    let answers = Mailbox<[Answer]>(wake: wake)
    self.answers = answers
    queue = JobQueue(inBackground: inBackground) { jobs in
      let font = cache.font()
      let isMissing = font == nil && FontDirectories.emojiFonts(in: fonts).isEmpty
      let failure = isMissing ? WorkerAnswer.failed(FontDirectories.noEmojiFont) : nil
      // All at once, so that one frame shows them.
      answers.post(
        jobs.map { job in
          let kept = font.flatMap { cache.image(of: job.glyph, fitting: job.size, font: $0) }
          return (job, kept.map { .picture($0) } ?? failure)
        })
    }
  }
}
