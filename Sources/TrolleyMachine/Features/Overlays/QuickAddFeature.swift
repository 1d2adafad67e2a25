/// The quick-add line: the typed text, and what it would do.
public struct QuickAddState: Equatable, Sendable {
  public var input: TextInput
  /// What the line was read as, and what adding that makes of the cart.
  public internal(set) var entries: [QuickAdd] = []
  public internal(set) var outcomes: [AddOutcome] = []
  /// Barcodes in it, which are looked up; they are no entries with an outcome.
  public internal(set) var codes: [ScannedCode] = []
  /// The rest of what is being typed, as far as it is known.
  public internal(set) var completion: Completion?
  /// Why the line was refused.
  public var refusal: String?
  /// The text came back, a barcode or what was left here: whatever is typed next replaces it, as a
  /// scanner does not clear the line.
  public internal(set) var isReturned = false
  /// Unknown barcodes, waiting for an empty line.
  var unknown: [Unknown] = []
  /// The one that is shown, and the one that what is being typed has replaced: a name for it ends it,
  /// another barcode does not.
  var shown: Unknown?
  var replaced: Unknown?
  /// The barcode that was not found, with how many or at what price, as typed over it.
  var amended: String?
  /// Whether the person was told that quitting drops what was typed.
  public internal(set) var isLeaving = false
  /// The names of the list, read when the line opens.
  public internal(set) var known: QuickAdd.Known?

  /// What is typed; an amount alone is that of the barcode which it replaced.
  public var text: String { amended ?? input.text }

  /// What enter adds: the whole of what is being typed, unless that is a thing already.
  var meant: String {
    guard let completion, !completion.isOptional else { return text }
    return completion.text
  }

  /// The entries that the outcomes are of.
  public var named: [QuickAdd] {
    entries.filter { !$0.name.isEmpty && ScannedCode(AddRequest($0)) == nil }
  }

  /// As many barcodes as may wait fit in.
  init(_ text: String = "") { input = TextInput(text, limit: 1000) }
}

extension QuickAddState: OverlayState {
  package var behaviour: OverlayBehaviour {
    OverlayBehaviour(
      scope: .line, perform: { $0.perform($1, in: self, &$2) },
      facts: { _ in
        // A refused line would be refused again.
        [.quickAdding: true, .failed: refusal != nil, .suggested: completion != nil]
      },
      action: "add",
      type: { app, text in
        var add = self
        add.isLeaving = false
        if add.isReturned {
          add.input = TextInput(limit: add.input.limit)
          (add.replaced, add.shown) = (add.shown, nil)
        }
        app.insert(text, into: &add.input)
        app.readQuickAdd(&add, offers: true)
        app.replaceLast(.quickAdd(add))
      })
  }
}

extension AppState {
  /// Opens the add line, with what a search did not find or what was left here.
  mutating func openQuickAdd() {
    let sought = session.items.query.text.trimmed
    let isMissed =
      session.page == .items && !session.showsSegment && session.items.list.isEmpty
      && !session.items.matchesOthers && !sought.isEmpty
    var add = QuickAddState(isMissed ? sought : session.addDraft)
    if !add.input.isEmpty { readQuickAdd(&add, offers: false) }
    if !isMissed {
      add.isReturned = !add.input.isEmpty
      session.addDraft = ""
    }
    if session.page == .items, !session.showsSegment { session.isInSearchField = false }
    session.overlays.append(.quickAdd(add))
  }

  mutating func perform(
    _ command: Command, in add: QuickAddState, _ effects: inout [Effect]
  ) -> Bool {
    var add = add
    let wasTold = add.isLeaving
    add.isLeaving = false
    switch command {
    case .quit where !wasTold && !add.isReturned && !add.input.text.trimmed.isEmpty:
      add.isLeaving = true
      replaceLast(.quickAdd(add))
      warn(ofLosingWhatIsNot: "added", by: .quit, in: .line)
    case .back where cancelScans(&effects): break
    case .back where !add.unknown.isEmpty:
      // What waits for an empty line is shown before the line is closed.
      keepDraft(of: add)
      add.input = TextInput(limit: add.input.limit)
      readQuickAdd(&add, offers: false)
      add.takeUnknown()
      replaceLast(.quickAdd(add))
    case .back:
      back()
      keepDraft(of: add)
    case .open, .submit:
      if add.completion?.isOptional == false { takeCompletion(&add) }
      addLine(add, &effects)
    case .complete, .textRight:
      if add.completion != nil {
        takeCompletion(&add)
      } else if !add.input.perform(command) {
        return true
      }
      add.isReturned = false
      replaceLast(.quickAdd(add))
    case .quit, .redraw, .suspend: return false
    default:
      // A barcode that was not found is corrected where it is wrong.
      let isSelected = add.isReturned && add.refusal == nil
      if isSelected ? add.input.performOnSelection(command) : add.input.perform(command) {
        readQuickAdd(&add, offers: false)
        add.takeUnknown()
        replaceLast(.quickAdd(add))
      }
    }
    return true
  }

  /// Keeps what was typed for the next time; what came back is dropped, and that is said.
  private mutating func keepDraft(of add: QuickAddState) {
    let typed = add.input.text.trimmed
    if typed.isEmpty { return }
    notice(add.isReturned ? "Dropped “\(typed)”." : "Not added." + keptForLater(typed))
  }

  /// Keeps it for the next time the line opens; barcodes go behind those that are kept already.
  mutating func keptForLater(_ typed: String) -> String {
    let before = session.addDraft
    let areCodes = ScannedCode.areMeant(by: before) && ScannedCode.areMeant(by: typed)
    session.addDraft = areCodes ? ScannedCode.joined([before, typed]) : typed
    let key = session.keymap.key(for: .quickAdd, in: session.scope, use: shared.use)
    return key.map { " \($0) brings “\(session.addDraft)” back." } ?? ""
  }

  private func takeCompletion(_ add: inout QuickAddState) {
    guard let completion = add.completion else { return }
    add.input = TextInput(completion.text, limit: add.input.limit)
    readQuickAdd(&add, offers: false)
  }

  /// - Parameter offers: whether to look for the rest of a known name. After deleting or moving, the
  ///   text stands as it is.
  func readQuickAdd(_ add: inout QuickAddState, offers: Bool) {
    add.refusal = nil
    add.isReturned = false
    if add.known == nil { add.known = shared.known(session.style) }
    let known = add.known ?? QuickAdd.Known()
    let isAtEnd = add.input.cursor == add.input.characters.count
    let typed = add.input.text.trimmed
    let isAmount =
      add.replaced.map { !$0.isKept } == true && !ScannedCode.areMeant(by: typed)
      && QuickAdd.saysOnlyHowMuch(typed, currency: shared.currency, known: known)
    add.amended = isAmount ? add.replaced.map { $0.typed + " " + typed } : nil
    let isCode = ScannedCode.areMeant(by: add.text)
    add.completion =
      offers && isAtEnd && !isCode && !isAmount
      ? shared.completion(of: add.input.text, known: known) : nil
    add.entries = shared.named(shared.read(add.meant, known: known))
    // What no catalogue knew has a name now.
    if add.amended == nil, add.named.count == 1, add.entries.count == 1,
      let replaced = add.replaced, !replaced.isKept,
      let code = shared.read(replaced.typed, known: known).first.flatMap({
        ScannedCode(AddRequest($0))
      })
    {
      add.entries[0].take(code)
    }
    if isCode {
      // Those that the list knows are named; the others are looked up.
      let codes = (try? ScannedCode.read(add.text)) ?? []
      let items = codes.map { shared.items.first(with: $0.barcode) }
      add.entries = zip(codes, items).compactMap { code, item in item.map(code.entry(adding:)) }
      add.codes = zip(codes, items).filter { $1 == nil }.map(\.0)
    } else {
      add.codes = add.entries.compactMap { ScannedCode(AddRequest($0)) }
    }
    add.outcomes = add.named.map { shared.outcome(of: AddRequest($0), by: session.actor) }
  }

  /// Adds, and keeps the line open for the next one. A refused line stays as typed.
  private mutating func addLine(_ add: QuickAddState, _ effects: inout [Effect]) {
    let typed = add.text.trimmed
    guard !typed.isEmpty else { return back() }
    var add = add
    if add.amended != nil { add.replaced = nil }
    if ScannedCode.areMeant(by: typed) { return addBarcodes(typed, add, &effects) }
    if add.amended == nil { readQuickAdd(&add, offers: false) }
    let requests = add.entries.map { AddRequest($0) }.filter { ScannedCode($0) == nil }
    if let refusal = shared.refusal(of: add.entries, typed: typed)
      ?? refusal(toLookUp: add.codes.count)
    {
      add.refusal = refusal
    } else if requests.isEmpty {
      return lookUp(add, &effects)
    } else {
      do {
        let isMissed = session.page == .items && session.items.list.isEmpty
        let owners = shared.owners(ofCodes: requests)
        try make(.add(requests), &effects)
        let added = requests.compactMap { shared.items.first(named: $0.name) }
        if isMissed || added.contains(where: isHidden) { endSearch() }
        announce(
          done: add.outcomes.sentence(in: shared.currency, style: session.style)
            + wordsOfHidden(added) + shared.words(ofCodes: requests, before: owners))
        if !add.codes.isEmpty { return lookUp(add, &effects) }
        if let name = add.entries.last?.name,
          let id = shared.items.first(named: name)
        {
          focus(on: id)
        }
        var next = QuickAddState()
        next.unknown = add.unknown
        next.takeUnknown()
        add = next
      } catch {
        add.refusal = error.sentence
      }
    }
    replaceLast(.quickAdd(add))
  }

  /// A search that found nothing has served its purpose.
  private mutating func endSearch() {
    guard !session.items.query.isEmpty else { return }
    session.items.query = TextInput("", limit: session.items.query.limit)
    rebuildItems()
  }

  /// Whether the items page does not show it.
  private func isHidden(_ id: Item.ID) -> Bool {
    guard session.page == .items, !session.showsSegment, let slot = shared.items.slot(of: id) else {
      return false
    }
    return session.items.list.index(of: slot) == nil
  }

  /// Why what was added is not to be seen: filters stay, as they are preferences.
  private func wordsOfHidden(_ added: [Item.ID]) -> String {
    let hidden = added.filter(isHidden).compactMap { shared.items[$0] }
    guard let first = hidden.first else { return "" }
    let isUnstarred = session.preferences.segment == .starred && !first.isFavourite
    let shown = isUnstarred ? "starred items are" : (session.preferences.category ?? "") + " is"
    let which = hidden.count == added.count ? "" : "\(hidden.count) of them "
    return ", \(which)not shown: only \(shown)"
  }

  private mutating func lookUp(_ add: QuickAddState, _ effects: inout [Effect]) {
    var cleared = QuickAddState()
    cleared.unknown = add.unknown
    replaceLast(.quickAdd(cleared))
    lookUp(add.codes, &effects)
  }

  /// Clears the line at once: a scanner does not wait.
  mutating func addBarcodes(
    _ typed: String, _ add: QuickAddState, _ effects: inout [Effect]
  ) {
    var cleared = QuickAddState()
    cleared.unknown = add.unknown
    if var replaced = add.replaced, replaced.typed != typed,
      !cleared.unknown.contains(where: { $0.typed == replaced.typed })
    {
      replaced.isSeen = true
      cleared.unknown.append(replaced)
    }
    replaceLast(.quickAdd(cleared))
    guard let refusal = scan(typed, &effects) else { return showUnknown() }
    cleared.giveBack(typed, refusal)
    replaceLast(.quickAdd(cleared))
  }

  /// Moves the focus of the items page to an item, if it is shown there.
  mutating func focus(on id: Item.ID) {
    guard let slot = shared.items.slot(of: id), let index = session.items.list.index(of: slot)
    else { return }
    focusItem(at: index)
  }
}
