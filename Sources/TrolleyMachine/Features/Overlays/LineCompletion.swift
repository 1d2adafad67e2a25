/// What the add line offers to complete: items, categories, stores and units.
extension SharedState {
  /// What helps to read a line of this list: its names, and how numbers are written.
  public func known(_ numbers: NumberStyle) -> QuickAdd.Known {
    var categories = items.categories
    var shops = items.stores
    let seeds = SeedCategories.names
    let labels = stores.map { stores.label(of: $0) }
    categories.subtract(seeds + [""])
    let chains = Set(stores.map(\.name)).subtracting(labels)
    shops.subtract(labels + chains + [""])
    let names = labels + shops.sorted { Folding.compare($0, $1) < 0 }
    return QuickAdd.Known(
      categories: seeds + categories.sorted { Folding.compare($0, $1) < 0 }, stores: names,
      chains: chains.sorted { Folding.compare($0, $1) < 0 },
      branches: stores.flatMap(\.namesInFull) + names.filter { $0.contains(",") }, numbers: numbers)
  }

  /// What a line means in this list: several things if commas separate them, unless there is an item
  /// with such a name. A store is the one of the list; where several have its name, that is refused.
  ///
  /// - Parameter isCompleted: false where no one was shown the rest of a name: the beginning of a favourite
  ///   store's name means that one.
  public func read(
    _ line: String, known: QuickAdd.Known, isCompleted: Bool = true
  ) -> [QuickAdd] {
    QuickAdd.parseAll(line, currency: currency, known: known, isItem: isItem).map { entry in
      guard let store = entry.store else { return entry }
      var entry = entry
      do throws(ChangeError) {
        if let begun = try favouriteStore(begun: store, isCompleted: isCompleted) {
          entry.store = begun
        } else {
          entry.store = try storeName(said: store)
        }
      } catch {
        entry.refusal = entry.refusal ?? error.sentence
      }
      return entry
    }
  }

  /// Whether there is an item of this name.
  package func isItem(_ name: String) -> Bool { items.first(named: name) != nil }

  /// The line with the rest of what is being typed at its end; nil when nothing known begins so.
  func completion(of line: String, known: QuickAdd.Known) -> Completion? {
    guard let last = line.last, !last.isWhitespace, !line.contains("\"") else { return nil }
    if let marked = completionOfMark(line, known) ?? completionOfPrice(line, known.numbers) {
      return marked
    }
    let comma =
      line.lastIndex(where: QuickAddParser.isSeparator).map { line.index(after: $0) }
      ?? line.startIndex
    let start = line[comma...].firstIndex { $0 != " " } ?? comma
    let part = String(line[start...])
    let entry = QuickAdd.parse(part, currency: currency, known: known)
    let names = entry.spans.filter { $0.field == .name }
    guard let span = names.last, names.count == 1, span.range.upperBound == part.count,
      entry.spans.last == span
    else { return nil }
    let before = String(part.prefix(span.range.lowerBound))
    let head = String(line[..<start]) + before
    let typed = String(part.dropFirst(span.range.lowerBound))
    guard typed.count > 1 || !typed.allSatisfy(\.isASCII) else {
      return completionOfUnit(typed, entry)?.behind(head)
    }
    if items.first(named: typed) != nil { return nil }
    guard let name = likeliest(typed) else { return completionOfUnit(typed, entry)?.behind(head) }
    guard let rest = Completion.rest(of: name, behind: Folding.plain(typed)) else { return nil }
    // A name that would be read as something else is quoted.
    let plain = QuickAdd.parse(before + name, currency: currency, known: known)
    // "oat", "corn" and "bread" are things to buy, beside oat milk, cornflakes and breadcrumbs. "Rosinen" of
    // Rosinenbrot is a word, as "brot" is one.
    let isWord =
      rest.first == " " || typed.count > 3 && ItemGlyph.isProduct(rest)
      || ItemGlyph.isWord(typed, before: rest)
    return Completion(
      rest: rest, text: head + (plain.name == name ? name : QuickAdd.quoted(name)),
      isOptional: isWord)
  }

  /// The item that begins with the text: a starred one first, then the shortest name.
  private func likeliest(_ typed: String) -> String? {
    guard let match = NameMatch(typed) else { return nil }
    var best: Item?
    items.rank(match) { slot, rank in
      guard rank >= .beginning, let item = items.item(at: slot) else { return }
      guard let other = best else {
        best = item
        return
      }
      if item.isFavourite != other.isFavourite {
        if item.isFavourite { best = item }
      } else if item.name.utf8.count < other.name.utf8.count {
        best = item
      }
    }
    return best?.name
  }

  /// "2 bot": a unit behind a bare number.
  private func completionOfUnit(_ typed: String, _ entry: QuickAdd) -> Completion? {
    guard entry.quantity?.unit == .piece, entry.spans.first?.field == .quantity else { return nil }
    return Completion(ofUnit: typed)
  }

  /// "#bak", "!whole fo".
  private func completionOfMark(_ line: String, _ known: QuickAdd.Known) -> Completion? {
    guard let mark = line.lastIndex(where: { $0 == "#" || $0 == "!" }),
      mark == line.startIndex || line[line.index(before: mark)] == " "
    else { return nil }
    let start = line.index(after: mark)
    let isStore = line[mark] == "!"
    // Of several branches first what they have in common: then the line says which there are.
    let names =
      isStore
      ? known.chains + known.stores + known.stores.map { $0.filter { $0 != "," } }
      : known.categories
    guard let found = Completion(of: line[start...], among: names) else { return nil }
    // A name that would be read as something else is quoted.
    let read = QuickAdd.parseAll(
      "thing \(line[mark])\(found.text)", currency: currency, known: known, isItem: isItem)
    let isRead = read.count == 1 && (isStore ? read[0].store : read[0].category) == found.text
    let text = isRead && read[0].name == "thing" ? found.text : QuickAdd.quoted(found.text)
    return Completion(rest: found.rest, text: String(line[..<start]) + text)
  }

  /// "@3.20/k".
  private func completionOfPrice(_ line: String, _ numbers: NumberStyle) -> Completion? {
    let word = line[(line.lastIndex(of: " ").map { line.index(after: $0) } ?? line.startIndex)...]
    guard let slash = word.lastIndex(of: "/"),
      PriceText.parse(
        String(word[..<slash].drop { $0 == "@" }), currency: currency, numbers: numbers) != nil
    else { return nil }
    let start = word[word.index(after: slash)...].firstIndex { !$0.isNumber } ?? word.endIndex
    return Completion(ofUnit: word[start...])?.behind(line[..<start])
  }
}
