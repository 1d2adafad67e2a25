import Testing

@testable import TrolleyModel

/// Lines as people say and write them: number words, packs, offers.
@Suite struct SpokenLinesTests {
  @Test(arguments: [
    ("six eggs", "eggs|6 piece"), ("Ten eggs", "eggs|10 piece"), ("two tins tuna", "tuna|2 can"),
    ("two milk", "milk|2 piece"), ("three apples", "apples|3 piece"), ("one milk", "milk|1 piece"),
    ("twelve eggs 3.49", "eggs|12 piece|3.49/12 piece"), ("two bottles of wine", "wine|2 bottle"),
    ("- two wines #drinks", "wines|2 piece|#drinks"),
    ("two free-range eggs", "free-range eggs|2 piece"),
    ("two can openers", "can openers|2 piece"), ("two kilos of potatoes", "potatoes|2 kg"),
    ("two dozen eggs", "eggs|2 dozen"),
    ("drei Äpfel", "Äpfel|3 piece"), ("fünf Eier", "Eier|5 piece"),
    ("zwei Flaschen Wein", "Wein|2 bottle"), ("elf Flaschen Wein", "Wein|11 bottle"),
    ("deux bouteilles de vin", "vin|2 bottle"), ("tres latas de atún", "atún|3 can"),
    ("ein halbes Pfund Butter", "Butter|250 g"), ("halbes Pfund Butter", "Butter|250 g"),
    ("medio kilo de tomates", "tomates|0.5 kg"), ("un demi litre de lait", "lait|0.5 l"),
    // Names.
    ("Seven Up", "Seven Up"), ("Three Musketeers", "Three Musketeers"),
    ("one-pot pasta", "one-pot pasta"), ("five spice", "five spice"),
    ("four cheese pizza", "four cheese pizza"), ("two percent milk", "two percent milk"),
    ("elf costume", "elf costume"), ("Quatre Quarts", "Quatre Quarts"), ("six", "six"),
    ("half and half", "half and half"), ("tres leches", "tres leches"), ("one each", "one each"),
  ]) func `a number may be a word`(_ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test func `a known item may begin with a number word`() {
    func read(_ line: String) -> [String] {
      QuickAdd.parseAll(
        line, currency: .usd, isItem: { ["three wishes", "ten eggs"].contains($0.lowercased()) }
      ).map { $0.name + ($0.quantity.map { "|" + $0.text } ?? "") }
    }
    #expect(read("Three Wishes") == ["Three Wishes"])
    #expect(read("three wishes 2") == ["three wishes|2"])
    #expect(read("three apples") == ["apples|3"])
    #expect(read("milk, three wishes, six eggs") == ["milk", "three wishes", "eggs|6"])
  }

  @Test(arguments: [
    ("30 dishwasher tabs 6.99", "dishwasher tabs|30 piece|6.99/30 piece"),
    ("dishwasher tabs, 30 pcs 6.99", "dishwasher tabs|30 piece|6.99/30 piece"),
    ("4 batteries 3.99", "batteries|4 piece|3.99/4 piece"),
    ("4 AA batteries 3.99", "AA batteries|4 piece|3.99/4 piece"),
    ("4 AA batteries", "AA batteries|4 piece"),
    ("10 plasters 2.49", "plasters|10 piece|2.49/10 piece"),
    ("5 razor blades 9.99", "razor blades|5 piece|9.99/5 piece"),
    ("16 coffee capsules 3.99", "coffee capsules|16 piece|3.99/16 piece"),
    ("20 Müllbeutel 1,99", "Müllbeutel|20 piece|1.99/20 piece"),
    ("10 Batterien 4,99", "Batterien|10 piece|4.99/10 piece"),
    // Two of them, or two packs.
    ("2 batteries 3.99", "batteries|2 piece|3.99/1 piece"),
    ("2 plasters 2.49", "plasters|2 piece|2.49/1 piece"),
  ]) func `more things are sold by the pack`(_ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test(arguments: [
    ("2 red wine at 7.99", "red wine|2 piece|7.99/1 piece"), ("wine at $8", "wine|8.00"),
    ("cheese 99p", "cheese|0.99"), ("2 cheese 99p", "cheese|2 piece|0.99/1 piece"),
    ("TV 50p60", "TV 50p60"), ("look at this", "look at this"),
    // Three for the price of two.
    ("3 for 2 shampoo 4.99", "shampoo|3 piece|9.98/3 piece"),
    ("shampoo 3 for 2 4.99", "shampoo|3 piece|9.98/3 piece"),
    ("shampoo 3 for 2 @4.99 *", "shampoo|3 piece|9.98/3 piece|*"),
    ("shampoo 2 for 1 $4.99", "shampoo|2 piece|4.99/2 piece"),
    ("6 shampoo 3 for 2 4.99", "shampoo|6 piece|9.98/3 piece"),
    ("shampoo 3 for 2", "shampoo 3 for 2"), ("2 for 1 coupon", "2 for 1 coupon"),
    ("2 kg ham 3 for 2 4.99", "ham 3 for 2|2 kg|4.99/2 kg"),
    // What comes back with the empty bottles.
    ("beer crate 15.99 + 3.10 deposit", "beer crate|19.09"),
    ("2 beer crates $15.99 + $3.10 deposit", "beer crates|2 piece|19.09/1 piece"),
    ("Kasten Bier 15,99 zzgl. Pfand 3,10", "Kasten Bier|19.09"),
    ("6 x 0.5 l beer 5.99 + 0.48 deposit", "beer|3 l|6.47/3 l"),
    ("beer 15.99/kg + 3.10 deposit", "beer + 3.10 deposit|15.99/1 kg"),
    ("beer + 3.10 deposit", "beer + 3.10 deposit"), ("salt + pepper", "salt + pepper"),
  ]) func `what is paid is understood`(_ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test(arguments: [
    ("2 packs of butter 1.99 each", "butter|2 pack|1.99/1 pack"),
    ("3 cans of beans 0.89 each", "beans|3 can|0.89/1 can"),
    ("2 packs mints @1.99 each", "mints|2 pack|1.99/1 pack"),
    ("2 x 500g pasta 1.10 each", "pasta|1000 g|1.10/500 g"),
    ("2 avocados 1.50 each", "avocados|2 piece|1.50/1 piece"),
    ("500 g tomatoes 3.5/kg", "tomatoes|500 g|3.50/1 kg"),
    ("grapes 3.5 a kilo", "grapes|3.50/1 kg"),
    ("pork 200 g @1.80/100 g", "pork|200 g|1.80/100 g"),
    ("ham 200g 1.80/100 g", "ham|200 g|1.80/100 g"), ("cream 1/2 l", "cream|0.5 l"),
  ]) func `a price is for what the words behind it say`(_ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test func `pence are those of pounds`() {
    #expect(QuickAdd.parse("cheese 99p", currency: .usd).price?.currency.code == "GBP")
  }
}
