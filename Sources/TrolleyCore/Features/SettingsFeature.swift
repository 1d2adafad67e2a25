/// The rows of the settings page.
public enum SettingRow: Int, CaseIterable, Sendable {
  case theme, motion, mouse, currency, budget, store, locale, grouping, view, tileSize, cartOrder
  case mail, lock, forgottenPIN, use

  public var title: String {
    switch self {
    case .theme: "Colours"
    case .motion: "Motion"
    case .mouse: "Mouse"
    case .currency: "Currency"
    case .budget: "Budget"
    case .store: "I am in"
    case .locale: "Prices and dates as in"
    case .grouping: "Group the tiles"
    case .view: "Items as"
    case .tileSize: "Size of the tiles"
    case .cartOrder: "Order of the cart"
    case .mail: "Mail"
    case .lock: "Lock after"
    case .forgottenPIN: "Forgotten PINs"
    case .use: "Use"
    }
  }

  public var explanation: String {
    switch self {
    case .theme: "automatic follows the terminal’s background"
    case .motion: "confetti when something is done; off for a calm screen"
    case .mouse: "off gives the terminal its own selection back (from the next start)"
    case .currency: "for new prices and the total; three letters"
    case .budget: "warns at 80 % and at 100 %; empty for none"
    case .store: "the cart by aisle follows it"
    case .locale: "such as en_US or de_DE; empty follows the system"
    case .grouping: "what is on the list first"
    case .view: "tiles with pictures, or a table"
    case .tileSize: "automatic shows everything when it can"
    case .cartOrder: "by aisle is the way you walked last time"
    case .mail: "how it leaves this machine (settings.json); enter sends a test"
    case .lock: "without a key; the cart is kept"
    case .forgottenPIN: "whether they are shown to who knows the e-mail address"
    case .use: "for one person, a family, or the staff of a shop"
    }
  }
}

extension AppState {
  /// The rows that there are in this use.
  public var settingRows: [SettingRow] {
    SettingRow.allCases.filter { row in
      switch row {
      case .lock: shared.use.hasAccounts
      case .forgottenPIN: shared.use == .staff
      default: true
      }
    }
  }

  /// What a row says now.
  public func value(of row: SettingRow) -> String {
    let p = session.preferences
    switch row {
    case .theme: return session.theme.title
    case .motion: return motionInWords
    case .mouse: return p.usesMouse ? "on" : "off"
    case .currency: return shared.currency.code
    case .budget:
      return shared.budget.map { Wording.money($0, style: session.style) } ?? "none"
    case .store: return shared.currentStore.isEmpty ? "no store" : shared.currentStore
    case .locale: return p.locale.isEmpty ? "the system" : p.locale
    case .grouping: return p.isGrouped ? "on the list or not" : "no"
    case .view: return p.isTable ? "table" : "tiles"
    case .tileSize: return p.tileSize.rawValue
    case .cartOrder: return p.cartOrder.title
    case .mail: return mailWayInWords
    case .lock: return Wording.count(lockMinutes, "minute")
    case .forgottenPIN: return shared.hidesForgottenPINs ? "not shown" : "shown"
    case .use: return shared.use.title
    }
  }

  mutating func performOnSettings(_ command: Command, _ effects: inout [Effect]) {
    let index = session.settings.index
    let rows = settingRows
    let last = rows.count - 1
    switch command {
    case .up: moveSettings(index - 1)
    case .down: moveSettings(index + 1)
    case .first, .pageUp, .halfPageUp: moveSettings(0)
    case .last, .pageDown, .halfPageDown: moveSettings(last)
    case .open, .toggle, .edit, .right, .increase:
      if rows.indices.contains(index) { change(rows[index], &effects) }
    default: break
    }
  }

  private mutating func moveSettings(_ to: Int) {
    session.settings.move(
      to: to, count: settingRows.count, viewport: session.layout.list.height)
  }

  private mutating func change(_ row: SettingRow, _ effects: inout [Effect]) {
    switch row {
    case .theme: perform(.switchTheme, &effects)
    case .motion: perform(.switchMotion, &effects)
    case .mouse: remember(&effects) { $0.usesMouse.toggle() }
    case .currency: openSettingForm(.currency, "Currency", shared.currency.code, "USD, EUR, JPY …")
    case .budget:
      openSettingForm(.budget, "Budget", shared.budget?.decimal ?? "", "empty for none")
    case .store: openStorePicker()
    case .locale:
      let all = [""] + Self.locales
      let at = all.firstIndex(of: session.preferences.locale) ?? 0
      remember(&effects) { $0.locale = all[(at + 1) % all.count] }
    case .grouping: change(&effects) { $0.isGrouped.toggle() }
    case .view: change(&effects) { $0.isTable.toggle() }
    case .tileSize: performOnItems(.switchTileSize, &effects)
    case .cartOrder:
      remember(&effects) { $0.cartOrder = $0.cartOrder == .adding ? .aisle : .adding }
      refreshAisles()
    case .mail: openMail(.test, &effects)
    case .lock:
      let all = [1, 2, 5, 10, 15, 30, 60]
      let next = all.first { $0 > lockMinutes } ?? all[0]
      remember(&effects) { $0.lockMinutes = next }
      followLockSetting()
    case .forgottenPIN:
      let value = shared.hidesForgottenPINs ? "" : SharedState.hidden
      announce(.set(.forgottenPIN, value), &effects)
    case .use: openUsePicker()
    }
  }

  private mutating func openUsePicker() {
    guard Rules.allows(.manage, session.actor, in: shared) else {
      return notice(ChangeRefusal.onlyOwner(shared.owner?.name ?? "").sentence, .danger)
    }
    let uses = Use.allCases
    let entries = uses.map {
      PickerState.Entry($0.title, detail: $0.explanation, value: $0.rawValue)
    }
    let at = uses.firstIndex(of: shared.use) ?? 0
    session.overlays.append(.picker(PickerState(.use, "Use", entries, selected: at)))
  }

  /// Everything that is there stays. Where people sign in, the first account owns it.
  mutating func chooseUse(_ use: Use, _ effects: inout [Effect]) {
    guard use != shared.use else { return }
    if use.hasAccounts, shared.owner?.canSignIn(in: use) != true {
      openAccountForm(shared.owner?.id, for: use)
    } else {
      guard attempt(.changeUse(use, owner: nil), &effects) else { return }
      if !session.isLocked { notice("The list is for \(use.title) use now.", .success) }
    }
  }

  /// What the settings page offers; the file takes any other as well.
  private static let locales = [
    "en_US", "en_GB", "de_DE", "fr_FR", "es_ES", "it_IT", "nl_NL", "sv_SE", "ja_JP",
  ]

  mutating func remember(_ effects: inout [Effect], _ change: (inout Preferences) -> Void) {
    change(&session.preferences)
    effects.append(.remember(session.preferences))
  }

  private mutating func openSettingForm(
    _ setting: ListSetting, _ title: String, _ value: String, _ hint: String
  ) {
    session.overlays.append(
      .form(
        FormState(
          purpose: .setting(setting), title: title, intro: "", action: "Save",
          fields: [.init(.value, title, value, hint: hint, limit: 30)])))
  }
}
