/// One piece of confetti: how it was thrown, and its look. Its position follows from its age alone,
/// so no frame depends on the one before.
///
/// Positions and lengths are fractions of the screen: 0 is the left or upper edge, 1 the right or
/// lower one. A burst thus looks alike in every window and adapts to resizing.
struct ConfettiPiece {
  var shape: ConfettiShape
  var shades: ConfettiShades
  var x = 0.5
  var y = 0.5
  /// Seconds after the start.
  var delay = 0.0
  /// When it disappears, in seconds after the start.
  var end = 2.0
  /// How far the throw carries it before it only falls.
  var reach = 0.0
  var rise = 0.0
  /// Its terminal velocity, in screen heights a second.
  var fall = 0.7
  /// How far it sways, in cells; how often a second; and its phase.
  var sway = 0.0
  var swing = 1.0
  var phase = 0.0
  /// Turns a second.
  var spin = 2.0

  /// Air resistance: after a second nothing is left of the throw.
  private static let drag = 5.0
  private static let witherTime = 0.14

  struct Place {
    /// In cells, with fractions.
    var x: Double
    var y: Double
    /// From 0 up to but excluding 1.
    var turn: Double
    var isWithered: Bool
  }

  /// Nil before it is thrown and after it is gone. `time` is in seconds after the start.
  func place(at time: Double, width: Double, height: Double) -> Place? {
    let age = time - delay
    guard age > 0, time < end else { return nil }
    let thrown = Self.thrown(age)
    // With air resistance: first the throw dominates, then the steady fall.
    let fallen = fall * (age - thrown / Self.drag)
    let swayed = sway * thrown * Self.wave(swing * age + phase)
    return Place(
      x: (x + reach * thrown) * width + swayed, y: (y - rise * thrown + fallen) * height,
      turn: Self.part(spin * age + phase), isWithered: time > end - Self.witherTime)
  }

  /// The completed part of the throw: an approximation of 1 - e^-(drag * age) without a library
  /// function, whose digits may differ between machines.
  private static func thrown(_ age: Double) -> Double {
    let base = 1 + drag * age / 4
    return 1 - 1 / (base * base * base * base)
  }

  /// Oscillates between -1 and 1 with period 1; parabolas instead of a sine.
  private static func wave(_ x: Double) -> Double {
    let p = part(x)
    return p < 0.5 ? 16 * p * (0.5 - p) : -16 * (p - 0.5) * (1 - p)
  }

  private static func part(_ x: Double) -> Double { x - x.rounded(.down) }
}
