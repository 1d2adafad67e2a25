/// For who has mistyped a name: those that are written most like it.
enum NearestNames {
  /// At most `count` of them, the nearest first.
  static func of(_ text: String, among names: [String], count: Int = 3) -> [String] {
    // Longer than any name: more of it changes nothing.
    let wanted = Array(Folding.plain(text).prefix(64))
    let all = names.map { name in (name, distance(wanted, Folding.plain(name))) }
    return all.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.prefix(count).map(\.0)
  }

  /// How many letters must be put in, left out or replaced to get from one to the other.
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
      }
    }
    return row[b.count]
  }
}
