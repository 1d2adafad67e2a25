/// Reads emoji that were drawn before from the cache, in the background. Only for others, the worker
/// is started: it takes longer than a first frame, and more memory than the screen.
struct EmojiReader: Sendable {
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

  /// The image is nil for what the worker has to draw.
  typealias Answer = (job: Job, image: PixelImage?)

  let queue: JobQueue<Job>
  let answers: Mailbox<[Answer]>

  /// - Parameter directory: the cache directory.
  init(
    directory: String, wake: @escaping @Sendable () -> Void,
    inBackground: @escaping Engine.BackgroundRunner
  ) {
    let cache = EmojiCache(CacheDirectory.ofPictures(in: directory))
    let answers = Mailbox<[Answer]>(wake: wake)
    self.answers = answers
    queue = JobQueue(inBackground: inBackground) { jobs in
      let font = cache.font()
      // All at once, so that one frame shows them.
      answers.post(
        jobs.map { job in
          (job, font.flatMap { cache.image(of: job.glyph, fitting: job.size, font: $0) })
        })
    }
  }
}
