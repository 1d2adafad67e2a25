/// The values of the settings: from the file, the list, or this run.
extension SettingRow {
  /// The value in the form that scripts use.
  func text(_ preferences: Preferences, _ shared: SharedState) -> String {
    switch storage {
    case .file(let member): return member.text(preferences)
    case .list(let setting):
      let text = shared.value(of: setting)
      // The first choice is the meaning of an empty value.
      return text.isEmpty ? choices.first?.value ?? "" : text
    case .use: return shared.use.rawValue
    case .nowhere: return ""
    }
  }

  /// The value for scripts; of a key only the last characters.
  public func value(_ preferences: Preferences, _ shared: SharedState) -> String {
    let text = text(preferences, shared)
    return isKey ? Self.masked(text) : text
  }

  /// A value as a person types it: a budget with the decimal mark of the country.
  public func typed(_ text: String, style: NumberStyle) -> String {
    guard case .budget? = liveWords, let point = text.firstIndex(of: ".") else { return text }
    return text[..<point] + style.point + text[text.index(after: point)...]
  }

  /// The change to the list; nil for settings that are not stored in the list.
  public func change(_ typed: String) throws(Failure) -> Change? {
    switch storage {
    case .list(let setting):
      let text = try accepted(typed)
      return .set(setting, text == choices.first?.value ? "" : text)
    case .use: return ListMode(rawValue: try accepted(typed)).map { .changeUse($0, owner: nil) }
    case .file, .nowhere: return nil
    }
  }
}

extension SettingRow {
  /// Whether it guards accounts, keys or mail: where a machine is used by several people, only the
  /// owner of the list changes it. The machines of a family are often their own: each has its mail, and locks
  /// itself when its people say.
  private func isOwners(in use: ListMode) -> Bool {
    isKey || (group == .mail || name == "lockMinutes") && use != .household
      || name.hasPrefix("signIn.") || name.hasSuffix(".address")
  }

  /// Why this person may not change it; nil if they may. What the list keeps is judged by its
  /// events.
  public func refusal(toChangeBy actor: Actor, in state: SharedState) -> ChangeError? {
    // Before there is an owner, a list is being set up.
    guard isOwners(in: state.use), !isOfList, let owner = state.owner,
      !AccessPolicy.allows(.manage, actor, in: state)
    else { return nil }
    return actor == .signedOut ? .signInFirst : .onlyOwner(owner.name)
  }
}

extension AppState {
  /// The value of a row, in words.
  public func words(for row: SettingRow) -> String {
    if let live = row.liveWords { return words(live) }
    return row.words(for: text(of: row))
  }

  private func words(_ live: SettingRow.LiveWords) -> String {
    let preferences = session.preferences
    switch live {
    case .theme: return session.theme.title
    case .motion: return motionInWords
    case .pictures:
      let mode = preferences.pictures
      guard mode == .automatic else {
        return mode.title + (mode == .cells || session.pixels != nil ? "" : " (here cells)")
      }
      return "automatic (\(session.pixels?.title ?? "cells"))"
    case .budget: return shared.budget.map { Wording.money($0, style: session.style) } ?? "none"
    case .radius:
      return preferences.nearby.radius.text(session.distanceUnit, style: session.style)
    case .distances:
      return session.distanceUnit.title + (preferences.nearby.unit == nil ? " (automatic)" : "")
    case .catalogue:
      let title = preferences.catalogueID.title
      return preferences.catalogue.source == nil ? title + " (automatic)" : title
    case .mailRoute: return mailWayInWords
    case .lock: return Wording.count(lockMinutes, "minute")
    case .sharing: return sharingInWords
    case .settingsFile:
      guard let first = session.settings.remarks.first else { return session.settingsPath }
      return Wording.count(session.settings.remarks.count, "remark") + ": " + first
    case .consent(let service):
      switch preferences.services.isAllowed(service) {
      case true?: return "allowed"
      case false?: return "no"
      case nil: return session.isAllowed(service) == true ? "allowed in this run" : "not asked"
      }
    }
  }

  /// The value in the form that scripts use.
  public func text(of row: SettingRow) -> String { row.text(session.preferences, shared) }

  /// Whether the value differs from the default.
  public func isChosen(_ row: SettingRow) -> Bool {
    row.defaultValue(in: session.preferences).map { $0 != text(of: row) } ?? false
  }

  mutating func open(_ opener: SettingRow.Opener, _ effects: inout [Effect]) {
    switch opener {
    case .motion:
      let was = SettingRow.named("motion").map { text(of: $0) } ?? ""
      switchMotion(&effects)
      noteSetting(.file(name: "motion", was: was))
    case .storePicker: openStorePicker()
    case .currencyPicker: openCurrencyPicker()
    case .mailTest: openMail(.test, &effects)
    case .usePicker: openUsePicker()
    case .machines: openMachines(&effects)
    }
  }
}
