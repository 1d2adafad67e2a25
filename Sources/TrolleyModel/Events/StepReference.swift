/// Which step undo takes back: by the number of its first line, or, once the list is shared, by who
/// wrote it, since a step of a machine without a network has no number yet. One word, because a
/// history has very many.
public struct StepReference: Hashable, Sendable {
  /// Numbers of lines are below 10¹⁵; a name has bit 61.
  package let key: Int

  private static let nameBit = 1 << 61
  private static let numberBits = 28

  package init(key: Int) { self.key = key }

  public static func position(_ n: Int) -> StepReference { StepReference(key: n) }

  public static func name(_ replica: ReplicaID, _ number: Int) -> StepReference {
    let low = number & (1 << numberBits - 1)
    return StepReference(key: nameBit | Int(replica.number & 0xFFFF_FFFF) << numberBits | low)
  }

  /// The number of the first line; nil for a name.
  public var position: Int? { key & Self.nameBit == 0 ? key : nil }

  /// Nil for a number.
  public var name: (replica: ReplicaID, number: Int)? {
    guard position == nil else { return nil }
    let replica = UInt64(key >> Self.numberBits) & 0xFFFF_FFFF
    return (ReplicaID(replica), key & (1 << Self.numberBits - 1))
  }

  /// `286ri2m.12`; nil for a number.
  public var nameText: String? { name.map { "\($0.replica).\($0.number)" } }

  /// Reads what `nameText` writes.
  public init?(nameText text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let replica = ReplicaID(text: parts[0]),
      replica.number <= 0xFFFF_FFFF, let number = Int(parts[1]), number >= 0,
      number < 1 << Self.numberBits, String(number) == parts[1]
    else { return nil }
    self = .name(replica, number)
  }
}

extension StepReference: ExpressibleByIntegerLiteral {
  public init(integerLiteral n: Int) { self = .position(n) }
}

extension StepReference: CustomStringConvertible {
  public var description: String { nameText ?? String(key) }
}
