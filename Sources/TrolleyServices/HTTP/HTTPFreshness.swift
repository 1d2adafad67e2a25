import CCurl

/// How long an answer is fresh (RFC 9111 section 4.2).
enum HTTPFreshness {
  private static let longest = 365 * 86_400

  /// Seconds from now; 0 when the header is missing or invalid.
  static func lifetime(of answer: HTTPAnswer, now: Int) -> Int {
    let wishes = directives(answer)
    if wishes.contains(where: { $0 == "no-cache" }) { return 0 }
    for wish in wishes where wish.hasPrefix("max-age=") {
      let age = answer.header("Age").flatMap { Int($0) } ?? 0
      return Int(wish.dropFirst(8)).map { min(max(0, $0 - max(0, age)), longest) } ?? 0
    }
    guard let expires = answer.header("Expires"), expires.utf8.count < 64 else { return 0 }
    let date = trolley_curl_date(expires)
    return date < 0 ? 0 : min(max(0, Int(date) - now), longest)
  }

  /// Whether the server forbids caching.
  static func forbidsKeeping(_ answer: HTTPAnswer) -> Bool {
    directives(answer).contains("no-store")
  }

  private static func directives(_ answer: HTTPAnswer) -> [String] {
    (answer.header("Cache-Control") ?? "").lowercased().split(separator: ",").map { part in
      String(part.filter { $0 != " " && $0 != "\t" && $0 != "\"" })
    }
  }
}
