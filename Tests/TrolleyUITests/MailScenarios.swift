import Testing
import TrolleyModel
import TrolleyTestSupport
import TrolleyWire

/// Mailing the list and orders, and codes for the phone.
extension Scenario {
  static let mail: [Scenario] = [
    Scenario("mail-form") { shopper in
      open(shopper)
      shopper.type("bob@example.org, cl")
    },
    Scenario("mail-wrong-address") { shopper in
      open(shopper)
      shopper.type("bob@example.org, cleo@example")
      shopper.type(".org, -f@example.org")
      shopper.press("ctrl-s", "tab")
    },
    Scenario("mail-sending") { shopper in
      open(shopper)
      shopper.worker.saysToMail = []
      send(shopper)
      shopper.wait(milliseconds: 3000)
    },
    Scenario("mail-failed") { shopper in
      open(shopper)
      shopper.worker.saysToMail = [
        .failed(
          Failure(
            .notAllowed,
            "smtp.example.org does not take the user name or the password: 535 5.7.8 "
              + "Authentication credentials invalid."))
      ]
      send(shopper)
    },
    Scenario("mail-sent") { shopper in
      open(shopper)
      send(shopper)
    },
    Scenario("mail-order") { order($0) },
    Scenario("mail-order-failed") { shopper in
      order(shopper)
      shopper.worker.saysToMail = [
        .failed(
          Failure(.unavailable, "smtp.example.org takes too long to answer. Try again later."))
      ]
      shopper.press("enter", "esc")
    },
    Scenario("mail-code") { shopper in
      shopWeekly(shopper)
      shopper.worker.code = QRCode(side: 21, modules: (0..<441).map { ($0 * $0 / 3) % 5 < 2 })
      shopper.press("2", "Y")
    },
    Scenario("mail-code-too-long") { shopper in
      shopper.paste((0..<400).map { "the thing with number \($0)" }.joined(separator: "\n"))
      shopper.press("enter", "2", "Y")
    },
  ]

  private static func open(_ shopper: TestApp) {
    shopWeekly(shopper)
    shopper.press("2")
    shopper.wait(milliseconds: 9000)
    shopper.press("m")
  }

  private static func send(_ shopper: TestApp) {
    shopper.type("bob@example.org")
    shopper.press("tab", "tab")
    shopper.type("Thanks!")
    shopper.press("enter")
  }

  private static func order(_ shopper: TestApp) {
    shopWeekly(shopper)
    shopper.press("3", "a")
    for text in ["Corner Market", "", "", "orders@corner.example"] {
      shopper.type(text)
      shopper.press("tab")
    }
    shopper.press("ctrl-s", "o")
    shopper.wait(milliseconds: 9000)
    for text in ["Ann Example", "1 Long Road", "Corner Market"] {
      shopper.press("ctrl-u")
      shopper.type(text)
      shopper.press("tab")
    }
  }
}
