/// Cleans text from services that send HTML instead: decodes entities, removes tags.
public enum EntityText {
  public static func plain(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C }) else { return text }
    var out = ""
    var rest = Substring(text)
    while let character = rest.first {
      if character == "&", let (decoded, after) = entity(rest) {
        out += decoded
        rest = after
      } else if character == "<", let after = tag(rest) {
        // Words on either side of a tag must not run together.
        if out.last != " " { out += " " }
        rest = after
      } else {
        out.append(character)
        rest.removeFirst()
      }
    }
    return out
  }

  /// `&amp;`, `&#233;`, `&#xE9;`.
  private static func entity(_ text: Substring) -> (String, Substring)? {
    let body = text.dropFirst()
    guard let end = body.prefix(12).firstIndex(of: ";") else { return nil }
    let name = body[..<end]
    let after = body[body.index(after: end)...]
    if name.first == "#" {
      let digits = name.dropFirst()
      let isHex = digits.first == "x" || digits.first == "X"
      guard let number = UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10),
        let scalar = Unicode.Scalar(number)
      else { return nil }
      return (String(Character(scalar)), after)
    }
    guard let known = named[String(name)] else { return nil }
    return (known, after)
  }

  /// The text after `<b>`, `</p>`, `<br/>`; nil for a plain `<`.
  private static func tag(_ text: Substring) -> Substring? {
    let body = text.dropFirst()
    guard let first = body.first, first.isASCII, first.isLetter || first == "/",
      let end = body.prefix(200).firstIndex(of: ">")
    else { return nil }
    return body[body.index(after: end)...]
  }

  private static let named: [String: String] = {
    var all = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–",
      "mdash": "—", "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
      "deg": "°", "euro": "€", "pound": "£", "reg": "®", "trade": "™", "copy": "©", "frac12": "½",
      "frac14": "¼", "szlig": "ß", "oelig": "œ", "OElig": "Œ", "aelig": "æ", "AElig": "Æ",
      "oslash": "ø", "Oslash": "Ø", "iexcl": "¡", "iquest": "¿", "ordm": "º", "ordf": "ª",
      "laquo": "«", "raquo": "»", "middot": "·", "bull": "•",
    ]
    let marks = [
      ("acute", "aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ"), ("grave", "aeiouAEIOU", "àèìòùÀÈÌÒÙ"),
      ("circ", "aeiouAEIOU", "âêîôûÂÊÎÔÛ"), ("uml", "aeiouyAEIOU", "äëïöüÿÄËÏÖÜ"),
      ("tilde", "anoANO", "ãñõÃÑÕ"), ("cedil", "cC", "çÇ"), ("ring", "aA", "åÅ"),
      ("caron", "szSZ", "šžŠŽ"),
    ]
    for (mark, letters, marked) in marks {
      for (letter, whole) in zip(letters, marked) { all[String(letter) + mark] = String(whole) }
    }
    return all
  }()
}
