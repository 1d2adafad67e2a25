import CCurl

/// Sends one mail by SMTP (RFC 6409), within its limits. Guards the buffers that libcurl's
/// callbacks fill; belongs to one thread and runs once.
final class SMTPTransfer {
  private let server: MailServer
  private let password: String
  private let limits: MailSending.Limits
  private let authorities: String?
  private let monotonic: @Sendable () -> Int

  private var message: [UInt8] = []
  private var sent = 0
  private var talk = SMTPTalk()
  private var isStopped = false
  /// Called once, before the end of the text is sent: libcurl then waits for the reply and looks at
  /// nothing else.
  private var handedOver: () -> Void = {}

  init(
    _ server: MailServer, password: String, limits: MailSending.Limits, authorities: String?,
    monotonic: @escaping @Sendable () -> Int
  ) {
    self.server = server
    self.password = password
    self.limits = limits
    self.authorities = authorities
    self.monotonic = monotonic
  }

  func send(
    _ message: [UInt8], from: String, to: [String], _ cancellation: Cancellation,
    _ handedOver: @escaping () -> Void
  ) throws(Failure) {
    self.message = message
    self.handedOver = handedOver
    defer { self.handedOver = {} }
    guard let connections = CurlConnections(), let easy = trolley_curl_easy_init() else {
      throw Failure(.failedIO, "The system is too busy for that now. Try again.", detail: "curl")
    }
    defer { trolley_curl_easy_cleanup(easy) }
    var recipients: UnsafeMutablePointer<curl_slist>?
    for one in to { recipients = trolley_curl_slist_append(recipients, one) ?? recipients }
    defer { trolley_curl_slist_free_all(recipients) }
    setUp(easy, from: from, recipients)
    guard trolley_curl_multi_add(connections.handle, easy) == CURLM_OK else {
      throw Failure(.failedIO, "The system is too busy for that now. Try again.", detail: "curl")
    }
    defer { trolley_curl_multi_remove(connections.handle, easy) }
    let deadline = monotonic() + limits.total
    while true {
      var running: Int32 = 0
      trolley_curl_multi_perform(connections.handle, &running)
      let result = trolley_curl_result(connections.handle)
      if result >= 0 { return try finish(easy, CURLcode(rawValue: UInt32(result))) }
      if talk.isTaken { return hurry(easy) }
      let left = deadline - monotonic()
      if let failure = reasonToStop(cancellation, left) {
        stop(easy, connections)
        throw failure
      }
      var watched = curl_waitfd()
      watched.fd = cancellation.descriptor
      watched.events = Int16(CURL_WAIT_POLLIN)
      trolley_curl_multi_poll(
        connections.handle, &watched, cancellation.descriptor >= 0 ? 1 : 0, Int32(min(left, 1000)),
        nil)
    }
  }

  private func reasonToStop(_ cancellation: Cancellation, _ left: Int) -> Failure? {
    if cancellation.isCancelled { return talk.isHandedOver ? unknown("cancelled") : .cancelled }
    if talk.isTooLong {
      return HTTPError(.unreadable, host: server.host, detail: "smtp: a flood").failure
    }
    return left > 0 ? nil : timedOut("total")
  }

  /// Lets the transfer fail, so that libcurl hangs up. One that is taken away while it goes on is
  /// ended in good order, with the point at which a server delivers what it has so far.
  private func stop(_ easy: UnsafeMutableRawPointer, _ connections: CurlConnections) {
    isStopped = true
    hurry(easy)
    var running: Int32 = 0
    trolley_curl_multi_perform(connections.handle, &running)
  }

  /// Do not wait for a server that ignores QUIT.
  private func hurry(_ easy: UnsafeMutableRawPointer) {
    trolley_curl_set_number(easy, CURLOPT_SERVER_RESPONSE_TIMEOUT, 1)
  }

  // MARK: Set-up

  private func setUp(
    _ easy: UnsafeMutableRawPointer, from: String, _ recipients: UnsafeMutablePointer<curl_slist>?
  ) {
    let isImplicit = server.security == .tls
    // The path is the name that we give in EHLO; not that of this machine.
    let scheme = isImplicit ? "smtps" : "smtp"
    trolley_curl_set_text(
      easy, CURLOPT_URL, "\(scheme)://\(server.host):\(server.port)/%5B127.0.0.1%5D")
    trolley_curl_set_mail_protocols(easy, isImplicit ? 0 : 1)
    trolley_curl_quit_quickly(easy)
    trolley_curl_require_tls(easy, server.security == .none ? 0 : 1)
    for (option, value) in [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_UPLOAD, 1),
      (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
      (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
      (CURLOPT_CONNECTTIMEOUT_MS, limits.connect), (CURLOPT_TIMEOUT_MS, limits.total),
      (CURLOPT_SERVER_RESPONSE_TIMEOUT, max(1, limits.reply / 1000)),
    ] {
      trolley_curl_set_number(easy, option, value)
    }
    if let authorities { trolley_curl_set_text(easy, CURLOPT_CAINFO, authorities) }
    // A web proxy does not carry mail.
    trolley_curl_set_text(easy, CURLOPT_PROXY, "")
    if !server.user.isEmpty {
      trolley_curl_set_text(easy, CURLOPT_USERNAME, server.user)
      trolley_curl_set_text(easy, CURLOPT_PASSWORD, password)
    }
    trolley_curl_set_text(easy, CURLOPT_MAIL_FROM, "<\(from)>")
    trolley_curl_set_list(easy, CURLOPT_MAIL_RCPT, recipients)
    let own = Unmanaged.passUnretained(self).toOpaque()
    trolley_curl_set_number(easy, CURLOPT_INFILESIZE, message.count)
    trolley_curl_set_pointer(easy, CURLOPT_READDATA, own)
    trolley_curl_set_take(easy, CURLOPT_READFUNCTION) { bytes, size, count, context in
      SMTPTransfer.own(context)?.give(bytes, size * count) ?? 0
    }
    trolley_curl_set_progress(
      easy, { context, _, _, _, _ in SMTPTransfer.own(context)?.isStopped == true ? 1 : 0 }, own)
    trolley_curl_set_talk(
      easy,
      { _, type, bytes, count, context in
        SMTPTransfer.own(context)?.hear(type, bytes, count)
        return 0
      }, own)
  }

  private static func own(_ context: UnsafeMutableRawPointer?) -> SMTPTransfer? {
    context.map { Unmanaged<SMTPTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private func give(_ room: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    guard let room else { return 0 }
    let some = min(count, message.count - sent)
    for at in 0..<some { room[at] = CChar(bitPattern: message[sent + at]) }
    sent += some
    if sent == message.count, !talk.isHandedOver {
      talk.isHandedOver = true
      handedOver()
    }
    return some
  }

  /// Only a command's first word and an address are looked at; neither contains a password.
  private func hear(_ type: curl_infotype, _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) {
    guard let bytes else { return }
    let text = String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: min(count, 600)), as: UTF8.self)
    switch type {
    case CURLINFO_HEADER_OUT: talk.say(text)
    case CURLINFO_HEADER_IN: talk.hear(text)
    // What OpenSSL says when the first bytes are no TLS record.
    case CURLINFO_TEXT where text.contains("wrong version number"): talk.isPlain = true
    default: break
    }
  }

  // MARK: The end

  private func finish(_ easy: UnsafeMutableRawPointer, _ result: CURLcode) throws(Failure) {
    // The mail is accepted; it does not matter that QUIT failed.
    if result == CURLE_OK || talk.isTaken { return }
    let detail = "smtp: curl \(result.rawValue), \(talk.stage), \(talk.code)"
    switch result {
    case CURLE_USE_SSL_FAILED:
      throw Failure(
        .unavailable,
        "\(server.host) offers no safe connection (STARTTLS). Nothing was sent.", detail: detail)
    case CURLE_SSL_CONNECT_ERROR:
      throw Failure(
        .unavailable,
        talk.isPlain && server.security == .tls
          ? "\(server.host) does not speak TLS on port \(server.port). TLS is usual on port 465, "
            + "STARTTLS on 587. Nothing was sent."
          : "There is no safe connection to \(server.host): TLS could not be agreed upon. "
            + "Nothing was sent.",
        detail: detail)
    case CURLE_OPERATION_TIMEDOUT: throw timedOut(detail)
    default: break
    }
    if let refusal = talk.refusal(host: server.host) {
      throw Failure(refusal.kind, refusal.sentence, detail: detail)
    }
    if result == CURLE_LOGIN_DENIED {
      throw Failure(
        .notAllowed, "\(server.host) knows no way to sign in that Trolley knows.", detail: detail)
    }
    let reason = CurlTransfer.networkReason(easy, result)
    if reason == .refused {
      throw Failure(
        .unavailable,
        "\(server.host) does not answer on port \(server.port). Try again later.", detail: detail)
    }
    if reason == .unreadable {
      if talk.isHandedOver { throw unknown(detail) }
      throw Failure(
        .unavailable, "\(server.host) broke off. Nothing was sent. Try again later.",
        detail: detail)
    }
    throw HTTPError(reason, host: server.host, detail: detail).failure
  }

  private func timedOut(_ detail: String) -> Failure {
    if talk.isHandedOver { return unknown(detail) }
    guard talk.code == 0, server.security == .starttls else {
      return HTTPError(.timedOut, host: server.host, detail: detail).failure
    }
    // Where TLS comes first the server waits for us, and we wait for its greeting.
    return Failure(
      .unavailable,
      "\(server.host) does not greet on port \(server.port). Does it want TLS from the start, as is usual on "
        + "port 465? STARTTLS is usual on 587. Nothing was sent.", detail: detail)
  }

  private func unknown(_ detail: String) -> Failure {
    .unansweredMail(by: server.host, detail: detail)
  }
}

/// The dialogue with a mail server, as far as it tells why a mail was rejected.
struct SMTPTalk {
  enum Stage: Sendable { case greeting, signIn, sender, recipient, text }

  private(set) var stage = Stage.greeting
  /// The code of the last complete reply.
  private(set) var code = 0
  /// The whole message was sent: from now on the server may have accepted it.
  var isHandedOver = false
  private(set) var isTaken = false
  /// It speaks without TLS where TLS was expected.
  var isPlain = false
  private(set) var isTooLong = false
  /// Replies after QUIT say nothing about the mail.
  private var isLeaving = false
  private var recipient = ""
  private var reply = ""
  private var count = 0

  mutating func say(_ command: String) {
    // Whole prefixes: a part of a password must not be taken for a command.
    if command.hasPrefix("AUTH ") {
      stage = .signIn
    } else if command.hasPrefix("MAIL FROM:") {
      stage = .sender
    } else if command.hasPrefix("RCPT TO:") {
      stage = .recipient
      recipient = String(command.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" })
    } else if command.utf8.elementsEqual("DATA\r\n".utf8) {
      stage = .text
    } else if command.hasPrefix("QUIT") {
      isLeaving = true
    }
  }

  mutating func hear(_ lines: String) {
    count += lines.utf8.count
    if count > 256 << 10 { isTooLong = true }
    guard !isTaken, !isLeaving else { return }
    for line in lines.utf8.split(whereSeparator: { $0 == 0x0D || $0 == 0x0A }) {
      let text = String(decoding: line, as: UTF8.self)
      guard let number = Int(text.prefix(3)), (200...599).contains(number) else { continue }
      code = number
      reply = CleanText.line(text.dropFirst(4), limit: CleanText.Limit(bytes: 240, graphemes: 120))
      if stage == .text, isHandedOver, (200...299).contains(number) { isTaken = true }
    }
  }

  /// Why the server refused; nil when it did not.
  func refusal(host: String) -> (kind: Failure.Kind, sentence: String)? {
    guard code >= 400 else { return nil }
    let end = reply.last.map { ".!?".contains($0) } ?? false ? "" : "."
    let words = (reply.isEmpty ? "\(code)" : "\(code) \(reply)") + end
    let isPassing = code < 500
    let later = isPassing ? " Try again later." : ""
    // These codes mean the same after every command; 552 alone means either of the first two.
    if reply.hasPrefix("5.2.2") || reply.hasPrefix("4.2.2") {
      let whose = stage == .recipient ? "The mailbox of \(recipient)" : "A mailbox"
      return (.unavailable, "\(whose) is full: \(words)\(later)")
    }
    if code == 552 || reply.hasPrefix("5.3.4") {
      return (.badInput, "The mail is too large for \(host): \(words)")
    }
    if code == 530 || code == 538 {
      return (.notAllowed, "\(host) wants a user name and a password: \(words)")
    }
    switch stage {
    case .greeting: return (.unavailable, "\(host) takes no mail now: \(words)\(later)")
    case .signIn:
      return isPassing
        ? (.unavailable, "\(host) cannot check the password now: \(words) Try again later.")
        : (.notAllowed, "\(host) does not take the user name or the password: \(words)")
    case .sender:
      return (
        isPassing ? .unavailable : .notAllowed,
        "\(host) takes no mail from that sender: \(words)\(later)"
      )
    case .recipient:
      return (
        isPassing ? .unavailable : .badInput,
        "\(host) does not take \(recipient): \(words) Nothing was sent.\(later)"
      )
    case .text: return (.unavailable, "\(host) did not take the mail: \(words)\(later)")
    }
  }
}
