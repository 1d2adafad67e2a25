import ArgumentParser
import Glibc

/// What a shell offers where a verb takes the name of something in the list, or of a setting.
enum ListCompletion {
  static let item = ofList { $0.items.inNameOrder.lazy.map(\.name) }
  static let itemInCart = ofList { state in
    Set(state.cart.lines.compactMap { state.items[$0.item]?.name })
      .sorted { Folding.compare($0, $1) < 0 }
  }
  static let store = ofList(stores)
  /// The newest first.
  static let order = ofList { state in state.orders.reversed().map { state.label(of: $0) } }
  static let setting = CompletionKind.custom { words, index, _ in
    written(settings.map(\.name), word(words, index))
  }
  static let settingValue = CompletionKind.custom { words, index, _ in
    let names = words.prefix(max(0, index))
    guard let row = settings.first(where: { names.contains($0.name) }) else { return [] }
    let values = row.choices.map(\.value).filter { !$0.isEmpty }
    switch row.name {
    case "currency": return written(CurrencyNames.all.map(\.code), word(words, index))
    case "currentStore": return written(state(words).map(stores) ?? [], word(words, index))
    default: return written(values, word(words, index))
    }
  }

  /// A shell has to sort and show them.
  private static let most = 1000

  private static var settings: [SettingRow] { SettingRow.all.filter { !$0.isReadOnly } }

  private static func ofList<Names: Sequence<String>>(
    _ names: @escaping @Sendable (SharedState) -> Names
  ) -> CompletionKind {
    .custom { words, index, _ in
      state(words).map { written(names($0), word(words, index)) } ?? []
    }
  }

  private static func stores(_ state: SharedState) -> [String] {
    state.stores.inNameOrder.map { state.stores.label(of: $0) }
  }

  private static func word(_ words: [String], _ index: Int) -> String {
    words.indices.contains(index) ? words[index] : ""
  }

  /// Nil where there is no list: none is made by looking for its names.
  private static func state(_ words: [String]) -> SharedState? {
    var call = VerbCall()
    if let at = words.firstIndex(of: "--data"), at + 1 < words.count {
      call.directory = words[at + 1]
    }
    guard let paths = try? AppPaths(data: call.directory), access(paths.data, F_OK) == 0 else {
      return nil
    }
    return (try? OpenList(call.reading))?.state
  }

  /// Those that begin like the word that is being typed, as the shell wants them.
  private static func written(_ names: some Sequence<String>, _ word: String) -> [String] {
    let typed = CompletionShell.requesting == .bash ? unquoted(word) : word
    let begun = names.lazy.filter {
      Folding.key(String($0.prefix(typed.count))) == Folding.key(typed)
    }
    return begun.prefix(most).map { written($0, behind: typed) }
  }

  /// A name as the shell wants it. Bash only takes what begins with the letters that are typed, expands each
  /// and quotes it again; of zsh a colon begins a description.
  private static func written(_ name: String, behind typed: String) -> String {
    switch CompletionShell.requesting {
    case .bash:
      escaped(typed + name.dropFirst(typed.count), marks: "\\'\"`$ ()<>|&;*?[]{}~!#")
    case .zsh: escaped(name, marks: "\\:")
    default: name
    }
  }

  private static func escaped(_ text: String, marks: String) -> String {
    String(text.flatMap { marks.contains($0) ? ["\\", $0] : [$0] })
  }

  /// The word that is being typed in bash, without its quotes and backslashes.
  private static func unquoted(_ word: String) -> String {
    var text = ""
    var isEscaped = false
    for character in word {
      if !isEscaped, character == "\\" {
        isEscaped = true
      } else if isEscaped || character != "\"" && character != "'" {
        text.append(character)
        isEscaped = false
      }
    }
    return text
  }
}
