public struct Notice: Equatable, Sendable {
  public enum Tone: Sendable { case plain, success, danger }
  public let text: String
  /// A key and what it does, for scopes where keys do not type.
  public let hint: String
  public let tone: Tone
  /// Milliseconds of the monotonic clock.
  public let until: Int
  /// Whether it announces a change of the list: then the next change replaces it, and a failed save
  /// removes it.
  public let isOfChange: Bool

  public init(
    text: String, hint: String = "", tone: Tone, until: Int, isOfChange: Bool = false
  ) {
    self.text = text
    self.hint = hint
    self.tone = tone
    self.until = until
    self.isOfChange = isOfChange
  }
}

/// A step that places an order.
struct Placing: Equatable, Sendable {
  let step: Step
  let order: Order.ID
}

public struct Notification: Equatable, Sendable {
  public let title: String
  public let body: String
  /// Milliseconds of the monotonic clock.
  public let at: Int
}
