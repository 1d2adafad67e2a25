/// Barcodes in the quick-add line: a scanner types digits and enter. They are looked up one at a
/// time while the next ones are being typed.
extension AppState {
  /// How many may wait; the person is told before any is lost.
  private static let most = 50

  /// Queues a line that is only a barcode. Returns why it can't be looked up.
  mutating func scan(_ typed: String, _ effects: inout [Effect]) -> String? {
    let barcode: Barcode
    do throws(Barcode.Refusal) {
      barcode = try Barcode(typed)
    } catch { return error.sentence }
    guard session.catalogue.scans.count < Self.most else {
      return "That is quick: \(Self.most) barcodes are waiting. Scan on in a moment."
    }
    session.catalogue.scans.append(
      BarcodeScan(barcode: barcode, typed: typed, places: barcodeCatalogues))
    lookUpNext(&effects)
    return nil
  }

  /// Answers known barcodes at once, in scanning order; asks the catalogue for others.
  mutating func lookUpNext(_ effects: inout [Effect]) {
    while let scan = session.catalogue.scans.first, scan.number == nil {
      if let item = shared.items.first(with: scan.barcode) {
        session.catalogue.scans.removeFirst()
        if attempt(.putInCart(item.id, item.per), &effects) {
          announce(done: "Put \(item.name) in the cart")
        }
        continue
      }
      for id in barcodeCatalogues { loadKept(id, &effects) }
      // The cache is still being read.
      guard barcodeCatalogues.allSatisfy({ session.catalogue.kept[$0] != nil }) else { return }
      if let product = keptProduct(with: scan.barcode) {
        session.catalogue.scans.removeFirst()
        put(product, nil, &effects)
        continue
      }
      return lookUp(scan, &effects)
    }
  }

  /// A product file may know it; it is asked first, since that sends nothing to a server.
  private var barcodeCatalogues: [CatalogueID] {
    catalogueID == .file ? [.file, .openFoodFacts] : [.openFoodFacts]
  }

  private mutating func lookUp(_ scan: BarcodeScan, _ effects: inout [Effect]) {
    // The consent dialog is already open.
    guard !session.overlays.contains(where: \.isConsentForBarcodes) else { return }
    let service = scan.places.first?.service
    ask(consentOf: service.map { [$0] } ?? [], for: .barcode, &effects)
  }

  private func keptProduct(with barcode: Barcode) -> CatalogueProduct? {
    for id in barcodeCatalogues {
      if let product = session.catalogue.kept[id]?[barcode.text] { return product }
    }
    return nil
  }

  /// Called after consent.
  mutating func lookUpAllowed(_ effects: inout [Effect]) {
    guard let scan = session.catalogue.scans.first, scan.number == nil,
      let access = scan.places.first.flatMap({ catalogueAccess($0) })
    else { return }
    let number = askWorker(
      .findBarcode(scan.barcode, language: language, access), for: .barcode, &effects)
    session.catalogue.scans[0].number = number
    session.catalogue.scans[0].since = session.clock.monotonic
  }

  /// Called after a refusal: the typed text stays.
  mutating func leaveBarcodesAlone(_ sentence: String) { giveUpScans(sentence) }

  mutating func receiveBarcodeAnswer(
    _ answer: WorkerAnswer, number: Int, _ effects: inout [Effect]
  ) {
    guard let scan = session.catalogue.scans.first, scan.number == number else { return }
    switch answer {
    case .catalogueProduct(let product?):
      session.catalogue.scans.removeFirst()
      keep([product], of: product.catalogue, &effects)
      put(product, nil, &effects)
    case .catalogueProduct(nil):
      session.catalogue.scans[0].number = nil
      session.catalogue.scans[0].places.removeFirst()
      guard session.catalogue.scans[0].places.isEmpty else {
        return lookUp(session.catalogue.scans[0], &effects)
      }
      session.catalogue.scans.removeFirst()
      say(unknown: scan.typed, "No catalogue knows \(scan.typed). Type its name, or scan the next.")
    case .failed(let failure): return giveUpScans(failure.sentence)
    default: return giveUpScans(Failure.unexpectedAnswer.sentence)
    }
    lookUpNext(&effects)
    showUnknown()
  }

  /// Once nothing is being looked up, an empty line shows what was not found.
  private mutating func showUnknown() {
    guard session.catalogue.scans.isEmpty, let at = session.overlays.lastIndex(where: \.isQuickAdd),
      case .quickAdd(var add) = session.overlays[at]
    else { return }
    add.takeUnknown()
    session.overlays[at] = .quickAdd(add)
  }

  /// Esc: cancels the lookups. Returns false if none is under way.
  mutating func cancelScans(_ effects: inout [Effect]) -> Bool {
    guard let scan = session.catalogue.scans.first else { return false }
    if let number = scan.number { cancelWork(number, &effects) }
    giveUpScans("Not looked up.")
    return true
  }

  /// The catalogue can't be asked: all waiting barcodes stay as typed.
  private mutating func giveUpScans(_ sentence: String) {
    let scans = session.catalogue.scans
    session.catalogue.scans = []
    for scan in scans { say(unknown: scan.typed, sentence) }
  }

  /// Returns the typed barcode to the line, or queues it if something else is being typed.
  private mutating func say(unknown typed: String, _ sentence: String) {
    guard let at = session.overlays.lastIndex(where: { $0.isQuickAdd }),
      case .quickAdd(var add) = session.overlays[at]
    else {
      if !session.isLocked { notice(sentence, .danger, seconds: 6) }
      return
    }
    if add.input.isEmpty {
      add.giveBack(typed, sentence)
    } else {
      add.unknown.append(QuickAddState.Unknown(typed: typed, sentence: sentence))
    }
    session.overlays[at] = .quickAdd(add)
  }
}

extension QuickAddState {
  /// A barcode that was not found, and why.
  public struct Unknown: Equatable, Sendable {
    public let typed: String
    public let sentence: String
  }

  /// The line is empty again: shows the next unknown barcode there.
  mutating func takeUnknown() {
    guard input.isEmpty, !unknown.isEmpty else { return }
    let first = unknown.removeFirst()
    giveBack(first.typed, first.sentence)
  }

  /// Shows a barcode that was not put in the cart, and why; the next scan replaces it.
  mutating func giveBack(_ typed: String, _ sentence: String) {
    input = TextInput(typed, limit: input.limit)
    refusal = sentence
    isReturned = true
  }
}

extension Overlay {
  var isQuickAdd: Bool { if case .quickAdd = self { true } else { false } }

  var isConsentForBarcodes: Bool {
    if case .consent(let consent) = self { consent.purpose == .barcode } else { false }
  }
}
