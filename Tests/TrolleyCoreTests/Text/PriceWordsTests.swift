import Testing

@testable import TrolleyModel

/// Prices and amounts with the words that people write beside them.
@Suite struct PriceWordsTests {
  private static func short(_ locale: String, _ line: String) -> String {
    let currency: Currency =
      switch locale {
      case "en_US": .usd
      case "en_GB": Currency(code: "GBP") ?? .usd
      case "pl_PL": Currency(code: "PLN") ?? .usd
      case "ru_RU": Currency(code: "RUB") ?? .usd
      default: .eur
      }
    return QuickAddTests.short(line, currency, NumberStyle(locale: locale))
  }

  @Test(arguments: [
    ("en_US", ".5 lb butter", "butter|0.5 lb"),
    ("en_US", ".75 lb shrimp @11.99", "shrimp|0.75 lb|11.99/1 lb"),
    ("en_US", "rice .5 kg @2", "rice|0.5 kg|2.00/1 kg"), ("en_US", ".5l milk", "milk|0.5 l"),
    ("en_US", "2 x .5 l juice", "juice|1 l"), ("de_DE", ".5 kg Mehl", "Mehl|0.5 kg"),
    ("en_US", "about .5 lb ham", "ham|0.5 lb"),
    ("en_US", "milk .99", "milk|0.99"), ("en_US", "milk $.99", "milk|0.99"),
    ("en_US", "... milk", "... milk"), ("en_US", ".net book", ".net book"),
  ]) func `a number may begin with its decimal point`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(Self.short(locale, line) == expected)
  }

  @Test(arguments: [
    ("en_US", "1-1/2 cups sugar", "sugar|1.5 cup"),
    ("en_US", "2-1/2 lb ground beef @4.99", "ground beef|2.5 lb|4.99/1 lb"),
    ("en_US", "- 1-1/2 lbs stew meat", "stew meat|1.5 lb"),
    ("en_US", "1 1/2-lb flank steak @9.99", "flank steak|1.5 lb|9.99/1 lb"),
    ("en_US", "3-lb chuck roast @6.99", "chuck roast|3 lb|6.99/1 lb"),
    ("en_US", "7-up", "7-up"), ("en_US", "80-20 beef", "80-20 beef"),
    ("en_US", "half-and-half", "half-and-half"),
    ("en_US", "kale $1.49ea", "kale|1.49/1 piece"),
    ("en_US", "3 mangos @ 1.25ea", "mangos|3 piece|1.25/1 piece"),
    ("en_US", "steak $12.99lb", "steak|12.99/1 lb"), ("en_US", "cheese 1.25lb", "cheese|1.25 lb"),
    ("de_DE", "Tee 3 Euro 49", "Tee|3.49"), ("de_DE", "2 Tee 3 € 49", "Tee|2 piece|3.49/1 piece"),
    ("de_DE", "Tee für 3 Euro 49", "Tee|3.49"), ("de_DE", "Tee 3 Euro", "Tee|3.00"),
  ]) func `a number is one however it is written`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(Self.short(locale, line) == expected)
  }

  @Test(arguments: [
    ("en_US", "2 lbs apples at 1.99", "apples|2 lb|1.99/1 lb"),
    ("en_US", "4 x 2 l coke at 1.99", "coke|8 l|1.99/2 l"),
    ("en_US", "4 coke at 1.99", "coke|4 piece|1.99/1 piece"),
    ("en_US", "4 coke at 2", "coke|4 piece|2.00/1 piece"),
    ("en_US", "4 coke at $2 each", "coke|4 piece|2.00/1 piece"),
    ("en_US", "eggs at 2 for 5", "eggs|2 piece|2.50/1 piece"),
    ("en_US", "wine at 1.5", "wine|1.50"), ("en_US", "meet at 8", "meet at|8 piece"),
    ("de_DE", "Cola 4x1,5l à 1,29", "Cola|6 l|1.29/1.5 l"),
    ("de_DE", "Cola 4 x 1,5 l zu je 1,29", "Cola|6 l|1.29/1.5 l"),
    ("de_DE", "2 kg Äpfel zu 1,99 €", "Äpfel|2 kg|1.99/1 kg"),
    ("de_DE", "2 kg Äpfel zu je 1,99", "Äpfel|2 kg|1.99/1 kg"),
    ("de_DE", "Butter 2 Stück à 250g 1,99", "Butter|500 g|1.99/250 g"),
    ("de_DE", "Butter 2 Stück à 250 g", "Butter|500 g"),
    ("de_DE", "2 Stück Butter à 250 g", "Butter|500 g"),
    ("de_DE", "3 Packungen à 500 g Mehl", "Mehl|1500 g"),
    ("de_DE", "Cola 4 Flaschen à 1,5 l", "Cola|6 l"),
    ("de_DE", "Cola 4 Flaschen à 0,75 l", "Cola|3 l"),
    ("fr_FR", "6 bouteilles d'eau à 0,45", "eau|6 bottle|0.45/1 bottle"),
    ("fr_FR", "3 à 4 carottes", "carottes|4 piece"), ("fr_FR", "TV à 1 299,00", "TV|1299.00"),
    ("fr_FR", "boîte à chaussures", "boîte à chaussures"),
    ("es_ES", "manzanas 3 kg a 1,50", "manzanas|3 kg|1.50/1 kg"),
    ("pl_PL", "mleko 2 szt po 3,49", "mleko|2 piece|3.49/1 piece"),
    ("ru_RU", "2 л молоко по 89,90", "молоко|2 l|89.90/1 l"),
    ("en_US", "look at this", "look at this"), ("en_US", "milk at 1.999", "milk at 1.999"),
  ]) func `a word before a price or a size means each`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(Self.short(locale, line) == expected)
  }

  @Test(arguments: [
    ("en_US", "6 avocados = 6.00", "avocados|6 piece|1.00/1 piece"),
    ("en_US", "6 avocados total 6.00", "avocados|6 piece|1.00/1 piece"),
    ("en_US", "6 avocados $6 all", "avocados|6 piece|1.00/1 piece"),
    ("en_GB", "2 x 2L coke £3 for both", "coke|4 l|1.50/2 l"),
    ("en_US", "butter x2 = $8.00", "butter|2 piece|4.00/1 piece"),
    ("en_US", "2 milk 2.58 in total", "milk|2 piece|1.29/1 piece"),
    ("de_DE", "6 Brötchen zusammen 1,80", "Brötchen|6 piece|0.30/1 piece"),
    ("de_DE", "6 Brötchen gesamt 1,80 €", "Brötchen|6 piece|0.30/1 piece"),
    ("fr_FR", "2 pains 2,40 € en tout", "pains|2 piece|1.20/1 piece"),
    // Behind a price each it is the sum.
    ("en_US", "chicken breasts - 3 lbs @ $3.99 = $11.97", "chicken breasts|3 lb|3.99/1 lb"),
    ("en_US", "salsa $3 x 2 = $6", "salsa|2 piece|3.00/1 piece"),
    ("en_US", "salsa 3.00 x 2 = 6.00 #dips", "salsa|2 piece|3.00/1 piece|#dips"),
    ("en_US", "2 milk 1.29 = 2.58", "milk|2 piece|1.29/1 piece"),
    ("en_US", "rice 1.25 kg = 3.00", "rice|1.25 kg|3.00/1.25 kg"),
    // Names.
    ("en_US", "Colgate Total 2.99", "Colgate Total|2.99"),
    ("en_US", "colgate total 2.99", "colgate total|2.99"),
    ("en_US", "2 Colgate Total 2.99", "Colgate Total|2 piece|2.99/1 piece"),
    ("en_US", "$3 all purpose flour", "all purpose flour|3.00"),
  ]) func `a price may be for all of them`(_ locale: String, _ line: String, _ expected: String) {
    #expect(Self.short(locale, line) == expected)
  }

  @Test(arguments: [
    ("fr_FR", "6 yaourts à 0,50€ pièce", "yaourts|6 piece|0.50/1 piece"),
    ("fr_FR", "6 yaourts 0,50 € la pièce", "yaourts|6 piece|0.50/1 piece"),
    ("fr_FR", "6 yaourts 0,50€/u", "yaourts|6 piece|0.50/1 piece"),
    ("fr_FR", "12 œufs 0,30 pièce", "œufs|12 piece|0.30/1 piece"),
    ("es_ES", "3 melones 2,50 cada uno", "melones|3 piece|2.50/1 piece"),
    ("es_ES", "3 melones 2,50 € cada", "melones|3 piece|2.50/1 piece"),
    ("it_IT", "12 uova 0,30 ciascuno", "uova|12 piece|0.30/1 piece"),
    ("de_DE", "12 Eier 0,30 € Stück", "Eier|12 piece|0.30/1 piece"),
    ("fr_FR", "2 avocats 1,05 l'un", "avocats|2 piece|1.05/1 piece"),
    ("fr_FR", "2 avocats 1,05 € l’unité", "avocats|2 piece|1.05/1 piece"),
    ("it_IT", "2 limoni 0,50 l'uno", "limoni|2 piece|0.50/1 piece"),
    ("it_IT", "2 limoni 0,50 cad.", "limoni|2 piece|0.50/1 piece"),
    ("it_IT", "2 arance 0,50 € cadauna", "arance|2 piece|0.50/1 piece"),
    ("it_IT", "prosciutto 2,20 all'etto", "prosciutto|2.20/100 g"),
    ("it_IT", "prosciutto 2 etti a 2,50 l'etto", "prosciutto|200 g|2.50/100 g"),
    ("pt_PT", "maçãs 7,90 o quilo", "maçãs|7.90/1 kg"),
    ("pt_PT", "maçãs 7,90 € ao quilo", "maçãs|7.90/1 kg"),
    ("pt_PT", "2 ovo 0,30 a unidade", "ovo|2 piece|0.30/1 piece"),
    ("es_MX", "jitomate 1 kg a 28.90", "jitomate|1 kg|28.90/1 kg"),
    ("es_MX", "leche a €28.90", "leche|28.90"),
    ("nl_NL", "2 melk voor 3,20", "melk|2 piece|1.60/1 piece"),
    ("nl_NL", "melk voor 1,20", "melk|1.20"),
    ("nl_NL", "pizza voor 4 personen", "pizza voor 4 personen"),
    ("en_US", "milk 3.49 CAD", "milk|3.49"),
    ("en_US", "eggs 12 pcs", "eggs|12 piece"),
    ("en_US", "chicken $5 pieces", "chicken|5.00/1 piece"),
  ]) func `a word behind a price says each`(_ locale: String, _ line: String, _ expected: String) {
    #expect(Self.short(locale, line) == expected)
  }

  @Test(arguments: [
    ("en_US", "1 and 1/2 lb beef 8.99", "beef|1.5 lb|8.99/1.5 lb"),
    ("en_US", "1 & 1/2 cups flour", "flour|1.5 cup"),
    ("en_US", "2 and ¼ lb beef", "beef|2.25 lb"),
    ("cs_CZ", "kilo a půl brambor", "brambor|1.5 kg"),
    ("zh_CN", "半斤肉", "肉|250 g"), ("zh_CN", "一斤半猪肉", "猪肉|750 g"),
    ("zh_CN", "半熟芝士", "半熟芝士"),
    ("en_US", "couple of apples", "apples|2 piece"),
    ("es_ES", "un par de limones", "limones|2 piece"),
    ("en_US", "5# potatoes", "potatoes|5 lb"), ("en_US", "ham 1/2# 3.99", "ham|0.5 lb|3.99/0.5 lb"),
    ("en_US", "#5 screws", "#5 screws"), ("en_US", "C# book", "C# book"),
    ("en_US", "Turkey (14-16 lb)", "Turkey|16 lb"), ("en_US", "chicken (2-3lbs)", "chicken|3 lb"),
    ("en_US", "bread !", "bread"), ("en_US", "\"tea\" 2", "tea|2 piece"),
    ("en_US", "\"tea\" 2019", "tea 2019"),
  ]) func `how much there is may be said in other ways`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(Self.short(locale, line) == expected)
  }

  @Test(arguments: [
    ("en_US", "2.50 bread", "bread|2.50"), ("en_US", "3.00 bread", "bread|3.00"),
    ("en_US", "3.99 milk 2", "milk|2 piece|3.99/1 piece"),
    ("en_US", "2.5 bread", "bread|2.5 piece"), ("en_US", "0.50 bread", "bread|0.5 piece"),
    ("en_US", "2.50 l milk", "milk|2.5 l"),
    ("en_US", "coffee 10.99 on sale", "coffee|10.99"),
    ("de_DE", "Käse 200g im Angebot 1,49", "Käse|200 g|1.49/200 g"),
    ("en_US", "sail on sale", "sail on sale"),
  ]) func `a price may stand in front of a name, and beside words of a sale`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(Self.short(locale, line) == expected)
  }

  @Test(arguments: [
    ("coffee about $8", "coffee|8.00"), ("coffee about 8.00", "coffee|8.00"),
    ("toaster under $20", "toaster|20.00"), ("cheese under 5.00", "cheese|5.00"),
    ("present max $10", "present|10.00"),
    ("Pepsi Max 1.99", "Pepsi Max|1.99"), ("pepsi max $2", "pepsi max|2.00"),
  ]) func `a price may be about as much`(_ line: String, _ expected: String) {
    #expect(Self.short("en_US", line) == expected)
  }

  @Test(arguments: [
    ("corn 4 ears", "corn|4 piece"), ("celery 2 stalks", "celery|2 piece"),
    ("bagels half dozen", "bagels|6 piece"), ("bagels half a dozen", "bagels|6 piece"),
    ("eggs a dozen", "eggs|1 dozen"), ("eggs two dozen 6.49", "eggs|2 dozen|6.49/1 dozen"),
    ("milk half gallon", "milk|0.5 gallon"), ("milk one pint", "milk|1 pint"),
    ("apples 3 lb bag", "apples|3 lb"), ("chips 10 oz bag 3.49", "chips|10 oz|3.49/10 oz"),
    ("tomatoes 400 g can x2", "tomatoes|800 g"),
    ("Half Gallon", "Half Gallon"), ("ginger beer pint", "ginger beer pint"),
    ("baker's dozen", "baker's dozen"), ("chocolate bar", "chocolate bar"),
    ("half and half", "half and half"), ("paper cup", "paper cup"),
    ("Vitamin C 500 mg", "Vitamin C 500 mg"),
  ]) func `an amount behind a name may have a word for what it counts`(
    _ line: String, _ expected: String
  ) {
    #expect(Self.short("en_US", line) == expected)
  }

  @Test(arguments: [
    ("eggs, dozen", ["eggs|1 dozen"]), ("eggs, a dozen", ["eggs|1 dozen"]),
    ("milk, gallon", ["milk|1 gallon"]),
    ("milk, half gallon, bread", ["milk|0.5 gallon", "bread"]),
    ("apples, 3 lb bag", ["apples|3 lb"]),
    ("milk, pint, eggs, half dozen", ["milk|1 pint", "eggs|6"]),
    ("eggs, a bar, bread", ["eggs", "bar|1", "bread"]), ("tea, cup", ["tea", "cup"]),
    ("milk, two pounds butter", ["milk", "butter|2 lb"]),
  ]) func `an amount in words alone is that of the thing before it`(
    _ line: String, _ things: [String]
  ) {
    let read = QuickAdd.parseAll(line, currency: .usd, isItem: { _ in false }).map {
      $0.name + ($0.quantity.map { "|" + $0.text } ?? "")
    }
    #expect(read == things)
  }

  @Test func `number words are those of a language`() {
    func number(_ word: String, _ language: String, isUnit: Bool = false) -> Int? {
      NumberWords.number(word, before: "x", isUnit: isUnit, language: language)
    }
    #expect(number("six", "de") == 6 && number("zwölf", "en") == 12 && number("elf", "en") == nil)
    #expect(number("elf", "nl") == 11 && number("dos", "en") == nil && number("dos", "es") == 2)
    #expect(number("dos", "en", isUnit: true) == 2 && number("ett", "en", isUnit: true) == nil)
    #expect(number("dwie", "pl") == 2 && number("syv", "no") == 7 && number("on", "tr") == 10)
    #expect(number("one", "fr") == 1 && number("ein", "de") == nil && number("fives", "en") == nil)
    #expect(NumberWords.fraction("półtora") == "1½" && NumberWords.fraction("half") == "1/2")
    #expect(NumberWords.fraction("six") == nil && NumberWords.isQuarter("cuarto"))
  }
}
