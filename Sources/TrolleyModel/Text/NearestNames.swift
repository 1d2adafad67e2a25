/// The names most similar to a mistyped one.
package enum NearestNames {
  /// At most `count` of them, the nearest first.
  ///
  /// - Parameter onlyNear: leaves out those that are hardly meant.
  package static func of(
    _ text: String, among names: [String], count: Int = 3, onlyNear: Bool = false
  ) -> [String] {
    // Longer than any name: more of it makes no difference.
    let wanted = Array(Folding.plain(text).prefix(64))
    let all = names.map { name in (name, distance(wanted, Folding.plain(name))) }
    return all.filter { !onlyNear || isNear(wanted, Folding.plain($0.0), $0.1) }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.prefix(count).map(\.0)
  }

  /// Some letters are wrong, or a part of the name is missing.
  private static func isNear(_ wanted: [UInt8], _ name: [UInt8], _ distance: Int) -> Bool {
    if distance <= max(1, min(wanted.count, name.count) / 3) { return true }
    return wanted.count > 2 && name.starts(with: wanted)
      || name.split(separator: 0x20).contains { word in
        self.distance(wanted, Array(word)) <= wanted.count / 3
      }
  }

  /// Those that a typing error may have made the text of; the nearest first.
  package static func mistyped(_ text: String, among names: [String]) -> [String] {
    let wanted = Folding.plain(text)
    guard wanted.count <= 64 else { return [] }
    let most = max(1, wanted.count / 4)
    let near = names.filter { name in
      let name = Folding.plain(name)
      return abs(name.count - wanted.count) <= most && distance(wanted, name) <= most
    }
    return of(text, among: near)
  }

  /// The Levenshtein distance: letters to insert, delete or replace.
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
