import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport

@testable import TrolleyUI

/// Nothing overwrites its neighbour, whatever the currency, the amounts and the width.
@Suite struct MeasuredColumnsTests {
  static let currencies = ["USD", "AUD", "SEK", "CHF", "HUF", "IDR", "JPY", "KWD"]
  private static let amounts = [5, 129, 12_990, 1_250_000, 99_999_900]

  /// Five items with amounts of every length, all in the cart, and an order of them.
  private func shopper(_ code: String, _ width: Int, height: Int = 24) throws -> TestApp {
    let currency = try #require(Currency(code: code))
    let journal = MemoryJournal()
    let names = ["Apples", "Bread", "Strawberry jam", "Sparkling water", "Wholegrain bread"]
    let items = zip(names, Self.amounts).enumerated().map { at, pair in
      Item(
        id: Item.ID(UInt64(at + 1)), name: pair.0, category: at % 2 == 0 ? "Fruit" : "Household",
        price: Money(minorUnits: pair.1, currency: currency),
        per: at == 1 ? Quantity(1, .kilogram) : .one, addedAt: 1)
    }
    let lines = items.enumerated().map { at, item in
      CartLine(
        id: CartLine.ID(UInt64(at + 1)), item: item.id,
        quantity: Quantity(at == 2 ? 12 : 1, item.per.unit), rank: at)
    }
    let order = Order(
      id: Order.ID(1), number: 12, name: "Ann Lee", address: "12 High Street",
      placedAt: TestApp.start - 500 * 86_400,
      lines: zip(items, lines).map {
        Order.Line(
          item: $0.id, name: $0.name, category: $0.category, quantity: $1.quantity,
          cost: $0.cost(of: $1.quantity))
      })
    journal.append(
      Step(
        replica: ReplicaID(1), number: 0, time: 1,
        events: [
          .seeded, .settingChanged(.currency, from: "USD", to: code), .itemsAdded(items),
          .linesAdded(lines), .orderPlaced(order), .orderLinesAdded(order.id, order.lines),
        ]))
    return TestApp(
      sharing: journal, replica: ReplicaID(0xABCD), size: Size(width: width, height: height))
  }

  /// The words of the row that has the name, behind it; nil if it is not shown.
  private func words(behind name: String, _ canvas: Canvas, to end: Int) -> [Substring]? {
    let start = name.prefix(6)
    for y in 0..<canvas.size.height {
      let row = (0..<min(end, canvas.size.width)).map { canvas[$0, y].text }.joined()
      guard let range = row.range(of: start) else { continue }
      // A name that was cut ends at its sign, another one where it ends.
      let rest =
        row[range.lowerBound...].hasPrefix(name)
        ? row[range.lowerBound...].dropFirst(name.count)
        : row[range.lowerBound...].drop { $0 != "…" }.dropFirst()
      return rest.split(separator: " ")
    }
    return nil
  }

  /// What may stand behind an item's name.
  private func known(_ item: Item, _ line: CartLine, _ style: NumberStyle) -> Set<String> {
    var all: Set<String> = [
      "×", "★", "●", "✓", item.category, line.quantity.words, "×" + line.quantity.words,
    ]
    if let price = item.price { all.insert(Wording.price(price, per: item.per, style: style)) }
    if let cost = item.cost(of: line.quantity) { all.insert(Wording.money(cost, style: style)) }
    all.formUnion(line.quantity.words.split(separator: " ").map(String.init))
    return all
  }

  private func expectWholeWords(
    _ shopper: TestApp, to end: Int, _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let canvas = shopper.canvas
    #expect(canvas.flaw(asked: shopper.session.size) == nil, sourceLocation: sourceLocation)
    for line in shopper.shared.cart.lines {
      guard let item = shopper.shared.items[line.item],
        let words = words(behind: item.name, canvas, to: end)
      else { continue }
      let known = known(item, line, shopper.session.style)
      for word in words {
        #expect(
          known.contains(String(word)), "\(what): “\(word)” behind \(item.name)\n\(canvas.text)",
          sourceLocation: sourceLocation)
      }
    }
  }

  @Test(arguments: currencies) func `table and cart`(_ code: String) throws {
    for width in [20, 24, 30, 36, 40, 46, 52, 59, 60, 76, 80, 100, 120, 200] {
      for height in [8, 10, 24] {
        let shopper = try shopper(code, width, height: height)
        shopper.press("t")
        expectWholeWords(shopper, to: width, "table of \(width)")
        shopper.press("2")
        let summary = width >= 76 ? min(34, width - 52) : 0
        let end = min(90, width - summary)
        if shopper.state.cartRowHeight == 1 {
          expectWholeWords(shopper, to: end, "cart of \(width)")
        }
      }
    }
  }

  @Test(arguments: currencies) func `the cost of each line is there where there is room`(
    _ code: String
  ) throws {
    for (width, height) in [(80, 24), (80, 9), (60, 24), (60, 9), (100, 32)] {
      let shopper = try shopper(code, width, height: height)
      shopper.press("2")
      let text = shopper.canvas.text
      for index in 0..<min(5, shopper.session.layout.list.height) {
        guard let line = shopper.state.line(at: index), let item = shopper.shared.items[line.item],
          let cost = item.cost(of: line.quantity)
        else { continue }
        #expect(
          text.contains(" " + Wording.money(cost)), "\(width)x\(height) \(item.name)\n\(text)")
        #expect(text.contains(item.name), "\(width)x\(height)\n\(text)")
      }
    }
  }

  @Test func `a name in the cart has all free cells of its row`() throws {
    let shopper = TestApp(size: .standard)
    let names = [
      "1500 g wheat flour @12.90/kg", "sourdough bread from the old bakery of the town",
      "500 g strawberries of the very first summer days @4/kg",
    ]
    shopper.paste((names + "bcdfhjkwxz".map { "\($0)ry thing" }).joined(separator: "\n"))
    shopper.press("enter", "2")
    #expect(shopper.state.cartRowHeight == 1)
    let rows = shopper.canvas.rows
    #expect(rows.contains { $0.contains("× $12.90/kg") }, "\(shopper.canvas.text)")
    for (start, quantity) in [("sourdough", "1"), ("strawberries", "500")] {
      let row = try #require(rows.first { $0.contains(start) }, "\(shopper.canvas.text)")
      let words = row[(row.range(of: start)?.lowerBound ?? row.startIndex)...]
      #expect(words.contains("… \(quantity) "), "\(row)")
    }
    #expect(rows.contains { $0.contains("sourdough bread from the ol") }, "\(shopper.canvas.text)")
  }

  @Test func `a marked row under the cursor shows both`() {
    let shopper = TestApp(items: SampleItems.all, size: .standard)
    shopper.press("t", "v", "up")
    #expect(shopper.canvas.text.contains("▸◆"), "\(shopper.canvas.text)")
    shopper.press("space", "2", "v", "up")
    #expect(shopper.canvas.text.contains("▸◆"), "\(shopper.canvas.text)")
  }

  @Test(arguments: currencies) func `tiles show their prices in full`(_ code: String) throws {
    for width in [60, 80, 100, 133, 200] {
      let shopper = try shopper(code, width)
      let canvas = shopper.canvas
      for hit in canvas.hits {
        guard case .entry(let index) = hit.target, let item = shopper.state.item(at: index),
          let price = item.price, hit.area.maxY <= shopper.session.layout.list.maxY
        else { continue }
        let y = hit.area.maxY - 1
        let edge = (hit.area.x..<hit.area.maxX).map { canvas[$0, y].text }.joined()
        let words = Wording.price(price, per: item.per)
        #expect(edge.contains(" " + words + " "), "\(edge)")
        #expect(
          edge.first.map { "╰╚".contains($0) } == true && edge.hasSuffix("╯") || edge.hasSuffix("╝")
        )
      }
    }
  }

  @Test(arguments: currencies) func `orders and their lines`(_ code: String) throws {
    for width in [20, 40, 60, 80, 120] {
      let shopper = try shopper(code, width)
      shopper.press("4")
      let order = shopper.shared.orders[0]
      let total = Wording.money(order.total(in: shopper.shared.currency))
      let row = shopper.canvas.rows.first { $0.contains("№ 12") } ?? ""
      #expect(row.contains("№ 12 "))
      if width >= 60 {
        #expect(row.contains("Ann Lee") && row.hasSuffix(" " + total), "\(row)")
      }
      shopper.press("enter")
      guard width >= 40 else { continue }
      for line in order.lines {
        let cost = line.cost.map { Wording.money($0) } ?? "unknown"
        let row = shopper.canvas.rows.first { $0.contains(line.name.prefix(6)) } ?? ""
        #expect(row.hasSuffix(" " + cost) && row.contains(line.quantity.words + "  "), "\(row)")
      }
    }
  }

  @Test(arguments: currencies) func `the summary of the cart by category`(_ code: String) throws {
    for width in [80, 100, 200] {
      let shopper = try shopper(code, width)
      shopper.press("2")
      for (name, share) in shopper.shared.summary.categories {
        let amount = Wording.money(
          Money(minorUnits: share.known, currency: shopper.shared.currency))
        let row = shopper.canvas.rows.first { $0.contains(amount) } ?? ""
        #expect(row.contains(name.prefix(3)) && row.contains(" " + amount), "\(row)")
      }
    }
  }

  @Test(arguments: currencies) func `the check-out and the sums`(_ code: String) throws {
    for width in [40, 46, 60, 76, 80, 100, 120, 200] {
      let shopper = try shopper(code, width)
      let total = Wording.money(
        Money(minorUnits: shopper.shared.summary.known, currency: shopper.shared.currency))
      for page in ["1", "2", "3", "4"] {
        shopper.press(page)
        #expect(shopper.canvas.flaw(asked: shopper.session.size) == nil)
        let sum = shopper.canvas.rows.first { $0.contains("about ") } ?? ""
        #expect(sum.contains("about \(total)"), "page \(page) at \(width)\n\(shopper.canvas.text)")
      }
      shopper.press("2", "o")
      let canvas = shopper.canvas
      #expect(shopper.form?.purpose == .checkout && canvas.flaw(asked: shopper.session.size) == nil)
      let text = canvas.text.split(whereSeparator: { "│ \n".contains($0) }).joined(separator: " ")
      #expect(text.contains("about \(total)"), "\(width)\n\(canvas.text)")
    }
  }

  @Test func `currencies have their short signs`() throws {
    for (code, text) in [
      ("AUD", "A$129.90"), ("SEK", "kr\u{A0}129.90"), ("CHF", "Fr.\u{A0}129.90"),
      ("JPY", "¥12,990"), ("HUF", "Ft\u{A0}129.90"), ("IDR", "Rp\u{A0}129.90"),
      ("USD", "$129.90"), ("XAU", "XAU\u{A0}129.90"),
    ] {
      let money = Money(minorUnits: 12_990, currency: try #require(Currency(code: code)))
      #expect(Wording.money(money) == text)
      // What is shown can be typed.
      let typed = String(text.filter { $0 != "," }.map { $0 == "\u{A0}" ? " " : $0 })
      #expect(Money(decimal: typed, currency: money.currency) == money)
    }
  }

  @Test func `thousands are grouped in every amount of a column`() {
    #expect(Wording.money(Money(minorUnits: 370_368, currency: .usd)) == "$3,703.68")
    #expect(Wording.money(Money(minorUnits: 1_500_000, currency: .usd)) == "$15,000.00")
  }

  @Test func `on the smallest screen what is typed into a form is seen`() {
    let shopper = TestApp(size: Size(width: 20, height: 5))
    shopper.press("space", "o", "ctrl-u")
    shopper.type("Ann Lee")
    #expect(shopper.canvas.text.contains("Ann Lee"))
    #expect(shopper.canvas.cursor != nil)
  }

  @Test func `an address uses the columns that are empty behind it`() {
    let shopper = TestApp()
    shopper.press("3")
    for (name, address, phone) in [
      ("Aldi", "2 Low Road", "+44 20 7946 0018"),
      ("Corner shop", "114 Riverside Lane North, behind the church", ""),
    ] {
      shopper.press("a")
      for text in [name, address, phone, phone.isEmpty ? "" : "orders@aldi.example"] {
        shopper.type(text)
        shopper.press("tab")
      }
      shopper.press("enter")
    }
    #expect(shopper.canvas.text.contains("114 Riverside Lane North, behind the church"))
  }

  @Test func `an order's total says what the number behind it counts`() throws {
    let shopper = TestApp(items: [
      Item(id: Item.ID(1), name: "Tea", price: .init(minorUnits: 1548, currency: .usd))
    ])
    shopper.press("a")
    for line in ["tea", "cat", "dog", "pen"] {
      shopper.type(line)
      shopper.press("enter")
    }
    shopper.press("esc", "2", "o")
    for text in ["Ann Lee", "12 High Street, Northern Riverside"] {
      shopper.type(text)
      shopper.press("tab")
    }
    shopper.press("ctrl-s", "esc", "4")
    let row = shopper.canvas.rows.first { $0.contains("№ 1") } ?? ""
    #expect(row.hasSuffix("$15.48 + 3 unknown") && row.contains("Ann Lee"), "\(row)")
  }

  @Test func `orders say when, with the year`() throws {
    let shopper = try shopper("USD", 80)
    shopper.press("4")
    #expect(shopper.canvas.text.contains(" 2024, 10:42"))
    shopper.press("enter")
    #expect(shopper.canvas.text.contains(" 2024, 10:42"))
  }

  @Test(arguments: [120, 80, 60, 40]) func `orders say when beside long totals`(width: Int) throws {
    let journal = MemoryJournal()
    let costs: [Money?] = [
      Money(minorUnits: 11_849, currency: .usd), Money(minorUnits: 398, currency: .eur), nil, nil,
    ]
    let order = Order(
      id: Order.ID(1), number: 12, name: "Ann Rosalind Lee", address: "12 High Street, Northwood",
      placedAt: TestApp.start - 500 * 86_400,
      lines: costs.enumerated().map { at, cost in
        Order.Line(
          item: Item.ID(UInt64(at + 1)), name: "Thing \(at)", category: "", quantity: .one,
          cost: cost)
      })
    journal.append(
      Step(
        replica: ReplicaID(1), number: 0, time: 1,
        events: [.seeded, .orderPlaced(order), .orderLinesAdded(order.id, order.lines)]))
    let shopper = TestApp(
      sharing: journal, replica: ReplicaID(0xABCD), size: Size(width: width, height: 12))
    shopper.press("4")
    let row = shopper.canvas.rows.first { $0.contains("№ 12") } ?? ""
    #expect(row.contains(" 2024"), "\(row)")
    #expect(row.contains("$118.49 + "), "\(row)")
    if width >= 60 { #expect(row.contains("Ann") && row.contains("€3.98 + "), "\(row)") }
    if width >= 80 { #expect(row.contains(" 2024, 10:42"), "\(row)") }
  }

  @Test func `two cans are cans`() {
    #expect(Quantity(2, .can).words == "2 cans" && Quantity(1, .can).words == "1 can")
    #expect(Quantity(3, .box).words == "3 boxes" && Quantity(2, .kilogram).words == "2 kg")
    #expect(Quantity(2, .can).text == "2 can", "files keep their spelling")
  }

  @Test func `who put a thing in the cart is said beside long names and amounts`() {
    let shopper = TestApp(items: [])
    shopper.openHome()
    for thing in [
      "2 l orange juice 3.20", "500 g strawberries 4.99", "2 kg potatoes @3.20",
      "cherry tomatoes 2.99", "bread", "butter", "cheese", "eggs", "pasta", "tea", "salt", "rice",
    ] {
      shopper.press("a")
      shopper.type(thing)
      shopper.press("enter", "esc")
    }
    shopper.press("2")
    for row in shopper.canvas.rows where row.contains("☐") {
      #expect(row.contains("  A") || row.contains(" Ann"), "\(row)")
    }
  }

  @Test(arguments: [
    ("Ann", ["Ann", "Ben"], "A"), ("Anna", ["Ann", "Anna"], "Anna"),
    ("Ann", ["Ann", "Anna"], "Ann"),
    ("Cleo", ["Cleo", "Clemens"], "Cleo"), ("Zoë", ["Zoë"], "Z"), ("", [], ""),
  ])
  func `initials tell people apart`(_ name: String, _ all: [String], _ initials: String) {
    #expect(Initials.of(name, among: all) == initials)
  }
}
