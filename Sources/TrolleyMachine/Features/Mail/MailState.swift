/// Mail being sent, and mail that could not be sent.
public struct MailState: Equatable, Sendable {
  /// The mail that the worker is sending.
  public struct Sending: Equatable, Sendable {
    package let number: Int
    var draft: MailDraft
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
  /// The last mail that could not be sent; it is on disk as well.
  public internal(set) var draft: MailDraft?
  /// The text of a form that was closed without sending.
  var left: MailDraft?
  /// An order that could not be mailed, and why.
  var unsent: Unsent?

  struct Unsent: Equatable, Sendable {
    let draft: MailDraft
    let sentence: String
  }
}
