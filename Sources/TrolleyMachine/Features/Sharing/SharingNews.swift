/// What a person is told of a shared list.
public struct SharingNews: Equatable, Sendable {
  /// What is said first when there are several things.
  public enum Weight: Int, Comparable, Sendable {
    case rest, value, cart, order, orderTwice

    public static func < (a: Weight, b: Weight) -> Bool { a.rawValue < b.rawValue }
  }

  /// Earlier ones are forgotten.
  static let most = 100

  public let text: String
  public let weight: Weight
  /// Whom it is for, as `Account.author`.
  let author: String
  let tone: Notice.Tone
  /// The replaced value that it is about.
  let conflict: Conflict.ID?
  /// The place of the step that it is about, where it is kept on the disk until its author was told.
  var place: Int?

  init(
    _ text: String, _ weight: Weight, for author: String, tone: Notice.Tone = .danger,
    conflict: Conflict.ID? = nil
  ) {
    self.text = text
    self.weight = weight
    self.author = author
    self.tone = tone
    self.conflict = conflict
  }

  /// Whether it is the same for the same person, perhaps of another step.
  func saysTheSame(as other: Self) -> Bool {
    (text, author, conflict) == (other.text, other.author, other.conflict)
  }
}

extension [SharingNews] {
  /// The weightiest first; what weighs the same stays in its order.
  public var inOrderOfWeight: [SharingNews] { sorted { $0.weight > $1.weight } }
}
