/// A permanent identifier, written in JSON as lower-case base 32 (`0-9a-v`).
///
/// Identifiers are `replica << 24 | counter`, so two programs that add at the same moment never
/// pick the same one, without coordination. The seeds have the small fixed numbers.
public protocol Identifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  var number: UInt64 { get }
  init(_ number: UInt64)
}

extension Identifier {
  public static func < (a: Self, b: Self) -> Bool { a.number < b.number }

  public var description: String { String(number, radix: 32) }

  /// Reads what `description` writes; nil for anything else, and for 0, which is never used.
  public init?(text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.count <= 13,
      text.utf8.allSatisfy({ (48...57).contains($0) || (97...118).contains($0) }),
      let number = UInt64(text, radix: 32), number > 0
    else { return nil }
    self.init(number)
  }
}

/// One run of the program: the author of journal entries and of identifiers. 32 random bits.
public struct ReplicaID: Identifier {
  public let number: UInt64
  public init(_ number: UInt64) { self.number = number }
}

/// An identifier of anything in a list: things of different kinds never have the same one.
public struct ThingID: Identifier {
  public let number: UInt64
  public init(_ number: UInt64) { self.number = number }
  public init(_ id: some Identifier) { number = id.number }
}

/// Generates identifiers of one replica; deterministic, so that a run can be repeated.
public struct IdentifierSource: Equatable, Sendable {
  public let replica: ReplicaID
  public private(set) var counter: UInt64

  public init(replica: ReplicaID, counter: UInt64 = 0) {
    self.replica = replica
    self.counter = counter
  }

  public mutating func next<ID: Identifier>(_: ID.Type = ID.self) -> ID {
    counter += 1
    return ID((replica.number & 0xFFFF_FFFF) << 24 | (counter & 0xFF_FFFF))
  }
}
