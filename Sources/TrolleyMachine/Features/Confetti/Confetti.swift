/// One burst of confetti: everything needed to draw it except the time. Pieces are not stored; the
/// renderer derives them from the seed.
public struct Confetti: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    /// The last line of the cart was picked.
    case complete
    /// Items of these names were added or edited.
    case name([String])
    /// The same for deleted items, in reds.
    case deleted([String])
  }

  public let kind: Kind
  public let seed: UInt64
  /// Milliseconds of the monotonic clock.
  public let start: Int

  public init(_ kind: Kind, seed: UInt64, start: Int) {
    self.kind = kind
    self.seed = seed
    self.start = start
  }

  /// Milliseconds per frame: about 31 frames a second.
  public static let frame = 32
  /// Bursts shown at once; a new one ends the oldest.
  static let most = 3

  /// Its length in milliseconds; never more than two seconds, and for names one and a half.
  public var duration: Int { kind == .complete ? 1900 : 1400 }
  public var end: Int { start + duration }

  /// After a key, milliseconds before the pieces move on: its answer is not followed at once by a
  /// frame, which has many more bytes.
  static let rest = 6
}

/// Why motion is off, whatever the settings say.
public enum MotionDisabledReason: Equatable, Sendable {
  /// Turned off on the command line for this run.
  case wished
  /// The terminal has no colours, or they are turned off.
  case noColour
  /// The terminal can't keep up.
  case slow
}

extension SessionState {
  /// Whether confetti may fall, by preference and by terminal.
  public var hasMotion: Bool { preferences.hasMotion && stillness == nil && theme != .none }

  /// When the next frame of confetti is due, in milliseconds of the monotonic clock; nil while
  /// there is none, so that no timer runs.
  public var nextFrame: Int? {
    guard !confetti.isEmpty else { return nil }
    let next = confettiTime + Confetti.frame
    return min(max(next, lastInput.monotonic + Confetti.rest), next + Confetti.frame)
  }

  /// Milliseconds since a burst began, in whole frames: a redraw between two frames leaves the pieces
  /// where they are, so a key press sends nothing for them.
  public func elapsed(_ confetti: Confetti) -> Int { confettiTime - confetti.start }

  mutating func moveConfetti() {
    if let due = nextFrame, due <= clock.monotonic || confettiTime > clock.monotonic {
      confettiTime = wholeFrames
    }
    confetti.removeAll { $0.end <= clock.monotonic || $0.start > clock.monotonic }
  }

  fileprivate var wholeFrames: Int { clock.monotonic / Confetti.frame * Confetti.frame }
}

extension AppState {
  /// The confetti for a change about to be made, using the current names.
  func celebration(of change: Change) -> Confetti.Kind? {
    guard session.hasMotion else { return nil }
    switch change {
    case .add(let requests): return .name(Self.shown(requests.lazy.map(\.name)))
    case .addProduct(let product, _, _, _): return .name(Self.shown([product.name]))
    case .edit(let id, let draft):
      return .name(Self.shown([draft.name ?? shared.items[id]?.name ?? ""]))
    case .delete(let ids):
      return .deleted(Self.shown(ids.lazy.compactMap { shared.items[$0]?.name }))
    case .pick(_, true): return shared.cart.isComplete ? nil : .complete
    case .finishShopping: return .complete
    default: return nil
    }
  }

  /// Enough of the names to make pieces of.
  private static func shown(_ names: some Sequence<String>) -> [String] {
    names.lazy.prefix(6).map { CleanText.line($0.prefix(40)) }.filter { !$0.isEmpty }
  }

  /// Whether other people's entries have just finished the list: the person who looks at it sees it
  /// too. What was finished while this program was away is no news.
  func isFinished(by entries: [Entry], wasComplete: Bool) -> Bool {
    guard session.hasMotion, !session.isLocked, !wasComplete, shared.cart.isComplete else {
      return false
    }
    return entries.contains { entry in
      abs(session.clock.wall - entry.step.time) <= 60
        && entry.step.events.contains { if case .linesPicked(_, true) = $0 { true } else { false } }
    }
  }

  /// Starts a burst at the next frame: the change itself is drawn first.
  mutating func celebrate(_ kind: Confetti.Kind) {
    if kind == .complete, !shared.cart.isComplete { return }
    let seed = session.ids.replica.number << 32 | UInt64(session.stepNumber) & 0xFFFF_FFFF
    if session.confetti.isEmpty { session.confettiTime = session.wholeFrames }
    if session.confetti.count == Confetti.most { session.confetti.removeFirst() }
    session.confetti.append(
      Confetti(kind, seed: seed, start: session.clock.monotonic))
  }

  /// Turns motion on or off. Turning it on also lifts what disabled it for this run.
  mutating func switchMotion(_ effects: inout [Effect]) {
    if session.stillness == .noColour || session.theme == .none {
      session.preferences.hasMotion.toggle()
      notice(
        session.preferences.hasMotion ? "Motion is on, where there are colours." : "Motion is off.")
    } else {
      session.preferences.hasMotion = !session.hasMotion
      session.stillness = nil
      notice(session.preferences.hasMotion ? "Motion is on." : "Motion is off.")
    }
    if !session.hasMotion { session.confetti = [] }
    effects.append(.remember(session.preferences))
  }

  /// The value of the motion setting, as the settings page shows it.
  var motionInWords: String {
    guard session.preferences.hasMotion else { return "off" }
    switch session.stillness {
    case .wished: return "off in this run"
    case .slow: return "off: slow terminal"
    case .noColour: return "off without colours"
    case nil: return session.hasMotion ? "on" : "off without colours"
    }
  }
}
