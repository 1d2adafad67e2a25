/// What a list is used for: who may come in, and how.
public enum Use: String, CaseIterable, Sendable {
  /// One person; nobody is asked who they are.
  case personal
  /// A family: accounts, and one cart for all.
  case household
  /// A small shop: employees with a PIN, and a cart for each.
  case staff

  public var title: String { rawValue }

  /// What it means, in a few words.
  public var explanation: String {
    switch self {
    case .personal: "one person, no sign-in"
    case .household: "an account for each, one list for all"
    case .staff: "a PIN and a cart for each employee"
    }
  }

  /// Whether people sign in.
  public var hasAccounts: Bool { self != .personal }
}
