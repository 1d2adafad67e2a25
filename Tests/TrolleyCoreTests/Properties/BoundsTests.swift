import Testing
import TrolleyTestSupport

@testable import TrolleyCore
@testable import TrolleyMachine
@testable import TrolleyModel

/// Values at and beyond their bounds: what is planned from them is refused, or read again as it is.
@Suite struct BoundsTests {
  @Test(arguments: 1...16 as ClosedRange<UInt64>)
  func `whatever is planned is read again`(_ seed: UInt64) throws {
    var rng = SplitMix64(seed: seed)
    var state = TestApp(items: SampleItems.all).shared
    var planner = Planner(state: state, ids: IdentifierSource(replica: ReplicaID(7)), now: 0)
    var (planned, refused) = (0, 0)
    for number in 1...200 {
      let change: Change
      if let line = state.cart.lines.first(where: { _ in true }), number.isMultiple(of: 3) {
        let sets = number.isMultiple(of: 2)
        change = sets ? .setQuantity(line.id, Self.amount(&rng)) : .stepLines([line.id], up: true)
      } else {
        change = .add([Self.request(&rng)])
      }
      planner.state = state
      do {
        let events = try planner.plan(change)
        let step = TrolleyModel.Step(
          replica: ReplicaID(7), number: number, time: 0, author: "", events: events)
        let journal = MemoryJournal()
        journal.append(step)
        #expect(try journal.entry(at: 1).step == step, "seed \(seed), \(change)")
        state.play(Entry(position: number, step: step))
        planned += 1
      } catch is ChangeError {
        refused += 1
      }
    }
    #expect(planned > 10 && refused > 10)
  }

  private static func amount(_ rng: inout SplitMix64) -> Quantity {
    let limit = Quantity.limit
    let all = [0, 1, 500, 1000, 2000, 1_500_000, limit - 1, limit, limit + 1, 2 * limit, -1000]
    let units: [TrolleyModel.Unit] = [.piece, .gram, .kilogram, .litre, .can]
    return Quantity(
      thousandths: all.randomElement(using: &rng) ?? 0,
      unit: units.randomElement(using: &rng) ?? .piece)
  }

  private static func request(_ rng: inout SplitMix64) -> AddRequest {
    func maybe<T>(_ value: T) -> T? { Bool.random(using: &rng) ? value : nil }
    let prices = [0, 99, Money.limit, Money.limit + 1, -1]
    let price = Money(minorUnits: prices.randomElement(using: &rng) ?? 0, currency: .usd)
    let name = ["flour", "rice", "Milk", "Apple"].randomElement(using: &rng) ?? "flour"
    var request = AddRequest(
      name: name, quantity: maybe(amount(&rng)), price: maybe(price), per: maybe(amount(&rng)),
      isInCart: Bool.random(using: &rng), isPicked: Bool.random(using: &rng))
    request.pack = maybe(amount(&rng))
    return request
  }

  @Test(arguments: ["1500 spelt @0.99/1000g", "2500 ham 2.49/500g", "1001 y @1/1000g"])
  func `more than a line holds is refused and stays as typed`(_ text: String) throws {
    let shopper = TestApp(items: SampleItems.all)
    shopper.press("a")
    shopper.type(text)
    #expect(shopper.canvas.text.contains("is too much; a million is the most."))
    shopper.press("enter")
    guard case .quickAdd(let add)? = shopper.session.overlays.last else {
      Issue.record("the line is closed")
      return
    }
    #expect(add.refusal?.hasSuffix("is too much; a million is the most.") == true)
    #expect(add.input.text == text && shopper.cart.isEmpty && shopper.journal.count == 1)
  }

  @Test func `one of several lines is named that is too much`() {
    let shopper = TestApp(items: SampleItems.all)
    shopper.press("P")
    shopper.paste("milk\n1500 spelt @0.99/1000g\nbread")
    shopper.press("enter")
    #expect(shopper.cart.isEmpty)
    #expect(shopper.canvas.text.contains("1500000 g spelt is too much"))
  }

  @Test func `the largest amount is taken, and no more on top of it`() {
    let shopper = TestApp(items: SampleItems.all)
    shopper.press("a")
    shopper.type("1000 spelt @0.99/1000g")
    shopper.press("enter", "esc")
    #expect(shopper.cart == ["1000000 g spelt"])
    shopper.focus("spelt")
    shopper.press("+")
    #expect(shopper.notice == "More spelt is too much; a million is the most.")
    #expect(shopper.cart == ["1000000 g spelt"])
  }

  @Test func `a typed number that is too large is told to be that`() {
    #expect(
      ChangeError.badQuantity("1000001 g", .english).sentence
        == "“1000001 g” is too much; a million is the most.")
    #expect(ChangeError.badQuantity("some", .english).sentence.contains("is not a quantity"))
  }
}
