/// The file browser for choosing a picture: a path above, the directory's entries below.
public struct FilesState: Equatable, Sendable {
  /// The directory up to the last slash, then the filter.
  public var path: TextInput
  public internal(set) var shown: [PictureFolder.Entry] = []
  public internal(set) var isLoading = true
  /// Why the directory cannot be read.
  public internal(set) var failure: String?
  /// Whether the listing is truncated.
  public internal(set) var isCut = false
  /// The picture that is set, where it is shown first; the whole path.
  private let current: String
  public var selected = 0
  public var scroll = 0

  init(path: String, current: String) {
    self.path = TextInput(path, limit: 1000)
    self.current = current
  }

  public var directory: String { PicturePath.split(path.text).directory }

  /// The focused entry.
  public var chosen: PictureFolder.Entry? {
    shown.indices.contains(selected) ? shown[selected] : nil
  }

  /// The full path of the focused picture.
  public var chosenPicture: String? {
    chosen.flatMap { $0.isDirectory ? nil : directory + $0.name }
  }

  /// Shows entries that begin with the typed text, then those that contain it.
  mutating func filter(_ folder: PictureField.OpenFolder?) {
    selected = 0
    scroll = 0
    shown = []
    failure = nil
    isCut = false
    isLoading = folder?.directory != directory || folder?.content == nil
    guard !isLoading, let content = folder?.content else { return }
    switch content {
    case .failure(let failure): self.failure = failure.sentence
    case .success(let folder):
      isCut = folder.isCut
      let rest = PicturePath.split(path.text).rest
      let up =
        directory == "/" || !rest.isEmpty ? [] : [PictureFolder.Entry("..", isDirectory: true)]
      var names = SearchIndex()
      for entry in folder.entries { names.append(name: entry.name) }
      let found = names.matches(rest, isStrict: true)
      shown = up + found.map { folder.entries[Int($0)] }
      // Focus the first entry, not the parent directory.
      if !up.isEmpty, shown.count > 1 { selected = 1 }
      guard rest.isEmpty, let at = shown.firstIndex(where: { directory + $0.name == current })
      else { return }
      (selected, scroll) = (at, max(0, at - 1))
    }
  }

  mutating func write(_ text: String) { path = TextInput(text, limit: path.limit) }
}

extension FilesState: OverlayState {
  package var behaviour: OverlayBehaviour {
    OverlayBehaviour(
      scope: .files, perform: { $0.perform($1, in: self, &$2) },
      facts: { _ in [.rows: chosen != nil, .directory: chosen?.isDirectory ?? false] },
      type: { app, text in app.type(text, in: self) },
      press: { app, index, _ in app.press(file: index, in: self) },
      images: { _ in
        guard let source = chosenPicture.flatMap(PictureSource.init) else { return [] }
        return [VisibleImage(source: source, service: nil, grade: .large)]
      })
  }
}

extension AppState {
  /// Opens at the field's path, otherwise at the usual picture directory.
  mutating func openFiles() {
    guard case .form(let form)? = session.overlays.last,
      form.fields.contains(where: { $0.id == .picture })
    else { return }
    let meant = PicturePath.meant(form[.picture], home: session.home)
    let (directory, _) = PicturePath.split(meant)
    let start = directory.hasPrefix("/") ? directory : session.home + "/"
    var files = FilesState(path: start, current: meant)
    // The directory may already be loaded for the field.
    files.filter(session.pictureField.folder)
    session.overlays.append(.files(files))
  }

  /// How many files are shown at this size.
  public var fileRows: Int { max(1, min(20, session.size.height - 8)) }

  mutating func perform(
    _ command: Command, in files: FilesState, _ effects: inout [Effect]
  ) -> Bool {
    var files = files
    let rows = fileRows
    switch command {
    case .back, .leave:
      back()
      return true
    case .open, .submit:
      choose(files)
      return true
    case .complete: complete(&files)
    case .deleteWord: goUp(&files)
    case .quit, .redraw, .suspend: return false
    case .up: move(&files, -1)
    case .down: move(&files, 1)
    case .pageUp: move(&files, -rows)
    case .pageDown: move(&files, rows)
    case .first: move(&files, -files.shown.count)
    case .last: move(&files, files.shown.count)
    default:
      let before = files.path.characters
      guard files.path.perform(command) else { return true }
      if files.path.characters != before { files.filter(session.pictureField.folder) }
    }
    replaceLast(.files(files))
    return true
  }

  mutating func type(_ text: String, in files: FilesState) {
    var files = files
    if text.count > 1, let path = PicturePath.dropped(text) {
      files.write(PicturePath.meant(path, home: session.home))
    } else {
      files.path.insert(text)
      if files.path.text == "~/" || files.path.text.hasSuffix("/~/") {
        files.write(session.home + "/")
      }
    }
    files.filter(session.pictureField.folder)
    replaceLast(.files(files))
  }

  private func move(_ files: inout FilesState, _ step: Int) {
    var focus = ListFocus()
    focus.scroll = files.scroll
    focus.move(to: files.selected + step, count: files.shown.count, viewport: fileRows)
    files.selected = focus.index
    files.scroll = focus.scroll
  }

  /// Completes the common prefix of the matches, or the whole name of a single match.
  private func complete(_ files: inout FilesState) {
    let (directory, rest) = PicturePath.split(files.path.text)
    let names = files.shown.filter { $0.name.lowercased().hasPrefix(rest.lowercased()) }
      .filter { $0.name != ".." }
    guard let first = names.first else { return }
    if names.count == 1 {
      files.write(directory + first.name + (first.isDirectory ? "/" : ""))
    } else {
      var common = first.name[...]
      for entry in names.dropFirst() {
        while !entry.name.lowercased().hasPrefix(common.lowercased()) { common.removeLast() }
      }
      // When nothing is left to complete, tab moves down the list.
      guard common.count > rest.count else { return move(&files, 1) }
      files.write(directory + common)
    }
    files.filter(session.pictureField.folder)
  }

  /// Clears the filter first, then goes up one directory.
  private func goUp(_ files: inout FilesState) {
    let (directory, rest) = PicturePath.split(files.path.text)
    let above = PicturePath.split(String(directory.dropLast())).directory
    files.write(rest.isEmpty && !above.isEmpty ? above : directory)
    files.filter(session.pictureField.folder)
  }

  private mutating func choose(_ files: FilesState) {
    guard let entry = files.chosen else { return }
    var files = files
    if entry.name == ".." {
      goUp(&files)
    } else if entry.isDirectory {
      files.write(files.directory + entry.name + "/")
      files.filter(session.pictureField.folder)
    } else {
      back()
      return choosePicture(files.directory + entry.name)
    }
    replaceLast(.files(files))
  }

  mutating func press(file index: Int, in files: FilesState) {
    guard files.shown.indices.contains(index) else { return }
    var files = files
    if files.selected == index { return choose(files) }
    files.selected = index
    replaceLast(.files(files))
  }
}
