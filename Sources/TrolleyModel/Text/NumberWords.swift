/// Words for numbers at the beginning of a line: `six eggs`, `zwei Flaschen Wein`, `half a kilo`.
enum NumberWords {
  /// Whether a line that begins with this word, in small letters, may begin with an amount.
  static func begin(_ word: String) -> Bool {
    let word =
      word.utf8.allSatisfy { $0 < 0x80 }
      ? word : String(decoding: Folding.plain(word), as: UTF8.self)
    return numbers[word] != nil || halves.contains(word) || UnitWords.articles.contains(word)
      || ["dozen", "du", "de", "any", "about"].contains(word)
  }

  /// From one to twelve; nil for other words.
  ///
  /// - Parameters:
  ///   - next: the word that is counted. Outside of English and German one with a capital is rather a part
  ///     of a name: Cinque Terre.
  ///   - isUnit: whether that is a unit: before one, the words of all languages are numbers.
  ///   - language: the one that people write: elsewhere Dos Equis is a beer, and `due` is not two.
  static func number(_ word: String, before next: String, isUnit: Bool, language: String) -> Int? {
    let word = String(decoding: Folding.plain(word), as: UTF8.self)
    if isUnit || plain.contains(word) { return numbers[word] }
    guard own[language]?.contains(word) == true,
      language == "de" || next.first?.isLowercase == true
    else { return nil }
    return numbers[word]
  }

  /// Whether a line begins with a number word that is the beginning of an item's name.
  static func isItem(_ line: String, _ isItem: (String) -> Bool) -> Bool {
    let text = line.drop { !$0.isLetter }
    let first = text.prefix { $0 != " " }
    guard first.utf8.count < 10, begin(first.lowercased()) else {
      return false
    }
    let words = text.split(separator: " ").prefix(6)
    return words.indices.dropFirst().contains { isItem(words[...$0].joined(separator: " ")) }
  }

  /// Halves of a unit: "ein halbes Pfund Butter", "medio kilo de tomates".
  static func isHalf(_ word: String) -> Bool {
    halves.contains(String(decoding: Folding.plain(word), as: UTF8.self))
  }

  /// Whether a word makes a number before it a part of the name: "five spice", "four cheese pizza".
  static func isCompound(_ word: String, behind number: String) -> Bool {
    let word = String(decoding: Folding.plain(word), as: UTF8.self)
    let both = String(decoding: Folding.plain(number), as: UTF8.self) + " " + word
    return compounds.contains(word) || compounds.contains(both)
      || word.unicodeScalars.first?.properties.isAlphabetic != true
  }

  /// From one to twelve, without accents.
  private static let words: [(language: String, numbers: String)] = [
    ("en", "one two three four five six seven eight nine ten eleven twelve"),
    ("de", "ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf"),
    ("fr", "un deux trois quatre cinq six sept huit neuf dix onze douze"),
    ("es", "uno dos tres cuatro cinco seis siete ocho nueve diez once doce"),
    ("it", "uno due tre quattro cinque sei sette otto nove dieci undici dodici"),
    ("nl", "een twee drie vier vijf zes zeven acht negen tien elf twaalf"),
    ("pt", "um dois/duas tres quatro cinco seis sete oito nove dez onze doze"),
  ]

  private static let counted: [(language: String, word: String, number: Int)] = words.flatMap {
    row in
    row.numbers.split(separator: " ").enumerated().flatMap { at, spellings in
      spellings.split(separator: "/").map {
        (language: row.language, word: String($0), number: at + 1)
      }
    }
  }

  private static let numbers = Dictionary(
    counted.map { ($0.word, $0.number) }, uniquingKeysWith: { first, _ in first })

  /// Those of each language that are numbers before any word of it. The first ones are articles.
  private static let own = Dictionary(grouping: counted.filter { $0.number > 1 }) { $0.language }
    .mapValues { Set($0.map { $0.word }) }

  /// Those that are numbers before any word in every language. In English an elf is none.
  private static let plain = (own["en"] ?? []).union(own["de"] ?? []).union(["one"])
    .subtracting(["elf"])

  private static let halves: Set<String> = [
    "half", "halbes", "halbe", "halber", "halben", "demi", "demie", "medio", "media", "mezzo",
    "mezza", "halve", "meio", "meia",
  ]

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
