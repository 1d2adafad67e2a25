import TrolleyFormats

struct ExportVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the list for other programs.",
    discussion: """
      Only json holds everything; import takes it back. markdown, todotxt and the table \
      shoppinglist of sql hold the cart, csv and plist all items. Without --format the end of the \
      file's name says it: .json, .csv, .md, .txt, .sql or .plist.

      Where people sign in, the PIN or the password is asked for again, on the terminal or as the \
      first line of standard input: being signed in is not enough to take the whole list away.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case json, csv, markdown, todotxt, sql, plist

    /// The format that the end of a file's name says; nil for another one.
    init?(fileName: String) {
      switch fileName.split(separator: ".").last?.lowercased() {
      case "md": self = .markdown
      case "txt": self = .todotxt
      case let end?: self.init(rawValue: end)
      case nil: return nil
      }
    }
  }

  @Argument(help: "A new file in place of standard output.")
  var file: String?

  @Option(name: [.customLong("format")], help: "json, csv, markdown, todotxt, sql or plist.")
  var chosen: Format?

  @Option(help: "The same as FILE.")
  var output: String?

  @Flag(help: "Replace a file that is there already, without a question.")
  var force = false

  @OptionGroup var data: DataOptions

  private var path: String? { file ?? output }

  private var format: Format { chosen ?? path.flatMap { Format(fileName: $0) } ?? .json }

  func validate() throws {
    if file != nil, output != nil { throw ValidationError("Name one file, not two.") }
    // Nothing else would say that there is JSON in it.
    let name = path?.split(separator: "/").last ?? ""
    if chosen == nil, Format(fileName: String(name)) == nil,
      let dot = name.lastIndex(of: "."), dot > name.startIndex
    {
      throw ValidationError(
        "The end \(name[dot...]) says no format: use .json, .csv, .md, .txt, .sql or .plist, or --format."
      )
    }
  }

  func run() throws {
    let list = try OpenList(VerbCall(data).reading)
    try mayReplace()
    try list.confirmActor()
    list.warnings.forEach(Complaint.say)
    var answer = Output()
    if let path {
      try NewFile.write(to: path) { (sink) throws(Failure) in try write(list.state, to: sink) }
      answer.line("Exported \(size(of: list.state)) to \(NewFile.shown(path)).")
    } else {
      try write(list.state) { (bytes) throws(Failure) in try answer.raw(bytes) }
    }
    try list.end(&answer)
  }

  private func size(of state: SharedState) -> String {
    switch format {
    case .json, .csv, .plist, .sql: Wording.count(state.items.count, "item")
    case .markdown, .todotxt: Wording.count(state.cart.count, "item") + " of the cart"
    }
  }

  private func mayReplace() throws(Failure) {
    guard !force, let path, NewFile.isThere(path) else { return }
    guard Question.canBeAsked else {
      throw Failure(.badInput, "\(NewFile.shown(path)) is there already; --force replaces it.")
    }
    guard Question.ask("\(NewFile.shown(path)) is there already. Replace it?") else {
      throw Failure(.cancelled, "Nothing was written.", detail: "no")
    }
  }

  private func write(_ state: SharedState, to sink: ExportDocument.Sink) throws(Failure) {
    if format == .json { return try ListJSON.write(state, to: sink) }
    let document = ExportDocument(state)
    switch format {
    case .json, .csv: try document.csv(to: sink)
    case .markdown: try document.markdown(to: sink)
    case .todotxt: try document.todotxt(to: sink)
    case .sql: try document.sql(to: sink)
    case .plist: try document.plist(to: sink)
    }
  }
}
