import TrolleyMachine
import TrolleyModel

/// Random actions.
public enum RandomShopping {
  static let words = [
    "Milk", "2 milk", "apples", "500 g flour", "0.5 kg flour", "3 bottles wine",
    "Tea @2.50 #Drinks",
    "crème brûlée", "salt !aldi *", "@", "-1 egg", "12.5", "EUR", "JPY", "USD", "100", "Ann", "x",
    "日本茶", "👩‍👩‍👧 e\u{301}", "1 kg", "Aldi", "",
  ]

  /// Commands that change something or open what changes something, several times over.
  static let standard: [Command] = [
    .toggle, .toggle, .toggle, .increase, .increase, .decrease, .decrease, .star, .quickAdd, .edit,
    .delete, .undo, .undo, .redo, .open, .open, .open, .back, .submit, .right, .down, .up, .left,
    .mark, .markRange, .checkout, .orderAgain, .show(.items), .show(.cart), .nextField,
    .clearPicked,
  ]

  public static func action(_ rng: inout SplitMix64, in state: AppState) -> Action {
    if state.session.scope.isText, rng.oneIn(3) { return .pasted(rng.pick(words)) }
    switch Int.random(in: 0..<100, using: &rng) {
    case 0..<60: return .command(rng.pick(standard))
    case 60..<88:
      let command = rng.pick(Command.all)
      return .command(command == .quit || command == .leave ? .back : command)
    case 88..<91: return .typed(rng.pick(Array("aeim12 @#éß茶\u{301}")))
    case 91..<94: return .pressedEntry(Int.random(in: -1...9, using: &rng))
    case 94: return .pressedField(Int.random(in: -1...9, using: &rng))
    case 95: return .wheel(up: rng.oneIn(2))
    case 96: return .resized(size(&rng))
    default:
      var clock = state.session.clock
      clock.monotonic += Int.random(in: 0...7000, using: &rng)
      clock.wall += Int.random(in: -10...10, using: &rng)
      return .clock(clock)
    }
  }

  /// Mostly common sizes, sometimes the extremes.
  public static func size(_ rng: inout SplitMix64) -> Size {
    if rng.oneIn(12) {
      return Size(
        width: Int.random(in: 1...500, using: &rng), height: Int.random(in: 1...200, using: &rng))
    }
    return Size(
      width: Int.random(in: 1...130, using: &rng), height: Int.random(in: 1...45, using: &rng))
  }
}
