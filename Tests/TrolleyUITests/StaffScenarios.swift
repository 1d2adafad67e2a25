import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport
import TrolleyWire

/// Scenes of a shop with several employees.
extension Scenario {
  static let staff: [Scenario] = [
    Scenario("sign-in-no-employees") { shopper in
      shopper.journal.append(
        TrolleyModel.Step(
          replica: ReplicaID(5), number: 1, time: TestApp.start,
          events: [.useChanged(from: .personal, to: .staff)]))
      shopper.readNews()
    },
    Scenario("sign-in") { shopper in
      employ(shopper)
      shopper.press("L")
      shopper.type("804")
    },
    Scenario("sign-in-unknown") { shopper in
      employ(shopper)
      shopper.press("L")
      shopper.signIn("5555")
    },
    Scenario("sign-in-wait") { shopper in
      employ(shopper)
      shopper.press("L")
      shopper.vault.says = .wait(29_400)
      shopper.signIn("5555")
    },
    Scenario("employee-form-errors") { shopper in
      employ(shopper)
      shopper.press("L", "n")
      shopper.fillEmployee(pin: "12ab", "", "smith ", "ANN@shop.example", since: "yesterday")
    },
    Scenario("forgot-pin-refused") { shopper in
      employ(shopper)
      shopper.press("L", "f")
      shopper.type("nobody@shop.example")
      shopper.press("enter")
    },
    Scenario("your-pin") { shopper in
      employ(shopper)
      shopper.press("L", "f")
      shopper.type("wilhelmina@shop.example")
      shopper.press("enter")
    },
    Scenario("items-staff") { shopper in
      shopWeekly(shopper)
      employ(shopper)
      shopper.press("1")
      shopper.wait(milliseconds: 9000)
    },
    Scenario("people") { shopper in
      shopWeekly(shopper)
      employ(shopper)
      shopper.press("5", "down")
      shopper.wait(milliseconds: 9000)
    },
    Scenario("employee-edit-refused") { shopper in
      employ(shopper)
      shopper.press("5", "down", "e")
      for text in ["418529", "418529"] {
        shopper.type(text)
        shopper.press("tab")
      }
      for _ in 0..<4 { shopper.press("tab") }
      shopper.type("555555")
      shopper.press("ctrl-s")
    },
    Scenario("recovery-code") { shopper in
      employ(shopper)
      shopper.vault.nextCode = "V8XJ-4M0T-HWQ2-6PZA"
      shopper.press("5", "R")
      shopper.type("739154")
      shopper.press("enter")
    },
    Scenario("your-pin-was-shown") { shopper in
      employ(shopper)
      shopper.press("L", "f")
      shopper.type("wilhelmina@shop.example")
      shopper.press("enter", "enter")
      shopper.signIn("60317")
    },
    Scenario("people-employee") { shopper in
      employ(shopper)
      shopper.press("L")
      shopper.signIn("60317")
      shopper.press("5")
      shopper.wait(milliseconds: 9000)
    },
    Scenario("held-carts-empty") { shopper in
      shopWeekly(shopper)
      employ(shopper)
      shopper.press("2", "H")
      shopper.type("the lady with the red hat")
      shopper.press("ctrl-s")
      shopper.wait(milliseconds: 9000)
    },
    Scenario("order-staff") { shopper in
      shopWeekly(shopper)
      employ(shopper)
      shopper.press("o")
      shopper.type("Mrs Miller")
      shopper.press("ctrl-s", "right", "enter")
      shopper.wait(milliseconds: 9000)
    },
    Scenario("online-2") { shopper in
      shopWeekly(shopper)
      employ(shopper)
      shopper.press("5", "down")
      let others = shopper.shared.accounts.suffix(1).map(\.id)
      shopper.send(.presenceChanged(Set(others)))
      shopper.wait(milliseconds: 9000)
    },
    Scenario("online-12") { shopper in
      shopWeekly(shopper)
      employ(shopper)
      shopper.press("2")
      shopper.send(.presenceChanged(Set((1...11).map { Account.ID($0) })))
      shopper.wait(milliseconds: 9000)
    },
    Scenario("shared-offline") { shopper in
      shopWeekly(shopper)
      employ(shopper)
      let trouble = SyncTrouble(.unreachable, "The server does not answer.")
      shopper.send(
        .syncChanged(SyncStatus(link: .offline(since: TestApp.start, trouble))))
      shopper.wait(milliseconds: 9000)
    },
    Scenario("person-removed") { shopper in
      employ(shopper)
      shopper.press("5", "down", "d")
    },
    Scenario("hold-cart") { shopper in
      shopWeekly(shopper)
      employ(shopper)
      shopper.press("2", "H")
      shopper.type("the lady with the red hat")
    },
    Scenario("held-carts") { shopper in
      shopWeekly(shopper)
      employ(shopper)
      shopper.press("2", "H")
      shopper.type("the lady with the red hat")
      shopper.press("enter", "T")
    },
    Scenario("settings-staff") { shopper in
      employ(shopper)
      shopper.focusSetting("forgottenPIN")
      shopper.wait(milliseconds: 9000)
    },
  ]

  /// A shop with an owner, who is signed in, and two employees.
  private static func employ(_ shopper: TestApp) {
    shopper.openShop()
    shopper.press("5", "a")
    shopper.fillEmployee(pin: "8046", "Ben", "Jones", since: "2025-09-30")
    shopper.press("a")
    shopper.fillEmployee(
      pin: "60317", "Wilhelmina", "van der Straaten-Österreich", "wilhelmina@shop.example")
    shopper.press("1")
    shopper.wait(milliseconds: 9000)
  }
}
