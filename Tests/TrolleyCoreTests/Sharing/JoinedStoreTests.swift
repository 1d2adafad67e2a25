import Testing
import TrolleyTestSupport

@testable import TrolleyCore
@testable import TrolleyMachine
@testable import TrolleyModel

/// Two people who add the same store without hearing of each other mean the same one.
@Suite struct JoinedStoreTests {
  private typealias Step = TrolleyModel.Step

  private let ann = ReplicaID(7)
  private let ben = ReplicaID(9)

  private func step(
    _ run: ReplicaID, _ number: Int, _ events: [Event], _ role: StepRole = .change
  ) -> Step {
    Step(replica: run, number: number, time: 0, author: "", role: role, events: events)
  }

  private func store(
    _ id: UInt64, _ name: String = "Aldi", _ address: String = "", phone: String = "",
    note: String = ""
  ) -> Store {
    Store(id: Store.ID(id), name: name, address: address, phone: phone, note: note)
  }

  /// A machine of Ann's with these steps, once what Ben has added there has come.
  private func replica(
    _ waiting: [Step], after theirs: Store, on before: Step? = nil
  ) -> Replica {
    var state = SharedState()
    state.play(Entry(position: 1, step: step(ben, 1, [.shared])))
    if let before { state.play(Entry(position: 1, step: before)) }
    var replica = Replica(state, position: 1, waiting: waiting)
    _ = replica.confirm([Entry(position: 2, step: step(ben, 2, [.storeAdded(theirs)]))])
    return replica
  }

  private func said(_ replica: Replica) -> [String] {
    replica.waiting.flatMap { LeftOutText.sentences(of: [$0.planned], in: replica.current) }
  }

  @Test func `a store that others have just added is one with theirs, with what both know`() throws
  {
    let own = store(70, "ALDI", phone: "12", note: "open late")
    let replica = replica(
      [step(ann, 1, [.storeAdded(own)])], after: store(90, "Aldi", "1 Road", phone: "34"))
    #expect(
      replica.current.stores == [store(90, "Aldi", "1 Road", phone: "34", note: "open late")])
    #expect(
      said(replica) == [
        "“Aldi” was added on another machine too: it is one store; its phone number is 34."
      ])
    // Other machines, and a snapshot, have the same list.
    var other = SharedState()
    other.play(Entry(position: 1, step: step(ben, 1, [.shared])))
    other.play(
      Entry(
        position: 2,
        step: step(ben, 2, [.storeAdded(store(90, "Aldi", "1 Road", phone: "34"))])))
    other.play(Entry(position: 3, step: replica.waiting[0].planned))
    #expect(other.stores == replica.current.stores)
    #expect(StateCoding.reopened(other)?.joined == [ThingID(70): ThingID(90)])
  }

  @Test func `later changes of it are changes of the one that is there`() {
    let own = store(70, "ALDI")
    var changed = own
    changed.phone = "12"
    let replica = replica(
      [
        step(ann, 1, [.storeAdded(own)]),
        step(ann, 2, [.storeChanged(from: own, to: changed)]),
        step(ann, 3, [.settingChanged(.currentStore, from: "", to: "ALDI")]),
        step(ann, 4, [.aislesWalked(store: "ALDI", from: [], to: ["Dairy", "Bread"])]),
      ], after: store(90))
    #expect(replica.current.stores == [store(90, phone: "12")])
    #expect(replica.current.currentStore == "Aldi")
    #expect(replica.current.aisles == ["Aldi": ["Dairy", "Bread"]])
  }

  @Test func `branches with other addresses stay apart`() {
    let own = store(70, "Aldi", "2 Street")
    let replica = replica([step(ann, 1, [.storeAdded(own)])], after: store(90, "Aldi", "1 Road"))
    #expect(replica.current.stores.count == 2 && said(replica).isEmpty)
  }

  @Test func `undo of adding leaves the store of the other, and so does bringing one back`() throws
  {
    let own = store(70)
    let first = step(ann, 1, [.storeAdded(own)])
    let undo = step(ann, 2, [.storeRemoved(own)], .undo(first.name))
    var replica = replica([first, undo], after: store(90))
    #expect(replica.current.stores == [store(90)] && said(replica).count == 1)
    // What was deleted and is brought back is one with what was added meanwhile.
    replica = self.replica(
      [step(ann, 1, [.storeAdded(own)], .undo(.name(ann, 0)))], after: store(90),
      on: step(ann, 0, [.storeRemoved(own)]))
    #expect(replica.current.stores == [store(90)])
    #expect(replica.current.history.nextUndo(of: "") == .name(ben, 2))
  }

  @Test func `where people sign in, a store that two have added is not undone by one of them`()
    throws
  {
    let accounts = ["Ann", "Ben"].enumerated().map { index, name in
      Account(
        id: Account.ID(UInt64(index) + 1), role: index == 0 ? .owner : .member, firstName: name,
        since: Day(number: 20_526))
    }
    func step(by person: Int, _ number: Int, _ events: [Event], _ role: StepRole = .change) -> Step
    {
      Step(
        replica: person == 0 ? ann : ben, number: number, time: 0,
        author: accounts[person].author, role: role, events: events)
    }
    var state = SharedState()
    state.play(Entry(position: 1, step: self.step(ben, 1, [.shared])))
    state.play(
      Entry(
        position: 2,
        step: self.step(
          ben, 2,
          [.useChanged(from: .personal, to: .household)] + accounts.map { .accountAdded($0) })))
    let theirs = step(by: 1, 3, [.storeAdded(store(90))])
    var replica = Replica(
      state, position: 5, waiting: [step(by: 0, 1, [.storeAdded(store(70))])])
    _ = replica.confirm([Entry(position: 6, step: theirs)])
    let joined = Entry(position: 7, step: replica.waiting[0].planned)
    _ = replica.confirm([joined])
    #expect(throws: ChangeError.self) {
      try UndoPlanner(.undo, Entry(position: 6, step: theirs), in: replica.current)
    }
    // Ben had undone it before his machine heard of Ann's.
    _ = replica.enqueue([step(by: 1, 4, [.storeRemoved(store(90))], .undo(theirs.name))])
    #expect(replica.current.stores == [store(90)])
  }
}
