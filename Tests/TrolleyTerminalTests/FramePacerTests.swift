import Testing

@testable import TrolleyTerminal

/// Animation gives way when the line is too slow for it.
@Suite struct FramePacerTests {
  private let start = ContinuousClock.now
  private func at(_ milliseconds: Int) -> ContinuousClock.Instant {
    start + .milliseconds(milliseconds)
  }

  /// Frames every 32 ms, each written within `write` ms, until `end`; answers come `answer` ms
  /// later, or never. Returns the pacer's verdict before each frame.
  private func paces(
    until end: Int, write: Int = 1, answer: Int?, canAsk: Bool = true
  ) -> [FramePacer.Pace] {
    var pacer = FramePacer()
    var due: [Int] = []
    return stride(from: 0, to: end, by: 32).map { now in
      pacer.answered(due.count { $0 <= now })
      due.removeAll { $0 <= now }
      let pace = pacer.pace(at: at(now))
      if pace == .keepsUp,
        pacer.wrote(from: at(now), to: at(now + write), canAsk: canAsk), let answer
      {
        due.append(now + answer)
      }
      return pace
    }
  }

  @Test(arguments: [1, 30, 150]) func aTerminalThatAnswersGetsEveryFrame(_ answer: Int) {
    #expect(paces(until: 2000, answer: answer).allSatisfy { $0 == .keepsUp })
  }

  @Test func aTerminalThatIsBehindIsSparedFrames() {
    let paces = paces(until: 2000, answer: 400)
    #expect(paces.contains(.isBehind))
    #expect(paces.contains(.keepsUp))
    #expect(!paces.contains(.isTooSlow))
  }

  @Test func aTerminalThatDoesNotAnswerEndsIt() {
    let paces = paces(until: 1000, answer: nil)
    #expect(paces.prefix(6).allSatisfy { $0 == .keepsUp })
    #expect(paces.last == .isTooSlow)
    // The amount of output waiting in the line is bounded.
    #expect(paces.count { $0 == .keepsUp } <= 8)
  }

  @Test func writesThatWaitForTheLineEndIt() {
    #expect(paces(until: 300, write: 90, answer: nil, canAsk: false).last == .isTooSlow)
    #expect(paces(until: 2000, write: 20, answer: nil, canAsk: false).last == .keepsUp)
  }

  @Test func oneSlowWriteIsAnAccident() {
    var pacer = FramePacer()
    _ = pacer.wrote(from: at(0), to: at(100), canAsk: false)
    #expect(pacer.pace(at: at(100)) == .keepsUp)
    _ = pacer.wrote(from: at(100), to: at(101), canAsk: false)
    _ = pacer.wrote(from: at(132), to: at(232), canAsk: false)
    #expect(pacer.pace(at: at(232)) == .keepsUp)
  }

  @Test func aNewFallBeginsAnew() {
    var pacer = FramePacer()
    _ = pacer.wrote(from: at(0), to: at(1), canAsk: true)
    #expect(pacer.isWaiting)
    #expect(pacer.pace(at: at(5000)) == .isTooSlow)
    pacer.rest()
    #expect(pacer.pace(at: at(5000)) == .keepsUp)
    // A late answer is one too many, and harmless.
    pacer.answered(3)
    #expect(pacer.pace(at: at(5000)) == .keepsUp)
  }
}
