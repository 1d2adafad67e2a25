/// What a person means by a name or by part of one, among things of one kind: the one with that name,
/// else the only one whose name begins with the text, else the only one with a word that begins with it.
/// The inside of a word is never meant.
struct NameChoice<Thing> {
  /// How much of a name is enough.
  private let least: NameMatch.Rank
  private(set) var rank: NameMatch.Rank
  /// The best matches, in their order.
  private(set) var all: [Thing] = []
  /// With a word that begins with the text, where that is not enough.
  private(set) var near: [Thing] = []

  init(from least: NameMatch.Rank) {
    self.least = max(least, .word)
    rank = self.least
  }

  mutating func note(_ thing: @autoclosure () -> Thing, _ new: NameMatch.Rank) {
    guard new >= rank else {
      if new >= .word, new < least { near.append(thing()) }
      return
    }
    if new > rank { all.removeAll(keepingCapacity: true) }
    rank = new
    all.append(thing())
  }
}

extension NameMatch.Rank {
  /// What is enough to take something away: the beginning of its name. Elsewhere that of a word is.
  public static let toTakeAway = beginning
}
