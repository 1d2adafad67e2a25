/// Everything that can happen at the edge: the input of the state machine.
public enum Action: Equatable, Sendable {
  /// What time it is. Comes before anything that needs to know.
  case clock(Clock)
  case command(Command)
  case typed(Character)
  case pasted(String)
  /// The mouse: a press on an entry of the list that has the focus, or on a field.
  case pressedEntry(Int)
  case pressedField(Int)
  case wheel(up: Bool)
  case resized(Size)
  /// The journal has taken these steps, one's own and others', in this order.
  case journalAdvanced([Entry])
  /// The disk refused what is pending.
  case recordFailed(Failure)
  case stepRead(Int, UndoPurpose, Result<Entry, Failure>)
  case journalTrouble(Failure)
  case vaultAnswered(VaultAnswer, number: Int)
  case workerAnswered(WorkerAnswer, number: Int)
  /// The first frame is on the screen: what can wait for it may begin.
  case started
  /// What is kept of a catalogue has been read.
  case catalogueLoaded(KeptCatalogue)
  /// Who is online now.
  case presenceChanged(Set<Account.ID>)
  /// The program was stopped, and goes on.
  case continued
  case copied(String)
  case preferencesFailed(Failure)
  /// What the settings file says by now, where somebody has changed it outside, and what is wrong in
  /// it, a sentence each.
  case settingsRead(Preferences, remarks: [String])
  /// What this machine has to show and to send with, found after the first frame.
  case meansKnown(Means)
  /// The terminal does not keep up with what moves.
  case outputIsSlow
}

/// What there is on this machine to show something with, and to send mail.
public struct Means: Equatable, Sendable {
  /// Whether a browser can be opened, where the person sees it.
  public var hasBrowser: Bool
  /// The system's own program for mail, where there is one.
  public var sendmail: String?
  /// A mail that an earlier run could not send, as it lies on the disk.
  public var draft: [UInt8]?
  /// The system's program that says where this machine is, where there is one.
  public var locator: String?

  public init(
    hasBrowser: Bool, sendmail: String?, draft: [UInt8]?, locator: String? = nil
  ) {
    self.hasBrowser = hasBrowser
    self.sendmail = sendmail
    self.draft = draft
    self.locator = locator
  }
}

public enum UndoPurpose: Equatable, Sendable { case undo, redo }

extension Action {
  /// Whether a person did it, just now.
  var isInput: Bool {
    switch self {
    case .command, .typed, .pasted, .pressedEntry, .pressedField, .wheel: true
    case .clock, .resized, .journalAdvanced, .recordFailed, .stepRead, .journalTrouble,
      .vaultAnswered, .workerAnswered, .started, .catalogueLoaded, .presenceChanged, .continued,
      .copied, .preferencesFailed, .meansKnown, .settingsRead, .outputIsSlow:
      false
    }
  }
}
