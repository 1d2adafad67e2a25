import Testing

@testable import TrolleyModel

@Suite struct QuickAddTests {
  /// The parsed line in short: `name|quantity|price/per|#category|!store|*|[x]`, and `no: …` for a
  /// refusal.
  static func short(
    _ line: String, _ currency: Currency = .usd, _ numbers: NumberStyle = .english
  ) -> String {
    short(QuickAdd.parse(line, currency: currency, known: .init(numbers: numbers)))
  }

  static func short(_ it: QuickAdd) -> String {
    var parts = [it.name]
    if let quantity = it.quantity { parts.append(quantity.number + " " + quantity.unit.symbol) }
    if let price = it.price {
      parts.append(price.decimal + (it.per.map { "/" + $0.number + " " + $0.unit.symbol } ?? ""))
    }
    if let offer = it.offer { parts.append(offer) }
    if let category = it.category { parts.append("#" + category) }
    if let store = it.store { parts.append("!" + store) }
    if it.isFavourite { parts.append("*") }
    if let isPicked = it.isPicked { parts.append(isPicked ? "[x]" : "[ ]") }
    if let refusal = it.refusal { parts.append("no: " + refusal) }
    return parts.joined(separator: "|")
  }

  @Test func `a star may stand before how many there are`() {
    #expect(Self.short("soap * x2") == "soap|2 piece|*")
    #expect(Self.short("soap x2 *") == "soap|2 piece|*")
    #expect(Self.short("5901234123457 * x2") == "5901234123457|2 piece|*")
    #expect(Self.short("soap * 2") == "soap|2 piece")
  }

  @Test(arguments: [
    ("de_DE", "EUR", "TV @1.500", "TV|1500.00"), ("de_DE", "EUR", "TV @1.500,50", "TV|1500.50"),
    ("de_DE", "EUR", "TV @12.000,-", "TV|12000.00"), ("de_DE", "EUR", "TV @1.50", "TV|1.50"),
    ("de_DE", "EUR", "TV @1,5", "TV|1.50"), ("de_DE", "EUR", "TV @1,500", "TV|1.50"),
    ("de_DE", "EUR", "TV @1.500.000", "TV|1500000.00"), ("de_DE", "EUR", "TV @0.500", "TV|0.50"),
    ("de_DE", "EUR", "TV 1.299,99 €", "TV|1299.99"), ("de_DE", "EUR", "TV @1.299 €", "TV|1299.00"),
    ("de_DE", "EUR", "1.000 g Mehl", "Mehl|1000 g"),
    ("de_DE", "EUR", "1.250 kg Reis", "Reis|1.25 kg"),
    ("de_DE", "EUR", "1,5 kg Reis", "Reis|1.5 kg"), ("de_DE", "EUR", "1,250 g Salz", "Salz|1.25 g"),
    ("de_DE", "EUR", "3 x 1 l Milch", "Milch|3 l"), ("de_DE", "EUR", "2x0,5l Saft", "Saft|1 l"),
    ("fr_FR", "EUR", "1 500 g farine", "farine|1500 g"),
    ("fr_FR", "EUR", "1 500g farine", "farine|1500 g"),
    ("fr_FR", "EUR", "2 x 500 g farine", "farine|1000 g"),
    ("fr_FR", "EUR", "riz 1 500 g", "riz|1500 g"), ("fr_FR", "EUR", "riz 1 500g", "riz|1500 g"),
    ("fr_FR", "EUR", "cd 12 500", "cd 12 500"), ("en_US", "USD", "rice 1 500 g", "rice 1|500 g"),
    ("de_DE", "USD", "TV @1.500", "TV|1500.00"),
    ("es_ES", "EUR", "piso @250.000", "piso|250000.00"),
    ("id_ID", "IDR", "beras @15.000", "beras|15000.00"),
    ("id_ID", "IDR", "beras @Rp 15.000", "beras|15000.00"),
    ("pt_BR", "BRL", "pão @R$ 4,50", "pão|4.50"),
    ("pt_BR", "BRL", "pão @R$ 1.004,50", "pão|1004.50"),
    ("de_CH", "CHF", "Käse @Fr. 4.50", "Käse|4.50"), ("de_CH", "CHF", "TV @1'500", "TV|1500.00"),
    ("hu_HU", "HUF", "sajt @1 500 Ft", "sajt|1500.00"),
    ("hu_HU", "HUF", "sajt @1 500", "sajt|1500.00"),
    ("fr_FR", "EUR", "vin @1 500,50", "vin|1500.50"),
    ("fr_FR", "EUR", "vin @1 500,50 €", "vin|1500.50"),
    ("fr_FR", "EUR", "vin @12 250", "vin|12250.00"),
    ("fr_FR", "EUR", "vin @12 2", "vin|2 piece|12.00/1 piece"),
    ("en_US", "USD", "TV @1.500", "TV|1.50"), ("en_US", "USD", "TV @1,500", "TV|1500.00"),
    ("en_US", "USD", "cd @12 500", "cd 500|12.00"),
    ("en_US", "USD", "goulash @1200 Ft", "goulash|1200.00"),
    ("en_US", "USD", "salsa @Fr. 4.50", "salsa|4.50"), ("en_US", "USD", "cd @EUR 3.50", "cd|3.50"),
    ("en_US", "USD", "cd @EUR3.50", "cd|3.50"), ("en_US", "USD", "sushi @￥１５００", "sushi|1500"),
    ("ja_JP", "JPY", "寿司 @１５００", "寿司|1500"),
    ("en_US", "USD", "5 lei cookies", "lei cookies|5 piece"),
  ])
  func `numbers are read as they are written where one lives`(
    _ locale: String, _ currency: String, _ line: String, _ expected: String
  ) throws {
    let currency = try #require(Currency(code: currency))
    #expect(Self.short(line, currency, NumberStyle(locale: locale)) == expected)
  }

  @Test func `a currency's sign behind a price is that of the price`() {
    for (line, code) in [
      ("goulash @1200 Ft", "HUF"), ("salsa @Fr. 4.50", "CHF"), ("cd @EUR 3.50", "EUR"),
      ("cd @CZK 90", "CZK"), ("sushi @￥1500", "JPY"), ("hut @HK$ 30", "HKD"),
    ] {
      #expect(QuickAdd.parse(line, currency: .usd).price?.currency.code == code, "\(line)")
    }
  }

  /// `name|quantity|price`, the price with its code.
  private static func priced(
    _ line: String, _ list: String, _ locale: String = "en_US"
  ) throws -> String {
    let currency = try #require(Currency(code: list))
    let numbers = NumberStyle(locale: locale)
    let it = QuickAdd.parse(line, currency: currency, known: .init(numbers: numbers))
    var parts = [it.name]
    if let quantity = it.quantity { parts.append(quantity.text) }
    if let price = it.price { parts.append(price.currency.code + " " + price.decimal) }
    return parts.joined(separator: "|")
  }

  @Test(arguments: [
    ("USD", "milk EUR 3.20", "milk|EUR 3.20"), ("USD", "bread EUR 3,20", "bread|EUR 3.20"),
    ("USD", "x CHF 4.20", "x|CHF 4.20"), ("USD", "milk 3.20 EUR", "milk|EUR 3.20"),
    ("EUR", "milch $1.29", "milch|USD 1.29"), ("EUR", "$1.29 milch", "milch|USD 1.29"),
    ("USD", "tea @5 euro", "tea|EUR 5.00"), ("USD", "tea 5 euros", "tea|EUR 5.00"),
    ("EUR", "soup EUR 3", "soup|EUR 3.00"), ("EUR", "Wein USD 5", "Wein|USD 5.00"),
    ("EUR", "tea 5 dollars", "tea|USD 5.00"), ("CAD", "tea 5 dollars", "tea|CAD 5.00"),
    ("USD", "tea @5 pounds", "tea|GBP 5.00"), ("GBP", "beef 5 pounds", "beef|5 lb"),
    ("USD", "tea $5 CAD", "tea|CAD 5.00"), ("USD", "tea CZK 90", "tea|CZK 90.00"),
    ("USD", "tea EUR3.20", "tea|EUR 3.20"), ("USD", "tea @40/kg EUR", "tea|EUR 40.00"),
    ("USD", "milk 2 EUR 3.20", "milk|2|EUR 3.20"), ("USD", "2 milk 3.20 EUR", "milk|2|EUR 3.20"),
    ("EUR", "tea @$7", "tea|USD 7.00"), ("EUR", "tea 7$", "tea|USD 7.00"),
    ("EUR", "tea £7", "tea|GBP 7.00"), ("EUR", "tea ¥7", "tea|JPY 7"),
    ("EUR", "tea A$7", "tea|AUD 7.00"), ("CAD", "tea $7", "tea|CAD 7.00"),
    // Rupees.
    ("INR", "milk Rs 60", "milk|INR 60.00"), ("INR", "milk @60 rs", "milk|INR 60.00"),
    ("INR", "milk Rs 40/kg", "milk|INR 40.00"), ("INR", "milk Rs. 60", "milk|INR 60.00"),
    ("INR", "milk Rs.60", "milk|INR 60.00"), ("PKR", "milk Rs 60", "milk|PKR 60.00"),
    ("USD", "milk Rs 60", "milk|INR 60.00"), ("USD", "Audi RS 4", "Audi RS 4"),
    // Of four countries.
    ("USD", "jam @12 kr", "jam @12 kr"), ("USD", "honey kr 12", "honey kr 12"),
    ("USD", "honey 12kr", "honey 12kr"), ("SEK", "honey kr 12", "honey|SEK 12.00"),
    ("SEK", "jam @12 kronor", "jam|SEK 12.00"), ("USD", "tea EUR 3 USD", "tea EUR 3 USD"),
    ("USD", "goulash Ft 12", "goulash Ft 12"), ("USD", "tea lei 3.20", "tea lei 3.20"),
  ]) func `a currency is read on either side of a price`(
    _ list: String, _ line: String, _ expected: String
  ) throws {
    #expect(try Self.priced(line, list) == expected)
  }

  @Test(arguments: [
    // The currency's own word is a price's, however small that is.
    ("ko_KR", "KRW", "우유 2500원", "우유|KRW 2500"), ("ko_KR", "KRW", "우유 2,500원", "우유|KRW 2500"),
    ("ru_RU", "RUB", "хлеб 45 руб", "хлеб|RUB 45.00"),
    ("ru_RU", "RUB", "хлеб 45 руб.", "хлеб|RUB 45.00"),
    ("ru_RU", "RUB", "хлеб 45р", "хлеб|RUB 45.00"),
    ("ru_RU", "RUB", "хлеб 45,50 р.", "хлеб|RUB 45.50"),
    ("ru_RU", "RUB", "сыр 450 р/кг", "сыр|RUB 450.00"),
    ("tr_TR", "TRY", "ekmek 15 TL", "ekmek|TRY 15.00"),
    ("tr_TR", "TRY", "ekmek 15tl", "ekmek|TRY 15.00"), ("ja_JP", "JPY", "パン 98円", "パン|JPY 98"),
    ("cs_CZ", "CZK", "chleba 45 Kč", "chleba|CZK 45.00"),
    ("cs_CZ", "CZK", "chleba 45 kc", "chleba|CZK 45.00"),
    ("pl_PL", "PLN", "chleb 5 zł", "chleb|PLN 5.00"),
    ("pl_PL", "PLN", "chleb 5 zl", "chleb|PLN 5.00"),
    ("bg_BG", "BGN", "хляб 2 лв", "хляб|BGN 2.00"),
    ("uk_UA", "UAH", "хліб 25 грн", "хліб|UAH 25.00"),
    ("hu_HU", "HUF", "kenyér 450 ft", "kenyér|HUF 450.00"),
    ("id_ID", "IDR", "roti rp 15.000", "roti|IDR 15000.00"),
    ("en_US", "USD", "bread 45 руб", "bread|RUB 45.00"),
    ("en_US", "USD", "rope 10 ft", "rope 10 ft"),
    ("de_DE", "EUR", "Zucker 2 TL", "Zucker|2 tsp"),
    // Bare, in a currency without decimals in use, and more than people buy.
    ("ja_JP", "JPY", "パン 98", "パン|JPY 98"), ("ja_JP", "JPY", "2 パン 98", "パン|2|JPY 98"),
    ("ja_JP", "JPY", "パン 2 98", "パン|2|JPY 98"), ("ja_JP", "JPY", "米 5kg 1,980", "米|5 kg|JPY 1980"),
    ("ja_JP", "JPY", "パン 12", "パン|12"), ("ja_JP", "JPY", "\"Type 405\" 980", "Type 405|JPY 980"),
    ("ja_JP", "JPY", "wine 2019 1980", "wine 2019|JPY 1980"),
    ("ko_KR", "KRW", "우유 2500", "우유|KRW 2500"),
    ("ko_KR", "KRW", "우유 2,500", "우유|KRW 2500"), ("ko_KR", "KRW", "우유 60", "우유|60"),
    ("ru_RU", "RUB", "хлеб 120", "хлеб|RUB 120.00"), ("ru_RU", "RUB", "хлеб 45", "хлеб|45"),
    ("ru_RU", "RUB", "вино 1 500", "вино|RUB 1500.00"),
    ("hu_HU", "HUF", "tej 2,8% 450", "tej 2,8%|HUF 450.00"),
    ("id_ID", "IDR", "beras 15.000", "beras|IDR 15000.00"),
    ("es_CL", "CLP", "pan 1.200", "pan|CLP 1200"),
    // Usual packs, and numbers of names.
    ("ja_JP", "JPY", "nappies 64", "nappies|64"), ("ja_JP", "JPY", "Type 405", "Type 405"),
    ("ja_JP", "JPY", "WD 400", "WD 400"), ("ja_JP", "JPY", "SPF 100", "SPF 100"),
    ("ja_JP", "JPY", "milk 96385075", "milk 96385075"), ("en_US", "USD", "bread 120", "bread 120"),
  ]) func `a price without decimals is told from how many there are`(
    _ locale: String, _ list: String, _ line: String, _ expected: String
  ) throws {
    #expect(try Self.priced(line, list, locale) == expected)
  }

  @Test func `an item whose name ends with a number keeps it`() throws {
    let yen = try #require(Currency(code: "JPY"))
    let line = QuickAdd.parse("2 wine 2019", currency: yen) { $0 == "wine 2019" }
    #expect(line.name == "wine 2019" && line.price == nil && line.quantity == Quantity(2))
    var list = QuickAdd(name: "wine 2019")
    list.quantity = Quantity(2)
    #expect(list.text(currency: yen) == "2 wine 2019")
  }

  @Test(arguments: [
    ("milk,2", ["2 milk"]), ("milk;2", ["2 milk"]), ("牛乳、2", ["2 牛乳"]), ("eggs, 12", ["12 eggs"]),
    ("milk,2l", ["2 l milk"]), ("milk,2.49", ["1 milk 2.49"]),
    ("milk,2,bread,3", ["2 milk", "3 bread"]),
    ("milk, 2, bread", ["2 milk", "1 bread"]),
    ("milk, 2, 1.29, bread", ["2 milk 1.29", "1 bread"]),
    ("oat milk, x2, tea", ["2 oat milk", "1 tea"]), ("kiwi, 500 g, tea", ["500 g kiwi", "1 tea"]),
    ("eggs,12 butter,3", ["12 eggs", "3 butter"]),
    ("eggs,12 butter,3 jam,4", ["12 eggs", "3 butter", "4 jam"]),
    ("milk,2 bread", ["1 milk", "2 bread"]),
    ("milk,2 bread,eggs", ["1 milk", "2 bread", "1 eggs"]),
    ("bread, 2.49, milk, 1.29", ["1 bread 2.49", "1 milk 1.29"]),
    ("cereal, 2 boxes", ["2 box cereal"]), ("beer, 6 cans, tea", ["6 can beer", "1 tea"]),
    ("chips, 1 bag", ["1 bag chips"]), ("lettuce, 1 head, tea", ["1 lettuce", "1 tea"]),
    ("paper towels, 6 rolls", ["6 roll paper towels"]), ("beer, 6-pack", ["1 beer, 6-pack"]),
    ("- chicken breast, boneless, 2 lb", ["2 lb chicken breast, boneless"]),
    ("- Eggs, large, 1 dozen", ["1 dozen Eggs, large"]),
    ("beer, 6 cans 8.99, tea", ["6 can beer 8.99", "1 tea"]),
    ("lettuce 1 head", ["1 lettuce"]), ("kiwi, 2 backpacks", ["1 kiwi", "2 backpacks"]),
    ("kiwi, 12 eggs", ["1 kiwi", "12 eggs"]), ("bread, 6 rolls", ["1 bread", "6 rolls"]),
    ("milk,2%", ["1 milk,2%"]), ("wine,2019", ["1 wine,2019"]), ("2,5 l milk", ["2.5 l milk"]),
    ("milk @2,49", ["1 milk 2.49"]), ("\"milk,2\"", ["1 milk,2"]),
  ]) func `an amount alone belongs to the thing before it`(_ line: String, _ expected: [String]) {
    let read = QuickAdd.parseAll(line, currency: .usd) { _ in false }
    let words = read.map { it in
      ["\((it.quantity ?? .one).text)", it.name, it.price?.decimal].compactMap { $0 }
        .joined(separator: " ")
    }
    #expect(words == expected)
  }

  @Test func `what can't be added is named among several things`() {
    let read = QuickAdd.parseAll("milk, bread @1.999, 0 eggs", currency: .usd) { _ in false }
    #expect(read.map(\.name) == ["milk", "bread @1.999", "0 eggs"])
    #expect(
      QuickAdd.refusal(of: read) == "bread @1.999: A price in USD has at most 2 decimals.")
    let one = QuickAdd.parseAll("milk @1.999", currency: .usd) { _ in false }
    #expect(QuickAdd.refusal(of: one) == "A price in USD has at most 2 decimals.")
  }

  @Test(arguments: [
    ("hu_HU", "HUF", "kávé 1 299 Ft", "kávé|HUF 1299.00"),
    ("hu_HU", "HUF", "kávé 12 999 Ft", "kávé|HUF 12999.00"),
    ("hu_HU", "HUF", "2 kávé 999 Ft", "kávé|2|HUF 999.00"),
    ("sv_SE", "SEK", "kaffe 1 299 kr", "kaffe|SEK 1299.00"),
    ("sv_SE", "SEK", "kaffe 1 299,50", "kaffe|SEK 1299.50"),
    ("sv_SE", "SEK", "kaffe 1\u{A0}299,50\u{A0}kr", "kaffe|SEK 1299.50"),
    ("en_IN", "INR", "TV ₹1,50,000.00", "TV|INR 150000.00"),
    ("en_IN", "INR", "TV @1,50,000", "TV|INR 150000.00"),
    ("en_US", "USD", "TV @1,50,000", "TV|USD 150000.00"),
    ("sv_SE", "SEK", "kaffe 12:-", "kaffe|SEK 12.00"),
    ("de_DE", "EUR", "Mehl 5,-", "Mehl|EUR 5.00"), ("de_DE", "EUR", "Mehl 5,- €", "Mehl|EUR 5.00"),
    ("de_DE", "EUR", "Mehl je 0,59 €", "Mehl|EUR 0.59"),
    ("de_DE", "EUR", "Mehl je 0,59", "Mehl|EUR 0.59"),
    ("en_US", "USD", "gum .99", "gum|USD 0.99"), ("en_US", "USD", "gum 99¢", "gum|USD 0.99"),
    ("en_US", "USD", "gum $.99", "gum|USD 0.99"),
    // What joins the name and the price.
    ("en_US", "USD", "flour, $0.59", "flour|USD 0.59"),
    ("en_US", "USD", "flour - $0.59", "flour|USD 0.59"),
    ("en_US", "USD", "flour: $0.59 #baked goods", "flour|USD 0.59"),
    ("en_US", "USD", "salt, $1 fine", "salt, fine|USD 1.00"),
    ("de_DE", "EUR", "1 kg Mehl (Type 405), 0,59 €", "Mehl (Type 405)|1 kg|EUR 0.59"),
    // How many, times what one costs.
    ("en_US", "USD", "cola 4 x 0.39", "cola|4|USD 0.39"),
    ("de_DE", "EUR", "Joghurt 4 x 0,39", "Joghurt|4|EUR 0.39"),
    ("de_DE", "EUR", "Joghurt 4 x 0,39 €", "Joghurt|4|EUR 0.39"),
    ("en_US", "USD", "cola 4 x 39", "cola 4 x 39"),
    ("en_US", "USD", "cola 4 x", "cola|4"),
    // Without blanks, and in full width.
    ("ja_JP", "JPY", "りんご3個", "りんご|3"), ("ja_JP", "JPY", "牛乳２本", "牛乳|2"),
    ("ja_JP", "JPY", "米５kg ￥2480", "米|5 kg|JPY 2480"),
    ("ja_JP", "JPY", "牛乳1リットル", "牛乳|1 l"), ("ja_JP", "JPY", "肉300グラム", "肉|300 g"),
    ("ja_JP", "JPY", "牛乳 ＠２００", "牛乳|JPY 200"), ("ja_JP", "JPY", "漢字2", "漢字2"),
    ("en_US", "USD", "two bottles of wine", "wine|2 bottle"),
    ("en_US", "USD", "two wines", "wines|2"),
    ("hu_HU", "HUF", "tojás 10 db", "tojás|10"),
    ("ru_RU", "RUB", "2 кг картофель", "картофель|2 kg"),
  ]) func `prices are read as people write them`(
    _ locale: String, _ list: String, _ line: String, _ expected: String
  ) throws {
    #expect(try Self.priced(line, list, locale) == expected)
  }

  @Test func `a comma behind a price or a category separates things, too`() {
    func names(_ line: String) -> [String] {
      QuickAdd.parseAll(line, currency: .usd) { _ in false }.map(\.name)
    }
    #expect(names("kiwi @2, lime @3") == ["kiwi", "lime"])
    #expect(names("kiwi, $2 lime") == ["kiwi", "lime"])
    #expect(names("flour, $0.59") == ["flour"])
    #expect(names("oat milk, 1.89") == ["oat milk"])
    // Behind a longer text as well.
    #expect(names("2 flowers for the table, candles 3.99") == ["flowers for the table", "candles"])
    #expect(names("flowers for the table, red ones") == ["flowers for the table, red ones"])
    #expect(names("milk, bread for the kids, tea") == ["milk", "bread for the kids", "tea"])
    #expect(names("beef for the stew, from the butcher, about 2 cm").count == 1)
    let known = QuickAdd.parseAll("bread for the kids, milk", currency: .usd) { $0 == "milk" }
    #expect(known.map(\.name) == ["bread for the kids", "milk"])
    #expect(names("eggs 3,milk 2") == ["eggs", "milk"])
    #expect(names("tea 3,5 kg") != ["tea", "5 kg"])
    #expect(names("\"oat milk\", \"soy milk\"") == ["oat milk", "soy milk"])
  }

  @Test(arguments: [
    ("卵、米", ["卵", "米"]), ("卵2個、米5kg、牛乳", ["卵", "米", "牛乳"]),
    ("鸡蛋，大米；茶", ["鸡蛋", "大米", "茶"]), ("حليب، خبز، شاي", ["حليب", "خبز", "شاي"]),
    ("milk、 bread", ["milk", "bread"]), ("\"卵、米\"", ["卵、米"]), ("卵、", ["卵"]),
    ("米（白、5kg）", ["米（白、5kg）"]),
  ]) func `a comma of another script separates things, too`(_ line: String, _ expected: [String]) {
    #expect(QuickAdd.parseAll(line, currency: .usd) { _ in false }.map(\.name) == expected)
  }

  @Test(arguments: [
    ("sv_SE", "SEK", "12 ägg 39 kr", "ägg|12 piece|39.00/12 piece"),
    ("ru_RU", "RUB", "10 яиц 120 ₽", "яиц|10 piece|120.00/10 piece"),
    ("ru_RU", "RUB", "яйца 10 шт 120,00", "яйца|10 piece|120.00/10 piece"),
    ("ja_JP", "JPY", "卵 10個 300円", "卵|10 piece|300/10 piece"),
    ("ja_JP", "JPY", "卵10個 300円", "卵|10 piece|300/10 piece"),
    ("da_DK", "DKK", "10 æg 25,00", "æg|10 piece|25.00/10 piece"),
    ("nl_NL", "EUR", "10 eieren 2,99", "eieren|10 piece|2.99/10 piece"),
    ("pl_PL", "PLN", "10 jajek 12,99", "jajek|10 piece|12.99/10 piece"),
    ("zh_CN", "CNY", "鸡蛋 10个 12.50", "鸡蛋|10 piece|12.50/10 piece"),
    ("sv_SE", "SEK", "2 mjölk 15,90", "mjölk|2 piece|15.90/1 piece"),
  ]) func `the price of a carton of eggs is for all of it in each language`(
    _ locale: String, _ list: String, _ line: String, _ expected: String
  ) throws {
    let currency = try #require(Currency(code: list))
    #expect(Self.short(line, currency, NumberStyle(locale: locale)) == expected)
  }

  /// A store that is known, or that another one follows, ends at an "and".
  @Test(arguments: [
    ("de_DE", "Butter !Lidl und Käse", "Butter!Lidl|Käse!-"),
    ("en_US", "Milk !Lidl and bread !Rewe", "Milk!Lidl|bread!Rewe"),
    ("en_US", "Milk !Corner and bread !Young", "Milk!Corner|bread!Young"),
    ("en_US", "Milk !Lidl and bread", "Milk!Lidl|bread!-"),
    ("fr_FR", "beurre !lidl et fromage", "beurre!lidl|fromage!-"),
    ("en_US", "Tea !Marks and Spencer", "Tea!Marks and Spencer"),
    ("en_US", "Tea !Marks and Spencer and jam", "Tea!Marks and Spencer|jam!-"),
    ("en_US", "Tea !Salt and Pepper", "Tea!Salt and Pepper"),
    ("en_US", "Milk !Lidl & Co", "Milk!Lidl & Co"),
  ])
  func `behind a store and an "and" is another thing`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    let known = QuickAdd.Known(
      stores: ["Lidl", "Marks and Spencer", "Marks"], numbers: NumberStyle(locale: locale))
    for isItem in [false, true] {
      let read = QuickAdd.parseAll(line, currency: .eur, known: known) {
        isItem && ["Butter", "Milk"].contains($0)
      }
      let words = read.map { $0.name + "!" + ($0.store ?? "-") }
      #expect(words.joined(separator: "|") == expected)
    }
  }

  @Test func `what stands behind a thing counts for that thing alone`() {
    let read = QuickAdd.parseAll(
      "milk, rye #bread !Coles @2 *, tea #drinks, jam !Aldi", currency: .usd
    ) { _ in false }
    #expect(read.map(\.category) == [nil, "bread", "drinks", nil])
    #expect(read.map(\.store) == [nil, "Coles", nil, "Aldi"])
    #expect(read.map { $0.price?.minorUnits } == [nil, 200, nil, nil])
    #expect(read.map(\.isFavourite) == [false, true, false, false])
  }

  @Test(arguments: [
    ("kiwi, lime and lemon", ["kiwi", "lime", "lemon"]),
    ("kiwi, lime, and lemon", ["kiwi", "lime", "lemon"]),
    ("Kiwi, Limetten und Zitronen", ["Kiwi", "Limetten", "Zitronen"]),
    ("kiwi, citron et poire", ["kiwi", "citron", "poire"]),
    ("kiwi, limón y pera", ["kiwi", "limón", "pera"]),
    ("kiwi, limone e pera", ["kiwi", "limone", "pera"]),
    ("kiwi; tea and jam", ["kiwi", "tea", "jam"]),
    ("2 kg potatoes, milk and 6 eggs", ["potatoes", "milk", "eggs"]),
    // Only at the end of a list, and not inside a name that is known, quotes or a mark.
    ("salt and pepper", ["salt and pepper"]),
    ("mac and cheese, kiwi", ["mac and cheese", "kiwi"]),
    ("kiwi, Fish and Chips", ["kiwi", "Fish and Chips"]),
    ("kiwi, \"mac and cheese\"", ["kiwi", "mac and cheese"]),
    ("kiwi, lime #fruit and nuts", ["kiwi", "lime"]),
    ("kiwi, rock and", ["kiwi", "rock and"]),
  ]) func `an “and” before the last of several things separates them`(
    _ line: String, _ expected: [String]
  ) {
    let known = "Fish and Chips"
    let read = QuickAdd.parseAll(line, currency: .usd) { $0 == known }
    #expect(read.map(\.name) == expected)
  }

  @Test(arguments: [
    ("cheese (grated, 200 g)", ["cheese (grated, 200 g)"]),
    ("bread (white, sliced)", ["bread (white, sliced)"]),
    ("kiwi, cheese (grated, mild, 200 g), lime", ["kiwi", "cheese (grated, mild, 200 g)", "lime"]),
    ("kiwi, bread [white; sliced]", ["kiwi", "bread [white; sliced]"]),
    ("kiwi, nuts (salted and roasted)", ["kiwi", "nuts (salted and roasted)"]),
    // What is never closed, or was never opened.
    ("kiwi (ripe, lime", ["kiwi (ripe", "lime"]), ("kiwi :), lime", ["kiwi :)", "lime"]),
  ]) func `a comma inside brackets separates nothing`(_ line: String, _ expected: [String]) {
    #expect(QuickAdd.parseAll(line, currency: .usd) { _ in false }.map(\.name) == expected)
  }

  /// In all forms that prices are printed in.
  @Test(arguments: [
    "en_US", "de_DE", "de_CH", "de_AT", "fr_FR", "hu_HU", "pt_BR", "id_ID", "ja_JP", "sv_SE",
    "en_IN", "vi_VN", "lv_LV",
  ])
  func `what is printed is read`(_ locale: String) throws {
    let style = NumberStyle(locale: locale)
    for code in [
      "USD", "EUR", "GBP", "JPY", "CHF", "HUF", "IDR", "AUD", "SEK", "BRL", "CZK", "PLN", "KWD",
    ] {
      let currency = try #require(Currency(code: code))
      for minor in [0, 5, 99, 100, 1_250, 99_999, 100_000, 123_456, 1_500_000, 123_456_789] {
        let money = Money(minorUnits: minor, currency: currency)
        let text = Wording.money(money, style: style)
        for list in [currency, .usd] where !(code == "SEK" && list == .usd) {
          let read = QuickAdd.parse("thing @" + text, currency: list, known: .init(numbers: style))
          #expect(read.price == money && read.name == "thing", "\(text) in \(locale)")
          #expect(PriceText.parse(text, currency: list, numbers: style)?.money == money, "\(text)")
        }
      }
    }
  }

  @Test(arguments: [
    // Amounts first.
    ("2 kg apples @3.49 #fruit !aldi *", "apples|2 kg|3.49/1 kg|#fruit|!aldi|*"),
    ("2 kg potatoes @3.20 #veg !aldi *", "potatoes|2 kg|3.20/1 kg|#veg|!aldi|*"),
    ("1st class stamps", "1st class stamps"), ("½ l milk", "milk|0.5 l"),
    ("1 1/2 kg flour", "flour|1.5 kg"), ("1/2 l milk", "milk|0.5 l"),
    ("1½ kg flour", "flour|1.5 kg"), ("1 ½ kg flour", "flour|1.5 kg"),
    ("1 1/2kg flour", "flour|1.5 kg"), ("1/3 cup oil", "oil|0.333 cup"),
    ("2 ½ melons", "melons|2.5 piece"), ("500g flour", "flour|500 g"),
    ("500 G flour", "flour|500 g"),
    ("3x soap", "soap|3 piece"), ("3 x soap", "soap|3 piece"), ("3 × soap", "soap|3 piece"),
    ("3X soap", "soap|3 piece"), ("7up", "7up"), ("7 up", "7 up"), ("7 Up *", "7 Up|*"),
    ("2 7up", "7up|2 piece"), ("2 7 up", "7 up|2 piece"), ("12 eggs", "eggs|12 piece"),
    ("10, Apples", "Apples|10 piece"), ("1,5 kg rice", "rice|1.5 kg"),
    ("1.5 l juice", "juice|1.5 l"),
    ("1,000 pins", "pins|1000 piece"), ("1,250 kg rice", "rice|1.25 kg"),
    ("0,250 kg ham", "ham|0.25 kg"),
    ("2 bottles of wine", "wine|2 bottle"), ("2 bottles wine", "wine|2 bottle"),
    ("a dozen eggs", "eggs|1 dozen"), ("dozen eggs", "eggs|1 dozen"),
    ("2 dozen eggs", "eggs|2 dozen"),
    ("half a dozen eggs", "eggs|6 piece"), ("half a kilo of tomatoes", "tomatoes|0.5 kg"),
    ("half and half", "half and half"), ("a bottle of wine", "wine|1 bottle"),
    ("a can opener", "can opener|1 piece"), ("2 can openers", "can openers|2 piece"),
    ("2 cans tuna", "tuna|2 can"), ("3 cup cakes", "cup cakes|3 piece"),
    ("6 rolls", "rolls|6 piece"),
    ("2 lb beef", "beef|2 lb"), ("2 lbs. beef", "beef|2 lb"), ("8 fl oz cream", "cream|8 fl oz"),
    ("8 fl. oz. cream", "cream|8 fl oz"), ("2 Stk. Seife", "Seife|2 piece"),
    ("2 Flaschen Wein", "Wein|2 bottle"), ("2 botellas de vino", "vino|2 bottle"),
    ("3 pcs lemons", "lemons|3 piece"), ("２ 牛乳", "牛乳|2 piece"), ("３個 りんご", "りんご|3 piece"),
    ("٢ حليب", "حليب|2 piece"), ("6 x 330ml coke", "coke|1980 ml"),
    // So many packs of a size.
    ("3 x 1l milk", "milk|3 l"), ("3 x 1 l milk", "milk|3 l"), ("2 x 500g flour", "flour|1000 g"),
    ("6x330ml cola", "cola|1980 ml"), ("6x330 ml cola", "cola|1980 ml"),
    ("6×330ml cola", "cola|1980 ml"), ("6x 330ml cola", "cola|1980 ml"),
    ("x6 330ml cola", "cola|1980 ml"), ("2 1l milk", "milk|2 l"), ("2 1 l milk", "milk|2 l"),
    ("2 x 1 1/2 l cola", "cola|3 l"), ("2 x 1.5l of cola", "cola|3 l"),
    ("2 packs of 500 g flour", "flour|1000 g"), ("2 cans 330ml cola", "cola|660 ml"),
    ("a dozen 330ml cola", "cola|3960 ml"), ("3 x 8 fl oz cream", "cream|24 fl oz"),
    ("6 x 330ml coke @0.80", "coke|1980 ml|0.80/330 ml"),
    ("2 x 500g flour @1.20/kg", "flour|1000 g|1.20/1 kg"), ("2x4 l paint", "paint|8 l"),
    ("2x4 eggs", "eggs|8 piece"), ("2 \"1l milk\"", "1l milk|2 piece"),
    ("3 x 1 l", "|3 l|no: 3 l of what? Type what to buy, too."),
    ("6x330ml", "|1980 ml|no: 1980 ml of what? Type what to buy, too."),
    ("900000 x 900 kg sand", "900000 x 900 kg sand|no: The quantity is too large."),
    ("3.5 melons", "melons|3.5 piece"),
    // Amounts last.
    ("soap x 330 ml", "soap|330 ml"), ("soap 2 x 3 packs", "soap 2 x 3 packs"),
    ("soap x3", "soap|3 piece"), ("soap 3x", "soap|3 piece"), ("soap x 3", "soap|3 piece"),
    ("soap ×3", "soap|3 piece"), ("milk 2 l", "milk|2 l"), ("milk, 2 l", "milk|2 l"),
    ("milk, 2", "milk|2 piece"),
    ("milk: 2", "milk|2 piece"), ("milk (2)", "milk|2 piece"), ("milk | 2", "milk|2 piece"),
    ("Banana | 2 pieces", "Banana|2 piece"),
    ("milk - 2 l", "milk|2 l"), ("milk = 2", "milk|2 piece"), ("milk : 2 l", "milk|2 l"),
    ("Boeing - 747", "Boeing - 747"), ("milk (x2)", "milk|2 piece"),
    ("milk (2 cartons)", "milk|2 carton"), ("2 cartons milk", "milk|2 carton"),
    ("2 boxes tea", "tea|2 box"), ("a carton of eggs", "eggs|1 carton"),
    ("toilet paper (12 rolls) $8.99", "toilet paper (12 rolls)|8.99"),
    ("milk (2 l)", "milk|2 l"), ("milk (500ml)", "milk|500 ml"), ("flour 1 1/2 kg", "flour|1.5 kg"),
    ("Coke Zero 330ml", "Coke Zero|330 ml"), ("6 Coke Zero 330ml", "Coke Zero 330ml|6 piece"),
    ("oil 3 fl oz", "oil|3 fl oz"), ("milk 2 l @1.10 *", "milk|2 l|1.10/1 l|*"),
    // Numbers that belong to the name.
    ("milk 2%", "milk 2%"), ("3.5% milk", "3.5% milk"),
    ("100 % orange juice", "100 % orange juice"),
    ("WD-40", "WD-40"), ("Type 405", "Type 405"), ("6-pack beer", "6-pack beer"),
    ("6 pack beer", "6 pack beer"), ("beer 6 pack", "beer 6 pack"),
    ("6 pack of beer", "6 pack of beer"),
    ("Vitamin C 500mg", "Vitamin C 500mg"), ("Vitamin C 500 mg", "Vitamin C 500 mg"),
    ("6 packs beer", "beer|6 pack"), ("00 flour", "00 flour"),
    ("0.0 beer", "0.0 beer"), ("24/7 bars", "24/7 bars"), ("50/50 juice", "50/50 juice"),
    ("2x4 lumber", "2x4 lumber"), ("1.2345 kg x", "1.2345 kg x"),
    ("1 l", "|1 l|no: 1 l of what? Type what to buy, too."),
    ("2", "|2 piece|no: 2 of what? Type what to buy, too."),
    ("2 kg", "|2 kg|no: 2 kg of what? Type what to buy, too."),
    ("Omega 3", "Omega 3"), ("WD 40", "WD 40"), ("Vitamin B 12", "Vitamin B 12"),
    ("iPhone 15", "iPhone 15"), ("milk 2", "milk|2 piece"),
    ("green tea 12 *", "green tea|12 piece|*"),
    // Marks of a list.
    ("- [x] x", "x|[x]"), ("- milk", "milk"), ("* milk", "milk"), ("• milk", "milk"),
    ("[x] bread", "bread|[x]"),
    ("[X] bread", "bread|[x]"), ("[ ] bread", "bread|[ ]"), ("- [ ] 2 l milk", "milk|2 l|[ ]"),
    ("☐ bread", "bread|[ ]"), ("❌ bread", "bread|[ ]"), ("⬜\u{FE0F} bread", "bread|[ ]"),
    ("☑\u{FE0F} bread", "bread|[x]"),
    ("🔲 2 l milk ⭐\u{FE0F}", "milk|2 l|*|[ ]"), ("1. milk", "milk"), ("2) 3 eggs", "eggs|3 piece"),
    ("- * milk *", "* milk|*"),
    // Prices.
    ("@2.50 bread", "bread|2.50"), ("bread @ 2.50", "bread|2.50"), ("bread $2.50", "bread|2.50"),
    ("bread 2.50 $", "bread|2.50"), ("bread @$2,50", "bread|2.50"),
    ("bread @1,200", "bread|1200.00"),
    ("3x soap @1", "soap|3 piece|1.00/1 piece"), ("500g flour @1.20", "flour|500 g|1.20/1 kg"),
    ("250 ml cream @1", "cream|250 ml|1.00/1 l"), ("ham @12.90/kg", "ham|12.90/1 kg"),
    ("200 g ham @1.29/100g", "ham|200 g|1.29/100 g"), ("2 lb beef @5", "beef|2 lb|5.00/1 lb"),
    ("email ann@example.org", "email ann@example.org"), ("meet @home", "meet @home"),
    ("bread €2.50", "bread|2.50"), ("ham 19.90/kg", "ham|19.90/1 kg"),
    ("200 g ham 19.90/kg", "ham|200 g|19.90/1 kg"),
    ("bananas 1.99/kg 1.5kg", "bananas|1.5 kg|1.99/1 kg"),
    ("2 avocados 1.50 each", "avocados|2 piece|1.50/1 piece"), ("one each", "one each"),
    ("x6 water", "water|6 piece"), ("×2 soap", "soap|2 piece"), ("x", "x"), ("£2 jam", "jam|2.00"),
    ("milk @1.29€", "milk|1.29"),
    ("milk 1.50€", "milk|1.50"), ("milk 1.50 €/kg", "milk|1.50/1 kg"),
    ("bread #baked goods", "bread|#baked goods"), ("#frozen peas", "peas|#frozen"),
    // Behind what is bought, a category has all its words, whether or not the first one is known.
    ("peas #frozen food", "peas|#frozen food"), ("milk #dairy 2 l", "milk|2 l|#dairy"),
    ("milk #dairy products 1.29 !aldi", "milk|1.29|#dairy products|!aldi"),
    ("kale #fruit & vegetables x2", "kale|2 piece|#fruit & vegetables"),
    ("kale #fruit &", "kale &|#fruit"), ("#dairy milk", "milk|#dairy"),
    ("peas #\"frozen\" petit", "peas petit|#frozen"),
    ("a @1 @2", "a @2|1.00"), ("bread 2.50", "bread|2.50"),
    ("oat milk, 1.89", "oat milk|1.89"), ("oat milk 1,89 *", "oat milk|1.89|*"),
    ("2 l oat milk 1.89", "oat milk|2 l|1.89/2 l"),
    ("oat milk 1.89 x2", "oat milk|2 piece|1.89/1 piece"),
    ("oat milk 2 l 1.89", "oat milk|2 l|1.89/2 l"),
    ("oat milk | 1.89 #dairy", "oat milk|1.89|#dairy"),
    ("car 12,500.00", "car|12500.00"), ("Windows 3.11", "Windows 3.11"),
    ("soap x 1.50", "soap|1.5 piece"),
    ("milk 3.5% 1.29", "milk 3.5%|1.29"), ("nappies size 4 9.99", "nappies size 4|9.99"),
    ("Windeln Größe 4 9.99", "Windeln Größe 4|9.99"),
    ("wine 2019 8.99", "wine 2019|8.99"), ("melons 2.5", "melons|2.50"),
    ("pipe 1.250", "pipe 1.250"), ("wine 1.50 @9", "wine 1.50|9.00"),
    ("juice 1.50 l", "juice|1.5 l"), ("\"oat milk 1.89\"", "oat milk 1.89"),
    ("1.89", "|1.89 piece|no: 1.89 of what? Type what to buy, too."),
    // Words with marks.
    ("#5 screws", "#5 screws"), ("wine @9.99 #wine #red", "wine #red|9.99|#wine"),
    ("c# book", "c# book"), ("!", "|no: Type what to buy."), ("#", "|no: Type what to buy."),
    ("@", "|no: Type what to buy."), ("*", "|no: Type what to buy."), ("wow !!!", "wow !!!"),
    ("#\"Dairy & eggs\" milk !\"Corner shop\"", "milk|#Dairy & eggs|!Corner shop"),
    ("milk #dairy,", "milk|#dairy"), ("* * *", "|*|no: Type what to buy."), ("a * b", "a * b"),
    ("milk *", "milk|*"),
    ("milk * #dairy @2", "milk|2.00|#dairy|*"), ("#Früchte Äpfel", "Äpfel|#Früchte"),
    // Quoted text is taken literally.
    ("\"2 go bags\"", "2 go bags"), ("2 \"7 up\" *", "7 up|2 piece|*"),
    ("\\#hash browns", "#hash browns"),
    ("\"a \\\" b\"", "a \" b"), ("5\" pipe", "5\" pipe"), ("\"open", "\"open"),
    ("\\@home", "@home"),
    ("🍎", "🍎"), ("2 🍎", "🍎|2 piece"), ("  milk   toast ", "milk toast"),
    // Refused.
    ("0 milk", "0 milk|no: A quantity is more than 0."),
    ("-2 milk", "-2 milk|no: A quantity is more than 0."),
    ("1000000000000 milk", "1000000000000 milk|no: The quantity is too large."),
    ("milk @-1", "milk @-1|no: A price can’t be below 0."),
    ("milk @99999999999999", "milk @99999999999999|no: The price is too large."),
    ("milk @1.999", "milk @1.999|no: A price in USD has at most 2 decimals."),
    ("", "|no: Type what to buy."), ("   ", "|no: Type what to buy."),
    ("@2", "|2.00|no: Type what to buy."), ("#veg", "|#veg|no: Type what to buy."),
  ]) func line(_ line: String, _ expected: String) {
    #expect(Self.short(line) == expected)
  }

  /// What a pack holds is an amount, or the line would not find the item of the plain name.
  @Test func `no name begins with a size`() {
    let counts = ["2", "3 x", "3x", "x3", "2 ×", "2 packs", "2 cans of", "a dozen", "half a dozen"]
    let sizes = ["1l", "1 l", "0.5 l", "1 1/2 l", "½l", "500g", "500 g", "8 fl oz", "1 lb"]
    for count in counts {
      for size in sizes {
        for of in [" ", " of "] {
          let line = count + " " + size + of + "milk"
          let it = QuickAdd.parse(line, currency: .usd)
          #expect(it.name == "milk" && it.quantity?.unit.isMeasure == true, "\(line)")
        }
      }
    }
  }

  @Test func otherCurrencies() throws {
    #expect(Self.short("bread 2.50 €", .eur) == "bread|2.50")
    #expect(Self.short("Brot 2,50€", .eur) == "Brot|2.50")
    #expect(Self.short("Auto @1.234,50", .eur) == "Auto|1234.50")
    #expect(Self.short("Hafermilch 1,89", .eur) == "Hafermilch|1.89")
    let yen = try #require(Currency(code: "JPY"))
    #expect(Self.short("牛乳 @1,200", yen) == "牛乳|1200")
    #expect(Self.short("牛乳 200円", yen) == "牛乳|200")
    #expect(Self.short("牛乳 @1.5", yen) == "牛乳 @1.5|no: A price in JPY has no decimals.")
    #expect(Self.short("牛乳 1.50", yen) == "牛乳 1.50")
    let dinar = try #require(Currency(code: "KWD"))
    #expect(Self.short("tea @1,250", dinar) == "tea|1.250")
  }

  @Test func spans() {
    let line = "- 2 kg péach 🍎 @3 #veg *"
    let spans = QuickAdd.parse(line, currency: .usd).spans
    let parts = spans.map { span in
      "\(span.field)=" + String(Array(line)[span.range])
    }
    #expect(
      parts == [
        "bullet=-", "quantity=2 kg", "name=péach", "picture=🍎", "price=@3", "category=#veg",
        "favourite=*",
      ])
  }

  @Test func longNames() {
    let line = QuickAdd.parse(String(repeating: "x", count: 3000), currency: .usd)
    #expect(line.name.count == 200 && line.refusal != nil)
  }

  /// Every letter typed is somewhere in the result, and the formatted result parses to the same.
  @Test func nothingIsLost() {
    var random = SplitMix64(seed: 11)
    let pieces = [
      "milk", "2", "½", "1/2", "1 1/2", "kg", "l", "g", "500g", "x3", "3x", "x", "×", "@3.20", "@",
      "@-1",
      "#veg", "#\"a b\"", "!aldi", "!", "#", "*", "-", "[x]", "[ ]", "[", "]", "\"7 up\"", "\"",
      "\\#a", "\\",
      "of", "a", "dozen", "half", "fl", "oz", "$2", "€", "$", "2.50", "7", "up", "%", "(2)", "(2",
      "kg)",
      ",", ":", "1,000", "1,", "00", "0", "🍎", "é", "牛乳", "２", "pack", "can", "openers", "1.",
      "@2/kg",
      "\u{3000}", "\u{A0}", "e\u{301}", "ß", "fl. oz.", "@1/250ml", "999999999999",
      "/", "/kg", "cents", "(", ")",
    ]
    for round in 0..<10_000 {
      let count = Int.random(in: 0...8, using: &random)
      let glue = ["", " ", " ", " "]
      var line = ""
      for _ in 0..<count {
        line += pieces[Int.random(in: 0..<pieces.count, using: &random)]
        line += glue[Int.random(in: 0..<4, using: &random)]
      }
      if round % 4 == 0 { line = CleanTextTests.randomText(&random, 40) }
      let it = QuickAdd.parse(line, currency: .usd)
      #expect(it.refusal != nil || !it.name.isEmpty)
      #expect((it.quantity?.thousandths ?? 1) > 0 && (it.price?.minorUnits ?? 0) >= 0)

      // What is not name, category or store was parsed as something else.
      var limit = CleanText.Limit.entry
      limit.trims = false
      let letters = Array(CleanText.line(line, limit: limit))
      func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      }
      var typed: [Unicode.Scalar] = []
      for span in it.spans where ![.quantity, .price, .picked, .bullet].contains(span.field) {
        typed += letters[span.range].flatMap(\.unicodeScalars).filter(isLetter)
      }
      let kept = [it.name, it.category ?? "", it.store ?? ""].flatMap { $0.unicodeScalars }
      // Spans count graphemes, and in random text a blank and a mark can form one.
      if round % 4 != 0 {
        #expect(typed.sorted() == kept.filter(isLetter).sorted(), "round \(round): \(line)")
      }

      guard it.refusal == nil else { continue }
      let again = QuickAdd.parse(it.text(currency: .usd), currency: .usd)
      #expect(again.means(it), "round \(round): \(line)")
    }
  }
}
