/// A verb with only words and the options common to all verbs: what most calls are.
struct VerbCall {
  var words: [String] = []
  var directory: String?
  /// The name of the account that acts; nil for the one that signed in last.
  var who: String?
  var isJSON = false
  /// Whether a list that is not there is reported, in place of made.
  var onlyReads = false
  /// Whether the person who types has yet to sign in.
  private(set) var isSigningIn = false

  init(_ words: [String], _ options: VerbOptions) {
    self.init(options)
    self.words = words
  }

  init(_ options: VerbOptions) {
    self.init(options.data)
    isJSON = options.isJSON
  }

  init(_ data: DataOptions) {
    directory = data.directory
    who = data.who
  }

  /// The same without an account: the person named has yet to sign in.
  var asSignedOut: VerbCall {
    var call = self
    call.who = nil
    call.isSigningIn = true
    return call
  }

  /// The same for a verb that changes nothing.
  var reading: VerbCall {
    var call = self
    call.onlyReads = true
    return call
  }

  /// The words of a name or an entry that was typed without quotes.
  var text: String { words.joined(separator: " ") }

  // MARK: Without the parser

  init() {}

  /// Whether an argument with a hyphen is meant as text: "-2 milk", "- milk".
  private static func isText(_ argument: String) -> Bool {
    let rest = argument.utf8.dropFirst()
    return rest.first.map { $0 &- 0x30 < 10 || $0 == 0x20 } ?? false
      || rest.first != 0x2D && rest.contains(0x20)
  }

  /// Runs common calls of common verbs without the argument parser, which takes longer than they
  /// do. Returns if the call is anything out of the ordinary.
  static func runIfPlain(_ arguments: [String]) throws(Failure) {
    var verb = ""
    var call = VerbCall()
    var draft = ItemDraft()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--data", let directory = rest.first, directory.utf8.first != 0x2D {
        call.directory = rest.removeFirst()
      } else if verb.isEmpty {
        verb = argument
      } else if argument == "--json" {
        call.isJSON = true
      } else if verb == "set", let field = SetVerb.field(argument), draft[keyPath: field] == nil,
        let text = rest.first, text.utf8.first != 0x2D || isText(text)
      {
        draft[keyPath: field] = rest.removeFirst()
      } else if argument.utf8.first == 0x2D, !isText(argument) {
        return
      } else {
        call.words.append(argument)
      }
    }
    switch (verb, call.words.isEmpty) {
    case ("add", false): try AddVerb.run(call)
    case ("list", true): try ListVerb.run(call)
    case ("remove", false): try RemoveVerb.run(call)
    case ("toggle", false): try ToggleVerb.run(call)
    case ("pick", false): try PickVerb.run(call, isPicked: true)
    case ("unpick", false): try PickVerb.run(call, isPicked: false)
    case ("total", true): try TotalVerb.run(call)
    case ("set", false) where draft != ItemDraft(): try SetVerb.run(call, draft)
    case ("items", true): try ItemsVerb.run(call)
    case ("undo", true): try UndoVerb.run(.undo, 1, call)
    case ("redo", true): try UndoVerb.run(.redo, 1, call)
    default: return
    }
  }
}
