/// Where the columns to the right of a list's names end, measured from the texts in them.
///
/// The name is what people look for: a column is left out where the names would have too little
/// room beside it.
struct RowColumns {
  struct Column {
    /// The width of its widest text; 0 leaves it out.
    var width: Int
    /// The cells that the names must have left beside it. The columns that leave them the least
    /// matter the most.
    let sparing: Int
  }

  /// For each column the x behind it; nil where it is left out.
  private(set) var ends: [Int?]
  /// The x that names must not reach.
  private(set) var nameEnd: Int

  static let gap = 2

  /// - Parameters:
  ///   - columns: beginning with the rightmost.
  ///   - names: the width of the widest name.
  init(_ columns: [Column], names: Int, from x: Int, to end: Int) {
    ends = Array(repeating: nil, count: columns.count)
    var room = end - x
    for at in columns.indices.sorted(by: { columns[$0].sparing < columns[$1].sparing }) {
      let column = columns[at]
      let rest = room - column.width - Self.gap
      guard column.width > 0, rest >= min(names, column.sparing) else { continue }
      ends[at] = end
      room = rest
    }
    nameEnd = end
    for at in columns.indices where ends[at] != nil {
      ends[at] = nameEnd
      nameEnd -= columns[at].width + Self.gap
    }
  }
}
