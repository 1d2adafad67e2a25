import Testing
import TrolleyTestSupport

@testable import TrolleyModel

/// Texts and prices as services write them.
@Suite struct CatalogueTextTests {
  @Test(arguments: [
    ("Ch&acirc;teau &amp; Fils", "Château & Fils"), ("Ros&#233; &#xE9;&#XE9;", "Rosé éé"),
    ("a &lt;b&gt; c", "a <b> c"), ("<p>One</p><p>Two<br/>Three</p>", " One Two Three "),
    ("2 < 3 & 4 > 1", "2 < 3 & 4 > 1"), ("&nosuch; &;", "&nosuch; &;"),
    ("&#x110000; &#55296; &#;", "&#x110000; &#55296; &#;"), ("&amp;amp;", "&amp;"),
    ("plain", "plain"), ("<", "<"), ("&", "&"), ("<script", "<script"),
  ]) func entitiesBecomeCharacters(_ text: String, _ plain: String) {
    #expect(EntityText.plain(text) == plain)
  }

  @Test func noTextBreaksIt() {
    var random = SplitMix64(seed: 11)
    let pieces = ["&", "#", "x", "amp", ";", "<", ">", "/", "b", "9", "\u{301}", "é", "\u{0}"]
    for _ in 0..<2000 {
      let text = (0..<20).map { _ in random.pick(pieces) }.joined()
      _ = CleanText.line(EntityText.plain(text))
    }
  }

  @Test(arguments: [
    ("24.9900", 2499), ("1.29", 129), ("1.295", 130), ("1.294", 129), ("7", 700), ("0.005", 1),
    ("0.0050", 1), ("12.345", 1235), ("00.50", 50),
  ]) func pricesAreTakenAsTheyAreWritten(_ digits: String, _ cents: Int) {
    #expect(Money(found: digits, currency: .usd)?.minorUnits == cents)
  }

  @Test(arguments: [
    "", ".", "0", "0.0000", "-1", "1e5", "1,5", "1.2.3", "99999999999999", "NaN", " 1",
    "0.00000000000000000000001",
  ]) func whatIsNoPriceIsNone(_ digits: String) {
    #expect(Money(found: digits, currency: .usd) == nil)
  }

  @Test func pricesOfOtherCurrencies() throws {
    let yen = try #require(Currency(code: "JPY"))
    let dinar = try #require(Currency(code: "KWD"))
    #expect(Money(found: "199.5", currency: yen)?.minorUnits == 200)
    #expect(Money(found: "1.2345", currency: dinar)?.minorUnits == 1235)
  }

  @Test(arguments: ["", "a b", "a/b", "..%2f", "a\n", "é", String(repeating: "1", count: 41)])
  func whatIsNoCodeIsNone(_ code: String) {
    #expect(CatalogueProduct(.file, code: code, name: "W") == nil)
  }

  @Test func addressesOfPicturesAreSafe() {
    func picture(_ text: String) -> String? {
      CatalogueProduct(.file, code: "1", name: "W", picture: text)?.picture
    }
    #expect(picture("http://a.example/x.jpg") == "https://a.example/x.jpg")
    #expect(picture("https://a.example/x.jpg") == "https://a.example/x.jpg")
    #expect(picture("http://127.0.0.1:80/x.jpg") == "http://127.0.0.1:80/x.jpg")
    for text in ["file:///etc/passwd", "http://a.example:8080/", "data:x", "https://u@a.example/"] {
      #expect(picture(text) == "")
    }
  }

  /// That of a file is not that of another catalogue.
  @Test func `a title is kept with its catalogue`() throws {
    func set(_ name: String, _ value: String, _ old: Preferences) throws -> Preferences {
      let new = try #require(SettingRow.named(name)).setting(value, in: old)
      let written = PreferencesFile().bytes(with: new)
      return try PreferencesFile(written).preferences
    }
    var all = try set("catalogue.file", "/cheeses.json", Preferences())
    #expect(all.catalogue.source == .file)
    #expect(all.catalogue.title == CatalogueSettings.fileTitle)
    all = try set("catalogue.title", "Cellar", all)
    all = try set("catalogue.title", "", all)
    #expect(all.catalogue.title == CatalogueSettings.fileTitle)
    #expect(
      SettingRow.named("catalogue.title")?.defaultValue(in: all) == CatalogueSettings.fileTitle)
    all = try set("catalogue.title", "Wines", all)
    #expect(all.catalogue.title == "Wines")
    all = try set("catalogue.title", "Cheeses", all)
    #expect(throws: Failure.self) { try set("catalogue.title", "Cheeses of the valley", all) }
    all = try set("catalogue.source", "openFoodFacts", all)
    #expect(all.catalogue.title == CatalogueSettings.usualTitle)
    all = try set("catalogue.title", "Cellar", all)
    all = try set("catalogue.source", "file", all)
    #expect(all.catalogue.title == "Cheeses")
    all = try set("catalogue.source", "wineCom", all)
    #expect(all.catalogue.title == "Cellar")
  }

  @Test func settingsAreReadAndKept() throws {
    func read(_ text: String) throws -> PreferencesFile { try PreferencesFile(Array(text.utf8)) }
    let file = try read(
      "{\"catalogue\":{\"source\":\"file\",\"file\":\"/a b.json\",\"title\":\"Cellar\",\"x\":1}}")
    #expect(file.preferences.catalogue.source == .file)
    #expect(file.preferences.catalogue.file == "/a b.json")
    #expect(file.preferences.catalogue.title == "Cellar")
    #expect(file.complaints == ["settings: catalogue.x is not known."])
    #expect(file.preferences.catalogueID == .file)
    var changed = file.preferences
    changed.catalogue.sort = .name
    let again = try PreferencesFile(file.bytes(with: changed))
    #expect(again.preferences.catalogue == changed.catalogue)
    #expect(String(decoding: file.bytes(with: changed), as: UTF8.self).contains("\"x\": 1"))
    for text in [
      "{\"catalogue\":7}", "{\"catalogue\":{\"source\":\"moon\"}}",
      "{\"catalogue\":{\"source\":\"file\"}}", "{\"catalogue\":{\"file\":\"a.json\"}}",
      "{\"catalogue\":{\"sort\":\"size\"}}",
    ] {
      let bad = try read(text)
      #expect(bad.complaints.count == 1, "\(text)")
      #expect(bad.preferences.catalogueID == .openFoodFacts)
    }
    let key = try read("{\"services\":{\"wineCom\":{\"key\":\"abc\"}}}")
    #expect(key.preferences.catalogueID == .wineCom)
  }
}
