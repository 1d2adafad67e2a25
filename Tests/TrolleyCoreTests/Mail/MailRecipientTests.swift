import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyWire

/// What goes out goes to whom the screen has named.
@Suite struct MailRecipientTests {
  private func shopper() throws -> TestApp {
    let settings = #"{"mail":{"server":"smtp.example.org","from":"ann@example.org"}}"#
    let shopper = TestApp(preferences: try PreferencesFile(Array(settings.utf8)).preferences)
    shopper.focus("Milk")
    shopper.press("space", "2")
    return shopper
  }

  private func recipients(_ shopper: TestApp) -> [[String]] {
    shopper.effects.compactMap {
      if case .askWorker(.sendMail(let message, _), _) = $0 {
        message.to.map(\.address)
      } else {
        nil
      }
    }
  }

  @Test(arguments: [
    ("jo@firm.example", "jo@firm.ex"), ("ann@x.org.uk", "ann@x.org"),
    ("bo@mail.dev", "a@b.example, bo@mail.de"),
  ])
  func `a whole address is taken as it was typed, though a known one begins with it`(
    known: String, typed: String
  ) throws {
    let shopper = try shopper()
    for text in [known, typed] {
      shopper.press("m", "ctrl-u")
      shopper.type(text)
      shopper.press("ctrl-s")
    }
    #expect(recipients(shopper).last == typed.split(separator: ", ").map(String.init))
  }

  @Test func `what is no whole address yet is completed`() throws {
    let shopper = try shopper()
    for text in ["jo@firm.example", "jo@firm.e"] {
      shopper.press("m", "ctrl-u")
      shopper.type(text)
      shopper.press("ctrl-s")
    }
    #expect(recipients(shopper).last == ["jo@firm.example"])
  }

  @Test func `an order is mailed to a store only when the form has named it`() throws {
    let shopper = try shopper()
    shopper.press("3", "a")
    for text in ["Corner", "", "", "shop@corner.example"] {
      shopper.type(text)
      shopper.press("tab")
    }
    shopper.press("ctrl-s", "o")
    for text in ["Ann", "1 Long Road"] {
      shopper.type(text)
      shopper.press("tab")
    }
    shopper.press("ctrl-u")
    shopper.type("cor")
    shopper.press("ctrl-s")
    #expect(shopper.shared.orders.isEmpty)
    #expect(shopper.notice == "Order it from Corner? ctrl-s does.")
    let form = try #require(shopper.form)
    #expect(shopper.state.sentence(above: form).text.contains("It goes to shop@corner.example"))
    shopper.press("ctrl-s")
    #expect(shopper.shared.orders.count == 1)
    #expect(recipients(shopper) == [["shop@corner.example"]])
  }
}
