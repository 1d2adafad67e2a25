import Testing

@testable import TrolleyModel

/// What shoppers write behind how much there is or what it costs, and what one price is for.
@Suite struct RemarksTests {
  private static func short(_ line: String) -> String { QuickAddTests.short(line) }

  @Test(arguments: [
    ("case of bottled water 24 ct 3.98", "bottled water 24 ct|1 crate|3.98/1 crate"),
    ("case of bottled water 24 ct", "bottled water 24 ct|1 crate"),
    ("box of diapers 84 ct 24.99", "diapers 84 ct|1 box|24.99/1 box"),
    ("carton of eggs 18 ct 4.49", "eggs 18 ct|1 carton|4.49/1 carton"),
    ("bottle of ibuprofen 100 ct 7.99", "ibuprofen 100 ct|1 bottle|7.99/1 bottle"),
    ("box of granola bars (6 ct) 2.99", "granola bars (6 ct)|1 box|2.99/1 box"),
    ("pack of gum 15 ct 1.99", "gum 15 ct|1 pack|1.99/1 pack"),
    ("lb of shrimp 20 ct 9.99", "shrimp 20 ct|1 lb|9.99/1 lb"),
    ("1 case water 24 ct 3.98", "water 24 ct|1 crate|3.98/1 crate"),
    // Without such a word a number says how many containers there are.
    ("bottle of wine x2 9.99", "wine|2 bottle|9.99/1 bottle"), ("bag of chips 2", "chips|2 bag"),
  ]) func `a container has one price, however many things are in it`(
    _ line: String, _ expected: String
  ) {
    #expect(Self.short(line) == expected)
  }

  @Test(arguments: [
    ("butter 4 sticks 3.99", "butter|4 piece|3.99/4 piece"),
    ("2 sticks butter 3.99", "butter|2 piece|3.99/2 piece"),
    ("garlic 3 cloves 0.99", "garlic|3 piece|0.99/3 piece"),
    ("celery 2 stalks 1.49", "celery|2 piece|1.49/2 piece"),
    ("bread 20 slices 2.49", "bread|20 slice|2.49/20 slice"),
    ("lettuce 2 heads 3.98", "lettuce|2 piece|3.98/1 piece"),
  ]) func `parts of a thing have one price`(_ line: String, _ expected: String) {
    #expect(Self.short(line) == expected)
  }

  @Test(arguments: [
    ("lunch meat 3/4 lb 8.99 lb", "lunch meat|0.75 lb|8.99/1 lb"),
    ("turkey 2 lb 8.99 lb", "turkey|2 lb|8.99/1 lb"), ("ham 12 oz 8.99 lb", "ham|12 oz|8.99/1 lb"),
    ("lunch meat 1 lb 4.25 oz", "lunch meat|20.25 oz"), ("turkey 8.99 lb", "turkey|8.99 lb"),
    ("flowers ~ $10", "flowers|10.00"), ("flowers ~$10", "flowers|10.00"),
  ]) func `a price behind how much there is`(_ line: String, _ expected: String) {
    #expect(Self.short(line) == expected)
  }

  @Test(arguments: [
    ("pumpkin pie 6.99 (bakery)", "pumpkin pie (bakery)|6.99"),
    ("Tide 92 oz 12.99 w/ coupon", "Tide w/ coupon|92 oz|12.99/92 oz"),
    ("Tide 92 oz $12.99 w/ coupon", "Tide w/ coupon|92 oz|12.99/92 oz"),
    ("butter 1 lb (4 sticks) 4.99", "butter (4 sticks)|1 lb|4.99/1 lb"),
    ("butter 2 lb (907 g)", "butter (907 g)|2 lb"),
    ("pizza 7.99 (frozen) #deli !aldi", "pizza (frozen)|7.99|#deli|!aldi"),
    ("salsa 2 jars (medium)", "salsa (medium)|2 jar"),
    ("bananas 3 lb 0.59/lb (organic)", "bananas (organic)|3 lb|0.59/1 lb"),
    ("bread 3.49 each (rye)", "bread (rye)|3.49/1 piece"),
    ("water 2 cases (24 ct) 3.98", "water (24 ct)|2 crate|3.98/1 crate"),
    ("toilet paper 2 packs (12 rolls each)", "toilet paper (12 rolls each)|2 pack"),
    ("Turkey – 15 lb (about 1.5 lb per person)", "Turkey (about 1.5 lb per person)|15 lb"),
    // A price in brackets is one, and numbers that names have are theirs.
    ("Milk – 1 gallon ($3.50)", "Milk|1 gallon|3.50/1 gallon"),
    ("wine 19.99 (2019)", "wine 19.99 (2019)"),
    ("nappies size 4 (pampers)", "nappies size 4 (pampers)"),
    ("mac with cheese 2.99", "mac with cheese|2.99"),
  ]) func `a remark is not in the way of what is before it`(_ line: String, _ expected: String) {
    #expect(Self.short(line) == expected)
  }

  @Test(arguments: [
    ("pumpkin 2 cans (15 oz each)", "pumpkin|2 × 15 oz"),
    ("pumpkin – 2 cans (15 oz each) – $3", "pumpkin|2 × 15 oz"),
    ("soup – 2 cans (10.5 oz)", "soup|2 × 10.5 oz"),
    ("salmon – 4 fillets (6 oz each)", "salmon|4 × 6 oz"),
    ("cream cheese 2 (8 oz)", "cream cheese|2 × 8 oz"),
    ("Cool Whip – 2 tubs", "Cool Whip|2"), ("2 tubs of hummus", "hummus|2"),
    ("salmon – 4 chunks (6 oz each)", "salmon – 4 chunks (6 oz each)"),
  ]) func `a size in brackets is that of each`(_ line: String, _ expected: String) {
    let read = QuickAdd.parse(line, currency: .usd)
    let amount = read.quantity.map { $0.text(pack: read.pack) }
    #expect([read.name, amount].compactMap { $0 }.joined(separator: "|") == expected)
  }

  @Test func `an export has no remarks`() {
    var known = QuickAdd.Known()
    known.isExport = true
    for name in ["pie 6.99 (bakery)", "Turkey 15 lb (large)", "butter 4 sticks (salted)"] {
      let item = QuickAdd(name: name, quantity: Quantity(2))
      let text = item.text(currency: .usd)
      #expect(QuickAdd.parse(text, currency: .usd, known: known).means(item), "\(text)")
    }
  }
}
