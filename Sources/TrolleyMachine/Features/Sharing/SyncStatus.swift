/// How a shared list stands, for the head line.
public struct SyncStatus: Equatable, Sendable {
  /// Nil before the first report.
  public var link: SyncState?

  public init(link: SyncState? = nil) { self.link = link }

  /// Since when there is no connection; nil while there is one, or one is being made, and while
  /// another window has it.
  var offlineSince: Int? {
    if case .offline(let since, let trouble)? = link, trouble.kind != .taken { since } else { nil }
  }

  /// Another window of this machine carries the list: how the connection is, only that one knows.
  var isCarriedElsewhere: Bool {
    if case .offline(_, let trouble)? = link { trouble.kind == .taken } else { false }
  }

  /// What only a person can mend.
  var lastingTrouble: SyncTrouble? {
    if case .offline(_, let trouble)? = link, !trouble.passes { trouble } else { nil }
  }
}

/// Keeps the head line calm: a connection that comes and goes is shown once that has lasted.
struct CalmStatus: Equatable, Sendable {
  /// How long a change must have lasted, in milliseconds.
  private static let delay = 1500

  /// Since when there is no connection, as far as it is shown.
  private(set) var offlineSince: Int?
  /// When what is shown changes; milliseconds of the monotonic clock.
  private(set) var due: Int?

  mutating func take(_ status: SyncStatus?, now: Int) {
    let since = status?.offlineSince
    if status?.lastingTrouble != nil || (since == nil) == (offlineSince == nil) {
      offlineSince = since
      due = nil
    } else if due == nil {
      due = now + Self.delay
    }
  }

  mutating func advance(_ status: SyncStatus?, now: Int) {
    guard let due, due <= now else { return }
    offlineSince = status?.offlineSince
    self.due = nil
  }
}

extension AppState {
  /// `⇅`, with what there is to say; nil for a list that is not shared. Calm: what is only on its way
  /// says nothing.
  public var sharingText: String? {
    guard session.sync != nil else { return nil }
    guard !session.isLeavingList else { return "⇅" }
    let conflicts = conflicts.count
    if conflicts > 0 { return "⇅ " + Wording.count(conflicts, "conflict") }
    guard let since = session.calmSync.offlineSince else { return "⇅" }
    if session.sync?.lastingTrouble?.isRefusal == true { return "⇅ not let in" }
    let waiting = replica.waiting.count
    return "⇅ " + (waiting > 0 ? "\(waiting) waiting, " : "") + "offline since "
      + Wording.clock(since, offset: session.utcOffset, style: session.dateStyle)
  }

  /// "up to date", or what is not; on the settings page.
  var sharingInWords: String {
    guard let sync = session.sync else { return "this machine only" }
    guard !session.isLeavingList else { return "leaving the list" }
    let waiting = replica.waiting.isEmpty ? nil : "\(replica.waiting.count) waiting"
    let replaced = conflicts.isEmpty ? nil : Wording.count(conflicts.count, "conflict")
    var link: String?
    if let since = sync.offlineSince {
      link =
        sync.lastingTrouble?.sentence
        ?? "offline since "
        + Wording.clock(since, offset: session.utcOffset, style: session.dateStyle)
    }
    if sync.isCarriedElsewhere { link = "connected by another window" }
    let parts = [replaced, waiting, link].compactMap { $0 }
    return parts.isEmpty ? "up to date" : parts.joined(separator: ", ")
  }

  /// What the connection reports. Says once what needs a person.
  mutating func receive(_ status: SyncStatus?) {
    // The list has been left, and the program that carried it has not heard of it yet.
    if session.isLeavingList, session.sync == nil, status != nil { return }
    let old = session.sync?.lastingTrouble
    let isLeftElsewhere = session.sync != nil && status == nil && !session.isLeavingList
    session.sync = status
    session.calmSync.take(status, now: session.clock.monotonic)
    if status == nil {
      session.isLeavingList = false
      endSharing()
      if isLeftElsewhere { tellOwnAgain() }
    }
    // The server takes this machine out a moment before its files say so.
    guard !session.isLeavingList, let trouble = status?.lastingTrouble, trouble.kind != old?.kind
    else { return }
    notice(trouble.sentence, .danger)
  }

  /// Tells the author what became of steps that got their places, if something was left out.
  ///
  /// - Parameter author: who was at the screen; the account may have gone since.
  mutating func tellWhatWasLeftOut(_ steps: [Step], by author: String) {
    let own = steps.filter { $0.author == author }
    let sentences = own.flatMap { LeftOutText.sentences(of: $0, in: shared, style: session.style) }
    guard let first = sentences.first else { return }
    let more = sentences.count - 1
    let text = first + (more == 0 ? "" : " (\(Wording.count(more, "more change")) too)")
    guard session.author == author else {
      return say(session.signIn.message + " " + text, isWrong: true)
    }
    notice(text, .danger, seconds: 8)
  }

  /// The same cart may be ordered on two machines that do not hear of each other.
  mutating func tellOfOrdersMadeTwice(_ others: [Entry]) {
    guard !session.isLocked else { return }
    for entry in others {
      if let news = LeftOutText.news(ofOrderedTwice: entry.step, for: session.author) {
        notice(news, .danger, seconds: 8)
      }
    }
  }

  /// Orders are kept that people placed on machines which had not heard that they were removed.
  mutating func tellOwnerOfOrders(_ entries: [Entry]) {
    guard session.actor.account != nil, session.actor.account == shared.owner?.id else { return }
    let news = entries.filter { $0.position != Entry.waiting }.compactMap {
      LeftOutText.news(ofOrdersBy: $0.step, in: shared)
    }
    guard let first = news.first else { return }
    let more = news.count == 1 ? "" : " (\(Wording.count(news.count - 1, "more order")) too)"
    notice(first + more, .danger, seconds: 8)
  }
}
