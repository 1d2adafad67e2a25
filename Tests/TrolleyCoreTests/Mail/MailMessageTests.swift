import Foundation
import Testing
import TrolleyTestSupport

@testable import TrolleyFormats
@testable import TrolleyModel

/// Mail as bytes, parsed by Python's `email`, which shares no code with ours.
@Suite(.startsPrograms) struct MailMessageTests {
  private struct Parsed: Decodable {
    let subject: String
    let to: [[String]]
    let from: [[String]]
    let date: Double
    let id: String
    let parts: [String]
    let types: [String]
    let defects: Int
    let headers: [String]
  }

  private static let script = """
    import sys, json, email, email.policy, email.utils
    out = []
    for raw in json.load(sys.stdin):
      m = email.message_from_bytes(bytes.fromhex(raw), policy=email.policy.default)
      parts = [p for p in m.walk() if not p.is_multipart()]
      pairs = lambda h: [[a.display_name, a.addr_spec] for a in (m[h].addresses if m[h] else ())]
      out.append(dict(subject=m['subject'], to=pairs('to'), from_=pairs('from'),
        date=m['date'].datetime.timestamp(), id=m['message-id'] or '',
        parts=[p.get_payload(decode=True).decode('utf-8') for p in parts],
        types=[p.get_content_type() for p in parts],
        defects=len(m.defects) + sum(len(p.defects) for p in parts)
          + sum(len(v.defects) for v in m.values()),
        headers=m.keys()))
      out[-1]['from'] = out[-1].pop('from_')
    json.dump(out, sys.stdout)
    """

  /// The messages as parsed by an independent implementation.
  private func parse(_ messages: [[UInt8]]) throws -> [Parsed] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.environment = ["PATH": "/usr/bin:/bin"]
    process.arguments = ["python3", "-c", Self.script]
    let input = FileManager.default.temporaryDirectory
      .appending(path: "trolley-mail-" + UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: input) }
    let digits = Array("0123456789abcdef".utf8)
    let hex = messages.map { bytes in
      String(
        decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
    try JSONEncoder().encode(hex).write(to: input)
    process.standardInput = try FileHandle(forReadingFrom: input)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode([Parsed].self, from: data)
  }

  private func message(
    _ subject: String, text: String = "Milk\n", to: String = "bob@example.org"
  ) throws -> MailMessage {
    MailMessage(
      from: try MailAddress.parse("Ann Example <ann@example.org>"),
      to: try MailAddress.parseList(to), subject: subject, text: text,
      html: "<p>" + MailLetter.escaped(text) + "</p>\n", time: 1_791_011_100, offset: 7200)
  }

  /// The limits of the protocol, for any content.
  private func expectSound(_ bytes: [UInt8]) {
    #expect(bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 == 9 || $0 == 10 || $0 == 13 })
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for at in bytes.indices where bytes[at] == 10 {
      #expect(at > 0 && bytes[at - 1] == 13)
      lines.append(bytes[start..<at - 1])
      start = at + 1
    }
    #expect(start == bytes.count)
    #expect(lines.allSatisfy { $0.count <= 998 && !$0.contains(13) })
    let body = lines.drop { !$0.isEmpty }
    #expect(body.allSatisfy { $0.count <= 76 })
    #expect(!lines.contains { $0.elementsEqual([0x2E]) || $0.starts(with: Array("From ".utf8)) })
  }

  @Test func aListWithNamesOfAllScriptsArrives() throws {
    let subject = "Λίστα αγορών 🛒 قائمة – " + String(repeating: "naïve ", count: 20) + "end"
    let lines = (0..<200).map {
      ["Γάλα \($0)", "حليب \($0)", "👩‍👩‍👧 milk = \($0)", ".", "From here "][$0 % 5]
    }
    let text = lines.joined(separator: "\n") + "\n"
    let to = "Böb Bäcker <bob@example.org>, \"Doe, \\\"J\\\"\" <j.doe@example.org>, c@d.example"
    let bytes = try message(subject, text: text, to: to).bytes(id: "0123456789abcdef")
    expectSound(bytes)
    let parsed = try #require(try parse([bytes]).first)
    #expect(parsed.subject == subject)
    #expect(
      parsed.to == [
        ["Böb Bäcker", "bob@example.org"], ["Doe, \"J\"", "j.doe@example.org"],
        ["", "c@d.example"],
      ])
    #expect(parsed.from == [["Ann Example", "ann@example.org"]])
    #expect(parsed.date == 1_791_011_100)
    #expect(parsed.id == "<0123456789abcdef@example.org>")
    #expect(parsed.types == ["text/plain", "text/html"])
    #expect(parsed.parts[0] == text.replacingOccurrences(of: "\n", with: "\r\n"))
    #expect(parsed.defects == 0)
    #expect(
      parsed.headers == [
        "From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type",
      ])
  }

  @Test func anythingComesBackAsItWas() throws {
    var chance = SplitMix64(seed: 7)
    let pieces: [String] = [
      "a", "b ", " ", ".", "=", "=?", "?=", "\t", "é", "日本", "👩‍👩‍👧", "e\u{301}", "\"", "<", ">", "&",
      "\\",
      "From ", "--", "\u{202E}", "word", "=_0123456789abcdef", "x\u{0}y", "\r",
    ]
    func text(_ count: Int, lines: Bool) -> String {
      var text = ""
      for _ in 0..<count {
        let piece = pieces[Int(chance.next() % UInt64(pieces.count))]
        text += !lines && piece.unicodeScalars.contains(where: MailText.isControl) ? "-" : piece
        if lines, chance.next() % 9 == 0 { text += "\n" }
      }
      return text
    }
    var subjects: [String] = []
    var texts: [String] = []
    var all: [[UInt8]] = []
    for round in 0..<200 {
      subjects.append("x" + text(round % 30, lines: false) + "x")
      texts.append(text(round, lines: true) + "\n")
      let bytes = try message(subjects[round], text: texts[round]).bytes(id: "0123456789abcdef")
      expectSound(bytes)
      all.append(bytes)
    }
    for (at, parsed) in try parse(all).enumerated() {
      #expect(parsed.subject == subjects[at])
      #expect(
        Array(parsed.parts[0].utf8)
          == texts[at].utf8.split(
            separator: 10, omittingEmptySubsequences: false
          ).map { line in line.last == 13 ? Array(line.dropLast()) : Array(line) }
          .joined(separator: [13, 10]).map { $0 })
      #expect(parsed.types.count == 2)
    }
  }

  @Test(arguments: [
    "a\r\nBcc: eve@example.org", "a\nb", "a\rb", "a\u{0}b", "a\u{85}b", "a\u{2028}b", "a\tb",
    "a\u{7F}b", String(repeating: "a", count: 500),
  ]) func noHeaderComesInByASubject(_ subject: String) throws {
    let message = try message(subject)
    #expect(throws: Failure.self) { try message.bytes(id: "1") }
  }

  @Test(arguments: [
    "", "ann", "-oQ@example.org", "a@b@c.example", "ann@example.org\nBcc: eve@example.org",
    "ann@example.org\r", "Ann\n <ann@example.org>", "Ann\u{0} <ann@example.org>", "a b@example.org",
    "ann@-example.org", "ann@example-.org", "ann@example..org", ".ann@example.org", "an..n@x.org",
    "ann.@example.org", "ann@exämple.org", "änn@example.org", "\"a b\"@example.org",
    "ann@[127.0.0.1]",
    "<ann@example.org", "Ann ann@example.org>", "Ann <-f@example.org>",
    "ann@" + String(repeating: "a", count: 64) + ".org",
    String(repeating: "a", count: 65) + "@example.org", "ann@example.org\u{2028}",
  ]) func whatIsNoAddressIsRefused(_ text: String) {
    #expect(throws: Failure.self) { try MailAddress.parse(text) }
  }

  @Test func addressesAreReadAsPeopleWriteThem() throws {
    let all = try MailAddress.parseList(
      " ann@example.org ; Bob <b+c@x.example>, ANN@example.org, \"Doe, J\" <j@localhost>")
    #expect(all.map(\.address) == ["ann@example.org", "b+c@x.example", "j@localhost"])
    #expect(all.map(\.name) == ["", "Bob", "Doe, J"])
    for one in all { #expect(try MailAddress.parse(one.text) == one) }
    #expect(throws: Failure.self) { try MailAddress.parseList(" , ;") }
    let many = (0..<51).map { "a\($0)@example.org" }.joined(separator: ",")
    #expect(throws: Failure.self) { try MailAddress.parseList(many) }
  }

  @Test func datesAreInEnglishWithAZone() {
    #expect(MailMessage.date(1_790_924_700, offset: 7200) == "Fri, 02 Oct 2026 09:05:00 +0200")
    #expect(MailMessage.date(0, offset: -12_600) == "Wed, 31 Dec 1969 20:30:00 -0330")
  }

  @Test func aLetterSaysWhatIsKnown() {
    let shopper = TestApp(items: [])
    for line in ["2 Milk @1.50", "Bread <b> & co"] {
      shopper.press("a")
      shopper.type(line)
      shopper.press("enter", "esc")
    }
    shopper.press("2", "space")
    let letter = MailLetter.list(shopper.shared, note: "Please!", style: .english)
    #expect(
      letter.text
        == "Please!\n\n[x] 2 Milk – $3.00\n[ ] 1 Bread <b> & co – unknown\n\nTotal: about $3.00; 1 price "
        + "is not known.\n")
    #expect(letter.html.contains("<td>Bread &lt;b&gt; &amp; co</td>"))
    #expect(!letter.html.contains("<b> & co"))
  }

  @Test func `a letter says where a thing is bought`() throws {
    let shopper = TestApp(items: [])
    shopper.paste("2 Milk @1.50 !Aldi\nBread !Bakery")
    shopper.press("enter")
    let list = MailLetter.list(shopper.shared, note: "", style: .english)
    #expect(list.text.contains("[ ] 2 Milk (Aldi) – $3.00\n[ ] 1 Bread (Bakery) – unknown"))
    #expect(list.html.contains("<td>Bread</td><td>Bakery</td>"))
    // As it is copied from a mail program.
    let cells = list.html.replacing("<tr>", with: "").replacing("</td>", with: "\t")
      .replacing("</th>", with: "\t").replacing("\t</tr>", with: "").replacing(/<[^>]*>/, with: "")
    let copied = try PastedList.parse(cells, currency: .usd).entries
    #expect(copied.map(\.name) == ["Milk", "Bread"] && copied.map(\.store) == ["Aldi", "Bakery"])
    #expect(copied.map(\.isPicked) == [false, false])
    #expect(copied[0].quantity == Quantity(2) && copied[0].price?.minorUnits == 150)
    #expect(copied[0].per == .one && copied[1].price == nil)
    let lines = shopper.shared.cart.lines.compactMap { line in
      shopper.shared.items[line.item].map {
        Order.Line(
          item: $0.id, name: $0.name, category: "", quantity: line.quantity,
          cost: $0.cost(of: line.quantity))
      }
    }
    let order = Order(
      id: Order.ID(1), number: 1, name: "", address: "", store: "Aldi", placedAt: 0, lines: lines)
    let letter = MailLetter.order(order, in: shopper.shared, style: .english)
    // What the order's own store sells needs no word.
    #expect(letter.text.contains("- 2 Milk – $3.00\n- 1 Bread (Bakery) – unknown"))
  }

  @Test func aDraftIsAnAddressOfItsOwn() throws {
    let to = try MailAddress.parseList("ann@example.org, b+c@x.example")
    let (link, fit) = MailLink.draft(
      to: to, subject: "Milk & eggs?", text: "1 = é\n2 \"x\"\n", brief: nil)
    #expect(
      link == "mailto:ann@example.org,b%2Bc@x.example?subject=Milk%20%26%20eggs%3F&body="
        + "1%20%3D%20%C3%A9%0D%0A2%20%22x%22%0D%0A")
    #expect(fit == .whole && MailLink.isSound(link))
    let text = String(repeating: "é", count: 1000)
    let brief = MailLink.draft(to: to, subject: "s", text: text, brief: "b")
    #expect(brief.fit == .brief && brief.link.hasSuffix("?subject=s&body=b"))
    for brief in [nil, text] {
      let long = MailLink.draft(to: to, subject: "s", text: text, brief: brief)
      #expect(long.fit == .empty && long.link.hasSuffix("?subject=s"))
    }
    for text in ["mailto:a b", "mailto:a'b", "file:///etc/passwd", "mailto:a\nb", "-x"] {
      #expect(!MailLink.isSound(text))
    }
  }
}
