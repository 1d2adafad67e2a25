import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyWire

/// Several mails that could not be sent, and those of orders that are not there any more.
@Suite struct WaitingMailTests {
  private static let noNetwork = WorkerAnswer.failed(Failure(.unavailable, "No network."))

  /// Its store has an address, and its mail server nothing but refusals.
  private func shopper() throws -> TestApp {
    let file = try PreferencesFile(
      Array(#"{"mail":{"server":"smtp.example.org","from":"ann@example.org"}}"#.utf8))
    let shopper = TestApp(preferences: file.preferences)
    shopper.worker.saysToMail = [Self.noNetwork]
    shopper.press("3", "a")
    for text in ["Corner", "", "", "shop@corner.example"] {
      shopper.type(text)
      shopper.press("tab")
    }
    shopper.press("ctrl-s", "1")
    return shopper
  }

  private func order(
    _ item: String, for name: String, _ shopper: TestApp, staysOpen: Bool = false
  ) {
    shopper.press("1")
    shopper.focus(item)
    shopper.press("space", "o")
    for text in [name, "1 Long Road", "corner"] {
      shopper.press("ctrl-u")
      shopper.type(text)
      shopper.press("tab")
    }
    shopper.press("enter")
    if !staysOpen { shopper.press("esc") }
  }

  /// What happens when the order gets its place behind one that has its number.
  private func renumber(_ shopper: TestApp, to number: Int) throws {
    let old = try #require(shopper.shared.orders.last)
    var bare = old
    bare.lines = []
    var new = bare
    new.number = number
    shopper.journal.append(
      TrolleyModel.Step(
        replica: ReplicaID(77), number: 1, time: 1,
        events: [.orderWithdrawn(bare), .orderPlaced(new), .orderLinesAdded(new.id, old.lines)]))
    shopper.readNews()
  }

  /// What another program does to the list.
  private func others(_ event: Event, _ shopper: TestApp) {
    shopper.journal.append(
      TrolleyModel.Step(replica: ReplicaID(77), number: 1, time: 1, events: [event]))
    shopper.readNews()
  }

  private func mails(_ shopper: TestApp) -> Int {
    shopper.effects.count { if case .askWorker(.sendMail, _) = $0 { true } else { false } }
  }

  /// The numbers of the orders that are marked on their page, which it shows.
  private func marked(_ shopper: TestApp) -> [Int] {
    shopper.press("4")
    return shopper.shared.orders.reversed()
      .filter { shopper.state.mailState(of: $0) == "mail not sent" }.map(\.number)
  }

  private func draft(_ about: MailSubject, to: String = "a@b.example") -> MailDraft {
    MailDraft(
      about, author: "", to: to, subject: "S", note: "", letter: MailLetter(text: "a\nb", html: ""))
  }

  /// Nil for a refusal.
  private func after(_ change: MailDrafts.Change, _ drafts: MailDrafts) -> MailDrafts? {
    var drafts = drafts
    let before = drafts
    if drafts.apply(change) { return drafts }
    #expect(drafts == before)
    return nil
  }

  @Test func `the mail of an order that got another number goes out under that one`() throws {
    let shopper = try shopper()
    order("Apple", for: "Ann", shopper)
    try renumber(shopper, to: 2)
    shopper.press("4", "m")
    #expect(shopper.form?.title == "Mail order 2")
    #expect(shopper.form?[.subject] == "Order 2 for Ann")
    shopper.worker.saysToMail = [.mailSent]
    shopper.press("esc", "r")
    let sent = try #require(
      shopper.effects.reversed().lazy.compactMap { effect -> MailMessage? in
        if case .askWorker(.sendMail(let message, _), _) = effect { message } else { nil }
      }.first)
    #expect(sent.subject == "Order 2 for Ann")
    #expect(sent.html.contains("<h1>Order 2</h1>") && sent.text.contains("Apple"))
    #expect(shopper.notice == "Mailed to shop@corner.example.")
  }

  @Test func `the banner goes when another program has tried again, or has dropped the mail`()
    throws
  {
    let shopper = try shopper()
    order("Apple", for: "Ann", shopper)
    #expect(shopper.session.banner?.hasPrefix("Order 1 was not mailed") == true)
    var draft = try #require(shopper.session.mail.drafts.all.first)
    // The same again is no news.
    shopper.send(.draftsRead(draft.bytes))
    #expect(shopper.session.banner != nil)
    draft.mayHaveBeenSent = true
    shopper.send(.draftsRead(draft.bytes))
    #expect(shopper.session.banner == nil)
    shopper.press("4")
    #expect(shopper.canvas.text.contains("mail in doubt"))
    let sent = mails(shopper)
    shopper.press("r")
    #expect(shopper.form?.title == "Mail order 1" && mails(shopper) == sent)
    let other = try self.shopper()
    order("Apple", for: "Ann", other)
    other.send(.draftsRead([]))
    #expect(other.session.banner == nil)
  }

  @Test func `an order is not mailed to where its store is no longer`() throws {
    let shopper = try shopper()
    order("Apple", for: "Ann", shopper)
    let old = try #require(shopper.shared.stores.first)
    var new = old
    new.email = "new@corner.example"
    others(.storeChanged(from: old, to: new), shopper)
    let before = mails(shopper)
    shopper.worker.saysToMail = [.mailSent]
    shopper.press("1", "r")
    #expect(shopper.form?.title == "Mail order 1" && mails(shopper) == before)
    #expect(shopper.form?.fields[0].news == "The store's address is now new@corner.example")
    shopper.press("esc", "r")
    #expect(shopper.form?.title == "Mail order 1" && mails(shopper) == before)
  }

  @Test(arguments: [false, true])
  func `nor to one that its store has no longer`(_ isDeleted: Bool) throws {
    let shopper = try shopper()
    order("Apple", for: "Ann", shopper)
    let old = try #require(shopper.shared.stores.first)
    var new = old
    new.email = ""
    others(isDeleted ? .storeRemoved(old) : .storeChanged(from: old, to: new), shopper)
    let before = mails(shopper)
    shopper.worker.saysToMail = [.mailSent]
    shopper.press("1", "r")
    #expect(shopper.form?.title == "Mail order 1" && mails(shopper) == before)
    #expect(
      shopper.form?.fields[0].news
        == (isDeleted
          ? "Corner is no store of the list now" : "Corner has no e-mail address now"))
    #expect(shopper.form?.fields[0].theirs == nil)
    // A person may send it all the same.
    shopper.press("ctrl-s")
    #expect(mails(shopper) == before + 1 && shopper.session.banner == nil)
  }

  @Test func `a mail that may have gone is shown before it goes again`() throws {
    let shopper = try shopper()
    shopper.worker.saysToMail = [.failed(Failure(.unknownOutcome, "It did not answer."))]
    order("Apple", for: "Ann", shopper)
    #expect(shopper.session.banner?.hasPrefix("Whether order 1 was mailed") == true)
    let before = mails(shopper)
    shopper.worker.saysToMail = [.mailSent]
    shopper.press("r")
    #expect(shopper.form?.title == "Mail order 1" && mails(shopper) == before)
    shopper.press("ctrl-s")
    #expect(mails(shopper) == before + 1 && shopper.session.banner == nil)
  }

  @Test func `a mail that another window sends is not sent twice, and what waits of it stays`()
    throws
  {
    let shopper = try shopper()
    order("Apple", for: "Ann", shopper)
    var inDoubt = shopper.session.mail.drafts
    var draft = try #require(inDoubt.all.first)
    draft.mayHaveBeenSent = true
    _ = inDoubt.apply(.keep(draft))
    let sent = mails(shopper)
    let words = "Another window is just sending this mail."
    shopper.mailOfOthers = (Failure(.busy, words), inDoubt)
    _ = shopper.takeEffects()
    shopper.press("4", "r")
    #expect(mails(shopper) == 0 && shopper.notice == words)
    #expect(shopper.session.mail.drafts == inDoubt && shopper.session.mail.sending == nil)
    #expect(!shopper.effects.contains { if case .changeDrafts = $0 { true } else { false } })
    shopper.press("m", "ctrl-s")
    #expect(mails(shopper) == 0 && shopper.form?.trouble == words)
    // The other one has said what became of it, and another attempt is this window's again.
    shopper.mailOfOthers = nil
    shopper.worker.saysToMail = [.mailSent]
    shopper.press("ctrl-s")
    #expect(sent == 1 && mails(shopper) == 1 && shopper.session.mail.drafts.all == [])
  }

  @Test func `a subject that was typed stays with another number`() throws {
    let shopper = try shopper()
    order("Apple", for: "Ann", shopper)
    let order = try #require(shopper.shared.orders.last)
    var draft = draft(.order(order.id))
    #expect(draft.renewed(in: shopper.shared, style: .english).subject == "S")
    draft.subject = "Order 44 for Ann"
    #expect(draft.renewed(in: shopper.shared, style: .english).subject == "Order 1 for Ann")
    draft.subject = "Order 44 for Bob"
    #expect(draft.renewed(in: shopper.shared, style: .english).subject == "Order 44 for Bob")
  }

  @Test func `the thanks for an order follow its number`() throws {
    let shopper = try shopper()
    order("Apple", for: "Ann", shopper, staysOpen: true)
    #expect(shopper.dialog?.message.hasPrefix("Order 1 is saved") == true)
    try renumber(shopper, to: 2)
    #expect(shopper.dialog?.message.hasPrefix("Order 2 is saved") == true)
  }

  @Test func `with an empty cart, m opens the mail that waits`() throws {
    let shopper = try shopper()
    order("Apple", for: "Ann", shopper)
    let placed = try #require(shopper.shared.orders.last)
    #expect(shopper.cart.isEmpty)
    shopper.press("2", "m")
    #expect(shopper.form?.purpose == .mail(.order(placed.id)))
  }

  @Test func `the file has a line for each mail, and what is none is passed over`() throws {
    let order = MailSubject.order(Order.ID(1))
    let list = draft(.list, to: "c@d.example")
    var drafts = MailDrafts(draft(.list).bytes)
    #expect(drafts.all == [draft(.list)])
    drafts = try #require(after(.keep(draft(order)), drafts))
    drafts = try #require(after(.keep(list), drafts))
    #expect(MailDrafts(Array("{}\nx\n".utf8) + drafts.bytes) == drafts)
    #expect(drafts.all == [draft(.list), draft(order), list])
    drafts = try #require(after(.forget(draft(.list, to: "A@b.example ").key), drafts))
    drafts = try #require(after(.forget(draft(order, to: "A@B.example").key), drafts))
    #expect(drafts.all == [list])
  }

  @Test func `a mail that finds no room is refused, and takes none away`() throws {
    let all = (1...MailDrafts.most).map { draft(.order(Order.ID(UInt64($0)))) }
    let full = MailDrafts(all.flatMap(\.bytes))
    #expect(full.all == all)
    #expect(after(.keep(draft(.list)), full) == nil)
    var again = draft(all[0].about)
    again.note = "again"
    #expect(after(.keep(again), full)?.all == all.dropFirst() + [again])
  }

  @Test func `each order whose mail was not sent is marked, and so is the list`() throws {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    order("Soda", for: "Bob", shopper)
    #expect(marked(shopper) == [2, 1])
    shopper.press("1")
    shopper.focus("Milk")
    shopper.press("space", "2", "m")
    shopper.type("cleo@example.org")
    shopper.press("ctrl-s", "esc")
    #expect(marked(shopper) == [2, 1])

    shopper.worker.saysToMail = [.mailSent]
    shopper.press("r")
    #expect(shopper.notice == "Mailed to shop@corner.example.")
    #expect(marked(shopper) == [1])
    shopper.press("G", "r")
    #expect(shopper.form?.title == "Mail order 1")
    #expect(shopper.form?.fields[0].input.text == "shop@corner.example")
    shopper.press("ctrl-s")
    #expect(marked(shopper) == [])
    shopper.press("r")
    #expect(shopper.form?.title == "Mail the list")
    #expect(shopper.form?.fields[0].input.text == "cleo@example.org")
  }

  @Test func `the mark and the name stand beside a long total`() throws {
    let shopper = try shopper()
    shopper.press("1", "a")
    shopper.type("200 gold bars @99999999.99")
    shopper.press("enter", "esc", "2")
    order("Milk", for: "Bartholomew", shopper)
    shopper.press("4")
    #expect(shopper.canvas.text.contains("mail not sent · Bartholomew"))
  }

  @Test func `r on Orders is for the order under the cursor and for no other`() throws {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    order("Soda", for: "Bob", shopper)
    shopper.worker.saysToMail = [.mailSent]
    shopper.press("4", "r")
    #expect(marked(shopper) == [1])
    #expect(!shopper.canvas.text.contains("r opens it"))
    let before = mails(shopper)
    shopper.press("r")
    #expect(shopper.notice == "№ 1 was not mailed; choose it and press r.")
    #expect(shopper.form == nil && mails(shopper) == before)
    shopper.press("G")
    #expect(shopper.canvas.text.contains("r opens it"))
    shopper.press("r", "ctrl-s")
    #expect(marked(shopper) == [])
    shopper.press("r")
    #expect(shopper.notice == "No mail of order 1 waits here.")
  }

  @Test func `the mail of another order that may have gone is not said to be unsent`() throws {
    let shopper = try shopper()
    shopper.worker.saysToMail = [.failed(Failure(.unknownOutcome, "It did not answer."))]
    order("Milk", for: "Ann", shopper)
    shopper.worker.saysToMail = [.mailSent]
    order("Soda", for: "Bob", shopper)
    shopper.press("4", "r")
    #expect(shopper.notice == "Whether № 1 was mailed is not known; choose it and press r.")
  }

  @Test func `the form of a list that waits says which list goes out`() throws {
    let shopper = try shopper()
    shopper.focus("Milk")
    shopper.press("space", "2", "m")
    shopper.type("cleo@example.org")
    shopper.press("ctrl-s", "esc", "m")
    #expect(shopper.form?.intro == "Not sent so far. The list as it is now goes out. ")
    shopper.press("esc", "d", "m")
    #expect(shopper.cart.isEmpty)
    #expect(shopper.form?.intro == "Not sent so far. The list as it was goes out. ")
  }

  /// The last failure is of the other order: it is not sent in place of the one under the cursor.
  @Test func `the last failure is not tried again from another order`() throws {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    shopper.worker.saysToMail = [.mailSent]
    order("Soda", for: "Bob", shopper)
    shopper.press("4")
    let before = mails(shopper)
    shopper.press("r")
    #expect(shopper.notice == "№ 1 was not mailed; choose it and press r.")
    #expect(mails(shopper) == before)
    shopper.press("down", "r")
    #expect(mails(shopper) == before + 1)
    #expect(marked(shopper) == [])
  }

  @Test func `a catalogue that is away keeps no mail from being tried again`() throws {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    order("Soda", for: "Bob", shopper)
    shopper.worker.saysToMail = [.mailSent]
    shopper.press("4", "r")
    #expect(marked(shopper) == [1])
    var preferences = shopper.session.preferences
    preferences.services[.openFoodFacts].isAllowed = true
    shopper.send(.settingsRead(SettingsReading(preferences)))
    shopper.worker.catalogue = TestImageCache()
    shopper.worker.catalogue?.failure = Failure(.unavailable, "It is not there.")
    shopper.press("1")
    shopper.perform(.showSegment(.catalogue), .showSegment(.all))
    func asked() -> Int { shopper.worker.catalogue?.asked.count ?? 0 }
    let before = asked()
    shopper.press("4", "r")
    #expect(shopper.form == nil && asked() == before + 1)
    #expect(shopper.notice == "It is not there.")
    shopper.worker.catalogue?.isSilent = true
    shopper.press("r")
    #expect(shopper.form == nil && asked() == before + 2)
    #expect(shopper.notice == "The wine catalogue is asked again.")
    shopper.press("G")
    #expect(shopper.canvas.text.contains("r opens it"))
    shopper.press("r")
    #expect(shopper.form?.title == "Mail order 1")
  }

  @Test func `an order placed before mail is set up waits until it is, and nags no one`() throws {
    let shopper = try shopper()
    let set = shopper.session.preferences
    var unset = set
    unset.mail = MailSettings()
    shopper.send(.settingsRead(SettingsReading(unset)))
    order("Milk", for: "Ann", shopper)
    #expect(mails(shopper) == 0 && shopper.session.banner == nil)
    #expect(!shopper.canvas.text.contains("mail not sent"))
    shopper.press("r")
    #expect(shopper.form == nil)
    #expect(marked(shopper) == [1])
    #expect(shopper.canvas.text.contains("mail not sent · Ann"))
    #expect(!shopper.canvas.text.contains("opens it"))
    shopper.press("enter")
    #expect(shopper.canvas.text.contains("mail not sent: mail is not set up"))
    shopper.press("esc")
    shopper.send(.settingsRead(SettingsReading(set)))
    shopper.worker.saysToMail = [.mailSent]
    shopper.press("r", "ctrl-s")
    #expect(shopper.notice == "Mailed to shop@corner.example.")
    #expect(marked(shopper) == [])
  }

  @Test func `a copy for another person says nothing of a store that has the order`() throws {
    let shopper = try shopper()
    shopper.worker.saysToMail = [.mailSent]
    order("Milk", for: "Ann", shopper)
    shopper.worker.saysToMail = [Self.noNetwork]
    shopper.press("4", "m", "ctrl-u")
    shopper.type("bob@x.example")
    shopper.press("ctrl-s", "esc", "m")
    #expect(shopper.form?.title == "Mail order 1")
    #expect(!shopper.canvas.text.contains("The store's address is now"))
  }

  @Test func `the new address of a store is one key away from a mail that waits`() throws {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    #expect(marked(shopper) == [1])
    shopper.press("3", "e", "tab", "tab", "tab", "ctrl-u")
    shopper.type("new@corner.example")
    shopper.press("ctrl-s", "4", "m")
    #expect(shopper.form?[.to] == "shop@corner.example")
    #expect(shopper.canvas.text.contains("The store's address is now new@corner.example"))
    let hints = shopper.state.hints.map(\.label)
    #expect(hints.contains("take theirs") && hints.contains("keep mine"))
    shopper.perform(.takeTheirs)
    #expect(shopper.form?[.to] == "new@corner.example")
    #expect(!shopper.canvas.text.contains("is now new@"))
    shopper.worker.saysToMail = [.mailSent]
    shopper.press("ctrl-s")
    #expect(
      shopper.notice == "Mailed to new@corner.example in place of shop@corner.example.")
    #expect(marked(shopper) == [])
  }

  @Test func `the mail of an order that was undone elsewhere is not offered`() throws {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    #expect(shopper.session.banner != nil)
    let placed = try #require(shopper.shared.orders.last)
    others(.orderWithdrawn(placed), shopper)
    #expect(shopper.session.banner == nil)
    #expect(!shopper.canvas.text.contains("mail not sent"))
    shopper.press("r")
    #expect(shopper.form == nil)
  }

  @Test func `a form about an order that is undone meanwhile sends nothing`() throws {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    shopper.press("4", "m")
    let placed = try #require(shopper.shared.orders.last)
    others(.orderWithdrawn(placed), shopper)
    shopper.worker.saysToMail = [.mailSent]
    let before = mails(shopper)
    shopper.press("ctrl-s")
    #expect(shopper.form?.trouble == "The order is undone: there is nothing to mail.")
    #expect(mails(shopper) == before)
  }

  @Test func `a draft that a verb keeps or forgets is followed by an open screen`() throws {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    #expect(marked(shopper) == [1])
    shopper.send(.draftsRead([]))
    #expect(marked(shopper) == [])
    let placed = try #require(shopper.shared.orders.last)
    shopper.send(.draftsRead(draft(.order(placed.id)).bytes))
    #expect(marked(shopper) == [1])
  }

  @Test func `a mail waits no more once another machine has mailed its order`() throws {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    #expect(marked(shopper) == [1])
    let placed = try #require(shopper.shared.orders.last)
    let kept = try #require(shopper.session.mail.drafts.all.last)
    others(
      .orderMailed(
        OrderMailing(order: placed.id, number: 1, to: "shop@corner.example", at: TestApp.start)),
      shopper)
    // Also after the file was read anew, which still has it.
    shopper.send(.draftsRead(kept.bytes))
    #expect(shopper.shared.isSettled(kept) && marked(shopper) == [])
    shopper.press("d")
    #expect(shopper.dialog == nil && shopper.notice == "No mail of order 1 waits here.")
    shopper.press("m")
    #expect(shopper.form?.intro.hasPrefix("Mailed to shop@corner.example on ") == true)
    // One more mail of it that fails waits: it was written after that.
    shopper.press("ctrl-s", "esc")
    let again = try #require(shopper.session.mail.drafts.all.last)
    #expect(again.mailsBefore == 1 && MailDraft(again.bytes) == again)
    #expect(marked(shopper) == [1])
  }

  @Test func `a copy to another address waits on when its store gets the order once more`() throws {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    let placed = try #require(shopper.shared.orders.last)
    let mailing = OrderMailing(
      order: placed.id, number: 1, to: "shop@corner.example", at: TestApp.start)
    others(.orderMailed(mailing), shopper)
    var copy = draft(.order(placed.id), to: "till@corner.example")
    // The first mail of an order is that to its store, wherever that has its address.
    #expect(shopper.shared.isSettled(copy, by: mailing))
    copy.mailsBefore = 1
    #expect(!shopper.shared.isSettled(copy, by: mailing))
  }

  @Test func `a mail that waits is dropped from its order`() throws {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    let placed = try #require(shopper.shared.orders.last)
    #expect(marked(shopper) == [1])
    shopper.press("d")
    #expect(shopper.dialog?.message.hasPrefix("It was not sent so far.") == true)
    shopper.press("enter")
    #expect(marked(shopper) == [1])
    shopper.press("d", "right", "right", "enter")
    #expect(shopper.notice == "The mail to shop@corner.example is dropped.")
    #expect(marked(shopper) == [] && shopper.session.banner == nil)
    #expect(shopper.shared.mailing(of: placed.id) == nil)
    let dropped = draft(.order(placed.id), to: "shop@corner.example").key
    #expect(shopper.effects.contains(.changeDrafts(.forget(dropped))))
    // The person may have sent another one, or may yet.
    shopper.press("d")
    #expect(shopper.dialog?.message.hasPrefix("Whether it was sent is not known.") == true)
  }

  @Test func `a mail in doubt stays in doubt when a later attempt fails`() throws {
    let (shopper, placed) = try orderInDoubt()
    shopper.worker.saysToMail = [.failed(Failure(.unavailable, "It says 451."))]
    shopper.press("r", "ctrl-s")
    #expect(shopper.form?.trouble?.hasPrefix("An earlier attempt may have arrived.") == true)
    #expect(shopper.state.mailState(of: placed) == "mail in doubt")
    shopper.press("esc", "d")
    #expect(shopper.dialog?.message.hasPrefix("Whether it was sent is not known.") == true)
    shopper.press("esc", "enter")
    #expect(shopper.canvas.text.contains("mail in doubt"))
    #expect(shopper.canvas.text.contains("Perhaps mailed to shop@corner.example"))
  }

  /// On the page of orders, with one of which it is not known whether its mail arrived.
  private func orderInDoubt() throws -> (TestApp, Order) {
    let shopper = try shopper()
    shopper.worker.saysToMail = [.failed(Failure(.unknownOutcome, "No answer."))]
    order("Milk", for: "Ann", shopper)
    shopper.press("4")
    return (shopper, try #require(shopper.shared.orders.last))
  }

  @Test func `a mail in doubt that was sent is recorded as sent`() throws {
    let (shopper, placed) = try orderInDoubt()
    #expect(shopper.state.mailState(of: placed) == "mail in doubt")
    shopper.press("m", "ctrl-x", "right", "enter")
    #expect(shopper.form == nil && shopper.state.mailState(of: placed) == nil)
    #expect(shopper.shared.mailing(of: placed.id)?.isUncertain == false)
    #expect(shopper.notice.contains("was sent"))
    // Taken back, it is in doubt again, also where nothing waits.
    shopper.press("u")
    #expect(shopper.state.mailState(of: placed) == "mail in doubt")
    shopper.send(.draftsRead([]))
    #expect(shopper.state.mailState(of: placed) == "mail in doubt")
    shopper.press("d", "right", "right", "enter")
    #expect(shopper.notice == "The mail to shop@corner.example is not wanted any more — u to undo")
    #expect(shopper.state.mailState(of: placed) == nil)
  }

  @Test func `a mail that is said to be sent waits again once that is undone`() throws {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    #expect(marked(shopper) == [1])
    let kept = shopper.session.mail.drafts
    _ = shopper.takeEffects()
    shopper.press("d", "right", "enter")
    #expect(
      shopper.notice == "The mail to shop@corner.example was sent: it waits no longer — u to undo")
    #expect(marked(shopper) == [] && shopper.state.keyOfUnsentMail == nil)
    shopper.press("r")
    #expect(shopper.form == nil)
    // Nothing but the list is written: there is no moment at which half of it is on the disk.
    #expect(!shopper.effects.contains { if case .changeDrafts = $0 { true } else { false } })
    shopper.press("u")
    #expect(marked(shopper) == [1] && shopper.state.keyOfUnsentMail == "r")
    #expect(shopper.session.mail.drafts == kept)
    shopper.press("U")
    #expect(marked(shopper) == [])
    shopper.press("u", "r")
    #expect(shopper.form?.title == "Mail order 1" && shopper.form?.intro == "Not sent so far. ")
    shopper.worker.saysToMail = [.mailSent]
    shopper.press("ctrl-s")
    #expect(marked(shopper) == [] && shopper.session.mail.drafts.all == [])
  }

  @Test func `of mails that are said to be sent the last twenty stay for an undo`() {
    let all = (1...25).map { draft(.order(Order.ID(UInt64($0)))) }
    let drafts = MailDrafts(all.flatMap(\.bytes))
    #expect(drafts.outdated { _ in true } == all.prefix(5).map(\.key))
    #expect(drafts.outdated { $0.about != all[0].about } == all[1..<5].map(\.key))
    #expect(drafts.outdated { _ in false } == [])
  }

  @Test func `an order that is placed while another mail is on its way goes by itself`() throws {
    let shopper = try shopper()
    shopper.worker.saysToMail = []
    order("Milk", for: "Ann", shopper)
    order("Soda", for: "Ben", shopper, staysOpen: true)
    #expect(
      shopper.dialog?.message
        == "Order 2 is saved. It goes to shop@corner.example as soon as another mail is done.")
    shopper.press("esc")
    order("Apple", for: "Cleo", shopper)
    #expect(mails(shopper) == 1)
    let (first, second) = (shopper.shared.orders[0], shopper.shared.orders[1])
    #expect(shopper.state.mailState(of: first) == "being mailed")
    #expect(shopper.state.mailState(of: second) == "waits for another mail")
    // On the disk all that wait are mails that were not sent.
    #expect(
      shopper.session.mail.drafts.all.filter { !$0.mayHaveBeenSent }.map(\.about)
        == [.order(second.id), .order(shopper.shared.orders[2].id)])
    shopper.press("4", "down", "r")
    #expect(
      shopper.notice == "The mail to shop@corner.example goes as soon as another one is done.")
    for sent in 1...3 {
      let number = try #require(shopper.session.mail.sending?.number)
      #expect(mails(shopper) == sent)
      shopper.send(.workerAnswered(.mailSent, number: number))
    }
    #expect(shopper.session.mail.sending == nil && shopper.session.mail.drafts.all.isEmpty)
    #expect(shopper.shared.mailings.map(\.number) == [1, 2, 3])
  }

  @Test
  func `an order that waits for another mail goes where that fails, and not once it is undone`()
    throws
  {
    let shopper = try shopper()
    shopper.worker.saysToMail = []
    order("Milk", for: "Ann", shopper)
    order("Soda", for: "Ben", shopper)
    order("Apple", for: "Cleo", shopper)
    shopper.press("1", "u")
    let number = try #require(shopper.session.mail.sending?.number)
    shopper.send(.workerAnswered(Self.noNetwork, number: number))
    #expect(mails(shopper) == 2)
    #expect(shopper.session.mail.sending?.order?.number == 2)
    // Who ends the program waits for the mail on its way alone.
    order("Apple", for: "Cleo", shopper)
    shopper.send(.ending)
    let next = try #require(shopper.session.mail.sending?.number)
    shopper.send(.workerAnswered(.mailSent, number: next))
    #expect(mails(shopper) == 2)
    #expect(shopper.session.mail.drafts.all.allSatisfy { !$0.mayHaveBeenSent })
  }

  @Test func `of a mail that another program is sending an undo says that it may have gone`() throws
  {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    var kept = try #require(shopper.session.mail.drafts.all.last)
    kept.mayHaveBeenSent = true
    shopper.send(.draftsRead(kept.bytes))
    shopper.press("1", "u")
    #expect(
      shopper.notice.hasPrefix(
        "Undid: place order 1. But the mail to shop@corner.example may have gone: call the store"))
  }

  @Test func `a mail in doubt that another address takes the place of is not forgotten`() throws {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    let placed = try #require(shopper.shared.orders.last)
    var kept = try #require(shopper.session.mail.drafts.all.last)
    kept.mayHaveBeenSent = true
    shopper.send(.draftsRead(kept.bytes))
    shopper.worker.saysToMail = [.mailSent]
    shopper.press("4", "m", "ctrl-u")
    shopper.type("me@home.example")
    shopper.press("ctrl-s", "enter")
    #expect(shopper.canvas.text.contains("Mailed to me@home.example"))
    #expect(shopper.canvas.text.contains("Perhaps mailed to shop@corner.example"))
    #expect(
      shopper.shared.remark(onMailOf: placed, waiting: shopper.session.mail.drafts)
        == "the mail to me@home.example has gone already and the mail to shop@corner.example may "
        + "have gone: call the store")
  }

  @Test func `a question about a mail leaves the page of its order as it is`() throws {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    shopper.press("4", "enter", "d", "esc")
    #expect(shopper.dialog == nil && shopper.session.orders.opened != nil)
    shopper.press("m", "ctrl-x", "esc")
    #expect(shopper.form?.title == "Mail order 1" && shopper.session.orders.opened != nil)
    shopper.press("esc", "d", "enter")
    #expect(shopper.dialog == nil && shopper.session.orders.opened != nil)
  }

  @Test func `what the answer to a key has said is not said once more by the order's notification`()
    throws
  {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    shopper.press("4", "d", "right", "enter")
    shopper.wait(milliseconds: 5100)
    #expect(!shopper.notice.hasPrefix("Ann:"))
  }

  @Test func `an order is known to be of its store, whatever that is called by now`() throws {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    shopper.press("3", "e", "ctrl-u")
    shopper.type("Corner Shop")
    shopper.press("ctrl-s", "4")
    let placed = try #require(shopper.shared.orders.last)
    #expect(placed.store == "Corner" && shopper.shared.store(of: placed)?.name == "Corner Shop")
    #expect(shopper.shared.stateOfMail(of: placed) == "no mail recorded")
    #expect(shopper.shared.unrecordedReceiver(of: placed) == "shop@corner.example")
    // Read back, too.
    let read = try #require(StateCoding.decode(StateCoding.whole(shopper.shared)))
    #expect(read.orders.last?.storeID == placed.storeID && placed.storeID != nil)
    // The same where another branch of it comes, and not in what was ordered before this was kept.
    var state = shopper.shared
    var touches: [SharedState.Touch] = []
    let branch = Store(id: Store.ID(9), name: "Corner Shop", address: "2 Long Road")
    state.apply(.storeAdded(branch), touches: &touches)
    #expect(state.store(of: placed)?.email == "shop@corner.example")
    var old = placed
    old.storeID = nil
    #expect(state.store(of: old) == nil)
  }

  @Test func `a mail in doubt that is dropped is marked no more`() throws {
    let (shopper, placed) = try orderInDoubt()
    shopper.press("d", "right", "right", "enter")
    #expect(shopper.state.mailState(of: placed) == nil)
    shopper.press("enter")
    #expect(shopper.canvas.text.contains("Perhaps mailed to shop@corner.example"))
  }

  @Test func `an undo that is taken back brings the mark back`() throws {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    shopper.press("u")
    #expect(!shopper.canvas.text.contains("mail not sent"))
    shopper.press("U", "esc")
    #expect(marked(shopper) == [1])
  }

  @Test func `an order that was mailed elsewhere is marked no more`() throws {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    let placed = try #require(shopper.shared.orders.last)
    others(
      .orderMailed(
        OrderMailing(order: placed.id, number: placed.number, to: "shop@corner.example", at: 1)),
      shopper)
    #expect(marked(shopper) == [])
    #expect(shopper.session.banner == nil)
  }

  @Test
  func `a form that is open says what becomes of its mail elsewhere, and asks before it sends`()
    throws
  {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    let placed = try #require(shopper.shared.orders.last)
    var kept = try #require(shopper.session.mail.drafts.all.last)
    func sentence() throws -> String {
      shopper.state.sentence(above: try #require(shopper.form)).text
    }
    shopper.press("4", "m")
    #expect(try sentence().hasPrefix("Not sent so far. "))
    let before = mails(shopper)
    // Another window is sending it.
    kept.mayHaveBeenSent = true
    shopper.send(.draftsRead(kept.bytes))
    #expect(try sentence().hasPrefix("This may have been sent: "))
    shopper.press("ctrl-s")
    #expect(mails(shopper) == before)
    #expect(
      try sentence()
        == "This may have been sent: ask whether it came before you send it again. Send it again?")
    // It has arrived.
    others(
      .orderMailed(
        OrderMailing(
          order: placed.id, number: 1, to: "shop@corner.example", at: TestApp.start)),
      shopper)
    shopper.press("ctrl-s")
    #expect(mails(shopper) == before)
    #expect(try sentence().hasPrefix("Mailed to shop@corner.example on "))
    #expect(try sentence().hasSuffix(" Send it again?"))
    shopper.press("ctrl-s")
    #expect(mails(shopper) == before + 1)
  }

  @Test func `the mail of an order goes to the address that it is given, in place of the first`()
    throws
  {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    let placed = try #require(shopper.shared.orders.last)
    shopper.worker.saysToMail = [.mailSent]
    shopper.press("4", "m", "ctrl-u")
    shopper.type("me@home.example")
    shopper.press("ctrl-s")
    #expect(shopper.notice == "Mailed to me@home.example in place of shop@corner.example.")
    #expect(marked(shopper) == [] && shopper.session.banner == nil)
    shopper.press("m", "ctrl-u")
    shopper.type("shop@corner.example")
    shopper.press("ctrl-s")
    #expect(shopper.notice == "Mailed to shop@corner.example.")
    // Neither mail hides the other one.
    #expect(
      shopper.shared.remark(onMailOf: placed, waiting: MailDrafts())
        == "the mail to me@home.example and shop@corner.example has gone already: call the store")
    shopper.press("enter")
    for address in ["me@home.example", "shop@corner.example"] {
      #expect(shopper.canvas.text.contains(address))
    }
  }

  @Test func `what fails for another address, too, waits for that one alone`() throws {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    // Once as it is, then to another address.
    shopper.press("4", "m", "ctrl-s", "ctrl-u")
    shopper.type("me@home.example")
    shopper.press("ctrl-s")
    #expect(shopper.session.mail.drafts.all.map(\.to) == ["me@home.example"])
    // The store has it now: there is nothing left to tell it.
    shopper.worker.saysToMail = [.mailSent]
    shopper.press("ctrl-u")
    shopper.type("shop@corner.example")
    shopper.press("ctrl-s")
    #expect(shopper.session.mail.drafts.all == [] && marked(shopper) == [])
  }

  @Test func `what is typed into the form of a mail that waits is there when it opens again`()
    throws
  {
    let shopper = try shopper()
    order("Milk", for: "Ann", shopper)
    shopper.press("4", "m", "tab", "ctrl-u")
    shopper.type("Soon, please")
    shopper.press("esc", "m")
    #expect(shopper.form?[.subject] == "Soon, please")
    #expect(shopper.form?.intro == "Not sent so far. ")
    // It waits as it was, for as long as it is not sent.
    #expect(shopper.session.mail.drafts.all.map(\.subject) == ["Order 1 for Ann"])
    shopper.worker.saysToMail = [.mailSent]
    shopper.press("ctrl-s", "m")
    #expect(shopper.form?[.subject] == "Order 1 for Ann")
  }

  @Test func `a form that was left untouched shows the mail that another program kept`() throws {
    let shopper = try shopper()
    shopper.press("1")
    shopper.focus("Milk")
    shopper.press("space", "m", "esc")
    var kept = draft(.list)
    kept.note = "bring cash"
    shopper.send(.draftsRead(kept.bytes))
    shopper.press("m")
    #expect(shopper.form?[.to] == "a@b.example")
    #expect(shopper.form?[.note] == "bring cash")
    // What was typed stays, whatever is kept.
    shopper.press("tab", "tab", "ctrl-u")
    shopper.type("soon")
    shopper.press("esc")
    kept.to = "c@d.example"
    shopper.send(.draftsRead(kept.bytes))
    shopper.press("m")
    #expect(shopper.form?[.to] == "c@d.example")
    #expect(shopper.form?[.note] == "soon")
  }
}
