/// An event of a step that no longer made sense when the step got its place in a shared list, since
/// others had changed the list meanwhile. It stays in the journal, so that its author can be told,
/// and nothing that was typed is lost.
public struct LeftOut: Equatable, Sendable {
  public enum Reason: String, CaseIterable, Sendable {
    /// Others had done the same already.
    case done
    /// What it changes is not there any more.
    case gone
    /// The line of the cart that it changes was ordered.
    case ordered
    /// It would have no effect any more, or the opposite of what was meant.
    case changed
    /// The item or store that it adds is one of the same name, which others had added.
    case joined
    /// The step that it is part of takes back one that was taken back already, or does one again that
    /// was done again already.
    case undone
    /// Its author may not do that any more.
    case notAllowed
  }

  public let event: Event
  public let reason: Reason
  /// The name of what it is about; empty when unknown.
  public let name: String
  /// The author of the change that came in between, as `Account.author`; empty when unknown.
  public let other: String
  /// What the thing that it adds is part of, if it is `joined`.
  public let into: ThingID?

  public init(
    _ event: Event, _ reason: Reason, name: String = "", other: String = "", into: ThingID? = nil
  ) {
    self.event = event
    self.reason = reason
    self.name = name
    self.other = other
    self.into = into
  }
}
