/// The question before anything leaves this machine for a server: which ones, and what is sent.
public struct ConsentState: Equatable, Sendable {
  public enum Answer: CaseIterable, Sendable {
    case once, always, no

    public var label: String {
      switch self {
      case .once: "Allow once"
      case .always: "Always"
      case .no: "No"
      }
    }
  }

  /// Those that nobody has said yes to.
  public let services: [OutsideService]
  /// How the question names each: its title, its host, and what is sent.
  public let lines: [String]
  public let purpose: ConsentPurpose
  /// When it was asked: milliseconds of the monotonic clock.
  let since: Int
  public internal(set) var focus = 0
  /// The first line of the text that is shown, where there is no room for all of it.
  public internal(set) var scroll = 0

  /// All of it.
  public var text: String {
    lines.map { "• " + $0 }.joined(separator: "\n")
      + "\n\nNothing else is sent. Settings show and change it."
  }

  /// The enter of a scanner that goes on scanning is no answer.
  func hears(at now: Int) -> Bool { purpose != .barcode || now - since >= Self.scannersPause }

  private static let scannersPause = 600
}

/// What goes on after a yes.
public enum ConsentPurpose: Equatable, Sendable {
  /// Whether a service answers, for the settings page.
  case test(OutsideService)
  /// The pages of the catalogue.
  case catalogue
  /// The barcodes that wait in the line of quick-add.
  case barcode
  /// Shops around a place; `isFresh`: no answer that was kept.
  case nearby(isFresh: Bool)
  /// The map of the shop that is open.
  case map
  /// The pictures that are looked at; they are asked for by themselves.
  case picture
  /// The picture that somebody wrote into a form.
  case pictureOfForm
}

extension AppState {
  /// Goes on with `purpose` at once when all these may be asked; else the question comes first.
  mutating func ask(
    consentOf services: [OutsideService], for purpose: ConsentPurpose, _ effects: inout [Effect]
  ) {
    if let forbidden = services.first(where: { session.isAllowed($0) == false }) {
      return refused(
        purpose, "\(forbidden.title) is switched off in the settings.", &effects)
    }
    let open = services.filter { session.isAllowed($0) == nil }
    guard !open.isEmpty else { return goOn(with: purpose, &effects) }
    session.overlays.append(
      .consent(
        ConsentState(
          services: open, lines: open.map { line(of: $0) }, purpose: purpose,
          since: session.clock.monotonic)))
  }

  private func line(of service: OutsideService) -> String {
    let address = session.preferences.services.access(service).address
    let host = WebAddress(address.prefix { $0 != "{" }).map { " (\($0.host))" } ?? ""
    return "\(service.title)\(host) gets \(service.whatIsSent)."
  }

  /// The answer of the person.
  private mutating func take(
    _ answer: ConsentState.Answer, to consent: ConsentState, _ effects: inout [Effect]
  ) {
    session.overlays.removeAll { $0 == .consent(consent) }
    switch answer {
    case .once: session.allowedOnce.formUnion(consent.services)
    case .always:
      remember(&effects) { preferences in
        for service in consent.services { preferences.services[service].isAllowed = true }
      }
    case .no:
      let names = consent.services.map(\.title).joined(separator: " and ")
      return refused(consent.purpose, "Nothing was sent to \(names).", &effects)
    }
    goOn(with: consent.purpose, &effects)
  }

  private mutating func goOn(with purpose: ConsentPurpose, _ effects: inout [Effect]) {
    switch purpose {
    case .test(let service): test(service, &effects)
    case .catalogue: lookAtAllowedCatalogue(&effects)
    case .barcode: lookUpAllowed(&effects)
    case .nearby(let isFresh): startSearch(isFresh: isFresh, &effects)
    case .map: startMap(&effects)
    case .picture: break
    case .pictureOfForm: goOnWithPictureForm(isAllowed: true, &effects)
    }
  }

  private mutating func refused(
    _ purpose: ConsentPurpose, _ sentence: String, _ effects: inout [Effect]
  ) {
    switch purpose {
    case .test: notice(sentence)
    case .catalogue: notice(sentence)
    case .barcode: leaveBarcodesAlone(sentence)
    case .nearby: refuseNearby(sentence)
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
    let most = DialogLayout(consent.text, session.layout).mostScroll
    switch command {
    case .up where most > 0: consent.scroll = max(0, min(consent.scroll, most) - 1)
    case .down where most > 0: consent.scroll = min(most, consent.scroll + 1)
    case .left, .up, .previousField, .previousPage:
      consent.focus = (consent.focus + answers.count - 1) % answers.count
    case .right, .down, .nextField, .nextPage: consent.focus = (consent.focus + 1) % answers.count
    case .open, .toggle:
      guard consent.hears(at: session.clock.monotonic) else { return true }
      take(answers[consent.focus], to: consent, &effects)
      return true
    case .back, .leave:
      take(.no, to: consent, &effects)
      return true
    case .quit, .redraw, .suspend: return false
    default: return true
    }
    replaceLast(.consent(consent))
    return true
  }
}

extension SessionState {
  /// Nil: the person has not been asked.
  public func isAllowed(_ service: OutsideService) -> Bool? {
    if let isAllowed = preferences.services.isAllowed(service) { return isAllowed }
    return allowedOnce.contains(service) ? true : nil
  }
}
