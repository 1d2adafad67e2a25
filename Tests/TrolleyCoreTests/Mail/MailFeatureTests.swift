import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyWire

/// Mailing on the screen: the form, sending, failures, drafts, orders.
@Suite struct MailFeatureTests {
  private func shopper(
    _ settings: String = Self.smtp, hasBrowser: Bool = false
  ) throws -> TestApp {
    let file = try PreferencesFile(Array("{\"mail\":\(settings)}".utf8))
    #expect(file.complaints == [])
    let shopper = TestApp(preferences: file.preferences, hasBrowser: hasBrowser)
    shopper.focus("Milk")
    shopper.press("space", "2")
    return shopper
  }

  private static let smtp =
    "{\"server\":\"smtp.example.org\",\"from\":\"Ann <ann@example.org>\",\"user\":\"ann\","
    + "\"passwordCommand\":[\"pass\",\"show\",\"mail\"]}"

  private func mails(_ shopper: TestApp) -> [(MailMessage, MailCarrier)] {
    shopper.effects.compactMap {
      if case .askWorker(.sendMail(let message, let carrier), _) = $0 {
        (message, carrier)
      } else {
        nil
      }
    }
  }

  @Test func theFormSaysByWhatWayAndSends() throws {
    let shopper = try shopper()
    shopper.press("m")
    let form = try #require(shopper.form)
    #expect(
      shopper.state.sentence(above: form).text
        == "Goes by smtp.example.org, from Ann <ann@example.org>.")
    shopper.type("bob@example.org, Cleo <c@example.org>")
    shopper.press("tab", "tab")
    shopper.type("Thanks!")
    shopper.press("enter")
    #expect(shopper.form == nil)
    #expect(shopper.notice == "Mailed to bob@example.org and 1 other.")
    let (message, carrier) = try #require(mails(shopper).first)
    #expect(message.to.map(\.address) == ["bob@example.org", "c@example.org"])
    #expect(message.text.hasPrefix("Thanks!\n\n[ ] 1 Milk"))
    #expect(message.subject == "Shopping list")
    #expect(carrier.name == "smtp.example.org")
    // Saved, and offered next time.
    #expect(
      shopper.session.preferences.mail.recent == ["bob@example.org", "Cleo <c@example.org>"])
    shopper.press("m")
    shopper.type("x@example.org, bo")
    #expect(shopper.form?.fields[0].suggestion == "b@example.org")
    shopper.press("ctrl-n")
    #expect(shopper.form?.fields[0].input.text == "x@example.org, bob@example.org")
  }

  @Test func aWrongAddressIsSaidBesideItsField() throws {
    let shopper = try shopper()
    shopper.press("m", "ctrl-s")
    #expect(shopper.form?.fields[0].error == "Whom is it for? An address is needed.")
    shopper.type("bob@example.org, -f@example.org")
    shopper.press("ctrl-s")
    #expect(
      shopper.form?.fields[0].error
        == "“-f@example.org” is no e-mail address: it begins with “-”.")
    #expect(shopper.form?.fields[0].input.text == "bob@example.org, -f@example.org")
    #expect(mails(shopper).isEmpty)
  }

  @Test func aTestIsNotKeptAndSaysToWhomItWent() throws {
    let shopper = try shopper()
    shopper.worker.saysToMail = [.failed(Failure(.unavailable, "No network."))]
    shopper.focusSetting("mail.server")
    shopper.press("t", "ctrl-u")
    shopper.type("bob@example.org")
    shopper.press("ctrl-s")
    #expect(shopper.form?.trouble == "No network.")
    #expect(!shopper.effects.contains { if case .changeDrafts = $0 { true } else { false } })
    #expect(shopper.session.mail.drafts.all == [])
    shopper.worker.saysToMail = [.mailSent]
    shopper.press("ctrl-s")
    #expect(shopper.notice == "The test was mailed to bob@example.org.")
  }

  @Test func aFailureLosesNothingAndIsKept() throws {
    let shopper = try shopper()
    shopper.worker.saysToMail = [.failed(Failure(.unavailable, "No network."))]
    shopper.press("m")
    shopper.type("bob@example.org")
    shopper.press("ctrl-s")
    let form = try #require(shopper.form)
    #expect(form.trouble == "No network. The mail is kept as a draft.")
    #expect(form.fields[0].input.text == "bob@example.org")
    let kept = try #require(
      shopper.effects.reversed().lazy.compactMap { effect -> MailDraft? in
        if case .changeDrafts(.keep(let draft)) = effect { draft } else { nil }
      }.first)
    // The next run loads it.
    #expect(MailDraft(kept.bytes) == kept)
    shopper.press("esc", "m")
    #expect(shopper.form?.fields[0].input.text == "bob@example.org")
    shopper.worker.saysToMail = [.failed(Failure(.badInput, "bob is not known."))]
    shopper.press("ctrl-s")
    #expect(shopper.form?.fields[0].error == "bob is not known.")
    shopper.worker.saysToMail = [.mailSent]
    shopper.press("ctrl-s")
    #expect(shopper.effects.contains(.changeDrafts(.forget(kept.key))))
    #expect(shopper.session.mail.drafts.all == [])
  }

  @Test func whatIsNoDraftIsNone() {
    for text in [
      "", "{}", "[]", "{\"v\":2,\"about\":\"list\"}",
      "{\"v\":1,\"about\":\"order\",\"order\":\"x\"}",
    ] {
      #expect(MailDraft(Array(text.utf8)) == nil)
    }
  }

  @Test func whileItIsSentOnlyCancellingWorks() throws {
    let shopper = try shopper()
    shopper.worker.saysToMail = []
    shopper.press("m")
    shopper.type("bob@example.org")
    shopper.press("ctrl-s")
    let number = try #require(shopper.session.pendingRequests.numbers.max())
    #expect(shopper.session.nextDeadline == 1000)
    shopper.wait(milliseconds: 3000)
    let form = try #require(shopper.form)
    #expect(
      shopper.state.sentence(above: form).text == "Sending by smtp.example.org… 0:03")
    shopper.type("x")
    shopper.press("ctrl-s")
    #expect(shopper.form?.fields[0].input.text == "bob@example.org")
    #expect(mails(shopper).count == 1)
    shopper.press("esc")
    #expect(shopper.effects.last == .cancelWork(number: number))
    shopper.send(.workerAnswered(.failed(.cancelled), number: number))
    #expect(shopper.notice == "Not sent.")
    #expect(shopper.form?.fields[0].input.text == "bob@example.org")
    shopper.press("esc")
    #expect(shopper.form == nil)
    #expect(shopper.session.nextDeadline == shopper.session.notice?.until)
  }

  // MARK: A server that does not answer

  private static let unknown = Failure(
    .unknownOutcome, "smtp.example.org got the mail and did not say that it took it.")

  /// Sends a mail that the server has and does not answer to.
  private func handOver(_ shopper: TestApp) throws -> Int {
    shopper.worker.saysToMail = [.mailHandedOver]
    shopper.press("m")
    shopper.type("bob@example.org")
    shopper.press("ctrl-s")
    return try #require(shopper.session.pendingRequests.numbers.max())
  }

  @Test func whatMayHaveBeenSentIsNotCalledUnsent() throws {
    let shopper = try shopper()
    shopper.worker.saysToMail = [.failed(Self.unknown)]
    shopper.press("m")
    shopper.type("bob@example.org")
    shopper.press("ctrl-s", "esc")
    #expect(shopper.canvas.text.contains("· r: mail in doubt"))
    shopper.press("m")
    let words = shopper.state.sentence(above: try #require(shopper.form)).text
    #expect(words.hasPrefix("This may have been sent: ask whether it came before you send"))
    #expect(!words.contains("Not sent"))
    // The next run knows it, too.
    let kept = try #require(shopper.session.mail.drafts.all.first)
    #expect(MailDraft(kept.bytes)?.mayHaveBeenSent == true)
    // What fails later says nothing about the first one.
    shopper.worker.saysToMail = [.failed(Failure(.unavailable, "No network."))]
    shopper.press("ctrl-s")
    #expect(shopper.session.mail.drafts.all.map(\.mayHaveBeenSent) == [true])
    #expect(
      shopper.form?.trouble
        == "An earlier attempt may have arrived. No network. The mail is kept as a draft.")
    shopper.press("esc")
    #expect(shopper.canvas.text.contains("· r: mail in doubt"))
    shopper.press("m", "ctrl-x")
    #expect(shopper.dialog?.message.hasPrefix("Whether it was sent is not known.") == true)
    shopper.press("esc")
    shopper.worker.saysToMail = [.mailSent]
    shopper.press("ctrl-s")
    #expect(shopper.session.mail.drafts.all == [])
  }

  @Test func `a mail is on the disk before it is sent, and away where it is taken back`() throws {
    let shopper = try shopper()
    shopper.worker.saysToMail = []
    shopper.press("m")
    shopper.type("bob@example.org")
    _ = shopper.takeEffects()
    shopper.press("ctrl-s")
    let effects = shopper.takeEffects()
    let kept = effects.firstIndex {
      if case .claimMail(let claim, _) = $0 {
        claim.pending?.mayHaveBeenSent == true
      } else {
        false
      }
    }
    let sent = effects.firstIndex {
      if case .askWorker(.sendMail, _) = $0 { true } else { false }
    }
    #expect(try #require(kept) < (try #require(sent)))
    let number = try #require(shopper.session.pendingRequests.numbers.max())
    shopper.send(.workerAnswered(.failed(.cancelled), number: number))
    #expect(shopper.session.mail.drafts.all == [])
  }

  @Test func `a worker that ends when the server has the mail leaves it in doubt`() throws {
    let shopper = try shopper()
    let number = try handOver(shopper)
    shopper.press("q")
    shopper.send(
      .workerAnswered(.failed(.workerEnded("trolley-worker", why: "it ended")), number: number))
    #expect(
      shopper.notice
        == "Whether the mail to bob@example.org was sent is not known. The mail is kept as a draft."
    )
    #expect(shopper.session.mail.drafts.all.map(\.mayHaveBeenSent) == [true])
  }

  @Test func `a mail that waits is sent to the address that it is given then, and waits no longer`()
    throws
  {
    let shopper = try shopper()
    func mail(_ address: String, _ answer: WorkerAnswer) {
      shopper.worker.saysToMail = [answer]
      shopper.press("m", "ctrl-u")
      shopper.type(address)
      shopper.press("ctrl-s", "esc")
    }
    let noNetwork = WorkerAnswer.failed(Failure(.unavailable, "No network."))
    mail("ben@example.org", noNetwork)
    mail("ann@example.org", .mailSent)
    #expect(shopper.session.mail.drafts.all.isEmpty)
    #expect(shopper.notice == "Mailed to ann@example.org in place of ben@example.org.")
    // Also where the first one was typed into the same form.
    shopper.worker.saysToMail = [noNetwork]
    shopper.press("m", "ctrl-u")
    shopper.type("cleo@example.rg")
    shopper.press("ctrl-s", "ctrl-u")
    #expect(shopper.session.mail.drafts.all.map(\.to) == ["cleo@example.rg"])
    shopper.type("cleo@example.org")
    shopper.press("ctrl-s")
    #expect(shopper.session.mail.drafts.all.map(\.to) == ["cleo@example.org"])
    // What was not sent after all waits as before.
    shopper.worker.saysToMail = []
    shopper.press("ctrl-u")
    shopper.type("dee@example.org")
    shopper.press("ctrl-s")
    #expect(shopper.session.mail.drafts.all.map(\.to) == ["dee@example.org"])
    let number = try #require(shopper.session.mail.sending?.number)
    shopper.send(.workerAnswered(.failed(Failure(.cancelled, "")), number: number))
    #expect(shopper.session.mail.drafts.all.map(\.to) == ["cleo@example.org"])
  }

  @Test func anOrderThatMayHaveBeenMailedIsNotCalledUnmailed() throws {
    let shopper = try shopper()
    order(shopper)
    shopper.worker.saysToMail = [.failed(Self.unknown)]
    shopper.press("enter")
    #expect(shopper.dialog?.message.contains("not sent") == false)
    shopper.press("esc")
    #expect(
      shopper.session.banner
        == "Whether order 1 was mailed to shop@corner.example is not known: "
        + Self.unknown.sentence)
  }

  @Test func onceTheServerHasItItIsTooLateToCancel() throws {
    let shopper = try shopper()
    let number = try handOver(shopper)
    shopper.wait(milliseconds: 3000)
    let words = shopper.state.sentence(above: try #require(shopper.form)).text
    #expect(
      words
        == "It is too late to cancel: smtp.example.org has the mail. Waiting for its answer… 0:03")
    #expect(!shopper.canvas.text.contains("cancel  "))
    _ = shopper.takeEffects()
    shopper.press("x", "d")
    #expect(shopper.form != nil)
    shopper.press("esc")
    #expect(shopper.form == nil)
    #expect(shopper.notice == "smtp.example.org has the mail. You will be told what it answers.")
    #expect(!shopper.takeEffects().contains(.cancelWork(number: number)))
    shopper.send(.workerAnswered(.mailSent, number: number))
    #expect(shopper.notice == "Mailed to bob@example.org.")
    #expect(shopper.session.preferences.mail.recent == ["bob@example.org"])
  }

  @Test(arguments: [("q", false), ("1", false), ("Q", true), ("enter", false)])
  func otherKeysWorkWhileItWaits(_ key: String, _ quits: Bool) throws {
    let shopper = try shopper()
    let number = try handOver(shopper)
    shopper.press(key)
    #expect(shopper.form == nil)
    #expect(shopper.effects.contains(.quit) == quits)
    #expect(shopper.session.page == (key == "1" ? .items : .cart))
    shopper.send(.workerAnswered(.failed(Self.unknown), number: number))
    #expect(shopper.notice == Self.unknown.sentence + " The mail is kept as a draft.")
    #expect(shopper.session.banner == nil)
    #expect(shopper.session.mail.drafts.all.map(\.mayHaveBeenSent) == [true])
  }

  @Test func theFirstWayThatIsSetUpIsTaken() throws {
    let program = try shopper("{\"sendmail\":\"/usr/bin/msmtp\",\"from\":\"a@b.example\"}")
    #expect(program.state.mailCarrier == .sendmail("/usr/bin/msmtp"))
    let none = try shopper("{\"sendmail\":false}")
    #expect(none.state.mailCarrier == nil)
    #expect(MailSettings().carrier(found: "/usr/sbin/sendmail") == .sendmail("/usr/sbin/sendmail"))
    none.press("m")
    none.type("bob@example.org")
    none.press("ctrl-s")
    guard case .code(let code)? = none.session.overlays.last else {
      Issue.record("no link")
      return
    }
    #expect(code.isLink && code.text.hasPrefix("mailto:bob@example.org?subject=Shopping%20list"))
    // What has no room in one code is copied as text.
    var failed = code
    failed.stage = .failed("too long")
    #expect(!failed.text.contains("%20"))
    let desktop = try shopper("{\"sendmail\":false}", hasBrowser: true)
    desktop.press("m")
    desktop.type("bob@example.org")
    desktop.press("ctrl-s")
    #expect(
      desktop.effects.contains {
        if case .openAddress(let text) = $0 { MailLink.isSound(text) } else { false }
      })
    #expect(desktop.notice == "Opening a draft in your mail program.")
  }

  @Test func `a draft that no mail program opens is kept`() throws {
    let desktop = try shopper("{\"sendmail\":false}", hasBrowser: true)
    desktop.press("m")
    desktop.type("bob@example.org")
    desktop.press("ctrl-s")
    let link = try #require(desktop.session.mail.opened?.link)
    desktop.send(.openingFailed(link))
    #expect(
      desktop.notice == "Your mail program could not be opened. The mail is kept as a draft.")
    #expect(desktop.session.mail.drafts.all.map(\.to) == ["bob@example.org"])
    #expect(desktop.session.mail.drafts.all.map(\.mayHaveBeenSent) == [false])
    desktop.press("m")
    #expect(desktop.form?[.to] == "bob@example.org")
    desktop.press("esc")
    desktop.send(.openingFailed("https://example.org/"))
    #expect(
      desktop.notice
        == "That could not be opened here. The address went to the terminal’s clipboard.")
    #expect(desktop.session.mail.drafts.all.count == 1)
  }

  // MARK: Drafts on a desktop

  private func desktop(items count: Int) throws -> TestApp {
    let desktop = try shopper("{\"sendmail\":false}", hasBrowser: true)
    desktop.paste((1..<count).map { "product number \($0)" }.joined(separator: "\n"))
    desktop.press("enter", "2")
    return desktop
  }

  private func links(_ shopper: TestApp) -> [String] {
    shopper.effects.compactMap { if case .openAddress(let link) = $0 { link } else { nil } }
  }

  private func sentence(_ shopper: TestApp) throws -> String {
    shopper.state.sentence(above: try #require(shopper.form)).text
  }

  @Test func `a list that has no room in a draft with its prices goes without them`() throws {
    let desktop = try desktop(items: 40)
    desktop.press("m")
    desktop.type("bob@example.org")
    #expect(
      try sentence(desktop)
        == "A draft opens in your mail program, without the prices: with them it would be too long."
    )
    desktop.press("ctrl-s")
    #expect(links(desktop).last?.hasSuffix("%0D%0Aproduct%20number%2039") == true)
    #expect(desktop.notice == "Opening a draft without the prices in your mail program.")
    #expect(desktop.dialog == nil)
  }

  @Test(arguments: [100, 400])
  func `of a list that has no room in a draft it is said that it has to be pasted`(_ count: Int)
    throws
  {
    let desktop = try desktop(items: count)
    desktop.press("m")
    desktop.type("bob@example.org")
    #expect(try sentence(desktop).hasPrefix("The list is too long for a draft: an empty one opens"))
    desktop.press("ctrl-s")
    #expect(links(desktop) == ["mailto:bob@example.org?subject=Shopping%20list"])
    #expect(desktop.effects.contains { if case .copy = $0 { true } else { false } })
    #expect(desktop.dialog?.title == "The draft is empty")
    #expect(desktop.dialog?.message.contains("paste it into the mail to bob@example.org") == true)
    // Nothing was opened that could be filled.
    desktop.send(.openingFailed(try #require(links(desktop).last)))
    #expect(desktop.dialog == nil)
    #expect(
      desktop.notice == "Your mail program could not be opened. The mail is kept as a draft.")
  }

  @Test func `the mail of an order that has no room in a draft waits`() throws {
    let desktop = try desktop(items: 100)
    order(desktop)
    #expect(
      try sentence(desktop).hasSuffix(
        ". The list is too long for a draft, so the mail to shop@corner.example will wait."))
    desktop.press("enter")
    #expect(links(desktop) == [])
    #expect(
      desktop.dialog?.message
        == "Order 1 is saved, but it was not sent. The list is too long for a draft. The mail is kept as "
        + "a draft. Set up a mail server in the settings, or press m on the order to paste its text into "
        + "an empty draft.")
    desktop.press("esc", "4")
    #expect(desktop.canvas.text.contains("mail not sent"))
    desktop.press("m")
    #expect(try sentence(desktop).hasPrefix("Not sent so far. The list is too long for a draft: "))
    desktop.press("ctrl-s")
    #expect(links(desktop) == ["mailto:shop@corner.example?subject=Order%201%20for%20Ann"])
    #expect(desktop.dialog?.title == "The draft is empty")
  }

  @Test func `the draft of a longer order is without the prices`() throws {
    let desktop = try desktop(items: 40)
    order(desktop)
    #expect(
      try sentence(desktop).hasSuffix(
        ". A mail to shop@corner.example without the prices will open in your mail program."))
    desktop.press("enter")
    let link = try #require(links(desktop).last)
    #expect(link.contains("&body=For%3A%20Ann%0D%0ATo%3A%201%20Long%20Road%0D%0A%0D%0AMilk%0D%0A"))
    #expect(link.hasSuffix("%0D%0Aproduct%20number%2039"))
  }

  @Test func `an order whose draft no mail program opens is said to be not sent`() throws {
    let desktop = try shopper("{\"sendmail\":false}", hasBrowser: true)
    order(desktop)
    desktop.press("enter")
    #expect(desktop.dialog?.message.contains("that is in your mail program now") == true)
    desktop.send(.openingFailed(try #require(links(desktop).last)))
    let words = "Your mail program could not be opened. The mail is kept as a draft."
    #expect(desktop.dialog?.message == "Order 1 is saved, but it was not sent. " + words)
    #expect(desktop.notice == words)
    #expect(desktop.session.dueNotifications.allSatisfy { $0.body.hasSuffix(words) })
  }

  @Test func `a mail server that can't be used as it is set up is said before a mail is sent`()
    throws
  {
    var mail = MailSettings()
    mail.from = try MailAddress.parse("ann@example.org")
    mail.sendmail = .none
    mail.host = "smtp.example.org"
    mail.user = "ann"
    #expect(mail.lackOfPassword == "The password of ann is missing: see mail.passwordCommand.")
    #expect(mail.carrier(found: nil) != nil)
    mail.security = .none
    #expect(mail.carrier(found: nil) == nil)
    #expect(mail.whyNone == "Without encryption mail goes only to a server on this machine")
  }

  @Test func `at check-out it is said that a mail will wait`() throws {
    let shopper = try shopper("{\"sendmail\":false}")
    order(shopper)
    #expect(
      try sentence(shopper).hasSuffix(
        ". Mail is not set up here, so the mail to shop@corner.example will wait."))
  }

  // MARK: Orders

  private func order(_ shopper: TestApp) {
    shopper.press("3", "a")
    for text in ["Corner", "", "", "shop@corner.example"] {
      shopper.type(text)
      shopper.press("tab")
    }
    shopper.press("ctrl-s", "o")
    for text in ["Ann", "1 Long Road", "corner"] {
      shopper.press("ctrl-u")
      shopper.type(text)
      shopper.press("tab")
    }
  }

  @Test func anOrderIsMailedToItsStore() throws {
    let shopper = try shopper()
    order(shopper)
    let form = try #require(shopper.form)
    #expect(
      shopper.state.sentence(above: form).text.hasSuffix(
        ". It goes to shop@corner.example by smtp.example.org."))
    shopper.isDiskSlow = true
    shopper.press("enter")
    #expect(mails(shopper).isEmpty)
    shopper.letThrough()
    let (message, _) = try #require(mails(shopper).first)
    #expect(message.to.map(\.address) == ["shop@corner.example"])
    #expect(message.subject == "Order 1 for Ann")
    #expect(message.text.hasPrefix("For: Ann\nTo: 1 Long Road\n\n- 1 Milk"))
    // Nothing is promised in the name of the store.
    #expect(shopper.dialog?.message == "Order 1 was mailed to shop@corner.example.")
    #expect(shopper.notice == "Mailed to shop@corner.example.")
  }

  @Test func `an order whose draft a person has sent is recorded as mailed`() throws {
    for asksInForm in [false, true] {
      let desktop = try shopper("{\"sendmail\":false}", hasBrowser: true)
      order(desktop)
      desktop.press("enter", "esc", "4")
      let placed = try #require(desktop.shared.orders.last)
      #expect(desktop.state.mailState(of: placed) == "no mail recorded")
      #expect(desktop.canvas.rows.last?.contains("d it was mailed") == true)
      if asksInForm { desktop.press("m", "ctrl-x") } else { desktop.press("d") }
      #expect(desktop.dialog?.message.hasPrefix("Whether it was sent is not known.") == true)
      desktop.press("right", "enter")
      #expect(
        desktop.notice
          == "The mail to shop@corner.example was sent: that is recorded — u to undo")
      #expect(desktop.form == nil && desktop.state.mailState(of: placed) == nil)
      #expect(desktop.shared.mailing(of: placed.id)?.isUncertain == false)
      desktop.press("d")
      #expect(desktop.dialog == nil && desktop.notice == "No mail of order 1 waits here.")
    }
  }

  @Test func `what is said of a mail is undone and done again, and the order stays`() throws {
    for (key, words) in [("right", "was mailed to"), ("left", "No mail of it is wanted.")] {
      let desktop = try shopper("{\"sendmail\":false}", hasBrowser: true)
      order(desktop)
      desktop.press("enter", "esc", "4", "d")
      #expect(desktop.dialog?.buttons.last?.label == "It is not wanted")
      desktop.press(key, "enter")
      let placed = try #require(desktop.shared.orders.last)
      #expect(desktop.state.mailState(of: placed) == nil)
      desktop.press("enter")
      #expect(desktop.canvas.text.contains(key == "right" ? "Mailed to" : words))
      desktop.press("esc", "u")
      #expect(desktop.notice == "Undid: what was said of the mail of order 1")
      #expect(desktop.shared.orders.count == 1)
      #expect(desktop.state.mailState(of: placed) == "no mail recorded")
      desktop.press("ctrl-r")
      #expect(desktop.state.mailState(of: placed) == nil)
      desktop.press("u", "u")
      #expect(desktop.shared.orders.isEmpty)
    }
  }

  @Test func `a mail that waited and is dropped leaves no mark`() throws {
    let shopper = try shopper()
    order(shopper)
    shopper.worker.isSilent = true
    shopper.press("enter", "esc", "4")
    let number = try #require(shopper.session.mail.sending?.number)
    shopper.send(
      .workerAnswered(.failed(Failure(.unavailable, "It is not there.")), number: number))
    let placed = try #require(shopper.shared.orders.last)
    #expect(shopper.state.mailState(of: placed) == "mail not sent")
    shopper.press("d", "left", "enter")
    #expect(shopper.notice.hasPrefix("The mail to shop@corner.example is dropped"))
    #expect(shopper.state.mailState(of: placed) == nil)
  }

  @Test func `an order says that its mail is being sent`() throws {
    let shopper = try shopper()
    order(shopper)
    shopper.worker.isSilent = true
    shopper.press("enter", "esc", "4")
    #expect(shopper.canvas.text.contains("being mailed"))
    shopper.press("enter")
    #expect(shopper.canvas.text.contains("Its mail to shop@corner.example is being sent."))
    let number = try #require(shopper.session.mail.sending?.number)
    shopper.send(.workerAnswered(.mailSent, number: number))
    #expect(!shopper.canvas.text.contains("being sent"))
    #expect(shopper.canvas.text.contains("Mailed to shop@corner.example on "))
  }

  @Test func theMailOfAnOrderThatWasUndoneIsSpokenOf() throws {
    let shopper = try shopper()
    order(shopper)
    shopper.worker.isSilent = true
    shopper.press("enter", "esc", "u")
    #expect(shopper.shared.orders.isEmpty)
    let number = try #require(shopper.session.mail.sending?.number)
    shopper.send(.workerAnswered(.mailSent, number: number))
    #expect(
      shopper.notice
        == "The order is undone, but the mail to shop@corner.example has gone already: "
        + "call the store.")
  }

  @Test func `undo says that the store has the order, and its number is used up`()
    throws
  {
    let shopper = try shopper()
    order(shopper)
    shopper.press("enter", "esc")
    #expect(shopper.shared.mailings.map(\.number) == [1])
    shopper.press("4", "enter")
    #expect(shopper.canvas.text.contains("Mailed to shop@corner.example on "))
    shopper.press("u")
    #expect(shopper.shared.orders.isEmpty)
    #expect(
      shopper.notice == "Undid: place order 1. But the mail to shop@corner.example has gone "
        + "already: call the store")
    shopper.press("U", "esc")
    #expect(shopper.shared.orders.map(\.number) == [1])
    shopper.press("u", "o")
    for text in ["Ann", "1 Long Road", "corner"] {
      shopper.press("ctrl-u")
      shopper.type(text)
      shopper.press("tab")
    }
    shopper.press("enter", "esc")
    #expect(shopper.shared.orders.map(\.number) == [2])
  }

  @Test func `an order whose mail may have gone says so for good`() throws {
    let shopper = try shopper()
    order(shopper)
    shopper.worker.saysToMail = [.failed(Failure(.unknownOutcome, "It did not answer."))]
    shopper.press("enter", "esc")
    #expect(shopper.shared.mailings.map(\.isUncertain) == [true])
    let order = try #require(shopper.shared.orders.first)
    #expect(
      shopper.shared.remark(onMailOf: order, waiting: MailDrafts())
        == "the mail to shop@corner.example may have gone: call the store")
    shopper.worker.saysToMail = [.mailSent]
    shopper.press("r", "ctrl-s")
    #expect(shopper.shared.mailing(of: order.id)?.isUncertain == false)
  }

  @Test func anOrderThatIsNotMailedIsSaidUntilItIs() throws {
    let shopper = try shopper()
    order(shopper)
    shopper.worker.saysToMail = [.failed(Failure(.unavailable, "No network."))]
    shopper.press("enter", "esc")
    let banner = "Order 1 was not mailed to shop@corner.example: No network."
    #expect(shopper.session.banner == banner)
    shopper.press("1", "space")
    #expect(shopper.session.banner == banner)
    shopper.worker.saysToMail = [.mailSent]
    shopper.press("r")
    #expect(shopper.session.banner == nil)
    #expect(shopper.notice == "Mailed to shop@corner.example.")
    #expect(mails(shopper).count == 2)
    #expect(mails(shopper)[0].0.text == mails(shopper)[1].0.text)
  }

  @Test func anOrderOfThePastIsMailedFromItsPage() throws {
    let shopper = try shopper()
    order(shopper)
    shopper.press("enter", "esc", "4", "m")
    #expect(shopper.form?.title == "Mail order 1")
    #expect(shopper.form?.fields[0].input.text == "shop@corner.example")
  }

  // MARK: Codes

  @Test func theListIsACodeForThePhone() throws {
    let shopper = try shopper()
    shopper.worker.code = QRCode(side: 21, modules: Array(repeating: false, count: 441))
    shopper.press("Y")
    #expect(
      shopper.effects.contains {
        if case .askWorker(.encodeQR("Milk"), _) = $0 { true } else { false }
      })
    guard case .code(let code)? = shopper.session.overlays.last, case .shown = code.stage else {
      Issue.record("no code")
      return
    }
    shopper.press("y")
    #expect(shopper.effects.last == .copy("Milk"))
    shopper.press("esc")
    #expect(shopper.session.overlays.isEmpty)
  }

  @Test func aLongListIsSeveralCodes() throws {
    let shopper = try shopper()
    shopper.worker.code = QRCode(side: 37, modules: Array(repeating: false, count: 37 * 37))
    shopper.paste((1...14).map { "thing number \($0)" }.joined(separator: "\n"))
    shopper.press("enter", "2")
    _ = shopper.takeEffects()
    shopper.press("Y")
    guard case .code(let code)? = shopper.session.overlays.last else {
      Issue.record("no code")
      return
    }
    // Eighty columns and twenty-four lines have room for version 5.
    #expect(code.pages.count == 3)
    #expect(code.pages.allSatisfy { (1...106).contains($0.utf8.count) })
    #expect(code.pages.joined(separator: "\n") == code.text)
    #expect(code.title == "The list for your phone, 1 of 3")
    shopper.press("right")
    #expect(
      shopper.takeEffects().contains {
        if case .askWorker(.encodeQR(code.pages[1]), _) = $0 { true } else { false }
      })
    #expect(shopper.canvas.text.contains("2 of 3"))
    shopper.press("right", "right", "left")
    #expect(shopper.canvas.text.contains("2 of 3"))
    // A larger window has room for all of it.
    shopper.resize(Size(width: 120, height: 60))
    guard case .code(let large)? = shopper.session.overlays.last else { return }
    #expect(large.pages == [code.text])
    shopper.press("y")
    #expect(shopper.effects.last == .copy(code.text))
  }

  @Test func aDraftForThePhoneIsNoWallOfSigns() throws {
    let shopper = try shopper("{\"sendmail\":false}")
    shopper.worker.code = QRCode(side: 37, modules: Array(repeating: false, count: 37 * 37))
    shopper.paste((1...14).map { "thing number \($0)" }.joined(separator: "\n"))
    shopper.press("enter", "2", "m")
    #expect(shopper.form?.action == "Show a draft")
    shopper.type("bob@example.org")
    shopper.press("ctrl-s")
    guard case .code(let code)? = shopper.session.overlays.last else {
      Issue.record("no code")
      return
    }
    #expect(code.pages.first == "mailto:bob@example.org?subject=Shopping%20list")
    #expect(code.pages.count > 1 && code.pages.dropFirst().allSatisfy { $0.utf8.count <= 106 })
    #expect(!shopper.canvas.text.contains("%"))
    let count = code.pages.count
    #expect(shopper.canvas.text.contains("1 of \(count): an empty mail"))
    shopper.press("right")
    #expect(shopper.canvas.text.contains("2 of \(count): its text, to paste into it"))
    #expect(code.pages.dropFirst().joined(separator: "\n").hasPrefix("Milk\nthing number 1\n"))
  }

  @Test func `why a mail was not sent is said in full in a small window`() throws {
    let shopper = try shopper()
    shopper.resize(.small)
    let sentence = "The server smtp.example.org does not take the user name or the password."
    shopper.worker.saysToMail = [.failed(Failure(.notAllowed, sentence))]
    shopper.press("m")
    shopper.type("bob@example.org")
    shopper.press("ctrl-s")
    let shown = shopper.canvas.text.split(whereSeparator: { " \n│╭╮╰╯─".contains($0) })
    let words = (sentence + " The mail is kept as a draft.").split(separator: " ")
    #expect(shown.indices.contains { shown[$0...].starts(with: words) }, "\(shown)")
    #expect(shopper.canvas.text.contains("bob@example.org"))
  }

  /// Whether the code was of use, only the person knows.
  @Test func `behind a draft for the phone the mail is still there`() throws {
    let shopper = try shopper("{\"sendmail\":false}")
    shopper.press("m")
    shopper.type("bob@example.org")
    shopper.press("tab", "tab")
    shopper.type("Thanks!")
    shopper.press("enter")
    guard case .code? = shopper.session.overlays.last else {
      Issue.record("no code")
      return
    }
    shopper.press("esc")
    #expect(shopper.form?[.to] == "bob@example.org" && shopper.form?[.note] == "Thanks!")
    shopper.press("esc")
    #expect(shopper.form == nil)
    shopper.press("m")
    #expect(shopper.form?[.to] == "bob@example.org" && shopper.form?[.note] == "Thanks!")
  }

  @Test func `an order's draft of several codes says so above each of them`() throws {
    let shopper = try shopper("{\"sendmail\":false}")
    shopper.worker.code = QRCode(side: 37, modules: Array(repeating: false, count: 37 * 37))
    shopper.press("o")
    shopper.type("Bartholomew Featherstonehaugh-Cholmondeley of Upper Slaughter")
    shopper.press("tab")
    shopper.type("4 Mill Road")
    shopper.press("ctrl-s", "esc", "4", "m")
    shopper.press("ctrl-u")
    shopper.type("orders@corner-shop.example.org")
    shopper.press("ctrl-s")
    guard case .code(let code)? = shopper.session.overlays.last else {
      Issue.record("no code")
      return
    }
    // There is no room for the subject below the title.
    #expect(code.pages.first == "mailto:orders@corner-shop.example.org")
    #expect(code.pages.count > 1 && code.pages.allSatisfy { $0.utf8.count <= 106 })
    #expect(shopper.canvas.text.contains("1 of \(code.pages.count): an empty mail"))
  }

  @Test func aDraftForThePhoneHasTheListIfItCan() throws {
    let shopper = try shopper("{\"sendmail\":false}")
    shopper.paste("2 kg flour\nbread")
    shopper.press("enter", "2", "m")
    shopper.type("x@y.example")
    shopper.press("ctrl-s")
    guard case .code(let code)? = shopper.session.overlays.last else {
      Issue.record("no code")
      return
    }
    let link = "mailto:x@y.example?subject=Shopping%20list&body="
    #expect(code.pages == [link + "Milk%0D%0A2%20kg%20flour%0D%0Abread"])
    #expect(code.title == "A draft for your phone")
    // With prices where there is room.
    shopper.resize(Size(width: 200, height: 60))
    guard case .code(let large)? = shopper.session.overlays.last else {
      Issue.record("no code")
      return
    }
    #expect(large.pages.count == 1 && large.pages[0].hasPrefix(link + "%5B%20%5D%201%20Milk%20"))
  }

  @Test func aLongDraftForThePhoneLosesNothingInALargeWindow() throws {
    let shopper = try shopper("{\"sendmail\":false}")
    shopper.paste((1...60).map { "thing number \($0)" }.joined(separator: "\n"))
    shopper.press("enter", "2", "m")
    shopper.type("x@y.example")
    shopper.press("ctrl-s")
    shopper.resize(Size(width: 300, height: 100))
    guard case .code(let code)? = shopper.session.overlays.last else {
      Issue.record("no code")
      return
    }
    #expect(code.pages.count == 1 && code.pages[0].contains("thing%20number%2060"))
  }

  @Test func aMailThatWasNotSentIsSeen() throws {
    let shopper = try shopper()
    #expect(!shopper.canvas.text.contains("mail not sent"))
    shopper.press("m")
    #expect(shopper.form?.action == "Send")
    shopper.worker.saysToMail = [
      .failed(Failure(.unavailable, "smtp.example.org does not answer."))
    ]
    shopper.type("bob@example.org")
    shopper.press("ctrl-s")
    shopper.press("esc")
    // A whole phrase, where there is no room for "mail not sent: r opens it".
    #expect(shopper.canvas.text.contains("· r: mail not sent"))
    shopper.press("r")
    #expect(shopper.form?.purpose == .mail(.list))
    #expect(shopper.form?.fields[0].input.text == "bob@example.org")
  }

  @Test func anOrderWhoseMailWasNotSentIsMarkedAfterARestart() throws {
    let shopper = try shopper()
    shopper.press("o")
    shopper.type("Ann")
    shopper.press("tab")
    shopper.type("1 Road")
    shopper.press("ctrl-s", "esc")
    let order = try #require(shopper.shared.orders.last)
    let draft = MailDraft(
      .order(order.id), author: shopper.session.author, to: "shop@example.org", subject: "Order 1",
      note: "", letter: MailLetter(text: "x", html: "x"))
    shopper.send(
      .hostCapabilitiesKnown(
        HostCapabilities(hasBrowser: false, sendmail: nil, drafts: draft.bytes)))
    shopper.press("4")
    #expect(shopper.canvas.text.contains("mail not sent · Ann, 1 Road"))
    shopper.press("enter")
    #expect(shopper.canvas.text.contains("am · mail not sent"))
    shopper.press("r")
    #expect(shopper.form?.fields[0].input.text == "shop@example.org")
  }

  @Test func aLongListTakesAsManyCodesAsItNeeds() throws {
    let shopper = try shopper()
    shopper.paste(
      (0..<40).map { "organic wholegrain something with a long name number \($0)" }
        .joined(separator: "\n"))
    shopper.press("enter", "2", "Y")
    guard case .code(let code)? = shopper.session.overlays.last else {
      Issue.record("no code")
      return
    }
    #expect(code.pages.count > 12 && code.pages.allSatisfy { $0.utf8.count <= 106 })
    #expect(code.pages.joined(separator: "\n") == code.text)
  }

  private static let longNames = "bcdfhjwx".flatMap { first in
    "bcdfhjwxz".map {
      "\(first)\($0)ry organic wholegrain something with a long name on the lowest shelf at the back"
    }
  }

  @Test func `names are shortened where they would take too many codes`() throws {
    let shopper = try shopper()
    shopper.paste(Self.longNames.joined(separator: "\n"))
    shopper.press("enter", "2", "Y")
    guard case .code(let code)? = shopper.session.overlays.last else {
      Issue.record("no code")
      return
    }
    #expect((36...40).contains(code.pages.count), "\(code.pages.count)")
    #expect(code.pages.allSatisfy { $0.utf8.count <= 106 })
    #expect(code.title.hasSuffix("of \(code.pages.count): names are shortened"))
    #expect(code.text.contains(Self.longNames[69]), "copied in full")
  }

  @Test func `what is picked is left out before names are shortened`() throws {
    let shopper = try shopper()
    shopper.paste(Self.longNames.joined(separator: "\n"))
    shopper.press("enter", "2")
    for _ in 0..<20 { shopper.press("space", "down") }
    let open = shopper.shared.cart.count - shopper.shared.cart.pickedCount
    #expect(shopper.shared.cart.pickedCount > 15)
    shopper.press("Y")
    guard case .code(let code)? = shopper.session.overlays.last else {
      Issue.record("no code")
      return
    }
    #expect((open - 5...60).contains(code.pages.count), "\(code.pages.count)")
    #expect(code.title.hasSuffix("without what is picked"))
  }

  @Test func aListThatIsTooLongSaysSo() throws {
    let shopper = try shopper()
    shopper.paste((0..<400).map { "thing number \($0)" }.joined(separator: "\n"))
    shopper.press("enter", "2", "Y")
    guard case .code(let code)? = shopper.session.overlays.last,
      case .failed(let sentence) = code.stage
    else {
      Issue.record("no sentence")
      return
    }
    #expect(
      sentence.hasPrefix("That is too long for QR codes in this window.")
        && sentence.contains("y copies the text") && sentence.contains("mails the list"))
  }

  // MARK: Settings

  @Test(arguments: [
    ("[]", "mail must be an object"), ("{\"server\":\"smtp.example.org\"}", "from is missing"),
    ("{\"server\":\"a b\",\"from\":\"a@b.example\"}", "server must be the name"),
    (
      "{\"server\":\"a.example\",\"from\":\"a@b.example\",\"security\":\"none\"}",
      "can be none only"
    ),
    ("{\"server\":\"a.example\",\"from\":\"a@b.example\",\"port\":70000}", "from 1 to 65535"),
    ("{\"server\":\"a.example\",\"from\":\"a\"}", "is no e-mail address"),
    ("{\"security\":\"ssl\"}", "must be tls, starttls or none"),
    ("{\"password\":\"x\"}", "is not read"),
    ("{\"passwordCommand\":\"pass show mail\"}", "must be a list"),
    ("{\"passwordFile\":\"pw\"}", "must be a whole path"),
    ("{\"sendmail\":\"msmtp\"}", "a whole path"),
    ("{\"servre\":1}", "servre is not known"),
  ]) func settingsThatMakeNoSenseAreSaid(_ json: String, _ words: String) throws {
    let file = try PreferencesFile(Array("{\"mail\":\(json)}".utf8))
    #expect(file.complaints.count == 1)
    #expect(file.complaints.first?.contains(words) == true, "\(file.complaints)")
    #expect(file.preferences.mail.server == nil)
  }

  @Test func `a user without a password is said to lack it`() throws {
    let server = #"{"server": "smtp.example.org", "from": "ann@example.org", "user": "ann""#
    func complaints(_ rest: String) throws -> [String] {
      try PreferencesFile(Array("{\"mail\": \(server)\(rest)}}".utf8)).complaints
    }
    #expect(
      try complaints("")
        == ["settings: mail.passwordCommand is missing: what prints the password of ann?"])
    #expect(try complaints(#", "passwordFile": "~/.password""#) == [])
    #expect(
      try PreferencesFile(Array("{\"mail\": {\"user\": \"ann\"}}".utf8)).complaints == [])
  }

  @Test func `a missing sender is said beside what is not known`() throws {
    let json = #"{"mail":{"server":"smtp.example.org","prot":1}}"#
    let file = try PreferencesFile(Array(json.utf8))
    #expect(file.complaints.count == 2)
    #expect(file.complaints.contains { $0.contains("mail.from is missing") })
    #expect(file.preferences.mail.lacksSender)
  }

  @Test(arguments: ["99999", "70000", "0", "-1", "x"])
  func aPortThatIsNoneIsSaid(_ port: String) throws {
    let row = try #require(SettingRow.all.first { $0.name == "mail.port" })
    let file = try PreferencesFile(
      Array(#"{"mail":{"server":"127.0.0.1","from":"a@b.example","security":"none"}}"#.utf8))
    let failure = #expect(throws: Failure.self) { try row.setting(port, in: file.preferences) }
    #expect(failure?.sentence == "A port is a number from 1 to 65535.")
    #expect(try row.setting("2525", in: file.preferences).mail.server?.port == 2525)
  }

  @Test func aCommandIsReadAsTheFileHasIt() throws {
    let row = try #require(SettingRow.all.first { $0.name == "mail.passwordCommand" })
    func set(_ text: String) throws -> MailServer.Password {
      try row.setting(text, in: Preferences()).mail.password
    }
    #expect(try set(#"["echo","x y"]"#) == .command(["echo", "x y"]))
    #expect(try set(#"echo "x y""#) == .command(["echo", "x y"]))
    #expect(throws: Failure.self) { try set(#"["echo", 1]"#) }
  }

  @Test func recentAddressesLeaveTheOtherSettingsAlone() throws {
    let file = try PreferencesFile(Array("{\"mail\":\(Self.smtp),\"own\":1}".utf8))
    var preferences = file.preferences
    preferences.mail.remember(try MailAddress.parseList("bob@example.org"))
    let again = try PreferencesFile(file.bytes(with: preferences))
    #expect(again.preferences.mail.recent == ["bob@example.org"])
    #expect(again.preferences.mail.server == file.preferences.mail.server)
    #expect(String(decoding: file.bytes(with: preferences), as: UTF8.self).contains("\"own\": 1"))
  }
}
