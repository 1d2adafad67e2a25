/// A code that the vault makes from random bits, for a person to write down: the owner's way in
/// without a PIN or a password, or an invitation.
public enum RecoveryCode {
  /// Of four signs each: 80 bits, which need no limit of tries.
  public static let groups = 4
  /// An invitation is typed from a message and replaced often: 40 bits.
  public static let groupsOfInvitation = 2
  /// Without letters that are read as digits or as other letters.
  public static let signs = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  /// The code for the eye: `7GK2-9QWE-3TXA-0BMN`.
  public static func text(_ bytes: some Sequence<UInt8>) -> String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if index > 0, index % 4 == 0 { text.append("-") }
      text.append(signs[Int(byte & 31)])
    }
    return text
  }

  /// What was meant by typed text, without hyphens and blanks; nil if it cannot be a code.
  public static func plain(_ typed: String) -> String? {
    var plain = ""
    for character in typed.uppercased() where !"- ".contains(character) {
      switch character {
      case "O": plain.append("0")
      case "I", "L": plain.append("1")
      default:
        guard signs.contains(character) else { return nil }
        plain.append(character)
      }
    }
    return [groups * 4, groupsOfInvitation * 4].contains(plain.count) ? plain : nil
  }
}

/// A code as it is stored: a keyed hash, which no one can turn back or try codes against without
/// the key.
public struct SealedCode: Equatable, Sendable {
  /// In hexadecimal.
  public let mark: String

  /// Nil for anything that no vault has written.
  public init?(mark: String) {
    guard (32...128).contains(mark.utf8.count),
      mark.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { return nil }
    self.mark = mark
  }
}

/// That an account was entered, or its PIN shown, without its PIN or password.
public struct RecoveredAccess: Equatable, Sendable {
  public enum Way: String, CaseIterable, Sendable {
    /// The e-mail address was typed, and the PIN was shown.
    case address
    /// The recovery code was typed.
    case code
  }

  public var way: Way
  /// Seconds since 1970, UTC.
  public var at: Int
  /// Whether the person has been told.
  public var isSeen = false
}

/// Who may make an account, besides the owner.
public struct Registration: Equatable, Sendable {
  public enum Mode: String, CaseIterable, Sendable {
    /// Anyone at the screen.
    case open
    /// Who has the code that the owner gives out.
    case invitation
    /// Only the owner adds people.
    case closed
  }

  public var mode = Mode.open
  /// Of the invitation that is valid now.
  public var invitation: SealedCode?

  public init() {}
}
