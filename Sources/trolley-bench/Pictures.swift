/// Pictures: from a file to the cells of a tile, compared with the decoder's library alone;
/// scrolling a thousand of them; and keys while fifty are loading, compared with the same keys when
/// idle.
extension Runner {
  static let cellsFigure = "picture to cells"
  static let libraryFigure = "gdk-pixbuf alone"
  static let pageFigure = "a page's picture to cells"
  static let scrollFigure = "frame of 1 000 picture tiles"
  static let pixelScrollFigure = "the same in real pixels"
  static let matchFigure = "what a name says"
  static let emojiFigure = "24 emoji, from nothing"
  static let keptEmojiFigure = "24 emoji, from the disk"
  private static let ownNames = [
    pageFigure, pixelScrollFigure, matchFigure, emojiFigure, keptEmojiFigure,
  ]
  static let calmFigure = "key, all is there"
  static let loadingFigure = "key, 50 pictures load"
  private static let photos = 60

  mutating func pictures() {
    tell("pictures")
    attempt("pictures") { runner throws(Complaint) in
      let folder = runner.stock.path("photos")
      try runner.shell("mkdir", "-p", folder)
      let pixbuf = "\(runner.options.limits)/pixbuf"
      try runner.shell(pixbuf, "make", folder, "1", "800", "600")
      try runner.decoding("\(folder)/photo-000.jpg")
      // Full-size photos, so that loading takes as long as the typing.
      try runner.shell(pixbuf, "make", folder, "\(Self.photos)", "4000", "3000")
      try runner.keysWhileLoading(folder)
    }
  }

  /// Alternating, so that load on the machine affects both alike.
  private mutating func decoding(_ photo: String) throws(Complaint) {
    for turn in 0..<5 {
      tell("pictures: decoding, \(turn + 1) of 5")
      try take(["\(options.limits)/pixbuf", "time", photo, "64", "41"], as: Self.libraryFigure)
      try take(Self.measurement + ["pictures", try worker(), photo, "40"], as: Self.cellsFigure)
    }
    try take(Self.measurement + ["tiles", "1000"], as: Self.scrollFigure)
    let homes = stock.path("emoji")
    try take(Self.measurement + ["emoji", try worker(), homes, "25"], as: Self.emojiFigure)
    try shell("rm", "-rf", homes)
  }

  /// The worker of the measured program.
  private func worker() throws(Complaint) -> String {
    let folder = (find(options.trolley) ?? "").split(
      separator: "/", omittingEmptySubsequences: false
    )
    .dropLast().joined(separator: "/")
    let places = ["\(folder)/trolley-worker", "\(folder)/../libexec/trolley/trolley-worker"]
    guard let worker = places.lazy.compactMap(find).first else {
      throw Complaint("trolley-worker is neither beside \(options.trolley) nor in libexec")
    }
    return worker
  }

  /// The figures are named by the lines themselves if there are several.
  private mutating func take(_ arguments: [String], as figure: String) throws(Complaint) {
    let work = try emptyFolder()
    for (name, time) in try figures(of: arguments, in: work) {
      note(
        time, Self.ownNames.contains(name) ? name : figure, Subject(program: "trolley", size: 0))
    }
    try shell("rm", "-rf", work)
  }

  mutating func emptyFolder() throws(Complaint) -> String {
    let work = stock.path("empty-\(nextRun())")
    try shell("mkdir", "-p", work)
    return work
  }

  /// In a window that shows all of them; every second run starts with an empty cache.
  private mutating func keysWhileLoading(_ folder: String) throws(Complaint) {
    let work = try emptyFolder()
    for number in 0..<Self.photos {
      let digits = String(number + 1000).dropFirst()
      let picture = "\(folder)/photo-\(digits).jpg"
      try launch(
        [options.trolley, "item", "add", "Photo \(digits)", "--picture", picture], in: work
      ).run()
    }
    for turn in 0..<24 {
      let isLoading = turn % 2 == 0
      tell("pictures: keys \(turn + 1) of 24")
      if isLoading { try shell("rm", "-rf", "\(work)/cache") }
      let session = try Session(launch([options.trolley], in: work), columns: 200, lines: 60)
      _ = try session.answer(quiet: 5, awaiting: "Photo 000", within: 60_000)
      if !isLoading { _ = try session.answer(quiet: 700, within: 20_000, silence: 2000) }
      let figure = isLoading ? Self.loadingFigure : Self.calmFigure
      for _ in 0..<6 { try searchForPhotos(session, figure) }
      _ = session.leave([.type("Q")])
    }
    try shell("rm", "-rf", work)
  }

  /// Types a letter that all of them match into the search field: only the key's frame shows that
  /// letter, so a frame caused by a picture cannot be mistaken for it.
  private mutating func searchForPhotos(_ session: Session, _ figure: String) throws(Complaint) {
    _ = session.press(.type("/"))
    _ = try session.answer(quiet: 1, within: 1000, silence: 250)
    var typed = "/"
    for letter in "photo" {
      sleep(milliseconds: pause(upTo: 17))
      session.drain(quiet: 0)
      typed.append(letter)
      let stamp = session.press(.type(letter))
      let answer = try session.answer(quiet: 0, awaiting: typed, within: 5000)
      guard let seen = answer.seen else { continue }
      note(milliseconds(seen - stamp), figure, Subject(program: "trolley", size: 0))
    }
    _ = session.press(.escape)
    _ = try session.answer(quiet: 40, within: 1000, silence: 250)
  }
}
