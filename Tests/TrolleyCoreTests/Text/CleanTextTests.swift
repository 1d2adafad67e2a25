import Testing

@testable import TrolleyModel

@Suite struct CleanTextTests {
  @Test(arguments: [
    ("Milk", "Milk"), ("  Milk \t", "Milk"), ("a\tb", "a b"), ("a\r\nb", "a b"),
    ("a\n\n\tb", "a b"),
    ("a\u{0}\u{1B}[31mb", "a[31mb"), ("a\u{9B}31mb\u{7F}", "a31mb"), ("a\u{85}b", "ab"),
    ("abc\u{202E}def\u{2066}\u{200F}", "abcdef"), ("a\u{200B}b\u{FEFF}c\u{AD}d", "abcd"),
    ("a\u{2028}b\u{2029}c", "abc"), ("a\u{E0041}b", "ab"), ("\u{FFFF}a\u{0378}b", "ab"),
    ("👩\u{200D}👧", "👩\u{200D}👧"), ("🏳\u{FE0F}\u{200D}🌈", "🏳\u{FE0F}\u{200D}🌈"),
    ("👍🏽 ok", "👍🏽 ok"), ("🇩🇪🇫🇷", "🇩🇪🇫🇷"), ("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"),
    ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("क्\u{200D}ष", "क्\u{200D}ष"),
    ("a\u{200D} b\u{200C}", "a b"), ("\u{200D}a", "a"),
    ("a\u{200D}\u{200D}\u{200C}b", "a\u{200D}b"),
    ("1\u{200D}2", "12"), ("\u{301}a", "a"), ("\u{301}", ""), ("   ", ""), ("", ""),
    ("\u{3000}牛乳\u{A0}", "牛乳"), ("½ l", "½ l"), ("한국어", "한국어"), ("cafe\u{301}", "cafe\u{301}"),
  ]) func line(_ raw: String, _ clean: String) {
    #expect(Array(CleanText.line(raw).unicodeScalars) == Array(clean.unicodeScalars))
  }

  @Test func bounds() {
    #expect(CleanText.line(String(repeating: "x", count: 5000)).count == 200)
    let wide = CleanText.line(String(repeating: "👩\u{200D}👧", count: 5000))
    #expect(wide.utf8.count <= 1024 && wide.count == 93)
    #expect(CleanText.line(String(repeating: "é", count: 5000)).count == 200)
    let note = CleanText.line(String(repeating: "a\r\nb\tc\n", count: 9999), limit: .note)
    #expect(note.utf8.count <= 4096 && note.hasPrefix("a\nb c\na\nb"))
    #expect(CleanText.line(" a ", limit: .query) == " a ")
    #expect(CleanText.line("a" + String(repeating: "\u{301}", count: 99)).unicodeScalars.count == 9)
    let family = Array(repeating: "👩", count: 60).joined(separator: "\u{200D}")
    #expect(CleanText.line(family).allSatisfy { String($0).utf8.count <= 64 })
    #expect(CleanText.name("\u{200B} ") == nil)
  }

  @Test func brokenUTF8() {
    #expect(CleanText.bytes([0x61, 0xFF, 0xC3, 0x62]) == "a\u{FFFD}\u{FFFD}b")
    #expect(CleanText.bytes([0xED, 0xA0, 0x80]).unicodeScalars.allSatisfy { $0 == "\u{FFFD}" })
    #expect(CleanText.bytes(Array(repeating: 0xFF, count: 9000)).utf8.count <= 1024)
    #expect(CleanText.bytes([]) == "")
  }

  @Test func formulas() {
    for text in ["=1+1", "+1", "-1", "@x", "'=1", "''@", "'", "Milk", "", "7-up", "'quoted'"] {
      let cell = CleanText.csvCell(text)
      #expect(CleanText.fromCSVCell(cell) == text)
      #expect(!"=+-@".contains(cell.first ?? "x"))
    }
    #expect(CleanText.csvCell("=1+1") == "'=1+1")
    #expect(CleanText.csvCell("Milk") == "Milk")
  }

  /// Scalars with special rules, and some of every kind.
  static func randomText(_ random: inout SplitMix64, _ length: Int) -> String {
    let edges: [UInt32] = [
      0x20, 0x09, 0x0A, 0x0D, 0x61, 0x65, 0x301, 0x308, 0x200D, 0x200C, 0x200B, 0x202E, 0x1F469,
      0x1F3FD, 0xFE0F, 0x1F1E9, 0x1F1EA, 0x1100, 0x1161, 0x11A8, 0xAC00, 0x915, 0x94D, 0x600, 0x2E,
      0xE9, 0xDF, 0x3000, 0xFF12, 0x2028, 0xE0061, 0x378, 0x2764, 0x31, 0x640, 0x6CC, 0xE33, 0xFF9E,
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<length {
      let any = UInt32.random(in: 0...0x10FFFF, using: &random)
      let value = any % 16 < 13 ? edges[Int(any >> 4) % edges.count] : any >> (any % 20)
      if let scalar = Unicode.Scalar(value) { text.append(scalar) }
    }
    return String(text)
  }

  @Test func cleanedTwiceIsCleanedOnce() {
    var random = SplitMix64(seed: 1)
    for round in 0..<10_000 {
      let raw = Self.randomText(&random, Int.random(in: 0...120, using: &random))
      for limit in [CleanText.Limit.name, .note, .query, CleanText.Limit(bytes: 50, graphemes: 9)] {
        let once = CleanText.line(raw, limit: limit)
        let twice = CleanText.line(once, limit: limit)
        #expect(
          Array(twice.unicodeScalars) == Array(once.unicodeScalars),
          "round \(round) \(raw.unicodeScalars.map { String($0.value, radix: 16) })")
        #expect(once.utf8.count <= limit.bytes && once.count <= limit.graphemes)
        #expect(once.allSatisfy { String($0).utf8.count <= 64 }, "round \(round)")
        #expect(
          once.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x202E && $0.value != 0x200B
              || limit.keepsLineBreaks && $0 == "\n"
          })
      }
    }
  }
}
