import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

@Suite struct NearestNamesTests {
  @Test(arguments: [
    ("", "", 0), ("milk", "milk", 0), ("mlik", "milk", 2), ("mil", "milk", 1), ("", "milk", 4),
    ("sitting", "kitten", 3),
  ])
  func aDistanceCountsLetters(_ a: String, _ b: String, _ count: Int) {
    #expect(NearestNames.distance(Array(a.utf8), Array(b.utf8)) == count)
    #expect(NearestNames.distance(Array(b.utf8), Array(a.utf8)) == count)
  }

  @Test func theNearestComeFirst() {
    let names = ["grapes", "apple", "milk", "maple"]
    #expect(NearestNames.of("Áple", among: names) == ["apple", "maple", "milk"])
    #expect(NearestNames.of(String(repeating: "x", count: 100_000), among: names).count == 3)
    #expect(NearestNames.of("x", among: []).isEmpty)
  }

  @Test func aPictureThatThereIsNotIsRefusedBesideItsField() throws {
    let shopper = TestApp(items: SampleItems.all)
    shopper.press("e")
    let at = try #require(shopper.form?.fields.firstIndex { $0.id == .picture })
    shopper.send(.pressedField(at))
    shopper.press("end", "ctrl-u")
    shopper.type("sodda")
    shopper.press("ctrl-s")
    let error = try #require(shopper.form?.fields[at].error)
    #expect(error.hasPrefix("There is no picture called “sodda”; the nearest are “soda”, "))
    shopper.press("ctrl-u")
    shopper.type("SODA")
    shopper.press("ctrl-s")
    #expect(shopper.form == nil)
    #expect(shopper.item("Apple")?.picture == "soda")
  }

  /// A later Trolley with more pictures wrote it: other properties of the item can still be
  /// changed.
  @Test func aPictureThatIsThereAlreadyStays() {
    var apple = SampleItems.apple
    apple.picture = "dragonfruit"
    let shopper = TestApp(items: [apple])
    shopper.press("e", "ctrl-u")
    shopper.type("Pear")
    shopper.press("ctrl-s")
    #expect(shopper.form == nil)
    #expect(shopper.item("Pear")?.picture == "dragonfruit")
  }
}
