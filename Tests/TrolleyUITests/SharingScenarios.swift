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
    Scenario("sharing-conflict-offline") { shopper in
      shopper.send(.syncChanged(SyncStatus(link: .online)))
      setBudget("40.00", then: "60.00", shopper)
      shopper.send(.syncChanged(SyncStatus(link: offline(.unreachable))))
      shopper.wait(milliseconds: 2000)
      wait(shopper)
    },
    Scenario("sharing-replaced") { shopper in
      shopper.send(.syncChanged(SyncStatus(link: .online)))
      setBudget("40.00", then: "60.00", shopper)
      leaveOut(shopper)
      shopper.press("B")
    },
    Scenario("sharing-answer") { shopper in
      shopper.send(.syncChanged(SyncStatus(link: .online)))
      setBudget("40.00", then: "60.00", shopper)
      leaveOut(shopper)
      shopper.press("B", "enter")
    },
    Scenario("machines") { shopper in open(shopper) },
    Scenario("machines-asking") { shopper in
      open(shopper, answered: false)
      shopper.wait(milliseconds: 3000)
    },
    Scenario("machines-offline") { shopper in
      open(shopper, answered: false)
      shopper.send(
        .serverAnswered(
          .failed(
            Failure(
              .unavailable,
              "The server does not let this machine in any more: it was removed from the list, or "
                + "pg_hba.conf was changed. To keep the list for yourself: trolley leave")),
          number: 1))
    },
    Scenario("machines-none") { shopper in
      shopper.focusSetting("sharing")
      shopper.press("enter")
    },
    Scenario("machines-remove") { shopper in
      open(shopper)
      shopper.press("g", "down", "d")
    },
    Scenario("machines-leave") { shopper in
      open(shopper)
      wait(shopper)
      shopper.press("l")
    },
    Scenario("machines-invite") { shopper in
      open(shopper)
      shopper.press("i")
      shopper.type("kitchen")
      shopper.press("enter")
      shopper.send(
        .serverAnswered(
          .failed(
            Failure(
              .badInput,
              "A machine of this name has joined. Choose another name, or remove it first.")),
          number: 2))
    },
    Scenario("machines-code") { shopper in
      open(shopper)
      shopper.press("i")
      shopper.type("ben-laptop")
      shopper.press("enter")
      let code = "trolley1." + String(repeating: "eyJzZXJ2ZXIiOiJwb3N0Z3Jlc3", count: 15)
      shopper.send(.serverAnswered(.code(code, remark: nil), number: 2))
    },
    Scenario("sharing-left-out") { shopper in
      shopper.send(.syncChanged(SyncStatus(link: .online)))
      leaveOut(shopper)
    },
  ]

  /// A step of this machine gets its place without all that it was.
  private static func leaveOut(_ shopper: TestApp) {
    wait(shopper)
    let line = CartLine(
      id: CartLine.ID(77), item: Item.ID(76), quantity: Quantity(2, .litre), rank: 1)
    let step = TrolleyModel.Step(
      replica: ReplicaID(0xABCD), number: 901, time: TestApp.start, events: [],
      leftOut: [LeftOut(.linesAdded([line]), .gone, name: "Milk")])
    shopper.send(.journalAdvanced([Entry(position: 2_000_000, step: step)]))
  }

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

  /// The machines, from the settings.
  private static func open(_ shopper: TestApp, answered: Bool = true) {
    shopper.send(.syncChanged(SyncStatus(link: .online)))
    shopper.focusSetting("sharing")
    shopper.press("enter")
    let machines = [
      ServerMachine(
        name: "kitchen", mayInvite: true, hasJoined: true, isSelf: true, isOnline: true),
      ServerMachine(
        name: "ben-laptop", mayInvite: false, hasJoined: true, isSelf: false, isOnline: true),
      ServerMachine(
        name: "the till beside the door", mayInvite: true, hasJoined: true, isSelf: false,
        unseen: 3 * 86_400),
      ServerMachine(name: "phone", mayInvite: false, hasJoined: false, isSelf: false),
    ]
    if answered { shopper.send(.serverAnswered(.machines(machines), number: 1)) }
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
