/// Lines of a mail or a letter that are around a list: its head, a greeting, whose answer it is, how it ends and
/// what a telephone adds. They are nothing to buy, and no heading.
enum LetterLine {
  /// Whether a line is one, wherever it is.
  static func isMeant(by line: Substring) -> Bool {
    // Most lines of a list are not looked at any further.
    guard
      line.utf8.contains(0x3A) || line.hasSuffix(",") || line.hasPrefix("--")
        || line.utf8.count(where: { $0 == 0x20 }) > 1
    else { return false }
    let text = String(decoding: Folding.plain(String(line)), as: UTF8.self)
    return isHead(text) || isGreeting(text) || isAttribution(text)
      || signatures.contains(where: text.hasPrefix)
      || text.hasPrefix("--") && forwards.contains(where: text.contains)
  }

  /// Whether a line behind a blank one, or the last one, ends a letter: “Love, Mom”, “Best regards”, “Thanks,”
  /// above a name.
  static func isClosing(_ line: Substring) -> Bool {
    let parts = line.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    let phrase = phrase(parts[0])
    guard parts.count > 1 else { return regards.contains(phrase) }
    return (closings.contains(phrase) || regards.contains(phrase))
      && (isOpen(line) || isName(parts[1]))
  }

  /// “Thanks!” above a name with which the text ends.
  static func isThanks(_ line: Substring, above below: TextLines?) -> Bool {
    guard line.utf8.count < 30, closings.contains(phrase(line)), let below else { return false }
    let left = below.textsLeft(2)
    return left.count == 1 && isName(left[0])
  }

  private static func phrase(_ text: Substring) -> String {
    let said = String(decoding: Folding.plain(String(text)), as: UTF8.self).trimmed
    return said.split { $0 == "!" || $0 == "." }.first.map(String.init) ?? said
  }

  /// Whether the name is in the next line.
  static func isOpen(_ line: Substring) -> Bool { line.hasSuffix(",") }

  /// Whether a line may be who wrote a letter.
  static func isName(_ line: Substring) -> Bool {
    let words = line.split(separator: " ")
    return 1...3 ~= words.count && words.allSatisfy { $0.first?.isLetter == true }
      && words[0].first?.isLowercase == false && !line.contains { $0.isNumber || $0 == "," }
  }

  private static func isHead(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return false }
    return heads.contains(String(text[..<colon])) && text[colon...].dropFirst().hasPrefix(" ")
  }

  private static func isGreeting(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    return 2...4 ~= words.count && text.hasSuffix(",") && greetings.contains(String(words[0]))
      && !text.dropLast().contains(",")
  }

  /// “On Mon, 24 Nov 2026 at 10:00, Sam wrote:”
  private static func isAttribution(_ text: String) -> Bool {
    text.hasSuffix(":") && text.contains(where: \.isNumber)
      && [" wrote", " schrieb", " a ecrit", " escribio", " ha scritto", " schreef"]
        .contains(where: text.contains)
  }

  private static let heads: Set<String> = [
    "from", "for", "to", "cc", "bcc", "subject", "date", "sent", "reply-to", "von", "an", "betreff",
    "datum", "gesendet", "objet", "envoye", "asunto", "oggetto", "onderwerp",
  ]
  private static let greetings: Set<String> = [
    "hi", "hello", "hey", "dear", "hallo", "liebe", "lieber", "hej", "salut", "bonjour", "cher",
    "chere", "hola", "querido", "querida", "ciao", "caro", "cara",
  ]
  private static let signatures = [
    "sent from my ", "sent from outlook", "sent via ", "get outlook for ", "von meinem ",
    "gesendet von ", "envoye de mon ", "envoye depuis ", "enviado desde mi ", "inviato da ",
    "verzonden vanaf ", "begin forwarded message",
  ]
  private static let forwards = [
    "forwarded message", "original message", "weitergeleitete nachricht",
    "ursprungliche nachricht", "message transfere", "message d'origine",
  ]
  /// Words that are something else without a comma behind them.
  private static let closings: Set<String> = [
    "love", "lots of love", "all my love", "cheers", "best", "thanks", "thank you", "many thanks",
    "yours", "hugs", "kisses", "xx", "xoxo", "danke", "vielen dank", "merci", "gracias", "grazie",
    "lg", "vg", "mfg", "gruss", "bussi", "bises", "bisous", "besos", "baci",
  ]
  private static let regards: Set<String> = [
    "regards", "best regards", "kind regards", "warm regards", "best wishes", "yours sincerely",
    "sincerely", "take care", "viele grusse", "liebe grusse", "schone grusse", "grusse",
    "mit freundlichen grussen", "cordialement", "bien a vous", "saludos", "un saludo",
    "un abrazo", "saluti", "cordiali saluti", "groetjes", "met vriendelijke groet",
  ]
}

extension PastedList {
  /// Takes what is above the lines of a list or an order that was mailed, up to a blank line: for whom it is, where
  /// it goes, and notes. The sum below tells it from another list.
  ///
  /// - Parameter below: the lines from the next one on; nil where they are not all known.
  mutating func takeLetterHead(
    _ line: Substring, _ number: Int, above below: TextLines?
  ) -> Bool {
    func isRow(_ text: Substring) -> Bool {
      ["[ ] ", "[x] ", "- "].contains(where: text.hasPrefix)
    }
    if !before.hasBegun, !before.isLetterHead, let below, !line.isEmpty, !isRow(line) {
      if before.hasLetter == nil {
        let texts = below.textsLeft(.max).map { $0.drop { $0 == ">" || $0 == " " } }
        before.hasLetter = texts.contains { MailLetter.isSum($0) } && texts.contains(where: isRow)
      }
      before.isLetterHead = before.hasLetter == true
    }
    before.isLetterHead = before.isLetterHead && !line.isEmpty
    guard before.isLetterHead else { return false }
    before.isLetter = true
    talk.append(ListEntry(name: CleanText.line(String(line), limit: .name), line: number))
    return true
  }

  /// Takes a line of the signature of a mail, which is below two dashes and a blank; mail programs drop that, but
  /// where there was no letter two dashes are a rule.
  mutating func takeSignature(
    _ line: Substring, _ number: Int, _ raw: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if before.isSignature {
      if !line.isEmpty {
        talk.append(ListEntry(name: CleanText.line(String(line), limit: .name), line: number))
      }
      return true
    }
    let hasBlank = raw.last { $0 != 0x0D } == 0x20
    before.isSignature = line == "--" && before.hasBegun && (hasBlank || before.isLetter)
    return false
  }

  /// Takes a line of a letter around the list, which is nothing to buy.
  ///
  /// - Parameter below: the lines from the next one on; nil where they are not all known.
  mutating func takeLetterLine(
    _ line: Substring, _ number: Int, above below: TextLines?, _ currency: Currency,
    _ isItem: (String) -> Bool
  ) -> Bool {
    let isSignature = before.isSigned && LetterLine.isName(line)
    before.isSigned = false
    let isThanks = before.hasBegun && LetterLine.isThanks(line, above: below)
    let isClosing =
      before.hasBegun && LetterLine.isClosing(line)
      && (before.last.isGap || below?.textsLeft(1).isEmpty == true)
    guard isSignature || isThanks || isClosing || LetterLine.isMeant(by: line),
      !isItem(String(line))
    else { return false }
    settle(currency, isItem)
    before.isLetter = true
    before.isSigned = isThanks || isClosing && LetterLine.isOpen(line)
    talk.append(ListEntry(name: CleanText.line(String(line), limit: .name), line: number))
    return true
  }
}
