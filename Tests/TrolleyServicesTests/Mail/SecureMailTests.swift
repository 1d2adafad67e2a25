import Foundation
import Testing
import TrolleyModel
import TrolleyTestSupport

@testable import TrolleyServices

/// Certificates of mail servers, with an OpenSSL server in front of the mail server.
@Suite(.startsPrograms) struct SecureMailTests {
  @Test func aCertificateThatNobodyVouchesForIsRefused() throws {
    let server = try SecureServer(names: "IP:127.0.0.1", days: 2)
    let way = try #require(
      MailServer(
        host: "127.0.0.1", port: server.port, security: .tls, user: "", password: .none))
    let message = try SMTPTests.message()
    for authorities in [nil, server.certificate] {
      var limits = MailSending.Limits()
      limits.reply = 1000
      do throws(Failure) {
        try MailSending(limits: limits, authorities: authorities)
          .send(message, by: .smtp(way), Cancellation())
        Issue.record("sent")
      } catch {
        // With the right CA the connection succeeds, to a server that says nothing.
        let words =
          authorities == nil
          ? "There is no safe connection to 127.0.0.1: its certificate is not valid. Nothing was sent."
          : "127.0.0.1 takes too long to answer. Try again later."
        #expect(error.sentence == words)
      }
    }
  }

  @Test func `a server that wants TLS from the start is named where STARTTLS is set`() throws {
    let server = try SecureServer(names: "IP:127.0.0.1", days: 2)
    let way = try #require(
      MailServer(
        host: "127.0.0.1", port: server.port, security: .starttls, user: "", password: .none))
    var limits = MailSending.Limits()
    limits.reply = 1000
    let message = try SMTPTests.message()
    do throws(Failure) {
      try MailSending(limits: limits).send(message, by: .smtp(way), Cancellation())
      Issue.record("sent")
    } catch {
      #expect(
        error.sentence.hasPrefix(
          "127.0.0.1 does not greet on port \(server.port). Does it want TLS from the start"))
    }
  }
}
