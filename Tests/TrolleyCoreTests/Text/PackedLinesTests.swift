import Testing

@testable import TrolleyModel

/// Lines that name a pack, several of a size, or two things with an “and” between them.
@Suite struct PackedLinesTests {
  private static func currency(_ locale: String) -> Currency {
    Currency(code: ["en_GB": "GBP", "de_DE": "EUR"][locale] ?? "USD") ?? .usd
  }

  @Test(arguments: [
    ("en_GB", "crumpets 6 pack 85p", "crumpets|6 piece|0.85/6 piece"),
    ("en_GB", "crumpets 6pk 85p", "crumpets|6 piece|0.85/6 piece"),
    ("en_GB", "6 pack crumpets 85p", "crumpets|6 piece|0.85/6 piece"),
    ("en_GB", "crumpets 6 pack 0.85", "crumpets|6 piece|0.85/6 piece"),
    ("en_GB", "crumpets 6 pack £1.10", "crumpets|6 piece|1.10/6 piece"),
    ("en_GB", "pack of 6 crumpets 85p", "crumpets|6 piece|0.85/6 piece"),
    ("en_GB", "tortilla wraps 8 pack 95p", "tortilla wraps|8 piece|0.95/8 piece"),
    ("en_US", "crumpets 6 pack 85¢", "crumpets|6 piece|0.85/6 piece"),
    ("en_US", "crumpets 6 pack 85c", "crumpets|6 piece|0.85/6 piece"),
    ("en_GB", "6 crumpets 85p", "crumpets|6 piece|0.85/1 piece"),
    ("en_GB", "bagels 5 pack 95p", "bagels 5 pack|0.95"),
    ("en_GB", "crumpets pack of 6 85p", "crumpets pack of 6|0.85"),
    ("en_GB", "bagels pack of 5 95p", "bagels pack of 5|0.95"),
    ("en_US", "nappies size 4 95c", "nappies size 4|0.95"),
    // Each of two packs.
    ("en_GB", "2 x 6 pack eggs 1.75", "eggs|12 piece|1.75/6 piece"),
    ("en_GB", "2 x 8 pack sausages 2.75", "sausages|16 piece|2.75/8 piece"),
    ("en_GB", "2 x 6 eggs 1.75", "eggs|12 piece|1.75/6 piece"),
    ("en_GB", "2 boxes of 6 eggs 1.75", "eggs|12 piece|1.75/6 piece"),
    ("en_GB", "6 pack 330 ml cola 5.99", "cola|1980 ml|5.99/1980 ml"),
    // Rolls of what is on rolls.
    ("en_GB", "loo roll 9 pack 5.50", "loo roll|9 roll|5.50/9 roll"),
    ("en_US", "toilet paper 12 pack 0.70", "toilet paper|12 roll|0.70/12 roll"),
    // How many packs there are, wherever that stands.
    ("en_US", "Pepsi 2 12 packs 7.99", "Pepsi 12 packs|2 piece|7.99/1 piece"),
    ("en_US", "Pepsi 2 12-packs", "Pepsi 12-packs|2 piece"),
    ("en_US", "LaCroix 12pk 2 @ 5.99", "LaCroix 12pk|2 piece|5.99/1 piece"),
    ("en_US", "LaCroix 12pk 2", "LaCroix 12pk|2 piece"),
    ("en_US", "nappies size 4 24 pack", "nappies size 4|24 piece"),
  ]) func `what the line calls a pack has one price`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(
      QuickAddTests.short(line, Self.currency(locale), NumberStyle(locale: locale)) == expected)
  }

  @Test(arguments: [
    ("water 40 x 16.9 oz 3.99", "water|676 oz|3.99/676 oz"),
    ("40 16.9 oz bottles water 3.99", "water|676 oz|3.99/676 oz"),
    ("string cheese 48 x 1 oz 10.99", "string cheese|48 oz|10.99/48 oz"),
    ("Gatorade 24 x 12 oz 16.99", "Gatorade|288 oz|16.99/288 oz"),
    ("6 x 32 oz milk 7.50", "milk|192 oz|7.50/192 oz"),
    ("6 x 1 l milk 7.50", "milk|6 l|7.50/6 l"), ("60 eggs 12.99", "eggs|60 piece|12.99/60 piece"),
    ("5 dozen eggs 12.99", "eggs|5 dozen|12.99/5 dozen"),
    ("eggs 5 dozen 12.99", "eggs|5 dozen|12.99/5 dozen"),
    ("gloves 100 pcs 6.99", "gloves|100 piece|6.99/100 piece"),
    // One carton, steak or tin.
    ("2 dozen eggs 3.99", "eggs|2 dozen|3.99/1 dozen"),
    ("6 x 8 oz steak 6.99", "steak|48 oz|6.99/8 oz"),
    ("6 x 15 oz beans 0.89", "beans|90 oz|0.89/15 oz"),
    ("24 x 400 g tomatoes 0.89", "tomatoes|9600 g|0.89/400 g"),
    ("24 x 75 cl wine 7.99", "wine|1800 cl|7.99/75 cl"),
    ("100 screws 0.10", "screws|100 piece|0.10/1 piece"),
    ("24 Heineken 19.99", "Heineken|24 piece|19.99/1 piece"),
  ]) func `as many as a warehouse sells at once have one price`(_ line: String, _ expected: String)
  {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test(arguments: [
    ("2 milk and half a kilo of flour", "milk|2 piece + flour|0.5 kg"),
    ("6 eggs and half a pound of butter", "eggs|6 piece + butter|0.5 lb"),
    ("a pint of milk and half a loaf", "milk|1 pint + loaf|0.5 piece"),
    ("half a dozen eggs and half a pound of butter", "eggs|6 piece + butter|0.5 lb"),
    ("6 eggs 1.50 and bread 1.10", "eggs|6 piece|1.50/6 piece + bread|1.10"),
    ("eggs 1.50 and bread 1.10", "eggs|1.50 + bread|1.10"),
    ("6 eggs 1.50 & bread 1.10", "eggs|6 piece|1.50/6 piece + bread|1.10"),
    ("2 milk 1.45 and 3 bread 1.10", "milk|2 piece|1.45/1 piece + bread|3 piece|1.10/1 piece"),
    ("eggs $1.50 and bread", "eggs|1.50 + bread"),
    ("half and half 3.29", "half and half|3.29"), ("2 milk and a half", "milk and a half|2 piece"),
    ("a pound and a half of beef", "beef|1.5 lb"), ("salt and pepper 1.99", "salt and pepper|1.99"),
    ("mac and cheese 1.99", "mac and cheese|1.99"),
    ("half a watermelon 3.99", "watermelon|0.5 piece|3.99/0.5 piece"),
    ("half a loaf of bread", "bread|0.5 piece"), ("half a few", "half a few"),
  ]) func `an amount in halves and a price end the thing before an “and”`(
    _ line: String, _ expected: String
  ) {
    let things = QuickAdd.parseAll(line, currency: .usd) { _ in false }
    #expect(things.map(QuickAddTests.short).joined(separator: " + ") == expected)
  }

  @Test(arguments: [
    ("en_GB", "2 milk £1.45ea", "milk|2 piece|1.45/1 piece"),
    ("en_GB", "bread £1.20p", "bread|1.20"), ("de_DE", "Senf -,89", "Senf|0.89"),
    ("de_DE", "Milch 1,15!Lidl", "Milch|1.15|!Lidl"), ("en_US", "[ x ] Peas", "Peas|[x]"),
    ("en_US", "( ) Ham", "Ham|[ ]"), ("en_US", "(x) Cod", "Cod|[x]"),
    ("en_US", "[ ] Peas", "Peas|[ ]"), ("en_US", "(2) 15 oz cans black beans", "black beans|30 oz"),
    ("en_US", "(2) milk", "(2) milk"), ("en_US", "cream @kroger 2.99", "cream|2.99|!kroger"),
    ("en_US", "cream 2.99 @kroger", "cream|2.99|!kroger"),
    ("en_US", "cream @home 2.99", "cream @home|2.99"),
  ]) func `more ways to write a price, a box and a store`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    let known = QuickAdd.Known(stores: ["Kroger"], numbers: NumberStyle(locale: locale))
    let read = QuickAdd.parse(line, currency: Self.currency(locale), known: known)
    #expect(QuickAddTests.short(read) == expected)
  }
}
