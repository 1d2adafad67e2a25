/// Results of other threads, in order; guards a list. Call `post` on any thread, `takeAll` in the
/// loop.
public final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])

  public init() {}

  /// Stores the message and wakes the loop.
  public func post(_ message: Message) {
    let isFirst = messages.withLock { messages in
      messages.append(message)
      return messages.count == 1
    }
    if isFirst { SelfPipe.wake() }
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
