import Foundation
import Testing
import TrolleyModel
import TrolleyProviderSupport

@testable import TrolleyServices

/// A catalogue of the test wines behind one adapter: one line in `all` runs the suite with it.
struct TestCatalogue: CustomTestStringConvertible, Sendable {
  static let all: [TestCatalogue] = [.wineCom, .openFoodFacts, .file]

  let name: String
  /// The adapter's code for a wine.
  let code: @Sendable (TestWine) -> String
  /// The category of each of the three kinds.
  let category: @Sendable (Int) -> String
  let open: @Sendable () throws -> Opened

  var testDescription: String { name }

  /// A running catalogue. It ends with this object.
  final class Opened: Sendable {
    let source: any CatalogueSource
    let behave: @Sendable (Misbehaviour) -> Void
    let say: @Sendable (_ rows: String) -> Void
    /// The number of requests.
    let questions: @Sendable () -> Int
    private let end: @Sendable () -> Void

    init(
      _ source: any CatalogueSource, behave: @escaping @Sendable (Misbehaviour) -> Void,
      say: @escaping @Sendable (String) -> Void,
      questions: @escaping @Sendable () -> Int = { 0 }, end: @escaping @Sendable () -> Void
    ) {
      self.source = source
      self.behave = behave
      self.say = say
      self.questions = questions
      self.end = end
    }

    deinit { end() }
  }

  static let wineCom = TestCatalogue(
    name: "wine.com", code: { String(700_000 + $0.number) }, category: { String(124 + $0) },
    open: {
      let server = TestWineServer()
      let access = ServiceAccess(.wineCom, address: server.address, key: TestWineServer.key)
      let client = PatientClient()
      return Opened(
        WineComSource(access, client: client),
        behave: {
          client.hurry()
          server.behave($0)
        },
        say: { server.say(rows: $0) }, questions: { server.server.requests.count },
        end: { server.server.shutDown() })
    })

  static let openFoodFacts = TestCatalogue(
    name: "Open Food Facts", code: { $0.barcode },
    category: { ["en:red-wines", "en:white-wines", "en:sparkling-wines"][$0] },
    open: {
      let server = TestFoodServer()
      let contact = "ann@example.org"
      let access = ServiceAccess(.openFoodFacts, address: server.address, contact: contact)
      let prices = ServiceAccess(.openPrices, address: server.pricesAddress, contact: contact)
      let client = PatientClient()
      return Opened(
        OpenFoodFactsSource(access, prices: prices, client: client),
        behave: {
          client.hurry()
          server.behave($0)
        }, say: { server.say(rows: $0) },
        questions: { server.server.requests.count }, end: { server.server.shutDown() })
    })

  static let file = TestCatalogue(
    name: "a file", code: { $0.barcode }, category: { TestWine.kinds[$0] },
    open: {
      let path = NSTemporaryDirectory() + "trolley-wines-\(UUID().uuidString).json"
      let rows = TestWine.all.map { wine in
        """
        {"code":"\(wine.barcode)","name":"\(wine.name)","brand":"\(wine.winery)",
        "category":"\(TestWine.kinds[wine.kind])","description":"\(wine.description)",
        "price":"\(wine.cents / 100).\(wine.cents % 100 < 10 ? "0" : "")\(wine.cents % 100)",
        "quantity":"75 cl","picture":"https://pictures.example/\(wine.number).jpg"}
        """
      }
      @Sendable func write(_ text: String) {
        let isWritten = FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
        precondition(isWritten)
      }
      write("{\"of\":{\"x\":[1]},\"products\":[\(rows.joined(separator: ","))]}")
      return Opened(
        FileSource(path: path), behave: { write($0.content) }, say: { write($0) },
        end: { try? FileManager.default.removeItem(atPath: path) })
    })
}

extension Misbehaviour {
  /// The same as a file, as far as a file can express it.
  fileprivate var content: String {
    switch self {
    case .isDeeplyNested: String(repeating: "[", count: 200_000)
    case .isNull: "null"
    case .isEmpty: ""
    case .isAnArray: "[\"x\"} "
    case .isBrokenJSON, .hangsUpInTheMiddle, .hasAnotherLength: "{\"products\":[{\"code\":\"1\","
    default: "<html>" + rawValue
    }
  }
}
