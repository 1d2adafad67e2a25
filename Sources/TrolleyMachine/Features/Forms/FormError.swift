/// An error in a form, and the field it belongs to.
struct FormError: Error {
  let field: FormState.FieldID
  let sentence: String

  init(_ field: FormState.FieldID, _ sentence: String) {
    self.field = field
    self.sentence = sentence
  }

  init(_ refusal: ChangeError, quantityField: FormState.FieldID = .quantity) {
    let field: FormState.FieldID
    switch refusal {
    case .tooLong(let name, _):
      let word = name.split(separator: " ").last.map(String.init) ?? ""
      field = FormState.FieldID(rawValue: word) ?? .name
    case .emptyName, .nameTooLong, .nameTaken, .storeNameTaken: field = .name
    case .badPrice: field = .price
    case .noSuchPicture, .badPicture: field = .picture
    case .badQuantity, .tooMuch: field = quantityField
    case .badEmail, .emailTaken, .missingEmail: field = .email
    case .noSuchStore, .storeOfItems, .ambiguous: field = .store
    case .missing(let name): field = name.lowercased().contains("address") ? .address : .name
    case .badCurrency, .budgetElsewhere: field = .value
    case .missingPIN, .badPIN, .easyPIN, .pinTaken: field = .pin
    case .missingFirstName: field = .firstName
    case .missingLastName, .lastNameTaken: field = .lastName
    case .missingPassword, .shortPassword, .longPassword, .commonPassword: field = .password
    case .otherPassword: field = .passwordAgain
    case .otherPIN: field = .pinAgain
    case .wrongInvitation: field = .invitation
    case .badDay: field = .since
    case .signInFirst, .onlyOwner, .notYours, .notYoursInCart, .noSuchAccount, .ownerStays,
      .missingName, .ownerCannotSignIn, .registrationClosed, .identityTaken, .cartIsNotEmpty,
      .noHeldCart,
      .heldCartIsGone, .noSuchItem, .itemIsGone, .outOfBounds, .notInCart, .leastQuantity,
      .noSuchOrder, .emptyCart, .nothingPicked, .nothingToUndo, .nothingToUndoSinceSignIn,
      .nothingToRedo, .changedSince, .nothingToDo:
      field = .name
    }
    self.init(field, refusal.sentence)
  }

  /// The account form shows name errors at the first-name field.
  var onAccount: FormError { field == .name ? FormError(.firstName, sentence) : self }
}
