import TrolleyFormats

struct ImportVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add what is in a file, as one change.",
    discussion: """
      Takes what export writes, and lists of other programs. What a list marks as not wanted \
      ("on": false, a row without a quantity where others have one) becomes an item only; \
      everything else goes in the cart, too. A barcode goes in the cart if its product is in the \
      list; others are left out and named, for add to look them up.
      """)

  @Option(
    help:
      "json, jsonl, csv, tsv, todotxt, plist, markdown or lines; told from the content if not given."
  )
  var format: ListFormat?

  @Argument(help: "The file; - is standard input.", completion: .file())
  var file: String

  @Flag(help: "Make items only; nothing goes in the cart.")
  var itemsOnly = false

  @Flag(help: "Of a whole list from export: what both lists have stays as it is here.")
  var merge = false

  @OptionGroup var options: VerbOptions

  func validate() throws {
    if itemsOnly, merge { throw ValidationError("Say --items-only or --merge, not both.") }
  }

  func run() throws {
    var source = try GivenFile(file)
    let start = try source.next()
    if format == nil || format == .json, ListJSON.isDocument(start) {
      try restore(try ListJSON.read(try source.whole(from: start)))
    }
    guard !merge else {
      throw Failure(.badInput, "--merge takes a whole list, as trolley export writes it.")
    }
    let list = try OpenList(VerbCall(options))
    let known = list.state.known(list.style)
    let reader = try PastedList.Reader(
      start, format: format, fileName: file == "-" ? nil : file, currency: list.currency,
      numbers: list.style, stores: known.namedStores, categories: known.categories)
    let piece = reader.needsWhole ? try source.whole(from: start) : start
    try source.keep(in: list.directory)
    try add(piece, of: source, reader, to: list)
  }

  private func restore(_ document: ListDocument) throws(Failure) -> Never {
    let list = try OpenList(VerbCall(options))
    let currency = list.currency
    var (events, kept): ([Event], String?)
    if merge {
      (events, kept, _) = try list.merge(document, keepsCart: true)
    } else {
      // Of an item the values of the file are taken over.
      kept = document.wordsOfKeptStores(in: list.state)
      events = try list.change(orNothing: true) { _ in .restore(document) }
    }
    let made = ImportSummary(events)
    let notes = [document.remark, Self.words(ofLeftOut: list.leftOut)].compactMap { $0 }
    if !options.isJSON { for note in notes { Complaint.say(note) } }
    let same = document.items.count - made.added - made.changed - list.leftOut.count
    let words = made.words.isEmpty ? "Imported its settings" : "Imported " + made.words
    let rest = same == 0 ? "" : "; \(Wording.count(same, "item was", "items were")) here already"
    let money =
      list.currency == currency
      ? ""
      : " The currency of the list is \(list.currency.code) now, as in the file; prices in "
        + "\(currency.code) are kept, and not counted. To take it back: trolley undo"
    let nothing =
      list.leftOut.isEmpty && kept != nil
      ? "Nothing in it is new." : Self.wordsOfNothing(besides: list.leftOut)
    let otherwise = kept.map { " Otherwise in the file, and left as it is here: \($0)." } ?? ""
    try list.answer((events.isEmpty ? nothing : words + rest + "." + money) + otherwise) { w in
      w.member("read", document.items.count)
      w.member("new", made.added)
      w.member("changed", made.changed)
      w.member("inCart", document.lines.count)
      w.member("notes", notes)
    }
  }

  /// Reads, decides and writes piece by piece: how long the list is does not matter.
  private func add(
    _ first: [UInt8], of file: GivenFile, _ reader: PastedList.Reader, to list: OpenList
  ) throws(Failure) -> Never {
    var file = file
    var reader = reader
    var piece: [UInt8]? = first
    var isMixed = false
    var blanks: [String] = []
    var inCart = 0
    var barcodes = Barcodes(list.state.items)
    var talk = Talk()
    var stores: Set<String> = []
    let before = list.state.items.count
    var progress = Progress("Importing")
    let (isChanged, joined, repriced) = try list.add { (isItem) throws(Failure) -> [AddRequest]? in
      guard let bytes = piece else { return nil }
      let isLast = file.isAtEnd
      try reader.read(bytes, isLast: isLast, isItem: isItem)
      if let broken = reader.list.broken { throw broken }
      progress.show(file.share)
      piece = isLast ? nil : try file.next()
      talk.note(reader.list.talk)
      stores.formUnion(reader.list.entries.compactMap(\.store))
      var read = reader.list
      let names = read.leaveOutBlanks(&isMixed)
      if !read.isExport, blanks.count < 6 { blanks += names.prefix(6) }
      let requests = read.entries.compactMap { entry -> AddRequest? in
        var request = AddRequest(entry)
        if itemsOnly { request.isInCart = false }
        return barcodes.named(request)
      }
      inCart += requests.count(where: \.isInCart)
      return requests
    }
    progress.end()
    let read = reader.list
    let new = list.state.items.count - before
    let leftOut = barcodes.leftOut + talk.count
    let count = reader.count - leftOut
    if count == 0, let words = barcodes.words ?? talk.words { throw Failure(.badInput, words) }
    let words =
      !isChanged
      ? Self.wordsOfNothing(besides: list.leftOut)
      : "Imported \(Wording.count(count, "entry", "entries")): "
        + "\(Wording.count(new, "new item")), "
        + (repriced == 0 ? "" : "\(Wording.count(repriced, "changed price")), ")
        + "\(inCart) for the cart"
        + (itemsOnly || inCart == count ? "." : ", \(count - inCart) not wanted.")
        + (joined.map { " " + Wording.sentence($0) } ?? "")
    var warnings = read.warnings.map(\.sentence)
    if !options.isJSON {
      for warning in warnings { Complaint.say(warning) }
      let more = read.warningCount - warnings.count
      if more > 0 {
        let lines = Wording.count(more, "more line was", "more lines were")
        Complaint.say("\(lines) not understood in full.")
      }
    }
    let left = Self.words(ofLeftOut: list.leftOut)
    let remarks = [
      left, barcodes.words, talk.words, itemsOnly ? nil : Self.words(ofBlanks: blanks),
      Self.words(ofTitles: read.emptyHeadings),
    ]
    for words in remarks.compactMap({ $0 }) + list.state.remarks(onStores: stores.sorted()) {
      warnings.append(words)
      if !options.isJSON { Complaint.say(words) }
    }
    try list.answer(words) { w in
      w.member("format", read.format.rawValue)
      w.member("read", reader.count)
      w.member("leftOut", leftOut)
      w.member("new", new)
      w.member("repriced", repriced)
      w.member("inCart", inCart)
      w.member("notes", warnings)
    }
  }

  /// Which headings are taken for titles, since nothing is below them; nil for none.
  private static func words(ofTitles titles: [ListEntry]) -> String? {
    let names = titles.map { "“\($0.name)”" }
    guard !names.isEmpty else { return nil }
    let (are, them) = names.count == 1 ? ("is a title", "it") : ("are titles", "them")
    return "\(Wording.list(names)) \(are) and left out. To add \(them): trolley add"
  }

  /// Which rows of a table have no amount, where others have one; nil for none.
  private static func words(ofBlanks names: [String]) -> String? {
    guard !names.isEmpty else { return nil }
    let more = names.count > 5 ? ["others"] : []
    return "Not put in the cart, since the amount is blank: "
      + Wording.list(names.prefix(5).map { "“\($0)”" } + more) + "."
  }

  private static func wordsOfNothing(besides leftOut: [ChangeError]) -> String {
    leftOut.isEmpty ? "Everything in it is here already." : "Nothing else in it is new."
  }

  /// Which items of other people stay as they are; nil for none.
  private static func words(ofLeftOut all: [ChangeError]) -> String? {
    guard !all.isEmpty else { return nil }
    let more = all.count > 5 ? ["And \(all.count - 5) more."] : []
    return "Left as it is here: " + (all.prefix(5).map(\.sentence) + more).joined(separator: " ")
  }
}

/// The barcodes in a list. It may have a million: what the list does not know is left out, and none is
/// sent to a server.
private struct Barcodes {
  /// The names of the items that came from a barcode, by its digits.
  private var known: [String: String]
  private(set) var leftOut = 0
  /// Those with digits that no barcode has, in sentences.
  private var wrong: [String] = []
  private var wrongCount = 0
  private var shown: [String] = []

  private static let most = 20

  init(_ items: ItemTable) {
    var known: [String: String] = [:]
    for item in items.fromCatalogues {
      if let code = item.source.split(separator: "/").last, let barcode = try? Barcode(code),
        known[barcode.text] == nil || item.isNamedByHand
      {
        known[barcode.text] = item.name
      }
    }
    self.known = known
  }

  /// What an entry adds: the item that a barcode stands for; nil for a barcode of none.
  mutating func named(_ request: AddRequest) -> AddRequest? {
    if let barcode = request.barcode { known[barcode.text] = request.name }
    guard Barcode.isMeant(by: request.name) else { return request }
    do throws(Barcode.Refusal) {
      if let name = known[try Barcode(request.name).text] {
        var request = request
        request.name = name
        return request
      }
      if shown.count < Self.most { shown.append(ScannedCode(request)?.line ?? request.name) }
    } catch {
      wrongCount += 1
      if wrong.count < Self.most { wrong.append(error.sentence) }
    }
    leftOut += 1
    return nil
  }

  /// What `add` takes: each code with how many of it, and for what price.
  private var argument: String {
    shown.contains { $0.contains(" ") }
      ? "'" + shown.joined(separator: ", ") + "'" : shown.joined(separator: " ")
  }

  /// What was left out, and what to do about it; nil for nothing.
  var words: String? {
    let count = leftOut - wrongCount
    let what = Wording.count(count, "barcode was", "barcodes were")
    let toLookUp =
      count == 0
      ? []
      : [
        "\(what) left out, since import asks no server. To look \(count == 1 ? "it" : "them") up: "
          + "trolley add \(argument)" + (count > shown.count ? " …" : "")
      ]
    let more = wrongCount > wrong.count ? ["\(wrongCount - wrong.count) more are none."] : []
    let all = wrong + more + toLookUp
    return all.isEmpty ? nil : all.joined(separator: " ")
  }
}

/// What a chat or a receipt says besides things to buy.
private struct Talk {
  private(set) var count = 0
  private var shown: [String] = []

  mutating func note(_ entries: [ListEntry]) {
    count += entries.count
    shown += entries.prefix(5 - shown.count).map { "“\($0.name)”" }
  }

  /// What was left out, and what to do about it; nil for nothing.
  var words: String? {
    guard count > 0 else { return nil }
    let more = count > shown.count ? ["\(count - shown.count) more"] : []
    return "Left out \(Wording.count(count, "line")) with nothing to buy: "
      + Wording.list(shown + more) + ". To add one: trolley add"
  }
}

extension ListFormat: ExpressibleByArgument {}
