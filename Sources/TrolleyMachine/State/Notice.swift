public struct Notice: Equatable, Sendable {
  public enum Tone: Sendable { case plain, success, danger }
  public let text: String
  /// A key and what it does, for scopes where keys do not type.
  public let hint: String
  /// What a press on the hint does.
  public let command: Command?
  public let tone: Tone
  /// Milliseconds of the monotonic clock.
  public let until: Int
  /// Whether it announces a change of the list: then the next change replaces it, and a failed save
  /// removes it.
  public let isOfChange: Bool
  /// Whether it answers a key or a press; then the next one ends it.
  var isAnswer = false
  /// Whether it says what another person did; then what others do next replaces it.
  var isOfOthers = false
  /// Whether it says what became of something in a shared list.
  var isOfSharing = false
  /// Whether it also stands where a line that is being typed shows what it means.
  public internal(set) var isNews = false

  public init(
    text: String, hint: String = "", command: Command? = nil, tone: Tone, until: Int,
    isOfChange: Bool = false
  ) {
    self.text = text
    self.hint = hint
    self.command = command
    self.tone = tone
    self.until = until
    self.isOfChange = isOfChange
  }
}

/// A step that places an order.
struct Placing: Equatable, Sendable {
  let step: Step
  let order: Order.ID
}

public struct Notification: Equatable, Sendable {
  public internal(set) var title: String
  public internal(set) var body: String
  /// Milliseconds of the monotonic clock.
  public let at: Int
  /// The order that it is about.
  var order: Order.ID?
  /// What the person knows of it.
  var reading = Reading.unread

  enum Reading {
    case unread
    /// A dialog that says the same was closed.
    case read
    /// The person has gone on since: in the app it would be taken for the answer to a later key.
    case past
  }
}

extension SessionState {
  /// Before each key or press.
  mutating func passNotifications() {
    for at in dueNotifications.indices where dueNotifications[at].reading == .read {
      dueNotifications[at].reading = .past
    }
  }

  /// After each key or press. The answer to the last one ends, as does any notice that would hide
  /// the hints of what was just opened; what came by itself stays for its time while the person
  /// goes on.
  ///
  /// - Parameter old: the notice before it.
  mutating func endNotice(_ old: Notice?, isElsewhere: Bool) {
    if notice != old {
      notice?.isAnswer = true
    } else if let old, old.isAnswer || isElsewhere {
      notice = nil
    }
  }
}

extension AppState {
  mutating func notice(_ text: String, _ tone: Notice.Tone = .plain, seconds: Int = 4) {
    // Long enough to be read.
    let time = max(seconds * 1000, text.count * 50)
    session.notice = Notice(text: text, tone: tone, until: session.clock.monotonic + time)
  }

  /// Announces the last change with the key that undoes it. The notice goes when another change is
  /// made or this one can't be saved.
  mutating func announce(done past: String) {
    let key = session.keymap.key(for: .undo, in: session.shownPage.scope, use: shared.use)
    let hint = key.map { " — \($0) to undo" } ?? ""
    notice(ofChange: past, hint: hint, command: .undo)
  }

  mutating func notice(ofChange text: String, hint: String = "", command: Command? = nil) {
    session.notice = Notice(
      text: text, hint: hint, command: command, tone: .success,
      until: session.clock.monotonic + 4000, isOfChange: true)
  }

  /// Says why a change was not made, and where it has a key of its own, which.
  mutating func refuse(_ error: ChangeError) {
    guard case .leastQuantity = error, session.overlays.isEmpty else {
      return notice(error.sentence, .danger)
    }
    let removing: Command = session.page == .cart ? .delete : .toggle
    let isAllowed = session.shownPage.focusedItem(self).map { item in
      let lines = shared.cart.lines(of: item.id)
      return (try? AccessPolicy.check([.linesRemoved(lines)], by: session.actor, in: shared)) != nil
    }
    let key =
      isAllowed == false
      ? nil : session.keymap.key(for: removing, in: session.scope, use: shared.use)
    session.notice = Notice(
      text: error.sentence, hint: key.map { " \($0) removes it." } ?? "", command: removing,
      tone: .plain, until: session.clock.monotonic + 4000)
  }
}
