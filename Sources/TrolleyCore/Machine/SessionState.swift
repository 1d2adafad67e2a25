/// What only this terminal knows: page, selection, half-typed forms, notices, size.
public struct SessionState: Equatable, Sendable {
  public var size: Size
  public var page = ScreenID.items
  public var items = ItemsState()
  public internal(set) var catalogue = CatalogueState()
  /// Whether there is anything that draws pictures of products.
  public var showsProductPictures = false
  public var cart = CartState()
  public var stores = ListFocus()
  public var orders = OrdersState()
  public var people = ListFocus()
  public var signIn = SignInState()
  /// What the worker has been asked and not answered yet.
  public internal(set) var openWork = OpenWork()
  /// Whether a browser can be opened on this machine, where the person sees it.
  public var hasBrowser = false
  /// Servers that may be asked until the program ends or somebody else signs in.
  var allowedOnce: Set<OutsideService> = []
  /// What came of trying servers.
  public internal(set) var serviceTests: [OutsideService: ServiceTest] = [:]
  /// Pictures of files and of the web.
  public internal(set) var shelf = PictureShelf()
  var pictureField = PictureField()
  /// Whether this terminal can show pictures at all.
  public var showsPictures = true
  /// What `~` stands for; empty where there is no home.
  public var home = ""
  /// Mail that is being sent, and mail that was not.
  public internal(set) var mail = MailState()
  /// The system's own program for mail, where there is one.
  public var sendmail: String?
  /// Whom a dialog asks about.
  var personToRemove: Account.ID?
  /// Stores nearby.
  public var nearby = NearbyState()
  public var settings = SettingsState()
  public var overlays: [Overlay] = []
  public var preferences: Preferences
  /// Colours that the command line asks for, in place of the chosen ones, for this run.
  public var themeOfRun: ThemeChoice?
  /// Confetti that falls now.
  public internal(set) var confetti: [Confetti] = []
  /// Why none may fall here.
  public var stillness: Stillness?
  /// Takes the place of the hints for a few seconds.
  public var notice: Notice?
  /// What is wrong with the list's own files, until it is saved or tried again.
  var dataTrouble: String?
  /// Steps that the disk refused, kept for another try.
  public var refused: [Step] = []
  public var clock: Clock
  /// Seconds that local time is ahead of UTC.
  public var utcOffset: Int
  /// Where the settings file is, for people.
  public var settingsPath = ""
  /// The environment's locale, such as `de_DE`.
  public var systemLocale = ""
  /// Who acts.
  public var actor = Actor.person
  /// Who is online, as far as this screen knows; who acts here is among them.
  public internal(set) var online: Set<Account.ID> = []
  /// Without a key for so long, it is locked: milliseconds; nil where nobody signs in.
  public var idleLimit: Int?
  /// When the last key was pressed.
  var lastInput: Clock
  /// Steps from before the sign-in are not taken back after it.
  var undoFloor = 0
  public var ids: IdentifierSource
  public var stepNumber = 0
  /// Undo and redo asked for while a change was on its way to the disk.
  var waiting: [Command] = []
  /// Notifications to send, and when: milliseconds of the monotonic clock.
  public var dueNotifications: [Notification] = []
  /// The order that is on its way to the disk: nobody is thanked before it is there.
  var placing: Placing?
  /// What was typed into the form of the checkout, when it was left without ordering.
  var checkoutDraft: [FormState.Field] = []
  /// Every binding, for help and palette. Comes from the keymap.
  public var bindings: [BindingInfo]

  public init(
    size: Size, clock: Clock, utcOffset: Int = 0, replica: ReplicaID,
    preferences: Preferences = Preferences(), bindings: [BindingInfo] = []
  ) {
    self.size = size
    self.clock = clock
    self.utcOffset = utcOffset
    self.preferences = preferences
    self.bindings = bindings
    lastInput = clock
    ids = IdentifierSource(replica: replica)
  }

  /// How numbers are written here.
  public var style: NumberStyle {
    NumberStyle(locale: preferences.locale.isEmpty ? systemLocale : preferences.locale)
  }

  public var layout: ScreenLayout { ScreenLayout(size, bannerHeight: bannerLines.count) }

  /// The banners, whole, with room at the end for what to press.
  public var bannerLines: [String] {
    guard !banners.isEmpty else { return [] }
    let width = size.width - 4
    var lines = banners.flatMap { TextWrap.lines($0, width: width, most: 6) }
    if DisplayWidth.of(lines.last ?? "") + Self.bannerActionWidth > width { lines.append("") }
    return lines
  }

  private static let bannerActionWidth = 18

  /// The colours that count.
  public var theme: ThemeChoice { themeOfRun ?? preferences.theme }

  /// The scope that gets the keys first.
  public var scope: Scope {
    if let overlay = overlays.last { return overlay.scope }
    if isLocked { return signIn.takesPassword ? .credentials : .signIn }
    return isSearching ? .line : pageScope
  }

  /// Whether keys go into the search field of the page.
  public var isSearching: Bool {
    switch page {
    case .items: showsCatalogue ? catalogue.isTyping : items.isTyping
    case .settings: settings.isTyping
    case .cart, .stores, .orders, .people: false
    }
  }

  /// The scope of the page below everything.
  var pageScope: Scope {
    switch page {
    case .items: showsSegment ? .catalogue : .items
    case .cart: .cart
    case .stores: nearby.isShown ? .nearby : .stores
    case .orders: .orders
    case .people: .people
    case .settings: .settings
    }
  }

  /// When something must happen without a key: the end of a notice, of a held tile, of confetti, a
  /// notification.
  /// Milliseconds of the monotonic clock; nil when nothing is to come.
  public var nextDeadline: Int? {
    [
      notice?.until, items.held?.until, dueNotifications.map(\.at).min(), lockAt,
      signIn.nextSecond(after: clock.monotonic), nextSecondOfProvider, nextSecondOfMail,
      nextSecondOfNearby, confetti.map(\.end).min(),
      catalogue.deadline(after: clock.monotonic), nextSecondOfTests,
    ].compactMap { $0 }.min()
  }
}

extension SessionState {
  private var nextSecondOfProvider: Int? {
    guard case .provider(let provider)? = overlays.last else { return nil }
    return provider.nextSecond(after: clock.monotonic)
  }

  /// How steps, items and lines name who acts; empty in personal use.
  public var author: String { actor.author }

  /// Somebody must sign in: nothing of the list is shown, and nothing of it is done.
  public var isLocked: Bool { actor == .nobody }

  /// When it locks unless a key is pressed.
  private var lockAt: Int? {
    guard actor.account != nil, let idleLimit else { return nil }
    return lastInput.monotonic + idleLimit
  }

  /// Whether to lock now: nothing was pressed for long, or the clock was turned back.
  func mustLock(at now: Clock) -> Bool {
    guard actor.account != nil, let idleLimit else { return false }
    return now.monotonic - lastInput.monotonic >= idleLimit
      // While the machine slept only the wall clock went on.
      || now.wall - lastInput.wall > idleLimit / 1000 + 1
      || now.wall < clock.wall - 5
  }
}

/// The time as a value: nothing in the core asks for it.
public struct Clock: Equatable, Sendable {
  /// Seconds since 1970, UTC. May jump.
  public var wall: Int
  /// Milliseconds that never go back. For waiting.
  public var monotonic: Int

  public init(wall: Int, monotonic: Int) {
    self.wall = wall
    self.monotonic = monotonic
  }
}

public struct Notice: Equatable, Sendable {
  public enum Tone: Sendable { case plain, success, danger }
  public let text: String
  /// A key and what it does, for where keys do not type.
  public let hint: String
  public let tone: Tone
  /// Milliseconds of the monotonic clock.
  public let until: Int
  /// Whether it tells of a change of the list: then it goes with the next one, and when the disk
  /// refuses it.
  public let isOfChange: Bool

  public init(
    text: String, hint: String = "", tone: Tone, until: Int, isOfChange: Bool = false
  ) {
    self.text = text
    self.hint = hint
    self.tone = tone
    self.until = until
    self.isOfChange = isOfChange
  }
}

/// A step that places an order.
struct Placing: Equatable, Sendable {
  let step: Step
  let order: Order.ID
}

public struct Notification: Equatable, Sendable {
  public let title: String
  public let body: String
  /// Milliseconds of the monotonic clock.
  public let at: Int
}

/// A key and what it does, in a form that the core can list and search.
public struct BindingInfo: Equatable, Sendable {
  public let command: Command
  public let scope: Scope
  /// The keys as hints write them, the first one preferred.
  public let keys: [String]
  /// True for what only a list with accounts has, false for what only personal use has.
  public let needsAccounts: Bool?

  public init(
    _ command: Command, _ scope: Scope, _ keys: [String], needsAccounts: Bool? = nil
  ) {
    self.needsAccounts = needsAccounts
    self.command = command
    self.scope = scope
    self.keys = keys
  }

  public func isThere(in use: Use) -> Bool {
    command.isThere(in: use) && needsAccounts.map { $0 == use.hasAccounts } ?? true
  }
}

/// A row that has the focus in a short list.
public struct ListFocus: Equatable, Sendable {
  public var index = 0
  public var scroll = 0

  public init() {}

  /// Moves as a command of lists says; false when it is none.
  mutating func move(by command: Command, count: Int, viewport: Int) -> Bool {
    let target: Int
    switch command {
    case .up: target = index - 1
    case .down: target = index + 1
    case .first: target = 0
    case .last: target = count - 1
    case .pageUp: target = index - viewport
    case .pageDown: target = index + viewport
    case .halfPageUp: target = index - viewport / 2
    case .halfPageDown: target = index + viewport / 2
    default: return false
    }
    move(to: target, count: count, viewport: viewport)
    return true
  }

  mutating func move(to new: Int, count: Int, viewport: Int) {
    index = max(0, min(new, count - 1))
    scroll = max(0, min(scroll, count - viewport))
    if index < scroll { scroll = index }
    if index >= scroll + viewport { scroll = index - viewport + 1 }
    scroll = max(0, scroll)
  }
}

public struct OrdersState: Equatable, Sendable {
  public var focus = ListFocus()
  /// The order whose lines are shown; nil shows the list of orders.
  public var opened: Order.ID?
  public var scroll = 0

  public init() {}
}

/// The items page.
public struct ItemsState: Equatable, Sendable {
  public var list = ItemList()
  public var focus: Item.ID?
  /// The place of the focus, for when its item goes away.
  public var focusIndex = 0
  /// The first visible line of the content.
  public var scroll = 0
  public var marks: Set<Item.ID> = []
  public var anchor: Item.ID?
  /// An item that was just put in or taken out stays where it is until the focus leaves it or some
  /// seconds pass: the eye is on it, and the key may have been a slip.
  public var held: Held?
  public var query = TextInput("", limit: 100)
  /// Whether keys go into the search field.
  public var isTyping = false
  var search: ItemSearch?

  public struct Held: Equatable, Sendable {
    public let item: Item.ID
    public let until: Int
  }

  public init() {}

  public static func == (a: ItemsState, b: ItemsState) -> Bool {
    a.list == b.list && a.focus == b.focus && a.scroll == b.scroll && a.marks == b.marks
      && a.held == b.held && a.query == b.query && a.isTyping == b.isTyping
  }
}

/// The cart page.
public struct CartState: Equatable, Sendable {
  public var focus: CartLine.ID?
  public var focusIndex = 0
  public var scroll = 0
  public var marks: Set<CartLine.ID> = []
  public var anchor: CartLine.ID?
  /// The lines in aisle order; nil shows them in the order of adding, straight from the cart.
  public var byAisle: [CartLine.ID]?

  public init() {}
}
