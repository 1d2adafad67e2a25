/// The pages, in the order of their tabs.
public enum ScreenID: Int, CaseIterable, Hashable, Sendable {
  case items, cart, stores, orders, settings

  public var title: String {
    switch self {
    case .items: "Items"
    case .cart: "Cart"
    case .stores: "Stores"
    case .orders: "Orders"
    case .settings: "Settings"
    }
  }
}
