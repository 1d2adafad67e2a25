import Foundation
import Testing
import TrolleyModel
import TrolleyProviderSupport

@testable import TrolleyServices

/// Pictures of a catalogue in a file: below its directory, and nowhere else.
@Suite struct FilePictureTests {
  @Test(arguments: [
    ("labels/a.png", "labels/a.png"), ("a.jpg", "a.jpg"), ("a b/ü.png", "a b/ü.png"),
    ("https://a.example/b.png", nil), ("../a.png", ""), ("labels/../../a.png", ""),
    ("/etc/passwd", ""), ("~/a.png", ""), ("labels//a.png", ""), ("", ""),
  ]) func pathsAreBelowTheCatalogue(_ text: String, _ wanted: String?) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("wines.json")
    let row = "{\"code\":\"1\",\"name\":\"Red\",\"picture\":\"\(text)\"}"
    try Data("[\(row)]".utf8).write(to: URL(fileURLWithPath: path))
    let found = try FileSource(path: path).product("1")
    let whole = wanted.map { $0.isEmpty ? "" : folder.url.path + "/" + $0 }
    #expect(found.picture == whole ?? text)
  }

  @Test func aProductWithoutACodeIsKnownByItsName() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("wines.json")
    let rows = ["Red", "White", "Red"].map { "{\"name\":\"\($0)\"}" }.joined(separator: ",")
    try Data("[\(rows)]".utf8).write(to: URL(fileURLWithPath: path))
    let source = FileSource(path: path)
    let products = try source.page(CatalogueQuery(), Cancellation()).products
    #expect(products.map(\.name) == ["Red", "White"])
    #expect(try source.product(products[1].code).name == "White")
  }

  @Test(
    arguments: [
      ("\"$9.90\"", 990), ("\"9.90 USD\"", 990), ("\"€9.90\"", 990), ("\"19,99 €\"", 1999),
      ("\"kr 9.90\"", nil),
      ("\"9,90\"", 990), ("\"9.90\"", 990), ("9.9", 990), ("\"1,299\"", nil),
      ("\"1,299.00\"", 129_900), ("\"1.299,00\"", 129_900), ("\"1.234.567,89\"", 123_456_789),
      ("\"12.99,00\"", nil), ("\"1299,00\"", 129_900), ("\"1.299.00\"", nil),
    ] as [(String, Int?)])
  func `a price may have a comma before its decimals, and marks between thousands`(
    _ text: String, _ minor: Int?
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("wines.json")
    let row = "{\"code\":\"1\",\"name\":\"Red\",\"price\":\(text)}"
    try Data("[\(row)]".utf8).write(to: URL(fileURLWithPath: path))
    let price = try FileSource(path: path).product("1").price
    #expect(price?.minorUnits == minor)
    #expect(price.map { $0.currency == (text.contains("€") ? .eur : .usd) } != false)
  }

  @Test func anAbsolutePathBelowItIsTaken() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("wines.json")
    let picture = folder.path("red.png")
    let row = "{\"code\":\"1\",\"name\":\"Red\",\"largePicture\":\"\(picture)\"}"
    try Data("[\(row)]".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try FileSource(path: path).product("1").largePicture == picture)
  }
}

extension FileSource {
  fileprivate func product(_ code: String) throws -> CatalogueProduct {
    let page = try page(CatalogueQuery(), Cancellation())
    return try #require(page.products.first { $0.code == code })
  }
}
