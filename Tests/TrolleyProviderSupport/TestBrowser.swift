import TrolleyModel
import TrolleyServices

/// What a browser does with an address if there is nothing to click.
public enum TestBrowser {
  /// Follows redirects to the last page and returns its text; nil if there is none.
  @discardableResult
  public static func follow(_ address: String) -> String? {
    guard let address = WebAddress(address),
      let answer = try? CurlClient().send(.get(address), Cancellation())
    else { return nil }
    return String(decoding: answer.body, as: UTF8.self)
  }
}
