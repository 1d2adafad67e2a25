/// An object of settings in the settings file. Only those that need one of these have a section.
package struct SettingSection: Sendable {
  let name: String
  /// An example, for the error message when it is not an object.
  let example: String
  /// Members that are never read, and why: the words after the name.
  var refused: [String: String] = [:]
  /// Validates all its members together: corrects the settings, and returns the errors as the words
  /// after the section's name and a dot.
  ///
  /// - Parameters:
  ///   - wrong: how many of its members were wrong.
  ///   - unknown: how many were not known.
  var check: @Sendable (inout Preferences, _ wrong: Int, _ unknown: Int) -> [String] = { _, _, _ in
    []
  }
}

extension SettingRow {
  /// The setting that opens the page of the machines, and that page's title.
  package static let onSeveralMachines = "On several machines"

  /// All settings, including those only in the file, in the order of a new file.
  package static let table: [SettingRow] =
    parts.flatMap { $0() }

  /// The table in parts, each made when it is asked for.
  private static let parts: [@Sendable () -> [SettingRow]] = [
    { shop }, { own }, { accounts }, { signIn }, { mail }, { services }, { catalogue }, { nearby },
    { thisList },
  ]

  static let inFile = table.filter { $0.member != nil }

  /// The member of the settings file with this name, or the first one of the object with it. Makes no
  /// more rows than it has to: a start and a verb would wait for each.
  static func inFile(_ name: String) -> SettingRow? {
    parts.lazy.compactMap { part in
      part().first { $0.member != nil && ($0.name == name || $0.name.hasPrefix(name + ".")) }
    }.first
  }

  /// The members that each screen has for itself.
  static let views = inFile.filter(\.isView)

  /// The settings on the page and in `trolley settings`.
  public static let all: [SettingRow] = SettingGroup.allCases.flatMap { group in
    let rows = table.filter { $0.group == group && !$0.isHidden }
    return (0...3).flatMap { rank in rows.filter { $0.rank == rank } }
  }

  /// By its name in scripts.
  public static func named(_ name: String) -> SettingRow? { all.first { $0.name == name } }

  static let sections: [SettingSection] =
    [.mail, .nearby, .catalogue, .services] + SettingSection.ofServices + SettingSection.signIn

  // MARK: Settings of the list

  private static let shop: [SettingRow] = [
    SettingRow(
      .prices, "currency", .list(.currency), .text(hint: "USD, EUR, JPY …"), "Currency",
      "For new prices and the total; three letters."
    ).with(\.opener, .currencyPicker).with(\.synonyms, "dollar euro money"),
    SettingRow(
      .prices, "budget", .list(.budget), .text(hint: "empty for none"), "Budget",
      "Warns at 80 % and at 100 %; empty for none."
    ).with(\.liveWords, .budget).with(\.synonyms, "money limit"),
    SettingRow(
      .stores, "currentStore", .list(.currentStore),
      .text(hint: "one of your stores"), "I am in", "The cart by aisle follows it."
    ).with(\.emptyText, "no store").with(\.opener, .storePicker).with(\.synonyms, "shop"),
  ]

  private static let accounts: [SettingRow] = [
    SettingRow(
      .signIn, "forgottenPIN", .list(.forgottenPIN),
      .choice([Choice("shown"), Choice("hidden", "not shown")]), "Forgotten PINs",
      "Whether they are shown to who knows the e-mail address."
    ).with(\.uses, [.staff]),
    SettingRow(
      .signIn, "registration", .list(.registration),
      .choice([
        Choice("open"), Choice("invitation", "by invitation"),
        Choice("closed", "closed: only the owner adds people"),
      ]), "Registering", "Who may make an account, besides the owner."
    ).with(\.uses, [.household, .staff]).with(
      \.synonyms, "invite register new account employee people add"),
  ]

  private static let thisList: [SettingRow] = [
    SettingRow(
      .list, "settingsFile", .nowhere, .readOnly, "Settings file",
      "Everything chosen here, to read and to edit."
    ).with(\.liveWords, .settingsFile).with(\.rank, 2),
    SettingRow(
      .list, "sharing", .nowhere, .readOnly, onSeveralMachines,
      "One list on several machines, through a server."
    ).with(\.liveWords, .sharing).with(\.opener, .machines).with(\.rank, 1)
      .with(
        \.details,
        "Enter shows the machines, to invite, remove or leave. In a shell, trolley share ADDRESS begins "
          + "it and says before what others will see."
      )
      .with(\.synonyms, "share sync server invite join family offline postgresql"),
    SettingRow(
      .list, "use", .use, .choice(ListMode.allCases.map { Choice($0.rawValue, $0.title) }), "Use",
      "For one person, a family, or the staff of a shop."
    ).with(\.opener, .usePicker)
      .with(
        \.synonyms, "share family household staff shop employee people account pin sign in mode"),
    SettingRow(
      .list, "keys", .nowhere, .readOnly, "Keys",
      "Keys of your own for commands, such as {\"toggle\": [\"x\"]}; see man trolley."
    ).with(\.isHidden, true),
  ]
}
