/// The mails that were not sent, or may not have been: of each person one about each order, and one
/// with the list for each address.
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

  /// Whether one more may wait until mail is set up, which may be never: the other half of the room is
  /// for what failed.
  package var hasRoomToWait: Bool { all.count < Self.most / 2 }

  public init() {}

  /// One draft on each line; what is none is passed over.
  public init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A) {
      if let draft = MailDraft(Array(line)) { _ = apply(.keep(draft)) }
    }
  }

  public var bytes: [UInt8] { all.flatMap(\.bytes) }

  /// The last one about this. The author as in `Account.author`.
  package func draft(_ about: MailSubject, of author: String) -> MailDraft? {
    all.last { $0.about == about && $0.author == author }
  }

  package func draft(_ key: MailDraft.Key) -> MailDraft? { all.last { $0.key == key } }

  /// Returns false, and changes nothing, when there is no room for one more.
  public mutating func apply(_ change: Change) -> Bool {
    var new = all
    switch change {
    case .forget(let key): new.removeAll { $0.key == key }
    case .keep(let draft):
      let key = draft.key
      new.removeAll { $0.key == key }
      new.append(draft)
      guard new.count <= Self.most,
        new.reduce(0, { $0 + $1.bytes.count }) <= Self.longest
      else { return false }
    }
    all = new
    return true
  }

  /// Whoever mailed the order, it has gone.
  package mutating func forget(order: Order.ID) {
    all.removeAll { $0.about == .order(order) }
  }
}
