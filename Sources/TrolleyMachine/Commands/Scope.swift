/// Where a key applies. A screen uses its own scope first, then the global one.
public enum Scope: UInt8, CaseIterable, Hashable, Sendable {
  case everywhere, items, catalogue, cart, stores, orders, people, settings
  case details, picker, form, line, dialog, signIn, credentials, provider, code, product
  case nearby, storeDetails, files

  public var isText: Bool { Scopes.text.contains(Scopes(self)) }

  /// Digits go into the field; other keys are commands.
  public var isForDigits: Bool { self == .signIn }

  /// The prefix of a command's name in the settings file: `items.toggle`.
  package var name: String { Self.names[Int(rawValue)] }

  package static func named(_ name: String) -> Scope? {
    names.firstIndex(of: name).flatMap { Scope(rawValue: UInt8($0)) }
  }

  private static let names = [
    "everywhere", "items", "catalogue", "cart", "stores", "orders", "people", "settings",
    "details", "picker", "form", "line", "dialog", "signIn", "credentials", "provider", "code",
    "product", "nearby", "shop", "files",
  ]
}

package struct Scopes: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }
  package init(_ scope: Scope) { rawValue = 1 << UInt32(scope.rawValue) }
  /// The standard library's is generic, and the table has hundreds of these literals.
  package init(arrayLiteral all: Scopes...) { rawValue = all.reduce(0) { $0 | $1.rawValue } }

  static let everywhere = Scopes(.everywhere)
  static let items = Scopes(.items), catalogue = Scopes(.catalogue), cart = Scopes(.cart)
  static let stores = Scopes(.stores), nearby = Scopes(.nearby),
    storeDetails = Scopes(.storeDetails)
  static let orders = Scopes(.orders), people = Scopes(.people), settings = Scopes(.settings)
  static let details = Scopes(.details), product = Scopes(.product)
  static let picker = Scopes(.picker), form = Scopes(.form), line = Scopes(.line)
  static let files = Scopes(.files), dialog = Scopes(.dialog), code = Scopes(.code)
  static let signIn = Scopes(.signIn), credentials = Scopes(.credentials)
  static let provider = Scopes(.provider)
  /// The pages; each has a list.
  static let lists: Scopes = [
    .items, .catalogue, .cart, .stores, .nearby, .orders, .people, .settings,
  ]
  /// Content larger than the screen that scrolls without a focus.
  static let texts: Scopes = [.details, .product, .storeDetails, .dialog]
  /// Where characters are typed.
  static let text: Scopes = [.picker, .form, .line, .credentials, .files]
}

/// When a key works: in which uses of the list, and in restricted situations.
package struct Availability: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package init(arrayLiteral all: Availability...) { rawValue = all.reduce(0) { $0 | $1.rawValue } }

  package init(_ use: ListMode) {
    switch use {
    case .personal: self = .personal
    case .household: self = .household
    case .staff: self = .staff
    }
  }

  static let personal = Availability(rawValue: 1)
  static let household = Availability(rawValue: 2)
  static let staff = Availability(rawValue: 4)
  /// Also before sign-in.
  static let signedOut = Availability(rawValue: 8)
  /// Also while text is typed: the key can't be mistaken for text.
  static let typing = Availability(rawValue: 16)
  static let accounts: Availability = [.household, .staff]
  static let standard: Availability = [.personal, .household, .staff]
  static let unlocked: Availability = [.standard, .signedOut]
  static let always: Availability = [.standard, .signedOut, .typing]
}
