/// Mail being sent, and mail that could not be sent.
public struct MailState: Equatable, Sendable {
  /// The mail that the worker is sending.
  public struct Sending: Equatable, Sendable {
    package let number: Int
    /// What the worker is to do once the mail is claimed; nil from then on.
    var task: WorkerTask?
    /// Whether it was cancelled before that.
    var isCancelled = false
    package internal(set) var draft: MailDraft
    /// The one that waited in its place, for the same address and for another one.
    let before: MailDraft?
    /// Whether an earlier attempt of it may have arrived.
    let wasInDoubt: Bool
    let replaced: MailDraft?
    /// The order that it is about, which may be undone meanwhile; nil for another mail.
    let order: Order?
    let to: [MailAddress]
    /// Whether the form waits for it; an order is sent in the background.
    var isInForm: Bool
    /// The server has it and has not answered yet: too late to cancel.
    var isHandedOver = false
    /// Whether the person closed the form before the server answered.
    var isLeft = false
    /// For the elapsed-time display: milliseconds of the monotonic clock.
    let since: Int
  }

  public internal(set) var sending: Sending?
  /// The mails of orders that go by themselves, in this order, once another one is done. All are on the
  /// disk as mails that were not sent.
  package internal(set) var queue: [MailDraft.Key] = []
  /// The mails that could not be sent; they are on disk as well. That of an order is out of sight while
  /// the order is undone, since that can be taken back.
  public internal(set) var drafts = MailDrafts()
  /// What the open form shows of the mails that wait: what is sent from there goes in its place, whomever
  /// that is for.
  var shown: MailDraft.Key?
  /// The form that was closed without sending.
  var left: Left?
  /// The last order that could not be mailed, and why; nil once another program has tried that again, or
  /// dropped the mail: then the draft says how it is.
  var unsent: Unsent? {
    get { lastUnsent.flatMap { $0.stands(in: drafts) ? $0 : nil } }
    set { lastUnsent = newValue }
  }
  private var lastUnsent: Unsent?

  /// The last draft that went to the person's mail program; should that fail, it is kept.
  var opened: Opened?

  struct Opened: Equatable, Sendable {
    let draft: MailDraft
    let link: String
  }

  struct Left: Equatable, Sendable {
    let about: MailSubject
    /// As `Account.author`.
    let author: String
    let fields: [FormState.Field]
  }

  struct Unsent: Equatable, Sendable {
    let draft: MailDraft
    /// That of the order.
    let number: Int?
    let sentence: String
    /// Whether it waits on the disk as well, where there was room for it.
    let isKept: Bool

    fileprivate func stands(in drafts: MailDrafts) -> Bool {
      drafts.draft(draft.key).map { $0.mayHaveBeenSent == draft.mayHaveBeenSent } ?? !isKept
    }
  }
}
