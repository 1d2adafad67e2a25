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
    ("Dos Equis beer", "Dos Equis beer"), ("uno cards", "uno cards"),
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
    // Three for the price of two: one costs what one costs.
    ("3 for 2 shampoo 4.99", "shampoo|3 piece|4.99/1 piece|3 for 2"),
    ("shampoo 3 for 2 4.99", "shampoo|3 piece|4.99/1 piece|3 for 2"),
    ("shampoo 3 for 2 @4.99 *", "shampoo|3 piece|4.99/1 piece|3 for 2|*"),
    ("shampoo 2 for 1 $4.99", "shampoo|2 piece|4.99/1 piece|2 for 1"),
    ("6 shampoo 3 for 2 4.99", "shampoo|6 piece|4.99/1 piece|3 for 2"),
    ("3 for 2 toilet rolls 4.49", "toilet rolls|3 piece|4.49/1 piece|3 for 2"),
    ("shampoo 3 for 2", "shampoo 3 for 2"), ("2 for 1 coupon", "2 for 1 coupon"),
    ("6 shampoo 3 for 2", "shampoo 3 for 2|6 piece"),
    ("2 kg ham 3 for 2 4.99", "ham|2 kg|4.99/2 kg|3 for 2"),
    ("3x2 boards 4.99", "3x2 boards|4.99"),
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

  @Test(arguments: [
    ("de_DE", "3 für 2 Shampoo 4,99", "Shampoo|3 piece|4.99/1 piece|3 for 2"),
    ("fr_FR", "3 pour 2 shampoing 4,99", "shampoing|3 piece|4.99/1 piece|3 for 2"),
    ("es_ES", "3x2 champú 4,99", "champú|3 piece|4.99/1 piece|3 for 2"),
    ("es_ES", "champú 2x1 4,99", "champú|2 piece|4.99/1 piece|2 for 1"),
    ("it_IT", "3x2 shampoo 4,99 €", "shampoo|3 piece|4.99/1 piece|3 for 2"),
    ("es_ES", "champú 3x2", "champú 3x2"), ("de_DE", "2x1 l Milch 0,99", "Milch|2 l|0.99/2 l"),
    ("de_DE", "3x2 Eier 1,99", "Eier|6 piece|1.99/2 piece"),
    // What a price is for.
    ("fr_FR", "tomates 2,99 le kilo", "tomates|2.99/1 kg"),
    ("fr_FR", "tomates 2,99 € le kilo", "tomates|2.99/1 kg"),
    ("fr_FR", "lait 1,10 le litre", "lait|1.10/1 l"),
    ("fr_FR", "2 avocats 1,20 la pièce", "avocats|2 piece|1.20/1 piece"),
    ("de_DE", "Äpfel 2,99 das Kilo", "Äpfel|2.99/1 kg"),
    ("de_DE", "2 Gurken 0,79 das Stück", "Gurken|2 piece|0.79/1 piece"),
    ("de_DE", "3 Dosen Bohnen je 0,89", "Bohnen|3 can|0.89/1 can"),
    ("de_DE", "Joghurt 0,59 je", "Joghurt|0.59/1 piece"),
    ("es_ES", "tomates 2,99 el kilo", "tomates|2.99/1 kg"),
    ("es_ES", "tomates a 2,99 al kilo", "tomates|2.99/1 kg"),
    ("it_IT", "pomodori 2,99 al chilo", "pomodori|2.99/1 kg"),
    ("it_IT", "3 fette di prosciutto 2,50", "prosciutto|3 slice|2.50/3 slice"),
    // What holds or counts a thing.
    ("it_IT", "una dozzina di uova", "uova|1 dozen"),
    ("it_IT", "2 scatolette di tonno", "tonno|2 can"),
    ("it_IT", "1 spicchio d'aglio", "aglio|1 piece"), ("fr_FR", "2 gousses d'ail", "ail|2 piece"),
    ("es_ES", "1 barra de pan", "pan|1 piece"), ("de_DE", "1 Kopf Salat", "Salat|1 piece"),
    ("de_DE", "3 Tafeln Schokolade je 0,99", "Schokolade|3 piece|0.99/1 piece"),
    ("de_DE", "2 EL Öl", "Öl|2 tbsp"), ("de_DE", "ca. 500 g Hack", "Hack|500 g"),
    ("de_DE", "Bananen ca. 1 kg", "Bananen|1 kg"),
    // Numbers.
    ("es_ES", "dos manzanas", "manzanas|2 piece"), ("fr_FR", "deux pains", "pains|2 piece"),
    ("it_IT", "quattro formaggi", "quattro formaggi"), ("es_ES", "tres leches", "tres leches"),
    ("fr_FR", "du beurre", "beurre"), ("fr_FR", "de la crème", "crème"),
    ("fr_FR", "de l'huile", "huile"), ("de_DE", "Du darfst", "Du darfst"),
    // Articles.
    ("de_DE", "eine Gurke", "Gurke|1 piece"), ("de_DE", "Ein Brot", "Brot|1 piece"),
    ("de_DE", "einen Salat", "Salat|1 piece"), ("de_DE", "ein paar Äpfel", "ein paar Äpfel"),
    ("fr_FR", "une baguette", "baguette|1 piece"), ("fr_FR", "Un pain", "pain|1 piece"),
    ("fr_FR", "des pommes", "pommes|1 piece"), ("fr_FR", "un peu de sel", "un peu de sel"),
    ("fr_FR", "Un Petit Beurre", "Un Petit Beurre"), ("es_ES", "una lechuga", "lechuga|1 piece"),
    ("it_IT", "uno yogurt", "yogurt|1 piece"), ("it_IT", "un po' di sale", "un po' di sale"),
    // German does not decline a pack.
    ("de_DE", "3 Pack Kaffee 4,99", "Kaffee|3 pack|4.99/1 pack"),
    ("de_DE", "24 Dosen Bier 17,99", "Bier|24 can|17.99/24 can"),
  ]) func `lines in other languages are understood`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(QuickAddTests.short(line, .eur, NumberStyle(locale: locale)) == expected)
  }

  @Test(arguments: [
    ("fr_FR", "deux baguettes", "baguettes|2 piece"), ("fr_FR", "quatre pains", "pains|4 piece"),
    ("fr_CH", "sept yaourts", "yaourts|7 piece"),
    ("fr_FR", "dix citrons 3,50", "citrons|10 piece|3.50/1 piece"),
    ("fr_FR", "une douzaine d'œufs", "œufs|1 dozen"),
    ("fr_FR", "une demi-douzaine d’œufs", "œufs|0.5 dozen"),
    ("fr_FR", "un demi-litre de lait", "lait|0.5 l"),
    ("fr_FR", "quatre-quarts", "quatre-quarts"), ("fr_FR", "cinq baies", "cinq baies"),
    ("fr_FR", "Trois Frères", "Trois Frères"),
    ("es_ES", "dos leches", "leches|2 piece"), ("es_ES", "tres tomates", "tomates|3 piece"),
    ("es_MX", "once limones", "limones|11 piece"), ("es_ES", "tres leches", "tres leches"),
    ("es_ES", "una docena de huevos", "huevos|1 dozen"),
    ("es_ES", "media docena de huevos", "huevos|0.5 dozen"),
    ("it_IT", "due litri di latte", "latte|2 l"), ("it_IT", "due litri latte", "latte|2 l"),
    ("it_IT", "tre mele", "mele|3 piece"), ("it_IT", "sei uova", "uova|6 piece"),
    ("it_IT", "due chili di patate", "patate|2 kg"), ("it_IT", "Cinque Terre", "Cinque Terre"),
    ("it_IT", "500 grammi di pane", "pane|500 g"),
    ("nl_NL", "twee broden", "broden|2 piece"), ("nl_BE", "een brood", "brood|1 piece"),
    ("nl_NL", "één brood", "brood|1 piece"), ("nl_NL", "een dozijn eieren", "eieren|1 dozen"),
    ("nl_NL", "een half dozijn eieren", "eieren|0.5 dozen"),
    ("nl_NL", "drie flessen wijn", "wijn|3 bottle"),
    ("nl_NL", "een beetje zout", "een beetje zout"),
    ("pt_PT", "dois litros de leite", "leite|2 l"),
    ("pt_BR", "duas caixas de leite", "leite|2 box"),
    ("pt_BR", "três maçãs", "maçãs|3 piece"), ("pt_PT", "meia dúzia de ovos", "ovos|0.5 dozen"),
    ("pt_PT", "uma alface", "alface|1 piece"),
    ("de_DE", "ein Dutzend Eier", "Eier|1 dozen"), ("de_DE", "elf Eier", "Eier|11 piece"),
    ("de_AT", "Du darfst", "Du darfst"),
    // Where people write another language, they are numbers before a unit only.
    ("en_US", "due litri di latte", "latte|2 l"),
    ("en_US", "una docena de huevos", "huevos|1 dozen"),
    ("en_US", "ein Dutzend Eier", "Eier|1 dozen"),
    ("en_GB", "due date planner", "due date planner"),
    ("en_GB", "um bongo", "um bongo"), ("en_US", "dos equis", "dos equis"),
    ("en_US", "2 chili", "chili|2 piece"), ("en_US", "once a month", "once a month"),
    ("de_DE", "tres leches", "tres leches"), ("en_US", "a half kilo of flour", "flour|0.5 kg"),
  ]) func `words are numbers in the language that people write`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(QuickAddTests.short(line, .eur, NumberStyle(locale: locale)) == expected)
  }

  @Test func `a known item may begin with a number that has an accent`() {
    let read = QuickAdd.parse(
      "três marias", currency: .eur, known: .init(numbers: NumberStyle(locale: "pt_BR"))
    ) { $0 == "três marias" }
    #expect(read.name == "três marias" && read.quantity == nil)
  }

  @Test func `an item may begin with an article`() {
    let read = QuickAdd.parse("un petit beurre", currency: .eur) { $0 == "un petit beurre" }
    #expect(read.name == "un petit beurre" && read.quantity == nil)
  }

  @Test func `pence are those of pounds`() {
    #expect(QuickAdd.parse("cheese 99p", currency: .usd).price?.currency.code == "GBP")
  }
}
