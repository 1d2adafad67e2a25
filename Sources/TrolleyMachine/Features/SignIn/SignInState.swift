/// The sign-in screen: a PIN, an address and a password, or why sign-in is impossible.
public struct SignInState: Equatable, Sendable {
  /// Slightly longer than a PIN can be, so that extra digits are reported and not cut off.
  public var pin = TextInput("", limit: PIN.length.upperBound + 4)
  /// A household signs in with an address and a password, not a PIN.
  public var takesPassword = false
  public var email = TextInput("", limit: 254)
  public var password = TextInput("", limit: Password.length.upperBound + 4)
  /// The focused row, in a household.
  public var focus = 0
  /// An error, or the outcome of the last action.
  public var message = ""
  public var isWrong = false
  /// Until then no PIN is checked: milliseconds of the monotonic clock.
  public var waitUntil: Int?
  /// The number of the last vault request.
  var number = 0
  /// The account form as submitted: later edits belong to the next attempt.
  var submitted: FormState?
  /// The number of the last worker request.
  var work: Int?
  var purpose: Purpose?
  /// An invitation that the vault has accepted: good for forms with the same text in them.
  var accepted: Invitation?
  /// When to ask next whether a wait is over: milliseconds of the monotonic clock.
  var nextLook = 0

  struct Invitation: Equatable, Sendable {
    let text: String
    let code: SealedCode
  }

  enum Purpose: Equatable, Sendable {
    case signIn, account
    /// Re-authentication of the current person.
    case confirmation
    /// A forgotten PIN.
    case forgotten(Account.ID)
    /// A password check, from recording the attempt to recording its result.
    case begin(PasswordProof)
    case compare(PasswordProof)
    case end(PasswordProof, isRight: Bool, rehashed: String?)
    case rehash(Account.ID)
    /// Hashing a new password.
    case hash
    case identify(IdentityProvider)
    /// The recovery code for the owner's new account with this credential.
    case ownersCode(Credential)
    /// Another recovery code; an invitation.
    case newCode, invitation
    /// The owner signs in with the recovery code.
    case recovery
    /// An invitation typed in a form, as accepted if it is right.
    case invited(SignInState.Invitation)
    /// Whether a wait is over.
    case standing
  }

  public init() {}

  /// A check is under way. A look whether a wait is over does not count: what is submitted meanwhile
  /// goes first.
  public var isBusy: Bool { purpose != nil && purpose != .standing }

  /// Whole seconds left to wait; nil if there is no delay.
  public func secondsToWait(at now: Int) -> Int? {
    guard let waitUntil, waitUntil > now else { return nil }
    return (waitUntil - now + 999) / 1000
  }

  /// No PIN or password is taken until the owner unlocks.
  var isClosed: Bool {
    message == SignInState.closedSentence || message == SignInState.closedAddressSentence
  }

  /// When the seconds on the screen change next, or it should be asked whether a wait is over.
  func nextSecond(after now: Int) -> Int? {
    guard let waitUntil else { return isClosed ? max(nextLook, now + 1) : nil }
    guard waitUntil > now else { return waitUntil }
    return waitUntil - (waitUntil - now - 1) / 1000 * 1000
  }
}

extension SignInState {
  public static let closedSentence =
    "Too many wrong tries. No PIN is accepted until the owner types the recovery code under “Forgot my "
    + "PIN”, or “trolley people unlock”."

  static let goneSentence = "Your account is not here any more. The owner knows more."

  public static func waitSentence(_ seconds: Int) -> String {
    "Too many wrong tries. Wait \(Wording.wait(seconds: seconds))."
  }
}
