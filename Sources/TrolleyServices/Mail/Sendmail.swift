/// Sends mail by the system's own program, which takes a message as sendmail does.
struct Sendmail {
  let path: String
  let limits: MailSending.Limits
  let environment: Environment

  /// Each recipient is an argument behind `--`, so nothing in the message can add another.
  static func arguments(_ message: MailMessage) -> [String] {
    ["-i"] + (message.from.map { ["-f", $0.address] } ?? []) + ["--"]
      + message.to.map(\.address)
  }

  /// - Parameter handedOver: called when the program has read the whole mail. An end of it that says
  ///   nothing, since it is cancelled, too slow or ended by a signal, leaves open what became of the mail.
  func send(
    _ bytes: [UInt8], _ message: MailMessage, _ cancellation: Cancellation,
    handedOver: () -> Void = {}
  ) throws(Failure) {
    var isHandedOver = false
    let run: ProgramRun
    do throws(Failure) {
      // The program expects the system's line endings and converts them to CRLF.
      run = try ProgramRun.run(
        HomeDirectory.expanding(path), Self.arguments(message), input: bytes.filter { $0 != 0x0D },
        limit: limits.program, environment, cancellation,
        hasRead: {
          isHandedOver = true
          handedOver()
        })
    } catch {
      throw isHandedOver ? .unansweredMail(by: path, detail: "sendmail: \(error.detail)") : error
    }
    guard run.status != 0 else { return }
    if isHandedOver, run.status > 128 {
      throw .unansweredMail(by: path, detail: "sendmail: exit \(run.status)")
    }
    let (kind, sentence): (Failure.Kind, String) =
      switch run.status {
      case 65, 67: (.badInput, "An address was not taken.")
      case 68: (.unavailable, "The server of an address was not found.")
      case 75: (.unavailable, "The mail cannot be sent now. Try again later.")
      case 77: (.notAllowed, "The mail program may not send: check its user name and password.")
      case 78: (.unavailable, "The mail program is not set up.")
      default: (.unavailable, "The mail program did not take the mail.")
      }
    throw Failure(kind, sentence + run.complaint, detail: "sendmail: exit \(run.status)")
  }
}
