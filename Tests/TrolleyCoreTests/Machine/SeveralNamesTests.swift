import Testing

@testable import TrolleyMachine
@testable import TrolleyModel

@Suite struct SeveralNamesTests {
  @Test func `a long line of names is looked up once for each beginning`() throws {
    let words = (0..<400).map { "thing\($0)" }
    var looks = 0
    let found = try SharedState().several(named: words) {
      (name, least) throws(ChangeError) -> String in
      looks += 1
      guard !name.contains(" "), least == .whole else { throw .noSuchItem(name) }
      return name
    }
    #expect(found == words)
    #expect(looks < 20 * words.count)
  }
}
