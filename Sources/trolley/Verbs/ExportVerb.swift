import TrolleyFormats

struct ExportVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the list for other programs.",
    discussion: """
      Only json holds everything; import takes it back. markdown, todotxt and the table \
      shoppinglist of sql hold the cart, csv and plist all items.

      Where people sign in, the PIN or the password is asked for again, on the terminal or as the \
      first line of standard input: being signed in is not enough to take the whole list away.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case json, csv, markdown, todotxt, sql, plist
  }

  @Option(help: "json, csv, markdown, todotxt, sql or plist.")
  var format = Format.json

  @Option(help: "A file in place of standard output.")
  var output: String?

  @OptionGroup var data: DataOptions

  func run() throws {
    let list = try OpenList(VerbCall(data))
    try list.confirmActor()
    list.warnings.forEach(Complaint.say)
    var answer = Output()
    let bytes = Self.bytes(of: list.state, as: format)
    if let output {
      try NewFile.write(bytes, to: output)
    } else {
      answer.raw(bytes)
    }
    try list.end(&answer)
  }

  private static func bytes(of state: SharedState, as format: Format) -> [UInt8] {
    if format == .json { return ListJSON.write(ListDocument(state)) }
    let document = ExportDocument(
      currency: state.currency, items: state.items.inNameOrder, lines: Array(state.cart.lines),
      stores: state.stores)
    switch format {
    case .json, .csv: return document.csv()
    case .markdown: return document.markdown()
    case .todotxt: return document.todotxt()
    case .sql: return document.sql()
    case .plist: return document.plist()
    }
  }
}
