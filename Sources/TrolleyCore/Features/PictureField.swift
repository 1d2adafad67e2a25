/// The picture in the form of an item: a name, a path or an address. What is typed is looked at by the
/// worker when the field is left and before the item is saved; no key waits for it.
struct PictureField: Equatable, Sendable {
  /// What the person wants saved as soon as its picture is known to be one.
  var submitted: PictureSource?
  /// That picture has been looked at, or nothing can be said about it: it may be saved.
  var settled: PictureSource?
  /// A whole path was put in at once, by a paste or from the list: it is looked at before the field is
  /// left.
  var isWhole = false
  /// The directory whose pictures complete what is typed.
  var folder: OpenFolder?

  struct OpenFolder: Equatable, Sendable {
    /// With a slash at its end.
    let directory: String
    let showsHidden: Bool
    /// The open question.
    var work: Int?
    var content: Result<PictureFolder, Failure>?
  }
}

extension AppState {
  /// The form on the screen that has a picture in it, and where that stands.
  private var pictureForm: (overlay: Int, form: FormState, field: Int)? {
    for (at, overlay) in session.overlays.enumerated().reversed() {
      guard case .form(let form) = overlay else { continue }
      guard let field = form.fields.firstIndex(where: { $0.id == .picture }) else { return nil }
      return (at, form, field)
    }
    return nil
  }

  /// The file or address that the form names.
  private func source(in form: FormState) -> PictureSource? {
    PictureSource(PicturePath.meant(form[.picture], home: session.home))
  }

  var wishOfForm: PictureWish? {
    guard let (_, form, field) = pictureForm, let source = source(in: form) else { return nil }
    let isTyped = form.focus == field && !session.pictureField.isWhole
    guard !isTyped || session.pictureField.submitted == source else { return nil }
    return PictureWish(source: source, service: service(for: source), grade: .tile)
  }

  /// Whether the form waits for its picture.
  public func isLookingAtPicture(_ form: FormState) -> Bool {
    session.pictureField.submitted != nil && pictureForm?.form == form
  }

  // MARK: Typing

  /// A path that is pasted or dropped takes the place of what was there.
  func droppedPicture(_ text: String, in field: FormState.Field) -> String? {
    field.id == .picture && text.count > 1 ? PicturePath.dropped(text) : nil
  }

  /// The path that completes what is typed, letter by letter as it is on the disk; nil where none is
  /// being typed.
  func path(completing field: FormState.Field) -> String? {
    guard field.id == .picture, PicturePath.isPath(field.input.text) else { return nil }
    let typed = field.input.text.lowercased()
    return field.choices.first { $0.count > typed.count && $0.lowercased().hasPrefix(typed) }
  }

  /// Whether a file's or a directory's name was begun, and there is one that begins so. Behind a slash
  /// nothing is begun: who goes on to the next field gets there.
  func isInName(_ field: FormState.Field) -> Bool {
    field.suggestion != nil && path(completing: field) != nil && !field.input.text.hasSuffix("/")
  }

  /// Puts a path into the field, from the list of files.
  mutating func choosePicture(_ path: String) {
    guard case .form(var form)? = session.overlays.last,
      let field = form.fields.firstIndex(where: { $0.id == .picture })
    else { return }
    form.fields[field].input = TextInput(path, limit: form.fields[field].input.limit)
    form.fields[field].error = nil
    form.focus = field
    session.pictureField.isWhole = true
    session.pictureField.settled = nil
    if let source = PictureSource(path) { session.shelf.lookAgain(source) }
    replaceLast(.form(form))
  }

  // MARK: Saving

  /// Whether the item may be saved as far as its picture goes. If not, that is told or found out.
  mutating func isPictureSettled(_ form: FormState, _ effects: inout [Effect]) -> Bool {
    guard let field = form.fields.first(where: { $0.id == .picture }),
      field.input.text.trimmed != field.base, let source = source(in: form),
      session.pictureField.settled != source
    else { return true }
    if let service = service(for: source) {
      switch session.isAllowed(service) {
      case nil:
        ask(consentOf: [service], for: .pictureOfForm, &effects)
        return false
      // It is kept and not fetched.
      case false: return true
      case true: break
      }
    }
    guard session.showsPictures else { return true }
    if session.shelf.picture(source, .tile) != nil { return true }
    session.shelf.lookAgain(source)
    session.pictureField.submitted = source
    return false
  }

  /// The question about the servers of pictures was answered: the form goes on.
  mutating func goOnWithPictureForm(isAllowed: Bool, _ effects: inout [Effect]) {
    guard let (_, form, _) = pictureForm else { return }
    if !isAllowed { session.pictureField.settled = source(in: form) }
    submit(form, &effects)
  }

  // MARK: After every action

  mutating func attendPictureField(_ effects: inout [Effect]) {
    guard let (overlay, form, field) = pictureForm else {
      closeFolder(&effects)
      if session.pictureField != PictureField() { session.pictureField = PictureField() }
      return
    }
    openFolder(form, field, &effects)
    let source = source(in: form)
    if let submitted = session.pictureField.submitted, submitted != source {
      // Somebody went on typing: what they wanted saved is not what is there now.
      session.pictureField.submitted = nil
    }
    guard let source else { return }
    let failure = session.shelf.failure(source)
    if let failure { show(failure, overlay, field) }
    guard session.pictureField.submitted == source, !session.shelf.isLoading(source) else { return }
    if session.shelf.picture(source, .tile) != nil {
      settle(source, overlay, &effects)
    } else if let failure {
      session.pictureField.submitted = nil
      // Nothing is wrong with a picture that cannot be had just now.
      guard failure.kind == .unavailable else {
        if case .form(var form) = session.overlays[overlay] {
          form.focus = field
          session.overlays[overlay] = .form(form)
        }
        return
      }
      settle(source, overlay, &effects)
      if pictureForm == nil {
        notice("Saved. Its picture is not there yet: \(failure.sentence)", seconds: 8)
      }
    }
  }

  private mutating func settle(
    _ source: PictureSource, _ overlay: Int, _ effects: inout [Effect]
  ) {
    session.pictureField.submitted = nil
    session.pictureField.settled = source
    guard overlay == session.overlays.count - 1, case .form(let form) = session.overlays[overlay]
    else { return }
    submit(form, &effects)
  }

  /// Beside the field; not while somebody is typing there.
  private mutating func show(_ failure: Failure, _ overlay: Int, _ field: Int) {
    guard case .form(var form) = session.overlays[overlay], form.fields[field].error == nil,
      form.focus != field || session.pictureField.isWhole
        || session.pictureField.submitted != nil
    else { return }
    form.fields[field].error = failure.sentence
    session.overlays[overlay] = .form(form)
  }
}
