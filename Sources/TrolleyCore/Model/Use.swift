/// What a list is used for: who may come in, and how.
public enum Use: String, CaseIterable, Sendable {
  /// One person; nobody is asked who they are.
  case personal
  /// A family: accounts, and one cart for all.
  case household
  /// A small shop: employees with a PIN, and a cart for each.
  case staff

  public var title: String { rawValue }

  /// Whether people sign in.
  public var hasAccounts: Bool { self != .personal }

  /// Whether this program can sign people in for it.
  public var isOffered: Bool { self != .household }
}
