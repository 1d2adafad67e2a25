/// A figure in a table of docs/BENCHMARKS.md, what it is compared with, and its goals.
struct FigureRow {
  enum Unit { case milliseconds, mebibytes, bytes, count }

  /// Another figure of the same run, by default that of another program at the same size.
  struct Limit {
    /// Nil: of the same name as the row's.
    var figure: String?
    var program: String?
    /// Named in the cell, unless the head of the column names it.
    var name: String?
  }

  /// The sizes of the list at which there is a figure.
  enum Sizes {
    case all, shortest
    /// One figure, whatever the list.
    case fixed(Int)
  }

  let name: String
  let figure: String
  var program = "trolley"
  var unit = Unit.milliseconds
  var sizes = Sizes.all
  /// At most two.
  var limits: [Limit] = []
  /// The largest sample instead of the median and the p99.
  var isMost = false
  var goals: [Goal] = []

  var hasP99: Bool { unit == .milliseconds && !isMost }
}

/// What a figure should be at most, or at least.
struct Goal {
  enum Subject: Equatable {
    case value
    /// The ratio to one of the row's limits.
    case limit(Int)
    /// The ratio to the same figure of the shortest list.
    case growth
  }

  let subject: Subject
  /// A bound for the median.
  var p50: Double?
  var p99: Double?
  /// Whether the bound is the least instead of the most.
  var isLeast = false
  /// The only size of the list at which it applies.
  var size: Int?

  func isMet(_ figure: Figure) -> Bool {
    func isWithin(_ value: Double?, _ bound: Double?) -> Bool {
      guard let value, let bound else { return true }
      return isLeast ? value >= bound : value <= bound
    }
    return isWithin(figure.p50, p50) && isWithin(figure.p99, p99)
  }
}

/// A median, or a ratio of two, and the p99 if there are enough samples for one.
struct Figure {
  /// Of fewer samples, the p99 is the worst.
  static let samplesForP99 = 20

  var p50: Double
  var p99: Double?

  func divided(by other: Figure) -> Figure? {
    guard other.p50 > 0 else { return nil }
    var ratio = Figure(p50: p50 / other.p50)
    if let p99, let base = other.p99, base > 0 { ratio.p99 = p99 / base }
    return ratio
  }
}

extension Samples {
  /// - Parameter row: whose figure, or whose limit, it is.
  func figure(_ name: String, _ subject: Subject, of row: FigureRow) -> Figure? {
    guard let middle = percentile(row.isMost ? 100 : 50, name, subject) else { return nil }
    let isEnough = row.hasP99 && values(name, subject).count >= Figure.samplesForP99
    return Figure(p50: middle, p99: isEnough ? percentile(99, name, subject) : nil)
  }
}

// MARK: - Text

extension FigureRow.Unit {
  func text(_ figure: Figure) -> String {
    switch self {
    case .milliseconds where figure.p50 >= 1000:
      return Self.spread(Figure(p50: figure.p50 / 1000, p99: figure.p99.map { $0 / 1000 }), short)
        + " s"
    case .milliseconds: return Self.spread(figure, short) + " ms"
    case .mebibytes: return short(figure.p50) + " MiB"
    case .bytes, .count: return short(figure.p50)
    }
  }

  static func ratio(_ figure: Figure) -> String {
    spread(figure) { ($0 < 9.995 ? fixed($0, 2) : short($0)) + "×" }
  }

  private static func spread(_ figure: Figure, _ one: (Double) -> String) -> String {
    one(figure.p50) + (figure.p99.map { " (\(one($0)))" } ?? "")
  }

  fileprivate func bound(_ value: Double) -> String {
    switch self {
    case _ where value == 0: "0"
    case .milliseconds where value >= 1000: trimmed(value / 1000) + " s"
    case .milliseconds: trimmed(value) + " ms"
    case .mebibytes: trimmed(value) + " MiB"
    case .bytes: trimmed(value) + " bytes"
    case .count: trimmed(value)
    }
  }
}

extension FigureRow {
  /// A goal in words, such as `≤ 1.2 × grid, p99 ≤ 1.5 × grid at 10⁵`.
  func text(_ goal: Goal, limits heads: [String]) -> String {
    func bound(_ value: Double) -> String {
      let sign = value == 0 ? "" : goal.isLeast ? "≥ " : "≤ "
      switch goal.subject {
      case .value: return sign + unit.bound(value)
      case .growth: return sign + trimmed(value) + " × the shortest list"
      case .limit(let place):
        return sign + trimmed(value) + " × " + (limits[place].name ?? heads[place])
      }
    }
    let parts = [goal.p50.map(bound), goal.p99.map { "p99 " + bound($0) }].compactMap(\.self)
    return parts.joined(separator: ", ") + (goal.size.map { " at \(power($0))" } ?? "")
  }

  func goalText(limits heads: [String]) -> String {
    goals.map { text($0, limits: heads) }.joined(separator: "; ")
  }
}

/// Without decimals that are 0.
private func trimmed(_ value: Double) -> String {
  value == value.rounded() ? grouped(Int(value)) : String(value)
}

/// `10⁵` for 100000; small numbers and those that are no power of ten in digits.
func power(_ number: Int) -> String {
  let digits = String(number)
  guard number >= 1000, digits.dropFirst().allSatisfy({ $0 == "0" }), digits.first == "1" else {
    return grouped(number)
  }
  let raised: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
  return "10"
    + String(String(digits.count - 1).compactMap { $0.wholeNumberValue }.map { raised[$0] })
}
