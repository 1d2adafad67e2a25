import Testing

@testable import TrolleyModel

/// Prices beside amounts, packs, brackets and offers.
@Suite struct PricedLinesTests {
  private static func short(_ locale: String, _ line: String) -> String {
    let tag = LocaleTag(locale)
    let code = [
      "US": "USD", "GB": "GBP", "SE": "SEK", "PL": "PLN", "DK": "DKK", "NO": "NOK", "JP": "JPY",
      "TR": "TRY", "IN": "INR", "HU": "HUF",
    ][tag.country]
    let currency = code.flatMap { Currency(code: $0) } ?? .eur
    let known = QuickAdd.Known(numbers: NumberStyle(locale: locale))
    let things = QuickAdd.parseAll(line, currency: currency, known: known) { _ in false }
    guard things.count == 1 else { return things.map(\.name).joined(separator: " + ") }
    return QuickAddTests.short(line, currency, NumberStyle(locale: locale))
  }

  @Test(arguments: [
    ("en_US", "yogurt 10/$10 x5", "yogurt|5 piece|1.00/1 piece"),
    ("en_US", "yogurt 10 for $10 x5", "yogurt|5 piece|1.00/1 piece"),
    ("en_US", "yogurt 10 for 10 x 5", "yogurt|5 piece|1.00/1 piece"),
    ("en_US", "soda 3/$12 x3", "soda|3 piece|4.00/1 piece"),
    ("en_US", "yogurt 2/$5 (4)", "yogurt|4 piece|2.50/1 piece"),
    ("en_US", "yogurt 2 for 5 (4)", "yogurt|4 piece|2.50/1 piece"),
    ("en_GB", "soup 2 for £3 x4", "soup|4 piece|1.50/1 piece"),
    ("en_GB", "ham 2 for £5 mix & match", "ham mix & match|2 piece|2.50/1 piece"),
    ("en_GB", "soup 2 for £3 x4 #tins", "soup|4 piece|1.50/1 piece|#tins"),
    ("de_DE", "Cola 3 für 2 €", "Cola|3 piece|2.00/3 piece"),
    ("fr_FR", "coca 3 pour 2 €", "coca|3 piece|2.00/3 piece"),
    ("de_DE", "Shampoo 3 für 2 4,99 €", "Shampoo|3 piece|4.99/1 piece|3 for 2"),
    // Names.
    ("en_US", "soap 2 for 1 coupon", "soap 2 for 1 coupon"),
    ("en_US", "tuna 2 for 3 days", "tuna 2 for 3 days"),
  ]) func `how many are bought may stand behind an offer`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(Self.short(locale, line) == expected)
  }

  @Test(arguments: [
    ("en_US", "ribs $3.49 per lb, 4 lbs", "ribs|4 lb|3.49/1 lb"),
    ("en_US", "apples $1.99/lb, 3 lbs", "apples|3 lb|1.99/1 lb"),
    ("en_US", "apples 1.99/lb, 3 lbs", "apples|3 lb|1.99/1 lb"),
    ("en_US", "chips $2.50/bag, 3 bags", "chips|3 bag|2.50/1 bag"),
    ("en_US", "milk $3.49 each, 2", "milk|2 piece|3.49/1 piece"),
    ("de_DE", "Äpfel 1,99 € pro kg, 3 kg", "Äpfel|3 kg|1.99/1 kg"),
    ("de_DE", "Äpfel 1,99 €/kg, 3 kg", "Äpfel|3 kg|1.99/1 kg"),
    ("de_DE", "Milch 1,19 €, 2 Stück", "Milch|2 piece|1.19/1 piece"),
    ("en_US", "apples $1.99/lb, ribs", "apples + ribs"),
  ]) func `an amount may stand behind a price and a comma`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(Self.short(locale, line) == expected)
  }

  @Test(arguments: [
    ("en_US", "milk (2%) 3.49", "milk (2%)|3.49"),
    ("en_US", "2 milk (2%) 3.49", "milk (2%)|2 piece|3.49/1 piece"),
    ("en_US", "beef (80/20) 5.99", "beef (80/20)|5.99"),
    ("en_US", "beef 80/20 5.99", "beef 80/20|5.99"),
    ("en_US", "shrimp 16/20 9.99", "shrimp 16/20|9.99"),
    ("en_US", "eggs (box of 12) 3.20", "eggs (box of 12)|3.20"),
    ("en_US", "diapers (size 4) 19.99", "diapers (size 4)|19.99"),
    ("en_US", "AA batteries (pack of 8) 7.99", "AA batteries (pack of 8)|7.99"),
    ("en_US", "wine (2019) 12.99", "wine (2019)|12.99"), ("en_US", "wine (2019)", "wine (2019)"),
    ("en_US", "milk (2%), 3.49", "milk (2%)|3.49"),
    ("en_US", "beef 80/20, 5.99", "beef 80/20|5.99"),
    ("de_DE", "Milch (1,5%) 0,99", "Milch (1,5%)|0.99"),
    ("de_DE", "Windeln (Gr. 4) 9,99", "Windeln (Gr. 4)|9.99"),
    ("fr_FR", "crème (30%) 1,29", "crème (30%)|1.29"),
    // Still how many there are.
    ("en_US", "milk (2) 3.49", "milk|2 piece|3.49/1 piece"),
    ("en_US", "eggs (12) 3.49", "eggs|12 piece|3.49/12 piece"),
  ]) func `a price may stand behind a number of the name`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(Self.short(locale, line) == expected)
  }

  @Test(arguments: [
    ("de_DE", "Wurst 150 g 1,99 €/100 g", "Wurst|150 g|1.99/100 g"),
    ("de_DE", "Wurst, 150 g, 1,99 €/100 g", "Wurst|150 g|1.99/100 g"),
    ("de_DE", "Wurst 150 g 1,99 je 100 g", "Wurst|150 g|1.99/100 g"),
    ("de_DE", "150 g Wurst je 100 g 1,99", "Wurst|150 g|1.99/100 g"),
    ("de_DE", "2 Cola je 1,99", "Cola|2 piece|1.99/1 piece"),
    ("fr_FR", "saucisson 150 g 1,99 €/100 g", "saucisson|150 g|1.99/100 g"),
    ("en_US", "2 lbs ham per lb 3.99", "ham|2 lb|3.99/1 lb"),
    ("en_US", "3 lbs apples (1.99 per lb)", "apples|3 lb|1.99/1 lb"),
    ("en_US", "apples (1.99 per lb), 3 lbs", "apples|3 lb|1.99/1 lb"),
    ("en_US", "2 milk (3.49 ea)", "milk|2 piece|3.49/1 piece"),
    ("en_US", "milk (2 @ $3.49)", "milk|2 piece|3.49/1 piece"),
  ]) func `what a price is for may stand before it or in brackets`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(Self.short(locale, line) == expected)
  }

  @Test(arguments: [
    ("en_US", "1/2 dozen eggs 1.99", "eggs|6 piece|1.99/6 piece"),
    ("en_US", "half dozen donuts 5.99", "donuts|6 piece|5.99/6 piece"),
    ("en_US", "half a dozen beers 8.99", "beers|6 piece|8.99/6 piece"),
    ("en_US", "half dozen donuts 0.99 each", "donuts|6 piece|0.99/1 piece"),
    ("en_US", "1 dozen donuts 5.99", "donuts|1 dozen|5.99/1 dozen"),
    ("en_US", "1.5 dozen rolls", "rolls|18 piece"),
    ("de_DE", "1/2 Dutzend Eier 1,99", "Eier|6 piece|1.99/6 piece"),
    ("de_DE", "halbes Dutzend Eier 1,99", "Eier|6 piece|1.99/6 piece"),
    ("es_ES", "media docena de huevos 1,30", "huevos|6 piece|1.30/6 piece"),
  ]) func `half a dozen are six with one price`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(Self.short(locale, line) == expected)
  }

  @Test(arguments: [
    ("en_US", "steak 1.5 lb @ 12.99lb", "steak|1.5 lb|12.99/1 lb"),
    ("en_US", "steak 1.5 lb @12.99lb", "steak|1.5 lb|12.99/1 lb"),
    ("en_US", "steak 1.5lb at 12.99 lb", "steak|1.5 lb|12.99/1 lb"),
    ("en_US", "steak 1.5 lb at 12.99lb", "steak|1.5 lb|12.99/1 lb"),
    ("en_US", "grapes @ 1.99lb", "grapes|1.99/1 lb"),
    ("en_US", "steak 1.5 lb 12.99/lb", "steak|1.5 lb|12.99/1 lb"),
    ("en_US", "1.25 kg flour @2.20/1.25kg", "flour|1.25 kg|2.20/1.25 kg"),
    ("en_US", "2 gallons water 1.29 each", "water|2 gallon|1.29/1 gallon"),
    ("en_US", "pasta 16 oz 1.29 each", "pasta|16 oz|1.29/16 oz"),
    // Sizes.
    ("en_US", "steak 2 @ 12 oz 9.99", "steak|24 oz|9.99/12 oz"),
    ("fr_FR", "2 poulets à 1,50 kg", "poulets|3 kg"), ("de_DE", "2 Wein à 0,75 l", "Wein|1.5 l"),
  ]) func `a weight behind a marked price says what it is for`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(Self.short(locale, line) == expected)
  }

  @Test(arguments: [
    ("en_US", "cheese 2 lb 8", "cheese|2 lb|8.00/2 lb"),
    ("en_IN", "milk 2 packets 54", "milk|2 pack|54.00/1 pack"),
    ("en_IN", "eggs 1 dozen 90", "eggs|1 dozen|90.00/1 dozen"),
    ("en_IN", "onion 2kg 60", "onion|2 kg|60.00/2 kg"),
    ("en_US", "wine 2 bottles 20", "wine|2 bottle|20.00/1 bottle"),
    // Still something else.
    ("en_US", "eggs 1 carton 12", "eggs 1 carton|12 piece"),
    ("en_US", "water 1 case 24", "water 1 case|24 piece"),
    ("en_US", "toilet paper 12 rolls 8", "toilet paper|12 roll|8.00/12 roll"),
    ("en_US", "tuna 5 oz x4", "tuna|20 oz"), ("en_US", "Mehl 1 kg 405", "Mehl 1 kg 405"),
  ]) func `a whole number behind an amount is the price`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(Self.short(locale, line) == expected)
  }

  @Test(arguments: [
    ("en_US", "12 bottles beer 1.49", "beer|12 bottle|1.49/1 bottle"),
    ("en_US", "12 bottles beer 13.49", "beer|12 bottle|13.49/12 bottle"),
    ("en_US", "12 eggs 0.49", "eggs|12 piece|0.49/1 piece"),
    ("en_US", "12 eggs 1.29", "eggs|12 piece|1.29/12 piece"),
    ("en_US", "80 tea bags 0.99", "tea bags|80 piece|0.99/80 piece"),
    ("de_DE", "12 Bier 1,09", "Bier|12 piece|1.09/1 piece"),
    ("de_DE", "20 Croissants 1,20", "Croissants|20 piece|1.20/1 piece"),
    ("sv_SE", "12 burkar öl 15,90", "öl|12 can|15.90/1 can"),
    ("sv_SE", "6 burkar öl 89,90", "öl|6 can|89.90/6 can"),
    ("da_DK", "6 dåser øl 39,95", "øl|6 can|39.95/6 can"),
    ("fi_FI", "6 tölkkiä olutta 8,99", "olutta|6 can|8.99/6 can"),
    ("pl_PL", "6 puszek piwa 23,99", "piwa|6 can|23.99/6 can"),
    ("pt_PT", "6 latas de cerveja 3,99", "cerveja|6 can|3.99/6 can"),
    ("cs_CZ", "6 plechovek piva 3,99", "piva|6 can|3.99/6 can"),
    ("ja_JP", "ビール6缶 1200円", "ビール|6 can|1200/6 can"),
    ("sv_SE", "12 ägg 3 kr", "ägg|12 piece|3.00/1 piece"),
    ("sv_SE", "12 ägg 39 kr", "ägg|12 piece|39.00/12 piece"),
    ("ja_JP", "10 卵 30円", "卵|10 piece|30/1 piece"),
    ("ja_JP", "10 卵 298円", "卵|10 piece|298/10 piece"),
    ("hu_HU", "10 tojás 80 Ft", "tojás|10 piece|80.00/1 piece"),
    ("hu_HU", "10 tojás 899 Ft", "tojás|10 piece|899.00/10 piece"),
    ("tr_TR", "12 ekmek 10 TL", "ekmek|12 piece|10.00/1 piece"),
    ("en_IN", "12 eggs ₹7", "eggs|12 piece|7.00/1 piece"),
    ("en_IN", "12 eggs ₹90", "eggs|12 piece|90.00/12 piece"),
    ("fi_FI", "10 kananmunaa 2,89", "kananmunaa|10 piece|2.89/10 piece"),
    ("pl_PL", "10 jaj 9,99", "jaj|10 piece|9.99/10 piece"),
    ("nl_NL", "6 rollen wc-papier 3,99", "wc-papier|6 roll|3.99/6 roll"),
    ("da_DK", "8 ruller toiletpapir 29,95", "toiletpapir|8 roll|29.95/8 roll"),
    ("nb_NO", "8 ruller toalettpapir 45 kr", "toalettpapir|8 roll|45.00/8 roll"),
    ("sv_SE", "6 rullar hushållspapper 45 kr", "hushållspapper|6 roll|45.00/6 roll"),
  ]) func `less than a pack costs is the price of one of them`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(Self.short(locale, line) == expected)
  }

  @Test(arguments: [
    ("en_US", "3 cans (15 oz) black beans .89", "black beans|45 oz|0.89/15 oz"),
    ("en_US", "cream cheese 2 (8 oz)", "cream cheese|16 oz"),
    ("en_US", "cream cheese 2 (8 oz) 2.50", "cream cheese|16 oz|2.50/8 oz"),
    ("en_US", "Omega 3 (100 g)", "Omega 3|100 g"), ("en_US", "cheese (8 oz)", "cheese|8 oz"),
    ("en_US", "Onions – 3 medium", "Onions|3 piece"),
    ("en_US", "T-shirt 2 large", "T-shirt 2 large"),
    ("en_US", "2x12pk coke 6.99 each", "12pk coke|2 piece|6.99/1 piece"),
    ("en_US", "steak 2 @ 12 oz 9.99", "steak|24 oz|9.99/12 oz"),
    ("en_US", "2 in 1 shampoo 4.99", "2 in 1 shampoo|4.99"),
    ("en_US", "shampoo 2 in 1 4.99", "shampoo 2 in 1|4.99"),
    ("en_US", "milk and a dozen eggs", "milk + eggs"),
    ("en_US", "mac and a cheese", "mac and a cheese"),
    ("en_US", "milk.", "milk"), ("en_US", "2 eggs.", "eggs|2 piece"),
    ("en_US", "Gaz. St.", "Gaz. St."), ("en_US", "milk...", "milk..."),
  ]) func `packs of a size, things of two numbers and the end of a sentence`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(Self.short(locale, line) == expected)
  }
}
