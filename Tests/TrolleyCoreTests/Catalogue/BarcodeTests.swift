import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyWire

/// Barcodes, and the input field that a scanner types them into.
@Suite struct BarcodeTests {
  private let shopper: TestApp

  init() {
    var preferences = Preferences()
    preferences.services[.openFoodFacts].isAllowed = true
    shopper = TestApp(items: SampleItems.all, preferences: preferences)
    shopper.worker.catalogue = TestImageCache()
    shopper.press("a")
  }

  private var line: QuickAddState? { line(of: shopper) }

  private func line(of app: TestApp) -> QuickAddState? {
    if case .quickAdd(let add)? = app.session.overlays.last { add } else { nil }
  }

  private func scan(_ text: String) {
    shopper.type(text)
    shopper.press("enter")
  }

  private func codes(_ count: Int) -> String {
    (1...count).map { TestImageCache.code($0) }.joined(separator: " ")
  }

  private func name(_ number: Int) -> String { TestImageCache.wines(number)[number - 1].name }

  // MARK: Numbers

  @Test(arguments: [
    ("4006381333931", "4006381333931"), ("036000291452", "0036000291452"),
    ("96385074", "96385074"), ("00012345600012", "12345600012"), ("3017620422003", "3017620422003"),
    ("0036000291452", "0036000291452"), ("10012345678902", "10012345678902"),
    // Small packs have a short form of it.
    ("04963406", "049000006346"),
  ]) func barcodesAreOneCode(_ typed: String, _ code: String) throws {
    #expect(try Barcode(typed).text.drop { $0 == "0" } == code.drop { $0 == "0" })
    let text = try Barcode(typed).text
    #expect([8, 13, 14].contains(text.utf8.count))
    #expect(try Barcode(text).text == text)
  }

  @Test func everyWrongDigitIsNoticed() throws {
    let digits = Array("4006381333931")
    for at in digits.indices {
      for digit in "0123456789" where digit != digits[at] {
        var wrong = digits
        wrong[at] = digit
        #expect(throws: Barcode.Refusal.checkDigit(String(wrong))) { try Barcode(String(wrong)) }
      }
    }
  }

  /// In the groups in which it is printed.
  @Test(arguments: [
    "4 006381 333932", "4-006381-333932", "0 36000 29145 3", "9638 5075", "2 4 006381 333932",
  ])
  func `a wrong digit is noticed between gaps, too`(_ text: String) {
    #expect(ScannedCode.areMeant(by: text))
    #expect(throws: Barcode.Refusal.self) { try ScannedCode.read(text) }
  }

  @Test func theShortCodeOfAChainIsOneOfAProduct() throws {
    #expect(try Barcode("20724696").text == "20724696")
  }

  @Test(arguments: ["2000000000008", "0200000000004", "2912345000004", "0400000000008", "00123457"])
  func aShopsOwnBarcodeIsNotLookedUp(_ text: String) {
    #expect(throws: Barcode.Refusal.inStore(text)) { try Barcode(text) }
    scan(text)
    #expect(line?.refusal?.contains("a shop's own barcode") == true)
    #expect(line?.input.text == text)
    #expect(shopper.worker.catalogue?.barcodes.isEmpty == true)
  }

  @Test(arguments: ["1234567", "123456789012345", "4006381 33393", "400638133393a", ""])
  func otherLinesAreNoBarcodes(_ text: String) {
    #expect(!Barcode.isMeant(by: text))
    #expect(throws: Barcode.Refusal.none) { try Barcode(text) }
  }

  // MARK: The line

  @Test func aKnownBarcodeGoesInTheCart() {
    scan(TestImageCache.code(3))
    #expect(shopper.cart == ["1 \(name(3))"])
    #expect(line?.input.isEmpty == true)
    scan(TestImageCache.code(3))
    #expect(shopper.cart == ["2 \(name(3))"])
    // The second time it is the user's own item.
    #expect(shopper.worker.catalogue?.barcodes == [TestImageCache.code(3)])
  }

  @Test func `a wrong check digit is said before enter`() {
    shopper.type("4006381333932")
    #expect(shopper.canvas.text.contains("is not a barcode"))
    #expect(!shopper.canvas.text.contains("looks it up"))
    shopper.press("backspace")
    shopper.type("1")
    #expect(shopper.canvas.text.contains("a barcode: enter looks it up"))
  }

  @Test func anUnknownOneStaysAsItWasTyped() {
    scan("4006381333931")
    #expect(line?.input.text == "4006381333931")
    #expect(line?.refusal == "No catalogue knows 4006381333931. Type its name, or scan the next.")
    #expect(shopper.cart.isEmpty)
  }

  /// A scanner types on without looking: codes must never run together into one name.
  @Test func theNextScanReplacesAnUnknownOne() {
    scan("4006381333931")
    shopper.type("5")
    #expect(line?.input.text == "5")
    #expect(line?.refusal == nil)
    shopper.press("backspace")
    scan("5449000000996")
    #expect(line?.input.text == "5449000000996")
    #expect(line?.refusal?.contains("5449000000996") == true)
    scan(TestImageCache.code(2))
    #expect(shopper.cart == ["1 \(name(2))"])
    // Those that were not found come back, one by one, and nothing runs together.
    #expect(line?.input.text == "4006381333931")
    shopper.press("esc")
    #expect(line?.input.text == "5449000000996")
    scan("4006381333932")
    scan("20123451")
    scan(TestImageCache.code(3))
    #expect(shopper.cart == ["1 \(name(2))", "1 \(name(3))"])
    #expect(shopper.shared.items.count == SampleItems.all.count + 2)
  }

  @Test func `codes scanned one behind the other that are not found are all said and kept`() {
    scan("4006381333931")
    scan(TestImageCache.code(1))
    scan("5449000000996")
    scan(TestImageCache.code(2))
    scan("5449000000996")
    #expect(shopper.cart == ["1 \(name(1))", "1 \(name(2))"])
    #expect(line?.refusal?.contains("5449000000996") == true)
    // A name says what it is.
    scan("cola")
    #expect(shopper.cart.last == "1 cola")
    #expect(line?.input.text == "4006381333931")
    shopper.press("esc")
    #expect(line?.input.isEmpty != false)
  }

  @Test func `without a network no code is lost when the line is closed`() throws {
    shopper.worker.catalogue?.isSilent = true
    scan(TestImageCache.code(1))
    shopper.send(.command(.show(.cart)))
    scan("")
    let number = try #require(shopper.session.catalogue.scans.first?.number)
    let failure = Failure(.unavailable, "There is no network.")
    shopper.send(.workerAnswered(.failed(failure), number: number))
    #expect(shopper.notice.hasPrefix("There is no network."))
    shopper.press("a")
    #expect(line?.input.text == TestImageCache.code(1))
  }

  @Test func anUnknownOneCanBeCorrected() {
    scan("4006381333931")
    shopper.press("backspace")
    #expect(line?.input.text == "400638133393")
    shopper.type("2")
    #expect(line?.input.text == "4006381333932")
  }

  @Test func aWrongOneIsSaidAtOnce() {
    scan("4006381333932")
    #expect(line?.refusal?.contains("its last digit does not fit") == true)
    #expect(line?.input.text == "4006381333932")
  }

  @Test func severalInARowQueue() throws {
    shopper.worker.catalogue?.isSilent = true
    for number in 1...4 { scan(TestImageCache.code(number)) }
    #expect(shopper.session.catalogue.scans.count == 4)
    #expect(line?.input.isEmpty == true)
    #expect(shopper.canvas.text.contains("3 more"))
    shopper.worker.catalogue?.isSilent = false
    let number = try #require(shopper.session.catalogue.scans.first?.number)
    let first = TestImageCache.wines(1)[0]
    shopper.send(.workerAnswered(.catalogueProduct(first), number: number))
    #expect(shopper.cart == (1...4).map { "1 \(name($0))" })
    #expect(shopper.session.catalogue.scans.isEmpty)
  }

  @Test func anUnknownOneAmongOthersWaitsForAnEmptyLine() throws {
    shopper.worker.catalogue?.isSilent = true
    scan("4006381333931")
    shopper.type("milk")
    let number = try #require(shopper.session.catalogue.scans.first?.number)
    shopper.send(.workerAnswered(.catalogueProduct(nil), number: number))
    #expect(line?.input.text == "milk")
    shopper.press("enter")
    #expect(line?.input.text == "4006381333931")
    #expect(line?.refusal?.hasPrefix("No catalogue knows") == true)
  }

  @Test func withoutANetworkTheKeptCopyAnswers() {
    scan(TestImageCache.code(5))
    let again = TestApp(items: SampleItems.all, preferences: shopper.session.preferences)
    again.keptCatalogues = shopper.keptCatalogues
    again.worker.catalogue = TestImageCache()
    again.worker.catalogue?.failure = Failure(.unavailable, "There is no network.")
    again.press("a")
    again.type(TestImageCache.code(5))
    again.press("enter")
    #expect(again.cart == ["1 \(name(5))"])
    again.type(TestImageCache.code(6))
    again.press("enter")
    #expect(again.cart == ["1 \(name(5))"])
    guard case .quickAdd(let add)? = again.session.overlays.last else {
      Issue.record("no line")
      return
    }
    #expect(add.refusal == "There is no network.")
    #expect(add.input.text.trimmed == TestImageCache.code(6))
  }

  @Test func theEnterOfAScannerIsNoAnswer() {
    let shy = TestApp(items: SampleItems.all)
    shy.worker.catalogue = TestImageCache()
    shy.press("a")
    shy.type(TestImageCache.code(1))
    shy.press("enter")
    shy.type(TestImageCache.code(2))
    shy.press("enter")
    #expect(shy.session.scope == .dialog)
    #expect(shy.worker.catalogue?.barcodes.isEmpty == true)
    shy.wait(milliseconds: 700)
    shy.press("enter")
    #expect(shy.cart == ["1 \(name(1))", "1 \(name(2))"])
  }

  /// Scans go on while the person reads the question; `j` and `k` belong to no barcode.
  @Test func whatIsScannedWhileTheQuestionIsOpenWaits() {
    let shy = TestApp(items: SampleItems.all)
    shy.worker.catalogue = TestImageCache()
    shy.press("a")
    shy.type(TestImageCache.code(1))
    shy.press("enter")
    for number in 2...3 {
      shy.wait(milliseconds: 2000)
      shy.type(TestImageCache.code(number))
      // Some scanners end with two.
      shy.press("enter", "enter")
    }
    #expect(shy.session.scope == .dialog)
    #expect(shy.worker.catalogue?.barcodes.isEmpty == true)
    #expect(shy.canvas.text.contains("\(TestImageCache.code(1)) · 2 more: waits for your answer"))
    shy.wait(milliseconds: 700)
    shy.type("12345678")
    shy.press("enter")
    #expect(shy.session.scope == .dialog)
    #expect(shy.canvas.text.contains("12345678 is not a barcode"))
    shy.wait(milliseconds: 700)
    shy.press("enter")
    #expect(shy.cart == (1...3).map { "1 \(name($0))" })
  }

  @Test func `leave to ask for a barcode is leave for the page that waits for it`() {
    let shy = TestApp(items: SampleItems.all)
    shy.worker.catalogue = TestImageCache()
    shy.worker.catalogue?.failure = Failure(.unavailable, "There is no network.")
    shy.perform(.showSegment(.catalogue))
    shy.press("esc")
    shy.wait(milliseconds: 700)
    #expect(shy.session.showsCatalogue && shy.session.overlays.isEmpty)
    shy.press("a")
    shy.type(TestImageCache.code(1))
    shy.press("enter")
    shy.wait(milliseconds: 700)
    shy.press("enter")
    #expect(shy.session.isAllowed(.openFoodFacts) == true)
    #expect(line(of: shy)?.refusal == "There is no network.")
    #expect(shy.worker.catalogue?.asked.map(\.page) == [1])
    shy.press("ctrl-u", "esc")
    #expect(shy.session.catalogue.trouble != nil)
    #expect(!shy.canvas.text.contains("There is nothing in this catalogue."))
    #expect(shy.canvas.text.contains("There is no copy of it here yet. r tries again."))
  }

  @Test func `a catalogue that gave no answer yet is not called empty`() {
    shopper.press("esc")
    shopper.worker.catalogue?.isSilent = true
    shopper.perform(.showSegment(.catalogue))
    shopper.press("esc")
    let number = shopper.session.catalogue.asking?.number ?? 0
    shopper.send(.workerAnswered(.failed(Failure(.cancelled, "Cancelled.")), number: number))
    #expect(shopper.canvas.text.contains("Nothing of Open Food Facts has been loaded yet."))
    #expect(!shopper.canvas.text.contains("There is nothing in this catalogue."))
  }

  @Test func `without leave only what is not known stays in the line`() {
    let shy = TestApp(items: SampleItems.all)
    shy.worker.catalogue = TestImageCache()
    shy.press("a")
    shy.type("pencil 4006381333931")
    shy.press("enter", "esc")
    shy.paste("\(TestImageCache.code(1))\n4006381333931 x2\n\(TestImageCache.code(2))")
    shy.press("enter")
    #expect(shy.session.scope == .dialog)
    shy.wait(milliseconds: 700)
    shy.press("esc")
    #expect(shy.cart == ["3 pencil"])
    #expect(line(of: shy)?.input.text == TestImageCache.code(1))
    #expect(line(of: shy)?.refusal?.hasPrefix("Nothing was sent") == true)
    #expect(line(of: shy)?.refusal?.hasSuffix(". pencil is in the cart.") == true)
    shy.press("esc")
    #expect(line(of: shy)?.input.text == TestImageCache.code(2))
  }

  @Test
  func `a no to looking up barcodes lasts, and the next scan takes the place of the last one`() {
    let shy = TestApp(items: SampleItems.all)
    shy.worker.catalogue = TestImageCache()
    shy.press("a")
    shy.type(TestImageCache.code(1))
    shy.press("enter", "esc")
    shy.type(TestImageCache.code(2))
    shy.press("enter")
    #expect(!shy.session.asksAboutBarcodes)
    #expect(line(of: shy)?.input.text == TestImageCache.code(2))
    #expect(
      line(of: shy)?.refusal
        == "Nothing was sent to Open Food Facts: you said no in this run. “Open Food Facts” in the "
        + "settings allows it.")
    shy.type("tea")
    shy.press("enter")
    #expect(shy.cart == ["1 tea"] && shy.item("tea")?.code == TestImageCache.code(2)[...])
    var preferences = shy.preferences
    preferences.services[.openFoodFacts].isAllowed = true
    preferences.services[.openPrices].isAllowed = true
    shy.send(.settingsRead(SettingsReading(preferences)))
    #expect(line(of: shy)?.input.text == TestImageCache.code(1))
    shy.press("enter")
    #expect(shy.cart == ["1 tea", "1 \(name(1))"])
  }

  @Test func nothingIsSentWithoutLeave() {
    let shy = TestApp(items: SampleItems.all)
    shy.worker.catalogue = TestImageCache()
    shy.press("a")
    shy.type(TestImageCache.code(1))
    shy.press("enter")
    #expect(shy.session.scope == .dialog)
    shy.press("esc")
    #expect(shy.worker.catalogue?.barcodes.isEmpty == true)
    guard case .quickAdd(let add)? = shy.session.overlays.last else {
      Issue.record("no line")
      return
    }
    #expect(add.input.text.trimmed == TestImageCache.code(1))
    #expect(add.refusal?.hasPrefix("Nothing was sent") == true)
  }

  @Test func aTypedPriceWins() {
    shopper.type("2 \(TestImageCache.code(1)) @1.99")
    #expect(shopper.canvas.text.contains("2 of a barcode at $1.99: enter looks it up"))
    shopper.press("enter")
    #expect(shopper.cart == ["2 \(name(1))"])
    #expect(shopper.item(name(1))?.price?.minorUnits == 199)
    #expect(line?.input.isEmpty == true)
    // Also for what is known by now.
    scan("\(TestImageCache.code(1)) @2.49")
    #expect(shopper.cart == ["3 \(name(1))"])
    #expect(shopper.notice.hasSuffix("3 in all, $7.47, price was $1.99"))
    #expect(shopper.item(name(1))?.price?.minorUnits == 249)
    // What is not found comes back whole.
    scan("4006381333931 @1")
    #expect(line?.input.text == "4006381333931 @1.00")
    #expect(line?.refusal?.hasPrefix("No catalogue knows") == true)
  }

  @Test(arguments: [
    ("4006381333931", 1), ("4 006381 333931", 1), ("4-006381-333931", 1), ("4 006381333931", 1),
    ("4006381333931 x2", 2), ("4006381333931x2", 2), ("4006381333931 2x", 2),
    ("4006381333931 × 2", 2), ("4006381333931*2", 2), ("4006381333931 2", 2),
    ("2x 4006381333931", 2), ("2*4006381333931", 2), ("2 * 4006381333931", 2),
    ("x2 4006381333931", 2), ("x 2 4006381333931", 2),
    ("2 4 006381 333931", 2), ("4 006381 333931 x2", 2), ("2x4-006381-333931", 2),
  ])
  func `a code is one however its digits are set, with and without a price`(
    _ text: String, _ count: Int
  ) throws {
    let code = "4006381333931"
    #expect(ScannedCode.areMeant(by: text))
    let whole = try ScannedCode.read(text)
    #expect(whole.map(\.typed) == [code] && whole.map(\.count) == [count])
    for line in [text, text + " @1.99", "@1.99 " + text, text + " $1.99"] {
      shopper.type(line)
      #expect(self.line?.codes.map(\.typed) == [code], "\(line)")
      #expect(self.line?.codes.map(\.count) == [count], "\(line)")
      #expect(self.line?.codes.first?.price?.minorUnits == (line == text ? nil : 199), "\(line)")
      shopper.press("enter")
      #expect(self.line?.refusal?.hasPrefix("No catalogue knows") == true, "\(line)")
      shopper.press("ctrl-u")
    }
    #expect(shopper.shared.items.count == SampleItems.all.count)
  }

  /// As behind a name.
  @Test(arguments: [
    "3017620422003 2.89", "3017620422003 @2.89", "3017620422003@2.89", "3017620422003 $2.89",
    "2.89 3017620422003", "EAN 3017620422003 2.89", "EAN: 3017620422003 @2.89",
    "3017620422003 2.89 each", "3 017620 422003 2.89",
  ])
  func `a price stands behind a code as behind a name`(_ text: String) {
    shopper.type(text)
    #expect(line?.codes.map(\.typed) == ["3017620422003"])
    #expect(line?.codes.first?.price?.minorUnits == 289)
    #expect(shopper.canvas.text.contains("a barcode at $2.89: enter looks it up"))
    shopper.press("enter")
    #expect(line?.refusal?.hasPrefix("No catalogue knows 3017620422003.") == true)
  }

  @Test func `a comma is the mark of a price behind a code where it is one behind a name`() throws {
    let euro = try #require(Currency(code: "EUR"))
    let known = QuickAdd.Known(numbers: NumberStyle(locale: "de_DE.UTF-8"))
    for text in [
      "3017620422003 2,89", "3017620422003@2,89", "2 3017620422003 2,89", "3017620422003 1,29",
    ] {
      let line = QuickAdd.parse(text, currency: euro, known: known)
      let price = text.hasSuffix("1,29") ? 129 : 289
      #expect(line.name == "3017620422003" && line.price?.minorUnits == price, "\(text)")
      #expect(ScannedCode(AddRequest(line)) != nil, "\(text)")
    }
  }

  @Test func `what is said behind a code is said of its product`() {
    let code = TestImageCache.code(1)
    scan("2 \(code)@1.79 #office !Aldi *")
    #expect(shopper.cart == ["2 \(name(1))"])
    let item = shopper.item(name(1))
    #expect(item?.price?.minorUnits == 179)
    #expect(item?.category == "office" && item?.store == "Aldi" && item?.isFavourite == true)
    scan("\(code) #Sweets")
    #expect(shopper.cart == ["3 \(name(1))"])
    #expect(shopper.item(name(1))?.category == "Sweets")
    scan("4006381333931 @1 #\"baked goods\" *")
    #expect(line?.input.text == "4006381333931 @1.00 #\"baked goods\" *")
  }

  @Test(arguments: [
    "5901234123457 soap powder", "soap powder 5901234123457", "soap 5901234123457 powder",
    "soap powder EAN 5901234123457", "soap powder 5901234123457 2.89",
    "2 soap powder 5901234123457",
  ])
  func `a name beside a code is what it is called from now on`(_ text: String) {
    shopper.type(text)
    #expect(line?.outcomes.map(\.item.name) == ["soap powder"])
    #expect(shopper.canvas.text.contains("barcode 5901234123457"))
    shopper.press("enter")
    #expect(line?.refusal == nil)
    #expect(shopper.notice.contains("its barcode is known now"))
    scan("5901234123457")
    #expect(shopper.cart == ["\(text.hasPrefix("2") ? 3 : 2) soap powder"])
    #expect(shopper.worker.catalogue?.barcodes == [])
  }

  @Test func `of a known barcode the preview shows what is added`() {
    scan("soap powder 5901234123457")
    shopper.type("5901234123457 x2")
    #expect(line?.outcomes.map(\.item.name) == ["soap powder"] && line?.codes == [])
    #expect(shopper.canvas.text.contains("2  soap powder  · 3 in all"))
    shopper.press("ctrl-u")
    shopper.type("5901234123457 \(TestImageCache.code(1))")
    #expect(line?.outcomes.count == 1 && line?.codes.map(\.typed) == [TestImageCache.code(1)])
    shopper.press("ctrl-u")
    shopper.type("5901234123457 3.99 !Aldi")
    #expect(line?.outcomes.map(\.item.name) == ["soap powder"] && line?.codes == [])
    #expect(shopper.canvas.text.contains("@ $3.99  !Aldi  · 2 in all  · $7.98"))
    shopper.press("ctrl-u", "esc")
    shopper.paste("kumquats\n5901234123457 x2\n\(TestImageCache.code(1))\n")
    #expect(shopper.canvas.text.contains("2 items: 1 new, 1 in the cart · 1 barcode to look up"))
    #expect(shopper.canvas.text.contains("= soap powder"))
    shopper.press("enter")
    #expect(shopper.cart == ["3 soap powder", "1 kumquats", "1 \(name(1))"])
  }

  @Test func `a scan where nothing is typed is one, and turns no page`() {
    scan("soap powder 5901234123457")
    shopper.press("esc")
    for page in ["1", "2"] {
      shopper.press(page)
      shopper.wait(milliseconds: 200)
      let before = shopper.session.page
      let count = shopper.shared.summary.pieces
      scan("5901234123457")
      #expect(shopper.session.page == before && shopper.shared.summary.pieces == count + 1)
      #expect(line?.input.isEmpty == true)
      shopper.press("esc")
    }
    // Digits that a person presses, or that are too few for a code, turn pages at once.
    for (text, pause) in [("5901234123457", 200), ("123", 0)] {
      shopper.press("1")
      shopper.wait(milliseconds: 200)
      let cart = shopper.cart
      for digit in text {
        shopper.type(String(digit))
        shopper.wait(milliseconds: pause)
      }
      #expect(shopper.session.page != .items, "\(text)")
      shopper.press("enter")
      #expect(shopper.cart == cart && line == nil)
      while !shopper.session.overlays.isEmpty { shopper.press("esc") }
    }
  }

  @Test(arguments: [
    ("4006381333932", "its last digit does not fit"), ("2000000000008", "a shop's own barcode"),
  ])
  func `a scan that can't be looked up is told where nothing is typed, and turns no page`(
    _ code: String, _ reason: String
  ) {
    shopper.press("esc")
    for page in ["1", "2"] {
      shopper.press(page)
      shopper.wait(milliseconds: 200)
      let (before, cart) = (shopper.session.page, shopper.cart)
      scan(code)
      #expect(shopper.session.page == before && shopper.session.overlays.count == 1)
      #expect(line?.input.text == code && line?.refusal?.contains(reason) == true)
      #expect(shopper.cart == cart)
      while !shopper.session.overlays.isEmpty { shopper.press("esc") }
    }
  }

  @Test func `an unknown code that was named by hand is known at the next scan`() {
    scan("4006381333931")
    scan("pencil")
    #expect(shopper.notice.contains("its barcode is known now"))
    scan("4006381333931")
    #expect(shopper.cart == ["2 pencil"])
    // A name that was wrong is put right: the code is that of what was named last.
    shopper.type("pen 4006381333931")
    #expect(shopper.canvas.text.contains("barcode 4006381333931, so far that of pencil"))
    shopper.press("enter")
    #expect(
      shopper.notice.contains("its barcode is known now; 4006381333931 was that of pencil"))
    scan("4006381333931")
    #expect(shopper.cart == ["2 pencil", "2 pen"])
  }

  @Test func `a name beside several codes is refused for what it is`() {
    shopper.type("4006381333931 9002236311036 felt pens")
    let refusal =
      "4006381333931 and 9002236311036 are 2 barcodes. Give each its name on a line of its own."
    #expect(line?.entries.map(\.refusal) == [refusal])
    #expect(line?.entries.map(\.name) == ["4006381333931 9002236311036 felt pens"])
    shopper.press("enter")
    #expect(line?.refusal == refusal)
    #expect(shopper.cart.isEmpty)
  }

  @Test func `a name typed behind a code that came back is not of its category`() {
    let shy = TestApp(items: SampleItems.all)
    shy.worker.catalogue = TestImageCache()
    shy.press("a")
    shy.type("4006381333931 @1.99 #school !Corner x2")
    shy.press("enter", "esc")
    shy.type("pens")
    shy.press("enter")
    #expect(shy.cart == ["2 pens"])
    let item = shy.item("pens")
    #expect(item?.category == "school" && item?.store == "Corner")
    #expect(item?.price?.minorUnits == 199 && item?.code == "4006381333931")
  }

  @Test func `of several things it is said whose barcode is known now`() {
    scan("pens 4006381333931, energy drink")
    #expect(shopper.notice.hasSuffix("; the barcode of pens is known now"))
    scan("tea 96385074, jam 5901234123457")
    #expect(shopper.notice.hasSuffix("; the barcodes of tea and jam are known now"))
  }

  @Test func `another code beside a name takes the place of the one it had`() {
    scan("tea 96385074")
    shopper.type("tea 5901234123457")
    #expect(shopper.canvas.text.contains("barcode 5901234123457 in place of 96385074"))
    shopper.press("enter")
    #expect(shopper.notice.contains("its barcode is known now"))
    scan("5901234123457")
    #expect(shopper.cart == ["3 tea"])
  }

  @Test func `a code of a catalogue that went to another thing by mistake comes back by its name`()
  {
    let (wine, code) = (name(1), TestImageCache.code(1))
    scan(code)
    scan("pads \(code)")
    #expect(shopper.notice.contains("its barcode is known now; \(code) was that of \(wine)"))
    shopper.type("\"\(wine)\" \(code)")
    #expect(line?.outcomes.map(\.code) == ["barcode \(code), so far that of pads"])
    shopper.press("enter")
    #expect(shopper.notice.contains("its barcode is known now; \(code) was that of pads"))
    scan(code)
    #expect(shopper.cart == ["3 \(wine)", "1 pads"])
    shopper.press("esc", "u", "u")
    #expect(shopper.shared.items.first(with: try! Barcode(code))?.name == "pads")
  }

  @Test func `what a catalogue knows keeps its code, and that is said`() {
    let (wine, code) = (name(1), TestImageCache.code(1))
    scan(code)
    shopper.type("\"\(wine)\" 5901234123457")
    #expect(
      line?.outcomes.map(\.code) == ["barcode 5901234123457 is not kept: it has \(code)"])
    shopper.press("enter")
    #expect(shopper.notice.contains("5901234123457 is not kept: \(wine) has \(code)"))
  }

  @Test(arguments: ["2 bottles CODE", "CODE 2 bottles", "2 pieces CODE", "2 packs CODE"])
  func `what a code is in is none of its name`(_ text: String) {
    shopper.type("cola 3017620422003 @0.99")
    shopper.press("enter")
    shopper.type(text.replacing("CODE", with: "3017620422003"))
    shopper.press("enter")
    #expect(shopper.cart == ["3 cola"], "\(shopper.notice)")
  }

  @Test(arguments: ["x2 @9", " x2 @9", "2 @9", "@9 x2"])
  func `an amount typed over an unknown code is that of the code`(_ text: String) {
    scan("4006381333931")
    shopper.type(text)
    #expect(line?.input.text == text)
    #expect(shopper.canvas.text.contains("2 of a barcode at $9.00: enter looks it up"))
    shopper.press("enter")
    #expect(line?.input.text == "2 4006381333931 @9.00")
    #expect(line?.refusal?.hasPrefix("No catalogue knows 4006381333931.") == true)
    shopper.type("pencil")
    #expect(shopper.canvas.text.contains(/2 +pencil +@ \$9\.00 each = \$18\.00/))
    shopper.press("enter")
    #expect(shopper.cart == ["2 pencil"])
    #expect(shopper.item("pencil")?.price?.minorUnits == 900)
    #expect(line?.input.isEmpty == true)
    scan("4006381333931")
    #expect(shopper.cart == ["3 pencil"])
  }

  @Test func `the quantity is the same behind the price as before it`() {
    let code = TestImageCache.code(1)
    scan("\(code) @1.99 x2")
    scan("\(code) x2 @1.99")
    #expect(shopper.cart == ["4 \(name(1))"])
    #expect(shopper.item(name(1))?.price?.minorUnits == 199)
  }

  @Test(arguments: [
    ("4006381333931x2 96385074 3x5449000000996", [2, 1, 3]),
    ("4006381333931 96385074 x2", [1, 2]), ("2x 4006381333931 96385074*2", [2, 2]),
    ("x2 4006381333931 96385074", [2, 1]), ("036000291452 2", [2]), ("5 036000291452", [5]),
  ])
  func `each of several codes has its own quantity`(_ text: String, _ counts: [Int]) throws {
    #expect(try ScannedCode.read(text).map(\.count) == counts)
  }

  @Test(arguments: [
    "4006381333931x", "x", "x2", "2x", "4006381333931-", "4006381333931 x2 x3", "40-06381-333932",
    "2*3", "4006381333931 0", "4006381333931x1000", "-4006381333931", "978-3-16-148410-1",
    "4 6 x 2 3", "12-13",
  ])
  func `what is no code with a quantity is none`(_ text: String) {
    #expect(!ScannedCode.areMeant(by: text))
  }

  @Test func aBarcodeAmongOtherThingsIsLookedUp() {
    shopper.type("kumquats, \(TestImageCache.code(1))")
    #expect(shopper.canvas.text.contains(/\d{13} +· a barcode/))
    #expect(shopper.canvas.text.contains(/1 +kumquats +· new/))
    shopper.press("enter")
    #expect(shopper.cart == ["1 kumquats", "1 \(name(1))"])
    // In quotes it is a name.
    scan("\"4006381333931\" #office")
    #expect(shopper.cart.last == "1 4006381333931")
  }

  /// The refusal of a part of a line does not hide what became of the rest.
  @Test func `of a line of which a part is not found all is said, and nothing is lost`() {
    scan("soap 4006381333931")
    shopper.press("esc", "1")
    shopper.focus("soap")
    shopper.press("space", "a")
    #expect(shopper.cart.isEmpty)
    shopper.type("tea, 4006381333931, 5449000000996")
    #expect(shopper.canvas.text.contains(/1 +soap +· known/))
    shopper.press("enter")
    #expect(shopper.cart == ["1 tea", "1 soap"])
    #expect(line?.input.text == "5449000000996")
    let text = shopper.canvas.text
    #expect(text.contains("Added tea and soap"))
    #expect(text.contains("No catalogue knows 5449000000996."))
    // One step.
    shopper.press("ctrl-u", "esc", "u")
    #expect(shopper.cart.isEmpty && shopper.item("tea") == nil)
  }

  @Test func whatGoesBackWithPricesIsReadAgain() {
    shopper.worker.catalogue?.isSilent = true
    scan("\(TestImageCache.code(1)) @1.99")
    scan(TestImageCache.code(2))
    shopper.press("esc")
    #expect(
      line?.input.text.trimmed == "\(TestImageCache.code(1)) @1.99, \(TestImageCache.code(2))")
    shopper.worker.catalogue?.isSilent = false
    shopper.press("enter")
    #expect(shopper.cart == ["1 \(name(1))", "1 \(name(2))"])
  }

  @Test func inAPastedListBarcodesAreLookedUpAndTheRestIsAdded() {
    shopper.press("esc")
    shopper.paste(
      "kumquats\n\(TestImageCache.code(1))\n- [ ] 2 \(TestImageCache.code(2))\n12345678\n")
    guard case .paste(let paste)? = shopper.session.overlays.last else {
      Issue.record("no list")
      return
    }
    #expect(paste.requests.map(\.name) == ["kumquats"])
    #expect(shopper.canvas.text.contains("1 item: 1 new · 2 barcodes to look up · 1 left out"))
    #expect(shopper.canvas.text.contains("12345678 is not a barcode: its last digit does not fit"))
    #expect(shopper.canvas.text.contains("+ kumquats"))
    #expect(shopper.worker.catalogue?.barcodes == [])
    shopper.press("enter")
    #expect(
      shopper.cart == ["1 kumquats", "1 \(name(1))", "2 \(name(2))"])
    #expect(line?.input.isEmpty == true)
  }

  @Test func `a pasted line is a barcode where the add line says so`() {
    shopper.press("esc")
    shopper.paste("kumquats\n4006 3813 3393 1\n4006 3813 3393 1 x2\n4006 3813 3393 2\n")
    guard case .paste(let paste)? = shopper.session.overlays.last else {
      Issue.record("no list")
      return
    }
    #expect(paste.codes.map(\.line) == ["4006381333931", "2 4006381333931"])
    #expect(paste.requests.count == 2)
  }

  @Test func aLineOfAPastedListIsLeftOutAndTakenInAgain() {
    shopper.press("esc")
    shopper.paste("kumquats\nShopping for Sunday\ntea\n")
    shopper.press("down")
    shopper.type(" ")
    #expect(shopper.canvas.text.contains("2 items: 2 new · 1 left out"))
    #expect(shopper.canvas.text.contains("- Shopping for Sunday"))
    shopper.press("up")
    shopper.type("  ")
    shopper.press("enter")
    #expect(shopper.cart == ["1 kumquats", "1 tea"])
    shopper.paste("cocoa\nrice\n")
    shopper.type(" ")
    shopper.press("down")
    shopper.type(" ")
    shopper.press("enter")
    #expect(shopper.session.overlays.count == 1)
    #expect(shopper.cart.count == 2)
  }

  @Test func aPastedListOfWrongDigitsSaysWhy() {
    shopper.press("esc")
    shopper.paste("- [ ] 96385075\n- [ ] 12345678\n")
    #expect(shopper.canvas.text.contains("96385075 is not a barcode: its last digit does not fit"))
    shopper.press("enter")
    #expect(shopper.cart.isEmpty)
  }

  @Test func aTickedBarcodeIsLookedUpToo() {
    shopper.press("esc")
    shopper.paste("- kumquats\n- [x] \(TestImageCache.code(1))\n")
    shopper.press("enter")
    #expect(shopper.cart == ["1 kumquats", "1 \(name(1))"])
  }

  @Test(arguments: ["2 kg 8076800195057", "8076800195057 1.20/kg", "2 kg 8076800195057 1.20"])
  func aBarcodeWhereANameBelongsIsRefused(_ text: String) {
    scan(text)
    let refusal = "8076800195057 is a barcode. Add it by itself, or give the thing a name."
    #expect(line?.refusal == refusal)
    #expect(line?.input.text == text)
    #expect(shopper.cart.isEmpty)
  }

  @Test func wrongDigitsBesideAnotherThingAreRefused() {
    scan("milk, 96385075")
    #expect(line?.refusal?.hasPrefix("96385075 is not a barcode") == true)
    #expect(shopper.cart.isEmpty)
    // In quotes digits are a name, and then they are known.
    shopper.press("ctrl-u")
    scan("\"milk 8076800195057\"")
    #expect(shopper.cart == ["1 milk 8076800195057"])
    scan("milk 8076800195057")
    #expect(shopper.cart == ["2 milk 8076800195057"])
  }

  @Test func anUnknownBarcodeOfAPastedListComesBack() {
    shopper.paste("kumquats\n4006381333931\n\(TestImageCache.code(2))")
    shopper.press("enter")
    #expect(shopper.cart == ["1 kumquats", "1 \(name(2))"])
    #expect(line?.input.text == "4006381333931")
    #expect(line?.refusal?.hasPrefix("No catalogue knows") == true)
  }

  @Test func tooManyBarcodesInAPastedListAddNothing() {
    let codes = (1...51).map { TestImageCache.code($0) }
    shopper.paste((["kumquats"] + codes).joined(separator: "\n"))
    shopper.press("enter")
    guard case .paste(let paste)? = shopper.session.overlays.last else {
      Issue.record("no list")
      return
    }
    #expect(paste.refusal == "51 barcodes are too many at once: 50 may wait.")
    #expect(shopper.cart.isEmpty)
    #expect(shopper.canvas.text.contains("51 barcodes are too many"))
  }

  // MARK: Prices

  /// A product known from a list, which has no price; Open Prices has one.
  private func scanOneOfTheList(_ preferences: Preferences, isThere: Bool = true) -> TestApp {
    let code = TestImageCache.code(4)
    let again = TestApp(items: SampleItems.all, preferences: preferences)
    again.keptCatalogues = [.openFoodFacts: CatalogueCache(.openFoodFacts, TestImageCache.wines(9))]
    again.worker.catalogue = TestImageCache()
    again.worker.catalogue?.products[3].price = Money(minorUnits: 1234, currency: .usd)
    if !isThere {
      again.worker.catalogue?.failure = Failure(.unavailable, "There is no network.")
    }
    again.press("a")
    again.type(code)
    again.press("enter")
    #expect(again.cart == ["1 \(name(4))"])
    return again
  }

  private func price(_ app: TestApp) -> Money? {
    app.item(name(4))?.price
  }

  @Test func thePriceOfAKnownProductIsAskedForBeforeItGoesIn() {
    var preferences = shopper.session.preferences
    preferences.services[.openPrices].isAllowed = true
    let app = scanOneOfTheList(preferences)
    #expect(price(app)?.minorUnits == 1234)
    #expect(app.worker.catalogue?.described == [TestImageCache.code(4)])
    #expect(app.worker.catalogue?.barcodes == [])
    // One undo takes it back, price and all.
    app.press("esc", "u")
    #expect(app.cart.isEmpty)
  }

  @Test func withoutLeaveOrNetworkAKnownProductGoesInWithoutAPrice() {
    var preferences = shopper.session.preferences
    let shy = scanOneOfTheList(preferences)
    #expect(price(shy) == nil)
    #expect(shy.worker.catalogue?.described == [])
    preferences.services[.openPrices].isAllowed = true
    let alone = scanOneOfTheList(preferences, isThere: false)
    #expect(price(alone) == nil)
  }

  @Test func pricesAreAskedAboutTogetherWithTheProducts() {
    let shy = TestApp(items: SampleItems.all)
    shy.press("a")
    shy.type(TestImageCache.code(1))
    shy.press("enter")
    guard case .consent(let consent)? = shy.session.overlays.last else {
      Issue.record("no question")
      return
    }
    #expect(consent.services == [.openFoodFacts, .openPrices])
    // Who types on has not seen the question yet: neither letters nor spaces choose or answer.
    shy.type("salt, all of ")
    shy.press("enter")
    #expect(shy.notice == "Typed text is no answer: choose one with the arrows.")
    #expect(shy.session.asksAboutBarcodes && shy.session.isAllowed(.openFoodFacts) == nil)
    shy.wait(milliseconds: 1000)
    shy.press("right", "right", "enter")
    #expect(!shy.session.asksAboutBarcodes && shy.session.isAllowed(.openFoodFacts) != true)
  }

  // MARK: The segment

  @Test func whatABarcodeGaveIsNotAmongTheWines() throws {
    let spread = try #require(
      CatalogueProduct(
        .openFoodFacts, code: "3017620422003", name: "Nutella", category: "Sweets",
        categoryID: "en:sweet-spreads"))
    let plain = try #require(
      CatalogueProduct(.openFoodFacts, code: "4006381333931", name: "Highlighter"))
    shopper.worker.catalogue = TestImageCache(TestImageCache.wines(3) + [spread, plain])
    shopper.worker.catalogue?.categories.removeAll { !$0.id.hasSuffix("wines") }
    scan(spread.code)
    scan(plain.code)
    #expect(shopper.cart == ["1 Nutella", "1 Highlighter"])
    shopper.worker.catalogue?.products.removeLast(2)
    shopper.press("esc", ".", ".")
    let names = shopper.session.catalogue.list.indices.compactMap {
      shopper.state.product(at: $0)?.name
    }
    #expect(Set(names) == Set((1...3).map { name($0) }))
    // The picker of categories counts the same.
    shopper.press("f")
    guard case .picker(let picker)? = shopper.session.overlays.last else {
      Issue.record("no picker")
      return
    }
    #expect(picker.all.first?.detail == "3")
    #expect(!picker.all.contains { $0.value == "en:sweet-spreads" })
    shopper.press("esc", "/")
    shopper.type("nutella")
    // A search finds any food that was seen.
    #expect(shopper.session.catalogue.list.count == 1)
    // It is still known for its next scan.
    #expect(shopper.keptCatalogues[.openFoodFacts]?[spread.code] == spread)
  }

  // MARK: Giving up

  @Test func escGivesThemAllBack() {
    shopper.worker.catalogue?.isSilent = true
    for number in 1...3 { scan(TestImageCache.code(number)) }
    shopper.press("esc")
    #expect(shopper.session.catalogue.scans.isEmpty)
    #expect(line?.refusal == "Not looked up.")
    #expect(line?.input.text.trimmed == codes(3))
    // The next scan goes behind them, and enter looks all of them up.
    shopper.worker.catalogue?.isSilent = false
    scan(TestImageCache.code(4))
    #expect(shopper.cart == (1...4).map { "1 \(name($0))" })
    #expect(line?.input.isEmpty == true)
    shopper.press("esc")
    #expect(shopper.session.overlays.isEmpty)
  }

  @Test func aFailureGivesThemAllBack() throws {
    shopper.worker.catalogue?.isSilent = true
    for number in 1...2 { scan(TestImageCache.code(number)) }
    let number = try #require(shopper.session.catalogue.scans.first?.number)
    shopper.send(.workerAnswered(.failed(Failure(.unavailable, "No network.")), number: number))
    #expect(line?.refusal == "No network.")
    #expect(line?.input.text.trimmed == codes(2))
  }

  @Test func whatComesBackWhileSomethingIsTypedIsShownBeforeTheLineCloses() {
    shopper.worker.catalogue?.isSilent = true
    for number in 1...2 { scan(TestImageCache.code(number)) }
    shopper.type("milk")
    shopper.press("esc")
    #expect(line?.input.text == "milk")
    shopper.press("esc")
    #expect(line?.input.text.trimmed == codes(2))
    shopper.press("esc")
    #expect(shopper.session.overlays.isEmpty)
  }

  // MARK: Several in a line

  @Test func codesThatRunTogetherAreTwo() {
    scan(TestImageCache.code(1) + TestImageCache.code(2))
    #expect(shopper.cart == ["1 \(name(1))", "1 \(name(2))"])
    scan("\(TestImageCache.code(1)) \(TestImageCache.code(3))")
    #expect(shopper.cart == ["2 \(name(1))", "1 \(name(2))", "1 \(name(3))"])
  }

  @Test(arguments: [
    ("30176204220034006381333931", ["3017620422003", "4006381333931"]),
    ("9638507496385074", ["96385074", "96385074"]),
    ("036000291452036000291452", ["036000291452", "036000291452"]),
    ("4006381333931\n96385074, 3017620422003", ["4006381333931", "96385074", "3017620422003"]),
    ("2 4006381333931", ["2 4006381333931"]), ("milk", []), ("2 milk", []), ("2", []),
    ("4006381333931 2", ["2 4006381333931"]), ("4006381333931 milk", []),
    // As it is printed below the bars, and how many.
    ("4 006381 333931", ["4006381333931"]), ("4006381 333931", ["4006381333931"]),
    ("0 36000 29145 2", ["036000291452"]), ("9638 5074", ["96385074"]),
    ("4006381333931 x2", ["2 4006381333931"]), ("4 006381 333931 x 3", ["3 4006381333931"]),
    ("4006381333931 ×2 96385074", ["2 4006381333931", "96385074"]),
    // One digit is wrong, or it is something else.
    ("40 06381 333932", []), ("4 006381 333931 milk", []), ("x2", []), ("4006381333931 x", []),
    ("4006381333931 x0", []), ("2 4006381333931 x2", []), ("12 1234567", []),
  ]) func linesAreReadAsCodes(_ text: String, _ codes: [String]) throws {
    #expect(try ScannedCode.read(text).map(\.line) == codes)
    #expect(ScannedCode.areMeant(by: text) == !codes.isEmpty)
  }

  @Test func aNumberBeforeACodeIsHowMany() {
    scan("2 " + TestImageCache.code(1))
    #expect(shopper.cart == ["2 \(name(1))"])
    scan("3 " + TestImageCache.code(1))
    #expect(shopper.cart == ["5 \(name(1))"])
    #expect(shopper.notice == "\(name(1)): 5 in the cart")
    // What was picked starts again.
    shopper.press("esc", "2", "space", "1", "a")
    scan(TestImageCache.code(1))
    #expect(shopper.cart == ["1 \(name(1))"])
    #expect(
      shopper.notice == "Put \(name(1)) in the cart, instead of the 5 picked before")
    // What is not known comes back with its number.
    scan("2 4006381333931")
    #expect(line?.input.text == "2 4006381333931")
  }

  @Test(arguments: ["30176204220034006381333932", "400638133393140063813339", "123456789012345"])
  func digitsThatAreNoCodesAreRefused(_ text: String) {
    scan(text)
    #expect(line?.input.text == text)
    #expect(
      line?.refusal
        == "\(text) is not a barcode: it has \(text.count) digits. Scan or type it again.")
    #expect(shopper.cart.isEmpty)
  }

  @Test func pastedCodesAreLookedUp() {
    let codes = (1...3).map { TestImageCache.code($0) }.joined(separator: "\n")
    shopper.paste(codes)
    #expect(shopper.cart == (1...3).map { "1 \(name($0))" })
    shopper.press("esc")
    // Without the line it opens.
    shopper.paste(codes + "\n")
    #expect(shopper.cart == (1...3).map { "2 \(name($0))" })
    shopper.press("esc", "P")
    shopper.paste(TestImageCache.code(1))
    #expect(shopper.cart.first == "3 \(name(1))")
    #expect(line?.input.isEmpty == true)
  }
}
