/// The initial that represents a name.
enum Initial {
  /// The first letter or digit as a capital, otherwise the first visible character, otherwise "?".
  static func of(_ name: String) -> Character {
    let first =
      name.first { ($0.isLetter || $0.isNumber) && shows($0) }
      ?? name.first { !$0.isWhitespace && shows($0) }
    guard let first else { return "?" }
    // "ß" would become two.
    return first.uppercased().first ?? first
  }

  /// A capital without its mark, as the large letters have none.
  static func plain(_ character: Character) -> Character {
    switch character {
    case "À", "Á", "Â", "Ã", "Ä", "Å", "Æ", "Ā", "Ă", "Ą": "A"
    case "Ç", "Ć", "Č": "C"
    case "Ð", "Ď": "D"
    case "È", "É", "Ê", "Ë", "Ē", "Ę", "Ě": "E"
    case "Ğ": "G"
    case "Ì", "Í", "Î", "Ï", "Ī", "İ": "I"
    case "Ł", "Ľ": "L"
    case "Ñ", "Ń", "Ň": "N"
    case "Ò", "Ó", "Ô", "Õ", "Ö", "Ø", "Œ", "Ō", "Ő": "O"
    case "Ŕ", "Ř": "R"
    case "Ś", "Š", "Ş", "Ș": "S"
    case "Ť", "Ţ", "Ț": "T"
    case "Ù", "Ú", "Û", "Ü", "Ū", "Ů", "Ű": "U"
    case "Ý", "Ÿ": "Y"
    case "Ź", "Ż", "Ž": "Z"
    default: character
    }
  }

  private static func shows(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { DisplayWidth.of($0) > 0 } ?? false
  }
}
