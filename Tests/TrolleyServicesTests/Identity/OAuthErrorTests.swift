import Testing

@testable import TrolleyServices

@Suite struct OAuthErrorTests {
  /// An error code is not for users; it goes to the log.
  @Test func aCodeThatNobodyKnowsIsNotShown() {
    let failure = OAuthError(code: "teapot_17", words: "").failure("Home")
    #expect(failure.sentence == "Home refuses and does not say why. Try again later.")
    #expect(failure.detail.contains("teapot_17"))
  }
}
