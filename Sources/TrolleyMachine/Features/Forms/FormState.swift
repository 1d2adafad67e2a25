/// A form: fields with their errors beside them. Every page with fields uses one.
public struct FormState: Equatable, Sendable {
  public enum Purpose: Equatable, Sendable {
    case newItem
    /// An item, and the line of the cart that it is about; nil for the first one.
    case editItem(Item.ID, line: CartLine.ID?)
    case newStore
    case editStore(Store.ID)
    case checkout
    /// The value of the setting with this name.
    case option(String)
    /// The first account, when the list changes to a use with accounts.
    case newAccount(ListMode?)
    case editAccount(Account.ID)
    case newIdentity(Identity)
    /// An existing account with the same address as a provider's identity.
    case linkIdentity(Identity, Account.ID)
    case forgottenPIN
    /// The owner makes another recovery code.
    case recoveryCode
    case holdCart
    case mail(MailSubject)
    case nearbyPlace
    /// Another machine, for a list that is shared.
    case inviteMachine
  }

  public enum FieldID: String, Hashable, Sendable {
    case name, category, price, per, quantity, picture, description, store, address, phone, email
    case note, value, pin, pinAgain, invitation, firstName, lastName, since, password,
      passwordAgain, currentSecret
    case to, subject, place
  }

  public struct Field: Equatable, Sendable {
    public let id: FieldID
    public let label: String
    /// The placeholder, shown while the field is empty.
    public let hint: String
    public var input: TextInput
    /// The stored value of the thing being edited, as far as known.
    var base: String
    /// A value that another person stored while this field was being edited.
    public internal(set) var theirs: String?
    /// Another person's change, in words.
    public internal(set) var news: String?
    /// Why the value is invalid, in words.
    public var error: String?
    /// Shown as dots.
    public let isSecret: Bool
    /// Known values offered as completions.
    public var choices: [String]
    /// Comma-separated values: the last one is completed.
    let isList: Bool
    /// Something was deleted last: what is left stands as it is.
    var isDeclined = false

    init(
      _ id: FieldID, _ label: String, _ text: String, hint: String = "", limit: Int = 200,
      choices: [String] = [], isSecret: Bool = false, isList: Bool = false
    ) {
      self.id = id
      self.label = label
      self.hint = hint
      self.choices = choices
      self.isSecret = isSecret
      self.isList = isList
      input = TextInput(text, limit: limit)
      base = text
    }

    /// The rest of the known value that begins with the typed text.
    public var suggestion: String? { completion?.rest }

    /// Offered while it is being typed, not for what was there before.
    var completion: Completion? {
      guard !isDeclined, input.text != base, input.cursor == input.characters.count,
        let last = input.characters.last, last != " "
      else { return nil }
      let text = input.text
      switch id {
      case .price:
        guard let slash = text.lastIndex(of: "/") else { return nil }
        return Self.unit(text, from: text.index(after: slash))
      case .per, .quantity: return Self.unit(text, from: text.startIndex)
      default: break
      }
      let comma = isList ? text.lastIndex(of: ",").map { text.index(after: $0) } : nil
      let start = text[(comma ?? text.startIndex)...].firstIndex { $0 != " " }
      guard let start else { return nil }
      // A whole address is not the beginning of another one.
      if id == .to, EmailAddress.isWhole(String(text[start...])) { return nil }
      return Completion(of: text[start...], among: choices)?.behind(text[..<start])
    }

    /// "1 k", "$2.50/k".
    private static func unit(_ text: String, from start: String.Index) -> Completion? {
      guard let word = text[start...].firstIndex(where: \.isLetter) else { return nil }
      return Completion(ofUnit: text[word...])?.behind(text[..<word])
    }
  }

  public let purpose: Purpose
  public let title: String
  /// A sentence above the fields.
  public var intro: String
  /// The label of the submit button: "Save", "Order".
  public let action: String
  public var fields: [Field]
  /// An error of the form as a whole, in place of the intro.
  public internal(set) var trouble: String?
  /// Who deleted meanwhile what it edits; nil as long as that is there.
  var deletedBy: String?
  /// Whether the person was told that saving again adds what is typed as a new item.
  var isToBeNew = false
  /// The index of a field, or one past the last for the button.
  public var focus = 0 { didSet { isSelected = true } }
  /// Whether the first key replaces the focused field's text, until it is edited.
  public internal(set) var isSelected = true

  /// Whether the person was told that leaving drops what was typed.
  var isLeaving = false

  /// Whether quitting drops what was typed into it.
  var isTyped: Bool {
    // A key that was half pasted is not a guess at a secret.
    var countsSecrets = false
    if case .option = purpose { countsSecrets = true }
    return fields.contains { (countsSecrets || !$0.isSecret) && $0.input.text != $0.base }
  }

  /// Whether leaving drops it, too; the check-out and letters keep it.
  var wouldLose: Bool {
    switch purpose {
    case .checkout, .mail: false
    case .option, .newItem, .editItem, .newStore, .editStore, .newAccount, .editAccount,
      .newIdentity, .linkIdentity, .forgottenPIN, .recoveryCode, .holdCart, .nearbyPlace,
      .inviteMachine:
      isTyped
    }
  }

  public var isOnButton: Bool { focus == fields.count }
  /// Whether the focused field shows its text as selected. To a list of addresses people add, and what
  /// was refused they mend; a secret, which they don't see, they type anew.
  public var showsSelection: Bool {
    guard isSelected, !isOnButton, !fields[focus].input.isEmpty else { return false }
    return !fields[focus].isList && (fields[focus].error == nil || fields[focus].isSecret)
  }

  subscript(id: FieldID) -> String { fields.first { $0.id == id }?.input.text ?? "" }

  mutating func set(error: String, on id: FieldID) {
    guard let at = fields.firstIndex(where: { $0.id == id }) else { return }
    fields[at].error = error
    _ = fields[at].input.perform(.textEnd)
    focus = at
  }

  /// Digits that no PIN can be are told when their field is left, before the others are filled in.
  mutating func refuseNewPIN(in field: Int) {
    guard fields.indices.contains(field), fields[field].id == .pin else { return }
    let digits = fields[field].input.text.trimmed
    guard !digits.isEmpty, let refusal = PIN.refusal(of: digits) else { return }
    fields[field].error = refusal.sentence
  }

  /// Whether it registers a person who has no account yet.
  var isOfNewPerson: Bool {
    switch purpose {
    case .newAccount(nil), .newIdentity: true
    default: false
    }
  }

  mutating func empty(_ id: FieldID) {
    guard let at = fields.firstIndex(where: { $0.id == id }) else { return }
    fields[at].input = TextInput("", limit: fields[at].input.limit)
  }

  mutating func clearErrors() {
    trouble = nil
    for at in fields.indices { fields[at].error = nil }
  }
}

extension [FormState.Field] {
  /// These as a form is filled now, with what was typed into it before it was left: a field that was not
  /// touched follows what it is filled from.
  func keeping(typedInto left: [FormState.Field]) -> [FormState.Field] {
    map { field in
      guard let old = left.first(where: { $0.id == field.id }), old.input.text != old.base else {
        return field
      }
      var field = field
      field.input = old.input
      return field
    }
  }
}
