import Testing

@testable import TrolleyModel

@Suite struct JSONTests {
  private func scan<T>(
    _ text: String, _ read: (inout JSONScanner) throws(JSONError) -> T
  ) throws(JSONError) -> T {
    let bytes = Array(text.utf8)
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<T, JSONError> in
      var scanner = JSONScanner(buffer)
      do throws(JSONError) {
        let value = try read(&scanner)
        try scanner.finish()
        return .success(value)
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  @Test(arguments: [
    "0", "-0", "1.60", "1e5", "-12.5E-3", "true", "false", "null", "\"\"", "\"a\"", "[]", "{}",
    " [ 1 , 2 ] ", "{\"a\":{\"b\":[{},[],\"x\"]}}", "[[],[[]],{}]", "{\"a\":[],\"b\":{}}",
    "\"\\u00e9\\n\\\"\\\\\\/\\b\\f\\r\\t\"", "\"\\ud83c\\udf4e\"", "\"plain text longer\"",
  ]) func sound(_ text: String) throws {
    _ = try JSONValue.parse(text)
    try scan(text) { (s: inout JSONScanner) throws(JSONError) in try s.skipValue() }
  }

  @Test(arguments: [
    "", " ", "01", "+1", "1.", ".5", "1e", "-", "tru", "nul", "True", "\"", "\"a", "\"\\",
    "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud800\"", "\"\\ud800x\"", "\"\\udc00\"",
    "\"\\ud800\\u0041\"",
    "\"a\u{1}b\"", "\"a\nb\"", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "]", "{", "{\"a\"",
    "{\"a\":",
    "{\"a\":1", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "{1:2}", "[}", "{]", "[1}", "1 2", "[] []",
    "NaN", "Infinity", "'a'", "/**/1",
  ]) func broken(_ text: String) {
    #expect(throws: Failure.self) { _ = try JSONValue.parse(text) }
    #expect(throws: JSONError.self) {
      try scan(text) { (s: inout JSONScanner) throws(JSONError) in try s.skipValue() }
    }
  }

  @Test func depth() throws {
    let sound = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    _ = try JSONValue.parse(sound)
    try scan(sound) { (s: inout JSONScanner) throws(JSONError) in try s.skipValue() }
    for deep in [65, 100_000] {
      let text = String(repeating: "[", count: deep)
      #expect(throws: Failure.self) { _ = try JSONValue.parse(text) }
      #expect(throws: JSONError.self) {
        try scan(text) { (s: inout JSONScanner) throws(JSONError) in try s.skipValue() }
      }
    }
  }

  @Test func placeOfAnError() {
    #expect(
      throws: Failure(
        .badInput, "The list can’t be read: line 2, column 6: a colon is expected there.",
        detail: "JSON expected(TrolleyModel.JSONError.Expected.colon) at byte 8")
    ) { _ = try JSONValue.parse("{\n \"é\" 1}", what: "The list") }
  }

  @Test func wholeNumbers() throws {
    for number in [0, 7, -7, 1999, Int.max, Int.min] {
      var bytes: [UInt8] = []
      JSONWriter.append(number, to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == String(number))
      let read = try scan(String(number)) { (s: inout JSONScanner) throws(JSONError) in
        try s.readInt()
      }
      #expect(read == number)
    }
    for text in ["9223372036854775808", "-9223372036854775809", "1.0", "1e3", "007", "x", "-", ""] {
      #expect(throws: JSONError.self) {
        _ = try scan(text) { (s: inout JSONScanner) throws(JSONError) in try s.readInt() }
      }
    }
  }

  @Test func anyTextSurvives() throws {
    var texts = ["", "a\"b\\c", "tab\tline\nend\r", "\u{0}\u{1F}\u{7F}\u{85}\u{9F}", "½ €1 é 🍎 👩‍👧"]
    texts.append("\u{202E}abc\u{2066}\u{200F}\u{61C}\u{2028}")
    for length in 0..<40 { texts.append(String(repeating: "x", count: length) + "\n\"") }
    for text in texts {
      var writer = JSONWriter()
      writer.string(text)
      #expect(try JSONValue.parse(writer.bytes) == .string(text))
      let isSafe = writer.text.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0.value != 0x202E
          && $0.value != 0x2066 && $0.value != 0x61C
      }
      #expect(isSafe)
    }
  }

  @Test func written() {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("name", "Milk")
    writer.member("qty", 2)
    writer.name("price")
    writer.number("1.60")
    writer.name("tags")
    writer.beginArray()
    writer.bool(true)
    writer.null()
    writer.number("not a number")
    writer.endArray()
    writer.name("none")
    writer.beginObject()
    writer.endObject()
    writer.endObject()
    writer.newline()
    writer.int(1)
    let expected =
      #"{"name":"Milk","qty":2,"price":1.60,"tags":[true,null,"not a number"],"none":{}}"# + "\n1"
    #expect(writer.text == expected)

    var pretty = JSONWriter(pretty: true)
    let list = JSONValue.array([.number("1"), .bool(false)])
    pretty.value(.object([.init("a", list), .init("b", .array([]))]))
    #expect(pretty.text == "{\n  \"a\": [\n    1,\n    false\n  ],\n  \"b\": []\n}")
  }

  @Test func rawStrings() throws {
    let text = #"{"name":1,"n\u0061me":2,"other":[1,{"x":null}]}"#
    var seen: [Int] = []
    try scan(text) { (s: inout JSONScanner) throws(JSONError) in
      try s.readObject { (name, s: inout JSONScanner) throws(JSONError) in
        switch name {
        case "name": seen.append(try s.readInt())
        default: try s.skipValue()
        }
      }
    }
    #expect(seen == [1, 2])
  }

  @Test func invalidUTF8IsReplaced() throws {
    #expect(try JSONValue.parse([0x22, 0x61, 0xFF, 0x62, 0x22]) == .string("a\u{FFFD}b"))
  }

  /// Truncated or modified input never traps, and the tree and the skipping agree.
  @Test func mutilated() {
    let sample = Array(
      #"{"on":true,"name":"Milk é 🍎 \u00e9\ud83c\udf4e","price":19.99,"a":[null,-1e3,{}]}"#.utf8)
    var random = SplitMix64(seed: 7)
    for round in 0..<5000 {
      var bytes = sample
      for _ in 0...round % 3 {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = .random(in: 0...255, using: &random)
      }
      bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random) * (round % 2))
      let tree = (try? JSONValue.parse(bytes)) != nil
      let skipped = bytes.withUnsafeBufferPointer { buffer in
        var scanner = JSONScanner(buffer)
        return (try? scanner.skipValue()) != nil && (try? scanner.finish()) != nil
      }
      #expect(tree == skipped, "round \(round)")
    }
  }
}
