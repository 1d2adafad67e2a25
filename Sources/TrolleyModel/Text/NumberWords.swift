/// Words for numbers at the beginning of a line: `six eggs`, `zwei Flaschen Wein`, `half a kilo`.
enum NumberWords {
  /// Whether a line that begins with this word, in any case, may begin with an amount.
  static func begin(_ word: some StringProtocol) -> Bool { beginnings.value(of: word) != nil }

  /// From one to twelve; nil for other words.
  ///
  /// - Parameters:
  ///   - next: the word that is counted. Outside of English and German one with a capital is rather a part
  ///     of a name: Cinque Terre. Behind another number it is a part of that: Turkish "on üç" is 13.
  ///   - isUnit: whether that is a unit: before one, the words of many languages are numbers everywhere.
  ///   - language: the one that people write: elsewhere Dos Equis is a beer, and `due` is not two.
  static func number(_ word: String, before next: String, isUnit: Bool, language: String) -> Int? {
    guard begin(word) else { return nil }
    let word = Folding.plain(word)
    if isUnit, let number = find(word, in: ["en", "de", "fr", "es", "it", "nl", "pt"]) {
      return number
    }
    if word.elementsEqual("one".utf8) { return 1 }
    guard !isArticle(word) else { return nil }
    // Those of English and German are numbers before any word, but in English an elf is none.
    if !word.elementsEqual("elf".utf8), let number = find(word, in: ["en", "de"]) { return number }
    guard let number = find(word, in: [language]), !UnitWords.isArticle(next),
      find(Folding.plain(next), in: [language]) == nil,
      isUnit || language == "de" || next.first?.isLowercase == true
    else { return nil }
    return number
  }

  private static func isArticle(_ word: [UInt8]) -> Bool {
    UnitWords.articles.contains(String(decoding: word, as: UTF8.self))
  }

  /// Whether a line begins with a number word that is the beginning of an item's name.
  static func isItem(_ line: String, _ isItem: (String) -> Bool) -> Bool {
    let text = line.drop { !$0.isLetter }
    let first = text.prefix { $0 != " " }
    guard begin(first) else { return false }
    return text.split(separator: " ").prefix(6).dropFirst().contains {
      isItem(String(text[..<$0.endIndex]))
    }
  }

  /// A half of a unit, and one and a half, as a number: "ein halbes Pfund Butter", "medio kilo de tomates",
  /// "anderthalb Liter Milch".
  static func fraction(_ word: String) -> String? {
    guard begin(word) else { return nil }
    let word = Folding.plain(word)
    return fractions.first { find(word, in: $0.words) != nil }?.number
  }

  /// Whether a word is a quarter of a unit: "trois quarts de litre".
  static func isQuarter(_ word: String) -> Bool {
    begin(word) && find(Folding.plain(word), in: quarters) != nil
  }

  /// Whether a word makes a number before it a part of the name: "five spice", "four cheese pizza".
  static func isCompound(_ word: String, behind number: String) -> Bool {
    let word = String(decoding: Folding.plain(word), as: UTF8.self)
    let both = String(decoding: Folding.plain(number), as: UTF8.self) + " " + word
    return compounds.contains(word) || compounds.contains(both) || UnitWords.isOfName(word)
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

  /// The rows without accents. A word is looked for in them from the first on, which for the few lines that begin
  /// with one costs less than a table of all of them.
  private static let rows = words.map { row in
    (languages: row.languages.split(separator: " "), numbers: Folding.plain(row.numbers))
  }

  /// The number that a word is in the first of some languages that has it.
  private static func find(_ word: [UInt8], in languages: [String]) -> Int? {
    for row in rows where row.languages.contains(where: { languages.contains(String($0)) }) {
      if let number = find(word, in: row.numbers) { return number }
    }
    return nil
  }

  /// Which of the words with blanks between them it is, from 1 on; a bar stands between two spellings of one.
  private static func find(_ word: [UInt8], in row: [UInt8]) -> Int? {
    var number = 1
    var start = 0
    for end in 0...row.count where end == row.count || row[end] == 0x20 || row[end] == 0x7C {
      if end - start == word.count, row[start..<end].elementsEqual(word) { return number }
      if end < row.count, row[end] == 0x20 { number += 1 }
      start = end + 1
    }
    return nil
  }

  private static let fractions = fractionWords.map { row in
    (number: row.number, words: Folding.plain(row.words))
  }

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

  private static let quarters = Folding.plain(quarterWords)

  private static let quarterWords =
    "quarter quarters viertel quart quarts cuarto cuartos quarto quarti quartos kwart"

  /// All words that an amount may begin with. The other tables, which cost more to make, are only asked about
  /// one of these.
  private static let beginnings = WordTable(
    (words.map(\.numbers) + fractionWords.map(\.words) + [quarterWords, "du de any about couple"]
      + UnitWords.beginnings)
      .map { ($0, 1) })

  private static let compounds: Set<String> = [
    "up", "musketeers", "spice", "spices", "cheese", "cheeses", "grain", "grains", "bean", "seed",
    "percent", "way", "seasons", "star", "layer", "minute", "minutes", "hour", "day", "days",
    "year", "month", "pot", "pan", "piece", "in", "to", "by", "of", "or", "and", "a", "an", "on",
    "each", "more", "off", "step", "touch", "size", "time", "use", "course", "tone", "sided",
    "fold", "for", "seas", "kings", "o'clock", "o’clock", "degree", "direction", "jahreszeiten",
    "kase", "korn", "fromages", "quesos", "formaggi", "stagioni", "saisons", "estaciones",
    "seizoenen", "kazen", "granen", "queijos", "cereales", "cereali", "epices", "especias",
    "spezie",
    "baies", "tres leches", "quatre quarts",
  ]
}
