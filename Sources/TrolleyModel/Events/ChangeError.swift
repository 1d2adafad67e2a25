/// Why a change is refused as a whole, so that it can be explained to the user.
public enum ChangeError: Error, Equatable, Sendable {
  case emptyName
  case nameTooLong
  /// "That note"
  case tooLong(field: String, limit: Int)
  case nameTaken(String)
  case storeNameTaken(String)
  /// With how people here write numbers: the sentence has one.
  case badPrice(String, NumberStyle)
  case badQuantity(String, NumberStyle)
  /// "1500000 g Flour", more than a line of the cart holds.
  case tooMuch(String)
  /// A value that a file would not give back.
  case outOfBounds
  case badCurrency(String)
  /// A budget that is not in the currency of the list.
  case budgetElsewhere(Currency, list: Currency)
  /// With the most similar names.
  case noSuchPicture(String, nearest: [String])
  /// Neither an absolute path nor a safe address.
  case badPicture(String)
  case badEmail(String)
  case missing(field: String)
  /// With the nearest names; none where no name is near.
  case noSuchItem(String, nearest: [String] = [])
  case itemIsGone
  case notInCart(String)
  /// One step less would be nothing.
  case leastQuantity(String, String)
  /// With the nearest names; none where no name is near.
  case noSuchStore(String, nearest: [String] = [])
  /// A store that is none of the list's own; so many items name it.
  case storeOfItems(String, items: Int)
  case noSuchOrder(String)
  case ambiguous(String, candidates: [String])
  case emptyCart
  case nothingPicked
  case nothingToUndo
  case nothingToUndoSinceSignIn
  case nothingToRedo
  /// A later change, by another person or another command, has overtaken the step.
  case changedSince(String, isRedo: Bool, isShared: Bool)
  case nothingToDo
  // Permissions.
  case signInFirst
  case onlyOwner(String)
  case notYours(String, whose: String)
  /// Another person has put it in the cart.
  case notYoursInCart(String, whose: String)
  // Accounts.
  case missingPIN
  case badPIN
  case easyPIN
  case pinTaken
  case missingFirstName
  case missingLastName
  /// With the first name of the person who cannot have it.
  case lastNameTaken(String, by: String)
  case emailTaken
  case badDay(String)
  case noSuchAccount(String)
  case ownerStays(String)
  case ownerCannotSignIn(String)
  case otherPIN
  /// With the owner's name.
  case registrationClosed(String)
  case wrongInvitation
  case missingName
  case missingEmail
  case missingPassword
  case shortPassword
  case longPassword
  case commonPassword
  case otherPassword
  case identityTaken
  case cartIsNotEmpty
  case noHeldCart
  case heldCartIsGone

  /// For the user.
  public var sentence: String {
    switch self {
    case .emptyName: "A name is needed."
    case .nameTooLong: "That name is too long; 200 characters are the most."
    case .tooLong(let field, let limit): "\(field) is too long; \(limit) characters are the most."
    case .nameTaken(let name): "There is an item called \(name) already."
    case .storeNameTaken(let name):
      "There is a store called \(name) already. Another address tells two branches apart."
    case .badPrice(let text, let numbers):
      "“\(text)” is not a price. Write a number such as \(numbers.example("2.50")), not below 0."
    case .badQuantity(let text, let numbers) where ChangeError.isTooMuch(text, numbers):
      ChangeError.tooMuch("“\(text)”").sentence
    case .tooMuch(let what): "\(what) is too much; a million is the most."
    case .outOfBounds: "A number in that is too large to be kept."
    case .badQuantity(let text, let numbers):
      "“\(text)” is not a quantity. Write a number above 0, with a unit if you like: "
        + numbers.example("2, 500 g, 1.5 l.")
    case .budgetElsewhere(let currency, let list):
      "A budget in \(currency.code) cannot be compared: the list is in \(list.code)."
    case .badCurrency(let text):
      "“\(text)” is not a currency. Write the three letters of one, such as EUR."
    case .noSuchPicture(let name, _) where PictureSource.isEmojiOfSeveral(name):
      "“\(name)” is made of several signs, and can't be drawn. Take an emoji of one."
    case .noSuchPicture(let name, let nearest):
      "There is no picture called “\(name)”; the nearest \(nearest.count == 1 ? "is" : "are") "
        + ChangeError.list(nearest, "and") + "."
    case .badPicture(let text) where text.contains("://"):
      "Addresses of pictures begin with https:// and lead to another machine."
    case .badPicture(let text):
      "“\(text)” is no whole path. It begins with / or ~/, as in ~/Pictures/milk.jpg."
    case .badEmail(let text) where ((try? MailAddress.parseList(text)) ?? []).count > 1:
      "“\(text)” are several e-mail addresses; only one is taken here."
    case .badEmail(let text):
      EmailAddress.isValid(text)
        ? MailAddress.refusal(of: text) ?? "" : "“\(text)” is not an e-mail address."
    case .missing(let field): "\(field) is needed."
    case .noSuchItem(let name, let nearest):
      "There is no item called “\(name)”." + ChangeError.question(nearest)
    case .itemIsGone: "That item is gone."
    case .notInCart(let name): "\(name) is not in the cart."
    case .leastQuantity(let name, let quantity):
      "\(name): \(quantity) is the least."
    case .noSuchStore(let name, let nearest):
      "There is no store called “\(name)” among yours, and no item names it."
        + ChangeError.question(nearest)
    case .storeOfItems(let name, let items):
      "“\(name)” is not among your stores, but \(Wording.count(items, "item names", "items name")) "
        + "it. Add it to your stores, or name another one there."
    case .noSuchOrder(let number): "There is no order \(number)."
    case .ambiguous(let name, let candidates):
      "“\(name)” could be \(ChangeError.list(candidates)). Write more of the name."
    case .emptyCart: "The cart is empty. Put something in first."
    case .nothingPicked: "Nothing is picked yet."
    case .nothingToUndo: "There is nothing to undo."
    case .nothingToUndoSinceSignIn: "There is nothing to undo since you signed in."
    case .nothingToRedo: "There is nothing to redo."
    case .changedSince("", let isRedo, _):
      "Cannot \(isRedo ? "redo" : "undo") a change of something that is not there any more."
    case .changedSince(let what, let isRedo, let isShared):
      "Cannot \(isRedo ? "redo" : "undo") \(what): "
        + (isShared ? "another person has changed it since." : "it was changed again since.")
    case .nothingToDo: "That changes nothing."
    case .signInFirst: "Sign in first."
    case .onlyOwner(let name):
      name.isEmpty
        ? "Only the owner may do that." : "Only \(name), who owns this list, may do that."
    case .notYours(let what, let whose):
      Wording.sentence(
        (what.isEmpty ? "That" : what) + " belongs to \(whose.isEmpty ? "another person" : whose)")
    case .notYoursInCart(let what, let whose):
      Wording.sentence(
        whose.isEmpty
          ? "Another person has put \(what) in the cart, and must take it out"
          : "\(whose) has put \(what) in the cart: only \(whose) can take it out")
    case .missingPIN: "A PIN is needed."
    case .badPIN: "That is not a PIN. A PIN has 4 to 12 digits."
    case .easyPIN:
      "That is easy to guess: no date, no run (1234), nothing repeated (0000, 6060)."
    case .pinTaken: "This PIN is taken. Choose another one."
    case .missingFirstName: "A first name is needed."
    case .missingLastName: "A last name is needed."
    case .lastNameTaken(let name, let first):
      "“\(name)” is taken: add an initial, such as “\(name) \(first.first.map(String.init) ?? "A")”."
    case .emailTaken: "This e-mail address already has an account here."
    case .badDay(let text): "“\(text)” is not a day. Write it like 2026-03-14."
    case .noSuchAccount(let name): "There is no account called “\(name)”."
    case .ownerStays(let name): "\(name) owns this list and cannot be removed."
    case .ownerCannotSignIn(let name):
      "\(name) could not sign in then. Change the use on the screen: Settings, Use."
    case .otherPIN: "That is not the same PIN again."
    case .registrationClosed(let owner):
      "Only \(owner.isEmpty ? "the owner" : owner) adds people here."
    case .wrongInvitation: "That is not the invitation of this list. Ask the owner for it."
    case .missingName: "A name is needed: the one that the others see."
    case .missingEmail: "An e-mail address is needed: you sign in with it."
    case .missingPassword: "A password is needed."
    case .shortPassword: "Too short: a password has 8 characters or more."
    case .longPassword: "Too long: a password has 128 characters at most."
    case .commonPassword: "That is among the first that people try. Take another one."
    case .otherPassword: "That is not the same password again."
    case .identityTaken: "Another account here signs in with that already."
    case .cartIsNotEmpty: "Your cart is not empty. Hold it, or check out, first."
    case .noHeldCart: "No cart is held."
    case .heldCartIsGone: "That cart has just been taken up by another person."
    }
  }

  public var failure: Failure { Failure(isAboutRights ? .notAllowed : .badInput, sentence) }

  /// Whether another person could do it.
  private var isAboutRights: Bool {
    switch self {
    case .signInFirst, .onlyOwner, .notYours, .notYoursInCart, .registrationClosed,
      .wrongInvitation:
      true
    default: false
    }
  }

  /// Whether a text that is no quantity is too large a number.
  private static func isTooMuch(_ text: String, _ numbers: NumberStyle) -> Bool {
    guard let (amount, _) = Amount.read(Array(text.utf8)[...], numbers) else { return false }
    return amount.isTooLarge || amount.thousandths > Quantity.limit
  }

  private static func question(_ nearest: [String]) -> String {
    nearest.isEmpty ? "" : " Did you mean \(list(nearest))?"
  }

  /// Five of the names at most, in quotes: `“a”, “b” or “c”`.
  package static func list(_ names: [String], _ word: String = "or") -> String {
    let shown = names.prefix(5).map { "“\($0)”" }
    let more = names.count - shown.count
    return Wording.list(shown + (more > 0 ? ["\(more) more"] : []), word)
  }
}
