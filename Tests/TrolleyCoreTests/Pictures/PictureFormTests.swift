import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport
import TrolleyWire

/// The picture in the form of an item.
@Suite struct PictureFormTests {
  private let image = PictureMaker.image(PixelSize(width: 8, height: 8)) { x, _ in
    (255 * x, 90, 0, 255)
  }

  private func open(_ name: String = "Milk") -> TestApp {
    let shopper = TestApp()
    shopper.focus(name)
    shopper.press("e")
    while shopper.form.map({ $0.isOnButton ? "" : $0.fields[$0.focus].label }) != "Picture" {
      shopper.press("tab")
    }
    shopper.press("ctrl-u")
    return shopper
  }

  private func error(_ shopper: TestApp) -> String? {
    shopper.form?.fields.first { $0.id == .picture }?.error
  }

  private func text(_ shopper: TestApp) -> String? {
    shopper.form?.fields.first { $0.id == .picture }?.input.text
  }

  @Test func aFileIsLookedAtAndSaved() {
    let shopper = open()
    shopper.worker.pictures["/home/ann/milk.png"] = image
    shopper.type("~/milk.png")
    shopper.press("ctrl-s")
    #expect(shopper.form == nil)
    #expect(shopper.item("Milk")?.picture == "/home/ann/milk.png")
    shopper.press("u")
    #expect(shopper.item("Milk")?.picture == "milk")
  }

  @Test(arguments: [("coffee", "☕"), ("kiwi", "🥝"), ("🥝", "🥝"), ("grapes", "grapes")])
  func `a word that an item's name is understood by is a picture`(word: String, picture: String) {
    let shopper = open()
    shopper.type(word)
    shopper.press("ctrl-s")
    #expect(shopper.form == nil)
    #expect(shopper.item("Milk")?.picture == picture)
  }

  @Test func whatIsNoPictureIsToldAndNothingIsLost() {
    let shopper = open()
    shopper.type("/home/ann/nothing.png")
    shopper.press("ctrl-s")
    #expect(error(shopper) == "There is no such file.")
    #expect(text(shopper) == "/home/ann/nothing.png")
    #expect(shopper.item("Milk")?.picture == "milk")
    // Now the file exists: the same key works.
    shopper.worker.pictures["/home/ann/nothing.png"] = image
    shopper.press("ctrl-s")
    #expect(shopper.form == nil)
    #expect(shopper.item("Milk")?.picture == "/home/ann/nothing.png")
  }

  @Test func itIsLookedAtWhenTheFieldIsLeft() {
    let shopper = open()
    shopper.type("/home/ann/nothing.png")
    #expect(error(shopper) == nil)
    shopper.press("tab")
    #expect(error(shopper) == "There is no such file.")
    // Typing there removes the message.
    shopper.press("shift-tab", "backspace")
    #expect(error(shopper) == nil)
  }

  @Test func noKeyWaitsForIt() {
    let shopper = open()
    shopper.worker.arePicturesSlow = true
    shopper.type("/home/ann/slow.png")
    shopper.press("ctrl-s")
    #expect(shopper.canvas.text.contains("Looking at the picture…"))
    // Typing on cancels the pending save.
    shopper.press("backspace")
    #expect(!shopper.canvas.text.contains("Looking at the picture…"))
    shopper.press("esc", "esc")
    #expect(shopper.form == nil)
    #expect(shopper.item("Milk")?.picture == "milk")
  }

  @Test func whatCannotBeHadJustNowIsSavedAllTheSame() {
    let shopper = open()
    shopper.worker.failure = Failure(.unavailable, "Pictures need gdk-pixbuf.")
    shopper.type("/home/ann/milk.png")
    shopper.press("ctrl-s")
    #expect(shopper.form == nil)
    #expect(shopper.item("Milk")?.picture == "/home/ann/milk.png")
    #expect(shopper.notice.contains("Pictures need gdk-pixbuf."))
  }

  @Test(arguments: [
    ("'/home/ann/My Pictures/a.png' ", "/home/ann/My Pictures/a.png"),
    ("file:///home/ann/a%20b.png\n", "/home/ann/a b.png"),
    ("/home/ann/a\\ b.png", "/home/ann/a b.png"),
    ("~/a.png", "~/a.png"),
  ]) func aDroppedFileTakesTheField(_ dropped: String, _ path: String) {
    let shopper = open()
    shopper.type("app")
    shopper.paste(dropped)
    #expect(text(shopper) == path)
    #expect(error(shopper) == "There is no such file.")
  }

  @Test func relativePathsAndUnsafeAddressesAreRefused() {
    for (typed, words) in [
      ("milk.png", "“milk.png” is no whole path."),
      ("pictures/milk", "“pictures/milk” is no whole path."),
      ("http://a.example/milk.png", "Addresses of pictures begin with https://"),
      ("https://127.0.0.1/milk.png", "Addresses of pictures begin with https://"),
      ("mlik", "There is no picture called “mlik”; the nearest are “milk”"),
    ] {
      let shopper = open()
      shopper.type(typed)
      shopper.press("ctrl-s")
      #expect(error(shopper)?.hasPrefix(words) == true, "\(error(shopper) ?? "")")
    }
  }

  // MARK: The web

  @Test func anAddressAsksFirst() {
    let shopper = open()
    shopper.worker.pictures["https://a.example/milk.png"] = image
    shopper.type("https://a.example/milk.png")
    shopper.press("ctrl-s")
    #expect(shopper.canvas.text.contains("Pictures of the web"))
    #expect(shopper.item("Milk")?.picture == "milk")
    shopper.press("enter")
    #expect(shopper.form == nil)
    #expect(shopper.item("Milk")?.picture == "https://a.example/milk.png")
  }

  @Test func afterANoTheAddressIsKeptAndNotFetched() {
    let shopper = open()
    shopper.type("https://a.example/milk.png")
    _ = shopper.takeEffects()
    shopper.press("ctrl-s", "esc")
    #expect(shopper.form == nil)
    #expect(shopper.item("Milk")?.picture == "https://a.example/milk.png")
    let asks = shopper.effects.contains {
      if case .askWorker(.loadPicture(let request), _) = $0 {
        request.source != .glyph("🥛")
      } else {
        false
      }
    }
    #expect(!asks)
  }

  // MARK: Completing

  private func folders(_ shopper: TestApp) {
    shopper.worker.folders = [
      "/home/ann/": [
        .init("Music", isDirectory: true), .init("Pictures", isDirectory: true), .init("a.png"),
      ],
      "/home/ann/Pictures/": [.init("milk.jpg"), .init("milkshake.jpg"), .init("soda.gif")],
      "/home/": [.init("ann", isDirectory: true)],
    ]
    for name in ["milk", "milkshake"] {
      shopper.worker.pictures["/home/ann/Pictures/\(name).jpg"] = image
    }
  }

  @Test func aPathIsCompletedWhileItIsTyped() {
    let shopper = open()
    folders(shopper)
    shopper.type("~/pi")
    #expect(shopper.form?.fields.first { $0.id == .picture }?.suggestion == "ctures/")
    shopper.press("right")
    shopper.type("so")
    #expect(shopper.form?.fields.first { $0.id == .picture }?.suggestion == "da.gif")
  }

  @Test func tabCompletesANameThatWasBegunAndElseGoesOn() {
    let shopper = open()
    folders(shopper)
    shopper.type("~/pi")
    shopper.press("tab")
    #expect(text(shopper) == "/home/ann/Pictures/" || text(shopper) == "~/Pictures/")
    shopper.type("so")
    shopper.press("tab")
    #expect(text(shopper)?.hasSuffix("Pictures/soda.gif") == true)
    let focus = shopper.form?.focus
    shopper.press("tab")
    #expect(shopper.form?.focus == focus.map { $0 + 1 })
  }

  @Test func tabTakesTheFirstNameBehindASlashSinceThatIsShown() {
    let shopper = open()
    folders(shopper)
    shopper.type("~/Pictures/")
    let shown = shopper.form.flatMap { $0.fields[$0.focus].suggestion }
    let focus = shopper.form?.focus
    shopper.press("tab")
    #expect(shown != nil && text(shopper) == "~/Pictures/" + (shown ?? ""))
    #expect(shopper.form?.focus == focus)
  }

  @Test func aFileIsChosenFromTheList() {
    let shopper = open()
    folders(shopper)
    shopper.press("ctrl-o")
    #expect(shopper.canvas.text.contains("Choose a picture"))
    #expect(shopper.canvas.text.contains("Pictures/"))
    // Up to where they differ, then the next name.
    shopper.type("P")
    shopper.press("tab")
    shopper.type("mi")
    shopper.press("tab")
    guard case .files(let files)? = shopper.session.overlays.last else {
      Issue.record("no list")
      return
    }
    #expect(files.path.text == "/home/ann/Pictures/milk")
    #expect(files.shown.map(\.name) == ["milk.jpg", "milkshake.jpg"])
    shopper.press("down", "enter")
    #expect(text(shopper) == "/home/ann/Pictures/milkshake.jpg")
    shopper.press("ctrl-s")
    #expect(shopper.item("Milk")?.picture == "/home/ann/Pictures/milkshake.jpg")
  }

  @Test func `the list begins at the picture that is set`() {
    let shopper = open()
    folders(shopper)
    shopper.type("~/Pictures/soda.gif")
    shopper.press("ctrl-o", "ctrl-u")
    shopper.type("/home/ann/Pictures/")
    guard case .files(let files)? = shopper.session.overlays.last else {
      Issue.record("no list")
      return
    }
    #expect(files.chosen?.name == "soda.gif")
    shopper.press("esc", "ctrl-u")
    shopper.type("/home/ann/Pictures/milkshake.jpg")
    shopper.press("ctrl-o")
    guard case .files(let again)? = shopper.session.overlays.last else {
      Issue.record("no list")
      return
    }
    #expect(again.chosen?.name == "milkshake.jpg")
  }

  @Test func theListGoesUpAndSaysWhatItCannotRead() {
    let shopper = open()
    folders(shopper)
    shopper.press("ctrl-o")
    shopper.press("ctrl-w")
    #expect(shopper.canvas.text.contains("ann/"))
    shopper.press("ctrl-w")
    #expect(shopper.canvas.text.contains("There is no such directory."))
    shopper.press("esc")
    #expect(shopper.form != nil)
  }

  @Test func aPathAtHomeIsCompletedOverOneOfTheSameDirectory() {
    let shopper = open()
    folders(shopper)
    shopper.type("/home/ann/a.pn")
    shopper.press("shift-tab", "tab", "ctrl-u")
    shopper.type("~/a.p")
    #expect(shopper.form?.fields.first { $0.id == .picture }?.suggestion == "ng")
    shopper.press("tab")
    #expect(text(shopper) == "~/a.png")
  }

  @Test func emojiOfSeveralSignsAreDrawnByTheFirstOrRefusedInWords() {
    let shopper = open()
    shopper.type("👍🏽")
    shopper.press("ctrl-s")
    #expect(shopper.item("Milk")?.picture == "👍🏽")
    #expect(PictureSource("👍🏽") == .glyph("👍"))
    for emoji in ["🇩🇪", "1️⃣", "👩‍🚀"] {
      let other = open()
      other.type(emoji)
      other.press("ctrl-s")
      #expect(
        error(other)
          == "“\(emoji)” is made of several signs, and can't be drawn. Take an emoji of one.")
    }
  }
}
