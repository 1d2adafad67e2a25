import CCurl
import TrolleyCore

/// How long a server asks to be left alone (RFC 9110 section 10.2.3).
enum RetryAfter {
  /// Longer waits are not waited: the person is told.
  static let longest = 60

  /// Seconds from now; nil when it does not say, or not in a way that makes sense.
  static func seconds(_ answer: HTTPAnswer, now: Int) -> Int? {
    guard let value = answer.header("Retry-After"), value.utf8.count < 64 else { return nil }
    if value.utf8.allSatisfy({ (48...57).contains($0) }) {
      return Int(value).map { min($0, 1 << 31) }
    }
    let date = curl_getdate(value, nil)
    return date < 0 ? nil : max(0, Int(date) - now)
  }
}
