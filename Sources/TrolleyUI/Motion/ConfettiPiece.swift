/// One piece of confetti: how it was thrown, and what it looks like. Where it is follows from its
/// age alone, so no frame depends on the one before.
///
/// Places and lengths are parts of the screen: 0 is the left or upper edge, 1 the right or lower
/// one. Then a fall looks alike in every window, and follows it when it is resized.
struct ConfettiPiece {
  var shape: ConfettiShape
  var shades: ConfettiShades
  var x = 0.5
  var y = 0.5
  /// Seconds after the start.
  var delay = 0.0
  /// When it is gone, in seconds after the start.
  var end = 2.0
  /// How far the throw carries it, before it only falls.
  var reach = 0.0
  var rise = 0.0
  /// How fast it falls in the end, in heights of the screen a second.
  var fall = 0.7
  /// How far it sways, in cells; how often in a second; where it begins.
  var sway = 0.0
  var swing = 1.0
  var phase = 0.0
  /// Turns a second.
  var spin = 2.0

  /// How quickly the air takes the throw away: after a second nothing is left of it.
  private static let drag = 5.0
  private static let witherTime = 0.14

  struct Place {
    /// In cells, with parts.
    var x: Double
    var y: Double
    /// From 0 to 1, without it.
    var turn: Double
    var isWithered: Bool
  }

  /// Nil before it is thrown and when it is gone. `time` is in seconds after the start.
  func place(at time: Double, width: Double, height: Double) -> Place? {
    let age = time - delay
    guard age > 0, time < end else { return nil }
    let thrown = Self.thrown(age)
    // A body that air slows down: first the throw counts, then the even fall.
    let fallen = fall * (age - thrown / Self.drag)
    let swayed = sway * thrown * Self.wave(swing * age + phase)
    return Place(
      x: (x + reach * thrown) * width + swayed, y: (y - rise * thrown + fallen) * height,
      turn: Self.part(spin * age + phase), isWithered: time > end - Self.witherTime)
  }

  /// The part of the throw that is done: 1 - e^-(drag * age), near enough, without a library that
  /// gives other digits on other machines.
  private static func thrown(_ age: Double) -> Double {
    let base = 1 + drag * age / 4
    return 1 - 1 / (base * base * base * base)
  }

  /// Up and down between -1 and 1, once for each whole number; parabolas instead of a sine.
  private static func wave(_ x: Double) -> Double {
    let p = part(x)
    return p < 0.5 ? 16 * p * (0.5 - p) : -16 * (p - 0.5) * (1 - p)
  }

  private static func part(_ x: Double) -> Double { x - x.rounded(.down) }
}
