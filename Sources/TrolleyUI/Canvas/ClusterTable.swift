import Synchronization

/// All graphemes of more than one scalar drawn so far, so that a cell stays a plain number.
///
/// Guards one table for the process. It is bounded: when it is full, new clusters lose their marks.
public enum ClusterTable {
  static let flag: UInt32 = 0x8000_0000
  private static let limit = 4096
  private static let table = Mutex<(texts: [String], numbers: [String: UInt32])>(([], [:]))

  static func number(base: Unicode.Scalar, marks: [Unicode.Scalar]) -> UInt32 {
    var text = String(base)
    text.unicodeScalars.append(contentsOf: marks)
    return table.withLock { table in
      if let known = table.numbers[text] { return known }
      guard table.texts.count < limit else { return base.value }
      let number = flag | UInt32(table.texts.count)
      table.texts.append(text)
      table.numbers[text] = number
      return number
    }
  }

  /// The text for a number with the top bit set.
  public static func text(_ number: UInt32) -> String {
    table.withLock { table in
      let index = Int(number & ~flag)
      return table.texts.indices.contains(index) ? table.texts[index] : "\u{FFFD}"
    }
  }
}
