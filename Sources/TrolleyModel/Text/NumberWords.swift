/// Words for numbers at the beginning of a line: `six eggs`, `zwei Flaschen Wein`, `half a kilo`.
enum NumberWords {
  /// Whether a line that begins with this word, in any case, may begin with an amount.
  static func begin(_ word: some StringProtocol) -> Bool {
    guard word.utf8.count <= 24 else { return false }
    if beginnings[word.utf8] != nil { return true }
    guard word.utf8.contains(where: { $0 >= 0x80 }) else { return false }
    return beginnings[Folding.plain(String(word))] != nil
  }

  /// From one to twelve; nil for other words.
  ///
  /// - Parameters:
  ///   - next: the word that is counted. Outside of English and German one with a capital is rather a part
  ///     of a name: Cinque Terre. Behind another number it is a part of that: Turkish "on üç" is 13.
  ///   - isUnit: whether that is a unit: before one, the words of many languages are numbers everywhere.
  ///   - language: the one that people write: elsewhere Dos Equis is a beer, and `due` is not two.
  static func number(_ word: String, before next: String, isUnit: Bool, language: String) -> Int? {
    guard begin(word) else { return nil }
    let word = String(decoding: Folding.plain(word), as: UTF8.self)
    if isUnit, let number = beforeUnits[word] { return number }
    if let number = plain[word] { return number }
    guard let own = own[language], let number = own[word],
      !UnitWords.isArticle(next), own[String(decoding: Folding.plain(next), as: UTF8.self)] == nil,
      isUnit || language == "de" || next.first?.isLowercase == true
    else { return nil }
    return number
  }

  /// Whether a line begins with a number word that is the beginning of an item's name.
  static func isItem(_ line: String, _ isItem: (String) -> Bool) -> Bool {
    let text = line.drop { !$0.isLetter }
    let first = text.prefix { $0 != " " }
    guard begin(first) else { return false }
    let words = text.split(separator: " ").prefix(6)
    return words.indices.dropFirst().contains { isItem(words[...$0].joined(separator: " ")) }
  }

  /// A half of a unit, and one and a half, as a number: "ein halbes Pfund Butter", "medio kilo de tomates",
  /// "anderthalb Liter Milch".
  static func fraction(_ word: String) -> String? {
    begin(word) ? fractions[String(decoding: Folding.plain(word), as: UTF8.self)] : nil
  }

  /// Whether a word is a quarter of a unit: "trois quarts de litre".
  static func isQuarter(_ word: String) -> Bool {
    begin(word) && quarters.contains(String(decoding: Folding.plain(word), as: UTF8.self))
  }

  /// Whether a word makes a number before it a part of the name: "five spice", "four cheese pizza".
  static func isCompound(_ word: String, behind number: String) -> Bool {
    let word = String(decoding: Folding.plain(word), as: UTF8.self)
    let both = String(decoding: Folding.plain(number), as: UTF8.self) + " " + word
    return compounds.contains(word) || compounds.contains(both)
      || word.unicodeScalars.first?.properties.isAlphabetic != true
  }

  /// From one to twelve, in all genders, and of the cases those that a list is written in.
  private static let words: [(languages: String, numbers: String)] = [
    ("en", "one two three four five six seven eight nine ten eleven twelve"),
    ("de", "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"),
    ("fr", "un deux trois quatre cinq six sept huit neuf dix onze douze"),
    ("es", "uno dos tres cuatro cinco seis siete ocho nueve diez once doce"),
    ("it", "uno due tre quattro cinque sei sette otto nove dieci undici dodici"),
    ("nl", "een twee drie vier vijf zes zeven acht negen tien elf twaalf"),
    ("pt", "um dois|duas três quatro cinco seis sete oito nove dez onze doze"),
    ("sv", "en|ett två tre fyra fem sex sju åtta nio tio elva tolv"),
    ("da", "en|et to tre fire fem seks syv otte ni ti elleve tolv"),
    ("nb no", "en|ei|et to tre fire fem seks sju|syv åtte ni ti elleve tolv"),
    ("nn", "ein|ei|eit to tre fire fem seks sju åtte ni ti elleve tolv"),
    (
      "fi",
      """
      yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen yksitoista kaksitoista
      """
    ),
    (
      "pl",
      """
      jeden|jedna|jedno|jedną dwa|dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć \
      jedenaście dwanaście
      """
    ),
    (
      "cs",
      """
      jeden|jedna|jedno|jednu dva|dvě tři čtyři pět šest sedm osm devět deset jedenáct dvanáct
      """
    ),
    (
      "ru",
      """
      один|одна|одно|одну два|две три четыре пять шесть семь восемь девять десять одиннадцать \
      двенадцать
      """
    ),
    // Eleven and twelve are two words.
    ("tr", "bir iki üç dört beş altı yedi sekiz dokuz on"),
  ]

  private typealias Counted = (language: Substring, word: String, number: Int)

  private static let counted: [Counted] = {
    var all: [Counted] = []
    for row in words {
      for (at, spellings) in row.numbers.split(separator: " ").enumerated() {
        for word in spellings.split(separator: "|") {
          let word = String(decoding: Folding.plain(String(word)), as: UTF8.self)
          all += row.languages.split(separator: " ").map { ($0, word, at + 1) }
        }
      }
    }
    return all
  }()

  private static func numbers(_ rows: [Counted]) -> [String: Int] {
    Dictionary(rows.map { ($0.word, $0.number) }, uniquingKeysWith: { first, _ in first })
  }

  /// Those that are numbers before a unit in every language: none that is a word of another kind there, as
  /// "to", "on" and "sex" are in English.
  private static let beforeUnits = numbers(
    counted.filter { ["en", "de", "fr", "es", "it", "nl", "pt"].contains($0.language) })

  /// Those of each language that are numbers before any word of it: all but articles.
  private static let own = Dictionary(
    grouping: counted.filter { !UnitWords.articles.contains($0.word) }
  ) { String($0.language) }
  .mapValues(numbers)

  /// Those that are numbers before any word in every language. In English an elf is none.
  private static let plain = (own["en"] ?? [:]).merging(own["de"] ?? [:]) { first, _ in first }
    .merging(["one": 1]) { first, _ in first }
    .filter { $0.key != "elf" }

  private static func folded(_ words: String) -> [String] {
    words.split(separator: " ").map { String(decoding: Folding.plain(String($0)), as: UTF8.self) }
  }

  private static let fractions = Dictionary(
    fractionWords.flatMap { row in folded(row.words).map { ($0, row.number) } },
    uniquingKeysWith: { first, _ in first })

  private static let fractionWords: [(number: String, words: String)] = [
    (
      "1/2",
      """
      half halbes halbe halber halben demi demie medio media mezzo mezza halve meio meia halv halvt \
      puoli pół půl пол yarım
      """
    ),
    (
      "1½",
      """
      anderthalb eineinhalb einundeinhalb anderhalf anderhalve halvanden halvannen puolitoista półtora \
      półtorej полтора полторы
      """
    ),
    ("2½", "zweieinhalb zweiundeinhalb"), ("3½", "dreieinhalb dreiundeinhalb"),
  ]

  private static let quarters = Set(folded(quarterWords))

  private static let quarterWords =
    "quarter quarters viertel quart quarts cuarto cuartos quarto quarti quartos kwart"

  /// All words that an amount may begin with. The other tables, which cost more to make, are only asked about
  /// one of these.
  private static let beginnings = WordTable(
    (words.map(\.numbers) + fractionWords.map(\.words) + [quarterWords, "du de any about"]
      + UnitWords.beginnings)
      .map { ($0, 1) })

  private static let compounds: Set<String> = [
    "up", "musketeers", "spice", "spices", "cheese", "cheeses", "grain", "grains", "bean", "seed",
    "percent", "ply", "way", "seasons", "star", "layer", "minute", "minutes", "hour", "day", "days",
    "year", "month", "pot", "pan", "piece", "in", "to", "by", "of", "or", "and", "a", "an", "on",
    "each", "more", "off", "step", "touch", "size", "time", "use", "course", "tone", "sided",
    "fold", "for", "seas", "kings", "o'clock", "o’clock", "degree", "direction", "jahreszeiten",
    "kase", "korn", "fromages", "quesos", "formaggi", "stagioni", "saisons", "estaciones",
    "seizoenen", "kazen", "granen", "queijos", "cereales", "cereali", "epices", "especias",
    "spezie",
    "baies", "tres leches", "quatre quarts",
  ]
}
