import Testing

@testable import TrolleyFormats
@testable import TrolleyModel

/// What stands beside a name says the same, whatever way a list comes in.
@Suite struct NameReadingTests {
  /// A list with one name, in all the forms in which other programs have it.
  private static func forms(_ name: String) -> [(what: String, text: String, file: String?)] {
    func quoted(_ mark: String, _ escaped: String) -> String {
      mark + name.replacing(mark, with: escaped) + mark
    }
    let json = quoted("\"", "\\\"")
    let cell = quoted("\"", "\"\"")
    return [
      ("a line", name + "\n", nil),
      ("a text file", name + "\n", "list.txt"),
      ("a table of one column", "name\n\(cell)\n", "list.csv"),
      ("a table of names and aisles", "name,aisle\n\(cell),\n", "list.csv"),
      ("a table without a header", cell + "\n", "list.csv"),
      ("a JSON array", "[\(json)]", nil),
      ("JSON with names", "[{\"name\": \(json)}]", nil),
      ("JSON with ticks", "{\"items\": [{\"name\": \(json), \"done\": false}]}", nil),
      (
        "a note of Google Keep",
        "{\"title\": \"Shopping\", \"listContent\": [{\"text\": \(json), \"isChecked\": false}]}",
        nil
      ),
    ]
  }

  private static func words(_ entry: ListEntry) -> String {
    var plain = entry
    plain.isPicked = nil
    return PastedListTests.short(plain) + (entry.picture.map { "|" + $0 } ?? "")
  }

  @Test(arguments: [
    ("bread x2", "bread|2"), ("bread ×2", "bread|2"), ("eggs (12)", "eggs|12"),
    ("tea 2.99", "tea|2.99"), ("milk 2 l", "milk|2 l"), ("Äpfel - 6", "Äpfel|6"),
    ("apples: 6", "apples|6"), ("butter (2)", "butter|2"), ("rice 1kg", "rice|1 kg"),
    ("2 bread", "bread|2"), ("500 g ham", "ham|500 g"), ("six eggs", "eggs|6"),
    ("cheese - 3.99", "cheese|3.99"), ("2 tea @1.29", "tea|2|1.29/1"),
    ("milk x2 1.29", "milk|2|1.29/1"),
    ("🍎 2 apples", "apples|2|🍎"), ("apples 🍎 x2", "apples|2|🍎"), ("milk 🥛", "milk|🥛"),
    ("milk", "milk"), ("7 up", "7 up"), ("vitamin b12", "vitamin b12"), ("wd40 400", "wd40 400"),
    ("product 19", "product 19"), ("Type 405", "Type 405"), ("Omega 3", "Omega 3"),
    ("7 up x6", "7 up|6"), ("12\" pizza", "12\" pizza"),
  ]) func `every form of a list is read as the add line`(name: String, read: String) throws {
    let line = ListEntry(QuickAdd.parse(name, currency: .usd), line: 1)
    #expect(Self.words(line) == read)
    for (what, text, file) in Self.forms(name) {
      let entries = try PastedList.parse(text, fileName: file, currency: .usd).entries
      #expect(entries.map(Self.words) == [read], "\(what)")
    }
  }

  /// A name that says nothing is not touched, and what was read and is written again reads the same.
  @Test func `what is read and printed again reads the same in every form`() throws {
    var random = SplitMix64(seed: 5)
    let names = ["bread", "Äpfel", "7 up", "wd40", "vitamin b12", "oat milk", "卵", "product"]
    let amounts = ["", "x2", "×3", "(12)", "- 6", "2 l", "500g", "19", "2", "2.99", ": 4", "🍎"]
    for _ in 0..<400 {
      var words = [names.randomElement(using: &random) ?? ""]
      for _ in 0..<2 { words.append(amounts.randomElement(using: &random) ?? "") }
      if Bool.random(using: &random) { words.swapAt(0, 1) }
      let name = words.filter { !$0.isEmpty }.joined(separator: " ")
      let read = QuickAdd.parse(name, currency: .usd)
      guard read.refusal == nil else { continue }
      let again = QuickAdd.parse(read.text(currency: .usd), currency: .usd)
      #expect(again.means(read), "\(name)")
      for (what, text, file) in Self.forms(read.text(currency: .usd)) where what != "a line" {
        let entries = try PastedList.parse(text, fileName: file, currency: .usd).entries
        #expect(
          entries.map(Self.words) == [Self.words(ListEntry(read, line: 1))], "\(what): \(name)")
      }
    }
  }

  @Test func `what a column says of it is not looked for in a name`() throws {
    func read(_ text: String, _ file: String) throws -> [String] {
      try PastedList.parse(text, fileName: file, currency: .usd).entries.map(Self.words)
    }
    #expect(try read("name,quantity\nbread x2,3\ntea 4,\n", "a.csv").first == "bread x2|3")
    #expect(
      try read("name,price\ncola 2 l,1.99\n2 l cola,0.99\n", "a.csv")
        == ["cola 2 l|1.99", "cola|2 l|0.99/2 l"])
    // As a list of this program has it.
    #expect(
      try read("[{\"name\": \"bread x2\", \"favourite\": false, \"currency\": \"USD\"}]", "a.json")
        == ["bread x2"])
    #expect(try read("| Item | Aisle |\n|---|---|\n| bread x2 | 3 |\n", "a.md") == ["bread|2|#3"])
  }

  @Test func `the numbers in a name are those of the country`() throws {
    let german = NumberStyle(locale: "de_DE")
    for (what, text, file) in Self.forms("Milch 1,5 l") {
      let entries = try PastedList.parse(
        text, fileName: file, currency: .eur, numbers: german
      ).entries
      #expect(entries.map(Self.words) == ["Milch|1.5 l"], "\(what)")
    }
  }
}
