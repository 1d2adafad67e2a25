import Testing
import TrolleyModel
import TrolleyTestSupport

@Suite struct PicturePathTests {
  @Test(arguments: [
    ("/home/ann/milk.jpg", "/home/ann/milk.jpg"),
    ("  /home/ann/milk.jpg \n", "/home/ann/milk.jpg"),
    // As terminals insert dropped files.
    ("'/home/ann/My Pictures/milk.jpg' ", "/home/ann/My Pictures/milk.jpg"),
    ("\"/home/ann/My Pictures/milk.jpg\"", "/home/ann/My Pictures/milk.jpg"),
    ("/home/ann/My\\ Pictures/it\\'s.jpg", "/home/ann/My Pictures/it's.jpg"),
    ("'/a/it'\\''s milk.png'", "/a/it's milk.png"),
    ("file:///home/ann/My%20Pictures/gr%C3%BCn.png", "/home/ann/My Pictures/grün.png"),
    ("file://localhost/a.png\r\nfile:///b.png", "/a.png"),
    ("'/a b.png' '/c.png'", "/a b.png"),
    ("/a b/c.png", "/a b/c.png"),
    ("~/milk.jpg", "/home/ann/milk.jpg"), ("~", "/home/ann"), ("~bob/x.png", "~bob/x.png"),
    ("apple", "apple"), ("", ""), ("'", "'"),
    ("https://a.example/x.png", "https://a.example/x.png"),
    ("file://elsewhere/x.png", "file://elsewhere/x.png"), ("file:///%zz", "file:///%zz"),
  ]) func whatIsMeant(_ text: String, _ path: String) {
    #expect(PicturePath.meant(text, home: "/home/ann") == path)
  }

  @Test func whatIsDropped() {
    #expect(PicturePath.dropped("'/a b.png' ") == "/a b.png")
    #expect(PicturePath.dropped("~/b.png") == "~/b.png")
    #expect(PicturePath.dropped("https://a.example/b.png") == "https://a.example/b.png")
    #expect(PicturePath.dropped("apple") == nil)
    #expect(PicturePath.dropped("/") == nil)
    #expect(PicturePath.dropped("/" + String(repeating: "a", count: 10_000)) == nil)
  }

  @Test func whatAPictureIsToldBy() throws {
    #expect(PictureSource("/a/b.png") == .file("/a/b.png"))
    let address = try #require(WebAddress("https://a.example/b.png"))
    #expect(PictureSource("https://a.example/b.png") == .web(address))
    for text in [
      "", "apple", "http://a.example/b.png", "https://localhost/b.png", "https://127.0.0.1/b.png",
      "https://ann:pw@a.example/b.png", "~/b.png", "b.png", "HTTPS://a.example/b.png",
      "/" + String(repeating: "a", count: 5000),
    ] { #expect(PictureSource(text) == nil, "\(text)") }
  }

  @Test func base64() {
    var random = SplitMix64(seed: 11)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      let text = Base64.encode(bytes)
      #expect(Base64.decode(text) == bytes)
    }
    #expect(Base64.encode(Array("light work.".utf8)) == "bGlnaHQgd29yay4=")
    for bad in ["a", "====", "ab=c", "a===", "ab!=", "aB==", "aaa\u{e9}", "YQ==YQ==", "=aaa"] {
      #expect(Base64.decode(bad) == nil, "\(bad)")
    }
  }
}
