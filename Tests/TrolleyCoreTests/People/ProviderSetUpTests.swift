import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// What the button of a provider says before its set-up.
@Suite struct ProviderSetUpTests {
  private func message(hasBrowser: Bool) -> String {
    let shopper = TestApp(
      items: SampleItems.all, preferences: Preferences(), hasBrowser: hasBrowser)
    shopper.openHome()
    shopper.press("L")
    while shopper.session.signIn.focus != 3 { shopper.press("tab") }
    shopper.press("enter")
    return shopper.dialog?.message ?? ""
  }

  /// The flow tried first on this machine decides which type of client Google needs.
  @Test func theTypeOfTheClientFitsTheWay() {
    #expect(message(hasBrowser: true).contains("“Desktop app”"))
    #expect(message(hasBrowser: false).contains("“TVs and Limited Input devices”"))
  }

  @Test func whatItSaysToWriteIsAWholeSettingsFile() throws {
    let text = message(hasBrowser: false)
    let start = try #require(text.firstIndex(of: "{"))
    let filledIn = text[start...].map { $0 == "…" ? "x" : $0 }
    let file = try PreferencesFile(Array(String(filledIn).utf8))
    #expect(file.preferences.providers.map(\.kind) == [.google])
  }
}
