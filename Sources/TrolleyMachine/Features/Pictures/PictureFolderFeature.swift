/// The directory whose pictures are offered as completions and in the file browser. The worker
/// reads it once for each directory.
extension AppState {
  /// Requests the wanted directory if it differs from the open one.
  mutating func openFolder(_ form: FormState, _ field: Int, _ effects: inout [Effect]) {
    let path: String
    if case .files(let files)? = session.overlays.last {
      path = files.path.text
    } else if form.focus == field, PicturePath.isPath(form.fields[field].input.text),
      case .form? = session.overlays.last
    {
      path = form.fields[field].input.text
    } else {
      return closeFolder(&effects)
    }
    let (meant, rest) = PicturePath.split(PicturePath.meant(path, home: session.home))
    let whole = path == "~" ? session.home + "/" : meant
    let (directory, _) = PicturePath.split(path)
    guard whole.hasPrefix("/") else { return closeFolder(&effects) }
    let showsHidden = rest.hasPrefix(".") && rest != "." && rest != ".."
    if let folder = session.pictureField.folder, folder.directory == whole,
      folder.showsHidden == showsHidden
    {
      if folder.typed != directory {
        session.pictureField.folder?.typed = directory
        offerPaths()
      }
      return
    }
    closeFolder(&effects)
    var folder = PictureField.OpenFolder(
      directory: whole, typed: directory, showsHidden: showsHidden)
    folder.work = askWorker(
      .listPictures(directory: whole, hidden: showsHidden), for: .pictureFolder, &effects)
    session.pictureField.folder = folder
  }

  mutating func closeFolder(_ effects: inout [Effect]) {
    if let work = session.pictureField.folder?.work { cancelWork(work, &effects) }
    session.pictureField.folder = nil
  }

  mutating func receivePictureFolder(_ answer: WorkerAnswer, number: Int) {
    guard session.pictureField.folder?.work == number else { return }
    session.pictureField.folder?.work = nil
    switch answer {
    case .pictureFolder(let folder): session.pictureField.folder?.content = .success(folder)
    case .failed(let failure): session.pictureField.folder?.content = .failure(failure)
    default: return
    }
    switch session.overlays.last {
    case .files(var files):
      files.filter(session.pictureField.folder)
      replaceLast(.files(files))
    case .form: offerPaths()
    default: break
    }
  }

  private mutating func offerPaths() {
    guard case .form(var form)? = session.overlays.last,
      let field = form.fields.firstIndex(where: { $0.id == .picture })
    else { return }
    form.fields[field].choices = SeedPictures.names + pathChoices(form.fields[field].input.text)
    replaceLast(.form(form))
  }

  /// Paths that complete the typed text in its own style: a leading `~` stays.
  private func pathChoices(_ text: String) -> [String] {
    guard case .success(let folder)? = session.pictureField.folder?.content else { return [] }
    let (directory, _) = PicturePath.split(text == "~" ? "~/" : text)
    return folder.entries.map { directory + $0.name + ($0.isDirectory ? "/" : "") }
  }
}
