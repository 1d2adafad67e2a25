/// The parsed command line.
struct Options {
  var trolley = "trolley"
  var limits = ".build/bench"
  var sizes = [100, 10_000, 100_000]
  var starts = 11
  var rounds = 2
  var only: [String] = []
  var parts = Set(Part.allCases)
  var idle = 10.0
  var columns = 80
  var lines = 24
  var json: String?
  var document: String?

  enum Part: String, CaseIterable {
    case start, keys, confetti
    case signIn = "sign-in"
    case live, sharing, pictures, hostile, idle, commit, inside
  }

  static let help = """
    usage: trolley-bench [options]

    Measures Trolley on real terminals, beside programs like it and beside what is possible at all,
    all in one run and by turns. Prints Markdown. Programs that are not installed are skipped.

      --trolley PATH     the program (trolley)
      --limits FOLDER    where grid, raw, pixbuf and the others are (.build/bench)
      --sizes N,M        lengths of the list (100,1e4,1e5)
      --starts K         starts of each program and size (11)
      --rounds K         rounds of keys of each program and size (2)
      --only A,B         these programs; the first is what the others are compared with
      --parts A,B        of start, keys, confetti, sign-in, live, sharing, pictures,
                         hostile, idle, commit, inside (all)
      --idle SECONDS     how long idle programs are watched (10)
      --geometry 80x24   columns and lines
      --json FILE        also write all figures there
      --write FILE       also write the tables of what was measured into docs/BENCHMARKS.md; the
                         others in it stay as they are
      --list             name the programs and end
    """

  init(_ arguments: [String]) throws(Complaint) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else {
        throw Complaint("\(option) needs a value, or is not known; see --help")
      }
      switch option {
      case "--trolley": trolley = value
      case "--limits": limits = value
      case "--sizes": sizes = try Self.list(value) { Self.size($0) }
      case "--starts": starts = try Self.number(value)
      case "--rounds": rounds = try Self.number(value)
      case "--only": only = try Self.list(value) { String($0) }
      case "--parts": parts = Set(try Self.list(value) { Part(rawValue: String($0)) })
      case "--idle": idle = Double(try Self.number(value))
      case "--geometry":
        let both = value.split(separator: "x").compactMap { Int($0) }
        guard both.count == 2, both[0] >= 40, both[1] >= 12 else {
          throw Complaint("--geometry \(value): at least 40x12")
        }
        (columns, lines) = (both[0], both[1])
      case "--json": json = value
      case "--write": document = value
      default: throw Complaint("\(option) is not known; see --help")
      }
    }
    let unknown = only.filter { name in !Program.all.contains { $0.name == name } }
    guard unknown.isEmpty else {
      throw Complaint("not known: \(unknown.joined(separator: ", ")); see --list")
    }
  }

  private static func list<T>(_ text: String, _ one: (Substring) -> T?) throws(Complaint) -> [T] {
    let parts = text.split(separator: ",")
    let all = parts.compactMap(one)
    guard !all.isEmpty, all.count == parts.count else { throw Complaint("\(text) cannot be read") }
    return all
  }

  private static func number(_ text: String) throws(Complaint) -> Int {
    guard let number = Int(text), number >= 0 else { throw Complaint("\(text) is no number") }
    return number
  }

  /// `1e5` is 100000.
  private static func size(_ text: Substring) -> Int? {
    guard let number = Double(text), number >= 1, number <= 10_000_000 else { return nil }
    return Int(number)
  }
}
