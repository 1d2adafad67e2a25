/// Results of other threads, in order; guards a list. Call `post` on any thread, `takeAll` in the
/// loop that `wake` wakes.
public final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])
  private let wake: @Sendable () -> Void

  public init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Stores the message and wakes the loop.
  public func post(_ message: Message) {
    let isFirst = messages.withLock { messages in
      messages.append(message)
      return messages.count == 1
    }
    if isFirst { wake() }
  }

  /// Removes and returns all messages.
  public func takeAll() -> [Message] {
    messages.withLock { messages in
      let all = messages
      messages.removeAll()
      return all
    }
  }
}
