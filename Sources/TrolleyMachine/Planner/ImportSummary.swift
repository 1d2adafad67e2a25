/// The import of a whole list, with its settings, stores and orders, as one step.
struct ImportSummary {
  private var added = 0
  private var changed: Set<Item.ID> = []
  private var lines = 0
  private var stores = 0
  private var orders = 0
  /// Nil for any other step. An import has what no other has: an order that takes nothing out of the
  /// cart, or a store or a setting along with other things.
  init?(_ events: [Event]) {
    var (takesOut, deletes, changesList) = (false, false, false)
    for event in events {
      switch event {
      case .itemsAdded(let items): added += items.count
      case .itemChanged(let id, _, _): changed.insert(id)
      case .itemsRemoved: deletes = true
      case .linesAdded(let new): lines += new.count
      case .linesRemoved, .linesMoved, .quantityChanged: takesOut = true
      case .storeAdded: stores += 1
      case .orderPlaced: orders += 1
      case .settingChanged, .aislesWalked: changesList = true
      // That is the undo of one.
      case .orderWithdrawn, .storeRemoved: return nil
      default: break
      }
    }
    let isImport =
      orders > 0 && !takesOut || stores > 0 && events.count > 1
      || added > 0 && (deletes || changesList)
    guard isImport else { return nil }
  }

  /// "120 items, 3 lines in the cart and 1 order"
  var words: String {
    let parts = [
      (added + changed.count, "item", ""), (lines, "line", " in the cart"), (stores, "store", ""),
      (orders, "order", ""),
    ]
    return Wording.list(
      parts.filter { $0.0 > 0 }.map { Wording.count($0.0, $0.1) + $0.2 })
  }
}
