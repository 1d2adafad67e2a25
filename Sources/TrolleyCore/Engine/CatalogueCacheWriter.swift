/// Reads and writes the cached catalogues, in the background.
///
/// Errors are not shown: lost data is requested again.
struct CatalogueCacheWriter: Sendable {
  enum Job: Sendable {
    case load(CatalogueID)
    case keep([CatalogueProduct], [CatalogueCategory], of: CatalogueID, at: Int)
    case replace(CatalogueCache)
  }

  let queue: JobQueue<Job>

  /// - Parameter directory: the cache directory.
  init(
    directory: String, answers: Mailbox<Action>, inBackground: @escaping Engine.BackgroundRunner
  ) {
    let store = CatalogueStore(directory: directory)
    queue = JobQueue(inBackground: inBackground) { jobs in
      for job in jobs {
        do throws(CallError) { try Self.perform(job, store, answers) } catch {
          Log.write("catalogue: \(error.detail)")
        }
      }
    }
  }

  private static func perform(
    _ job: Job, _ store: CatalogueStore, _ answers: Mailbox<Action>
  ) throws(CallError) {
    switch job {
    case .load(let catalogue):
      let loaded = store.load(catalogue)
      answers.post(.catalogueLoaded(loaded?.catalogue ?? CatalogueCache(catalogue)))
      guard let (kept, isWasteful) = loaded else { return }
      kept.warm()
      if isWasteful { try store.replace(kept) }
    case .keep(let products, let categories, let catalogue, let time):
      try store.append(CatalogueFile.lines(products, categories, at: time), to: catalogue)
    case .replace(let catalogue): try store.replace(catalogue)
    }
  }
}
