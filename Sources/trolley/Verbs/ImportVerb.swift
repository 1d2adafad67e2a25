import TrolleyFormats

struct ImportVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add what is in a file, as one change.",
    discussion: """
      Takes what export writes, and lists of other programs. What a list marks as not wanted \
      ("on": false, a row without a quantity where others have one) becomes an item only; \
      everything else goes in the cart, too.
      """)

  @Option(
    help: "json, jsonl, csv, tsv, todotxt, markdown or lines; told from the content if not given.")
  var format: ListFormat?

  @Argument(help: "The file; - is standard input.", completion: .file())
  var file: String

  @Flag(help: "Make items only; nothing goes in the cart.")
  var itemsOnly = false

  @OptionGroup var options: VerbOptions

  func run() throws {
    let bytes = try GivenFile.read(file, most: PastedList.byteLimit)
    if format == nil || format == .json, ListJSON.isDocument(bytes) {
      try restore(try ListJSON.read(bytes))
    }
    let list = try OpenList(VerbCall(options))
    let read = try PastedList.parse(
      bytes, format: format, fileName: file == "-" ? nil : file, currency: list.currency)
    if read.format == .jsonLines, read.warningCount > 0 { try refuseBroken(bytes) }
    try add(read, to: list)
  }

  private func restore(_ document: ListDocument) throws(Failure) -> Never {
    let list = try OpenList(VerbCall(options))
    let events = try list.change(orNothing: true) { _ in .restore(document) }
    let words =
      events.isEmpty
      ? "Everything in it is here already."
      : "Imported \(Wording.count(document.items.count, "item")), "
        + "\(Wording.count(document.lines.count, "line")) in the cart, "
        + "\(Wording.count(document.stores.count, "store")) and "
        + "\(Wording.count(document.orders.count, "order"))."
    try list.answer(words) { w in
      w.member("read", document.items.count)
      w.member("inCart", document.lines.count)
    }
  }

  private func add(_ read: PastedList, to list: OpenList) throws(Failure) -> Never {
    let requests = requests(read)
    let before = list.state.items.count
    let events = try list.change(orNothing: true) { _ in .add(requests) }
    let new = list.state.items.count - before
    let inCart = requests.count { $0.isInCart }
    let words =
      events.isEmpty
      ? "Everything in it is here already."
      : "Imported \(Wording.count(requests.count, "entry", "entries")): "
        + "\(Wording.count(new, "new item")), \(inCart) for the cart."
    let warnings = read.warnings.map(\.sentence)
    if !options.isJSON {
      for warning in warnings { Complaint.say(warning) }
      let more = read.warningCount - warnings.count
      if more > 0 {
        let lines = Wording.count(more, "more line was", "more lines were")
        Complaint.say("\(lines) not understood in full.")
      }
    }
    try list.answer(words) { w in
      w.member("format", read.format.rawValue)
      w.member("read", requests.count)
      w.member("new", new)
      w.member("inCart", inCart)
      w.member("notes", warnings)
    }
  }

  /// If some rows of a table have a quantity or a tick, those with neither are not in the cart.
  private func requests(_ list: PastedList) -> [AddRequest] {
    let isTable = list.format == .csv || list.format == .tsv
    let isMixed = isTable && list.entries.contains { $0.quantity != nil || $0.isPicked != nil }
    return list.entries.map { entry in
      var request = AddRequest(entry)
      if itemsOnly || isMixed && entry.quantity == nil && entry.isPicked == nil {
        request.isInCart = false
      }
      return request
    }
  }

  /// A line that is not JSON means that the file is not a valid export, and nothing is imported.
  private func refuseBroken(_ bytes: [UInt8]) throws(Failure) {
    let broken = bytes.withUnsafeBufferPointer { all -> JSONError? in
      var start = 0
      while start < all.count {
        let end = all[start...].firstIndex(of: 0x0A) ?? all.count
        var s = JSONScanner(UnsafeBufferPointer(rebasing: all[start..<end]))
        do throws(JSONError) {
          if !s.isAtEnd() {
            try s.skipValue()
            try s.finish()
          }
        } catch { return JSONError(error.reason, at: start + error.offset) }
        start = end + 1
      }
      return nil
    }
    if let broken { throw broken.failure(in: bytes, what: "The file") }
  }
}

extension ListFormat: ExpressibleByArgument {}
