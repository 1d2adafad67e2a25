/// The state local to this terminal: page, selection, half-filled forms, notices, size.
public struct SessionState: Equatable, Sendable {
  public var size: Size
  public var page = ScreenID.items { didSet { if page != oldValue { isInSearchField = false } } }
  /// Whether keys go into the search field of the page, if that has one.
  var isInSearchField = false
  public var items = ItemsState()
  public internal(set) var catalogue = CatalogueState()
  public var cart = CartState()
  public var stores = ListFocus()
  public var storeQuery = TextInput.ofSearch
  /// Whether the first letter replaces what is in the search field.
  public internal(set) var selectsQuery = false
  public var orders = OrdersState()
  public var people = ListFocus()
  public var signIn = SignInState()
  /// Requests to the worker that have not been answered yet.
  public internal(set) var pendingRequests = PendingRequests()
  /// Whether a browser can be opened on this machine where the person sees it.
  public var hasBrowser = false
  /// Services allowed until the program ends or another person signs in.
  var allowedUntilQuit: Set<ExternalService> = []
  /// Whose catalogues the person does not want in this run, unless they ask for them again.
  var declined: Set<ExternalService> = []
  /// The same of looking up what is scanned.
  var declinedScans: Set<ExternalService> = []
  public internal(set) var serviceTests: [ExternalService: ServiceTest] = [:]
  /// Pictures from files and the web.
  public internal(set) var shelf = ImageCache()
  /// What was visible when pictures were last looked for.
  var lookedAt: Sight?
  var pictureField = PictureField()
  /// Whether this terminal can show pictures.
  public var showsPictures = true
  /// What the terminal has said about pictures in real pixels.
  public var graphics = TerminalGraphics()
  /// The home directory for `~`; empty if there is none.
  public var home = ""
  /// Mail being sent, and unsent mail.
  public internal(set) var mail = MailState()
  /// The system's sendmail program, if any.
  public var sendmail: String?
  /// What was half typed when the screen locked itself, for whom.
  var keptForms: [Actor: KeptForms] = [:]
  /// The account that the removal dialog asks about.
  var personToRemove: Account.ID?
  public var nearby = NearbyState()
  public var settings = SettingsState()
  public var overlays: [Overlay] = []
  public var preferences: Preferences { didSet { style = NumberStyle(locale: locale) } }
  /// A theme from the command line that overrides the preference for this run.
  public var themeOfRun: ThemeChoice?
  public internal(set) var confetti: [Confetti] = []
  /// The time for which its pieces are drawn, in milliseconds of the monotonic clock.
  var confettiTime = 0
  /// Why motion is disabled here.
  public var stillness: MotionDisabledReason?
  /// Replaces the hints for a few seconds.
  public var notice: Notice?
  /// How the list stands that is shared between machines; nil for one that is not.
  public internal(set) var sync: SyncStatus?
  var calmSync = CalmStatus()
  /// The programs on other machines whose steps came here since this screen was opened.
  var runsElsewhere: Set<ReplicaID> = []
  /// What is being asked of the server of a shared list, and the number of the last request.
  var serverWork: ServerWork?
  var lastServerWork = 0
  /// From the request to leave the shared list until its files say that it is one of this machine
  /// alone. What the connection reports meanwhile is not shown: the server takes the machine out first.
  var isLeavingList = false
  /// Values set on this machine that others have replaced without having seen them.
  var replacements = Replacements()
  /// What people were told of the shared list besides, the latest last.
  var sharingNews: [SharingNews] = []
  /// What the notice stands for that is shown now; and what waits for its author to sign in.
  var toldNews: [SharingNews] = []
  var untoldNews: [SharingNews] = []
  /// Whose account was not there any more while they were signed in.
  var goneAuthor = ""
  /// An error in the list's own files, until it is saved or retried.
  var dataTrouble: String?
  /// Another list is in the place of this one.
  var isListMoved = false
  /// Steps that could not be saved, kept for a retry.
  public var refused: [Step] = []
  public var clock: Clock
  /// Seconds that local time is ahead of UTC.
  public var utcOffset: Int
  /// Where the settings file is, for people.
  public var settingsPath = ""
  /// The directory of a list that was named when Trolley was started, as a shell reads it.
  public var namedList: String?
  /// The environment's locale, such as `de_DE`.
  public var systemLocale = "" { didSet { style = NumberStyle(locale: locale) } }
  /// The same for dates and times of day.
  public var systemDateLocale = ""
  /// Who is acting.
  public var actor = Actor.person
  /// Who is online, as far as known here; includes the current account.
  public internal(set) var online: Set<Account.ID> = []
  /// Milliseconds without a key until it locks; nil without sign-in.
  public var idleLimit: Int?
  /// When the last key was pressed.
  var lastInput: Clock
  /// The digits just pressed, which may be those of a scanner.
  var scannedKeys: ScannedKeys?
  /// Undo stops here: at the last sign-in, but not at the one after an automatic lock.
  var undoFloor = 0
  /// Steps that had no place yet then: they are from before the sign-in, wherever it will be.
  var closedSteps: Set<StepReference> = []
  /// Whose screen was locked automatically, until anyone signs in.
  var lockedOut: Account.ID?
  /// Positions of steps whose undo was carried out after a later change: they cannot be done again.
  var overtakenUndos: Set<StepReference> = []
  /// Positions of steps that could not be undone, or done again: the next request passes them over.
  var skippedUndos: Set<StepReference> = []
  /// Who else changed the quantity of a line, for what undo says of it.
  var quantitiesOfOthers: [CartLine.ID: QuantityOfOthers] = [:]
  public var ids: IdentifierSource
  public var stepNumber = 0
  /// Undo and redo requests, in order; the first may be in progress.
  var undoQueue: [UndoRequest] = []
  /// Notifications to send, with their times: milliseconds of the monotonic clock.
  public var dueNotifications: [Notification] = []
  /// The order being saved: the thank-you dialog waits for the disk.
  var placing: Placing?
  /// What became of the orders placed here.
  var orderOutcomes: [Order.ID: OrderOutcome] = [:]
  /// The checkout form as it was when closed without ordering.
  var checkoutDraft: [FormState.Field] = []
  /// The text of an add line that was closed without adding it.
  var addDraft = ""
  public internal(set) var keymap: Keymap
  private let usedInPlace = UsedInPlace()

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
    style = NumberStyle(locale: locale)
  }

  /// The locale in force.
  var locale: String { preferences.locale.isEmpty ? systemLocale : preferences.locale }

  /// How numbers are formatted here. Stored, since every tile asks for it.
  public private(set) var style = NumberStyle.english

  /// How dates and times are formatted here.
  public var dateStyle: DateStyle {
    DateStyle(locale: preferences.locale.isEmpty ? systemDateLocale : preferences.locale)
  }

  /// In which distances are shown here.
  public var distanceUnit: DistanceUnit { preferences.nearby.unit ?? style.distances }

  public var layout: ScreenLayout { ScreenLayout(size, bannerHeight: bannerLines.count) }

  /// The theme in force.
  public var theme: ThemeChoice { themeOfRun ?? preferences.theme }

  /// Whether nothing is coloured: by the terminal, or by choice.
  var isColourless: Bool { graphics.isColourless || theme == .none }

  /// The scope that gets the keys first.
  public var scope: Scope {
    // Nothing is typed into its form any more.
    if isMailHandedOver { return .dialog }
    if let overlay = overlays.last { return overlay.behaviour.scope }
    if isLocked { return signIn.takesPassword ? .credentials : .signIn }
    return isSearching ? .line : shownPage.scope
  }

  /// Whether keys go into the search field of the page.
  public var isSearching: Bool { search != nil }

  /// The search field that keys go into.
  var search: Page.Search? { isInSearchField ? shownPage.search : nil }

  /// Whether the search field of the page is shown, or would be with this text.
  public func showsSearch(_ query: TextInput) -> Bool { isSearching || !query.isEmpty }

  var shownPage: Page { shownKind.page }

  /// The page shown, below the overlays.
  package var shownKind: any PageKind.Type {
    switch page {
    case .items: showsSegment ? ProductsPage.self : ItemsPage.self
    case .cart: CartPage.self
    case .stores: nearby.isShown ? NearbyPage.self : StoresPage.self
    case .orders: OrdersPage.self
    case .people: PeoplePage.self
    case .settings: SettingsPage.self
    }
  }

  /// When something must happen without a key: the end of a notice, of a held tile, of confetti; a
  /// notification. Milliseconds of the monotonic clock; nil if nothing is due.
  public var nextDeadline: Int? {
    [
      notice?.until, calmSync.next, items.held?.until, dueNotifications.map(\.at).min(), lockAt,
      signIn.nextSecond(after: clock.monotonic), nextSecondOfProvider, nextSecondOfMail,
      nextSecondOfNearby, confetti.map(\.end).min(),
      catalogue.deadline(after: clock.monotonic), nextSecondOfTests,
      nextOfServer,
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
  public var isLocked: Bool { actor == .signedOut }

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

/// The tabs, in their order.
public enum ScreenID: String, CaseIterable, Hashable, Sendable {
  case items, cart, stores, orders, people, settings

  public var title: String { rawValue.prefix(1).uppercased() + String(rawValue.dropFirst()) }

  /// The pages behind the tabs: what draws them has to know each.
  package static let kinds = (
    ItemsPage.self, ProductsPage.self, CartPage.self, StoresPage.self, NearbyPage.self,
    OrdersPage.self, PeoplePage.self, SettingsPage.self
  )
  /// In the order of `kinds`.
  static let allPages = list(kinds)

  private static func list<each P: PageKind>(_ kinds: (repeat (each P).Type)) -> [Page] {
    var all: [Page] = []
    for kind in repeat each kinds { all.append(kind.page) }
    return all
  }
}

extension SharedState {
  /// The available pages, in the order of their tabs.
  public var pages: [ScreenID] {
    use.hasAccounts ? ScreenID.allCases : ScreenID.allCases.filter { $0 != .people }
  }
}

/// What may cover a page. Drawn from the first to the last; the last one gets the keys.
public enum Overlay: Equatable, Sendable {
  case details(DetailsState)
  case picker(PickerState)
  case form(FormState)
  case dialog(DialogState)
  case quickAdd(QuickAddState)
  case paste(PasteState)
  case provider(ProviderState)
  case code(CodeState)
  case files(FilesState)
  case consent(ConsentState)
  case product(ProductState)
  case storeDetails(StoreDetailsState)
  case machines(MachinesState)
  case joinCode(JoinCodeState)

  var behaviour: OverlayBehaviour { state.behaviour }

  package var state: any OverlayState {
    switch self {
    case .details(let state): state
    case .picker(let state): state
    case .form(let state): state
    case .dialog(let state): state
    case .quickAdd(let state): state
    case .paste(let state): state
    case .provider(let state): state
    case .code(let state): state
    case .files(let state): state
    case .consent(let state): state
    case .product(let state): state
    case .storeDetails(let state): state
    case .machines(let state): state
    case .joinCode(let state): state
    }
  }

  /// What these are: what draws them has to know each.
  package static let kinds = (
    DetailsState.self, PickerState.self, FormState.self, DialogState.self, QuickAddState.self,
    PasteState.self, ProviderState.self, CodeState.self, FilesState.self, ConsentState.self,
    ProductState.self, StoreDetailsState.self, MachinesState.self, JoinCodeState.self
  )
}

/// Where a key applies. A screen uses its own scope first, then the global one.
public enum Scope: UInt8, CaseIterable, Hashable, Sendable {
  case everywhere, items, catalogue, cart, stores, orders, people, settings
  case details, picker, form, line, dialog, signIn, credentials, provider, code, product
  case nearby, storeDetails, files, machines

  public var isText: Bool { Scopes.text.contains(Scopes(self)) }

  /// Digits go into the field; other keys are commands.
  public var isForDigits: Bool { self == .signIn }

  /// The prefix of a command's name in the settings file: `items.toggle`.
  package var name: String { Self.names[Int(rawValue)] }

  /// What the page also shows beside what is one's own; nil for none.
  var otherSegment: Scope? {
    switch self {
    case .items: .catalogue
    case .stores: .nearby
    default: nil
    }
  }

  package static func named(_ name: String) -> Scope? {
    names.firstIndex(of: name).flatMap { Scope(rawValue: UInt8($0)) }
  }

  private static let names = [
    "everywhere", "items", "catalogue", "cart", "stores", "orders", "people", "settings",
    "details", "picker", "form", "line", "dialog", "signIn", "credentials", "provider", "code",
    "product", "nearby", "shop", "files", "machines",
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
  static let machines = Scopes(.machines)
  /// The pages, each of which has a list, and what else is one.
  static let lists: Scopes = [
    .items, .catalogue, .cart, .stores, .nearby, .orders, .people, .settings, .machines,
  ]
  /// Content larger than the screen that scrolls without a focus.
  static let texts: Scopes = [.details, .product, .storeDetails, .dialog]
  /// Where characters are typed.
  static let text: Scopes = [.picker, .form, .line, .credentials, .files]
}

extension SessionState {
  /// How pictures are shown; nil for cells.
  public var pixels: TerminalGraphics.Method? {
    theme == .none ? nil : graphics.method(preferences.pictures)
  }
}

/// Has the compiler use the value that this is part of where it lies. Without it, each call of a method
/// of `SessionState` copies its five kilobytes first, some forty times a key, since the compiler takes
/// for something to be loaded whole what has no existential in it.
private struct UsedInPlace: Equatable, Sendable {
  private let existential: any Sendable = 0

  static func == (a: UsedInPlace, b: UsedInPlace) -> Bool { true }
}
