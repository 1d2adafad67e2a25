/// A cart that was put aside with a note, for somebody to take up again.
public struct HeldCart: Equatable, Sendable, Identifiable {
  /// The cart that holds its lines meanwhile.
  public let id: Cart.ID
  /// What to know it by: "the lady with the red hat".
  public var note: String
  /// The author of the step; see `Account.author`.
  public var heldBy: String
  /// Seconds since 1970, UTC.
  public var heldAt: Int

  public init(id: Cart.ID, note: String, heldBy: String, heldAt: Int) {
    self.id = id
    self.note = note
    self.heldBy = heldBy
    self.heldAt = heldAt
  }
}
