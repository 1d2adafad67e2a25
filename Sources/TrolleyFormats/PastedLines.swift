/// Plain lines and Markdown.
extension PastedList {
  mutating func readLines(
    _ bytes: UnsafeBufferPointer<UInt8>, _ currency: Currency, isLast: Bool,
    _ isItem: (String) -> Bool
  ) {
    // The first piece of a long list tells what its headings are.
    let hasSections = before.hasSections ?? Self.hasSections(bytes)
    if before.hasSections == nil {
      isExport = format == .markdown && ExportDocument.isMarkdown(bytes)
    }
    before.hasSections = hasSections
    before.hasMarkedHeadings =
      before.hasMarkedHeadings ?? (!isExport && MarkedHeading.areUsual(bytes))
    before.hasBoxedHeadings =
      before.hasBoxedHeadings ?? (!isExport && Self.hasBoxedHeadings(bytes))
    before.hasLabels = before.hasLabels ?? (!isExport && MarkedHeading.areLabelsUsual(bytes))
    let habits = before.chat ?? ChatLine.Habits(ListFormat.sample(bytes))
    before.chat = habits
    var currency = before.currency ?? currency
    var lines = TextLines(bytes, after: before.lines)
    while let (number, raw) = lines.next() {
      before.lines = number
      let bounded = UnsafeBufferPointer(rebasing: raw.prefix(CleanText.Limit.entry.bytes))
      var line = Substring(String(decoding: bounded, as: UTF8.self)).trimmingSpaces()
      if habits.hasNamesAboveTimes, let next = lines.ahead, ChatLine.isAuthor(line, above: next),
        !isItem(String(line))
      {
        talk.append(ListEntry(name: String(line), line: number))
        continue
      }
      if let said = ChatLine(line, habits) {
        // A heading is for the rest of its message.
        settle(currency, isItem)
        before.table = nil
        before.isSignature = false
        begin(nil)
        line = said.text[...].trimmingSpaces()
      }
      if line.hasPrefix("|"), Self.isDecoration(line) { takeHeader(above: number) }
      while line.hasPrefix("> ") || line == ">" { line = line.dropFirst(2).trimmingSpaces() }
      if takeSignature(line, number, raw) { continue }
      if takeLetterHead(line, number, above: isLast ? lines : nil) { continue }
      if let said = MarkdownText.currency(inComment: line) {
        currency = said
        before.currency = said
      }
      if line.isEmpty || Self.isDecoration(line) {
        readAbove(currency, isItem)
        // The rule of a table is inside of what its heading is for.
        if line.hasPrefix("|") { before.last = .gap } else { before.addGap() }
        before.isBelowRule = !line.isEmpty
        continue
      }
      if takeLetterLine(line, number, above: isLast ? lines : nil, currency, isItem) { continue }
      let isFirstLine = !before.hasBegun
      before.hasBegun = true
      if !isExport, takeMarkedHeading(line, number, &lines, currency, isItem) { continue }
      let isLabelled = before.hasLabels == true && MarkedHeading.hasLabel(line)
      let (plain, isStruck) = MarkdownText.plain(line, isExport: isExport)
      line = plain[...]
      if let (level, text) = Self.heading(line) {
        settle(currency, isItem)
        before.table = nil
        format = .markdown
        let isTitle = level == 1 && (hasSections || ListTitle.isMeant(by: text))
        begin(below: text, number, isTitle: isTitle)
        continue
      }
      if line.hasSuffix(":"), !ChatTalk.isShortcode(ChatTalk.lastWord(of: line)),
        !Self.hasBullet(line),
        !line.utf8.contains(where: { $0 &- 48 < 10 }) || ListTitle.isMeant(by: line)
          || ListTitle.isPurpose(line)
          || store(line.dropLast()) != nil
      {
        settle(currency, isItem)
        let name = line.dropLast()
        let marked = name.hasPrefix("!") ? CleanText.name(name.dropFirst()) : nil
        // “Don't forget:” is no name for what is below it either.
        let isTitle =
          ListTitle.isMeant(by: name) || ListTitle.isPurpose(name) || ChatTalk.isRequest(name)
        begin(below: name, number, isTitle: isTitle, of: marked)
        continue
      }
      before.lone = nil
      let isRow = line.hasPrefix("|") && line.hasSuffix("|") && line.utf8.count > 1
      if isRow {
        line = line.dropFirst().dropLast().trimmingSpaces()
        readAbove(currency, isItem)
        if readCells(line, number, currency, above: lines.rowsBelowRule) { continue }
      } else {
        before.table = nil
      }
      let hasBullet = Self.hasBullet(line)
      let isInList = hasBullet || Self.hasListNumber(line)
      if isInList, let above = before.above {
        before.above = nil
        begin(below: above.text, above.line, isTitle: above.isTitle)
        before.lone = nil
      }
      readAbove(currency, isItem)
      if isInList, takeOuter(line, indentation: Self.indentation(raw), lines.ahead, number, isItem)
      {
        continue
      }
      let isFirst = before.last != .plain
      // The header of a table is no thing.
      if !isRow, before.endsGroup(hasBullet: isInList) { begin(nil) }
      before.last = isInList ? .bullet : .plain
      if let (name, things) = headed(line, isLabelled, currency), !isItem(String(line)) {
        let group = (before.category, before.store)
        begin(below: name, number, isTitle: isLabelled && ListTitle.isMeant(by: name))
        read(things, number, currency, isStruck: isStruck, isItem)
        (before.category, before.store) = group
        (before.lone, before.last) = (nil, isInList ? .bullet : .plain)
      } else if hasBullet || isStruck || isItem(String(line)) {
        read(line, number, currency, isStruck: isStruck, isItem)
      } else if isFirst, ListTitle.isMeant(by: line, isFirst: isFirstLine) {
        begin(below: line, number, isTitle: true)
      } else if store(line) != nil {
        begin(below: line, number)
      } else if isFirst, case let isOfDay = ListTitle.saysDay(line),
        isOfDay || Self.mayBeHeading(line), !saysSeveral(line, currency)
      {
        before.above = Above(text: String(line), line: number, isTitle: isOfDay)
      } else {
        read(line, number, currency, isStruck: false, isItem)
      }
    }
    before.hasEntries = before.hasEntries || !entries.isEmpty
    if isLast { finish(currency, isItem) }
  }

  /// What follows is below a heading; nil for below none.
  private mutating func begin(_ category: String?, store: String? = nil) {
    before.category = category
    before.store = store
    before.last = .gap
    before.isSpaced = false
    before.outer = []
  }

  /// What follows is of a category, from a store of the list or one that is marked as such, or of a
  /// list that has a title.
  mutating func begin(
    below heading: some StringProtocol, _ line: Int, isTitle: Bool = false, of marked: String? = nil
  ) {
    guard let name = CleanText.name(heading) else { return begin(nil) }
    let entry = ListEntry(name: name, line: line)
    if isTitle {
      begin(nil)
      return titles.append(entry)
    }
    let bare = QuickAdd.withoutEmoji(name)
    let store = marked ?? store(name) ?? bare.flatMap { self.store($0) }
    begin(store == nil ? category(bare) ?? name : nil, store: store)
    before.lone = entry
  }

  /// A category that is known, of a heading that has an emoji in front of it.
  private func category(_ bare: String?) -> String? {
    bare.flatMap {
      known.contains($0, isStore: false) || SeedCategories.names.contains($0) ? $0 : nil
    }
  }

  func store(_ name: some StringProtocol) -> String? {
    stores.isEmpty ? nil : stores[Folding.label(String(name))]
  }

  /// "Aldi: milk, eggs": a store or a category that is known or written as such, and things of it on the same line.
  /// "Wine: 3 bottles" are those of the wine.
  private func headed(
    _ line: Substring, _ isLabelled: Bool, _ currency: Currency
  ) -> (name: Substring, things: Substring)? {
    let line = Self.bulleted(line) ?? line
    guard
      let (name, things) = QuickAdd.headed(
        line,
        isHeading: {
          isLabelled || store($0) != nil || known.contains($0, isStore: false)
        }),
      store(name) != nil || !saysOnlyHowMuch(things, of: name, currency)
    else { return nil }
    return (name[...], things[...])
  }

  private func saysOnlyHowMuch(
    _ text: String, of thing: String, _ currency: Currency
  ) -> Bool {
    QuickAdd.saysOnlyHowMuch(
      text, of: [thing], currency: currency, known: QuickAdd.Known(numbers: numbers))
  }

  /// Whether a line without digits has an amount: "a dozen eggs".
  private func saysSeveral(_ line: Substring, _ currency: Currency) -> Bool {
    let read = QuickAdd.parse(
      String(line), currency: currency, known: QuickAdd.Known(numbers: numbers))
    return read.quantity.map { $0 != .one } ?? false
  }

  /// A heading with nothing below it is a title.
  mutating func settle(_ currency: Currency, _ isItem: (String) -> Bool) {
    if let lone = before.lone {
      titles.append(lone)
      before.lone = nil
      before.emptyHeadings += 1
    }
    readAbove(currency, isItem)
  }

  /// Where there is nothing but headings, they are things.
  mutating func finish(_ currency: Currency, _ isItem: (String) -> Bool) {
    settle(currency, isItem)
    takeTotal()
    guard !before.hasEntries, entries.isEmpty, talk.isEmpty, before.emptyHeadings == titles.count
    else { return }
    entries = titles
    titles = []
  }

  mutating func readAbove(_ currency: Currency, _ isItem: (String) -> Bool) {
    guard let above = before.above else { return }
    before.above = nil
    read(above.text[...], above.line, currency, isStruck: false, isItem)
  }

  private mutating func read(
    _ line: Substring, _ number: Int, _ currency: Currency, isStruck: Bool,
    _ isItem: (String) -> Bool
  ) {
    // An export has names as they are.
    if !isExport,
      let entry = ListEntry(
        written: String(line), line: number, currency: currency, style: numbers, isItem: isItem)
    {
      return place(entry, isItem)
    }
    if !isExport, before.isOrder,
      let row = MailLetter.Row.ordered(String(line), currency: currency, style: numbers)
    {
      return place(ListEntry(row, line: number), isItem)
    }
    // Below the things of an order are its note and what became of its mail.
    let isOrder = !isExport && before.isOrder || CartSummary.isOrder(line)
    before.isOrder = before.isOrder || isOrder
    if isOrder || MailLetter.isSum(line) || CartSummary.isSum(line) {
      return talk.append(ListEntry(name: String(line), line: number))
    }
    var text = Self.plain(Self.spaced(line), currency, numbers, isItem)
    // As in a table, what there are none of is known and not wanted.
    let isNone = text.hasPrefix("0 ") && !isItem(text)
    if isNone { text = String(text.dropFirst(2)) }
    if !isItem(text), let codes = try? ScannedCode.read(text), !codes.isEmpty {
      for code in codes {
        var entry = ListEntry(name: code.typed, line: number)
        if code.count > 1 { entry.quantity = Quantity(code.count) }
        if isStruck { entry.isPicked = true }
        place(entry, isItem)
      }
      return
    }
    // Each line of a checklist is one thing, commas or not; other lines mean what they mean in the add
    // line.
    var known = QuickAdd.Known(branches: branches, numbers: numbers)
    known.isExport = isExport
    let amount = amount(behind: &text, currency, isItem)
    var things = QuickAdd.parseAll(
      text, currency: currency, known: known,
      isOneThing: amount != nil || isExport || Self.hasBox(text), isItem: isItem)
    if let amount, things[0].quantity == nil {
      (things[0].quantity, things[0].pack) = amount
    }
    for var it in things {
      if isStruck { it.isPicked = true }
      if let refusal = it.refusal {
        guard !it.name.isEmpty else {
          warn(number, "Line \(number): " + refusal)
          continue
        }
        warn(number, "\(it.name): " + refusal)
      }
      if Self.namesNothing(it, currency) {
        warn(
          number, "Line \(number) names nothing to buy: “\(CleanText.line(text, limit: .name))”.")
        continue
      }
      var entry = ListEntry(it, line: number)
      if isNone { entry.isOnList = false }
      // To people "1 piece butter" is a pack.
      entry.saysPieces = isExport ? it.saysPieces : it.countsParts
      place(entry, isItem, marks: it.marks, remark: it.remark)
    }
  }

  private static func hasBox(_ text: String) -> Bool {
    let text = text.hasPrefix("- ") ? text.dropFirst(2) : text[...]
    return text.hasPrefix("[") || QuickAddParser.isTicked(box: text.prefix(1)) != nil
  }

  /// Below or above a thing receipts say how it was counted: "0.745 kg x 1.99 EUR/kg 1.48".
  private static func namesNothing(_ it: QuickAdd, _ currency: Currency) -> Bool {
    it.price != nil && it.quantity != nil && it.barcode == nil && !Barcode.isMeant(by: it.name)
      && it.name.split(separator: " ").allSatisfy { word in
        ["x", "X", "×", "*", "@", "="].contains(word)
          || word.contains(where: \.isNumber) && !word.contains(where: \.isLetter)
          || QuickAddPrice.isSign(word, currency, isMarked: true)
      }
  }

  private mutating func place(
    _ entry: ListEntry, _ isItem: (String) -> Bool, marks: String = "", remark: String? = nil
  ) {
    // A heading above it makes a thank-you nothing to buy.
    let isTalk = ChatTalk.isMeant(by: entry, marks: marks) && !isItem(entry.name)
    var entry = entry
    // A line among the rows of a table is wanted, however the table says that its things are.
    if [.csv, .tsv].contains(format) { entry.isOnList = entry.isOnList ?? true }
    takeStore(of: &entry, isItem)
    if let remark, !isItem(entry.name) { entry.describe(by: remark, isItem) }
    putUnderHeading(&entry)
    if isTalk {
      talk.append(entry)
    } else {
      entries.append(entry)
    }
  }

  /// "Milk (Aldi)": where a thing is bought, as a list that is mailed or copied says it.
  private func takeStore(of entry: inout ListEntry, _ isItem: (String) -> Bool) {
    if let said = entry.store { entry.store = store(said) ?? said }
    guard !isExport, !stores.isEmpty, entry.store == nil, entry.name.hasSuffix(")"),
      let open = entry.name.ranges(of: " (").last, open.lowerBound > entry.name.startIndex,
      let store = store(entry.name[open.upperBound...].dropLast()), !isItem(entry.name)
    else { return }
    entry.name = String(entry.name[..<open.lowerBound])
    entry.store = store
  }

  func putUnderHeading(_ entry: inout ListEntry) {
    if entry.category == nil, let category = before.category {
      entry.category = category
      entry.isUnderHeading = true
    }
    if entry.store == nil { entry.store = before.store }
  }

  /// Without what chats and receipts say beside a thing; what is nothing but that stays for people to
  /// see.
  private static func plain(
    _ line: String, _ currency: Currency, _ numbers: NumberStyle, _ isItem: (String) -> Bool
  ) -> String {
    if isItem(line) { return line }
    var plain = ChatTalk.withoutFiller(line)
    // "bread." ends a list, "q.b." and "Stk." are short.
    if plain.last == ".", plain.count(where: { $0 == " " }) < 3,
      plain.dropLast().suffix(4).allSatisfy(\.isLowercase)
    {
      plain.removeLast()
    }
    return plain.isEmpty
      ? line : QuickAdd.withoutTax(plain, currency: currency, numbers: numbers)
  }

  /// Inserts the missing blank after a mark: `-milk`, `[x]milk`, `1.milk`, `2,milk`.
  private static func spaced(_ line: Substring) -> String {
    var rest = line
    var start = ""
    func isLetter(_ text: Substring) -> Bool {
      text.unicodeScalars.first?.properties.isAlphabetic ?? false
    }
    if let first = rest.first, QuickAddParser.isBullet(String(first)),
      isLetter(rest.dropFirst())
    {
      start = "- "
      rest = rest.dropFirst()
    } else if rest.hasPrefix("- ") || rest.hasPrefix("* ") || rest.hasPrefix("+ ") {
      start = "- "
      rest = rest.dropFirst(2).trimmingSpaces()
    }
    let sign = rest.prefix(1)
    let boxes =
      ["[x]", "[X]", "[ ]", "[]"] + (QuickAddParser.isTicked(box: sign) == nil ? [] : [sign])
    for box in boxes where rest.hasPrefix(box) {
      return start + box + " " + rest.dropFirst(box.count).trimmingSpaces()
    }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let behind = rest.dropFirst(digits.count)
    if !digits.isEmpty, digits.count <= 4, let mark = behind.first, ".),".contains(mark),
      isLetter(behind.dropFirst())
    {
      return start + digits + String(mark) + " " + behind.dropFirst()
    }
    return start + rest
  }
}
