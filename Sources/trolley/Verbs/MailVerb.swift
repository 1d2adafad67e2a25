struct MailVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mail", abstract: "Mail the list, or an order.",
    discussion: """
      It goes by the mail server of settings.json, else by the system's sendmail program, else as a \
      draft in the mail program of this desktop. --dry-run prints the message instead.

        trolley mail --order 7 --drop    its mail, which was not sent, is not wanted any more
        trolley mail --order 7 --sent    it was sent after all: that is recorded
      """)

  @Option(
    name: .customLong("to"), parsing: .upToNextOption,
    help: "Whom it is for; an order goes to its store.")
  var to: [String] = []

  @Option(
    help: "An order instead of the list, by its number; 12a or 12b where two have it.",
    completion: ListCompletion.order)
  var order: OrderLabel?

  @Option(help: "What stands above it.")
  var subject: String?

  @Option(help: "Some words before the list.")
  var note: String?

  @Flag(name: .customLong("dry-run"), help: "Print the message and send nothing.")
  var isDryRun = false

  @Flag(name: .customLong("drop"), help: "Drop the mail that waits, instead of sending one.")
  var isDropped = false

  @Flag(name: .customLong("sent"), help: "The mail that waits was sent: record it.")
  var wasSent = false

  @OptionGroup var options: VerbOptions

  func validate() throws {
    let isSettled = isDropped || wasSent
    if isDropped && wasSent
      || isSettled && (subject != nil || note != nil || isDryRun)
    {
      throw ValidationError(
        "Say either --drop or --sent, with --order or for the list, if need be with --to.")
    }
  }

  func run() throws {
    let list = try OpenList(VerbCall(options))
    if isDropped || wasSent { try settle(list) }
    let (draft, message) = try letter(list)
    let carrier = list.mailCarrier
    var way = carrier?.name ?? "draft"
    var isSent = false
    var raw = ""
    if isDryRun {
      let bytes = try message.bytes(id: Self.id)
      raw = String(decoding: bytes, as: UTF8.self)
    } else if let carrier {
      try checkIsNew(draft, list)
      try list.send(draft, carrier)
      list.remember(message.to)
      isSent = true
    } else {
      try list.open(draft, message)
      way = "draft"
    }
    try answer(list, draft, message, way: way, isSent: isSent, raw: raw)
  }

  private func letter(_ list: OpenList) throws(Failure) -> (MailDraft, MailMessage) {
    var to = to
    var about = MailSubject.list
    let letter: MailLetter
    let title: String
    let note = CleanText.line(note ?? "", limit: .note)
    if let order = try order?.order(in: list) {
      if to.isEmpty, let store = list.state.store(of: order), !store.email.isEmpty {
        to = [store.email]
      }
      about = .order(order.id)
      if to.isEmpty,
        let waiting = try waiting(about, list)
      {
        if let why = list.state.remark(onReceiversOf: about, to: waiting.to) {
          throw Failure(
            .badInput,
            "The mail that waits is to \(waiting.to). \(why). To send it all the same: "
              + "trolley mail --order \(list.state.label(of: order)) --to \(waiting.to)",
            detail: "mail address")
        }
        to = [waiting.to]
      }
      letter = .order(order, in: list.state, style: list.style, note: note)
      title = MailLetter.subject(of: order)
    } else {
      guard !list.state.cart.isEmpty else { throw ChangeError.emptyCart.failure }
      letter = .list(list.state, note: note, style: list.style)
      let store = list.state.currentStore
      title = store.isEmpty ? "Shopping list" : "Shopping list for " + store
    }
    guard !to.isEmpty else {
      throw Failure(.usage, "Whom is it for? Say --to ADDRESS. See: trolley mail --help")
    }
    var draft = MailDraft(
      about, author: list.actor.author, to: to.joined(separator: ", "), subject: subject ?? title,
      note: note, letter: letter)
    draft.mailsBefore = list.state.mailsThatWent(about).count
    return (draft, try list.message(draft))
  }

  /// What was mailed already, perhaps by another machine, or may have been, is not mailed again without a
  /// word; where there is a person to answer, it is asked.
  private func checkIsNew(_ draft: MailDraft, _ list: OpenList) throws(Failure) {
    guard let words = earlierMail(of: draft, list) else { return }
    guard Question.canBeAsked, !options.isJSON else { return Complaint.say(words) }
    guard Question.ask(words + " Send it again?") else {
      throw Failure(.cancelled, "Nothing was sent.", detail: "no")
    }
  }

  private func earlierMail(of draft: MailDraft, _ list: OpenList) -> String? {
    func isSame(_ to: String) -> Bool {
      !Set(MailDraft.addresses(to)).isDisjoint(with: MailDraft.addresses(draft.to))
    }
    if let sent = list.state.mailsThatWent(draft.about).last(where: { isSame($0.to) }) {
      let offset = SystemClock.utcOffset
      return "Order \(sent.number) was mailed to \(sent.to) before, on "
        + Wording.date(sent.at, offset: offset, style: list.dateStyle) + ", "
        + Wording.clock(sent.at, offset: offset, style: list.dateStyle) + "."
    }
    var inDoubt = list.waitingMails.all.filter { $0.about == draft.about && $0.mayHaveBeenSent }
      .map(\.to)
    if case .order(let id) = draft.about {
      inDoubt += list.state.mailings(of: id).filter(\.isUncertain).map(\.to)
    }
    return inDoubt.first(where: isSame).map { "The mail to \($0) may have arrived already." }
  }

  /// A mail that waits is dropped, or is known to have been sent.
  private func settle(_ list: OpenList) throws(Failure) -> Never {
    var about = MailSubject.list
    let placed = try order?.order(in: list)
    if let placed { about = .order(placed.id) }
    let drafts = list.drafts
    let draft = try waiting(about, list)
    var unrecorded = placed.flatMap { list.state.unrecordedReceiver(of: $0) }
    if unrecorded != nil, !to.isEmpty {
      unrecorded = try MailAddress.parseList(to.joined(separator: ", ")).map(\.address)
        .joined(separator: ", ")
    }
    let isOpen = placed.map(list.state.isMailOpen) == true
    guard let to = draft?.to ?? (wasSent || isOpen ? unrecorded : nil) else {
      let label = placed.map { list.state.label(of: $0) }
      let end = unrecorded == nil ? "" : Self.howToRecord(label ?? "")
      throw Failure(.badInput, MailDraft.noneWaits(ofOrder: label) + end)
    }
    if let placed, wasSent || isOpen {
      let mailing = OrderMailing(saidOf: placed, to: to, wasSent: wasSent, at: list.now)
      try list.change { _ in .noteMailing(mailing) }
    }
    if let draft, !list.state.isSettled(draft) {
      try drafts.apply(.forget(draft.key))
    } else {
      // A record settles it: an undo of that finds it where it was.
      for key in drafts.read().outdated(where: list.state.isSettled) {
        try drafts.apply(.forget(key))
      }
    }
    let settled =
      draft
      ?? MailDraft(
        about, author: list.actor.author, to: to, subject: "", note: "",
        letter: MailLetter(text: "", html: ""))
    try list.answer(settled.words(ofSettling: wasSent, waited: draft != nil) + ".")
  }

  /// What to say of an order that a person has mailed without this program.
  private static func howToRecord(_ label: String) -> String {
    " Once it is sent, say: trolley mail --order \(label) --sent"
  }

  /// The mail that is meant; nil where none waits.
  private func waiting(_ about: MailSubject, _ list: OpenList) throws(Failure) -> MailDraft? {
    let author = list.actor.author
    let drafts = list.waitingMails.all.filter { $0.about == about && $0.author == author }
    guard !to.isEmpty || drafts.count > 1 else { return drafts.first }
    let wanted = MailDraft(
      about, author: author, to: to.joined(separator: ", "), subject: "", note: "",
      letter: MailLetter(text: "", html: ""))
    if let draft = drafts.first(where: { $0.key == wanted.key }) { return draft }
    guard !drafts.isEmpty else { return nil }
    let what =
      if let order { "order " + list.state.label(of: try order.order(in: list)) } else {
        "the list"
      }
    throw Failure(
      .badInput,
      drafts.count == 1
        ? "The mail of \(what) that waits is to \(drafts[0].to)."
        : "Mails of \(what) wait to \(Wording.list(drafts.map(\.to))). Say which one: --to ADDRESS")
  }

  private func answer(
    _ list: OpenList, _ draft: MailDraft, _ message: MailMessage, way: String, isSent: Bool,
    raw: String
  ) throws(Failure) -> Never {
    let placed = try order?.order(in: list)
    let end = placed.map { Self.howToRecord(list.state.label(of: $0)) } ?? ""
    try list.print { w, _ in
      w.member("sent", isSent)
      w.member("way", way)
      w.member("to", message.to.map(\.address))
      w.member("subject", message.subject)
      if !raw.isEmpty { w.member("message", raw) }
    } text: { output in
      if !raw.isEmpty {
        for line in raw.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
          output.line(String(decoding: line.filter { $0 != 0x0D }, as: UTF8.self))
        }
      } else if isSent {
        let other = list.waitingMails.draft(draft.about, of: draft.author)
        let waits = other.map { " That to \($0.to) still waits." } ?? ""
        output.line("Mailed to \(Wording.list(message.to.map(\.address))).\(waits)")
      } else {
        output.line("A draft was opened in your mail program." + end)
      }
    }
  }

  /// An id that is unique to this message.
  private static var id: String {
    var generator = SystemRandomNumberGenerator()
    return [generator.next(), generator.next()].map { String($0, radix: 36) }.joined()
  }
}
