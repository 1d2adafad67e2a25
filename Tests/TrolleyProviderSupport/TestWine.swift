/// Wines that servers of a test know: enough for several pages, made up by number.
public struct TestWine: Sendable, Equatable {
  public let number: Int
  public let name: String
  public let winery: String
  /// 0 red, 1 white, 2 sparkling.
  public let kind: Int
  public let cents: Int
  public let description: String

  public static let kinds = ["Red wines", "White wines", "Sparkling wines"]

  public init(_ number: Int) {
    let places = ["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel", "Ivy"]
    let forms = ["Ridge", "Valley", "Creek", "Hill"]
    let grapes = [
      ["Merlot", "Malbec", "Syrah"], ["Riesling", "Chenin", "Viura"], ["Brut", "Cava"],
    ]
    self.number = number
    kind = number % 3
    let grape = grapes[kind][number / 3 % grapes[kind].count]
    // Names in another order than numbers.
    let place = places[number * 7 % places.count] + " " + forms[number / 9 % forms.count]
    name = "\(place) \(grape) \(1990 + number % 33)"
    winery = place + " Estate"
    cents = 799 + number * 37 % 4000
    description = number.isMultiple(of: 5) ? "" : "Wine \(number): dark cherries & a long evening."
  }

  public static let all = (1...130).map { TestWine($0) }

  /// A barcode with a right check digit, of a prefix that is nobody's own.
  public var barcode: String {
    let digits = Array(String(4_006_380_000_000 + number * 10).utf8.dropLast()).map { Int($0 - 48) }
    var sum = 0
    for (at, digit) in digits.reversed().enumerated() { sum += digit * (at % 2 == 0 ? 3 : 1) }
    return digits.map(String.init).joined() + String((10 - sum % 10) % 10)
  }

  /// What has these words in its name, its winery or its description.
  func has(_ words: [String]) -> Bool {
    let text = [name, winery, TestWine.kinds[kind], description].joined(separator: " ").lowercased()
    return words.allSatisfy { text.contains($0.lowercased()) }
  }
}

/// What a server does wrong, whatever it is asked.
public enum Misbehaviour: String, CaseIterable, Sendable {
  case saysNothing, neverEnds, dripsWithoutEnd, isOfAnotherType, isBrokenJSON, isDeeplyNested
  case hasAnotherLength, leadsInACircle, leadsToAFile, isRateLimited, isRateLimitedForAnHour
  case isBusyWithAPage, isOverloaded, hangsUp, hangsUpInTheMiddle, isEmpty, isNull, isAnArray

  public var reply: LoopbackServer.Reply {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    return switch self {
    case .saysNothing: .hang
    case .neverEnds: .flood(Array((head + "Connection: close\r\n\r\n{\"Products\":").utf8))
    case .dripsWithoutEnd: .drip(Array((head + "Connection: close\r\n\r\n{").utf8))
    case .isOfAnotherType: .html("<html><p>Welcome to this hotel</p></html>")
    case .isBrokenJSON: .json("{\"Status\":{\"ReturnCode\":0},\"count\":1,\"products\":[{\"code\"")
    case .isDeeplyNested: .json(String(repeating: "[", count: 200_000))
    case .hasAnotherLength: .text(head + "Content-Length: 9000\r\nConnection: close\r\n\r\n{}")
    case .leadsInACircle: .redirect("/again")
    case .leadsToAFile: .redirect("file:///etc/passwd")
    case .isRateLimited: .html(status: 429)
    case .isRateLimitedForAnHour:
      .answer(
        status: 429, headers: ["Retry-After": "3600", "Content-Type": "text/plain"], body: [])
    case .isBusyWithAPage: .html(status: 503)
    case .isOverloaded: .answer(status: 504, headers: [:], body: [])
    case .hangsUp: .hangUp
    case .hangsUpInTheMiddle:
      .text(head + "Transfer-Encoding: chunked\r\n\r\n20\r\n{\"count\":3,\"products\":[{\"co")
    case .isEmpty: .json("")
    case .isNull: .json("null")
    case .isAnArray: .json("[]")
    }
  }
}
