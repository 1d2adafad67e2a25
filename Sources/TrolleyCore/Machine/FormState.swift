/// A form: fields with their errors beside them. Every page with fields is one of these.
public struct FormState: Equatable, Sendable {
  public enum Purpose: Equatable, Sendable {
    case newItem
    case editItem(Item.ID)
    case newStore
    case editStore(Store.ID)
    case checkout
    case setting(ListSetting)
    /// The first account, where the list is put to another use with it.
    case newAccount(Use?)
    case editAccount(Account.ID)
    /// Somebody whom a provider knows gets an account.
    case newIdentity(Identity)
    /// Somebody whom a provider knows has an account with the same address already.
    case linkIdentity(Identity, Account.ID)
    case forgottenPIN
    case holdCart
  }

  public enum FieldID: String, Hashable, Sendable {
    case name, category, price, per, quantity, picture, description, store, address, phone, email
    case note, value, pin, firstName, lastName, since, password, passwordAgain
    case currentPassword
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

    init(
      _ id: FieldID, _ label: String, _ text: String, hint: String = "", limit: Int = 200,
      choices: [String] = [], isSecret: Bool = false
    ) {
      self.id = id
      self.label = label
      self.hint = hint
      self.choices = choices
      self.isSecret = isSecret
      input = TextInput(text, limit: limit)
      base = text
    }

    /// The rest of the first known value that begins with what is typed.
    public var suggestion: String? {
      guard !input.isEmpty, input.cursor == input.characters.count else { return nil }
      let typed = input.text.lowercased()
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

  mutating func clearErrors() {
    for at in fields.indices { fields[at].error = nil }
  }
}
