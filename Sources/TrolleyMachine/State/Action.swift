/// Everything that can happen outside: the input of the state machine.
public enum Action: Equatable, Sendable {
  /// The current time. Comes before anything that needs it.
  case clock(Clock)
  case command(Command)
  /// A digit where it is no text, and what it does there.
  case digit(Character, Command?)
  /// The enter that ends the digits of a barcode, typed as only a scanner types them.
  case scanned(String)
  case typed(Character)
  /// A key that does nothing here.
  case unbound(Key)
  case pasted(String)
  /// A click on an entry of the focused list, or on a field.
  case pressedEntry(Int)
  case pressedField(Int)
  /// A box to tick.
  case pressedBox(Int)
  /// A cell of the map.
  case pressedMap(Point)
  case wheel(up: Bool)
  case resized(Size)
  /// The journal has recorded these steps, our own and others', in this order.
  case journalAdvanced([Entry])
  /// The pending steps could not be saved.
  case recordFailed(Failure)
  case stepRead(StepReference, UndoPurpose, Result<UndoSubject, Failure>)
  /// What was kept of a shared list when the program was started.
  case sharingNotesRead([SharingNote])
  case journalTrouble(Failure)
  case vaultAnswered(VaultAnswer, number: Int)
  case workerAnswered(WorkerAnswer, number: Int)
  /// The first frame is on the screen: deferred work may start.
  case started
  /// The file of the catalogue was written, replaced or deleted.
  case catalogueFileChanged
  /// A catalogue's cache has been read.
  case catalogueLoaded(CatalogueCache)
  /// How the shared list stands.
  case syncChanged(SyncStatus?)
  case serverAnswered(ServerAnswer, number: Int)
  /// Who is online now.
  case presenceChanged(Set<Account.ID>)
  /// The catalogues that do not answer other programs on this list, as `CATALOGUE.RUN`.
  case outagesChanged(Set<String>)
  /// The program resumes after a suspension.
  case continued
  case copied(String)
  /// Nothing here could open this address.
  case openingFailed(String)
  case preferencesFailed(Failure)
  /// What is wrong on this machine with a setting that was typed; nil for nothing.
  case settingChecked(name: String, typed: String, refusal: String?)
  /// The settings file was edited outside.
  case settingsRead(SettingsReading)
  /// It was, and can't be read any more: what was read last goes on to count.
  case settingsUnreadable(Failure)
  /// The mails that were not sent, as they are on the disk now.
  case draftsRead([UInt8])
  /// The mail of that request is claimed and may be sent, unless another program has claimed it, or
  /// has sent it since: then with the mails that wait, as they are on the disk.
  case mailClaimed(number: Int, refusal: Failure?, drafts: [UInt8])
  /// The program ends: only the mail on its way is waited for.
  case ending
  /// What this machine offers, detected after the first frame.
  case hostCapabilitiesKnown(HostCapabilities)
  /// The terminal has answered what it knows about pictures.
  case graphicsAnswered(TerminalGraphics.Answer)
  /// The terminal can't keep up with animation.
  case outputIsSlow
}

/// What this machine can do for the program: open a browser, send mail, determine its location.
public struct HostCapabilities: Equatable, Sendable {
  /// Whether a browser can be opened where the person sees it.
  public var hasBrowser: Bool
  /// The system's sendmail program, if any.
  public var sendmail: String?
  /// The mails that earlier runs could not send, as stored on disk.
  public var drafts: [UInt8]
  /// The system's location program, if any.
  public var locator: String?

  public init(hasBrowser: Bool, sendmail: String?, drafts: [UInt8] = [], locator: String? = nil) {
    self.hasBrowser = hasBrowser
    self.sendmail = sendmail
    self.drafts = drafts
    self.locator = locator
  }
}

public enum UndoPurpose: Equatable, Sendable { case undo, redo }

/// A pending undo or redo. Other keys do not wait for it, so it records the situation it was
/// requested in.
struct UndoRequest: Equatable, Sendable {
  let purpose: UndoPurpose
  /// Who requested it, even if another person is signed in by now.
  let actor: Actor
  /// The number of this program's last step at that time. The lookup starts once that step is on
  /// disk.
  let after: Int
  /// Changes that this program has made since.
  var later: Set<StepReference> = []
  /// The step being read.
  var step: StepReference?

  /// Whether this program made the change after the request. Undoing does not count as a change.
  func precedes(_ step: Step) -> Bool {
    if case .change = step.role { step.number > after } else { false }
  }
}

extension Action {
  /// Whether it only says what time it is, moves the focus, or changes what the cart has of a tile.
  var isStep: Bool {
    if case .clock = self { return true }
    guard case .command(let command) = self else { return false }
    switch command {
    case .left, .right, .up, .down, .toggle, .increase, .decrease: return true
    default: return false
    }
  }

  /// Whether it comes directly from a person.
  var isInput: Bool {
    switch self {
    case .command, .digit, .scanned, .typed, .unbound, .pasted, .pressedEntry, .pressedField,
      .pressedBox, .pressedMap, .wheel:
      true
    case .clock, .resized, .journalAdvanced, .recordFailed, .stepRead, .sharingNotesRead,
      .journalTrouble,
      .vaultAnswered, .workerAnswered, .started, .catalogueFileChanged, .catalogueLoaded,
      .presenceChanged,
      .outagesChanged, .continued,
      .copied, .openingFailed, .preferencesFailed, .settingChecked, .hostCapabilitiesKnown,
      .settingsRead,
      .settingsUnreadable,
      .draftsRead, .mailClaimed, .ending, .graphicsAnswered, .outputIsSlow, .syncChanged,
      .serverAnswered:
      false
    }
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
