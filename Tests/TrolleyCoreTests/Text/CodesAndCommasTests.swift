import Testing
import TrolleyFormats
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// Barcodes, commas and line breaks beside other things.
@Suite struct CodesAndCommasTests {
  private static let codes = ["3017620422003", "4006381333931"]

  @Test(arguments: [
    ("A 3, B", [3, 1]), ("A,2\nB", [2, 1]), ("A 3\nB", [3, 1]), ("A\nB 3", [1, 3]),
    ("A, 3, B", [3, 1]), ("2, A, 3, B", [2, 3]), ("2 A, B 3", [2, 3]), ("A 3, B, 4", [3, 4]),
    ("A 2x, B", [2, 1]), ("A 2x\nB x3", [2, 3]), ("A\r\n2 B", [1, 2]), ("A 3 B", [1, 3]),
    ("A; B; 2", [1, 2]), ("A 3", [3]), ("A,2", [2]),
    // Behind two codes it may be of either.
    ("A B 3", []), ("A B, 3", []),
  ]) func `a number behind a code at the end of its part is how many of it`(
    _ text: String, _ counts: [Int]
  ) throws {
    let text = text.replacing("A", with: Self.codes[0]).replacing("B", with: Self.codes[1])
    let read = try ScannedCode.read(text)
    #expect(read.map(\.count) == counts)
    #expect(read.map(\.typed) == Array(Self.codes.prefix(counts.count)))
    #expect(ScannedCode.areMeant(by: text) == !counts.isEmpty)
  }

  @Test func `lines of codes are the same in one line`() throws {
    #expect(ScannedCode.joined(Self.codes) == Self.codes.joined(separator: " "))
    let line = ScannedCode.joined([Self.codes[0] + " 3", Self.codes[1]])
    #expect(try ScannedCode.read(line).map(\.count) == [3, 1])
  }

  /// An app that knows gum by its barcode, and milk, one of which is in the cart.
  private func gumAndMilk() -> TestApp {
    let shopper = TestApp(items: [])
    shopper.paste("gum 1.29 96385074\nmilk")
    shopper.press("enter", "2", "d")
    return shopper
  }

  @Test(arguments: [
    ("96385074 3, milk", ["3 gum", "2 milk"]), ("milk, 96385074 3", ["2 milk", "3 gum"]),
    ("milk, 96385074", ["2 milk", "1 gum"]), ("96385074 x3, milk", ["3 gum", "2 milk"]),
    ("2 96385074, milk", ["2 gum", "2 milk"]), ("milk, 2, 96385074 3", ["3 milk", "3 gum"]),
    ("milk 96385074", ["2 milk"]),
  ]) func `a code beside a comma is a thing of its own`(_ line: String, _ cart: [String]) {
    for isPasted in [false, true] {
      let shopper = gumAndMilk()
      let before = shopper.cart
      if isPasted {
        shopper.paste(line + "\nbread")
      } else {
        shopper.press("a")
        shopper.type(line)
      }
      shopper.press("enter")
      let added = shopper.cart.filter { !before.contains($0) && $0 != "1 bread" }
      #expect(Set(added) == Set(cart), "\(shopper.cart) \(shopper.notice)")
    }
  }

  @Test(arguments: [
    ("3017620422003 x2 @3.10", "3017620422003|2|3.10/1"),
    ("2x 3017620422003 @3.10", "3017620422003|2|3.10/1"),
  ]) func `a pasted code with a quantity and a price is no line of a receipt`(
    _ line: String, _ expected: String
  ) throws {
    let list = try PastedList.parse(line + "\nmilk", currency: .usd)
    #expect(list.warnings.isEmpty && list.entries.count == 2)
    let entry = try #require(list.entries.first)
    #expect(
      entry.name == "3017620422003" && entry.quantity == Quantity(2)
        && entry.price?.minorUnits == 310)
  }

  @Test func `a barcode in a table is no price`() throws {
    func read(_ table: String) throws -> [String] {
      try PastedList.parse(table, fileName: "i.csv", currency: .usd).entries.map {
        [PastedListTests.short($0), $0.barcode?.text].compactMap { $0 }.joined(separator: "|")
      }
    }
    #expect(try read("96385074\n") == ["96385074"])
    #expect(try read("96385074,3\n") == ["96385074|3"])
    #expect(try read("96385074,3\n4006381333931,2\n") == ["96385074|3", "4006381333931|2"])
    #expect(try read("gum,96385074,3\n") == ["gum|3|96385074"])
    #expect(try read("4006381333931,pencil,2,1.50\n") == ["pencil|2|1.50/1|4006381333931"])
    #expect(try read("TV,1,12345678\n") == ["TV|1|12345678.00/1"])
  }

  @Test(arguments: [
    ("cheese & onion crisps, beer", ["cheese & onion crisps", "beer"]),
    ("ham & cheese toastie, soup", ["ham & cheese toastie", "soup"]),
    ("salt & vinegar crisps 2.50, beer", ["salt & vinegar crisps", "beer"]),
    ("cheese and onion crisps 2.50, 6 beers", ["cheese and onion crisps", "beers"]),
    ("cheese & onion crisps, beer, tea", ["cheese & onion crisps", "beer", "tea"]),
    ("some very long thing to buy, beer", ["some very long thing to buy, beer"]),
  ]) func `an “and” inside of a thing does not make it long`(
    _ line: String, _ names: [String]
  ) {
    let read = QuickAdd.parseAll(line, currency: .usd) { _ in false }
    #expect(read.map(\.name) == names)
  }

  @Test func `the rows of a printed list are read as they are written`() throws {
    let text = """
      [ ]       3  Milk              dairy     $14.97
      [x]    2 kg  Sweet potatoes               $6.40
      [ ]       1  Tea, green        hot drinks  unknown
      [ ]       2  Rice              pantry    unknown  (its price is for 1 kg)
      4 items, 6 pieces, about $21.37 + 1 without a price + 1 with a price for another unit
      """
    let list = try PastedList.parse(text, currency: .usd)
    #expect(
      list.entries.map(PastedListTests.short) == [
        "Milk|3|4.99/1|#dairy|[ ]", "Sweet potatoes|2 kg|3.20/1 kg|[x]",
        "Tea, green|1|#hot drinks|[ ]", "Rice|2|#pantry|[ ]",
      ])
    #expect(list.talk.count == 1 && list.warnings.isEmpty && list.titles.isEmpty)
    for sum in ["1 item, 1 piece, prices unknown", "2 items, 3 pieces, cost unknown: 2 other"] {
      #expect(CartSummary.isSum(sum))
    }
    for line in ["2 items, milk, about", "6 pieces, about 2", "items", ""] {
      #expect(!CartSummary.isSum(line))
    }
    // As people write one.
    let own = try PastedList.parse("[ ]  2 milk  3.49", currency: .usd).entries
    #expect(own.map(PastedListTests.short) == ["milk|2|3.49/1|[ ]"])
  }
}
