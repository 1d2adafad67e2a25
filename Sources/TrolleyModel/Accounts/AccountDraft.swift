/// The text fields of the account form, except for the credentials.
public struct AccountDraft: Equatable, Sendable {
  /// In a household, the whole name to display.
  public var firstName: String
  /// Only for staff.
  public var lastName: String
  public var email: String
  /// The day of hiring, `2026-03-14`; empty for today.
  public var since: String

  public init(firstName: String, lastName: String = "", email: String = "", since: String = "") {
    self.firstName = firstName
    self.lastName = lastName
    self.email = EmailAddress.bare(email)
    self.since = since
  }

  /// What others know of the person, and no password may be.
  public var guessable: [String] {
    [firstName, email, String(email.prefix { $0 != "@" })].filter { !$0.isEmpty }
  }
}

/// A draft with the credentials made for it.
public struct NewAccount: Equatable, Sendable {
  public var draft: AccountDraft
  public var credential: Credential
  /// The owner's.
  public var recovery: SealedCode?
  /// Whether the vault has accepted an invitation.
  public var isInvited: Bool

  public init(
    _ draft: AccountDraft, _ credential: Credential, recovery: SealedCode? = nil,
    isInvited: Bool = false
  ) {
    self.draft = draft
    self.credential = credential
    self.recovery = recovery
    self.isInvited = isInvited
  }
}

/// The digits that a person signs in with.
public enum PIN {
  public static let length = 4...12

  /// Why these digits cannot be a new PIN; nil when they can.
  public static func refusal(of text: String) -> ChangeError? {
    if text.trimmed.isEmpty { return .missingPIN }
    guard isWellFormed(text) else { return .badPIN }
    return isEasy(text) ? .easyPIN : nil
  }

  /// Whether it has the form of a PIN, assigned or not.
  public static func isWellFormed(_ text: String) -> Bool {
    length.contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) }
  }

  /// What an attacker tries first: a repeated digit or pair, runs, dates.
  static func isEasy(_ text: String) -> Bool {
    let digits = text.utf8.map { Int($0) - 48 }
    let steps = zip(digits, digits.dropFirst()).map { $1 - $0 }
    if let first = steps.first, (-1...1).contains(first), steps.allSatisfy({ $0 == first }) {
      return true
    }
    if digits.indices.allSatisfy({ digits[$0] == digits[$0 % 2] }) { return true }
    return isDate(digits)
  }

  private static func isDate(_ digits: [Int]) -> Bool {
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    func isDayAndMonth(_ at: Int) -> Bool {
      let (a, b) = (number(at..<at + 2), number(at + 2..<at + 4))
      return (1...31).contains(a) && (1...12).contains(b)
        || (1...12).contains(a) && (1...31).contains(b)
    }
    func isYear(_ at: Int) -> Bool { (1900...2099).contains(number(at..<at + 4)) }
    switch digits.count {
    case 4: return isDayAndMonth(0) || isYear(0)
    case 6: return isDayAndMonth(0) || isDayAndMonth(2)
    case 8: return isDayAndMonth(0) && isYear(4) || isYear(0) && isDayAndMonth(4)
    default: return false
    }
  }
}
