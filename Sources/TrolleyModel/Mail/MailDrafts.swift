/// What a program knew of a mail when it was told to send it, and how that stands on the disk meanwhile.
public struct MailClaim: Equatable, Sendable {
  public let key: MailDraft.Key
  /// As it waited; nil where none did.
  let seen: MailDraft?
  /// What waits until the outcome is known; nil where there was no room for it.
  public let pending: MailDraft?

  package init(_ key: MailDraft.Key, seen: MailDraft?, pending: MailDraft? = nil) {
    self.key = key
    self.seen = seen
    self.pending = pending
  }

  /// Why the mail is not to be sent: another program has done that since, or has tried to.
  package func refusal(in drafts: MailDrafts) -> Failure? {
    guard let now = drafts.draft(key) else {
      return seen.map {
        Failure(
          .busy, "The mail to \($0.to) was sent or dropped in another window meanwhile.",
          detail: "mail: settled")
      }
    }
    guard now.mayHaveBeenSent, seen?.mayHaveBeenSent != true else { return nil }
    return Failure(
      .busy,
      "Another window has tried to send the mail to \(now.to) meanwhile: ask whether it came.",
      detail: "mail: tried")
  }
}

/// The mails that were not sent, or may not have been: of each person one for each address about each
/// order, and with the list. A file has those of all lists of a person, a program those of its own.
public struct MailDrafts: Equatable, Sendable {
  public enum Change: Equatable, Sendable {
    case keep(MailDraft)
    /// It was sent.
    case forget(MailDraft.Key)
  }

  /// The oldest first.
  public private(set) var all: [MailDraft] = []

  /// The longest file, in bytes.
  public static let longest = 16 << 20
  package static let most = 200

  /// How many mails that are not needed any more stay: what a person says of a mail can be taken back, and
  /// then it waits again.
  static let mostSettled = 20

  /// Whether one more may wait until mail is set up, which may be never: the other half of the room is
  /// for what failed.
  package var hasRoomToWait: Bool { all.count < Self.most / 2 }

  public init() {}

  /// One draft on each line; what is none is passed over.
  public init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A) {
      if let draft = MailDraft(Array(line)) { _ = apply(.keep(draft), in: draft.list) }
    }
  }

  public var bytes: [UInt8] { all.flatMap(\.bytes) }

  /// Those of one list, for a program that has it. What an earlier version kept may be of any.
  ///
  /// - Parameter list: its identifier.
  package func of(list: String) -> MailDrafts {
    var own = MailDrafts()
    for draft in all where draft.list.isEmpty || draft.list == list { _ = own.apply(.keep(draft)) }
    return own
  }

  /// The last one about this. The author as in `Account.author`.
  package func draft(_ about: MailSubject, of author: String) -> MailDraft? {
    all.last { $0.about == about && $0.author == author }
  }

  package func draft(_ key: MailDraft.Key) -> MailDraft? { all.last { $0.key == key } }

  /// Returns false, and changes nothing, when there is no room for one more.
  ///
  /// - Parameter list: the list at hand, where these are of several.
  public mutating func apply(_ change: Change, in list: String = "") -> Bool {
    var new = all
    func remove(_ key: MailDraft.Key) {
      new.removeAll { ($0.list.isEmpty || $0.list == list) && $0.key == key }
    }
    switch change {
    case .forget(let key): remove(key)
    case .keep(var draft):
      remove(draft.key)
      draft.list = list
      new.append(draft)
      guard new.count <= Self.most,
        new.reduce(0, { $0 + $1.bytes.count }) <= Self.longest
      else { return false }
    }
    all = new
    return true
  }

  package mutating func move(from list: String, to other: String) {
    guard list != other else { return }
    for draft in all where draft.list == list { _ = apply(.keep(draft), in: other) }
    all.removeAll { $0.list == list }
  }

  /// The oldest of those that are not needed any more: no undo is likely to come as far as these.
  package func outdated(where isSettled: (MailDraft) -> Bool) -> [MailDraft.Key] {
    all.filter(isSettled).dropLast(Self.mostSettled).map(\.key)
  }

  /// Without those that are not needed any more, whichever program sent the mail.
  package mutating func forget(where isSettled: (MailDraft) -> Bool) {
    all.removeAll(where: isSettled)
  }
}
