/// The pages, in the order of their tabs.
public enum ScreenID: Int, CaseIterable, Hashable, Sendable {
  case items, cart, stores, orders, people, settings

  public var title: String {
    switch self {
    case .items: "Items"
    case .cart: "Cart"
    case .stores: "Stores"
    case .orders: "Orders"
    case .people: "People"
    case .settings: "Settings"
    }
  }
}

extension SharedState {
  /// The available pages, in the order of their tabs.
  public var pages: [ScreenID] {
    use.hasAccounts ? ScreenID.allCases : ScreenID.allCases.filter { $0 != .people }
  }
}
