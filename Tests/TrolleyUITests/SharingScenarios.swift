import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport
import TrolleyWire

/// How a list stands that is shared between machines.
extension Scenario {
  static let sharing: [Scenario] = [
    Scenario("sharing") { shopper in
      shopper.send(.syncChanged(SyncStatus(link: .online)))
    },
    Scenario("sharing-offline") { shopper in
      shopper.send(.syncChanged(SyncStatus(link: offline(.unreachable))))
      shopper.wait(milliseconds: 2000)
    },
    Scenario("sharing-waiting") { shopper in
      shopper.send(.syncChanged(SyncStatus(link: offline(.unreachable))))
      shopper.wait(milliseconds: 2000)
      wait(shopper)
    },
    Scenario("sharing-settings") { shopper in
      shopper.send(.syncChanged(SyncStatus(link: offline(.unreachable))))
      wait(shopper)
      shopper.focusSetting("sharing")
    },
    Scenario("sharing-revoked") { shopper in
      wait(shopper)
      shopper.send(.syncChanged(SyncStatus(link: offline(.notAllowed))))
    },
    Scenario("sharing-conflict") { shopper in
      shopper.send(.syncChanged(SyncStatus(link: .online)))
      setBudget("40.00", then: "60.00", shopper)
    },
    Scenario("sharing-left-out") { shopper in
      shopper.send(.syncChanged(SyncStatus(link: .online)))
      wait(shopper)
      let line = CartLine(
        id: CartLine.ID(77), item: Item.ID(76), quantity: Quantity(2, .litre), rank: 1)
      let step = TrolleyModel.Step(
        replica: ReplicaID(0xABCD), number: 901, time: TestApp.start, events: [],
        leftOut: [LeftOut(.linesAdded([line]), .gone, name: "Milk")])
      shopper.send(.journalAdvanced([Entry(position: 1_000_000, step: step)]))
    },
  ]

  /// This person's budget, and another one by a machine that had not seen it.
  private static func setBudget(_ own: String, then theirs: String, _ shopper: TestApp) {
    func place(_ run: ReplicaID, _ from: String, _ to: String, _ unseen: Set<Int>, _ at: Int) {
      let step = TrolleyModel.Step(
        replica: run, number: 901, time: TestApp.start,
        events: [.settingChanged(.budget, from: from, to: to)], unseen: unseen)
      shopper.send(.journalAdvanced([Entry(position: 1_000_000 + at, step: step)]))
    }
    place(ReplicaID(0xABCD), "", own, [], 0)
    place(ReplicaID(0x1234), own, theirs, [0], 1)
  }

  private static func offline(_ kind: SyncTrouble.Kind) -> SyncState {
    .offline(
      since: TestApp.start - 2220,
      SyncTrouble(
        kind,
        kind == .unreachable
          ? "The server does not answer." : "This machine may not use the shared list any more."))
  }

  /// Three changes in the outbox.
  private static func wait(_ shopper: TestApp) {
    for number in 901...903 {
      let step = TrolleyModel.Step(
        replica: ReplicaID(0xABCD), number: number, time: TestApp.start,
        events: [.settingChanged(.currentStore, from: "", to: "Aldi")])
      shopper.send(.journalAdvanced([Entry(position: Entry.waiting, step: step)]))
    }
  }
}
