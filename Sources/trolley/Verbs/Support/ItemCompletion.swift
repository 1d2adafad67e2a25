import ArgumentParser
import Glibc

/// What a shell offers where a verb takes the name of an item.
enum ItemCompletion {
  static let kind = CompletionKind.custom { words, index, _ in
    names(of: words.indices.contains(index) ? words[index] : "", in: words)
  }

  /// A shell has to sort and show them.
  private static let most = 1000

  private static func names(of word: String, in words: [String]) -> [String] {
    var directory: String?
    if let at = words.firstIndex(of: "--data"), at + 1 < words.count { directory = words[at + 1] }
    // A list is not made by looking for its names.
    guard let paths = try? AppPaths(data: directory), access(paths.data, F_OK) == 0 else {
      return []
    }
    var call = VerbCall()
    call.directory = directory
    guard let list = try? OpenList(call.reading) else { return [] }
    let typed = CompletionShell.requesting == .bash ? unquoted(word) : word
    let begun = list.state.items.inNameOrder.lazy.map(\.name).filter {
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
