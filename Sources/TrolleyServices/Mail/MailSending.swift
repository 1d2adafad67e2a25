/// Hands a mail to a server or a program, and waits until it is accepted.
public struct MailSending: Sendable {
  /// In milliseconds.
  public struct Limits: Sendable {
    public var connect = 30_000
    /// Until the server answers a command.
    public var reply = 60_000
    public var total = 300_000
    /// A program, for a password or for the mail.
    public var program = 120_000

    public init() {}
  }

  private let environment: Environment
  private let limits: Limits
  /// A CA bundle in place of the system's.
  private let authorities: String?

  public init(
    environment: Environment = .system, limits: Limits = Limits(), authorities: String? = nil
  ) {
    self.environment = environment
    self.limits = limits
    self.authorities = authorities
  }

  /// - Parameter handedOver: called when a server or a program has the whole mail. What it answers may take long,
  ///   and it is too late to cancel.
  public func send(
    _ message: MailMessage, by carrier: MailCarrier, _ cancellation: Cancellation,
    handedOver: () -> Void = {}
  ) throws(Failure) {
    let digits = Array("0123456789abcdef".utf8)
    let id = environment.random(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    let bytes = try message.bytes(id: String(decoding: id, as: UTF8.self))
    switch carrier {
    case .sendmail(let path):
      try Sendmail(path: path, limits: limits, environment: environment)
        .send(bytes, message, cancellation, handedOver: handedOver)
    case .smtp(let server):
      guard let from = message.from else {
        throw Failure(.badInput, MailSettings.noSender + ".", detail: "from")
      }
      let password = try MailPassword(limits: limits, environment: environment)
        .read(server.password, cancellation)
      let transfer = SMTPTransfer(
        server, password: password, limits: limits, authorities: authorities,
        monotonic: environment.monotonic)
      try withoutActuallyEscaping(handedOver) { (handedOver) throws(Failure) in
        try transfer.send(
          bytes, from: from.address, to: message.to.map(\.address), cancellation, handedOver)
      }
    }
  }
}

extension Failure {
  /// The carrier has the whole mail, and did not say what became of it.
  static func unansweredMail(by carrier: String, detail: String) -> Failure {
    Failure(
      .unknownOutcome,
      "\(CleanText.line(carrier)) got the mail and did not say that it took it. Ask whether it came before "
        + "you send it again.", detail: detail)
  }
}
