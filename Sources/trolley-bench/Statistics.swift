/// The subject of a figure: one program at one size of the list (0: any size).
struct Subject: Hashable {
  let program: String
  let size: Int
}

/// All samples, by subject and name of the figure.
struct Samples {
  private(set) var all: [Subject: [String: [Double]]] = [:]

  mutating func add(_ value: Double, _ figure: String, _ subject: Subject) {
    all[subject, default: [:]][figure, default: []].append(value)
  }

  func values(_ figure: String, _ subject: Subject) -> [Double] { all[subject]?[figure] ?? [] }

  func median(_ figure: String, _ subject: Subject) -> Double? { percentile(50, figure, subject) }

  func percentile(_ percent: Double, _ figure: String, _ subject: Subject) -> Double? {
    percentile(percent, of: values(figure, subject))
  }

  /// Interpolated between the two nearest ranks.
  private func percentile(_ percent: Double, of values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard let last = sorted.last else { return nil }
    let rank = Double(sorted.count - 1) * percent / 100
    let low = Int(rank)
    guard low + 1 < sorted.count else { return last }
    return sorted[low] + (sorted[low + 1] - sorted[low]) * (rank - Double(low))
  }
}

/// Three significant digits, with thousands separators.
func short(_ value: Double?) -> String {
  guard let value, value.isFinite else { return "–" }
  switch abs(value) {
  case 0: return "0"
  case ..<0.9995: return fixed(value, 3)
  case ..<9.995: return fixed(value, 2)
  case ..<99.95: return fixed(value, 1)
  default: return grouped(Int(value.rounded()))
  }
}

func fixed(_ value: Double, _ decimals: Int) -> String {
  var scale = 1
  for _ in 0..<decimals { scale *= 10 }
  let scaled = Int((abs(value) * Double(scale)).rounded())
  let rest = String(scaled % scale)
  let zeros = String(repeating: "0", count: max(0, decimals - rest.count))
  let sign = value < 0 && scaled > 0 ? "-" : ""
  return sign + String(scaled / scale) + (decimals > 0 ? "." + zeros + rest : "")
}

func grouped(_ number: Int) -> String {
  var text = ""
  for (place, digit) in String(abs(number)).reversed().enumerated() {
    if place > 0, place % 3 == 0 { text.append(" ") }
    text.append(digit)
  }
  return (number < 0 ? "-" : "") + String(text.reversed())
}
