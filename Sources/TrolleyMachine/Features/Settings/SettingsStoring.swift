/// Storing the values of settings, and what follows from them.
extension AppState {
  mutating func submitOption(
    _ name: String, _ form: FormState, _ effects: inout [Effect]
  ) throws(FormError) {
    guard let row = SettingRow.named(name), !(row.isKey && form[.value].isEmpty) else {
      return closeForms()
    }
    do throws(Failure) {
      let new = row.isProgram ? try row.setting(form[.value], in: session.preferences) : nil
      if let new, new != session.preferences {
        return effects.append(.checkSetting(name: name, typed: form[.value], new))
      }
      try set(row, form[.value], &effects)
    } catch { throw FormError(.value, error.sentence) }
    closeForms()
  }

  /// What can't be run here is not stored: it may be the password itself. The form says so.
  mutating func finishOption(
    _ name: String, _ typed: String, _ refusal: String?, _ effects: inout [Effect]
  ) {
    guard let row = SettingRow.named(name), case .form(var form)? = session.overlays.last,
      form.purpose == .option(name), form[.value] == typed
    else { return }
    do throws(Failure) {
      if let refusal { throw Failure(.badInput, refusal) }
      try set(row, typed, &effects)
      closeForms()
    } catch {
      form.set(error: error.sentence, on: .value)
      replaceLast(.form(form))
    }
  }

  /// Stores a value where it belongs. Throws why it was refused.
  mutating func set(_ row: SettingRow, _ typed: String, _ effects: inout [Effect]) throws(Failure) {
    if case .set(.registration, Registration.Mode.invitation.rawValue)? = try row.change(typed) {
      return makeInvitation(&effects)
    }
    if let change = try row.change(typed) {
      let events: [Event]
      do throws(ChangeError) { events = try makeAnnounced(change, &effects) } catch .nothingToDo {
        return
      } catch { throw error.failure }
      if case .set(.currency, _) = change { askAboutPrices(after: events) }
      return
    }
    let (old, new) = (session.preferences, try row.setting(typed, in: session.preferences))
    defer {
      if let remark = new.remark(after: row, typed, from: old) { notice(remark, seconds: 8) }
    }
    guard new != old else { return }
    // A key that was replaced is not kept, not even here.
    if row.isKey {
      session.settings.forgetChanges()
    } else {
      noteSetting(.file(name: row.name, was: text(of: row)))
    }
    adopt(new, &effects)
  }

  /// After the currency has changed: prices in the old one are shown, but no sum counts them. What
  /// else became of budget and starters is said there, too: behind the dialog there is one line.
  mutating func askAboutPrices(after events: [Event]) {
    let new = shared.currency.code
    let besides = ChangeSummary.currencyWords(events, style: session.style)
    let others = shared.wordsOfUnlabelled
    guard !shared.relabelled.isEmpty else {
      if let others { announce(done: "Currency is \(new)\(besides). \(others)") }
      return
    }
    if !besides.isEmpty { announce(done: "Currency is \(new)") }
    show(
      "Are these prices \(new) now?",
      (besides.isEmpty ? "" : "Currency is \(new)\(besides). ") + shared.wordsOfRelabelled
        + ": by the same numbers now or later (: take all prices over), or by new ones that you type."
        + (others.map { " " + $0 } ?? ""),
      .init("They are \(new)", .relabelPrices), .init("Leave them"), focus: 1)
  }

  /// Like `set`, but shows a refusal as a notice.
  @discardableResult
  mutating func say(try row: SettingRow, _ typed: String, _ effects: inout [Effect]) -> Bool {
    do throws(Failure) {
      try set(row, typed, &effects)
      return true
    } catch {
      notice(error.sentence, .danger)
      return false
    }
  }

  mutating func resetToDefault(_ row: SettingRow, _ effects: inout [Effect]) {
    guard let defaultValue = row.defaultValue(in: session.preferences) ?? row.noneInList else {
      return notice("That is not chosen on this machine: it has no default.")
    }
    guard text(of: row) != defaultValue else { return notice("It is the default.") }
    // A deleted key cannot be recovered.
    if row.isKey, session.settings.keyToForget != row.name {
      session.settings.keyToForget = row.name
      return notice("d once more takes \(row.title) away. Nothing brings it back.", .danger)
    }
    session.settings.keyToForget = nil
    say(try: row, defaultValue, &effects)
    notice("\(row.title): back to the default (\(words(for: row))).", .success)
  }

  /// Applies new preferences at once and writes them to the file.
  mutating func adopt(_ new: Preferences, _ effects: inout [Effect]) {
    let old = session.preferences
    guard new != old else { return }
    use(new, &effects)
    followCatalogueSettings(changedFrom: old, &effects)
    effects.append(.remember(new))
  }

  /// Applies the file's contents after it was edited by hand. How this screen looks at the list stays,
  /// also what it has not chosen and the file does not mention, such as the catalogue after a sign-in.
  mutating func apply(_ reading: SettingsReading, _ effects: inout [Effect]) {
    // Of what was chosen here a moment ago, or what another program wrote.
    let remark = reading.remarks.first { !session.settings.remarks.contains($0) }
    let isMended = reading.remarks.isEmpty && !session.settings.remarks.isEmpty
    // A remark has a row of its own, above the others.
    let focused = focusedSetting?.name
    session.settings.remarks = reading.remarks
    keepFocus(on: focused)
    session.keymap = reading.keymap
    let old = session.preferences
    let new = reading.preferences.looking(like: old)
    guard new != old else {
      if session.isLocked { return }
      if let remark { return notice(remark, .danger) }
      if isMended { notice("settings.json is in order again.", .success) }
      return
    }
    session.settings.forgetChanges()
    use(new, &effects)
    stopForbiddenWork(&effects)
    followMapSettings(changedFrom: old, &effects)
    followCatalogueSettings(changedFrom: old, &effects)
    guard !session.isLocked else { return }
    let unsaved = reading.unsaved.map { SettingRow.named($0)?.title ?? $0 }
    if let remark = reading.remarks.first {
      notice("settings.json was changed by another program. \(remark)", .danger)
    } else if !unsaved.isEmpty {
      notice(
        "What settings.json says is in use again. Not saved: \(Wording.list(unsaved)).", .danger)
    } else {
      notice("settings.json was changed by another program; the new settings are in use.")
    }
  }

  /// Updates everything that depends on a preference.
  private mutating func use(_ new: Preferences, _ effects: inout [Effect]) {
    let old = session.preferences
    // It keeps the focus: a search may show other rows now.
    let focused = focusedSetting?.name
    session.preferences = new
    // What was allowed until quitting is withdrawn as well: the default asks again.
    session.allowedUntilQuit = session.allowedUntilQuit.filter {
      new.services.isAllowed($0) == old.services.isAllowed($0)
    }
    // What a server refused may be mended by that.
    if ExternalService.allCases.contains(where: {
      new.services.access($0) != old.services.access($0)
    }) {
      session.nearby.trouble = ""
    }
    if new.theme != old.theme { session.themeOfRun = nil }
    if !session.hasMotion { session.confetti = [] }
    if new.segment != old.segment || new.sort != old.sort
      || new.isReversed != old.isReversed || new.category != old.category
      || new.isGrouped != old.isGrouped || new.isTable != old.isTable
      || new.tileSize != old.tileSize
    {
      rebuildItems()
      followFocus()
    }
    if new.cartOrder != old.cartOrder {
      startWalk()
      focusLine(at: session.cart.focusIndex)
    }
    if new.lockMinutes != old.lockMinutes { followLockSetting() }
    keepFocus(on: focused)
    forgetTests(of: old, &effects)
  }

  mutating func remember(_ effects: inout [Effect], _ change: (inout Preferences) -> Void) {
    change(&session.preferences)
    effects.append(.remember(session.preferences))
  }
}
