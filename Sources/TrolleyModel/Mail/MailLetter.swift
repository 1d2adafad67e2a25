/// A list or an order as the text of a mail: plain, and the same as HTML.
public struct MailLetter: Equatable, Sendable {
  public var text: String
  public var html: String

  /// The actor's cart.
  ///
  /// - Parameter isBrief: whether the text leaves out the prices, to be as short as it can.
  public static func list(
    _ state: SharedState, note: String, style: NumberStyle, isBrief: Bool = false
  ) -> MailLetter {
    let rows = state.cart.lines.compactMap { line in
      state.items[line.item].map {
        Row(
          quantity: line.quantity, pack: $0.pack, name: $0.name, store: $0.store,
          cost: $0.cost(of: line.quantity), isPicked: line.isPicked)
      }
    }
    return MailLetter(
      "Shopping list", rows, note: note, total: sum(rows, state.currency, style), style, isBrief)
  }

  /// For whom, where to, and what, at the prices of that moment.
  ///
  /// - Parameters:
  ///   - state: its items say where the things are bought that are not from the order's store.
  ///   - isBrief: whether the text leaves out the prices, to be as short as it can.
  public static func order(
    _ order: Order, in state: SharedState, style: NumberStyle, note: String = "",
    isBrief: Bool = false
  ) -> MailLetter {
    let rows = order.lines.map { line in
      let store = state.items[line.item]?.store ?? ""
      return Row(
        quantity: line.quantity, pack: line.pack, name: line.name,
        store: state.stores.areSame(store, order.store) ? "" : store, cost: line.cost)
    }
    let about = [
      order.name.isEmpty ? "" : "For: " + order.name,
      order.address.isEmpty ? "" : "To: " + order.address, order.note, note,
    ].filter { !$0.isEmpty }.joined(separator: "\n")
    return MailLetter(
      "Order \(order.number)", rows, note: about, total: sum(rows, state.currency, style), style,
      isBrief)
  }

  /// The subject of the mail that brings an order to a store.
  public static func subject(of order: Order) -> String {
    "Order \(order.number)" + (order.name.isEmpty ? "" : " for " + order.name)
  }

  /// Whether that is the subject of this order's mail, perhaps under a number that it had before.
  static func isSubject(_ text: String, of order: Order) -> Bool {
    guard let number = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      return false
    }
    var before = order
    before.number = number
    return text == subject(of: before)
  }

  public static let test = MailLetter(
    "A test from Trolley", [], note: "This mail arrived, so lists and orders can be mailed.",
    total: "", .english)

  private init(
    _ title: String, _ rows: [Row], note: String, total: String, _ style: NumberStyle,
    _ isBrief: Bool = false
  ) {
    text = note.isEmpty ? "" : note + "\n\n"
    for row in rows { text += (isBrief ? row.brief(style) : row.text(style)) + "\n" }
    if isBrief {
      if text.utf8.last == 0x0A { text.removeLast() }
    } else if !total.isEmpty {
      text += "\n" + total + "\n"
    }
    html =
      "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>\(title)</title></head><body>\n"
      + "<h1>\(title)</h1>\n"
    for line in note.split(separator: "\n") { html += "<p>\(Self.escaped(String(line)))</p>\n" }
    if !rows.isEmpty {
      html += "<table cellpadding=\"4\">\n\(Self.table(rows, style))</table>\n"
    }
    if !total.isEmpty { html += "<p><b>\(Self.escaped(total))</b></p>\n" }
    html += "</body></html>\n"
  }

  /// Rows below headings, so that a list that is copied from a mail is read as the table that it is.
  private static func table(_ rows: [Row], _ style: NumberStyle) -> String {
    let canBePicked = rows.contains { $0.isPicked != nil }
    let hasStores = rows.contains { !$0.store.isEmpty }
    func row(_ cell: String, _ tick: String, _ all: [String], store: String, cost: String) -> String
    {
      let cells =
        (canBePicked ? [tick] : []) + all + (hasStores ? [store] : [])
      return "<tr>" + cells.map { "<\(cell)>\(escaped($0))</\(cell)>" }.joined()
        + "<\(cell) align=\"right\">\(escaped(cost))</\(cell)></tr>\n"
    }
    return row("th", "Picked", ["Amount", "Item"], store: "Store", cost: "Total")
      + rows.map {
        row(
          "td", $0.isPicked == true ? "\u{2611}" : "\u{2610}", [$0.amount(style), $0.name],
          store: $0.store, cost: Wording.cost($0.cost, style: style))
      }.joined()
  }

  private static let total = "Total: about "
  private static let noTotal = "Total: no price is known."

  /// Whether a line is the sum below the rows: "Total: about $7.80 + €5.00; 2 prices are not known."
  package static func isSum(_ line: some StringProtocol) -> Bool {
    line == noTotal || line.hasPrefix(total)
  }

  private static func sum(_ rows: [Row], _ currency: Currency, _ style: NumberStyle) -> String {
    let sums = Money.sums(rows.compactMap(\.cost), first: currency)
    guard !sums.isEmpty else { return rows.isEmpty ? "" : noTotal }
    let words = sums.map { Wording.money($0, style: style) }
    let total = total + words.joined(separator: " + ")
    let unknown = rows.count { $0.cost == nil }
    if unknown == 0 { return total }
    return total + "; " + (unknown == 1 ? "1 price is" : "\(unknown) prices are") + " not known."
  }

  static func escaped(_ text: String) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": safe += "&amp;"
      case "<": safe += "&lt;"
      case ">": safe += "&gt;"
      case "\"": safe += "&quot;"
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }
}
