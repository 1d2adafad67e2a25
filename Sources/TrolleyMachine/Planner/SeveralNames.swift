/// What the words of a verb name: one thing, or several.
extension SharedState {
  /// The items that words name, as in `add`: what is called so as a whole is one; else commas separate several,
  /// and where an argument has a blank in it, each argument is one; else each word is one, or some words
  /// together, where all of them are whole names.
  ///
  /// - Parameter find: looks one up, at least as well matched as it is told.
  public func several<Found>(
    named words: [String], from least: NameMatch.Rank = .word,
    find: (String, NameMatch.Rank) throws(ChangeError) -> Found
  ) throws(ChangeError) -> [Found] {
    let text = words.joined(separator: " ")
    let whole: ChangeError
    do throws(ChangeError) { return [try find(text, least)] } catch { whole = error }
    let parts =
      text.contains(",")
      ? text.split(separator: ",").map(String.init)
      : words.contains { $0.contains(" ") } ? words : [text]
    let names = parts.filter { !$0.allSatisfy(\.isWhitespace) }
    guard !names.isEmpty else { throw whole }
    var found: [Found] = []
    for name in names {
      if names.count > 1, let one = try? find(name, least) {
        found.append(one)
      } else if let some = try wholeNames(in: name.split(separator: " ").map(String.init), find) {
        found += some
      } else if names.count > 1 {
        found.append(try find(name, least))
      } else {
        throw whole
      }
    }
    return found
  }

  /// How many words a whole name among several may have: a long line of words is not looked up again and again.
  private static var mostWords: Int { 16 }

  /// Nil where some of the words are in no whole name.
  private func wholeNames<Found>(
    in words: [String], _ find: (String, NameMatch.Rank) throws(ChangeError) -> Found
  ) throws(ChangeError) -> [Found]? {
    var found: [Found] = []
    var rest = words[...]
    while !rest.isEmpty {
      var one: Found?
      for count in (1...min(rest.count, Self.mostWords)).reversed() where one == nil {
        do throws(ChangeError) {
          one = try find(rest.prefix(count).joined(separator: " "), .whole)
          rest = rest.dropFirst(count)
        } catch {
          if case .notInCart = error { throw error }
        }
      }
      guard let one else { return nil }
      found.append(one)
    }
    return found.isEmpty ? nil : found
  }
}
