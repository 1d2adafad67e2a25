/// Barcodes in the line of quick-add: a scanner types digits and enter. They are looked up one after
/// the other while the next ones are typed already.
extension AppState {
  /// So many wait at most; a person is told before anything is lost.
  private static let most = 50

  /// A line that is nothing but a barcode. Gives why it can't be looked up.
  mutating func scan(_ typed: String, _ effects: inout [Effect]) -> String? {
    let barcode: Barcode
    do throws(Barcode.Refusal) {
      barcode = try Barcode(typed)
    } catch {
      return error.sentence
    }
    guard session.catalogue.scans.count < Self.most else {
      return "That is quick: \(Self.most) barcodes are waiting. Scan on in a moment."
    }
    session.catalogue.scans.append(
      BarcodeScan(barcode: barcode, typed: typed, places: barcodeCatalogues))
    lookUpNext(&effects)
    return nil
  }

  /// What is known here answers at once, in the order of scanning; else the catalogue is asked.
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
      // What is kept is still on its way from the disk.
      guard barcodeCatalogues.allSatisfy({ session.catalogue.kept[$0] != nil }) else { return }
      if let product = keptProduct(with: scan.barcode) {
        session.catalogue.scans.removeFirst()
        put(product, nil, &effects)
        continue
      }
      return lookUp(scan, &effects)
    }
  }

  /// A file of products may know it; it is asked first, since that tells nobody.
  private var barcodeCatalogues: [CatalogueID] {
    catalogueID == .file ? [.file, .openFoodFacts] : [.openFoodFacts]
  }

  private mutating func lookUp(_ scan: BarcodeScan, _ effects: inout [Effect]) {
    // The question is on the screen already.
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

  /// After a yes.
  mutating func lookUpAllowed(_ effects: inout [Effect]) {
    guard let scan = session.catalogue.scans.first, scan.number == nil,
      let access = scan.places.first.flatMap({ catalogueAccess($0) })
    else { return }
    let number = askWorker(
      .findBarcode(scan.barcode, language: language, access), &effects)
    session.catalogue.scans[0].number = number
    session.catalogue.scans[0].since = session.clock.monotonic
  }

  /// After a no: what was typed stays.
  mutating func leaveBarcodesAlone(_ sentence: String) {
    giveUpScans(sentence)
  }

  mutating func take(scan answer: WorkerAnswer, _ effects: inout [Effect]) {
    guard let scan = session.catalogue.scans.first else { return }
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
      say(unknown: scan.typed, "No catalogue knows \(scan.typed). Type its name instead.")
    case .failed(let failure): return giveUpScans(failure.sentence)
    default: return giveUpScans("The answer of the catalogue makes no sense.")
    }
    lookUpNext(&effects)
  }

  /// Esc: nobody waits for them any more. False when none is on its way.
  mutating func cancelScans(_ effects: inout [Effect]) -> Bool {
    guard let scan = session.catalogue.scans.first else { return false }
    if let number = scan.number { cancelWork(number, &effects) }
    giveUpScans("Not looked up.")
    return true
  }

  /// The catalogue can't be asked: all that wait stay as they were typed.
  private mutating func giveUpScans(_ sentence: String) {
    let scans = session.catalogue.scans
    session.catalogue.scans = []
    for scan in scans { say(unknown: scan.typed, sentence) }
  }

  /// What was typed goes back to the line, or behind it where something else is being typed.
  private mutating func say(unknown typed: String, _ sentence: String) {
    guard let at = session.overlays.lastIndex(where: { $0.isQuickAdd }),
      case .quickAdd(var add) = session.overlays[at]
    else {
      if !session.isLocked { notice(sentence, .danger, seconds: 6) }
      return
    }
    if add.input.isEmpty {
      add.input = TextInput(typed, limit: add.input.limit)
      add.refusal = sentence
    } else {
      add.unknown.append(QuickAddState.Unknown(typed: typed, sentence: sentence))
    }
    session.overlays[at] = .quickAdd(add)
  }
}

extension QuickAddState {
  /// A barcode that is nobody's, and why.
  public struct Unknown: Equatable, Sendable {
    public let typed: String
    public let sentence: String
  }

  /// The line is empty again: a barcode that waits goes there.
  mutating func takeUnknown() {
    guard input.isEmpty, !unknown.isEmpty else { return }
    let first = unknown.removeFirst()
    input = TextInput(first.typed, limit: input.limit)
    refusal = first.sentence
  }
}

extension Overlay {
  var isQuickAdd: Bool { if case .quickAdd = self { true } else { false } }

  var isConsentForBarcodes: Bool {
    if case .consent(let consent) = self { consent.purpose == .barcode } else { false }
  }
}
