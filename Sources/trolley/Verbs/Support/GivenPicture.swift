import TrolleyCore

/// A picture as an argument names it: a path from where one stands becomes a whole one, and a file is
/// looked at before it is taken, as the form of the screen does.
enum GivenPicture {
  private static let deadline = 20_000

  static func whole(_ text: String?) throws(Failure) -> String? {
    guard let text else { return nil }
    var meant = PicturePath.meant(text, home: Places.home)
    let isRelative = !meant.hasPrefix("/") && !meant.contains("://")
    if isRelative, meant.contains("/") || PictureFolder.isPicture(meant) {
      while meant.hasPrefix("./") { meant.removeFirst(2) }
      meant = try Places.absolute(meant)
    }
    guard let source = PictureSource(meant), case .file = source else { return meant }
    // A path that cleaning would change could never be found again.
    guard CleanText.line(meant, limit: .address) == meant else {
      throw Failure(.badInput, "That path has signs in it that can't be kept. Rename the file.")
    }
    let request = PictureRequest(source, fitting: PictureShelf.Grade.tile.size)
    if case .failed(let failure) = WorkerLink().answer(
      to: .loadPicture(request), deadline: deadline)
    {
      // Nothing is known against a picture that can't be looked at just now.
      guard failure.kind == .unavailable else { throw failure }
      Complaint.say("The picture is kept but cannot be shown yet: \(failure.sentence)")
    }
    return meant
  }
}
