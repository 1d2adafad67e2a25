import Testing

@testable import TrolleyModel

/// Lines as people write them on paper, on the phone and from a leaflet.
@Suite struct ShoppingLinesTests {
  @Test(arguments: [
    ("bread 2 for 5", "bread|2 piece|2.50/1 piece"),
    ("2 for $5 bread", "bread|2 piece|2.50/1 piece"),
    ("2 for 5 bread", "bread|2 piece|2.50/1 piece"),
    ("- 2 for 5 bread #bakery *", "bread|2 piece|2.50/1 piece|#bakery|*"),
    ("bread 2 for 5 #baked goods", "bread|2 piece|2.50/1 piece|#baked goods"),
    ("bread 2 for 5 !aldi *", "bread|2 piece|2.50/1 piece|!aldi|*"),
    ("yoghurt 4 for 2", "yoghurt|4 piece|0.50/1 piece"),
    ("4 for 2 yoghurt", "yoghurt|4 piece|0.50/1 piece"),
    ("5 limes for 2", "limes|5 piece|0.40/1 piece"),
    ("12 gifts for 5", "gifts|12 piece|5.00/12 piece"), ("4 steaks for 4", "steaks for 4|4 piece"),
    ("10 yogurts for 10", "yogurts|10 piece|1.00/1 piece"),
    ("jam 2 für 5,00", "jam|2 piece|2.50/1 piece"),
    ("10 for $10 yogurt", "yogurt|10 piece|1.00/1 piece"),
    // What does not divide is the price of all of them.
    ("3 for 2.99 yogurt", "yogurt|3 piece|2.99/3 piece"),
    ("yogurt 3 for 2.99", "yogurt|3 piece|2.99/3 piece"),
    ("2 for 5", "|2 piece|2.50/1 piece|no: 2 piece of what? Type what to buy, too."),
    // With the name between them.
    ("2 milk for $3", "milk|2 piece|1.50/1 piece"), ("milk 2 for $3", "milk|2 piece|1.50/1 piece"),
    ("3 apples for 2.50", "apples|3 piece|2.50/3 piece"),
    ("2 x milk for 3", "milk|2 piece|1.50/1 piece"),
    ("2x milk for 3 !aldi *", "milk|2 piece|1.50/1 piece|!aldi|*"),
    ("6 eggs for €2", "eggs|6 piece|2.00/6 piece"),
    ("4 milk für 5,00", "milk|4 piece|1.25/1 piece"),
    ("potatoes 2 kg for 3.99", "potatoes|2 kg|3.99/2 kg"),
    ("2 kg potatoes for $3.99", "potatoes|2 kg|3.99/2 kg"),
    // A price is for one of what is counted, however that is said.
    ("4 tins of tuna $3", "tuna|4 can|3.00/1 can"), ("4 tins tuna $3", "tuna|4 can|3.00/1 can"),
    ("4 tuna $3", "tuna|4 piece|3.00/1 piece"), ("tuna 4 tins $3", "tuna|4 can|3.00/1 can"),
    ("2 cans tuna for 3", "tuna|2 can|1.50/1 can"), ("milk for $3", "milk|3.00"),
    ("2 milk for $3 each", "milk|2 piece|3.00/1 piece"), ("milk for 1.50", "milk|1.50"),
    ("flour for bread", "flour for bread"), ("present for Ann", "present for Ann"),
    ("2 presents for Ann", "presents for Ann|2 piece"),
    ("2 shampoos for 1", "shampoos for 1|2 piece"),
    ("2 gifts for 5 children", "gifts for 5 children|2 piece"), ("gift for 5", "gift for 5"),
    ("gift for Ann 20.00", "gift for Ann|20.00"),
    // Offers and portions without a price.
    ("2 for 1 coupon", "2 for 1 coupon"), ("coupon 2 for 1", "coupon 2 for 1"),
    ("3 for 2 shampoo", "3 for 2 shampoo"), ("dinner for 2", "dinner for 2"),
    ("\"2 for 5\" bread", "2 for 5 bread"), ("gift for Ann", "gift for Ann"),
    ("2 pour over filters", "pour over filters|2 piece"),
    // How many are bought is said besides.
    ("3 tins tuna 2 for 3", "tuna|3 can|1.50/1 can"),
    ("tuna, 2 for 3", "tuna|2 piece|1.50/1 piece"),
    ("3 tuna 2 for 3", "tuna|3 piece|1.50/1 piece"),
    ("6x milk, 2 for 3", "milk|6 piece|1.50/1 piece"),
    ("3 tins beans 2 for 3.25", "beans|3 can|3.25/2 can"),
    ("2 for 3 tuna x3", "tuna|3 piece|1.50/1 piece"),
    ("500 g mince 2 for 9", "mince|1000 g|4.50/500 g"),
    ("2 x 500 g pasta 2 for 3", "pasta|1000 g|1.50/500 g"),
    ("4 x 500 g pasta 2 for 3 #dry", "pasta|2000 g|1.50/500 g|#dry"),
    ("12 eggs 2 for 5", "eggs|24 piece|2.50/12 piece"),
  ]) func `so many for one price`(_ line: String, _ expected: String) {
    let expected = expected.replacing("2 piece of what", with: "2 of what")
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test(arguments: [
    ("milk (1.29)", "milk|1.29"), ("2 milk (1.29)", "milk|2 piece|1.29/1 piece"),
    ("milk (2)", "milk|2 piece"), ("1.29 milk", "milk|1.29"), ("1.25 cola", "cola|1.25 piece"),
    ("0.33 beer", "beer|0.33 piece"), ("1.29 kg ham", "ham|1.29 kg"),
    ("2 milk 1.29 = 2.58", "milk|2 piece|1.29/1 piece"), ("TV 1 299 €", "TV|1299.00"),
    ("TV 1 299,00 Kč", "TV|1299.00"), ("2 x cereal at $4.99 ea.", "cereal|2 piece|4.99/1 piece"),
    ("2 cereal 4.99 ea.", "cereal|2 piece|4.99/1 piece"), ("Wein zu 5,99", "Wein|5.99"),
    ("eggs — 12", "eggs|12 piece"),
  ]) func `what is said around a price`(_ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test(arguments: [
    ("USD", "milk 1.5", "milk|1.50"), ("USD", "milk 1,5", "milk|1.50"),
    ("USD", "wine 10.9 !aldi *", "wine|10.90|!aldi|*"),
    ("USD", "bread 2.5 x2", "bread|2 piece|2.50/1 piece"),
    ("USD", "2 milk 1.5", "milk|2 piece|1.50/1 piece"),
    ("USD", "milk 2 1.5", "milk|2 piece|1.50/1 piece"),
    ("USD", "tomatoes 1.5 kg 2.5", "tomatoes|1.5 kg|2.50/1.5 kg"),
    ("USD", "2 kg potatoes 3.9", "potatoes|2 kg|3.90/2 kg"),
    ("USD", "2 avocados 1.5 each", "avocados|2 piece|1.50/1 piece"),
    ("USD", "wine 2019 8.9", "wine 2019|8.90"), ("USD", "milk 3.5% 1.2", "milk 3.5%|1.20"),
    // An amount, a number of the name, and currencies in which people write no hundredths or more of them.
    ("USD", "milk 1.5 l", "milk|1.5 l"), ("USD", "milk 1.5l", "milk|1.5 l"),
    ("USD", "milk 1.5%", "milk 1.5%"),
    ("USD", "milk, 1.5", "milk|1.5 piece"), ("USD", "milk - 1.5", "milk|1.5 piece"),
    ("USD", "soap x 1.5", "soap|1.5 piece"), ("USD", "Windows 3.1", "Windows 3.1"),
    ("USD", "USB 3.0", "USB 3.0"), ("USD", "\"milk 1.5\"", "milk 1.5"),
    ("USD", "0.0 beer", "0.0 beer"),
    ("JPY", "milk 1.5", "milk 1.5"), ("KWD", "milk 1.5", "milk 1.5"), ("HUF", "tej 1.5", "tej 1.5"),
  ]) func `a price behind a name may have one decimal`(
    _ code: String, _ line: String, _ expected: String
  ) throws {
    #expect(QuickAddTests.short(line, try #require(Currency(code: code))) == expected)
  }

  @Test func `an item may be called by a name and a number with one decimal`() {
    func read(_ line: String, _ known: QuickAdd.Known = .init()) -> [String] {
      let it = QuickAdd.parse(line, currency: .usd, known: known) { $0 == "cable 2.5" }
      return [it.name, it.price?.decimal ?? ""]
    }
    #expect(read("cable 2.5") == ["cable 2.5", ""] && read("cable 3.5") == ["cable", "3.50"])
    #expect(read("cable 2.5 4.99") == ["cable 2.5", "4.99"])
    var export = QuickAdd.Known()
    export.isExport = true
    #expect(read("milk 1.5", export) == ["milk 1.5", ""])
    #expect(QuickAdd(name: "milk 1.5").text(currency: .usd) == "milk 1.5")
  }

  /// How many there are of a size stands behind it, or the thing is known without it.
  @Test(arguments: [
    ("cola 2 l x4 1.99", "cola|8 l|1.99/2 l"), ("cola 2 l 1.99 x4", "cola|8 l|1.99/2 l"),
    ("cola 2l x 4", "cola|8 l"), ("cola, 2 l x4", "cola|8 l"), ("3 milk, 1l", "milk|3 l"),
    ("pasta 500g x3", "pasta|1500 g"), ("oil 8 fl oz x2 @3", "oil|16 fl oz|3.00/8 fl oz"),
    ("2x Milk 1l 1,09", "Milk|2 l|1.09/1 l"), ("3 milk 1l 1.09", "milk|3 l|1.09/1 l"),
    ("2 bottles milk 1.5 l", "milk|3 l"),
    // Not known, and known with the size.
    ("6 Coke Zero 330ml", "Coke Zero 330ml|6 piece"), ("fanta 2 l x4", "fanta 2 l|4 piece"),
    ("3 fanta 2 l", "fanta 2 l|3 piece"), ("Vitamin C 500mg x2", "Vitamin C 500mg|2 piece"),
    ("ham 3 packs of 100 g", "ham|300 g"), ("ham 3 packs of 100 g 4.47", "ham|300 g|4.47/100 g"),
  ]) func `an amount behind a size counts what has that`(_ line: String, _ expected: String) {
    let it = QuickAdd.parse(line, currency: .usd) {
      ["milk", "fanta 2 l"].contains($0.lowercased())
    }
    var parts = [it.name, it.quantity.map { $0.number + " " + $0.unit.symbol } ?? ""]
    if let price = it.price {
      parts.append(price.decimal + (it.per.map { "/" + $0.number + " " + $0.unit.symbol } ?? ""))
    }
    #expect(parts.joined(separator: "|") == expected)
    // An export has names as they are.
    var known = QuickAdd.Known()
    known.isExport = true
    if let quantity = it.quantity, quantity.unit == .piece {
      let line = QuickAdd(name: it.name, quantity: quantity).text(currency: .usd)
      #expect(QuickAdd.parse(line, currency: .usd, known: known).name == it.name)
    }
  }

  @Test(arguments: [
    ("USD", "4 rolls 3", "rolls 3|4 piece"), ("USD", "6 rolls 3.49", "rolls|6 piece|3.49/6 piece"),
    ("USD", "2 cans 7up", "7up|2 can"), ("USD", "2 bottles 1664", "1664|2 bottle"),
    ("USD", "2 bottles \"7\"", "7|2 bottle"),
    ("USD", "milk 2@1.29", "milk|2 piece|1.29/1 piece"),
    ("USD", "milk x2@1.29", "milk|2 piece|1.29/1 piece"),
    ("USD", "ham 2kg@2.49", "ham|2 kg|2.49/1 kg"), ("USD", "2kg@2.49 ham", "ham|2 kg|2.49/1 kg"),
    ("USD", "ask ann2@example.org", "ask ann2@example.org"), ("USD", "mail 2@home", "mail 2@home"),
    ("USD", "milk 1.29*2", "milk|2 piece|1.29/1 piece"),
    ("USD", "milk 1.29x2", "milk|2 piece|1.29/1 piece"),
    ("USD", "board 2x4", "board 2x4"), ("USD", "24 beers @5/6", "beers|24 piece|5.00/6 piece"),
    ("USD", "24 cans cola @5/6", "cola|24 can|5.00/6 can"),
    ("USD", "24 cans cola @5/6can", "cola|24 can|5.00/6 can"),
    ("USD", "kitchen roll x 2 packs", "kitchen roll|2 pack"),
    ("USD", "Malcolm X 2 packs", "Malcolm X|2 pack"),
    ("USD", "eggs 12pk", "eggs|12 piece"),
    ("USD", "12 pack eggs 3.49", "eggs|12 piece|3.49/12 piece"),
    ("USD", "24 pack toilet rolls 9.99", "toilet rolls|24 piece|9.99/24 piece"),
    ("USD", "eggs 7pk", "eggs 7pk"), ("EUR", "pâtes 1,29 les 500g", "pâtes|1.29/500 g"),
    ("SEK", "kaffe 59:90", "kaffe|59.90"), ("SEK", "2 kaffe 59:90", "kaffe|2 piece|59.90/1 piece"),
    ("SEK", "kaffe @59:90", "kaffe|59.90"), ("SEK", "kaffe 59:-", "kaffe|59.00"),
    ("USD", "coffee 59:90", "coffee 59:90"),
  ]) func `shorter ways to say how many and at what price`(
    _ code: String, _ line: String, _ expected: String
  ) throws {
    #expect(QuickAddTests.short(line, try #require(Currency(code: code))) == expected)
  }

  /// A shelf shows the price of a pack, an @ that of a kilo or a litre, or of one of several packs.
  @Test(arguments: [
    ("potatoes 5 kg 3.99", "potatoes|5 kg|3.99/5 kg"),
    ("5 kg potatoes 3.99", "potatoes|5 kg|3.99/5 kg"),
    ("milk 2 l 1.99", "milk|2 l|1.99/2 l"), ("flour 500 g 0.89", "flour|500 g|0.89/500 g"),
    ("5 kg potatoes $3.99", "potatoes|5 kg|3.99/5 kg"), ("beef 2 lb $9", "beef|2 lb|9.00/2 lb"),
    ("potatoes 5 kg @3.99", "potatoes|5 kg|3.99/1 kg"),
    ("potatoes 5 kg @ $3.99", "potatoes|5 kg|3.99/1 kg"),
    ("potatoes 5 kg 3.99/kg", "potatoes|5 kg|3.99/1 kg"),
    ("potatoes 5 kg $3.99 per kg", "potatoes|5 kg|3.99/1 kg"),
    ("potatoes 5 kg 3.99 per kg", "potatoes|5 kg|3.99/1 kg"),
    ("potatoes 5 kg 3.99 a kilo", "potatoes|5 kg|3.99/1 kg"),
    ("200 g cheddar @1.50 per 100 g", "cheddar|200 g|1.50/100 g"),
    ("ham 200g @1.50 per 100g", "ham|200 g|1.50/100 g"),
    ("ham 1.50 per 100 g", "ham|1.50/100 g"),
    ("potatoes $3.99 a kilo", "potatoes|3.99/1 kg"), ("potatoes 3.99 per kg", "potatoes|3.99/1 kg"),
    // Things that are counted have the price of one.
    ("2 milk 1.99", "milk|2 piece|1.99/1 piece"),
    ("2 bottles wine 4.99", "wine|2 bottle|4.99/1 bottle"),
    // Packs of a size, on either side of the name.
    ("6 x 330 ml cola 3.99", "cola|1980 ml|3.99/1980 ml"),
    ("cola 6 x 330 ml 3.99", "cola|1980 ml|3.99/1980 ml"),
    ("cola 6x330ml $3.99", "cola|1980 ml|3.99/1980 ml"),
    ("cola 6x 330 ml 3.99", "cola|1980 ml|3.99/1980 ml"), ("cola 6x330 ml", "cola|1980 ml"),
    ("cola, 6 × 330ml", "cola|1980 ml"), ("6 x 330 ml cola @0.80", "cola|1980 ml|0.80/330 ml"),
    ("cola 6 x 330 ml @0.80", "cola|1980 ml|0.80/330 ml"), ("lumber 2x4", "lumber 2x4"),
  ]) func `a price behind a measure is that of all of it`(_ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test(arguments: [
    ("6x330ml cola", "6 × 330 ml cola"), ("cola 6 x 330 ml @0.80", "6 × 330 ml cola @0.80/330ml"),
    ("6 x 330 ml cola 3.99", "6 × 330 ml cola @3.99/1980ml"),
    ("2 x 1.5 kg rice @2", "2 × 1.5 kg rice @2.00/1.5kg"), ("1 x 500 g rice", "500 g rice"),
    ("2x6 eggs", "12 eggs"),
  ]) func `several packs stay packs`(_ line: String, _ expected: String) {
    let entry = QuickAdd.parse(line, currency: .usd)
    #expect(entry.text(currency: .usd) == expected)
    #expect(QuickAdd.parse(expected, currency: .usd).quantity == entry.quantity)
  }

  /// Whatever the unit of the amount is: half a kilo and 500 g cost the same.
  @Test(arguments: [
    ("500 g mince @9", "mince|500 g|9.00/1 kg"), ("0.5 kg mince @9", "mince|0.5 kg|9.00/1 kg"),
    ("mince 500g @ $9", "mince|500 g|9.00/1 kg"), ("250 ml cream @4", "cream|250 ml|4.00/1 l"),
    ("75 cl wine @8", "wine|75 cl|8.00/1 l"), ("2 dl cream @4", "cream|2 dl|4.00/1 l"),
    ("8 oz cheese @6", "cheese|8 oz|6.00/1 lb"), ("1lb 3oz cheese @6", "cheese|19 oz|6.00/1 lb"),
    // A pint and a fluid ounce are what a carton holds.
    ("16 fl oz cream @3", "cream|16 fl oz|3.00/16 fl oz"),
    ("2 pints milk @1.20", "milk|2 pint|1.20/1 pint"),
    ("500 g mince @9/500g", "mince|500 g|9.00/500 g"),
  ]) func `a price behind an @ is that of a kilo, a litre or a pound`(
    _ line: String, _ expected: String
  ) {
    #expect(QuickAddTests.short(line) == expected)
  }

  /// The shelf has one price for a pack, however many are in it.
  @Test(arguments: [
    ("12 eggs 3.49", "eggs|12 piece|3.49/12 piece"),
    ("12 eggs $3.49", "eggs|12 piece|3.49/12 piece"),
    ("eggs x12 3.49", "eggs|12 piece|3.49/12 piece"),
    ("10 Bio-Eier 3,29", "Bio-Eier|10 piece|3.29/10 piece"),
    ("6 free-range eggs 2.10", "free-range eggs|6 piece|2.10/6 piece"),
    ("12 eggs large 3.49", "eggs large|12 piece|3.49/12 piece"),
    ("6 rolls 1.99", "rolls|6 piece|1.99/6 piece"),
    ("8 rolls toilet paper 3.99", "toilet paper|8 roll|3.99/8 roll"),
    ("9 toilet rolls 4.49", "toilet rolls|9 piece|4.49/9 piece"),
    ("8 Rollen Klopapier 3,99", "Klopapier|8 roll|3.99/8 roll"),
    ("44 nappies 9.99", "nappies|44 piece|9.99/44 piece"),
    ("80 tea bags 2.49", "tea bags|80 piece|2.49/80 piece"),
    // The line says that it is for one, or for less than are bought.
    ("12 eggs @0.30", "eggs|12 piece|0.30/1 piece"),
    ("12 eggs 0.30 each", "eggs|12 piece|0.30/1 piece"),
    ("2x6 eggs 1.99", "eggs|12 piece|1.99/6 piece"), ("2 eggs 0.40", "eggs|2 piece|0.40/1 piece"),
    // Not sold by the pack.
    ("6 egg noodles 1.20", "egg noodles|6 piece|1.20/1 piece"),
    ("12 apples 0.40", "apples|12 piece|0.40/1 piece"),
    ("12 x steaks 6.99", "steaks|12 piece|6.99/1 piece"),
    ("12 bottles wine 6.99", "wine|12 bottle|6.99/1 bottle"),
    // A name says nothing of packs.
    ("24 Heineken 19.99", "Heineken|24 piece|19.99/1 piece"),
    ("20 roses 5.00 each", "roses|20 piece|5.00/1 piece"),
    ("6 yogurts 0.59", "yogurts|6 piece|0.59/1 piece"),
  ]) func `the price behind so many eggs is that of the pack`(_ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line) == expected)
  }

  /// American packs say how many they hold.
  @Test(arguments: [
    ("granola bars 6ct 2.99", "granola bars|6 piece|2.99/6 piece"),
    ("Tide pods 42ct $12.99", "Tide pods|42 piece|12.99/42 piece"),
    ("42 ct Tide pods 12.99", "Tide pods|42 piece|12.99/42 piece"),
    ("Advil 200 count 16.99", "Advil|200 piece|16.99/200 piece"),
    ("tortillas 10 ct 2.99", "tortillas|10 piece|2.99/10 piece"),
    ("muffins (4 ct) $3.49", "muffins|4 piece|3.49/4 piece"),
    ("limes 6 ct @0.50", "limes|6 piece|0.50/1 piece"),
    ("limes 6 ct 0.50 each", "limes|6 piece|0.50/1 piece"),
    ("granola bars 6ct 2 for 5", "granola bars|12 piece|2.50/6 piece"),
    ("2 6ct granola bars 2.99", "granola bars|12 piece|2.99/6 piece"),
    ("6ct granola bars 2.99 x2", "granola bars|12 piece|2.99/6 piece"),
    ("granola bars 6ct 2.99 x2", "granola bars 6ct|2 piece|2.99/1 piece"),
    ("tea 20 bags 3.49", "tea|20 bag|3.49/20 bag"),
    ("20 bags of green tea 3.49", "green tea|20 bag|3.49/20 bag"),
    ("2 bags tea 3.49", "tea|2 bag|3.49/1 bag"),
    ("20 bags soil 3.49", "soil|20 bag|3.49/1 bag"),
    ("beef 5 pounds 9.99", "beef|5 lb|9.99/5 lb"),
  ]) func `so many count is one pack with one price`(_ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test(arguments: [
    ("400g tomatoes x3", "tomatoes|1200 g"), ("1L milk x2", "milk|2 l"),
    ("2L coke x4 1.99", "coke|8 l|1.99/2 l"), ("2L coke 1.99 x4", "coke|8 l|1.99/2 l"),
    ("8 oz cheddar 2.99 x 2", "cheddar|16 oz|2.99/8 oz"), ("500 g flour, 3x", "flour|1500 g"),
    ("2 l coke x4 @1.99", "coke|8 l|1.99/2 l"), ("1 bag chips x2 3.49", "chips|2 bag|3.49/1 bag"),
    ("2 boxes cereal x2 3.99", "cereal|4 box|3.99/1 box"),
    ("24 cans craft beer 17.99 x2", "craft beer|48 can|17.99/24 can"),
    ("12 large brown eggs 3.49 x2", "large brown eggs|24 piece|3.49/12 piece"),
    ("12 eggs x2 3.49", "eggs|24 piece|3.49/12 piece"), ("1 dozen eggs x2", "eggs|2 dozen"),
    // Names, and an amount without one.
    ("2 Mazda x3", "Mazda x3|2 piece"), ("400g x3", "x3|400 g"),
    ("500 g pasta (2)", "pasta (2)|500 g"),
  ]) func `how many there are of an amount may stand behind the name`(
    _ line: String, _ expected: String
  ) {
    #expect(QuickAddTests.short(line) == expected)
    let read = QuickAdd.parse(line, currency: .usd)
    #expect(QuickAdd.parse(read.text(currency: .usd), currency: .usd).means(read))
  }

  /// In front of a thing a whole number of pounds or gallons counts them.
  @Test(arguments: [
    ("2 gal milk 3.99 ea", "milk|2 gallon|3.99/1 gallon"),
    ("2 lb butter $4.99 each", "butter|2 lb|4.99/1 lb"),
    ("2 liters coke 1.99 each", "coke|2 l|1.99/1 l"),
    ("butter 2 lb 4.99 each", "butter|2 lb|4.99/2 lb"),
    ("500 g mince 3.19 each", "mince|500 g|3.19/500 g"),
    ("pasta 16 oz 1.29 each", "pasta|16 oz|1.29/16 oz"),
    ("pasta 16 oz 1.29/ea", "pasta|16 oz|1.29/16 oz"),
    ("2 x 1 gal milk 3.99 ea", "milk|2 gallon|3.99/1 gallon"),
    ("2 gal milk 3.99 ea x2", "milk|4 gallon|3.99/2 gallon"),
    ("2 lb butter @4.99 each", "butter|2 lb|4.99/1 lb"),
    ("500 g apples 0.40/piece", "apples|500 g|0.40/1 piece"),
  ]) func `each behind a measure is each pack of so much`(_ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test(arguments: [
    ("chicken $1.99 lb", "chicken|1.99/1 lb"),
    ("2 lb chicken $1.99 lb *", "chicken|2 lb|1.99/1 lb|*"),
    ("$3 lb", "lb|3.00"), ("tea $3 cup", "tea cup|3.00"),
    ("chicken $1.99 lb bag", "chicken lb bag|1.99"),
  ]) func `a measure right behind a price is what that is for`(_ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test(arguments: [
    ("10 000 screws", "screws|10000 piece"), ("1 000 000 dots", "dots|1000000 piece"),
    ("1\u{202F}500 screws", "screws|1500 piece"), ("1\u{2009}500 screws", "screws|1500 piece"),
    ("1\u{A0}500 screws", "screws|1500 piece"), ("2 500 g flour", "flour|1000 g"),
    ("2 100 watt bulbs", "100 watt bulbs|2 piece"),
    ("1 000", "|1000 piece|no: 1000 of what? Type what to buy, too."),
  ]) func `blanks in a large number`(_ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test(arguments: [
    ("ham each 1.99", "ham|1.99/1 piece"), ("ham each $1.99", "ham|1.99/1 piece"),
    ("2 avocados ea 1.50", "avocados|2 piece|1.50/1 piece"),
    ("2 packs of butter each 1.99", "butter|2 pack|1.99/1 pack"),
    ("12 eggs each 0.30", "eggs|12 piece|0.30/1 piece"),
    // Without a price it may be a part of the name.
    ("ham each", "ham each"), ("avocados 3 each", "avocados 3 each"), ("each", "each"),
  ]) func `each before a price`(_ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test(arguments: [
    ("1lb 4oz cheese", "cheese|1.25 lb"), ("1 lb 4 oz cheese", "cheese|1.25 lb"),
    ("1kg 500g flour", "flour|1.5 kg"), ("1 kg 500 g flour", "flour|1.5 kg"),
    ("1 l 500 ml milk", "milk|1.5 l"), ("2 pounds 8 ounces of beef", "beef|2.5 lb"),
    ("cheese 1lb 4oz", "cheese|1.25 lb"), ("flour, 1 kg 500 g", "flour|1.5 kg"),
    ("1 l 500 ml", "|1.5 l|no: 1.5 l of what? Type what to buy, too."),
    // What is no thousandth of the larger unit is exact in the smaller one.
    ("1lb 3oz cheese", "cheese|19 oz"),
    ("2 x 1 kg 500 g flour", "flour|3 kg"), ("cola 6 x 1 l 500 ml", "cola|9 l"),
    ("1 kg 500 g flour 2.40", "flour|1.5 kg|2.40/1.5 kg"),
    // The second is less than one of the first, and in a smaller unit of the same kind.
    ("1 l 2 l bags", "2 l bags|1 l"), ("1 lb 16 oz pasta", "16 oz pasta|1 lb"),
    ("1 l 500 g tins", "500 g tins|1 l"), ("1.5 kg 500 g flour", "500 g flour|1.5 kg"),
    ("1 kg 00 flour", "00 flour|1 kg"), ("1 gallon 2% milk", "2% milk|1 gallon"),
  ]) func `two measures of a thing are their sum`(_ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test(arguments: [
    ("cheese 12 a kilo", "cheese|12.00/1 kg"), ("cheese 12 per kg", "cheese|12.00/1 kg"),
    ("2 kg cheese 12 a kilo", "cheese|2 kg|12.00/1 kg"), ("ham 12/kg", "ham|12.00/1 kg"),
    ("ham 2 per 100 g", "ham|2.00/100 g"),
    ("potatoes 5kg for 4", "potatoes|5 kg|4.00/5 kg"),
    ("potatoes 5 kg for 4 !aldi", "potatoes|5 kg|4.00/5 kg|!aldi"),
    // Not a measure, or for so many people.
    ("vitamin 12 per kg", "vitamin 12 per kg"), ("eggs 6 a pack", "eggs 6 a pack"),
    ("500 g mince for 4", "mince for 4|500 g"),
    ("avocados 3 each", "avocados 3 each"),
    // Packs of what is counted in packs.
    ("2x6 eggs", "eggs|12 piece"), ("2 x 6 eggs", "eggs|12 piece"),
    ("2 packs of 6 eggs", "eggs|12 piece"), ("2x6 free-range eggs", "free-range eggs|12 piece"),
    ("2x6 eggs 3.50", "eggs|12 piece|3.50/6 piece"), ("2x4 lumber", "2x4 lumber"),
    ("3x5 cards", "3x5 cards"),
    // Hundredths.
    ("gum 50c", "gum|0.50"), ("2 gum 50c", "gum|2 piece|0.50/1 piece"), ("gum @5c", "gum|0.05"),
    ("gum 2 for 50c", "gum|2 piece|0.25/1 piece"), ("ham 99c/100g", "ham|0.99/100 g"),
    ("iPhone 5c", "iPhone 5c"), ("size 50c", "size 50c"), ("gum 50p", "gum|0.50"),
    ("50c", "50c"), ("99c onion", "onion|0.99"), ("99 c onion", "onion|0.99"),
    ("onion 99 c", "onion|0.99"), ("2 onions 99 c #veg", "onions|2 piece|0.99/1 piece|#veg"),
    ("- 99 c onion", "onion|0.99"), ("ham 99 c/100g", "ham|0.99/100 g"),
    ("99c/100g ham", "ham|0.99/100 g"), ("99 c", "99 c"), ("size 50 c", "size 50 c"),
    ("20 p gum", "gum|0.20"),
  ]) func `whole numbers are prices where they can be nothing else`(
    _ line: String, _ expected: String
  ) {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test func `hundredths are those of the list's currency`() throws {
    #expect(QuickAddTests.short("gum 50p", try #require(Currency(code: "GBP"))) == "gum|0.50")
    #expect(QuickAddTests.short("gum 50c", try #require(Currency(code: "GBP"))) == "gum 50c")
    #expect(QuickAddTests.short("Kaugummi 50c", .eur) == "Kaugummi|0.50")
    #expect(QuickAddTests.short("gum 50c", try #require(Currency(code: "SEK"))) == "gum 50c")
    let yen = try #require(Currency(code: "JPY"))
    #expect(QuickAddTests.short("rice 500 per kg", yen) == "rice|500/1 kg")
  }

  @Test func `a price of all is exact, however many are bought`() throws {
    let it = QuickAdd.parse("3 for 2.99 yogurt", currency: .usd)
    let item = Item(
      id: Item.ID(1), name: it.name, category: "", price: it.price, per: try #require(it.per))
    #expect(item.cost(of: Quantity(3))?.minorUnits == 299)
    #expect(item.cost(of: Quantity(6))?.minorUnits == 598)
    #expect(QuickAdd.parse(it.text(currency: .usd), currency: .usd).means(it))
  }

  @Test(arguments: [
    ("bread !Aldi Süd", "bread", "Aldi Süd"), ("2 bread !aldi süd *", "bread", "aldi süd"),
    ("bread !Aldi", "bread", "Aldi"), ("bread !\"Aldi\" Süd", "bread Süd", "Aldi"),
    ("bread !Corner shop", "bread", "Corner shop"), ("!Aldi bread", "bread", "Aldi"),
    ("bread !Aldi 2", "bread", "Aldi"), ("bread !\"Aldi Süd\" #bakery", "bread", "Aldi Süd"),
    ("bread !Corner shop two", "bread", "Corner shop two"),
  ]) func `a new store may begin with the name of a known one`(
    _ line: String, _ name: String, _ store: String
  ) {
    let known = QuickAdd.Known(stores: ["Aldi", "Corner shop"])
    let it = QuickAdd.parse(line, currency: .usd, known: known)
    #expect(it.name == name && it.store == store)
  }

  @Test(arguments: [
    ("an apple", "apple|1 piece"), ("An apple", "apple|1 piece"),
    ("a melon @2", "melon|1 piece|2.00/1 piece"),
    ("a bag of rice", "rice|1 bag"), ("a bottle wine", "wine|1 bottle"),
    ("a couple of lemons", "lemons|2 piece"), ("a couple lemons", "lemons|2 piece"),
    ("one can of beans", "beans|1 can"), ("half gallon milk", "milk|0.5 gallon"),
    ("half dozen eggs", "eggs|6 piece"), ("eine Flasche Wein", "Wein|1 bottle"),
    ("une bouteille de vin", "vin|1 bottle"), ("un kilo de tomates", "tomates|1 kg"),
    ("une douzaine d'oeufs", "oeufs|1 dozen"), ("una botella de vino", "vino|1 bottle"),
    // Not articles.
    ("a", "a"), ("A", "A"), ("a b", "a b"), ("a few bananas", "a few bananas"),
    ("a la carte", "a la carte"), ("A1 sauce", "A1 sauce"), ("a dozen", "a dozen"),
    ("Un Petit Beurre", "Un Petit Beurre"), ("half and half", "half and half"),
    ("half bottle openers", "half bottle openers"), ("one each", "one each"),
  ]) func `an article is one`(_ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test(arguments: [
    ("1 Pfund Butter", "Butter|500 g"), ("2 Pfund Mehl", "Mehl|1000 g"),
    ("ein Pfund Butter", "Butter|500 g"), ("1/2 Pfund Hack", "Hack|250 g"),
    ("Butter 2 Pfund", "Butter|1000 g"), ("3 etti prosciutto", "prosciutto|300 g"),
    ("Pfund Butter", "Pfund Butter"), ("2 Becher Sahne", "Sahne|2 pack"),
    ("2 Gläser Honig", "Honig|2 jar"), ("1 Netz Zitronen", "Zitronen|1 bag"),
    ("ein Bund Petersilie", "Petersilie|1 bunch"), ("2 Büchsen Mais", "Mais|2 can"),
    ("une boîte de thon", "thon|1 box"), ("2 paquets de pâtes", "pâtes|2 pack"),
    ("3 bocaux de miel", "miel|3 jar"), ("2 botes de garbanzos", "garbanzos|2 jar"),
    ("6 lonchas de jamón", "jamón|6 slice"), ("2 bottiglie di vino", "vino|2 bottle"),
    ("1 punnet strawberries", "strawberries|1 box"),
    ("Schale", "Schale"), ("2 Schalen", "Schalen|2 piece"),
  ]) func `units of other languages`(_ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test(arguments: [
    ("15 oz can black beans", "black beans|15 oz"), ("1 15oz can black beans", "black beans|15 oz"),
    ("2 x 400g tins chopped tomatoes", "chopped tomatoes|800 g"),
    ("500 g bag of rice", "rice|500 g"), ("2 l bottle openers", "bottle openers|2 l"),
    ("2 loaves of bread", "bread|2 piece"), ("a loaf of bread", "bread|1 piece"),
    ("6 ears of corn", "corn|6 piece"), ("2 loaf tins", "loaf tins|2 piece"),
    ("1 (15 oz) can black beans", "black beans|15 oz"),
    ("2 (14.5 ounce) cans diced tomatoes", "diced tomatoes|29 oz"),
    ("1 can (15 oz) chickpeas", "chickpeas|15 oz"), ("2 cheese (200 g)", "cheese (200 g)|2 piece"),
    ("1 head lettuce", "lettuce|1 piece"), ("2 sticks of butter", "butter|2 piece"),
    ("3-4 apples", "apples|4 piece"), ("2–3 kg potatoes", "potatoes|3 kg"),
    ("7-11 coffee", "7-11 coffee"), ("about 500g beef", "beef|500 g"),
    ("avocados 4/$5", "avocados|4 piece|1.25/1 piece"),
    ("4/$5 avocados", "avocados|4 piece|1.25/1 piece"),
    ("any 3 for $5 yoghurts", "yoghurts|3 piece|5.00/3 piece"),
    ("hummus (2 for $3)", "hummus|2 piece|1.50/1 piece"),
    ("loo roll x9 $4.50", "loo roll|9 piece|4.50/9 piece"),
    ("ham 4 slices 3.49", "ham|4 slice|3.49/4 slice"), ("milk - 2", "milk|2 piece"),
    ("2 x $1.20 bread 2.40", "bread|2 piece|1.20/1 piece"),
    ("2 x $1.20 wine 2019", "wine 2019|2 piece|1.20/1 piece"),
    ("apples $1.99 per lb", "apples|1.99/1 lb"), ("bread $3.49 ea", "bread|3.49/1 piece"),
    ("bread @3.49 each #bakery", "bread|3.49/1 piece|#bakery"),
  ]) func `lines of leaflets and recipes`(_ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test(arguments: [
    ("EUR", "milk 79ct", "milk|0.79"), ("EUR", "Milch 99 ct", "Milch|0.99"),
    ("EUR", "Milch 99 Cent", "Milch|0.99"), ("EUR", "2 Milch 99ct", "Milch|2 piece|0.99/1 piece"),
    ("EUR", "79ct milk", "milk|0.79"), ("EUR", "ham 99 ct/100g", "ham|0.99/100 g"),
    ("EUR", "ham 99 ct per 100 g", "ham|0.99/100 g"),
    ("EUR", "gum 2 for 50 ct", "gum|2 piece|0.25/1 piece"),
    ("EUR", "milk 500 g 79 ct.", "milk|500 g|0.79/500 g"),
    ("USD", "gum 50 cents", "gum|0.50"), ("GBP", "gum 50 pence", "gum|0.50"),
    ("SEK", "gum 50 öre", "gum|0.50"),
    // In America that counts things; where there are no cents it is neither.
    ("USD", "eggs 12 ct", "eggs|12 piece"), ("JPY", "milk 79ct", "milk 79ct"),
    ("JPY", "milk 79 ct", "milk 79 ct"), ("JPY", "milk 79 cents", "milk 79 cents"),
    ("EUR", "cent", "cent"), ("EUR", "ct scan", "ct scan"),
    ("EUR", "pain 90 centimes", "pain|0.90"), ("EUR", "pan 90 céntimos", "pan|0.90"),
    ("CHF", "Milch 95 Rp.", "Milch|0.95"), ("CHF", "Brot 95 Rappen", "Brot|0.95"),
    ("PLN", "masło 50 groszy", "masło|0.50"), ("PLN", "mąka 500 gr", "mąka|500 g"),
    ("RUB", "хлеб 50 коп.", "хлеб|0.50"), ("EUR", "Milch 95 Rp", "Milch 95 Rp"),
    ("USD", "99c", "99c"), ("USD", "oats 99c", "oats|0.99"), ("USD", "oats @99 c", "oats|0.99"),
    ("GBP", "oats 99p", "oats|0.99"), ("GBP", "oats @99 p", "oats|0.99"),
    ("USD", "bread @59 ct", "bread|0.59"), ("USD", "bread 59 ct", "bread|59 piece"),
    ("SEK", "oats @99 c", "oats c|99.00"),
  ]) func `cents are a price`(_ list: String, _ line: String, _ expected: String) throws {
    #expect(QuickAddTests.short(line, try #require(Currency(code: list))) == expected)
  }

  @Test(arguments: [
    ("6 pack of beer 5.99", "6 pack of beer|5.99"), ("6 pack cider 5.99", "6 pack cider|5.99"),
    ("6-pack of lager 5.99", "6-pack of lager|5.99"),
    ("6 packs of beer 5.99", "beer|6 pack|5.99/1 pack"),
    ("3 pack gum 1.99", "gum|3 pack|1.99/3 pack"), ("gum 3 pack 1.99", "gum|3 pack|1.99/3 pack"),
    ("3 pack gum @1.99", "gum|3 pack|1.99/1 pack"), ("3 packs gum 1.99", "gum|3 pack|1.99/1 pack"),
    ("24 cans beer 17.99", "beer|24 can|17.99/24 can"),
    ("6 bottles of water $2.49", "water|6 bottle|2.49/6 bottle"),
    ("24 beers 19.99", "beers|24 piece|19.99/24 piece"),
    ("6 beers 1.29", "beers|6 piece|1.29/1 piece"),
    ("24 water bottles 3.99", "water bottles|24 piece|3.99/24 piece"),
    ("20 trash bags 5.99", "trash bags|20 piece|5.99/20 piece"),
    ("12 cans cat food 9.99", "cat food|12 can|9.99/12 can"),
    ("3 cans cat food 0.99", "cat food|3 can|0.99/1 can"),
    ("10 fish fingers 2.50", "fish fingers|10 piece|2.50/10 piece"),
    ("24 cans beer 0.79 each", "beer|24 can|0.79/1 can"),
    ("6 bottles of wine 5.99", "wine|6 bottle|5.99/1 bottle"),
    ("2 cans of cola 0.99", "cola|2 can|0.99/1 can"),
    ("12 pk Coke 6.99", "12 pk Coke|6.99"), ("6pk crisps $1.50", "6pk crisps|1.50"),
    ("24pk water", "24pk water"), ("eggs 10pk 3.49", "eggs|10 piece|3.49/10 piece"),
    ("2 6pk coke 5.99", "6pk coke|2 piece|5.99/1 piece"), ("6 pks coke", "coke|6 pack"),
    ("2pk gum 1.99", "gum|2 pack|1.99/2 pack"),
    // Several of them are not a usual pack of so many.
    ("2 12-pack toilet paper 8.99", "12-pack toilet paper|2 piece|8.99/1 piece"),
    ("toilet paper 4-pack 3.99 x2", "toilet paper 4-pack|2 piece|3.99/1 piece"),
    ("toilet paper 9 rolls 4.49 x2", "toilet paper 9 rolls|2 piece|4.49/1 piece"),
    ("6 6er-Pack Eier 1,99", "6er-Pack Eier|6 piece|1.99/1 piece"),
    ("2 packs of beer", "beer|2 pack"), ("6 pack of 330 ml cola 5.99", "cola|1980 ml|5.99/1980 ml"),
  ]) func `a pack of six is one thing`(_ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test(arguments: [
    ("milk 2 1.29", "milk|2 piece|1.29/1 piece"), ("eggs 12 3.49", "eggs|12 piece|3.49/12 piece"),
    ("nappies 44 9.99 #baby", "nappies|44 piece|9.99/44 piece|#baby"),
    ("milk (2) 1.29", "milk|2 piece|1.29/1 piece"),
    ("7 up 2 1.29", "7 up|2 piece|1.29/1 piece"),
    // Numbers that belong to the name.
    ("WD 40 5.99", "WD 40|5.99"), ("iPhone 15 999.00", "iPhone 15|999.00"),
    ("Windows 11 99.00", "Windows 11|99.00"), ("milk 2 3", "milk 2 3"),
  ]) func `how many may stand between the name and the price`(_ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test func `how many may stand between the name and the price where blanks group`() {
    let french = NumberStyle(locale: "fr_FR")
    #expect(QuickAddTests.short("œufs 12 3,49", .eur, french) == "œufs|12 piece|3.49/12 piece")
  }

  @Test(arguments: [
    ("tomatoes 1.99 /kg 750 g", "tomatoes|750 g|1.99/1 kg"),
    ("tomatoes 750 g 1.99 / kg", "tomatoes|750 g|1.99/1 kg"),
    ("tomatoes 1.99/ kg", "tomatoes|1.99/1 kg"), ("tomatoes 1.99 € / kg", "tomatoes|1.99/1 kg"),
    ("tomatoes @2 / kg", "tomatoes|2.00/1 kg"), ("ham 1.50 / 100 g", "ham|1.50/100 g"),
    ("1 / 2 kg flour", "flour|0.5 kg"),
    // Where it is no price, the line stays as it was typed.
    ("salt / pepper", "salt / pepper"), ("eggs 12 / pack", "eggs 12 / pack"),
    ("Fit 24 / 7", "Fit 24 / 7"),
  ]) func `there may be blanks beside the slash of a price`(_ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line) == expected)
  }

  @Test(arguments: [
    ("milk,bread,eggs", ["milk", "bread", "eggs"]), ("milk;bread", ["milk", "bread"]),
    ("2 l milk,rye bread, eggs", ["milk", "rye bread", "eggs"]), ("1,5 l milk", ["milk"]),
    ("milk 1,29", ["milk"]), ("Salt,iodised", ["Salt,iodised"]),
    ("tea (green,black)", ["tea (green,black)"]),
    ("\"milk,bread\"", ["milk,bread"]), ("milk;", ["milk"]), ("milk,", ["milk"]),
    ("onion, finely chopped", ["onion, finely chopped"]),
    ("garlic, minced", ["garlic, minced"]), ("tomatoes, on the vine", ["tomatoes, on the vine"]),
  ]) func `commas without blanks separate things, not decimals`(_ line: String, _ names: [String]) {
    let all = QuickAdd.parseAll(
      line, currency: .eur, known: .init(numbers: NumberStyle(locale: "de_DE"))
    ) {
      $0 == "Salt,iodised"
    }
    #expect(all.map(\.name) == names)
  }

  @Test(arguments: [
    ("eggs", true), ("rye rolls", true), ("loaves", true), ("cheese", false), ("glass", false),
    ("hummus", false), ("milk", false), ("Reis", false), ("quiche", false),
  ]) func `a plural is told from a singular`(_ name: String, _ isPlural: Bool) {
    #expect(EnglishPlural.isPlural(name) == isPlural)
  }

  @Test(arguments: [
    ("de_DE.UTF-8", "EUR"), ("en_GB", "GBP"), ("de-CH", "CHF"), ("en_US", "USD"), ("C", nil),
    ("de", nil), ("", nil), ("ar_KW.UTF-8", "KWD"), ("es_VE", "VES"), ("de_XX", nil),
    ("ja_JP", "JPY"),
  ]) func `a country has a currency`(_ locale: String, _ code: String?) {
    #expect(Currency(locale: locale)?.code == code)
  }
}
