/// How a shared list stands, for the head line.
public struct SyncStatus: Equatable, Sendable {
  /// Nil before the first report.
  public var link: SyncState?

  public init(link: SyncState? = nil) { self.link = link }

  /// Since when there is no connection, whichever window of this machine would have it; nil while there
  /// is one, or one is being made.
  var offlineSince: Int? {
    if case .offline(let since, _)? = link?.connection { since } else { nil }
  }

  /// Whether another window of this machine carries the list.
  package var isCarriedElsewhere: Bool { if case .elsewhere? = link { true } else { false } }

  /// Why the server is of no use though it can be reached.
  var troubleOfServer: SyncTrouble? {
    if case .offline(_, let trouble)? = link?.connection, trouble.kind != .unreachable {
      trouble
    } else {
      nil
    }
  }

  /// What only a person can mend.
  package var lastingTrouble: SyncTrouble? {
    if case .offline(_, let trouble)? = link?.connection, !trouble.passes { trouble } else { nil }
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
  /// Since when changes wait for another window to send them.
  private var waitingSince: Int?
  /// Whether they have waited for long, whatever the other window says.
  private(set) var hasWaited = false

  /// The next time at which something changes by itself.
  var next: Int? {
    [due, hasWaited ? nil : waitingSince.map { $0 + Self.delay }].compactMap { $0 }.min()
  }

  mutating func note(isWaiting: Bool, now: Int) {
    waitingSince = isWaiting ? waitingSince ?? now : nil
    hasWaited = waitingSince.map { now - $0 >= Self.delay } ?? false
  }

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
    var parts: [String] = []
    let since = session.calmSync.offlineSince
    if since != nil, session.sync?.lastingTrouble?.isRefusal == true { return "⇅ not let in" }
    let waiting = replica.waiting.count
    if waiting > 0, since != nil || session.calmSync.hasWaited {
      parts.append("\(waiting) waiting")
    }
    if let since {
      parts.append(
        "offline since "
          + Wording.clock(since, offset: session.utcOffset, style: session.dateStyle))
    }
    let conflicts = conflicts.count
    if conflicts > 0 { parts.append(Wording.count(conflicts, "conflict")) }
    return parts.isEmpty ? "⇅" : "⇅ " + parts.joined(separator: ", ")
  }

  /// Looks whether changes wait for another window.
  mutating func noteWaiting() {
    let isWaiting = session.sync?.isCarriedElsewhere == true && !replica.waiting.isEmpty
    session.calmSync.note(isWaiting: isWaiting, now: session.clock.monotonic)
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
        sync.troubleOfServer?.sentence
        ?? "offline since "
        + Wording.clock(since, offset: session.utcOffset, style: session.dateStyle)
    }
    if link == nil, sync.isCarriedElsewhere { link = "connected by another window" }
    let parts = [waiting, link, replaced].compactMap { $0 }
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
    noteWaiting()
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

  /// Says what became of the list with these steps: of orders, of values that were replaced, and of
  /// one's own steps that got their places.
  ///
  /// - Parameters:
  ///   - own: the steps of this machine that waited.
  ///   - author: who was at the screen; the account may have gone since.
  mutating func tellOfSharing(
    _ entries: [Entry], own: Set<StepReference>, by author: String, _ effects: inout [Effect]
  ) {
    let placed = entries.filter { $0.position != Entry.waiting }
    let mine = placed.filter { own.contains($0.step.name) }
    let others = placed.filter {
      $0.step.replica != session.ids.replica && !own.contains($0.step.name)
    }
    // The same cart may be ordered on two machines that do not hear of each other.
    var news = others.flatMap { LeftOutText.news(ofOrderedTwice: $0.step) }
    news += noteConflicts(placed, own: own)
    news += newsOfWhatWasLeftOut(mine)
    tell(news + newsOfOthers(&effects))
    settleTold(news, &effects)
    var said = sayWhoWasNotRegistered()
    if author != session.author {
      let theirs = news.filter { $0.author == author }
      sayOnSignIn(theirs)
      said += theirs
    }
    settle(Set(said.compactMap(\.place)).sorted().map { .told($0) }, &effects)
  }

  /// Who registered without anyone signed in, and was refused meanwhile, is told on the sign-in screen;
  /// the owner hears of it besides. Returns what is said.
  @discardableResult
  mutating func sayWhoWasNotRegistered() -> [SharingNews] {
    guard session.isLocked else { return [] }
    let news = session.untoldNews.filter { $0.author.isEmpty && $0.place != nil }
    guard !news.isEmpty else { return [] }
    session.untoldNews.removeAll { news.contains($0) }
    say(news.map(\.text).joined(separator: " "), isWrong: true)
    return news
  }

  /// For an author whose account is not here any more, above the sign-in screen, which says that.
  private mutating func sayOnSignIn(_ news: [SharingNews]) {
    let texts = news.inOrderOfWeight.map(\.text).filter { $0 != session.signIn.message }
    guard !texts.isEmpty else { return }
    show(.news(texts.joined(separator: "\n")))
  }

  /// What was left out of steps that got their places while the program was not running. Those who
  /// are not signed in are told after signing in, or on the sign-in screen if they cannot.
  ///
  /// - Parameters:
  ///   - untold: those of which their authors have not been told.
  ///   - placed: all of them: what a later one has ordered is not said to be left out.
  public mutating func tellWhatWasLeftOut(_ untold: [Entry], of placed: [Entry]) {
    let positions = Set(untold.map(\.position))
    let news = newsOfWhatWasLeftOut(placed).filter { $0.place.map(positions.contains) == true }
    tell(news)
    guard session.isLocked else { return }
    sayOnSignIn(news.filter { !$0.author.isEmpty && shared.account(of: $0.author) == nil })
    sayWhoWasNotRegistered()
  }

  private func newsOfWhatWasLeftOut(_ entries: [Entry]) -> [SharingNews] {
    let all = LeftOutText.news(
      of: entries.map(\.step), waiting: replica.waiting.lazy.map(\.planned), in: shared,
      style: session.style)
    return zip(entries, all).flatMap { entry, news in
      news.map { one in
        var one = one
        one.place = entry.position
        return one
      }
    }
  }
}

extension SyncStatus {
  /// What a machine that leaves keeps for itself, behind a space; empty where that is nothing.
  public static func wordsOfUnsent(_ count: Int) -> String {
    count == 0
      ? ""
      : " \(Wording.count(count, "change has", "changes have")) not reached the others, and "
        + (count == 1 ? "stays " : "stay ") + "on this machine only."
  }
}
