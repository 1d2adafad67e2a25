/// The rules for new passwords: NIST 800-63B asks for length, not for kinds of characters.
public enum Password {
  public static let length = 8...128

  /// Why this cannot be a new password; nil when it can. `names` are publicly known words about the
  /// person: the parts of a name, of an address.
  public static func refusal(of text: String, names: [String] = []) -> ChangeError? {
    if text.isEmpty { return .missingPassword }
    guard text.count >= length.lowerBound else { return .shortPassword }
    guard text.count <= length.upperBound else { return .longPassword }
    return isCommon(text, names) ? .commonPassword : nil
  }

  /// Whether an attacker would try it early: a common word surrounded by digits and signs, a
  /// repeated character or short piece, a run along the alphabet or the keyboard.
  static func isCommon(_ text: String, _ names: [String]) -> Bool {
    let folded = String(decoding: Folding.plain(text), as: UTF8.self)
    let characters = Array(folded)
    for size in 1...4 where characters.count > size {
      if characters.indices.allSatisfy({ characters[$0] == characters[$0 % size] }) { return true }
    }
    if runs.contains(where: { $0.contains(folded) || String($0.reversed()).contains(folded) }) {
      return true
    }
    var core = Substring(unleeted(folded))
    while let last = core.last, !last.isLetter { core.removeLast() }
    while let first = core.first, !first.isLetter { core.removeFirst() }
    if words.contains(String(core)) { return true }
    if names.contains(where: { String(decoding: Folding.plain($0), as: UTF8.self) == folded }) {
      return true
    }
    let own = names.flatMap {
      String(decoding: Folding.plain($0), as: UTF8.self).split { !$0.isLetter }
    }
    return own.contains { $0.count > 2 && core == $0 }
  }

  /// Replaces digits and signs used as letters, as in “p4ssw0rd”, when they are next to letters.
  private static func unleeted(_ text: String) -> String {
    let stands: [Character: Character] = [
      "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i",
    ]
    let characters = Array(text)
    var out = ""
    for (at, character) in characters.enumerated() {
      let hasLetterAfter = characters[(at + 1)...].contains(where: \.isLetter)
      out.append(hasLetterAfter ? stands[character] ?? character : character)
    }
    return out
  }

  private static let runs = [
    "abcdefghijklmnopqrstuvwxyz", "01234567890123456789", "qwertyuiop", "qwertzuiop", "azertyuiop",
    "asdfghjkl", "zxcvbnm", "1qaz2wsx3edc4rfv5tgb6yhn", "qazwsxedcrfvtgb", "1q2w3e4r5t6y7u8i9o0p",
    "q1w2e3r4t5y6u7i8o9p0",
  ]

  private static let words: Set<String> = [
    "password", "passwort", "passwords", "passphrase", "passcode", "motdepasse", "contrasena",
    "welcome", "willkommen", "letmein", "iloveyou", "trustno", "trustnoone", "administrator",
    "admin", "default", "changeme", "changeit", "secret", "geheim", "geheimnis", "internet",
    "computer", "keyboard", "samsung", "football", "fussball", "baseball", "basketball",
    "superman", "batman", "spiderman", "starwars", "pokemon", "princess", "prinzessin", "sunshine",
    "sonnenschein", "shadow", "master", "monkey", "dragon", "jordan", "michael", "jennifer",
    "michelle", "daniel", "charlie", "ashley", "jessica", "thomas", "christian", "alexander",
    "liverpool", "chelsea", "arsenal", "barcelona", "mercedes", "ferrari", "corvette", "mustang",
    "harley", "yamaha", "chocolate", "schokolade", "cheese", "butterfly", "butterfly", "flower",
    "summer", "winter", "autumn", "spring", "january", "february", "september", "october",
    "november", "december", "monday", "friday", "hallo", "hello", "helloworld", "whatever",
    "freedom", "forever", "lovely", "loveme", "lovelove", "qwerty", "qwertz", "asdf", "asdfgh",
    "abc", "abcd", "test", "testtest", "testing", "guest", "user", "login", "access", "family",
    "household", "shopping", "trolley", "trolleys", "groceries", "supermarket",
  ]
}
