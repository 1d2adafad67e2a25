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
    ("350 g ham @2.50 for 100 g", "ham|350 g|2.50/100 g"),
    ("350 g ham 2.50 for 100 g", "ham|350 g|2.50/100 g"),
    ("ham @9 for a kilo", "ham|9.00/1 kg"),
    ("24 beers @ 5 per 6 pack", "beers|24 piece|5.00/6 piece"),
    ("24 cans beer @5 per 6-pack", "beer|24 can|5.00/6 can"),
    ("eggs @ 2 for 5", "eggs|2 piece|2.50/1 piece"), ("eggs @2 for 5", "eggs|2 piece|2.50/1 piece"),
    ("12 rolls @ 4 for 6", "rolls|12 piece|1.50/1 piece"),
    ("12 eggs 2 for 5", "eggs|24 piece|2.50/12 piece"),
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
    ("es_ES", "champú 3x2", "champú 3x2"), ("de_DE", "2x1 l Milch 0,99", "Milch|2 l|0.99/1 l"),
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
    ("fr_FR", "une demi-douzaine d’œufs", "œufs|6 piece"),
    ("fr_FR", "un demi-litre de lait", "lait|0.5 l"),
    ("fr_FR", "quatre-quarts", "quatre-quarts"), ("fr_FR", "cinq baies", "cinq baies"),
    ("fr_FR", "Trois Frères", "Trois Frères"),
    ("es_ES", "dos leches", "leches|2 piece"), ("es_ES", "tres tomates", "tomates|3 piece"),
    ("es_MX", "once limones", "limones|11 piece"), ("es_ES", "tres leches", "tres leches"),
    ("es_ES", "una docena de huevos", "huevos|1 dozen"),
    ("es_ES", "media docena de huevos", "huevos|6 piece"),
    ("it_IT", "due litri di latte", "latte|2 l"), ("it_IT", "due litri latte", "latte|2 l"),
    ("it_IT", "tre mele", "mele|3 piece"), ("it_IT", "sei uova", "uova|6 piece"),
    ("it_IT", "due chili di patate", "patate|2 kg"), ("it_IT", "Cinque Terre", "Cinque Terre"),
    ("it_IT", "500 grammi di pane", "pane|500 g"),
    ("nl_NL", "twee broden", "broden|2 piece"), ("nl_BE", "een brood", "brood|1 piece"),
    ("nl_NL", "één brood", "brood|1 piece"), ("nl_NL", "een dozijn eieren", "eieren|1 dozen"),
    ("nl_NL", "een half dozijn eieren", "eieren|6 piece"),
    ("nl_NL", "drie flessen wijn", "wijn|3 bottle"),
    ("nl_NL", "een beetje zout", "een beetje zout"),
    ("pt_PT", "dois litros de leite", "leite|2 l"),
    ("pt_BR", "duas caixas de leite", "leite|2 box"),
    ("pt_BR", "três maçãs", "maçãs|3 piece"), ("pt_PT", "meia dúzia de ovos", "ovos|6 piece"),
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

  @Test(arguments: [
    ("sv_SE", "två bröd", "bröd|2 piece"), ("sv_SE", "en gurka", "gurka|1 piece"),
    ("sv_SE", "ett par äpplen", "ett par äpplen"), ("sv_SE", "en halv liter mjölk", "mjölk|0.5 l"),
    ("sv_SE", "ett dussin ägg", "ägg|1 dozen"), ("sv_SE", "sex ägg", "ägg|6 piece"),
    ("sv_SE", "3 hg ost", "ost|300 g"), ("sv_SE", "två hg ost", "ost|200 g"),
    ("da_DK", "to brød", "brød|2 piece"), ("da_DK", "et pund smør", "smør|500 g"),
    ("da_DK", "et halvt kilo kartofler", "kartofler|0.5 kg"),
    ("nb_NO", "syv epler", "epler|7 piece"), ("nb_NO", "ei agurk", "agurk|1 piece"),
    ("nb_NO", "et dusin egg", "egg|1 dozen"), ("nn_NO", "sju eple", "eple|7 piece"),
    ("fi_FI", "kaksi maitoa", "maitoa|2 piece"), ("fi_FI", "yksi leipä", "leipä|1 piece"),
    ("fi_FI", "kaksitoista munaa", "munaa|12 piece"),
    ("fi_FI", "puoli kiloa jauhelihaa", "jauhelihaa|0.5 kg"),
    ("fi_FI", "tusina munia", "munia|1 dozen"), ("fi_FI", "kaksi tusina munia", "munia|2 dozen"),
    ("pl_PL", "dwa chleby", "chleby|2 piece"), ("pl_PL", "dwie bułki", "bułki|2 piece"),
    ("pl_PL", "pięć jabłek", "jabłek|5 piece"), ("pl_PL", "Jedną sałatę", "sałatę|1 piece"),
    ("pl_PL", "pół kilo mięsa", "mięsa|0.5 kg"), ("pl_PL", "półtora litra mleka", "mleka|1.5 l"),
    ("pl_PL", "tuzin jajek", "jajek|1 dozen"), ("pl_PL", "30 dag szynki", "szynki|300 g"),
    ("cs_CZ", "dvě mléka", "mléka|2 piece"), ("cs_CZ", "tři rohlíky", "rohlíky|3 piece"),
    ("cs_CZ", "půl kila masa", "masa|0.5 kg"), ("cs_CZ", "dva litry mléka", "mléka|2 l"),
    ("ru_RU", "два хлеба", "хлеба|2 piece"), ("ru_RU", "Две булки", "булки|2 piece"),
    ("ru_RU", "одну капусту", "капусту|1 piece"), ("ru_RU", "два литра молока", "молока|2 l"),
    ("ru_RU", "полтора килограмма муки", "муки|1.5 kg"),
    ("tr_TR", "iki ekmek", "ekmek|2 piece"), ("tr_TR", "bir ekmek", "ekmek|1 piece"),
    ("tr_TR", "altı yumurta", "yumurta|6 piece"),
    ("tr_TR", "yarım kilo domates", "domates|0.5 kg"),
    ("tr_TR", "on bir yumurta", "on bir yumurta"), ("tr_TR", "on üç elma", "on üç elma"),
    // Elsewhere they are other words, also before a unit.
    ("en_US", "to go cups", "to go cups"), ("en_US", "on can opener", "on can opener"),
    ("en_US", "sex pack", "sex pack"), ("en_US", "dozen", "dozen"),
    ("en_US", "pet food", "pet food"), ("fr_FR", "et beurre", "et beurre"),
  ]) func `words are numbers in northern and eastern languages, too`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(QuickAddTests.short(line, .eur, NumberStyle(locale: locale)) == expected)
  }

  @Test(arguments: [
    ("pl_PL", "3 szt jabłek", "jabłek|3 piece"), ("pl_PL", "bułki 3 szt.", "bułki|3 piece"),
    ("pl_PL", "2 puszki tuńczyka", "tuńczyka|2 can"), ("pl_PL", "6 butelek wody", "wody|6 bottle"),
    ("pl_PL", "opakowanie masła", "masła|1 pack"), ("pl_PL", "2 słoiki dżemu", "dżemu|2 jar"),
    ("cs_CZ", "rohlíky 10 ks", "rohlíky|10 piece"), ("cs_CZ", "2 balení másla", "másla|2 pack"),
    ("cs_CZ", "láhev vína", "vína|1 bottle"), ("cs_CZ", "2 plechovky piva", "piva|2 can"),
    ("fi_FI", "omena 3 kpl", "omena|3 piece"), ("fi_FI", "2 pulloa viiniä", "viiniä|2 bottle"),
    ("fi_FI", "pussi perunoita", "perunoita|1 bag"), ("fi_FI", "2 tölkkiä olutta", "olutta|2 can"),
    ("tr_TR", "3 adet elma", "elma|3 piece"), ("tr_TR", "2 şişe su", "su|2 bottle"),
    ("tr_TR", "iki paket un", "un|2 pack"), ("tr_TR", "2 kutu süt", "süt|2 box"),
    ("sv_SE", "2 påsar chips", "chips|2 bag"), ("sv_SE", "flaska vin", "vin|1 bottle"),
    ("sv_SE", "3 burkar tomat", "tomat|3 can"), ("sv_SE", "2 förpackningar ägg", "ägg|2 pack"),
    ("da_DK", "2 dåser tun", "tun|2 can"), ("da_DK", "to flasker vin", "vin|2 bottle"),
    ("nb_NO", "3 bokser tunfisk", "tunfisk|3 can"), ("nb_NO", "pose chips", "chips|1 bag"),
    ("ru_RU", "3 бутылки воды", "воды|3 bottle"), ("ru_RU", "Пачка масла", "масла|1 pack"),
    ("ru_RU", "яблоки 5 штук", "яблоки|5 piece"), ("ru_RU", "2 банки тунца", "тунца|2 can"),
    ("fr_FR", "une livre de beurre", "beurre|500 g"),
    ("fr_FR", "2 livres de tomates", "tomates|1000 g"),
    ("fr_FR", "tomates 2 livres", "tomates|1000 g"),
    ("fr_FR", "une demi-livre de beurre", "beurre|250 g"),
    ("nl_NL", "2 pond gehakt", "gehakt|1000 g"), ("nl_NL", "een half pond gehakt", "gehakt|250 g"),
    ("nl_NL", "half pond gehakt", "gehakt|250 g"), ("nl_NL", "2 ons kaas", "kaas|200 g"),
    ("nl_NL", "ons ham", "ham|100 g"), ("nl_NL", "fles wijn", "wijn|1 bottle"),
    ("nl_NL", "blik tomaten x2", "tomaten|2 can"),
    // Books, and other languages.
    ("fr_FR", "un livre de cuisine", "livre de cuisine|1 piece"),
    ("fr_FR", "2 livres", "livres|2 piece"),
    ("en_US", "pond filter", "pond filter"), ("en_US", "2 pond plants", "pond plants|2 piece"),
    ("en_US", "pose frame", "pose frame"), ("en_US", "fles wijn", "fles wijn"),
  ]) func `pieces, packs and pounds are known in the languages of number words`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(QuickAddTests.short(line, .eur, NumberStyle(locale: locale)) == expected)
  }

  @Test(arguments: [
    ("en_US", "pint of milk", "milk|1 pint"), ("en_US", "Gallon of milk", "milk|1 gallon"),
    ("en_US", "pound of butter 4.99", "butter|1 lb|4.99/1 lb"),
    ("en_US", "bottle of wine", "wine|1 bottle"), ("en_US", "bunch of parsley", "parsley|1 bunch"),
    ("en_US", "can of beans x2", "beans|2 can"), ("en_US", "can of beans 2", "beans|2 can"),
    ("en_US", "loaf of bread", "bread|1 piece"), ("en_US", "kilo of tomatoes", "tomatoes|1 kg"),
    ("en_US", "kg tomatoes", "tomatoes|1 kg"), ("en_US", "l milk", "milk|1 l"),
    ("en_US", "lb butter @4", "butter|1 lb|4.00/1 lb"),
    ("en_US", "bag of rice 5 kg", "bag of rice|5 kg"),
    ("de_DE", "Bund Petersilie", "Petersilie|1 bunch"), ("de_DE", "Flasche Wein", "Wein|1 bottle"),
    ("de_DE", "Kilo Tomaten", "Tomaten|1 kg"), ("de_DE", "Pfund Butter", "Butter|500 g"),
    ("de_DE", "Kopf Salat", "Salat|1 piece"), ("de_DE", "Dose Mais x3", "Mais|3 can"),
    ("fr_FR", "kilo de tomates", "tomates|1 kg"), ("fr_FR", "bouteille d'eau", "eau|1 bottle"),
    ("es_ES", "docena de huevos", "huevos|1 dozen"),
    ("it_IT", "etto di prosciutto", "prosciutto|100 g"),
    ("it_IT", "bottiglia di vino", "vino|1 bottle"),
    // Names, and more than one.
    ("en_US", "gallon hat", "gallon hat"), ("en_US", "pound cake", "pound cake"),
    ("en_US", "bottle opener", "bottle opener"), ("en_US", "bottles of wine", "bottles of wine"),
    ("en_US", "Flasche Wein", "Flasche Wein"), ("en_US", "L gloves", "L gloves"),
    ("en_US", "piece of cake", "piece of cake"), ("en_US", "kg", "kg"),
    ("de_DE", "Dosenöffner", "Dosenöffner"), ("de_DE", "Dose für Kekse", "Dose für Kekse"),
    ("de_DE", "Glas", "Glas"), ("it_IT", "fette di prosciutto", "fette di prosciutto"),
  ]) func `a measure alone is one of it`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(QuickAddTests.short(line, .eur, NumberStyle(locale: locale)) == expected)
  }

  @Test func `an item may begin with a measure`() {
    let read = QuickAdd.parse("Pint of milk", currency: .usd) { $0.lowercased() == "pint of milk" }
    #expect(read.name == "Pint of milk" && read.quantity == nil)
    // And a list that was exported has names as they are.
    var known = QuickAdd.Known()
    known.isExport = true
    for line in ["pint of milk", "kg tomatoes", "bread@2"] {
      #expect(QuickAdd.parse(line, currency: .usd, known: known).name == line)
    }
  }

  @Test(arguments: [
    ("en_US", "a pound and a half of beef", "beef|1.5 lb"),
    ("en_US", "one and a half kilos of flour", "flour|1.5 kg"),
    ("en_US", "2 and a half pounds beef", "beef|2.5 lb"),
    ("en_US", "a quarter pound of ham", "ham|0.25 lb"),
    ("en_US", "three quarters of a pound of ham", "ham|0.75 lb"),
    ("fr_FR", "un kilo et demi de pommes", "pommes|1.5 kg"),
    ("es_ES", "litro y medio de leche", "leche|1.5 l"),
    ("es_ES", "una docena y media de huevos", "huevos|18 piece"),
    ("pt_PT", "quilo e meio de arroz", "arroz|1.5 kg"),
    ("pt_PT", "1 duzia e meia de bananas", "bananas|18 piece"),
    ("it_IT", "litro e mezzo di latte", "latte|1.5 l"),
    ("en_US", "pound and a half of beef", "beef|1.5 lb"),
    ("es_ES", "un kilo y medio de patatas", "patatas|1.5 kg"),
    ("es_ES", "un cuarto de kilo de queso", "queso|0.25 kg"),
    ("it_IT", "due litri e mezzo di latte", "latte|2.5 l"),
    ("fr_FR", "trois quarts de litre de lait", "lait|0.75 l"),
    ("de_DE", "anderthalb Kilo Hack", "Hack|1.5 kg"),
    ("de_DE", "anderthalb Pfund Hack", "Hack|750 g"),
    ("de_DE", "ein viertel Liter Sahne", "Sahne|0.25 l"),
    ("nl_NL", "anderhalve liter melk", "melk|1.5 l"),
    ("en_US", "3 quarts milk", "milk|3 quart"), ("en_US", "1 quart bottle milk", "milk|1 quart"),
    ("en_US", "half and half", "half and half"),
    ("en_US", "2 half and half", "half and half|2 piece"),
    ("en_US", "quarter pounder", "quarter pounder"),
    // What a price stands before.
    ("fr_FR", "2,50 €/kg de poires", "poires|2.50/1 kg"),
    ("fr_FR", "2,50 €/kg d'oranges", "oranges|2.50/1 kg"),
    ("en_US", "$2.50/lb of beef", "beef|2.50/1 lb"), ("en_US", "2.50/lb of beef", "beef|2.50/1 lb"),
    ("de_DE", "Hack 2,50 €/Pfund", "Hack|2.50/500 g"),
    ("de_AT", "20dag Schinken", "Schinken|200 g"),
  ]) func `halves and quarters are said in words`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    let currency: Currency = locale == "en_US" ? .usd : .eur
    #expect(QuickAddTests.short(line, currency, NumberStyle(locale: locale)) == expected)
  }

  @Test(arguments: [
    ("en_US", "2 milk and 3 eggs", "2 milk|3 eggs"), ("en_US", "milk and 3 eggs", "milk|3 eggs"),
    ("en_US", "two milk and three eggs", "2 milk|3 eggs"),
    ("en_US", "2 milk @1.29 & 3 eggs, tea", "2 milk|3 eggs|tea"),
    ("en_US", "2 kg rice and 500g flour and 3 eggs", "2 kg rice|500 g flour|3 eggs"),
    ("en_US", "2 milk and 3 mac and cheese", "2 milk|3 mac and cheese"),
    ("en_US", "kiwi, lime and lemon", "kiwi|lime|lemon"),
    ("de_DE", "2 Milch und 3 Eier", "2 Milch|3 Eier"),
    ("fr_FR", "2 laits et trois pains", "2 laits|3 pains"),
    ("es_ES", "2 leches y 3 panes", "2 leches|3 panes"),
    ("it_IT", "2 latte e 3 pani", "2 latte|3 pani"),
    ("nl_NL", "2 melk en 3 broden", "2 melk|3 broden"),
    // Behind another amount an article is one, too.
    ("en_US", "milk and 2 eggs and a bread", "milk|2 eggs|1 bread"),
    ("en_US", "2 eggs and 3 kiwis and an apple and a tea", "2 eggs|3 kiwis|1 apple|1 tea"),
    ("de_DE", "Milch und 2 Eier und ein Brot", "Milch|2 Eier|1 Brot"),
    ("fr_FR", "lait et 2 œufs et une baguette", "lait|2 œufs|1 baguette"),
    // One thing.
    ("en_US", "gin and a tonic", "gin and a tonic"),
    ("en_US", "mac and cheese", "mac and cheese"),
    ("en_US", "2 mac and cheese", "2 mac and cheese"),
    ("en_US", "1 lb and 4 oz cheese", "1 lb and 4 oz cheese"),
    ("en_US", "size 3 and 4 nappies", "size 3 and 4 nappies"),
    ("en_US", "milk and 7 up", "milk and 7 up"), ("en_US", "2 and 3", "2 and 3"),
    ("en_US", "vitamin E 400 capsules", "vitamin E 400 capsules"),
    ("es_ES", "atún en 3 latas", "3 can atún en"),
    ("en_US", "Ben and 3 wishes", "Ben and 3 wishes"),
  ]) func `an amount behind an “and” begins another thing`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    let things = QuickAdd.parseAll(
      line, currency: .usd, known: .init(numbers: NumberStyle(locale: locale)),
      isItem: { $0 == "Ben and 3 wishes" })
    let read = things.map { ($0.quantity.map { $0.text + " " } ?? "") + $0.name }
    #expect(read.joined(separator: "|") == expected)
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
