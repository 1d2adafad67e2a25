import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// Host capabilities are detected after the first frame.
@Suite struct HostCapabilitiesTests {
  @Test func mailGoesByWhatWasFound() {
    let shopper = TestApp()
    #expect(shopper.state.mailCarrier == nil)
    shopper.send(
      .hostCapabilitiesKnown(
        HostCapabilities(hasBrowser: true, sendmail: "/usr/sbin/sendmail")))
    #expect(shopper.state.mailCarrier == .sendmail("/usr/sbin/sendmail"))
    #expect(shopper.session.hasBrowser)
  }

  @Test func aDraftOfAnEarlierRunIsThere() throws {
    let draft = MailDraft(
      .list, author: "", to: "ann@example.org", subject: "Milk", note: "",
      letter: MailLetter(text: "Milk", html: "<p>Milk</p>"))
    let shopper = TestApp()
    shopper.send(
      .hostCapabilitiesKnown(
        HostCapabilities(hasBrowser: false, sendmail: nil, drafts: draft.bytes))
    )
    shopper.press("2")
    shopper.press("1", "space", "2", "m")
    #expect(shopper.form?[.to] == "ann@example.org")
    #expect(shopper.form?[.subject] == "Milk")
  }

  @Test func aDraftThatMakesNoSenseIsNone() {
    let shopper = TestApp()
    shopper.send(
      .hostCapabilitiesKnown(HostCapabilities(hasBrowser: false, sendmail: nil, drafts: [0x7B])))
    #expect(shopper.session.mail.drafts.all == [])
  }
}
