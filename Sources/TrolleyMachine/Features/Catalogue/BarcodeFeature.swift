/// Barcodes in the quick-add line: a scanner types digits and enter. They are looked up one at a
/// time while the next ones are being typed.
extension AppState {
  /// How many may wait; the person is told before any is lost.
  private static let most = 50

  /// Queues the barcodes of a text that is nothing else. Returns why they can't be looked up.
  mutating func scan(_ typed: String, _ effects: inout [Effect]) -> String? {
    let codes: [ScannedCode]
    do throws(Barcode.Refusal) {
      codes = try ScannedCode.read(typed)
    } catch { return error.sentence }
    if let refusal = refusal(toLookUp: codes.count) { return refusal }
    lookUp(codes, &effects)
    return nil
  }

  /// Why so many more can't be looked up; nil if they can.
  func refusal(toLookUp count: Int) -> String? {
    guard session.catalogue.scans.count + count > Self.most else { return nil }
    return count > Self.most
      ? "\(count) barcodes are too many at once: \(Self.most) may wait."
      : "That is quick: \(session.catalogue.scans.count) barcodes are waiting. "
        + "Scan on in a moment."
  }

  mutating func lookUp(_ codes: [ScannedCode], _ effects: inout [Effect]) {
    session.catalogue.scans += codes.map { BarcodeScan(code: $0, places: barcodeCatalogues) }
    lookUpNext(&effects)
  }

  /// Answers known barcodes at once, in scanning order; asks the catalogue for others.
  mutating func lookUpNext(_ effects: inout [Effect]) {
    while let scan = session.catalogue.scans.first, scan.number == nil {
      if let item = shared.items.first(with: scan.code.barcode) {
        session.catalogue.scans.removeFirst()
        let before = shared.cart
        if attempt(scan.code.change(adding: item), &effects) {
          announce(scan.code, of: item, since: before)
        }
        continue
      }
      for id in barcodeCatalogues { loadKept(id, &effects) }
      // The cache is still being read.
      guard barcodeCatalogues.allSatisfy({ session.catalogue.kept[$0] != nil }) else { return }
      if let product = keptProduct(with: scan.code.barcode) {
        if askForPrice(of: product, &effects) { return }
        session.catalogue.scans.removeFirst()
        put(product, scan.code, &effects)
        continue
      }
      return lookUp(scan, &effects)
    }
  }

  /// How many there are now, where a scan was not the first one, and a price that was typed.
  private mutating func announce(_ code: ScannedCode, of item: Item, since before: Cart) {
    let lines = shared.cart.lines(of: item.id)
    let isPriced = code.price.map { $0 != item.price } ?? false
    let price =
      isPriced
      ? code.price.map { ", now " + Wording.money($0, style: session.style) }
      : product(of: item).flatMap { $0.wordsOfPrice(of: item, session.style) }.map { " " + $0 }
    let isMore = !before.lines(of: item.id).isEmpty && lines.count == 1
    guard isMore, shared.cart.wantedAgain(item.id, since: before) == nil else {
      let count = code.count == 1 ? "" : "\(code.count) × "
      return announcePut(item.id, count, item.name, since: before, price ?? "")
    }
    announce(
      done: "\(item.name): \(item.words(lines[0].quantity, session.style)) in the cart"
        + (price ?? ""))
  }

  /// A product file may know it; it is asked first, since that sends nothing to a server.
  private var barcodeCatalogues: [CatalogueID] {
    catalogueID == .file ? [.file, .openFoodFacts] : [.openFoodFacts]
  }

  private mutating func lookUp(_ scan: BarcodeScan, _ effects: inout [Effect]) {
    // The consent dialog is already open.
    guard !session.asksAboutBarcodes else { return }
    ask(consentOf: scan.places.first.map { services(of: $0) } ?? [], for: .barcode, &effects)
  }

  /// A product that is known from a list may have a price elsewhere. Returns whether the scan waits
  /// for it.
  private mutating func askForPrice(
    of product: CatalogueProduct, _ effects: inout [Effect]
  ) -> Bool {
    guard product.price == nil, session.catalogue.scans[0].code.price == nil,
      !session.catalogue.described.contains(product.source),
      product.catalogue.service.map({ session.isAllowed($0) == true }) ?? false,
      let access = catalogueAccess(product.catalogue), access.prices != nil
    else { return false }
    waitForScan(.describeProduct(product, currency: shared.currency, access), &effects)
    return true
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
    waitForScan(
      .findBarcode(
        scan.code.barcode, language: language, currency: shared.currency, access), &effects)
  }

  private mutating func waitForScan(_ task: WorkerTask, _ effects: inout [Effect]) {
    session.catalogue.scans[0].number = askWorker(task, for: .barcode, &effects)
    session.catalogue.scans[0].since = session.clock.monotonic
  }

  /// Called after a refusal: each is like one that no catalogue knows, and the next scan takes its place.
  mutating func leaveBarcodesAlone(_ sentence: String, _ effects: inout [Effect]) {
    giveUpScans(sentence, areKept: false, &effects)
  }

  mutating func receiveBarcodeAnswer(
    _ answer: WorkerAnswer, number: Int, _ effects: inout [Effect]
  ) {
    guard let scan = session.catalogue.scans.first, scan.number == number else { return }
    switch answer {
    case .catalogueProduct(let product?):
      session.catalogue.scans.removeFirst()
      if catalogueAccess(product.catalogue)?.prices != nil {
        session.catalogue.described.insert(product.source)
      }
      keep([product], of: product.catalogue, &effects)
      put(product, scan.code, &effects)
    case .catalogueProduct(nil):
      session.catalogue.scans[0].number = nil
      session.catalogue.scans[0].places.removeFirst()
      guard session.catalogue.scans[0].places.isEmpty else {
        return lookUp(session.catalogue.scans[0], &effects)
      }
      session.catalogue.scans.removeFirst()
      say(
        unknown: scan.code.line,
        "No catalogue knows \(scan.code.typed). Type its name, or scan the next.")
    case .failed(let failure):
      guard let product = keptProduct(with: scan.code.barcode), failure.kind != .cancelled else {
        return giveUpScans(failure.sentence, &effects)
      }
      // It was known but for its price.
      session.catalogue.scans.removeFirst()
      put(product, scan.code, &effects)
    default: return giveUpScans(Failure.unexpectedAnswer.sentence, &effects)
    }
    lookUpNext(&effects)
    showUnknown()
  }

  /// Once nothing is being looked up, an empty line shows what was not found.
  mutating func showUnknown() {
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
    giveUpScans("Not looked up.", &effects)
    return true
  }

  /// The catalogue can't be asked: what is known without it goes in the cart, and the other waiting
  /// barcodes go back to the line as typed, where enter looks them up again, and what is scanned next goes
  /// behind them where they are kept.
  private mutating func giveUpScans(
    _ sentence: String, areKept: Bool = true, _ effects: inout [Effect]
  ) {
    let waiting = session.catalogue.scans.map(\.code)
    session.catalogue.scans = []
    var codes: [ScannedCode] = []
    var names: [String] = []
    for code in waiting {
      let item = shared.items.first(with: code.barcode)
      let product = keptProduct(with: code.barcode)
      let change = item.map { code.change(adding: $0) } ?? product.map { code.change(adding: $0) }
      if let change, attempt(change, &effects) {
        names.append(item?.name ?? product?.name ?? code.typed)
      } else {
        codes.append(code)
      }
    }
    let put =
      names.isEmpty
      ? "" : " \(Wording.list(names)) \(names.count == 1 ? "is" : "are") in the cart."
    guard !codes.isEmpty else {
      if !put.isEmpty { notice(sentence + put) }
      return
    }
    guard areKept else {
      for code in codes { say(unknown: code.line, sentence + put) }
      return
    }
    let separator = codes.allSatisfy(\.isBare) ? " " : ", "
    say(unknown: codes.map(\.line).joined(separator: separator), sentence + put, isKept: true)
  }

  /// Returns the typed barcodes to the line, or queues them if something else is being typed.
  private mutating func say(unknown typed: String, _ sentence: String, isKept: Bool = false) {
    guard let at = session.overlays.lastIndex(where: { $0.isQuickAdd }),
      case .quickAdd(var add) = session.overlays[at]
    else {
      if !session.isLocked {
        notice(sentence + keptForLater(typed), .danger, seconds: 6)
      }
      return
    }
    add.unknown.removeAll { $0.typed == typed }
    add.unknown.append(QuickAddState.Unknown(typed: typed, sentence: sentence, isKept: isKept))
    add.takeUnknown()
    session.overlays[at] = .quickAdd(add)
  }
}

extension QuickAddState {
  /// Barcodes that were not put in the cart, and why.
  public struct Unknown: Equatable, Sendable {
    public let typed: String
    public let sentence: String
    /// They were not looked up: what is typed next does not replace them.
    var isKept = false
    /// It was shown before; others come first.
    var isSeen = false
  }

  /// The line is empty again: shows what comes back next there.
  mutating func takeUnknown() {
    guard input.isEmpty, !unknown.isEmpty else { return }
    let first = unknown.remove(at: unknown.firstIndex { !$0.isSeen } ?? 0)
    giveBack(first.typed, first.sentence)
    shown = first
    guard first.isKept else { return }
    isReturned = false
    input.insert(" ")
  }

  /// Shows a barcode that was not put in the cart, and why; the next scan replaces it.
  mutating func giveBack(_ typed: String, _ sentence: String) {
    input = TextInput(typed, limit: input.limit)
    refusal = sentence
    isReturned = true
  }
}

extension SessionState {
  /// Whether the person is being asked if barcodes may be looked up.
  public var asksAboutBarcodes: Bool {
    overlays.contains {
      if case .consent(let consent) = $0 { consent.purpose == .barcode } else { false }
    }
  }
}

extension Overlay {
  var isQuickAdd: Bool { if case .quickAdd = self { true } else { false } }
}
