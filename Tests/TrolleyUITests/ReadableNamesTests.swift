import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport

@testable import TrolleyUI

/// Names are what a shopping list is for: they are read in tiles, table and cart.
@Suite struct ReadableNamesTests {
  static let sizes = [
    Size.standard, Size(width: 100, height: 32), Size(width: 200, height: 60), .small,
  ]

  /// A hundred names of 3 to 16 letters, with categories and prices of every length.
  private static let items: [Item] = {
    var rng = SplitMix64(seed: 11)
    let starts = ["Straw", "Whole", "Spark", "Choco", "Butter", "Rose", "Black", "Pine"]
    let ends = ["berries", "grain", "ling", "late", "milk", "mary", "currant", "apple", "x"]
    return (1...100).map { at in
      var name = rng.pick(starts) + rng.pick(ends)
      if rng.oneIn(3) { name = rng.pick(["Big ", "A ", "Red "]) + name }
      while name.count < 15, rng.oneIn(2) { name += rng.pick(["s", "en", " x"]) }
      let number = " \(at)"
      return SampleItems.item(
        UInt64(at), String(name.prefix(16 - number.count)) + number,
        rng.pick(["Fruit", "Vegetables", "", "Household goods"]),
        rng.oneIn(8) ? nil : rng.pick([5, 120, 1299, 9999]), isFavourite: rng.oneIn(5))
    }
  }()

  /// The entries that are shown completely, with what stands in their areas.
  private func shown(_ shopper: TestApp) -> [Int: String] {
    let canvas = shopper.canvas
    // Presses end where the list does: a lower area is a part of a tile.
    let height =
      shopper.session.page == .cart
      ? shopper.state.cartRowHeight : shopper.state.itemGrid.tileHeight
    var texts: [Int: String] = [:]
    for hit in canvas.hits {
      guard case .entry(let index) = hit.target, hit.area.height == height else { continue }
      texts[index] = (hit.area.y..<hit.area.maxY).map { y in
        (hit.area.x..<hit.area.maxX).map { canvas[$0, y].text }.joined()
      }.joined(separator: "\n")
    }
    return texts
  }

  private func expectWholeNames(
    _ shopper: TestApp, keys: Int = 80, _ name: (Int) -> String?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var seen: Set<String> = []
    shopper.press("home")
    for _ in 0..<keys {
      for (index, text) in shown(shopper) {
        guard let name = name(index), seen.insert(name).inserted else { continue }
        #expect(text.contains(name), "\(name) in\n\(text)", sourceLocation: sourceLocation)
      }
      shopper.press("ctrl-d")
    }
    #expect(seen.count == 100, sourceLocation: sourceLocation)
  }

  @Test(arguments: sizes) func `no name is cut in a tile`(_ size: Size) {
    let shopper = TestApp(items: Self.items, size: size)
    for _ in 0..<12 { shopper.press("space", "right") }
    expectWholeNames(shopper) { shopper.state.item(at: $0)?.name }
  }

  @Test(arguments: sizes) func `no name is cut in the table`(_ size: Size) {
    let shopper = TestApp(items: Self.items, size: size)
    shopper.press("t")
    for _ in 0..<12 { shopper.press("space", "down") }
    expectWholeNames(shopper) { shopper.state.item(at: $0)?.name }
  }

  @Test(arguments: sizes) func `no name is cut in the cart`(_ size: Size) {
    let shopper = TestApp(items: Self.items, size: size)
    shopper.press("ctrl-a", "space", "2")
    expectWholeNames(shopper) { index in
      shopper.state.line(at: index).flatMap { shopper.shared.items[$0.item]?.name }
    }
  }

  @Test func `a long name takes two lines of its tile`() {
    let shopper = TestApp(items: [
      SampleItems.item(1, "Extra virgin olive oil", "Pantry", 899),
      SampleItems.item(2, "Crème fraîche légère à l’ancienne, sans sucre", "Dairy", 199),
    ])
    let text = shopper.canvas.text
    #expect(text.contains("Extra virgin") && text.contains("olive oil"))
    #expect(text.contains("$8.99") && text.contains("Pantry"))
  }

  @Test func `price and category are in the frame and the quantity is not in the picture`() {
    let shopper = TestApp(items: SampleItems.all)
    let plain = shopper.canvas
    shopper.press("space", "+", "*", "+")
    let rows = shopper.canvas.rows
    let top = rows.first { $0.contains("×3") }
    #expect(top?.contains("★") == true && top?.contains("══") == true)
    #expect(rows.contains { $0.contains("╚ Fruit ══ $0.50 ╝") })
    let tile = shopper.canvas.hits.first { $0.target == .entry(0) }?.area ?? Rect(Size.small)
    for y in tile.y + 1..<tile.maxY - 2 {
      for x in tile.x + 1..<tile.maxX - 1 {
        #expect(shopper.canvas[x, y].text == plain[x, y].text)
      }
    }
  }

  @Test func `a price for an amount says for which`() {
    let shopper = TestApp(items: [
      SampleItems.item(1, "Apples", "Fruit", 320, per: Quantity(1, .kilogram)),
      SampleItems.item(2, "Ham", "Meat", 129, per: Quantity(100, .gram)),
    ])
    #expect(shopper.canvas.text.contains("$3.20/kg"))
    #expect(shopper.canvas.text.contains("$1.29/100g"))
    shopper.press("space", "t")
    #expect(shopper.canvas.text.contains("$3.20/kg"))
    shopper.press("2")
    #expect(shopper.canvas.text.contains("1 kg × $3.20/kg"))
  }

  @Test func `in the cart and picked look different in tiles and table`() {
    let shopper = TestApp(items: SampleItems.all)
    shopper.press("space", "right", "space", "2", "home", "space", "1")
    shopper.wait(milliseconds: 9000)
    for isTable in [false, true] {
      if isTable { shopper.press("t") }
      let rows = shopper.canvas.rows
      #expect(shopper.canvas.text.contains("✓"))
      #expect(rows.contains { $0.contains("✓") } && rows.contains { $0.contains("×1") })
      let picked = role(of: "Apple", shopper.canvas)
      #expect(picked == .picked || picked == .selection)
      #expect(role(of: "Bread", shopper.canvas) != .picked)
      #expect(role(of: "Milk", shopper.canvas) == .title)
    }
  }

  private func role(of name: String, _ canvas: Canvas) -> Role? {
    for (y, row) in canvas.rows.enumerated() {
      guard let range = row.range(of: name) else { continue }
      return canvas[row.distance(from: row.startIndex, to: range.lowerBound), y].role
    }
    return nil
  }

  @Test func `tiles fill the row`() {
    for width in 60...200 {
      let layout = ScreenLayout(Size(width: width, height: 40))
      for size in TileSize.allCases {
        let grid = layout.grid(
          sections: [100], of: 100, hasHeadings: true, isTable: false, tileSize: size)
        #expect(width - 1 - grid.columns * grid.pitch < grid.columns)
      }
    }
  }

  @Test func `without colours a tile without a picture shows its initial`() {
    let shopper = TestApp(items: [
      SampleItems.item(1, "Zucchini"), SampleItems.item(2, "Ölkännchen"),
    ])
    shopper.context.pictures = .shades
    let canvas = shopper.canvas
    #expect(canvas.cells.count { $0.foreground != 0 || $0.background != 0 } == 0)
    for index in 0..<2 {
      let area = canvas.hits.first { $0.target == .entry(index) }?.area ?? Rect(Size.small)
      var ink = 0
      for y in area.y + 1..<area.maxY - 2 {
        for x in area.x + 1..<area.maxX - 1 where canvas[x, y].text != " " { ink += 1 }
      }
      #expect(ink > 10)
    }
  }

  // MARK: Pictures in the cart

  @Test(arguments: [Size.standard, Size(width: 100, height: 32), Size(width: 40, height: 24)])
  func `the cart shows pictures where rows are free`(_ size: Size) {
    let shopper = TestApp(size: size)
    shopper.press("space", "right", "space", "right", "space", "2")
    let canvas = shopper.canvas
    #expect(canvas.cells.contains { $0.foreground != 0 || $0.background != 0 })
    for line in shopper.shared.cart.lines {
      let name = shopper.shared.items[line.item]?.name ?? "?"
      #expect(canvas.text.contains(name))
    }
  }

  @Test func `a press on any line of a cart's picture row counts for that row`() {
    let shopper = TestApp()
    shopper.press("space", "right", "space", "right", "space", "2")
    let areas = shopper.canvas.hits.filter { $0.target == .entry(2) }.map(\.area)
    #expect(areas.count == 1 && areas[0].height > 1)
    shopper.click(x: areas[0].x + 20, y: areas[0].maxY - 1)
    #expect(shopper.session.cart.focusIndex == 2)
  }

  @Test func `a full cart has a line for each item and scrolls`() {
    let shopper = TestApp(items: Self.items)
    shopper.press("ctrl-a", "space", "2", "end")
    #expect(shopper.state.cartRowHeight == 1)
    let last = shopper.shared.cart[99].flatMap { shopper.shared.items[$0.item]?.name } ?? "?"
    #expect(shopper.canvas.text.contains(last))
  }

  @Test(arguments: ["Ben", "Christine", "Maximilian"])
  func `the sign of a shared list stays beside a name`(_ name: String) {
    let shopper = TestApp(items: SampleItems.all)
    shopper.openHome()
    shopper.press("L")
    shopper.register(name, "one@home.example", "battery staple")
    shopper.press("space")
    shopper.send(.syncChanged(SyncStatus(link: .online)))
    let head = shopper.canvas.text.prefix { $0 != "\n" }
    #expect(head.contains("⇅") && head.contains(name), "\(head)")
  }

  @Test func `how many are online is said beside the sign of a shared list`() {
    let shopper = TestApp(items: SampleItems.all)
    shopper.openHome()
    shopper.press("L")
    shopper.register("Thomas", "one@home.example", "battery staple")
    shopper.press("space")
    shopper.send(.syncChanged(SyncStatus(link: .online)))
    shopper.send(.presenceChanged(Set(shopper.shared.accounts.prefix(1).map(\.id))))
    let head = shopper.canvas.text.prefix { $0 != "\n" }
    #expect(
      head.contains("⇅") && head.hasSuffix("●\(shopper.session.online.count) Thomas"), "\(head)")
  }

  @Test func `a long name is shortened rather than the sign of a shared list`() {
    let shopper = TestApp(items: SampleItems.all)
    shopper.openHome()
    shopper.press("L")
    shopper.register(
      "Maximilian Wolfeschlegelsteinhausen", "one@home.example", "battery staple")
    shopper.send(.syncChanged(SyncStatus(link: .online)))
    let head = shopper.canvas.text.prefix { $0 != "\n" }
    #expect(head.contains("⇅") && head.contains("Maximilian"), "\(head)")
  }

  @Test func `a line of the cart says where it is bought, where there is room`() {
    let shopper = TestApp(items: [], size: .standard)
    shopper.paste("bread !Bakery\n2 milk @1.20")
    shopper.press("enter", "2")
    #expect(shopper.canvas.text.contains("!Bakery"), "\(shopper.canvas.text)")
    shopper.paste(
      "bcdfghjklmnpqrstvwxyz".map { "\($0)ry thing with a long name" }.joined(separator: "\n"))
    shopper.press("enter")
    shopper.resize(Size(width: 120, height: 24))
    #expect(shopper.state.cartRowHeight == 1)
    #expect(shopper.canvas.text.contains("!Bakery"), "\(shopper.canvas.text)")
    shopper.resize(Size(width: 40, height: 12))
    #expect(!shopper.canvas.text.contains("!Bakery"), "\(shopper.canvas.text)")
  }

  /// The panel is as tall as its rows are, with the frame around them.
  @Test(
    arguments: [
      Size(width: 40, height: 12), .standard, Size(width: 120, height: 33),
      Size(width: 100, height: 60), Size(width: 200, height: 60),
    ], [3, 28, 80])
  func `a pasted list stays in its panel`(_ size: Size, _ count: Int) {
    let shopper = TestApp(items: [], size: size)
    shopper.press("P")
    shopper.paste((0..<count).map { "thing with number \($0) in it" }.joined(separator: "\n"))
    let lines = shopper.canvas.text.split(separator: "\n", omittingEmptySubsequences: false)
    let enter = lines.lastIndex { $0.contains("enter adds them all") } ?? -1
    let end = lines.firstIndex { $0.contains("╰") && !$0.contains("╮") } ?? -1
    #expect(enter >= 0 && lines[enter + 1].contains("╰"), "\(shopper.canvas.text)")
    #expect(!lines[(enter + 1)...].contains { $0.contains("thing with") && end > enter })
    #expect(!lines[enter].contains("thing with"))
  }

  @Test(arguments: [Size(width: 40, height: 12), .standard, Size(width: 100, height: 60)])
  func `notes on a pasted list that have no room are counted`(_ size: Size) throws {
    let shopper = TestApp(items: [], size: size)
    shopper.press("P")
    shopper.paste("Item,Qty\n" + (1...12).map { "thing \($0),lots" }.joined(separator: "\n"))
    guard case .paste(let paste)? = shopper.session.overlays.last else {
      Issue.record("no preview")
      return
    }
    #expect(paste.remarks.count == 12)
    let text = shopper.canvas.text
    let shown = text.matches(of: /thing \d+: the/).count
    let more = text.firstMatch(of: /(\d+) more notes?\./).flatMap { Int($0.1) } ?? 0
    #expect(shown + more == 12, "\(text)")
  }

  @Test func `the preview is as wide as its rows need, and counts what has no room`() {
    let shopper = TestApp(items: [], size: Size(width: 120, height: 40))
    shopper.paste("Strawberries 1 lb 4.00 #Fruit !Aldi")
    shopper.press("enter", "P")
    shopper.paste("Name,Category,Quantity,Price,Store\nStrawberries,Produce,1 lb,3.99,Kroger\n")
    func panel() -> Int {
      shopper.canvas.text.split(separator: "\n").first { $0.contains("Paste a list") }?
        .filter { "╭─╮".contains($0) }.count ?? 0
    }
    let text = shopper.canvas.text
    #expect(text.contains("#Produce, was Fruit · !Kroger, was Aldi"), "\(text)")
    #expect(64...100 ~= panel() + "Paste a list".count + 2)
    shopper.resize(.standard)
    #expect(shopper.canvas.text.contains("and 2 more changes"), "\(shopper.canvas.text)")
  }
}
