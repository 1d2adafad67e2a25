import Testing

@testable import TrolleyMachine
@testable import TrolleyModel

/// What two machines change of one person's account, without having heard of each other.
@Suite struct SharedAccountTests {
  private typealias Step = TrolleyModel.Step

  private let ben = Account(
    id: Account.ID(5), firstName: "Ben", lastName: "Rossi", email: "ben@shop.example",
    since: Day(number: 20_500), pin: SealedPIN(sealed: "00ff", mark: "a1b2"))

  private func step(_ run: UInt64, _ events: [Event]) -> Step {
    Step(replica: ReplicaID(run), number: 1, time: 0, role: .change, events: events)
  }

  private func changed(_ change: (inout Account) -> Void) -> Account {
    var account = ben
    change(&account)
    return account
  }

  /// The account after `mine`, which comes second, and how that step became.
  private func meet(_ mine: Account, _ other: Account) throws -> (account: Account?, step: Step) {
    var state = SharedState()
    state.note(Entry(position: 1, step: step(1, [.shared])))
    var touches: [SharedState.Touch] = []
    state.apply(.accountAdded(ben), touches: &touches)
    var replica = Replica(
      state, position: 2, waiting: [step(7, [.accountChanged(from: ben, to: mine)])])
    let news = step(9, [.accountChanged(from: ben, to: other)])
    _ = replica.confirm([Entry(position: 3, step: news)])
    return (replica.current.account(ben.id), try #require(replica.waiting.first).planned)
  }

  @Test func `a name from one machine leaves the PIN that another has set`() throws {
    let pin = try #require(SealedPIN(sealed: "11ee", mark: "c3d4"))
    let renamed = changed { $0.firstName = "Benjamin" }
    let secured = changed { $0.pin = pin }
    for (mine, other) in [(renamed, secured), (secured, renamed)] {
      let (account, step) = try meet(mine, other)
      #expect(account?.firstName == "Benjamin" && account?.pin == pin)
      #expect(step.unseen.isEmpty, "no one's value was replaced")
    }
  }

  private func sealed(_ number: Int) throws -> SealedPIN {
    try #require(SealedPIN(sealed: "00f\(number)", mark: "a1b\(number)"))
  }

  /// What is said of what was set here, once others have set it too, one after the other.
  private func said(after secrets: [(inout Account) -> Void], by author: String) -> [String] {
    var state = SharedState()
    var touches: [SharedState.Touch] = []
    let ann = Account(
      id: Account.ID(1), role: .owner, firstName: "Ann", lastName: "Weiß", since: Day(number: 1))
    for event in [
      Event.useChanged(from: .personal, to: .staff), .accountAdded(ann), .accountAdded(ben),
    ] { state.apply(event, touches: &touches) }
    var replacements = Replacements()
    var now = ben
    for (number, change) in secrets.enumerated() {
      let before = now
      change(&now)
      let step = Step(
        replica: ReplicaID(UInt64(number)), number: 1, time: 0,
        author: number == 0 ? author : ben.author,
        events: [.accountChanged(from: before, to: now)], unseen: number == 0 ? [] : [0])
      state.apply(step.events[0], touches: &touches)
      let entry = Entry(position: number + 1, step: step)
      if number == 0 {
        replacements.note(own: entry, in: state)
      } else {
        replacements.note(entry, in: state)
      }
    }
    return replacements.sentences(in: state)
  }

  @Test func `whose PIN does not hold any more is told, without the PIN`() throws {
    let pins = try (1...3).map { try sealed($0) }
    let changes = pins.map { pin in { (account: inout Account) in account.pin = pin } }
    let end = "does not hold any more: another one was set"
    #expect(
      said(after: Array(changes.prefix(2)), by: ben.author)
        == ["Ben Rossi: The PIN that you have set \(end) on another machine."])
    #expect(
      said(after: changes, by: "1")
        == ["Ann Weiß: The PIN that you have set for Ben Rossi \(end) by Ben Rossi."])
    #expect(said(after: Array(changes.prefix(1)), by: ben.author).isEmpty)
    let codes = ["0a", "0b"].map { mark in
      { (account: inout Account) in
        account.recovery = SealedCode(mark: String(repeating: mark, count: 16))
      }
    }
    #expect(
      said(after: codes, by: ben.author)
        == ["Ben Rossi: The recovery code that you have set \(end) on another machine."])
    // A name that comes later replaces no PIN.
    #expect(said(after: [changes[0], { $0.firstName = "Benny" }], by: ben.author).isEmpty)
  }

  @Test func `a name and an e-mail address that were replaced are told and can be put back`() throws
  {
    let changes: [(inout Account) -> Void] = [
      { ($0.firstName, $0.email) = ("Benjamin", "benjamin@shop.example") },
      { ($0.firstName, $0.email) = ("Benno", "benno@shop.example") },
    ]
    #expect(
      said(after: changes, by: ben.author) == [
        "Benno Rossi: Benno Rossi: the name is Benno Rossi now, yours was Benjamin Rossi; the e-mail "
          + "address is benno@shop.example now, yours was benjamin@shop.example (Benno Rossi)."
      ])
    // Each thing by itself: a secret is only told.
    let pin = try sealed(1)
    let other = try sealed(2)
    let both = said(
      after: [
        {
          $0.firstName = "Benjamin"
          $0.pin = pin
        },
        {
          $0.firstName = "Benno"
          $0.pin = other
        },
      ], by: ben.author)
    #expect(
      both.count == 2 && both[0].contains("The PIN") && both[1].contains("yours was Benjamin"))
    #expect(said(after: [changes[0], { $0.pin = pin }], by: ben.author).isEmpty)
  }

  @Test func `what is put back of a name leaves the PIN of now`() throws {
    let pin = try sealed(1)
    let mine = changed { $0.firstName = "Benjamin" }
    var theirs = mine
    (theirs.firstName, theirs.pin) = ("Benno", pin)
    var own = OwnValues()
    own.note(step(1, [.accountChanged(from: ben, to: mine)]))
    let later = Step(
      replica: ReplicaID(2), number: 1, time: 0,
      events: [.accountChanged(from: mine, to: theirs)], unseen: [0])
    var state = SharedState()
    var touches: [SharedState.Touch] = []
    for event in [Event.accountAdded(ben)] + later.events { state.apply(event, touches: &touches) }
    let conflicts = Conflict.all(of: Entry(position: 2, step: later), own, in: state)
    #expect(conflicts.count == 1 && conflicts[0].canBePutBack && conflicts[0].stands(in: state))
    for event in conflicts[0].inverse(in: state) {
      for (part, _) in EventReplan(event, in: state).kept {
        state.apply(part, touches: &touches)
      }
    }
    #expect(state.account(ben.id)?.firstName == "Benjamin" && state.account(ben.id)?.pin == pin)
    #expect(!conflicts[0].stands(in: state))
  }

  // MARK: Who may register

  private static let mal = Account(
    id: Account.ID(9), firstName: "Mal", lastName: "Roe", since: Day(number: 20_500))

  /// What becomes of Mal, whom no one at the screen has registered, when the owner says on another machine
  /// that registering is `mode` by now.
  private func register(
    by author: String = "", when before: String = "", then mode: String
  ) -> (isThere: Bool, said: [String]) {
    var state = SharedState()
    let ann = Account(
      id: Account.ID(1), role: .owner, firstName: "Ann", lastName: "Weiß", since: Day(number: 1))
    let past: [[Event]] = [
      [.shared],
      [.useChanged(from: .personal, to: .staff), .accountAdded(ann), .accountAdded(ben)]
        + (before.isEmpty ? [] : [.settingChanged(.registration, from: "", to: before)]),
    ]
    for (number, events) in past.enumerated() {
      state.play(Entry(position: number + 1, step: step(1, events)))
    }
    let adding = Step(
      replica: ReplicaID(7), number: 1, time: 0, author: author, events: [.accountAdded(Self.mal)])
    var replica = Replica(state, position: 2, waiting: [adding])
    let change = Step(
      replica: ReplicaID(9), number: 1, time: 0, author: ann.author,
      events: [.settingChanged(.registration, from: before, to: mode)])
    _ = replica.confirm([Entry(position: 3, step: change)])
    let planned = replica.waiting.map(\.planned)
    return (
      replica.current.account(Self.mal.id) != nil,
      LeftOutText.sentences(of: planned, in: replica.current)
    )
  }

  @Test func `who was registered where it was not known that the owner alone may is not`() {
    for author in ["", ben.author] {
      let (isThere, said) = register(by: author, then: "closed")
      #expect(!isThere)
      #expect(said == ["Mal Roe was not registered: only the owner adds people by now."])
    }
    let (isThere, said) = register(then: "invitation")
    #expect(!isThere)
    #expect(said == ["Mal Roe was not registered: that takes an invitation by now."])
  }

  @Test func `the owner's own, and who had an invitation, are registered`() {
    #expect(register(by: "1", then: "closed").isThere)
    #expect(register(when: "invitation", then: "").isThere)
    #expect(register(when: "closed", then: "invitation").isThere)
  }

  @Test func `whose new PIN was taken by another meanwhile is told that the old one holds`() throws
  {
    let pin = try #require(SealedPIN(sealed: "11ee", mark: "c3d4"))
    let ann = Account(
      id: Account.ID(1), role: .owner, firstName: "Ann", lastName: "Weiß", since: Day(number: 1),
      pin: pin)
    var state = SharedState()
    var touches: [SharedState.Touch] = []
    for event in [
      Event.useChanged(from: .personal, to: .staff), .accountAdded(ann), .accountAdded(ben),
    ] { state.apply(event, touches: &touches) }
    let mine = Step(
      replica: ReplicaID(7), number: 1, time: 0, author: ben.author,
      events: [.accountChanged(from: ben, to: changed { $0.pin = pin })])
    let planned = Replanner.play(mine, on: &state).step
    #expect(state.account(ben.id) == ben)
    #expect(
      LeftOutText.sentences(of: [planned], in: state) == [
        "The PIN of Ben Rossi was not changed: another person had the same one first. "
          + "The old one still holds."
      ])
  }

  @Test func `of two names the later one stands, and it is marked`() throws {
    let (account, step) = try meet(
      changed { $0.firstName = "Benjamin" }, changed { $0.firstName = "Benny" })
    #expect(account?.firstName == "Benjamin" && !step.unseen.isEmpty)
  }

  @Test func `the same change from both is left out`() throws {
    let same = changed { $0.email = "b@shop.example" }
    let (account, step) = try meet(same, same)
    #expect(account == same && step.events.isEmpty)
  }

  @Test func `identities at two providers are both kept`() throws {
    let one = try #require(Identity(issuer: "https://a.example", subject: "1"))
    let two = try #require(Identity(issuer: "https://b.example", subject: "2"))
    let (account, _) = try meet(
      changed { $0.set(.identity(one)) }, changed { $0.set(.identity(two)) })
    #expect(account?.identities == [two, one])
  }

  @Test func `every field is taken from a change`() throws {
    let all = changed {
      $0.role = .owner
      $0.firstName = "Ann"
      $0.lastName = "Weiß"
      $0.email = "ann@shop.example"
      $0.since = Day(number: 1)
      $0.pin = nil
      $0.password = SealedPassword(sealed: "00ff")
      $0.identities = [Identity(issuer: "https://a.example", subject: "1")].compactMap(\.self)
      $0.recovery = SealedCode(mark: String(repeating: "0a", count: 16))
      $0.recovered = RecoveredAccess(way: .code, at: 9)
    }
    for (old, new) in zip(Mirror(reflecting: ben).children, Mirror(reflecting: all).children)
    where old.label != "id" {
      #expect("\(old.value)" != "\(new.value)", "\(old.label ?? "") is changed here")
    }
    #expect(all.merged(from: ben, onto: ben) == all)
    #expect(ben.merged(from: all, onto: all) == ben)
  }
}
