/// The import of a whole list, with its settings, stores and orders, as one step.
package struct ImportSummary {
  package private(set) var added = 0
  private var changes: Set<Item.ID> = []
  private var lines: Set<CartLine.ID> = []
  private var stores = 0
  private var orders = 0
  /// False for any other step. An import has what no other has: an order that takes nothing out of the
  /// cart or comes with new items, or a store or a setting along with other things; what names a store goes
  /// along with it.
  private(set) var isImport = false

  package init(_ events: [Event]) {
    var (takesOut, deletes, changesList, isUndo) = (false, false, false, false)
    for event in events {
      switch event {
      case .itemsAdded(let items): added += items.count
      case .itemChanged(let id, _, _): changes.insert(id)
      case .itemsRemoved: deletes = true
      case .linesAdded(let new): lines.formUnion(new.lazy.map(\.id))
      // To what is in the cart an import adds; what was picked is wanted again before that.
      case .linesPicked(let ids, _): lines.formUnion(ids)
      case .quantityChanged(let id, let by, _, _, _):
        if by.thousandths < 0, !lines.contains(id) { takesOut = true }
        lines.insert(id)
      case .linesRemoved, .linesMoved: takesOut = true
      case .storeAdded: stores += 1
      case .orderPlaced: orders += 1
      case .settingChanged, .aislesWalked: changesList = true
      // That is the undo of one.
      case .orderWithdrawn, .storeRemoved: isUndo = true
      default: break
      }
    }
    isImport =
      !isUndo
      && (orders > 0 && (!takesOut || orders > 1 || added > 0)
        || stores > 0 && events.count(where: { !$0.namesStore }) > 1
        || added > 0 && (deletes || changesList))
  }

  package var changed: Int { changes.count }

  /// "120 items, 2 changed items, 3 in the cart and 1 order"
  package var words: String {
    let parts = [
      added == 0 ? "" : Wording.count(added, "item"),
      changed == 0 ? "" : Wording.count(changed, "changed item"),
      lines.isEmpty ? "" : "\(lines.count) in the cart",
      stores == 0 ? "" : Wording.count(stores, "store"),
      orders == 0 ? "" : Wording.count(orders, "order"),
    ]
    return Wording.list(parts.filter { !$0.isEmpty })
  }
}
