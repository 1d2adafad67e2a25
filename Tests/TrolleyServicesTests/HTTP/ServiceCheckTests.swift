import Foundation
import Testing
import TrolleyModel
import TrolleyProviderSupport
import TrolleyTestSupport

@testable import TrolleyServices

/// The check of a service from the settings page.
@Suite(.startsPrograms) struct ServiceCheckTests {
  private func outcome(
    _ service: ExternalService, path: String = "", key: String = "",
    _ reply: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply
  ) -> (reason: HTTPError.Reason?, request: LoopbackServer.Request?) {
    let server = LoopbackServer(reply)
    let access = ServiceAccess(
      service, address: server.address + path, key: key, contact: "ann@shop.example")
    do throws(HTTPError) {
      try ServiceCheck(client: CurlClient()).run(access, Cancellation())
      return (nil, server.requests.first)
    } catch {
      #expect(!error.sentence.contains(key) || key.isEmpty)
      return (error.reason, server.requests.first)
    }
  }

  @Test func eachServiceIsAskedSomethingHarmless() throws {
    let products = outcome(.openFoodFacts) { _ in
      .json(#"{"code":"3017620422003","product":{},"status":1}"#)
    }
    #expect(products.reason == nil)
    #expect(products.request?.path == "/api/v2/product/3017620422003")
    #expect(products.request?.query == ["fields": "code"])
    let agent = try #require(products.request?.headers["user-agent"])
    #expect(agent == "Trolley/\(Version.text) (+ann@shop.example)")
    #expect(
      outcome(.openPrices) { _ in .json(#"{"status":"running"}"#) }.request?.path == "/status")
    #expect(outcome(.nominatim) { _ in .json(#"{"status":0}"#) }.request?.query["format"] == "json")
    let shops = outcome(.overpass) { _ in
      .answer(status: 200, headers: [:], body: Array("Connected as: 1\nRate limit: 2\n".utf8))
    }
    #expect(shops.reason == nil)
    let tile = outcome(.satelliteMap, path: "/{z}/{y}/{x}") { _ in
      .answer(status: 200, headers: [:], body: [0xFF, 0xD8, 0xFF])
    }
    #expect(tile.reason == nil)
    #expect(tile.request?.path == "/0/0/0")
  }

  @Test func `without the key that it takes a service is not asked`() {
    for service in [ExternalService.wineCom, .googlePlaces] {
      let access = ServiceAccess(service, address: service.usualAddress)
      let error = #expect(throws: HTTPError.self) {
        try ServiceCheck(client: NoClient()).run(access, Cancellation())
      }
      #expect(error?.reason == .keyMissing)
      #expect(error?.sentence.contains("answers only with a key of your own") == true)
    }
  }

  /// Fails where anything is asked.
  private struct NoClient: HTTPClient {
    func send(_ request: HTTPRequest, _ cancellation: Cancellation) throws(HTTPError) -> HTTPAnswer
    {
      Issue.record("It was asked.")
      throw HTTPError(.noNetwork, host: "")
    }
  }

  @Test func wineComSaysWhatItThinksOfAKeyInItsAnswer() {
    for (code, reason) in [(0, nil), (200, .keyRefused), (300, .keyRefused), (100, .unreadable)]
      as [(Int, HTTPError.Reason?)]
    {
      let wines = outcome(.wineCom, key: "k3y") { _ in
        .json(#"{"Status":{"Messages":[],"ReturnCode":\#(code)},"Categories":[]}"#)
      }
      #expect(wines.reason == reason)
      #expect(wines.request?.query["apikey"] == "k3y")
    }
  }

  @Test func googleTakesItsKeyInAHeader() {
    let places = outcome(.googlePlaces, key: "k3y") { _ in .json(#"{"places":[{"id":"a"}]}"#) }
    #expect(places.reason == nil)
    #expect(places.request?.headers["x-goog-api-key"] == "k3y")
    #expect(places.request?.headers["x-goog-fieldmask"] == "places.id")
    #expect(
      outcome(.googlePlaces, key: "k3y") { _ in .json("{}", status: 400) }.reason == .keyRefused)
    #expect(
      outcome(.googlePlaces, key: "k3y") { _ in .json("{}", status: 403) }.reason == .keyRefused)
  }

  @Test(
    arguments: [
      .openFoodFacts, .openPrices, .nominatim, .overpass, .wineCom, .googlePlaces, .googleMaps,
    ] as [ExternalService]) func `an answer without what it must have is none`(
      _ service: ExternalService
    )
  {
    for text in ["{}", "[]", #"{"status":"down","detail":{}}"#]
    where service != .openPrices || text.count < 3 {
      #expect(outcome(service, key: "k3y") { _ in .json(text) }.reason == .unreadable, "\(text)")
    }
  }

  @Test func whatGoesWrongHasItsReason() {
    #expect(
      outcome(.openFoodFacts) { _ in .html(status: 503) }.reason == .busy(503, seconds: 30))
    #expect(outcome(.overpass) { _ in .html(status: 406) }.reason == .status(406))
    #expect(outcome(.nominatim) { _ in .html(status: 403) }.reason == .blocked)
    #expect(outcome(.nominatim) { _ in .html() }.reason == .webPage)
    #expect(outcome(.streetMap, path: "/{z}/{x}/{y}.png") { _ in .html() }.reason == .webPage)
  }
}
