/// The palette and the help: what can be done, from the table of commands.
extension AppState {
  /// Every command available on this page, searchable.
  mutating func openPalette() {
    let scope = session.scope
    show(PickerState(.palette, "What would you like to do?", entries(for: scope, all: false)))
  }

  /// All keys of this screen, searchable by name and by key.
  mutating func openHelp() {
    let scope = session.scope
    show(PickerState(.help, "Keys on this screen", entries(for: scope, all: true)))
  }

  /// Under the headings of the table of commands; then the settings, for those who look for one.
  private func entries(for scope: Scope, all: Bool) -> [PickerState.Entry] {
    let here = commandEntries(for: scope, all: all)
      .filter { entry in
        guard let command = entry.command else { return true }
        return all ? isMeant(command) : mayAsk(for: command)
      }
    var entries: [PickerState.Entry] = []
    for section in CommandTable.sections {
      let rows = section.groups.flatMap(\.rows)
      let found = rows.compactMap { row in here.first { $0.command == row.command } }
      if !found.isEmpty { entries += [.heading(section.title)] + found }
    }
    if !all, !session.isLocked {
      // An overlay keeps to what it is about.
      if session.overlays.isEmpty { entries += entriesElsewhere(besides: here) }
      for theme in ThemeChoice.allCases {
        var entry = PickerState.Entry("Colours: " + theme.title, value: theme.rawValue)
        entry.theme = theme
        entry.isOnlyFound = true
        entries.append(entry)
      }
      for row in SettingRow.all where row.isAvailable(in: shared.use) {
        var entry = PickerState.Entry(
          "Setting: " + row.title, detail: row.group.title, value: row.name)
        entry.synonyms = row.synonyms
        entry.isOnlyFound = true
        entries.append(entry)
      }
    }
    return entries
  }

  /// What the other pages offer, for those who look for it by name.
  private func entriesElsewhere(besides here: [PickerState.Entry]) -> [PickerState.Entry] {
    var known = Set(here.map(\.label))
    return shared.pages.filter { $0 != session.page }.flatMap { page in
      guard let scope = Scope.named(page.rawValue) else { return [PickerState.Entry]() }
      return commandEntries(for: scope, all: false).compactMap { there in
        guard let command = there.command, command.isMeant(for: page), mayAsk(for: command),
          known.insert(there.label).inserted
        else { return nil }
        var entry = PickerState.Entry(
          "\(page.title): \(there.label)", detail: there.detail, value: there.value,
          command: command)
        entry.synonyms = there.synonyms + " " + command.title(in: .everywhere)
        entry.page = page
        entry.isOnlyFound = true
        return entry
      }
    }
  }

  /// Whether it may ever do something here: nothing is replaced in a list of one machine.
  private func isMeant(_ command: Command) -> Bool {
    command != .putBack || session.sync != nil || hasSharingNews
  }

  /// Whether it would do something: what is for the owner is only refused to others.
  private func mayAsk(for command: Command) -> Bool {
    switch command {
    case .invite, .makeRecoveryCode: AccessPolicy.allows(.manage, session.actor, in: shared)
    case .newEmployee: !isRegistrationClosed
    case .relabelPrices: shared.hasPricesElsewhere
    case .putBack, .forgetConflicts: hasSharingNews
    case .settleMail, .dropMail, .noteMailSent: mailToSettle != nil
    default: true
    }
  }

  private func commandEntries(for scope: Scope, all: Bool) -> [PickerState.Entry] {
    let synonyms = Dictionary(
      uniqueKeysWithValues: CommandTable.rows.map { ($0.command, $0.synonyms) })
    var seen: Set<Command> = []
    let bindings = session.keymap.bindings.filter { $0.isAvailable(in: shared.use) }
    let here = bindings.filter { $0.scopes.contains(Scopes(scope)) }
    let own = Set(here.flatMap(\.keys.all))
    let everywhere = bindings.filter {
      $0.scopes == .everywhere && (!session.isLocked || $0.availability.contains(.signedOut))
    }
    return (here + everywhere).compactMap { binding in
      guard seen.insert(binding.command).inserted, all || binding.command != .palette else {
        return nil
      }
      // Omits keys of global bindings that this screen uses for something else.
      let isEverywhere = binding.scopes == .everywhere
      let keys = binding.keys.all.filter { !isEverywhere || !own.contains($0) }
      // In the help, a command without a key is not one to learn.
      guard !all || !keys.isEmpty else { return nil }
      var entry = PickerState.Entry(
        binding.command.title(in: scope), detail: keys.joined(separator: " "),
        value: binding.command.name, command: binding.command)
      entry.synonyms = synonyms[binding.command] ?? ""
      // Its key is in the last line.
      entry.isOnlyFound = !all && binding.command == .help
      return entry
    }
  }
}

extension Command {
  /// Whether it can be asked for from elsewhere: it does not depend on what has the focus there,
  /// or asks first.
  fileprivate func isMeant(for page: ScreenID) -> Bool {
    switch self {
    case .up, .down, .left, .right, .first, .last, .pageUp, .pageDown, .halfPageUp, .halfPageDown,
      .open, .back, .toggle, .increase, .decrease, .star, .edit, .mark, .markRange, .test,
      .nextMatch, .previousMatch, .nextSegment, .switchMap:
      false
    case .delete: page == .people
    default: true
    }
  }
}
