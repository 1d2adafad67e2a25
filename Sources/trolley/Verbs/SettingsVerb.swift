struct SettingsVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "Show, change or test what may be chosen.",
    discussion: """
      Without a name it lists all of them. Keys are never arguments: say - as the value and give the \
      key on standard input, or type it when asked. Of a key only the end is ever printed. After \
      another currency you are asked whether the prices are in it now; no sum counts the others.
      """)

  @Argument(help: "Which one: theme, mail.server.", completion: ListCompletion.setting)
  var name: String?

  @Argument(
    help: "What it is to be; an empty text is none, - is read from standard input.",
    completion: ListCompletion.settingValue)
  var value: [String] = []

  @Flag(
    name: [.customLong("default"), .customLong("usual")],
    help: "Take back what was chosen: back to the default.") var isDefault = false

  @Flag(help: "Try it: mail yourself, or ask a service that is allowed one harmless question.")
  var test = false

  @Flag(help: "Say all that is wrong in the file, and nothing else; exits with 65 if anything is.")
  var check = false

  @Flag(help: "With currency: all prices are in it now, by the same numbers.") var yes = false

  @Flag(help: "With currency: the prices stay in the old one.") var keep = false

  @OptionGroup var options: VerbOptions

  func validate() throws {
    if yes || keep, yes == keep || value.isEmpty || name.map({ "currency".hasPrefix($0) }) != true {
      throw ValidationError("--yes or --keep is for prices: settings currency EUR --yes")
    }
    if check, name != nil || isDefault || test {
      throw ValidationError("That looks at the whole file: settings --check")
    }
    if isDefault, name == nil || !value.isEmpty {
      throw ValidationError(
        "Say which one goes back to its default, such as: settings theme --default")
    }
    if test, name == nil || isDefault || !value.isEmpty {
      throw ValidationError("Say what to test, such as: settings mail.server --test")
    }
  }

  func run() throws {
    let list = try OpenList(VerbCall(options), needsSignIn: false)
    if check { try Self.check(list) }
    var row: SettingRow?
    if let name {
      let start = name.lowercased() + (name.isEmpty || name.hasSuffix(".") ? "" : ".")
      let group = name.isEmpty ? [] : rows(of: list).filter { $0.name.hasPrefix(start) }
      if group.count > 1, value.isEmpty, !isDefault, !test { try Self.print(group, list) }
      row = try Self.row(name, list, isTested: test)
    }
    guard let row else { try Self.print(rows(of: list), list) }
    if test { try SettingsTest.run(row, list) }
    var known: [String]?
    if isDefault || !value.isEmpty { known = list.remarks }
    if isDefault {
      guard
        let text = row.defaultValue(in: list.settings.preferences) ?? row.noneInList
      else {
        throw Failure(.usage, "\(row.name) belongs to the list: it has no default.")
      }
      try set(row, text, list)
    } else if !value.isEmpty {
      try set(row, try given(row), list)
    }
    try Self.print([row], list, isOne: true, known: known)
  }

  private static func check(_ list: OpenList) throws(Failure) -> Never {
    var output = Output()
    list.write(to: &output, warnings: list.warnings) { w, _ in
      w.member("file", CleanText.line(list.settingsPath, limit: .address))
      w.array("remarks", list.remarks) { $1.string($0) }
    } text: { output in
      for remark in list.remarks { output.line(remark) }
      if list.remarks.isEmpty { output.line("Nothing is wrong in \(list.settingsPath).") }
    }
    guard list.remarks.isEmpty else {
      try output.close()
      throw Failure(
        .badInput, Wording.count(list.remarks.count, "remark") + " on settings.json.",
        detail: "remarks")
    }
    try list.end(&output)
  }

  // MARK: Selecting

  /// The settings of this mode; those of the list only for people who may see it.
  private func rows(of list: OpenList) -> [SettingRow] {
    SettingRow.all.filter { row in
      !row.isReadOnly && row.isAvailable(in: list.state.use)
        && !Self.isHidden(row, list)
    }
  }

  /// Whether it is the list's, and only for those who sign in; before there is an account, all may
  /// see it.
  private static func isHidden(_ row: SettingRow, _ list: OpenList) -> Bool {
    row.isOfList && list.actor == .signedOut && !list.state.accounts.isEmpty
  }

  private static func row(
    _ name: String, _ list: OpenList, isTested: Bool
  ) throws(Failure) -> SettingRow {
    guard !name.isEmpty else {
      throw Failure(.usage, "Which setting? They are listed by: trolley settings")
    }
    let rows = SettingRow.all.filter { !$0.isReadOnly }
    if let row = rows.first(where: { $0.name == name }) {
      guard !isHidden(row, list) else { throw list.failure(of: .signInFirst) }
      return row
    }
    // An unambiguous prefix, or the last part of a name.
    let near = rows.filter {
      $0.name.lowercased().hasPrefix(name.lowercased())
        || $0.name.lowercased().hasSuffix("." + name.lowercased())
    }
    if near.count == 1 { return near[0] }
    // Several that have one test in common: `settings mail --test`.
    let tested = near.filter { $0.test != nil }
    if isTested, let first = tested.first, tested.allSatisfy({ $0.test == first.test }) {
      return first
    }
    // Several begin like that, and one is called so on the screen.
    let titled = near.filter { Folding.key($0.title) == Folding.key(name) }
    if titled.count == 1 { return titled[0] }
    let shown = CleanText.line(name)
    guard near.isEmpty else {
      var names = near.prefix(8).map(\.name)
      if near.count > names.count { names.append("one of \(near.count - names.count) others") }
      throw Failure(.badInput, "“\(shown)” could be \(Wording.alternatives(names)).")
    }
    throw Failure(.badInput, "There is no setting “\(shown)”. See: trolley settings")
  }

  // MARK: Changing

  private func given(_ row: SettingRow) throws(Failure) -> String {
    var text = value.joined(separator: " ")
    // What the list shows for no value is none.
    let none = ["none", row.emptyWords, "(\(row.emptyWords))"]
    if none.contains(text), !row.choices.contains(where: { $0.value == text }) { text = "" }
    guard row.isKey else { return text == "-" ? try SecretInput.read(row.title, .key) : text }
    // Taking it away gives nothing away.
    if text.isEmpty { return text }
    guard text == "-" else {
      throw Failure(
        .usage,
        "A key is no argument, since all on this machine see those. Say: trolley settings \(row.name) -"
      )
    }
    return try SecretInput.read(row.title, .key)
  }

  private func set(_ row: SettingRow, _ text: String, _ list: OpenList) throws(Failure) {
    if row.isOfList {
      guard let change = try row.change(text) else {
        throw Failure(.badInput, "\(row.name) cannot be that.")
      }
      if change == .set(.registration, Registration.Mode.invitation.rawValue) {
        throw Failure(.usage, "That takes a code. Type: trolley people invite")
      }
      let events = try list.change(orNothing: true, then: yes ? .relabelPrices : nil) { _ in change
      }
      if case .set(.currency, _) = change {
        if !options.isJSON { Self.tellCurrency(events, text, list) }
        try settlePrices(list)
      }
    } else {
      if let refusal = row.refusal(toChangeBy: list.actor, in: list.state) {
        throw list.failure(of: refusal)
      }
      var missing: String?
      try list.choose { (old) throws(Failure) in
        let new = try row.setting(text, in: old)
        if let refusal = new.refusal(of: row.name), refusal != old.refusal(of: row.name) {
          throw Failure(.badInput, refusal)
        }
        missing = new.remark(after: row, text, from: old)
        return new
      }
      if let missing, !options.isJSON { Complaint.say(missing) }
    }
  }

  /// What became of the budget and of example prices, unless it is nothing.
  private static func tellCurrency(_ events: [Event], _ code: String, _ list: OpenList) {
    let words = ChangeSummary.currencyWords(events, style: list.style)
    if !words.isEmpty { Complaint.say("Currency is \(code.uppercased())\(words).") }
  }

  /// What becomes of prices in the old currency, as the screen asks it; where there is no one to ask, it
  /// says what there is to do.
  private func settlePrices(_ list: OpenList) throws(Failure) {
    defer {
      if !keep, !options.isJSON, let words = list.state.wordsOfUnlabelled { Complaint.say(words) }
    }
    guard !list.state.relabelled.isEmpty else { return }
    let (words, code) = (list.state.wordsOfRelabelled, list.state.currency.code)
    if keep {
      if !options.isJSON { Complaint.say(words + ".") }
      return
    }
    let isAsked = !yes && !options.isJSON && Question.canBeAsked
    if yes || isAsked && Question.ask(words + ". Are these prices \(code) now?") {
      _ = try list.change { _ in .relabelPrices }
    } else if !options.isJSON {
      Complaint.say("\(words): trolley settings currency \(code) --yes")
    }
  }

  // MARK: Printing

  /// - Parameter known: remarks that there were before a change: they are not said again.
  private static func print(
    _ rows: [SettingRow], _ list: OpenList, isOne: Bool = false, known: [String]? = nil
  ) throws(Failure) -> Never {
    var remarks = list.remarks.filter { known?.contains($0) != true }
    // Half of a set-up is no mistake: what it still needs is said with the answer.
    let missing = known == nil || list.isJSON ? [] : remarks.filter { $0.contains(" is missing: ") }
    remarks.removeAll(where: missing.contains)
    let preferences = list.settings.preferences
    try list.print(warnings: list.warnings + remarks) { w, _ in
      w.member("file", CleanText.line(list.settingsPath, limit: .address))
      w.array("settings", rows) { write($0, preferences, list.state, &$1) }
    } text: { output in
      func value(_ row: SettingRow) -> String {
        let value = row.typed(row.value(preferences, list.state), style: list.style)
        return value.isEmpty ? "(\(row.emptyWords))" : value
      }
      if isOne, let row = rows.first {
        output.line(value(row))
        for one in missing {
          let words = one.split(separator: " ").dropFirst()
          output.line(
            "Still missing: \(words.first ?? "") — " + words.dropFirst(3).joined(separator: " "))
        }
        return
      }
      var columns = Columns("lll")
      for row in rows {
        columns.add(row.name, value(row), row.explanation)
      }
      columns.print(to: &output)
    }
  }

  private static func write(
    _ row: SettingRow, _ preferences: Preferences, _ shared: SharedState, _ w: inout JSONWriter
  ) {
    w.object { w in
      w.member("name", row.name)
      w.member("group", row.group.title)
      w.member("title", row.title)
      w.member("explanation", row.explanation)
      w.member("value", row.value(preferences, shared))
      if let text = row.defaultValue(in: preferences) { w.member("usual", text) }
      if !row.choices.isEmpty { w.member("choices", row.choices.map(\.value)) }
    }
  }
}
