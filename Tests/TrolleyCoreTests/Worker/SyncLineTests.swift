import Testing

@testable import TrolleyModel
@testable import TrolleyWire

/// The messages between the screen and the program that carries the list to other machines.
@Suite struct SyncLineTests {
  private static let place = JournalHead(n: 1201, crc: 0x00c9_cda8)
  private static let journalLine = Array(
    #"{"v":1,"n":1202,"by":"k","note":"Öl \\\" ⇅\u0001"}"#.utf8)
  private static let trouble = SyncTrouble(
    .certificate, "The server’s certificate is of another server.", detail: "verify")

  private func line(_ bytes: [UInt8]) throws -> [UInt8] {
    #expect(bytes.last == 0x0A && bytes.dropLast().allSatisfy { $0 != 0x0A })
    #expect(bytes.count <= SyncLine.longest)
    return Array(bytes.dropLast())
  }

  @Test(arguments: [
    SyncLine.Request.connect(
      SyncTarget(
        directory: "/home/ann/.local/share/trolley", list: "bae551441033787e16177871118a6007",
        server: "postgresql://db.home/trolley", origin: JournalHead(n: 0, crc: 1), head: place)),
    .append(number: 7, after: place, lines: [journalLine, journalLine], isMore: false),
    .append(number: 0, after: place, lines: [], isMore: true),
    .presence(["1l5oci000001"]), .presence([]), .tries([]),
    .tries([SyncTries(who: "pins", failed: 3, age: 90_000)]), .bye,
  ]) func requestsComeBackAsTheyWere(_ request: SyncLine.Request) throws {
    #expect(try SyncLine.request(line(SyncLine.bytes(of: request))) == request)
  }

  @Test(arguments: [
    SyncLine.Report.head(place), .news(after: place, lines: [journalLine], isMore: true),
    .news(after: place, lines: [journalLine], isMore: false), .appended(number: 3, place),
    .stale(number: 3), .unknown(number: 3), .refused(number: 3, trouble), .state(.connecting),
    .state(.online), .state(.offline(since: 1_795_284_013, trouble)), .state(.elsewhere(nil)),
    .state(.elsewhere(.online)), .state(.elsewhere(.offline(since: 1_795_284_013, trouble))),
    .presence([SyncPresence(account: "1l5oci000001", machine: "Ben’s laptop")]),
    .tries(nil), .tries([]), .tries([SyncTries(who: "a0", failed: 1, age: 0)]),
  ]) func reportsComeBackAsTheyWere(_ report: SyncLine.Report) throws {
    #expect(try SyncLine.report(line(SyncLine.bytes(of: report))) == report)
  }

  @Test(arguments: [
    #"{}"#, #"[]"#, #"{"report":"other"}"#, #"{"report":"head"}"#,
    #"{"report":"head","head":{"n":-1,"crc":"00000000"}}"#,
    #"{"report":"head","head":{"n":1,"crc":"0000000G"}}"#,
    #"{"report":"head","head":{"n":1,"crc":"+0000001"}}"#,
    #"{"report":"news","after":{"n":1,"crc":"00000000"},"lines":[1]}"#,
    #"{"report":"state","is":"offline"}"#,
    #"{"report":"refused","id":1,"trouble":{"kind":"no","sentence":""}}"#,
  ]) func anyOtherLineIsRefused(_ text: String) {
    #expect(throws: Failure.self) { try SyncLine.report(Array(text.utf8)) }
    #expect(throws: Failure.self) { try SyncLine.request(Array(text.utf8)) }
  }

  @Test func theLongestMessageFits() throws {
    let long = Array(repeating: UInt8(ascii: "\\"), count: 65_000)
    let parts = SyncLine.parts(of: Array(repeating: long, count: 20))
    #expect(parts.count == 4 && parts.joined().count == 20)
    for part in parts {
      let report = SyncLine.Report.news(after: Self.place, lines: part, isMore: true)
      #expect(try SyncLine.report(line(SyncLine.bytes(of: report))) == report)
    }
    let many = SyncLine.parts(of: Array(repeating: Self.journalLine, count: 10_000))
    #expect(many.count == 3 && many.joined().count == 10_000)
  }
}
