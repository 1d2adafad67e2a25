import Testing

@testable import TrolleyModel

@Suite struct WebAddressTests {
  @Test(arguments: [
    ("https://example.org", "example.org", 443, "/"),
    ("HTTPS://Example.ORG:8443/a?b#c", "example.org", 8443, "/a?b"),
    ("http://127.0.0.1:4000?x=1", "127.0.0.1", 4000, "/?x=1"),
    ("https://[2001:DB8::1]/p", "[2001:db8::1]", 443, "/p"),
    ("https://a_b.example-c.org/@x", "a_b.example-c.org", 443, "/@x"),
  ]) func parts(_ text: String, _ host: String, _ port: Int, _ path: String) throws {
    let address = try #require(WebAddress(text))
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(address.path == path)
    #expect(address.text == text)
  }

  @Test(arguments: [
    "", "example.org", "//example.org", "https:/example.org", "https://", "https:///path",
    "ftp://example.org", "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x",
    "https://user@example.org", "https://user:pw@example.org/", "https://example.org\\@evil.org",
    "https://exa mple.org", "https://example.org/a b", "https://example.org/\"x\"",
    "https://example.org/'", "https://example.org/\u{1B}", "https://exämple.org/",
    "https://example.org/ü", "https://example.org:", "https://example.org:0",
    "https://example.org:65536", "https://example.org:+80", "https://example.org:80x",
    "https://[::1", "https://[]/", "https://[::1]x", "https://[evil.org]/", "https://-x.org",
    "https://.org", "https://%65xample.org", "-https://example.org",
    "https://" + String(repeating: "a", count: 254),
    "https://a/" + String(repeating: "a", count: 2048),
  ]) func refused(_ text: String) { #expect(WebAddress(text) == nil) }

  @Test func onlyThisMachineIsLoopback() throws {
    for text in ["http://127.0.0.1", "http://127.8.9.10:80", "http://localhost", "http://[::1]"] {
      #expect(try #require(WebAddress(text)).isProtected)
    }
    for text in [
      "http://example.org", "http://127.0.0.1.example.org", "http://127.1", "http://127.0.0.01",
      "http://localhost.example.org", "http://[::2]", "http://10.0.0.1", "http://0177.0.0.1",
    ] {
      #expect(try #require(WebAddress(text)).isProtected == false)
    }
  }

  @Test func originsAreComparedWithTheirPorts() throws {
    let defaultValue = try #require(WebAddress("https://A.example/x"))
    #expect(defaultValue.origin == WebAddress("https://a.example:443/y")?.origin)
    #expect(defaultValue.origin != WebAddress("https://a.example:444/x")?.origin)
    #expect(defaultValue.origin != WebAddress("http://a.example:443/x")?.origin)
  }
}
