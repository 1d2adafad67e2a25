/// The consent dialog: which servers would be contacted, and what would be sent to them.
public struct ConsentState: Equatable, Sendable {
  public enum Answer: CaseIterable, Sendable {
    case untilQuit, always, no

    public var label: String {
      switch self {
      case .untilQuit: "Until I quit"
      case .always: "Always"
      case .no: "No"
      }
    }
  }

  /// The services without consent so far.
  public let services: [ExternalService]
  /// One line for each: its title, its hosts, and what is sent.
  public let lines: [String]
  public let purpose: ConsentPurpose
  /// When the dialog opened, or a scan came meanwhile: milliseconds of the monotonic clock.
  var since: Int
  /// What the settings send along with every request; empty if nothing.
  let contact: String
  /// What was typed since; the enter behind it is a scanner's, and no answer.
  var typed = ""
  public internal(set) var focus = 0
  /// The first visible line of the text when it does not fit.
  public internal(set) var scroll = 0

  /// The whole text.
  public var text: String {
    lines.map { "• " + $0 }.joined(separator: "\n") + "\n\n"
      + (contact.isEmpty ? "" : "With it goes your contact, \(contact). ")
      + "Nothing else is sent. Settings show and change it."
  }

  fileprivate var isForNearby: Bool { if case .nearby = purpose { true } else { false } }

  /// The enter from a scanner that is still scanning is not an answer.
  func acceptsKey(at now: Int) -> Bool { purpose != .barcode || now - since >= Self.scannersPause }

  private static let scannersPause = 600
  /// As much as the add line takes; more is no barcode.
  fileprivate static let mostTyped = 1000
}

/// What continues after consent.
public enum ConsentPurpose: Equatable, Sendable {
  /// Testing a service from the settings page.
  case test(ExternalService)
  /// The pages of the catalogue.
  case catalogue
  /// The barcodes queued in the quick-add line.
  case barcode
  /// Shops around a place; `isFresh` bypasses the cache.
  case nearby(isFresh: Bool)
  /// What Google knows of a favourite store.
  case favourite(Store.ID)
  case map
  /// The visible pictures; they are requested automatically.
  case picture
  /// The picture entered in a form.
  case pictureOfForm
}

extension ConsentState: OverlayState {
  package var behaviour: OverlayBehaviour {
    OverlayBehaviour(
      scope: .dialog, perform: { $0.perform($1, in: self, &$2) },
      facts: {
        [.consent: true, .several: true, .long: DialogLayout(text, $0.session.layout).isLong]
      },
      type: { app, text in
        var consent = self
        if consent.typed.utf8.count < Self.mostTyped { consent.typed += text }
        app.replaceLast(.consent(consent))
      },
      press: { app, index, effects in
        guard Answer.allCases.indices.contains(index) else { return }
        var consent = self
        consent.focus = index
        consent.typed = ""
        app.replaceLast(.consent(consent))
        _ = app.perform(.open, in: consent, &effects)
      })
  }
}

extension AppState {
  /// Continues with `purpose` at once if all services are allowed; refuses if one is switched off;
  /// otherwise opens the consent dialog.
  mutating func ask(
    consentOf services: [ExternalService], for purpose: ConsentPurpose, _ effects: inout [Effect]
  ) {
    if let forbidden = services.first(where: { session.isAllowed($0) == false }) {
      return refused(purpose, forbidden.switchedOffSentence, &effects)
    }
    let open = services.filter { session.isAllowed($0) == nil }
    guard !open.isEmpty else { return goOn(with: purpose, &effects) }
    // A person who scans on has answered.
    if purpose == .barcode, let declined = open.first(where: session.declinedScans.contains) {
      return refused(purpose, declined.declinedSentence, &effects)
    }
    session.overlays.append(
      .consent(
        ConsentState(
          services: open, lines: open.map { line(of: $0) }, purpose: purpose,
          since: session.clock.monotonic, contact: session.preferences.services.contact)))
  }

  private func line(of service: ExternalService) -> String {
    let address = session.preferences.services.access(service).address
    var hosts = [WebAddress(address.prefix { $0 != "{" })?.host].compactMap { $0 }
    if address == service.usualAddress { hosts += [service.searchHost].compactMap { $0 } }
    hosts += service.pictureHosts
    let host = hosts.isEmpty ? "" : " (\(hosts.joined(separator: ", ")))"
    let verb = service.hasAddress ? "gets" : "get"
    return "\(service.title)\(host) \(verb) \(service.whatIsSent)."
  }

  /// Applies the person's answer.
  private mutating func apply(
    _ answer: ConsentState.Answer, to consent: ConsentState, _ effects: inout [Effect]
  ) {
    session.overlays.removeAll { $0 == .consent(consent) }
    if answer != .no, consent.purpose == .map { keepKindOfMap(&effects) }
    switch answer {
    case .untilQuit: session.allowedUntilQuit.formUnion(consent.services)
    case .always:
      remember(&effects) { preferences in
        for service in consent.services { preferences.services[service].isAllowed = true }
      }
    case .no where consent.isForNearby && searchGoesOn(without: consent.services):
      session.nearby.refused.formUnion(consent.services)
    case .no:
      // The next search asks about OpenStreetMap instead, not about Google again.
      if consent.isForNearby, consent.services.contains(.googlePlaces) {
        session.nearby.refused.insert(.googlePlaces)
      }
      if consent.purpose == .catalogue { session.declined.formUnion(consent.services) }
      if consent.purpose == .barcode { session.declinedScans.formUnion(consent.services) }
      let names = Wording.list(consent.services.map(\.title), "or")
      return refused(consent.purpose, "Nothing was sent to \(names).", &effects)
    }
    goOn(with: consent.purpose, &effects)
    // The page below may have waited for the same consent.
    askForMoreIfNear(&effects)
  }

  private mutating func goOn(with purpose: ConsentPurpose, _ effects: inout [Effect]) {
    switch purpose {
    case .test(let service): test(service, &effects)
    case .catalogue: lookAtAllowedCatalogue(&effects)
    case .barcode: lookUpAllowed(&effects)
    case .nearby(let isFresh): startSearch(isFresh: isFresh, &effects)
    case .favourite(let id): askAboutFavourite(id, &effects)
    case .map: startMap(&effects)
    case .picture: break
    case .pictureOfForm: goOnWithPictureForm(isAllowed: true, &effects)
    }
  }

  private mutating func refused(
    _ purpose: ConsentPurpose, _ sentence: String, _ effects: inout [Effect]
  ) {
    switch purpose {
    case .test, .favourite: notice(sentence)
    case .catalogue: notice(sentence)
    case .barcode: leaveBarcodesAlone(sentence, &effects)
    case .nearby: refuseNearby(sentence, &effects)
    case .map: refuseMap(sentence, &effects)
    case .picture: notice(sentence)
    case .pictureOfForm: goOnWithPictureForm(isAllowed: false, &effects)
    }
  }

  // MARK: Keys

  mutating func perform(
    _ command: Command, in consent: ConsentState, _ effects: inout [Effect]
  ) -> Bool {
    var consent = consent
    let answers = ConsentState.Answer.allCases
    let layout = DialogLayout(consent.text, session.layout)
    if layout.move(by: command, &consent.focus, of: answers.count, &consent.scroll) {
      consent.typed = ""
      replaceLast(.consent(consent))
      return true
    }
    switch command {
    case .open where !consent.typed.isEmpty: takeScan(consent, &effects)
    case .open, .toggle:
      guard consent.acceptsKey(at: session.clock.monotonic) else { return true }
      apply(answers[consent.focus], to: consent, &effects)
    case .back, .leave: apply(.no, to: consent, &effects)
    case .quit, .redraw, .suspend: return false
    default: break
    }
    return true
  }
}

extension AppState {
  /// A scanner goes on while a question is open: its barcodes wait for the answer, or it is said
  /// that they are none.
  private mutating func takeScan(_ consent: ConsentState, _ effects: inout [Effect]) {
    var next = consent
    next.typed = ""
    next.since = session.clock.monotonic
    replaceLast(.consent(next))
    guard consent.purpose == .barcode, ScannedCode.areMeant(by: consent.typed) else {
      return notice("Typed text is no answer: choose one with the arrows.", .danger)
    }
    if let refusal = scan(consent.typed, &effects) { notice(refusal, .danger) }
  }
}

extension SessionState {
  /// Whether the question is what keys are for.
  public var asksForConsent: Bool {
    if case .consent? = overlays.last { true } else { false }
  }

  /// Whether a key is text rather than a command while a consent is asked for: a scanner's digit, and
  /// whatever a person goes on typing behind a barcode, who has not seen the question yet.
  public func isTextForConsent(_ key: Key) -> Bool {
    guard case .consent(let consent)? = overlays.last, case .character(let character) = key
    else { return false }
    return consent.purpose == .barcode || "0"..."9" ~= character
  }

  /// Nil if the person has not been asked.
  public func isAllowed(_ service: ExternalService) -> Bool? {
    if let isAllowed = preferences.services.isAllowed(service) { return isAllowed }
    return allowedUntilQuit.contains(service) ? true : nil
  }

  /// Why a task must not go to the worker: a service that it asks is not allowed, or no longer. Nil
  /// if it may go.
  public func refusal(toAsk services: [ExternalService]) -> Failure? {
    services.first { isAllowed($0) != true }.map {
      Failure(
        .notAllowed, $0.switchedOffSentence, detail: "\($0.rawValue): no consent")
    }
  }
}
