/// The picture field of the item form: a name, a path or an address. The worker checks it when the
/// field loses the focus and before the item is saved; no key waits for it.
struct PictureField: Equatable, Sendable {
  /// The picture to save once it has been checked.
  var submitted: PictureSource?
  /// This picture has been checked, or cannot be checked now: it may be saved.
  var settled: PictureSource?
  /// The whole path was entered at once, by a paste or the file browser: it is checked while the
  /// field still has the focus.
  var isWhole = false
  /// The directory whose pictures are offered as completions.
  var folder: OpenFolder?

  struct OpenFolder: Equatable, Sendable {
    /// Ends with a slash.
    let directory: String
    /// The same as it is typed: with `~`, or in full.
    var typed: String
    let showsHidden: Bool
    /// The pending request.
    var work: Int?
    var content: Result<PictureFolder, Failure>?
  }
}

extension AppState {
  /// The topmost form, if it has a picture field, and that field's index.
  private var pictureForm: (overlay: Int, form: FormState, field: Int)? {
    for (at, overlay) in session.overlays.enumerated().reversed() {
      guard case .form(let form) = overlay else { continue }
      guard let field = form.fields.firstIndex(where: { $0.id == .picture }) else { return nil }
      return (at, form, field)
    }
    return nil
  }

  /// The file or address named in the form.
  private func source(in form: FormState) -> PictureSource? {
    PictureSource(PicturePath.meant(form[.picture], home: session.home))
  }

  var wishOfForm: VisibleImage? {
    guard let (_, form, field) = pictureForm, let source = source(in: form) else { return nil }
    let isTyped = form.focus == field && !session.pictureField.isWhole
    guard !isTyped || session.pictureField.submitted == source else { return nil }
    return VisibleImage(source: source, service: service(for: source), grade: .tile)
  }

  public func isLookingAtPicture(_ form: FormState) -> Bool {
    session.pictureField.submitted != nil && pictureForm?.form == form
  }

  // MARK: Typing

  /// The path in pasted or dropped text, which replaces the field's text; nil if there is none.
  func droppedPicture(_ text: String, in field: FormState.Field) -> String? {
    field.id == .picture && text.count > 1 ? PicturePath.dropped(text) : nil
  }

  /// The path that completes the typed text, spelled as on disk; nil if no path is being typed.
  func path(completing field: FormState.Field) -> String? {
    guard field.id == .picture, PicturePath.isPath(field.input.text) else { return nil }
    let typed = field.input.text.lowercased()
    return field.choices.first { $0.count > typed.count && $0.lowercased().hasPrefix(typed) }
  }

  /// Whether the rest of a file or directory name is shown, which tab takes.
  func isInName(_ field: FormState.Field) -> Bool {
    field.suggestion != nil && path(completing: field) != nil
  }

  /// Puts a path from the file browser into the field.
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

  /// Whether the item's picture is ready to be saved. If not, requests the check or shows the
  /// error.
  mutating func isPictureSettled(_ form: FormState, _ effects: inout [Effect]) -> Bool {
    guard let field = form.fields.first(where: { $0.id == .picture }),
      field.input.text.trimmed != field.base, let source = source(in: form),
      session.pictureField.settled != source
    else { return true }
    // An emoji is one, whether or not this machine has a font for it.
    if case .glyph = source { return true }
    if let service = service(for: source) {
      switch session.isAllowed(service) {
      case nil:
        ask(consentOf: [service], for: .pictureOfForm, &effects)
        return false
      // The address is saved without being fetched.
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

  /// Continues the form after the consent dialog about picture servers.
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
      // The text has changed since the submit: the old picture is not what the person wants saved.
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
      // The picture may be fine even if it can't be fetched now.
      guard failure.kind == .unavailable else {
        if case .form(var form) = session.overlays[overlay] {
          form.focus = field
          session.overlays[overlay] = .form(form)
        }
        return
      }
      settle(source, overlay, &effects)
      if pictureForm == nil {
        notice("Saved, for now without its picture. \(failure.sentence)", seconds: 8)
      }
    }
  }

  private mutating func settle(_ source: PictureSource, _ overlay: Int, _ effects: inout [Effect]) {
    session.pictureField.submitted = nil
    session.pictureField.settled = source
    guard overlay == session.overlays.count - 1, case .form(let form) = session.overlays[overlay]
    else { return }
    submit(form, &effects)
  }

  /// Shows the error beside the field, unless that is being edited.
  private mutating func show(_ failure: Failure, _ overlay: Int, _ field: Int) {
    guard case .form(var form) = session.overlays[overlay], form.fields[field].error == nil,
      form.focus != field || session.pictureField.isWhole
        || session.pictureField.submitted != nil
    else { return }
    form.fields[field].error = failure.sentence
    session.overlays[overlay] = .form(form)
  }
}
