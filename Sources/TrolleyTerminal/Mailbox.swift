import Synchronization

/// Results of other threads, in order; guards a list. `post` anywhere, `takeAll` in the loop.
public final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])

  public init() {}

  /// Keeps the message and wakes the loop.
  public func post(_ message: Message) {
    let isFirst = messages.withLock { messages in
      messages.append(message)
      return messages.count == 1
    }
    if isFirst { Wake.up() }
  }

  /// Everything since the last call.
  public func takeAll() -> [Message] {
    messages.withLock { messages in
      let all = messages
      messages.removeAll()
      return all
    }
  }
}
