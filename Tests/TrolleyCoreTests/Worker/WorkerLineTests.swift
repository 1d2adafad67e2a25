import Testing

@testable import TrolleyModel
@testable import TrolleyWire

/// The messages between the two programs, encoded and decoded.
@Suite struct WorkerLineTests {
  private static let provider = IdentityProvider(
    kind: .openID, name: "Höme “SSO”", address: "https://sso.example/realms/home", clientID: "a b",
    clientSecret: "s\"3\\c\nret", version: "v1")

  private static var qr: QRCode {
    get throws {
      try #require(QRCode(side: 21, modules: (0..<441).map { $0 % 3 == 0 || $0 % 7 == 1 }))
    }
  }

  private func line(_ bytes: [UInt8]) throws -> [UInt8] {
    #expect(bytes.last == 0x0A)
    #expect(bytes.dropLast().allSatisfy { $0 != 0x0A })
    #expect(bytes.count <= WorkerLine.longest)
    return Array(bytes.dropLast())
  }

  @Test(arguments: [
    WorkerTask.hashPassword("correct horse \u{1F40E} \u{0}\u{7F}\n\"\\"),
    .checkPassword("ñ", hash: nil), .checkPassword("", hash: "$argon2id$v=19$m=1,t=1,p=1$a$b"),
    .identify(provider, .browser), .identify(provider, .deviceCode),
    .identify(IdentityProvider(kind: .google, name: "Google"), .deviceCode),
    .encodeQR("HTTPS://EXAMPLE.ORG/?a=1&b=ü"),
  ]) func tasksComeBackAsTheyWere(_ task: WorkerTask) throws {
    let bytes = try line(WorkerLine.bytes(of: .ask(task, number: 7)))
    #expect(try WorkerLine.request(bytes) == .ask(task, number: 7))
    #expect(WorkerLine.number(bytes) == 7)
  }

  @Test func mailComesBackAsItWas() throws {
    let message = MailMessage(
      from: try MailAddress.parse("\"Ünal, A\" <ann@example.org>"),
      replyTo: try MailAddress.parse("b@example.org"),
      to: try MailAddress.parseList("Böb <bob@example.org>, c@d.example"), subject: "Λ \"x\"",
      text: String(repeating: "Milk \u{1F95B}\n", count: 20_000), html: "<p>\\</p>",
      time: 1_791_011_100, offset: -3600)
    for carrier in try Self.carriers {
      var task = WorkerTask.sendMail(message, carrier)
      var bytes = WorkerLine.bytes(of: .ask(task, number: 7))
      #expect(bytes.count <= WorkerLine.longestRequest)
      #expect(try WorkerLine.request(Array(bytes.dropLast())) == .ask(task, number: 7))
      var bad = message
      bad.subject = "a\r\nBcc: eve@example.org"
      task = .sendMail(bad, carrier)
      bytes = WorkerLine.bytes(of: .ask(task, number: 7))
      #expect(throws: Failure.self) { try WorkerLine.request(Array(bytes.dropLast())) }
    }
  }

  private static var carriers: [MailCarrier] {
    get throws {
      try [
        MailServer(
          host: "smtp.example.org", port: 465, security: .tls, user: "ann",
          password: .command(["pass", "show", "mail"])),
        MailServer(
          host: "smtp.example.org", port: 587, security: .starttls, user: "",
          password: .file("~/.secret")),
        MailServer(host: "127.0.0.1", port: 25, security: .none, user: "", password: .none),
      ].map { .smtp(try #require($0)) } + [.sendmail("/usr/sbin/sendmail")]
    }
  }

  @Test func cancellingComesBack() throws {
    #expect(try WorkerLine.request(line(WorkerLine.bytes(of: .cancel(9)))) == .cancel(9))
  }

  @Test func answersComeBackAsTheyWere() throws {
    let identity = ProvidedIdentity(
      issuer: "https://accounts.google.com", subject: "1098", email: "ann@example.org",
      isEmailVerified: true, name: "Ann Ünal")
    let code = DeviceCode(
      userCode: "QKRB-ZWNT", address: "https://www.google.com/device", qr: try Self.qr,
      expiresIn: 1800)
    var plainCode = code
    plainCode.qr = nil
    let answers: [WorkerAnswer] = [
      .passwordHashed("$argon2id$v=19$m=65536,t=3,p=1$abc$def"),
      .passwordChecked(isRight: true, rehashed: "$argon2id$x"),
      .passwordChecked(isRight: false, rehashed: nil), .showCode(code), .showCode(plainCode),
      .openBrowser("https://accounts.google.com/o/oauth2/v2/auth?a=b%20c"),
      .openBrowser("http://127.0.0.1:4000/x"), .identity(identity),
      .identity(ProvidedIdentity(issuer: "https://x.example", subject: "1")),
      .qrCode(try Self.qr), .mailHandedOver, .mailSent,
      .failed(Failure(.cancelled, "Ann said no.", detail: "access_denied")),
    ]
    for answer in answers {
      let (number, back) = try WorkerLine.answer(
        line(WorkerLine.bytes(of: answer, number: 3)))
      #expect(number == 3)
      #expect(back == answer)
    }
  }

  @Test func theLargestQRCodeFitsALine() throws {
    let code = try #require(
      QRCode(side: 177, modules: Array(repeating: true, count: 177 * 177)))
    let bytes = try line(WorkerLine.bytes(of: .qrCode(code), number: 1))
    #expect(try WorkerLine.answer(bytes).answer == .qrCode(code))
  }

  @Test(arguments: [
    "", "null", "[]", "7", "{", "{}", "{\"id\":1}", "{\"id\":\"1\",\"task\":\"encodeQR\"}",
    "{\"id\":-1,\"task\":\"encodeQR\",\"text\":\"a\"}",
    "{\"id\":1e3,\"task\":\"encodeQR\",\"text\":\"a\"}",
    "{\"id\":99999999999999999999,\"task\":\"encodeQR\",\"text\":\"a\"}",
    "{\"id\":1,\"task\":\"format\"}", "{\"id\":1,\"task\":\"encodeQR\"}",
    "{\"id\":1,\"task\":\"encodeQR\",\"text\":7}", "{\"id\":1,\"task\":\"encodeQR\",\"text\":null}",
    "{\"id\":1,\"task\":\"hashPassword\",\"password\":[\"a\"]}",
    "{\"id\":1,\"task\":\"checkPassword\",\"password\":\"a\",\"hash\":\"a b\"}",
    "{\"id\":1,\"task\":\"identify\",\"flow\":\"browser\",\"provider\":[]}",
    "{\"id\":1,\"task\":\"identify\",\"flow\":\"telepathy\",\"provider\":{\"kind\":\"google\"}}",
    "{\"cancel\":\"7\"}", "{\"cancel\":-7}", "{\"id\":1,\"task\":\"encodeQR\",\"text\":\"a\"} x",
  ]) func requestsThatMakeNoSenseAreRefused(_ text: String) {
    #expect(throws: Failure.self) { try WorkerLine.request(Array(text.utf8)) }
  }

  @Test func whatIsTooLargeIsRefused() {
    let password = String(repeating: "a", count: 1025)
    for task in [
      WorkerTask.hashPassword(password), .encodeQR(String(repeating: "a", count: 2954)),
      .checkPassword("a", hash: String(repeating: "h", count: 257)),
      .identify(IdentityProvider(kind: .google, name: "G", clientID: password), .browser),
    ] {
      let bytes = Array(WorkerLine.bytes(of: .ask(task, number: 1)).dropLast())
      #expect(throws: Failure.self) { try WorkerLine.request(bytes) }
    }
    let deep = String(repeating: "[", count: 60_000)
    #expect(throws: Failure.self) { try WorkerLine.request(Array(deep.utf8)) }
    let wide = "{\"id\":1,\"x\":[" + String(repeating: "1,", count: 1000) + "1]}"
    #expect(throws: Failure.self) { try WorkerLine.request(Array(wide.utf8)) }
    #expect(throws: Failure.self) { try WorkerLine.request([0xFF, 0xFE, 0x0A]) }
  }

  @Test(arguments: [
    "{\"id\":1,\"answer\":\"openBrowser\",\"address\":\"javascript:alert(1)\"}",
    "{\"id\":1,\"answer\":\"openBrowser\",\"address\":\"http://example.org/\"}",
    "{\"id\":1,\"answer\":\"openBrowser\",\"address\":\"https://a@example.org/\"}",
    "{\"id\":1,\"answer\":\"openBrowser\",\"address\":\"https://example.org/\\u001b[2J\"}",
    "{\"id\":1,\"answer\":\"openBrowser\",\"address\":\"--help\"}",
    "{\"id\":1,\"answer\":\"qrCode\",\"side\":22,\"modules\":\"00\"}",
    "{\"id\":1,\"answer\":\"qrCode\",\"side\":9223372036854775807,\"modules\":\"00\"}",
    "{\"id\":1,\"answer\":\"qrCode\",\"side\":4,\"modules\":\"0000\"}",
    "{\"id\":1,\"answer\":\"identity\",\"issuer\":\"https://a\",\"subject\":\"\",\"isEmailVerified\":true}",
    "{\"id\":1,\"answer\":\"identity\",\"issuer\":\"https://a\",\"subject\":\"ü\",\"isEmailVerified\":true}",
    "{\"id\":1,\"answer\":\"identity\",\"issuer\":\"https://a\",\"subject\":\"1\",\"isEmailVerified\":1}",
    "{\"id\":1,\"answer\":\"failed\",\"kind\":\"oops\",\"sentence\":\"a\"}",
    "{\"id\":1,\"answer\":\"showCode\",\"userCode\":\"\",\"address\":\"https://a.example\",\"expiresIn\":9}",
    "{\"id\":1,\"answer\":\"showCode\",\"userCode\":\"A\",\"address\":\"https://a.example\",\"expiresIn\":-1}",
    "{\"id\":1,\"answer\":\"passwordHashed\",\"hash\":\"\"}",
  ]) func answersThatMakeNoSenseAreRefused(_ text: String) {
    #expect(throws: Failure.self) { try WorkerLine.answer(Array(text.utf8)) }
  }

  @Test func whatIsShownIsClean() throws {
    let text = """
      {"id":1,"answer":"identity","issuer":"https://a.example","subject":"1","isEmailVerified":true,\
      "email":"no address","name":"An\\u001b[31mn\\u202e \\ud83d\\ude00\\u0000"}
      """
    guard case .identity(let identity) = try WorkerLine.answer(Array(text.utf8)).answer else {
      Issue.record("no identity")
      return
    }
    #expect(identity.name == "An[31mn \u{1F600}")
    #expect(identity.email == "")
    let failure = "{\"id\":1,\"answer\":\"failed\",\"kind\":\"busy\",\"sentence\":\"a\\nb\\u0007\"}"
    #expect(
      try WorkerLine.answer(Array(failure.utf8)).answer == .failed(Failure(.busy, "a b")))
  }

  // MARK: Lines

  private func pieces(_ buffer: inout LineBuffer, _ text: String) -> [LineBuffer.Piece] {
    Array(text.utf8).withUnsafeBytes { buffer.receive($0) }
  }

  private func line(_ text: String) -> LineBuffer.Piece { .line(Array(text.utf8)) }

  @Test func linesAreCutWhereverTheyArrive() {
    var buffer = LineBuffer(longest: 8)
    #expect(pieces(&buffer, "ab") == [])
    #expect(pieces(&buffer, "c\nde\n\nf") == [line("abc"), line("de"), line("")])
    #expect(pieces(&buffer, "1234567\n") == [line("f1234567")])
  }

  @Test func aLineWithoutEndIsThrownAwayAndSaidOnce() {
    var buffer = LineBuffer(longest: 4)
    #expect(pieces(&buffer, "abcde") == [.tooLong])
    #expect(pieces(&buffer, String(repeating: "x", count: 1000)) == [])
    #expect(pieces(&buffer, "y\nok\n") == [line("ok")])
    #expect(pieces(&buffer, "12345\n1234\n123456\n") == [.tooLong, line("1234"), .tooLong])
  }
}
