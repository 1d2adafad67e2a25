import Testing
import TrolleyModel
import TrolleyTestSupport
import TrolleyWire

/// Scenes of a household.
extension Scenario {
  static let household: [Scenario] = [
    Scenario("home-no-accounts") { shopper in
      shopper.journal.append(
        TrolleyModel.Step(
          replica: ReplicaID(5), number: 1, time: TestApp.start,
          events: [.useChanged(from: .personal, to: .household)]))
      shopper.readNews()
    },
    Scenario("home-sign-in") { shopper in
      settle(shopper)
      shopper.press("L")
      shopper.type("ben@home.example")
      shopper.press("tab")
      shopper.type("battery")
    },
    Scenario("home-wrong") { shopper in
      settle(shopper)
      shopper.press("L")
      shopper.signIn("ben@home.example", "battery stapler")
    },
    Scenario("home-wait") { shopper in
      settle(shopper)
      shopper.press("L")
      shopper.vault.says = .wait(58_400)
      shopper.signIn("ben@home.example", "battery stapler")
    },
    Scenario("home-register-errors") { shopper in
      settle(shopper)
      shopper.press("L", "ctrl-n")
      shopper.fillMember("Cleo", "ann@home.example", "password1")
    },
    Scenario("home-not-set-up") { shopper in
      settle(shopper)
      shopper.press("L", "tab", "tab", "tab", "enter")
    },
    Scenario("home-code") { shopper in
      settle(shopper)
      shopper.press("L")
      provide(shopper, [.showCode(code)])
    },
    Scenario("home-code-failed") { shopper in
      settle(shopper)
      shopper.press("L")
      provide(
        shopper,
        [.showCode(code), .failed(Failure(.cancelled, "You said no on the other device."))])
    },
    Scenario("home-link") { shopper in
      settle(shopper)
      shopper.press("L")
      provide(
        shopper,
        [
          .identity(
            ProvidedIdentity(
              issuer: "https://cloud.example", subject: "1", email: "ann@home.example",
              isEmailVerified: true))
        ])
    },
    Scenario("home-items") { shopper in
      settle(shopper)
      shopper.press("1", "right")
      shopper.wait(milliseconds: 9000)
    },
    Scenario("home-refused") { shopper in
      settle(shopper)
      shopper.press("1", "right", "d")
    },
    Scenario("home-cart") { shopper in
      settle(shopper)
      shopper.press("2", "space")
      shopper.wait(milliseconds: 9000)
    },
    Scenario("home-people") { shopper in
      settle(shopper)
      shopper.press("5", "down")
      shopper.wait(milliseconds: 9000)
    },
    Scenario("home-account") { shopper in
      settle(shopper)
      shopper.press("5", "down", "e")
    },
    Scenario("home-conflict") { shopper in
      settle(shopper)
      let other = TestApp(sharing: shopper.journal, replica: ReplicaID(0xA2))
      other.signIn("ben@home.example", "battery staple")
      shopper.press("1")
      shopper.focus("Rye Bread")
      shopper.press("e", "tab", "tab", "ctrl-u")
      shopper.type("3.80")
      other.focus("Rye Bread")
      other.press("e", "tab", "ctrl-u")
      other.type("Bakery")
      other.press("tab", "ctrl-u")
      other.type("4.10")
      other.press("ctrl-s")
      shopper.readNews()
    },
  ]

  /// A household with Ann and Ben, who is signed in, with items of both.
  private static func settle(_ shopper: TestApp) {
    shopWeekly(shopper)
    shopper.openHome()
    shopper.press("L")
    shopper.register("Ben", "ben@home.example", "battery staple")
    shopper.press("a")
    shopper.type("2 Rye Bread @3.20")
    shopper.press("enter", "esc")
    shopper.wait(milliseconds: 9000)
  }

  private static func provide(_ shopper: TestApp, _ answers: [WorkerAnswer]) {
    shopper.worker.says = answers
    shopper.press("tab", "tab", "tab", "tab", "tab", "enter")
  }

  private static var code: DeviceCode {
    // Not a valid code, but it looks like one.
    let side = 29
    func isDark(_ x: Int, _ y: Int) -> Bool {
      for (left, top) in [(0, 0), (side - 7, 0), (0, side - 7)]
      where (left..<left + 7).contains(x) && (top..<top + 7).contains(y) {
        let ring = max(abs(x - left - 3), abs(y - top - 3))
        return ring != 2
      }
      return (x * x + 3 * y + x * y) % 5 < 2
    }
    let modules = (0..<side * side).map { isDark($0 % side, $0 / side) }
    return DeviceCode(
      userCode: "QKRB-ZWNT", address: "https://www.google.com/device",
      qr: QRCode(side: side, modules: modules), expiresIn: 1800)
  }
}
