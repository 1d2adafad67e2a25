/// How a list is used: who has access, and how.
public enum ListMode: String, CaseIterable, Sendable {
  /// One person, without signing in.
  case personal
  /// A family: accounts, and one shared cart.
  case household
  /// A small shop: employees with a PIN, and a cart for each.
  case staff

  public var title: String { rawValue }

  /// An explanation in a few words.
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
