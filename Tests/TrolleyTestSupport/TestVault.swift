import TrolleyMachine
import TrolleyModel
import TrolleyWire

/// A vault without a key: sealed values can be told apart and opened, and do not contain the
/// digits.
public struct TestVault: SecretVault {
  /// Its answer to everything, while it is set.
  public var says: VaultAnswer?

  /// The recovery code that it makes next.
  public var nextCode = TestVault.recoveryCode

  /// The invitation that it makes next.
  public var nextInvitation = TestVault.invitation

  public init() {}

  public func answer(_ request: VaultRequest) -> VaultAnswer {
    if let says { return says }
    switch request {
    case .find(let digits, let holders):
      let mark = TestVault.seal(digits)?.mark
      return holders.first { $0.pin.mark == mark }.map { .found($0.account) } ?? .unknown
    case .seal(let digits, let holders):
      guard let pin = TestVault.seal(digits) else { return .unknown }
      return holders.contains { $0.pin.mark == pin.mark } ? .taken : .sealed(pin)
    case .open(let pin): return .opened(unseal(pin.sealed))
    case .makeCode(let groups, _):
      let text = groups == RecoveryCode.groups ? nextCode : nextInvitation
      return TestVault.seal(code: text).map { .code(text, $0) } ?? .unknown
    case .checkCode(let text, let code, _):
      return TestVault.seal(code: text) == code ? .codeIsRight : .unknown
    case .standing: return .noted
    case .beginPassword(_, let sealed, _): return .passwordHash(sealed.map { unseal($0.sealed) })
    case .endPassword, .withdrawPassword: return .noted
    case .sealHash(let hash, _):
      return SealedPassword(sealed: TestVault.hex(hash)).map { .sealedPassword($0) } ?? .unknown
    }
  }

  /// What it makes of random bits.
  public static let recoveryCode = "7GK2-9QWE-3TXA-0BMN"
  public static let invitation = "M4RT-8Z2C"

  private static func seal(code: String) -> SealedCode? {
    RecoveryCode.plain(code).flatMap { plain in
      SealedCode(mark: String((hex(plain) + String(repeating: "0", count: 32)).prefix(32)))
    }
  }

  private func unseal(_ text: String) -> String {
    let digits = Array(text)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { at in
      UInt8(digits[at..<at + 2].map(String.init).joined(), radix: 16)
    }
    return String(decoding: bytes.map { $0 ^ 0x5A }, as: UTF8.self)
  }

  private static func hex(_ text: String) -> String {
    func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    return text.utf8.map { hex($0 ^ 0x5A) }.joined()
  }

  public static func seal(_ digits: String) -> SealedPIN? {
    let sum = digits.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return SealedPIN(sealed: hex(digits), mark: "00" + String(sum, radix: 16))
  }
}

extension TestApp {
  /// Switches the list to staff mode, by keys, with Ann Smith as its owner, who is signed in then.
  public func openShop() {
    perform(.show(.settings), .first, .open)
    type("staff")
    press("enter")
    fillEmployee(pin: "739154", "Ann", "Smith", "ann@shop.example")
    writeDownCode()
    showOwnItems()
  }

  /// Fills in the form of an employee and submits it.
  public func fillEmployee(
    pin: String, _ first: String, _ last: String, _ email: String = "", since: String? = nil
  ) {
    for text in [pin, pin, first, last, email] {
      press("ctrl-u")
      type(text)
      press("tab")
    }
    if let since {
      press("ctrl-u")
      type(since)
    }
    press("ctrl-s")
  }

  /// Closes the dialog with a new recovery code or an invitation.
  public func writeDownCode() {
    if dialog?.buttons.last?.label == "Written down" { press("right", "enter") }
  }

  /// From the sign-in screen, and on to the own items.
  public func signIn(_ pin: String) {
    type(pin)
    press("enter")
    showOwnItems()
  }

  /// A shop starts with the catalogue.
  public func showOwnItems() {
    if session.showsCatalogue { perform(.showSegment(.all)) }
  }

  /// The employee with this first name.
  public func employee(_ name: String) -> Account? {
    shared.accounts.first { $0.firstName == name }
  }
}
