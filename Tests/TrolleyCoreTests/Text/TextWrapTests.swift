import Testing
import TrolleyModel

@Suite struct TextWrapTests {
  @Test(arguments: [
    ("Strawberries from Spain", 12, ["Strawberries", "from Spain"]),
    ("Strawberries from Spain", 23, ["Strawberries from Spain"]),
    ("a  b", 9, ["a b"]), ("one\n\ntwo", 9, ["one", "", "two"]), ("", 5, [""]),
    ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]), ("to abcdef", 4, ["to", "abcd", "ef"]),
    ("牛乳 二つ", 4, ["牛乳", "二つ"]), ("牛乳二つ", 5, ["牛乳", "二つ"]),
    ("cafe\u{301} noir", 4, ["cafe\u{301}", "noir"]), ("é\nè", 1, ["é", "è"]), ("a b", 0, []),
  ]) func `words stay whole where they fit`(_ text: String, _ width: Int, _ lines: [String]) {
    #expect(TextWrap.lines(text, width: width) == lines)
  }

  @Test func `an endless word is broken only as often as asked for`() {
    #expect(TextWrap.lines("abcdef", width: 1, most: 2) == ["a", "b"])
  }
}
