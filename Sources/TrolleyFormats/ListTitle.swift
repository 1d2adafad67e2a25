/// What people write above a list: "Shopping list", "Einkaufsliste", "Groceries for Saturday", a date.
/// It is nothing to buy, and no category.
enum ListTitle {
  /// Whether a heading says that a list follows, or when it is for: whatever stands below it.
  ///
  /// - Parameter isFirst: whether it is the first line, where a date is one, too.
  static func isMeant(by text: some StringProtocol, isFirst: Bool = false) -> Bool {
    // "Shopping list 🛒"
    let words = plain(text).split { " .,:/-–—!()".contains($0) }
      .filter { $0.contains { $0.isLetter || $0.isNumber } }.map(String.init)
    // "Here is the list", "Sure! Here's a list for your week"
    if words.count > 1, openings.contains(words[answers.contains(words[0]) ? 1 : 0]) { return true }
    guard 1...10 ~= words.count else { return false }
    if isFirst, isDate(words, text) { return true }
    for count in (1...min(4, words.count)).reversed() {
      // "groceries for saturday", "shopping list 24.11."
      if titles.contains(words.prefix(count).joined(separator: " ")) {
        let rest = Array(words.dropFirst(count))
        if rest.isEmpty || prepositions.contains(rest[0]) || rest.allSatisfy(isOfDate) {
          return true
        }
      }
      // "our weekly shopping list"
      if lists.contains(words.suffix(count).joined(separator: " ")) { return true }
    }
    return false
  }

  /// Whether a line names a day and what there is then: "Monday: tacos".
  static func saysDay(_ line: Substring) -> Bool {
    guard let colon = line.firstIndex(of: ":"), line.utf8.count <= 60 else { return false }
    let day = plain(line[..<colon]).split { " .,/".contains($0) }.map(String.init)
    return 1...4 ~= day.count && day.allSatisfy(isOfDate) && day.contains { Int($0) == nil }
      && line[colon...].dropFirst().first == " "
  }

  /// Whether a heading says what for, as in a recipe: "For the sauce".
  static func isPurpose(_ text: some StringProtocol) -> Bool {
    let words = plain(text).split(separator: " ")
    return words.count > 1 && ["for", "fur", "pour", "para", "per"].contains(words[0])
  }

  /// "24.11.", "2026-11-24", "Saturday", "Sat 24 Nov"; but not the price 24.11.
  private static func isDate(_ words: [String], _ text: some StringProtocol) -> Bool {
    guard words.count <= 4, words.allSatisfy(isOfDate) else { return false }
    let hasName = words.contains { Int($0) == nil }
    return hasName || words.count == 3 && text.contains { "./-".contains($0) }
      || words.count == 2 && text.hasSuffix(".")
  }

  private static func isOfDate(_ word: String) -> Bool {
    if dates.contains(word) { return true }
    return word.utf8.count <= 4 && Int(word).map { $0 > 0 } == true
  }

  private static func plain(_ text: some StringProtocol) -> String {
    String(decoding: Folding.plain(String(text)), as: UTF8.self)
  }

  private static func phrases(_ text: String) -> Set<String> {
    Set(text.split(separator: ",").map { plain($0).trimmed })
  }

  /// That they are a list, also with words before them.
  private static let lists = phrases(
    """
    shopping list, grocery list, groceries list, shop list, weekly groceries, weekly shopping, \
    weekly shop, monthly groceries, run, einkaufsliste, einkaufszettel, \
    liste de courses, liste de course, liste des courses, lista de la compra, lista de compras, \
    lista del super, lista della spesa, boodschappenlijst, boodschappenlijstje, lista de mercado, \
    inköpslista, handlelista, handleliste, indkøbsliste, indkøbsseddel, lista zakupów, \
    nákupní seznam, nákupný zoznam, ostoslista, kauppalista, bevásárlólista, alışveriş listesi, \
    список покупок, 買い物リスト, 购物清单
    """)

  private static let titles = lists.union(
    phrases(
      """
      list, shopping, grocery, groceries, grocery shopping, to buy, things to buy, todo, to do, \
      trolley, einkauf, einkäufe, einkaufen, liste, wocheneinkauf, courses, les courses, à acheter, \
      lista, la compra, la spesa, spesa, compras, boodschappen, zakupy, nákup, ostokset, покупки, \
      ingredients, you will need, zutaten, ingrédients, ingredientes, ingredienti
      """))

  private static let answers: Set<String> = [
    "sure", "certainly", "absolutely", "great", "ok", "okay", "gerne", "klar",
  ]

  private static let openings: Set<String> = [
    "here", "here's", "here’s", "heres", "hier", "voici", "aqui", "ecco",
  ]

  private static let prepositions: Set<String> = [
    "for", "of", "from", "on", "fur", "fuer", "vom", "von", "am", "pour", "du", "de", "para", "per",
    "di", "voor", "van", "til", "dla", "na",
  ]

  private static let dates = Set(
    """
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur fri sat sun \
    january february march april may june july august september october november december \
    jan feb mar apr jun jul aug sep sept oct nov dec today tomorrow week weekend \
    montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so \
    januar februar märz mai juni juli oktober dezember mrz okt dez heute morgen woche kw wochenende \
    lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril juin juillet août \
    septembre octobre novembre décembre \
    lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio \
    agosto septiembre octubre noviembre diciembre \
    lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio aprile maggio giugno \
    luglio settembre ottobre dicembre \
    maandag dinsdag woensdag donderdag vrijdag zaterdag zondag januari februari maart mei augustus
    """.split(separator: " ").map { plain($0) })
}
