import CCurl

/// How long a server asks clients to wait (RFC 9110 section 10.2.3).
enum RetryAfter {
  /// Longer waits are reported to the user instead.
  static let longest = 60

  /// Seconds from now; nil when the header is missing or invalid.
  static func seconds(_ answer: HTTPAnswer, now: Int) -> Int? {
    guard let value = answer.header("Retry-After"), value.utf8.count < 64 else { return nil }
    if value.utf8.allSatisfy({ (48...57).contains($0) }) {
      return Int(value).map { min($0, 1 << 31) }
    }
    let date = trolley_curl_date(value)
    return date < 0 ? nil : max(0, Int(date) - now)
  }
}
