/// A picture named by an argument: a relative path becomes absolute, and a file is checked before
/// it is accepted, as in the form on the screen.
enum GivenPicture {
  private static let deadline = 20_000

  static func whole(_ text: String?) throws(Failure) -> String? {
    guard let text else { return nil }
    var meant = PicturePath.meant(text, home: AppPaths.home)
    let isRelative = !meant.hasPrefix("/") && !meant.contains("://")
    let isFile = isRelative ? try isFile(meant) : false
    if isRelative, isFile || meant.contains("/") || PictureFolder.isPicture(meant) {
      while meant.hasPrefix("./") { meant.removeFirst(2) }
      meant = try AppPaths.absolute(meant)
    }
    guard let source = PictureSource(meant), case .file = source else { return meant }
    // If cleaning changed the path, the file could not be found again.
    guard CleanText.line(meant, limit: .address) == meant else {
      throw Failure(.badInput, "That path has signs in it that can't be kept. Rename the file.")
    }
    let request = PictureRequest(source, fitting: ImageCache.Grade.tile.size)
    if case .failed(let failure) = WorkerLink().answer(
      to: .loadPicture(request), deadline: deadline)
    {
      // A picture that cannot be checked just now is accepted.
      guard failure.kind == .unavailable else { throw failure }
      Complaint.say("The picture is kept but cannot be shown yet: \(failure.sentence)")
    }
    return meant
  }

  /// Whether a file here is meant, and not one of ours of the same name.
  private static func isFile(_ name: String) throws(Failure) -> Bool {
    guard !name.isEmpty, !SeedPictures.names.contains(name) else { return false }
    return AppPaths.isThere(try AppPaths.absolute(name))
  }
}
