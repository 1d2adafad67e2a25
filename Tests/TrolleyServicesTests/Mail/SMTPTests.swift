import Foundation
import Testing
import TrolleyModel
import TrolleyTestSupport

@testable import TrolleyServices

/// Mail to real servers on this machine, good and bad ones.
@Suite(.startsPrograms) struct SMTPTests {
  static func message(text: String = "Γάλα\n.\nFrom here\n", count: Int = 2) throws -> MailMessage {
    MailMessage(
      from: try MailAddress.parse("Ann <ann@example.org>"),
      to: try (0..<count).map { try MailAddress.parse("to\($0)@example.org") },
      subject: "Λίστα", text: text, html: "<p>x</p>\n", time: 1_791_011_100, offset: 0)
  }

  private static let password = "s3cret pässword"

  /// Sends it, with the password in a file.
  private func send(
    _ server: some MailPort, password: String = Self.password, user: String = "ann",
    security: MailServer.Security = .none, text: String = "Γάλα\n.\nFrom here\n",
    cancellation: Cancellation = Cancellation(),
    limits: MailSending.Limits = MailSending.Limits()
  ) throws -> Failure? {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "trolley-pw-" + UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data((password + "\n").utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    let way = try #require(
      MailServer(
        host: "127.0.0.1", port: server.port, security: security, user: user,
        password: user.isEmpty ? .none : .file(file.path)))
    do throws(Failure) {
      let message: MailMessage
      do { message = try Self.message(text: text) } catch { return error as? Failure }
      try MailSending(limits: limits).send(message, by: .smtp(way), cancellation)
      return nil
    } catch {
      #expect(!(error.sentence + error.detail).contains("s3cret"))
      return error
    }
  }

  /// For servers that fall silent. All others are waited for as long as the program itself would:
  /// a slow machine is no bad server.
  private static func limits(reply: Int, total: Int) -> MailSending.Limits {
    var limits = MailSending.Limits()
    limits.reply = reply
    limits.total = total
    return limits
  }

  /// Where the result is the same at whatever step the silence is noticed.
  private static let hurried = limits(reply: 1000, total: 3000)

  /// Where the silence has to be noticed at its own step.
  private static let patient = limits(reply: 3000, total: Patience.milliseconds)

  // MARK: A good server

  private func judge(_ ways: [String] = ["PLAIN", "LOGIN"]) throws -> MailJudge {
    try MailJudge(login: ("ann", Self.password), ways: ways)
  }

  @Test(arguments: [["PLAIN", "LOGIN"], ["PLAIN"], ["LOGIN"]])
  func aMailArrivesAsItIs(_ ways: [String]) throws {
    let judge = try judge(ways)
    #expect(try send(judge) == nil)
    let mail = try judge.mail()
    #expect(mail.user == "ann")
    #expect(mail.sender == "ann@example.org")
    #expect(mail.recipients == ["to0@example.org", "to1@example.org"])
    #expect(mail.text.contains("\r\n=CE=93=CE=AC=CE=BB=CE=B1\r\n=2E\r\n=46rom here\r\n"))
    #expect(mail.text.hasSuffix("--\r\n"))
    // Not the name of this machine.
    #expect(mail.greeting == "[127.0.0.1]")
  }

  /// Lines of a usual length: the judge looks at each by itself.
  private static let long = String(
    repeating: String(repeating: "Milk ", count: 14) + "\n", count: 3_600)

  @Test func aServerWithoutSigningInIsFine() throws {
    let judge = try MailJudge(login: nil)
    #expect(try send(judge, user: "", text: Self.long) == nil)
    let mail = try judge.mail()
    #expect(mail.user == nil)
    #expect(mail.text.utf8.count > 250_000)
  }

  @Test func aWrongPasswordIsSaid() throws {
    let failure = try #require(try send(try judge(), password: "wrong"))
    #expect(failure.kind == .notAllowed)
    #expect(
      failure.sentence
        == "127.0.0.1 does not take the user name or the password: 535 5.7.8 Authentication "
        + "credentials invalid.")
  }

  @Test func aServerThatWantsAPasswordIsSaid() throws {
    let failure = try #require(try send(try judge(), user: ""))
    #expect(failure.kind == .notAllowed)
    #expect(failure.sentence.hasPrefix("127.0.0.1 wants a user name and a password: 530"))
  }

  // MARK: Bad servers

  @Test(
    arguments: [
      ("greeting", "421 4.3.2 Closing", Failure.Kind.unavailable, "takes no mail now: 421"),
      ("EHLO", "421 4.3.2 Closing", .unavailable, "takes no mail now: 421"),
      ("AUTH", "454 4.7.0 Later", .unavailable, "cannot check the password now: 454"),
      ("AUTH", "534 5.7.9 Weak", .notAllowed, "does not take the user name or the password: 534"),
      ("MAIL", "550 5.7.1 Not yours", .notAllowed, "takes no mail from that sender: 550"),
      ("MAIL", "552 5.3.4 Too big", .badInput, "is too large for 127.0.0.1: 552"),
      ("MAIL", "451 4.3.0 Busy", .unavailable, "from that sender: 451 4.3.0 Busy. Try again later"),
      ("RCPT TO:<to1", "550 5.1.1 Nobody", .badInput, "does not take to1@example.org: 550 5.1.1"),
      ("RCPT", "450 4.2.1 Grey", .unavailable, "does not take to0@example.org: 450"),
      ("DATA", "554 5.5.1 No", .unavailable, "did not take the mail: 554"),
      (".", "552 5.3.4 Too big", .badInput, "is too large for 127.0.0.1: 552"),
      ("MAIL", "552 Too big", .badInput, "is too large for 127.0.0.1: 552"),
      (".", "552 5.2.2 Mailbox full", .unavailable, "A mailbox is full: 552 5.2.2 Mailbox full."),
      ("RCPT", "552 5.2.2 Full", .unavailable, "The mailbox of to0@example.org is full: 552"),
      ("RCPT", "452 4.2.2 Full", .unavailable, "4.2.2 Full. Try again later."),
      (".", "552 5.2.3 Too long", .badInput, "is too large for 127.0.0.1: 552"),
      (".", "554 5.7.1 Spam", .unavailable, "did not take the mail: 554 5.7.1 Spam"),
      (".", "451 4.3.0 Disk full", .unavailable, "did not take the mail: 451"),
    ]) func everyNoIsASentence(
      _ at: String, _ reply: String, _ kind: Failure.Kind, _ words: String
    ) throws
  {
    var behaviour = SMTPServer.Behaviour()
    if at == "greeting" { behaviour.greeting = reply } else { behaviour.replies[at] = reply }
    // libcurl then tries HELO as well.
    if at == "EHLO" { behaviour.replies["HELO"] = reply }
    let server = SMTPServer(behaviour)
    let failure = try #require(try send(server))
    #expect(failure.kind == kind)
    #expect(failure.sentence.contains(words), "\(failure.sentence)")
    #expect(server.mails == 0)
  }

  @Test func withoutTLSNothingGoesWhereItIsWanted() throws {
    let server = SMTPServer()
    let failure = try #require(try send(server, security: .starttls))
    #expect(failure.sentence.hasPrefix("127.0.0.1 offers no safe connection (STARTTLS)."))
    #expect(!server.commands.contains { $0.hasPrefix("AUTH") || $0.hasPrefix("MAIL") })
    let implicit = try #require(try send(server, security: .tls))
    #expect(implicit.kind == .unavailable)
    #expect(
      implicit.sentence
        == "127.0.0.1 does not speak TLS on port \(server.port). TLS is usual on port 465, STARTTLS "
        + "on 587. Nothing was sent.")
    #expect(server.mails == 0)
  }

  @Test(arguments: ["greeting", "EHLO", "AUTH", "RCPT", "DATA"])
  func silenceAndDripsEnd(_ at: String) throws {
    for isDrip in [false, true] {
      var behaviour = SMTPServer.Behaviour()
      if isDrip { behaviour.dripsAt = at } else { behaviour.hangsAt = at }
      let failure = try #require(try send(SMTPServer(behaviour), limits: Self.hurried))
      #expect(failure.kind == .unavailable, "\(failure)")
      #expect(failure.sentence == "127.0.0.1 takes too long to answer. Try again later.")
    }
  }

  @Test(arguments: ["greeting", "EHLO", "AUTH", "MAIL", "RCPT", "DATA"])
  func hangingUpIsSaid(_ at: String) throws {
    var behaviour = SMTPServer.Behaviour()
    behaviour.hangsUpAt = at
    let failure = try #require(try send(SMTPServer(behaviour)))
    #expect(failure.kind == .unavailable)
    #expect(failure.sentence.contains("Nothing was sent."), "\(failure)")
  }

  /// It is then unknown whether the mail was accepted: it must not be resent automatically.
  @Test func whatIsNotKnownIsSaidAsSuch() throws {
    var behaviour = SMTPServer.Behaviour()
    behaviour.hangsUpAt = "."
    #expect(try send(SMTPServer(behaviour))?.kind == .unknownOutcome)
    behaviour.hangsUpAt = nil
    behaviour.hangsAt = "."
    #expect(try send(SMTPServer(behaviour), limits: Self.patient)?.kind == .unknownOutcome)
    behaviour.hangsAt = "QUIT"
    let server = SMTPServer(behaviour)
    #expect(try send(server, limits: Self.patient) == nil)
    #expect(server.mails == 1)
  }

  /// The one who waits is told that it is too late, before the server answers.
  @Test func theHandingOverIsSaid() throws {
    for (hangsAt, isSaid) in [("DATA", false), (".", true)] {
      var behaviour = SMTPServer.Behaviour()
      behaviour.hangsAt = hangsAt
      let server = SMTPServer(behaviour)
      let way = try #require(
        MailServer(
          host: "127.0.0.1", port: server.port, security: .none, user: "", password: .none))
      var count = 0
      let message = try Self.message()
      let limits = isSaid ? Self.patient : Self.hurried
      #expect(throws: Failure.self) {
        try MailSending(limits: limits).send(message, by: .smtp(way), Cancellation()) {
          count += 1
        }
      }
      #expect(count == (isSaid ? 1 : 0))
    }
  }

  @Test func nobodyThereIsSaid() throws {
    let server = SMTPServer()
    server.shutDown()
    let failure = try #require(try send(server))
    #expect(
      failure.sentence == "127.0.0.1 does not answer on port \(server.port). Try again later.")
  }

  @Test func givingUpCountsAtOnce() throws {
    var behaviour = SMTPServer.Behaviour()
    behaviour.hangsAt = "RCPT"
    let cancellation = Cancellation()
    let server = SMTPServer(behaviour)
    cancel(cancellation) { server.commands.contains { $0.hasPrefix("RCPT") } }
    let failure = try #require(try send(server, cancellation: cancellation))
    #expect(failure == .cancelled)
  }

  /// A server that trusts it would deliver an empty mail.
  @Test(arguments: [true, false])
  func `a mail that is given up is not ended like one that is whole`(_ isCancelled: Bool) throws {
    var behaviour = SMTPServer.Behaviour()
    behaviour.hangsAt = "DATA"
    let server = SMTPServer(behaviour)
    let cancellation = Cancellation()
    if isCancelled { cancel(cancellation) { server.commands.contains("DATA") } }
    // It is either the person or the deadline that ends it, not a server's silence.
    var limits = MailSending.Limits()
    if !isCancelled { limits.total = 1000 }
    let failure = try #require(try send(server, cancellation: cancellation, limits: limits))
    #expect(failure.kind == (isCancelled ? .cancelled : .unavailable))
    waitUntil("the client is gone") { server.ended == 1 }
    #expect(server.commands.last == "DATA")
  }
}
