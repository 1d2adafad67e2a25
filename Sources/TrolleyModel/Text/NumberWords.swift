/// Words for numbers at the beginning of a line: `six eggs`, `zwei Flaschen Wein`, `half a kilo`.
enum NumberWords {
  /// Whether a line that begins with this word, in small letters, may begin with an amount.
  static func begin(_ word: String) -> Bool {
    numbers[word] != nil || halves.contains(word) || UnitWords.articles.contains(word)
      || ["dozen", "du", "de", "any", "about"].contains(word)
  }

  /// From one to twelve; nil for other words.
  ///
  /// - Parameter isBeforeUnit: whether a unit follows: some words are more than a number only then.
  ///
  /// - Parameter isAbroad: whether it may be a word of another language: in English Dos Equis is a beer.
  static func number(_ word: String, isBeforeUnit: Bool, isAbroad: Bool = false) -> Int? {
    let word = String(decoding: Folding.plain(word), as: UTF8.self)
    let isPlain = plain.contains(word) || isAbroad && plainAbroad.contains(word)
    return isBeforeUnit || isPlain ? numbers[word] : nil
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
  static func isCompound(_ word: String) -> Bool {
    let word = String(decoding: Folding.plain(word), as: UTF8.self)
    return compounds.contains(word) || word.unicodeScalars.first?.properties.isAlphabetic != true
  }

  private static let words = [
    "one two three four five six seven eight nine ten eleven twelve",
    "ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf",
    "un deux trois quatre cinq six sept huit neuf dix onze douze",
    "uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "uno due tre quattro cinque sei sette otto nove dieci undici dodici",
  ].map { $0.split(separator: " ").map(String.init) }

  private static let numbers = Dictionary(
    words.flatMap { $0.enumerated().map { ($1, $0 + 1) } }, uniquingKeysWith: { first, _ in first })

  /// Those that are numbers before any word. An elf is none, and "ein" is an article.
  private static let plain = Set(words[0] + words[1]).subtracting(["ein", "elf"])

  /// Those of other languages that are nothing else, as "quatre" and "tres" are in names.
  private static let plainAbroad: Set<String> = [
    "deux", "trois", "cinq", "huit", "douze", "dos", "cuatro", "cinco", "seis", "siete", "ocho",
    "nueve", "diez", "doce", "cinque", "sette", "otto", "dieci", "dodici", "quattro",
  ]

  private static let halves: Set<String> = [
    "half", "halbes", "halbe", "halber", "halben", "demi", "medio", "media", "mezzo", "mezza",
  ]

  private static let compounds: Set<String> = [
    "up", "musketeers", "spice", "spices", "cheese", "cheeses", "grain", "grains", "bean", "seed",
    "percent", "ply", "way", "seasons", "star", "layer", "minute", "minutes", "hour", "day", "days",
    "year", "month", "pot", "pan", "piece", "in", "to", "by", "of", "or", "and", "a", "an", "on",
    "each", "more", "off", "step", "touch", "size", "time", "use", "course", "tone", "sided",
    "fold", "for", "seas", "kings", "o'clock", "o’clock", "degree", "direction", "jahreszeiten",
    "kase", "korn", "fromages", "quesos", "formaggi", "stagioni", "saisons",
  ]
}
