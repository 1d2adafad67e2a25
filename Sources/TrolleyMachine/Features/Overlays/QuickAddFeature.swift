/// The quick-add line: the typed text, and how it was parsed.
public struct QuickAddState: Equatable, Sendable {
  public var input = TextInput("", limit: 400)
  /// The existing item with that name.
  public var existing: Item.ID?
  /// Why the line was refused.
  public var refusal: String?
  /// The text is a barcode that came back: whatever is typed next replaces it, as a scanner does
  /// not clear the line.
  public internal(set) var isReturned = false
  /// Unknown barcodes, waiting for an empty line.
  var unknown: [Unknown] = []
}

extension QuickAddState: OverlayState {
  package var behaviour: OverlayBehaviour {
    OverlayBehaviour(
      scope: .line, perform: { $0.perform($1, in: self, &$2) },
      facts: { _ in
        // A refused line would be refused again.
        [.quickAdding: true, .failed: refusal != nil]
      },
      action: "add",
      type: { app, text in
        var add = self
        if add.isReturned { add.input = TextInput(limit: add.input.limit) }
        add.input.insert(text)
        app.readQuickAdd(&add)
        app.replaceLast(.quickAdd(add))
      })
  }
}

extension AppState {
  mutating func perform(
    _ command: Command, in add: QuickAddState, _ effects: inout [Effect]
  ) -> Bool {
    var add = add
    switch command {
    case .back: if !cancelScans(&effects) { back() }
    case .open, .submit: addLine(add, &effects)
    case .quit, .redraw, .suspend: return false
    default:
      if add.input.perform(command) {
        readQuickAdd(&add)
        add.takeUnknown()
        replaceLast(.quickAdd(add))
      }
    }
    return true
  }

  mutating func readQuickAdd(_ add: inout QuickAddState) {
    add.refusal = nil
    add.isReturned = false
    let parsed = QuickAdd.parse(add.input.text, currency: shared.currency)
    add.existing = parsed.name.isEmpty ? nil : shared.items.first(named: Folding.key(parsed.name))
  }

  /// Adds, and keeps the line open for the next one. A refused line stays as typed.
  private mutating func addLine(_ add: QuickAddState, _ effects: inout [Effect]) {
    let typed = add.input.text.trimmed
    guard !typed.isEmpty else { return back() }
    var add = add
    if Barcode.isMeant(by: typed) { return addBarcode(typed, add, &effects) }
    let parsed = QuickAdd.parse(add.input.text, currency: shared.currency)
    if let refusal = parsed.refusal {
      add.refusal = refusal
    } else {
      do {
        try makeAnnounced(.add([AddRequest(parsed)]), &effects)
        if let id = shared.items.first(named: Folding.key(parsed.name)) { focus(on: id) }
        let unknown = add.unknown
        add = QuickAddState()
        add.unknown = unknown
        add.takeUnknown()
      } catch {
        add.refusal = error.sentence
      }
    }
    replaceLast(.quickAdd(add))
  }

  /// Clears the line at once: a scanner does not wait.
  private mutating func addBarcode(
    _ typed: String, _ add: QuickAddState, _ effects: inout [Effect]
  ) {
    var cleared = QuickAddState()
    cleared.unknown = add.unknown
    replaceLast(.quickAdd(cleared))
    guard let refusal = scan(typed, &effects) else { return }
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
