import Testing

@testable import TrolleyFormats
@testable import TrolleyModel

/// Mails as mail programs save them.
@Suite struct SavedMailTests {
  private static let head =
    "Return-Path: <ann@example.org>\r\nFrom: Ann <ann@example.org>\r\nTo: ben@example.org\r\n"
    + "Subject: Shopping\r\n list\r\nMIME-Version: 1.0\r\n"

  private func read(_ text: String) throws -> [String] {
    try PastedList.parse(text, fileName: "list.eml", currency: .usd).entries
      .map(PastedListTests.short)
  }

  @Test func `the plain text of a mail of several parts is the list`() throws {
    let mail =
      Self.head + """
        Content-Type: multipart/mixed; boundary="outer"

        Not for these eyes.
        --outer
        Content-Type: multipart/alternative;
          boundary=inner

        --inner
        Content-Type: text/plain; charset=UTF-8
        Content-Transfer-Encoding: quoted-printable

        - 2 Br=C3=B6tchen
        - olive oil that is broken=
         in two
        --inner
        Content-Type: text/html

        <p>no</p>
        --inner--
        --outer
        Content-Type: text/plain
        Content-Disposition: attachment; filename=other.txt

        - something else
        --outer--

        """
    let names = ["Brötchen|2", "olive oil that is broken in two"]
    #expect(try read(mail) == names)
    #expect(try read(mail.replacing("\n", with: "\r\n")) == names)
  }

  @Test(arguments: ["", "Content-Type: text/plain; charset=utf-8\r\n"])
  func `a mail of one part is its text`(_ type: String) throws {
    #expect(try read(Self.head + type + "\r\nmilk\r\n2 eggs\r\n") == ["milk", "eggs|2"])
    let coded = Base64.encode(Array("2 Brötchen\nmilk\n".utf8))
    #expect(
      try read(
        Self.head + type + "Content-Transfer-Encoding: base64\r\n\r\n"
          + coded.prefix(12) + "\r\n" + coded.dropFirst(12) + "\r\n") == ["Brötchen|2", "milk"])
  }

  @Test func `a mail without a plain text is refused with a sentence`() {
    #expect(throws: SavedMail.noText) {
      try read(Self.head + "Content-Type: text/html\r\n\r\n<p>milk</p>\r\n")
    }
  }

  @Test func `a letter that a person typed is none that was saved`() throws {
    #expect(try read("From: Sam\nTo: Ann\n\nmilk\neggs\n") == ["milk", "eggs"])
    #expect(!SavedMail.isMeant(by: Array("- milk\n- eggs\n".utf8)))
  }
}
