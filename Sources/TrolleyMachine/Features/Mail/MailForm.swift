/// The form of a mail: what it opens with, the letter, and what becomes of it when it is submitted.
extension AppState {
  mutating func openMail(_ about: MailSubject, _ effects: inout [Effect]) {
    let kept = session.mail.drafts.draft(about, of: session.author)
      .flatMap { shared.isSettled($0) ? nil : $0.renewed(in: shared, style: session.style) }
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
      intro: kept.map { Self.words(of: $0) + wordsOfKeptList($0) } ?? wordsOfMailsBefore(about),
      action: actionOfMail,
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
    let now = defaultValue.to
    if case .order = about, !now.isEmpty, !form[.to].contains(now) {
      form.fields[0].theirs = now
      form.fields[0].news = "The store's address is now \(now)"
    }
    session.overlays.append(.form(form))
    effects.append(.wakeWorker)
  }

  /// Which list goes out, where there may be another one by now.
  private func wordsOfKeptList(_ draft: MailDraft) -> String {
    guard draft.about == .list else { return "" }
    return shared.cart.isEmpty
      ? "The list as it was goes out. " : "The list as it is now goes out. "
  }

  static func words(of draft: MailDraft) -> String {
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
      let store = shared.stores.labelled(order.store)
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
    let draft = draft(about, form)
    let message: MailMessage
    do throws(Failure) { message = try self.message(draft) } catch {
      throw FormError(error.detail.hasPrefix("mail address") ? .to : .subject, error.sentence)
    }
    if let carrier = mailCarrier {
      guard session.mail.sending == nil else {
        form.trouble = Failure.anotherMail.sentence
        return replaceLast(.form(form))
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
    open(draft, message, brief: brief(about, note: form[.note].trimmed), &effects)
  }

  /// The same text in the fewest bytes, for a code that has no room for more; nil when there is none.
  private func brief(_ about: MailSubject, note: String) -> String? {
    guard about == .list, !shared.cart.isEmpty else { return nil }
    return (note.isEmpty ? "" : note + "\n\n") + ListText.compact(shared)
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

  /// Opens a draft in the person's mail program, or shows a link to it for another device.
  ///
  /// - Parameter brief: a shorter text that says the same.
  mutating func open(
    _ draft: MailDraft, _ message: MailMessage, brief: String? = nil, _ effects: inout [Effect]
  ) {
    guard session.hasBrowser else {
      func link(_ text: String?, subject: String = message.subject) -> String {
        MailLink.link(to: message.to, subject: subject, text: text)
      }
      return showCode(
        "A draft for your phone",
        .draft(
          links: [message.text, brief].compactMap { $0 }.map { link($0) },
          empty: [link(nil), link(nil, subject: "")], text: brief ?? message.text), &effects)
    }
    let (link, isWhole) = MailLink.draft(
      to: message.to, subject: message.subject, text: message.text)
    effects.append(.openAddress(link))
    session.mail.opened = MailState.Opened(draft: draft, link: link)
    if isWhole {
      notice("Opening a draft in your mail program.")
    } else {
      effects.append(.copy(message.text))
    }
  }
}

extension Overlay {
  var isMailForm: Bool {
    if case .form(let form) = self { form.isForMail } else { false }
  }
}

extension FormState {
  var isForMail: Bool { if case .mail = purpose { true } else { false } }
}
