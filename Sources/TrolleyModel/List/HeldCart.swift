/// A cart set aside with a note, to be resumed later.
public struct HeldCart: Equatable, Sendable, Identifiable {
  /// The cart that contains its lines meanwhile.
  public internal(set) var id: Cart.ID
  /// To recognise it by: "the lady with the red hat".
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
