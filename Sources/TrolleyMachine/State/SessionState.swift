/// The state local to this terminal: page, selection, half-filled forms, notices, size.
public struct SessionState: Equatable, Sendable {
  public var size: Size
  public var page = ScreenID.items
  public var items = ItemsState()
  public internal(set) var catalogue = CatalogueState()
  public var cart = CartState()
  public var stores = ListFocus()
  public var orders = OrdersState()
  public var people = ListFocus()
  public var signIn = SignInState()
  /// Requests to the worker that have not been answered yet.
  public internal(set) var pendingRequests = PendingRequests()
  /// Whether a browser can be opened on this machine where the person sees it.
  public var hasBrowser = false
  /// Services allowed until the program ends or another person signs in.
  var allowedOnce: Set<ExternalService> = []
  public internal(set) var serviceTests: [ExternalService: ServiceTest] = [:]
  /// Pictures from files and the web.
  public internal(set) var shelf = ImageCache()
  var pictureField = PictureField()
  /// Whether this terminal can show pictures.
  public var showsPictures = true
  /// The home directory for `~`; empty if there is none.
  public var home = ""
  /// Mail being sent, and unsent mail.
  public internal(set) var mail = MailState()
  /// The system's sendmail program, if any.
  public var sendmail: String?
  /// The account that the removal dialog asks about.
  var personToRemove: Account.ID?
  public var nearby = NearbyState()
  public var settings = SettingsState()
  public var overlays: [Overlay] = []
  public var preferences: Preferences
  /// A theme from the command line that overrides the preference for this run.
  public var themeOfRun: ThemeChoice?
  public internal(set) var confetti: [Confetti] = []
  /// Why motion is disabled here.
  public var stillness: MotionDisabledReason?
  /// Replaces the hints for a few seconds.
  public var notice: Notice?
  /// An error in the list's own files, until it is saved or retried.
  var dataTrouble: String?
  /// Steps that could not be saved, kept for a retry.
  public var refused: [Step] = []
  public var clock: Clock
  /// Seconds that local time is ahead of UTC.
  public var utcOffset: Int
  /// Where the settings file is, for people.
  public var settingsPath = ""
  /// The environment's locale, such as `de_DE`.
  public var systemLocale = ""
  /// Who is acting.
  public var actor = Actor.person
  /// Who is online, as far as known here; includes the current account.
  public internal(set) var online: Set<Account.ID> = []
  /// Milliseconds without a key until it locks; nil without sign-in.
  public var idleLimit: Int?
  /// When the last key was pressed.
  var lastInput: Clock
  /// Undo stops here: at the last sign-in.
  var undoFloor = 0
  /// Positions of steps whose undo was carried out after a later change: they cannot be done again.
  var overtakenUndos: Set<Int> = []
  public var ids: IdentifierSource
  public var stepNumber = 0
  /// Undo and redo requests, in order; the first may be in progress.
  var undoQueue: [UndoRequest] = []
  /// Notifications to send, with their times: milliseconds of the monotonic clock.
  public var dueNotifications: [Notification] = []
  /// The order being saved: the thank-you dialog waits for the disk.
  var placing: Placing?
  /// The checkout form as it was when closed without ordering.
  var checkoutDraft: [FormState.Field] = []
  public let keymap: Keymap

  public init(
    size: Size, clock: Clock, utcOffset: Int = 0, replica: ReplicaID,
    preferences: Preferences = Preferences(), keymap: Keymap = .standard
  ) {
    self.size = size
    self.clock = clock
    self.utcOffset = utcOffset
    self.preferences = preferences
    self.keymap = keymap
    lastInput = clock
    ids = IdentifierSource(replica: replica)
  }

  /// How numbers are formatted here.
  public var style: NumberStyle {
    NumberStyle(locale: preferences.locale.isEmpty ? systemLocale : preferences.locale)
  }

  public var layout: ScreenLayout { ScreenLayout(size, bannerHeight: bannerLines.count) }

  /// The banners in full, with room at the end for the key hint.
  public var bannerLines: [String] {
    guard !banners.isEmpty else { return [] }
    let width = size.width - 4
    var lines = banners.flatMap { TextWrap.lines($0, width: width, most: 6) }
    if DisplayWidth.of(lines.last ?? "") + Self.bannerActionWidth > width { lines.append("") }
    return lines
  }

  private static let bannerActionWidth = 18

  /// The theme in force.
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

  /// The scope of the page, ignoring overlays.
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

  /// When something must happen without a key: the end of a notice, of a held tile, of confetti; a
  /// notification. Milliseconds of the monotonic clock; nil if nothing is due.
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

  /// The author recorded for steps, items and lines; empty in personal use.
  public var author: String { actor.author }

  /// Sign-in is required: the list is neither shown nor changed.
  public var isLocked: Bool { actor == .nobody }

  /// When it locks unless a key is pressed.
  private var lockAt: Int? {
    guard actor.account != nil, let idleLimit else { return nil }
    return lastInput.monotonic + idleLimit
  }

  /// Whether to lock now: the idle limit has passed, or the clock was turned back.
  func mustLock(at now: Clock) -> Bool {
    guard actor.account != nil, let idleLimit else { return false }
    return now.monotonic - lastInput.monotonic >= idleLimit
      // During sleep only the wall clock advances.
      || now.wall - lastInput.wall > idleLimit / 1000 + 1
      || now.wall < clock.wall - 5
  }
}

/// The time as a value: the core never reads a clock.
public struct Clock: Equatable, Sendable {
  /// Seconds since 1970, UTC. May jump.
  public var wall: Int
  /// Milliseconds that never go back. For timeouts.
  public var monotonic: Int

  public init(wall: Int, monotonic: Int) {
    self.wall = wall
    self.monotonic = monotonic
  }
}

public struct Notice: Equatable, Sendable {
  public enum Tone: Sendable { case plain, success, danger }
  public let text: String
  /// A key and what it does, for scopes where keys do not type.
  public let hint: String
  public let tone: Tone
  /// Milliseconds of the monotonic clock.
  public let until: Int
  /// Whether it announces a change of the list: then the next change replaces it, and a failed save
  /// removes it.
  public let isOfChange: Bool

  public init(text: String, hint: String = "", tone: Tone, until: Int, isOfChange: Bool = false) {
    self.text = text
    self.hint = hint
    self.tone = tone
    self.until = until
    self.isOfChange = isOfChange
  }
}

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

/// The focused row of a short list.
public struct ListFocus: Equatable, Sendable {
  public var index = 0
  public var scroll = 0

  public init() {}

  /// Applies a movement command; returns false for other commands.
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
  /// The order whose lines are shown; nil shows all orders.
  public var opened: Order.ID?
  public var scroll = 0

  public init() {}
}

/// The items page.
public struct ItemsState: Equatable, Sendable {
  public var list = ItemList()
  public var focus: Item.ID?
  /// The focus position, used when the focused item is removed.
  public var focusIndex = 0
  /// The first visible line of the content.
  public var scroll = 0
  public var marks: Set<Item.ID> = []
  public var anchor: Item.ID?
  /// An item that was just put in or taken out stays in place until the focus leaves it or some
  /// seconds pass: the person is looking at it, and the key may have been a slip.
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
  /// The lines in aisle order; nil shows them in the order added, straight from the cart.
  public var byAisle: [CartLine.ID]?

  public init() {}
}
