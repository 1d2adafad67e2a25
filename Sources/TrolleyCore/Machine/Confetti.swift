/// One fall of confetti: all that drawing it needs besides the time. Pieces are not kept anywhere;
/// whoever draws makes them from the seed.
public struct Confetti: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    /// The last line of the cart was picked.
    case complete
    /// An item of this name was added or edited.
    case name(String)
    /// The same for one that was deleted: in reds.
    case deleted(String)
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

  /// Milliseconds from one frame to the next: 31 frames a second.
  public static let frame = 32
  /// Falls that are shown at once; a new one ends the oldest.
  static let most = 3

  /// Milliseconds that it falls. Never more than two seconds.
  public var duration: Int { kind == .complete ? 1900 : 1600 }
  public var end: Int { start + duration }

  /// Milliseconds since its start, in whole frames of the clock: whatever is drawn between two
  /// frames shows the pieces where they are, so that a key has nothing of them to send.
  public func elapsed(at monotonic: Int) -> Int {
    monotonic / Self.frame * Self.frame - start
  }
}

/// Why nothing moves here, whatever the settings say.
public enum Stillness: Equatable, Sendable {
  /// Asked for on the command line, for this run.
  case wished
  /// The terminal has no colours, or none are wanted.
  case noColour
  /// The terminal does not keep up.
  case slow
}

extension SessionState {
  /// Whether confetti may fall: a choice, and what the terminal can do.
  public var hasMotion: Bool { preferences.hasMotion && stillness == nil && theme != .none }

  /// When the next frame of confetti is due, in milliseconds of the monotonic clock; nil while none
  /// falls, so that nothing ticks.
  public var nextFrame: Int? {
    confetti.isEmpty ? nil : (clock.monotonic / Confetti.frame + 1) * Confetti.frame
  }

  mutating func endConfetti() {
    confetti.removeAll { $0.end <= clock.monotonic || $0.start > clock.monotonic }
  }
}

extension AppState {
  /// What a change that is about to be made is celebrated with, from the names as they are now.
  func celebration(of change: Change) -> Confetti.Kind? {
    guard session.hasMotion else { return nil }
    switch change {
    case .add(let requests):
      return .name(Self.joined(requests.lazy.map(\.name)))
    case .addProduct(let product, _): return .name(Self.joined([product.name]))
    case .edit(let id, let draft):
      return .name(Self.joined([draft.name ?? shared.items[id]?.name ?? ""]))
    case .delete(let ids):
      return .deleted(Self.joined(ids.lazy.compactMap { shared.items[$0]?.name }))
    case .pick(_, true): return shared.cart.isComplete ? nil : .complete
    default: return nil
    }
  }

  /// Enough of the names to make pieces of.
  private static func joined(_ names: some Sequence<String>) -> String {
    names.lazy.prefix(6).map { CleanText.line($0.prefix(40)) }.joined(separator: " ")
  }

  /// Lets it fall from the next frame on: what the key has changed is shown first.
  mutating func celebrate(_ kind: Confetti.Kind) {
    if kind == .complete, !shared.cart.isComplete { return }
    let seed = session.ids.replica.number << 32 | UInt64(session.stepNumber) & 0xFFFF_FFFF
    if session.confetti.count == Confetti.most { session.confetti.removeFirst() }
    session.confetti.append(Confetti(kind, seed: seed, start: session.clock.monotonic))
  }

  /// Motion on or off. What stood against it for this run alone is over when it is asked for.
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

  /// What the settings page says about motion.
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
