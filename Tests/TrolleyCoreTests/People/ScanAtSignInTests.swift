import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyWire

/// A scanner does not know that the screen is locked.
@Suite struct ScanAtSignInTests {
  private let app = TestApp(items: SampleItems.all)

  init() {
    app.openShop()
    app.press("L")
  }

  private var triedPINs: Int {
    app.effects.filter { effect in
      if case .askVault(.find, number: _) = effect { true } else { false }
    }.count
  }

  @Test(arguments: ["96385074", "036000291452", "4006381333931", "2000000000008"])
  func `what is scanned is no try`(_ code: String) {
    let before = triedPINs
    for _ in 1...6 {
      app.type(code)
      app.press("enter")
      #expect(app.session.signIn.message == "That is a barcode: sign in first.")
      #expect(app.session.signIn.pin.isEmpty)
    }
    #expect(triedPINs == before && app.session.isLocked)
    app.signIn("739154")
    #expect(!app.session.isLocked)
  }

  @Test func `what is typed by hand, or is no barcode, is a try that counts`() {
    let before = triedPINs
    for digit in "96385074" {
      app.press(.character(digit))
      app.wait(milliseconds: 100)
    }
    app.press("enter")
    #expect(triedPINs == before + 1)
    app.type("96385075")
    app.press("enter")
    #expect(triedPINs == before + 2)
  }
}
