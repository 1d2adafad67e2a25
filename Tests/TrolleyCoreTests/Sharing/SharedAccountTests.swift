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
