/// The form of a mail: what it opens with, the letter, and what becomes of it when it is submitted.
extension AppState {
  mutating func openMail(_ about: MailSubject, _ effects: inout [Effect]) {
    let kept = keptMail(about)?.renewed(in: shared, style: session.style)
    session.mail.shown = kept?.key
    if about == .list, shared.cart.isEmpty, kept == nil {
      // After an order the cart is empty; what waits then is the order's mail.
      if let unsentMail { return openMail(unsentMail.about, &effects) }
      return notice(ChangeError.emptyCart.sentence)
    }
    let mail = session.preferences.mail
    var known = mail.recent
    let people = shared.accounts.map { shared.email(of: $0, for: session.actor) }
    known += (people + shared.stores.map(\.email)).filter {
      !$0.isEmpty && !known.contains($0)
    }
    let defaultValue = fields(for: about)
    var form = FormState(
      purpose: .mail(about), title: defaultValue.title,
      intro: whatIsKnown(ofMail: about).words, action: actionOfMail,
      fields: [
        .init(
          .to, "To", kept?.to ?? defaultValue.to, hint: "one or several, with commas", limit: 1000,
          choices: known, isList: true),
        .init(.subject, "Subject", kept?.subject ?? defaultValue.subject, limit: 200),
      ])
    if about == .list {
      form.fields.append(
        .init(
          .note, "Note", kept?.note ?? "", hint: "optional",
          limit: CleanText.Limit.note.graphemes))
    }
    if let left = session.mail.left, left.about == about, left.author == session.author {
      form.fields = form.fields.keeping(typedInto: left.fields)
    }
    // Where the store has another address than the mail that waits, one key takes that.
    form.fields[0].theirs = shared.newReceiver(of: about, to: form[.to])
    form.fields[0].news = shared.remark(onReceiversOf: about, to: form[.to])
    session.overlays.append(.form(form))
    effects.append(.wakeWorker)
  }

  /// The mail about this that its form is to send; nil where none waits.
  private func keptMail(_ about: MailSubject) -> MailDraft? {
    session.mail.drafts.all.last {
      $0.about == about && $0.author == session.author && !shared.isSettled($0)
    }
  }

  /// What stands above a mail's form, whichever program it happened in, and whether the mail has gone
  /// or may have.
  func whatIsKnown(ofMail about: MailSubject) -> (words: String, mayHaveGone: Bool) {
    if let kept = keptMail(about) {
      return (Self.words(of: kept) + wordsOfKeptList(kept), kept.mayHaveBeenSent)
    }
    let words = wordsOfMailsBefore(about)
    return (words, !words.isEmpty)
  }

  /// Which list goes out, where there may be another one by now.
  private func wordsOfKeptList(_ draft: MailDraft) -> String {
    guard draft.about == .list else { return "" }
    return shared.cart.isEmpty
      ? "The list as it was goes out. " : "The list as it is now goes out. "
  }

  private static func words(of draft: MailDraft) -> String {
    draft.mayHaveBeenSent
      ? "This may have been sent: ask whether it came before you send it again. "
      : "Not sent so far. "
  }

  /// That an order was mailed already, perhaps by another machine; empty where it was not.
  private func wordsOfMailsBefore(_ about: MailSubject) -> String {
    guard case .order(let id) = about, shared.mailing(of: id) != nil,
      let order = shared.orders.first(where: { $0.id == id })
    else { return "" }
    return shared.mailWords(
      of: order, waiting: nil, style: session.dateStyle, offset: session.utcOffset) + " "
  }

  private func fields(for about: MailSubject) -> (title: String, to: String, subject: String) {
    switch about {
    case .list:
      let store = shared.currentStore
      return ("Mail the list", "", store.isEmpty ? "Shopping list" : "Shopping list for " + store)
    case .test:
      return ("Test the mail", session.preferences.mail.from?.text ?? "", "A test from Trolley")
    case .order(let id):
      guard let order = shared.orders.first(where: { $0.id == id }) else {
        return ("Mail the order", "", "Order")
      }
      let store = shared.store(of: order)
      return (
        "Mail order \(shared.label(of: order))", store?.email ?? "", MailLetter.subject(of: order)
      )
    }
  }

  /// Nil if its subject has been deleted.
  func letter(_ about: MailSubject, note: String) -> MailLetter? {
    switch about {
    case .test: return .test
    case .list:
      return shared.cart.isEmpty
        ? nil : .list(shared, note: note.trimmed, style: session.style)
    case .order(let id):
      return shared.orders.first { $0.id == id }
        .map { .order($0, in: shared, style: session.style) }
    }
  }

  /// Keeps the typed text for the next time the form opens.
  mutating func leave(_ form: FormState, _ about: MailSubject) {
    session.mail.left = MailState.Left(
      about: about, author: session.author, fields: form.fields)
  }

  private func draft(_ about: MailSubject, _ form: FormState) -> MailDraft {
    var draft = MailDraft(
      about, author: session.author, to: form[.to], subject: form[.subject], note: form[.note],
      letter: letter(about, note: form[.note])
        ?? session.mail.drafts.draft(about, of: session.author)?.letter
        ?? MailLetter(text: "", html: ""))
    draft.mailsBefore = shared.mailsThatWent(about).count
    return draft
  }

  mutating func submitMail(
    _ about: MailSubject, _ form: FormState, _ effects: inout [Effect]
  ) throws(FormError) {
    var form = form
    guard !isUndone(about) else {
      form.trouble = "The order is undone: there is nothing to mail."
      return replaceLast(.form(form))
    }
    let known = whatIsKnown(ofMail: about)
    guard !known.mayHaveGone || known.words == form.intro else {
      // It has gone from elsewhere while the form was open.
      form.intro = known.words
      form.trouble = known.words + "Send it again?"
      return replaceLast(.form(form))
    }
    let draft = draft(about, form)
    let message: MailMessage
    do throws(Failure) { message = try self.message(draft) } catch {
      throw FormError(error.detail.hasPrefix("mail address") ? .to : .subject, error.sentence)
    }
    if let carrier = mailCarrier {
      guard session.mail.sending == nil else {
        let isInPlace = session.mail.shown.map { $0 == draft.key } ?? true
        guard isInPlace, putInQueue(draft, &effects) else {
          form.trouble = Failure.anotherMail.sentence
          return replaceLast(.form(form))
        }
        session.overlays.removeAll { $0.isMailForm }
        session.mail.left = nil
        return notice(draft.wordsOfQueue)
      }
      replaceLast(.form(form))
      send(draft, message, carrier, isInForm: true, &effects)
      return
    }
    remember(&effects) { $0.mail.remember(message.to) }
    // Whether a code was of use is known here only to the person: behind it the form stays.
    if session.hasBrowser {
      session.overlays.removeAll { $0.isMailForm }
      session.mail.left = nil
    } else {
      replaceLast(.form(form))
    }
    open(draft, message, &effects)
  }

  /// How much of it a draft has room for, as it is typed so far.
  func fit(_ about: MailSubject, _ form: FormState) -> MailLink.Fit {
    var lines = shared.cart.count
    if case .order(let id) = about {
      lines = shared.orders.first { $0.id == id }?.lines.count ?? 0
    }
    guard lines <= MailLink.mostLines else { return .empty }
    return desktopDraft(
      of: draft(about, form), to: (try? MailAddress.parseList(form[.to])) ?? [],
      subject: form[.subject].trimmed
    ).fit
  }

  /// As `fit` of a mail's form, of what is being checked out.
  func fit(ofCheckout form: FormState, to address: String) -> MailLink.Fit {
    guard shared.cart.count <= MailLink.mostLines else { return .empty }
    func typed(_ field: FormState.FieldID) -> String {
      form[field].trimmed.isEmpty ? "?" : form[field]
    }
    var planner = planner()
    let draft = OrderDraft(
      name: typed(.name), address: typed(.address), store: form[.store], note: form[.note])
    var order: Order?
    for event in (try? planner.plan(.order(draft))) ?? [] {
      switch event {
      case .orderPlaced(let placed): order = placed
      case .orderLinesAdded(_, let lines): order?.lines += lines
      default: break
      }
    }
    guard let order else { return .whole }
    func text(isBrief: Bool) -> String {
      MailLetter.order(order, in: shared, style: session.style, isBrief: isBrief).text
    }
    return MailLink.draft(
      to: (try? MailAddress.parseList(address)) ?? [], subject: MailLetter.subject(of: order),
      text: text(isBrief: false), brief: text(isBrief: true)
    ).fit
  }

  private func desktopDraft(
    of draft: MailDraft, to: [MailAddress], subject: String
  ) -> (link: String, fit: MailLink.Fit) {
    MailLink.draft(
      to: to, subject: subject, text: draft.letter.text,
      brief: draft.brief(in: shared, style: session.style))
  }

  func message(_ draft: MailDraft) throws(Failure) -> MailMessage {
    let settings = session.preferences.mail
    var replyTo: MailAddress?
    if let own = account?.email, own != settings.from?.address {
      replyTo = try? MailAddress.parse(own)
    }
    let message = MailMessage(
      from: settings.from, replyTo: replyTo, to: try MailAddress.parseList(draft.to),
      subject: draft.subject.trimmed, text: draft.letter.text, html: draft.letter.html,
      time: session.clock.wall, offset: session.utcOffset)
    if let refusal = message.refusal { throw refusal }
    return message
  }

  /// Opens a draft in the person's mail program, or shows a link to it for another device. One that has
  /// no room for the text is opened only from the form, which says so: sent as it is, it would be an
  /// empty mail. What nobody has asked for waits instead.
  mutating func open(
    _ draft: MailDraft, _ message: MailMessage, isInForm: Bool = true, _ effects: inout [Effect]
  ) {
    guard session.hasBrowser else {
      let brief = draft.brief(in: shared, style: session.style)
      func link(_ text: String?, subject: String = message.subject) -> String {
        MailLink.link(to: message.to, subject: subject, text: text)
      }
      return showCode(
        "A draft for your phone",
        .draft(
          links: [message.text, brief].compactMap { $0 }.map { link($0) },
          empty: [link(nil), link(nil, subject: "")], text: brief ?? message.text), &effects)
    }
    let (link, fit) = desktopDraft(of: draft, to: message.to, subject: message.subject)
    guard fit != .empty || isInForm else {
      let end = keep(draft, &effects)
      let key = session.keymap.key(for: .mail, in: .orders, use: shared.use)
      let how =
        key.map { ", or press \($0) on the order to paste its text into an empty draft" } ?? ""
      return settle(
        draft.about,
        .notSent(MailLink.tooLong + ".\(end) Set up a mail server in the settings\(how)."))
    }
    effects.append(.openAddress(link))
    session.mail.opened = MailState.Opened(draft: draft, link: link)
    switch fit {
    case .whole: notice("Opening a draft in your mail program.")
    case .brief: notice("Opening a draft without the prices in your mail program.")
    case .empty:
      effects.append(.copy(message.text))
      show(
        DialogState.emptyDraft,
        MailLink.tooLong + ", so the one that opens in your mail program has no text. The text "
          + "was sent to the clipboard of your terminal, which may not take it: paste it into the mail "
          + "to \(draft.to) before you send that.", .init("Close"))
    }
  }
}

extension DialogState {
  fileprivate static let emptyDraft = "The draft is empty"
}

extension Overlay {
  /// Whether it says how to fill a draft.
  var isOfEmptyDraft: Bool {
    if case .dialog(let dialog) = self { dialog.title == DialogState.emptyDraft } else { false }
  }

  var isMailForm: Bool {
    if case .form(let form) = self { form.isForMail } else { false }
  }
}

extension FormState {
  var isForMail: Bool { if case .mail = purpose { true } else { false } }
}
