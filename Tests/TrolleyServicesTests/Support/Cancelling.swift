import Foundation
import Testing
import TrolleyServices
import TrolleyTestSupport

/// Cancels from a thread of its own as soon as the operation is under way.
func cancel(_ cancellation: Cancellation, when isUnderWay: @escaping @Sendable () -> Bool) {
  Thread {
    waitUntil("a question", isUnderWay)
    cancellation.cancel()
  }.start()
}
