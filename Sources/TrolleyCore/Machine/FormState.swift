/// A form: fields with their errors beside them. Every page with fields is one of these.
public struct FormState: Equatable, Sendable {
  public enum Purpose: Equatable, Sendable {
    case newItem
    case editItem(Item.ID)
    case newStore
    case editStore(Store.ID)
    case checkout
    /// A value for the setting of that name.
    case option(String)
    /// The first account, where the list is put to another use with it.
    case newAccount(Use?)
    case editAccount(Account.ID)
    /// Somebody whom a provider knows gets an account.
    case newIdentity(Identity)
    /// Somebody whom a provider knows has an account with the same address already.
    case linkIdentity(Identity, Account.ID)
    case forgottenPIN
    case holdCart
    case mail(MailSubject)
    case nearbyPlace
  }

  public enum FieldID: String, Hashable, Sendable {
    case name, category, price, per, quantity, picture, description, store, address, phone, email
    case note, value, pin, firstName, lastName, since, password, passwordAgain, currentSecret
    case to, subject, place
  }

  public struct Field: Equatable, Sendable {
    public let id: FieldID
    public let label: String
    /// What to write there, shown while it is empty.
    public let hint: String
    public var input: TextInput
    /// What the thing that is edited has there, as far as is known.
    var base: String
    /// What somebody else has put there, while something else was typed here.
    public internal(set) var theirs: String?
    /// What somebody else did to it, in words.
    public internal(set) var news: String?
    /// Why it is not right, in words.
    public var error: String?
    /// Shown as dots.
    public let isSecret: Bool
    /// Known values that complete what is typed.
    public var choices: [String]
    /// Several with commas between them: the last one is completed.
    let isList: Bool

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

    /// The rest of the first known value that begins with what is typed.
    public var suggestion: String? {
      guard !input.isEmpty, input.cursor == input.characters.count else { return nil }
      var typed = input.text.lowercased()
      if isList { typed = typed.split(separator: ",").last.map { String($0).trimmed } ?? "" }
      guard !typed.isEmpty, !isList || input.characters.last != "," else { return nil }
      return choices.first { $0.lowercased().hasPrefix(typed) && $0.count > typed.count }
        .map { String($0.dropFirst(typed.count)) }
    }
  }

  public let purpose: Purpose
  public let title: String
  /// A sentence above the fields.
  public var intro: String
  /// What submitting is called: "Save", "Order".
  public let action: String
  public var fields: [Field]
  /// What is wrong with all of it, in place of the sentence above the fields.
  public internal(set) var trouble: String?
  /// A field, or behind the last one the button.
  public var focus = 0
  public var scroll = 0

  public var isOnButton: Bool { focus == fields.count }

  subscript(id: FieldID) -> String { fields.first { $0.id == id }?.input.text ?? "" }

  mutating func set(error: String, on id: FieldID) {
    guard let at = fields.firstIndex(where: { $0.id == id }) else { return }
    fields[at].error = error
    focus = at
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
