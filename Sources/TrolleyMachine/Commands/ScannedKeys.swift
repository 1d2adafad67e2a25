/// Digits that were pressed quickly where they are no text, or are a PIN: perhaps those of a scanner, which
/// types a code and ends it with enter. Each does at once what it does. Where they turn out to be a code,
/// what the screen showed before them is shown again.
struct ScannedKeys: Equatable, Sendable {
  private var digits = ""
  private var last: Int
  let page: ScreenID
  let overlays: [Overlay]

  /// Milliseconds between two keys: no person types a code so fast.
  private static let pace = 50

  init(in session: SessionState) {
    last = session.clock.monotonic
    page = session.page
    overlays = session.overlays
  }

  /// Whether a key at this time is typed by the same scan.
  func goesOn(at clock: Clock) -> Bool { clock.monotonic - last <= Self.pace }

  mutating func append(_ digit: Character, at clock: Clock) {
    // More than the longest code is none.
    if digits.utf8.count <= 14 { digits.append(digit) }
    last = clock.monotonic
  }

  /// The digits that enter ends, if they are as many as a code has; nil for others. What can't be
  /// looked up, such as a shop's own or one that was misread, is scanned as well, and told to be that.
  func code(at clock: Clock) -> String? {
    goesOn(at: clock) && Barcode.isMeant(by: digits) ? digits : nil
  }
}

extension AppState {
  /// What a key does where the screen is now.
  public func action(for key: Key) -> Action {
    let scope = session.scope
    let command = session.keymap.command(for: key, in: scope, use: shared.use)
    let isText = scope.isText || scope.isForDigits
    guard case .character(let character) = key else {
      if key == .named(.enter), let code = session.scannedKeys?.code(at: session.clock),
        !scope.isForDigits || Barcode.hasRightCheckDigit(Array(code.utf8))
      {
        return .scanned(code)
      }
      return command.map(Action.command) ?? .unbound(key)
    }
    if session.isTextForConsent(key) { return .typed(character) }
    let areDigitsScanned = scope.isForDigits ? !session.signIn.takesPassword : !session.isLocked
    if !scope.isText, areDigitsScanned, "0"..."9" ~= character { return .digit(character, command) }
    return command.map(Action.command) ?? (isText ? .typed(character) : .unbound(key))
  }

  mutating func press(digit: Character, _ command: Command?, _ effects: inout [Effect]) {
    var keys =
      session.scannedKeys.flatMap { $0.goesOn(at: session.clock) ? $0 : nil }
      ?? ScannedKeys(in: session)
    keys.append(digit, at: session.clock)
    // What another command does is not taken back by showing a page again.
    let turnsPages = if case .show? = command { true } else { command == nil }
    session.scannedKeys = turnsPages ? keys : nil
    if let command {
      perform(command, &effects)
    } else if session.scope.isForDigits {
      type(String(digit))
    } else {
      explain(.character(digit))
    }
  }

  /// The page is the one before the first digit.
  mutating func take(scan code: String, _ keys: ScannedKeys?, _ effects: inout [Effect]) {
    guard let keys else { return }
    if session.scope.isForDigits { return refuseScan() }
    session.page = keys.page
    session.overlays = keys.overlays + [.quickAdd(QuickAddState())]
    showFocus()
    addBarcodes(code, QuickAddState(), &effects)
  }
}
