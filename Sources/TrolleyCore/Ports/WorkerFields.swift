/// The members of one line of the talk with the worker, taken with suspicion.
struct WorkerFields {
  /// A page of a catalogue has some thousand.
  private static let mostValues = 20_000

  private let members: JSONValue

  init(_ line: [UInt8], longest: Int = WorkerLine.longest) throws(Failure) {
    members = try JSONValue.parse(
      line, what: "A line between the programs", byteLimit: longest, valueLimit: Self.mostValues)
    guard members.object != nil else { throw refusal("line") }
  }

  private init(members: JSONValue) { self.members = members }

  /// Nil for anything but an object.
  init?(_ value: JSONValue) {
    guard value.object != nil else { return nil }
    members = value
  }

  /// The elements of an array; nil where there is none.
  func values(_ name: String) -> [JSONValue]? { members[name]?.array }

  func has(_ name: String) -> Bool { members[name].map { !$0.isNull } ?? false }

  func inner(_ name: String) throws(Failure) -> WorkerFields {
    guard let value = members[name], value.object != nil else { throw refusal(name) }
    return WorkerFields(members: value)
  }

  /// All of it, for what is read member by member elsewhere.
  var whole: JSONValue { members }

  /// The values of a list.
  func values(_ name: String, most: Int) throws(Failure) -> [JSONValue] {
    guard let all = members[name]?.array, all.count <= most else { throw refusal(name) }
    return all
  }

  /// As it is, when it is not longer than so many bytes.
  func text(_ name: String, most: Int) throws(Failure) -> String {
    guard let text = members[name]?.string, text.utf8.count <= most else { throw refusal(name) }
    return text
  }

  /// Something of printable ASCII without blanks, not empty.
  func ascii(_ name: String, most: Int) throws(Failure) -> String {
    let text = try text(name, most: most)
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw refusal(name)
    }
    return text
  }

  func texts(_ name: String, most: Int, bytes: Int) throws(Failure) -> [String] {
    guard let all = members[name]?.array, all.count <= most else { throw refusal(name) }
    var texts: [String] = []
    for one in all {
      guard let text = one.string, text.utf8.count <= bytes else { throw refusal(name) }
      texts.append(text)
    }
    return texts
  }

  /// Something to show; empty when there is none.
  func clean(_ name: String, _ limit: CleanText.Limit) -> String {
    CleanText.line(members[name]?.string ?? "", limit: limit)
  }

  func address(_ name: String) throws(Failure) -> String {
    guard let text = members[name]?.string, let address = WebAddress(text), address.isProtected
    else { throw refusal(name) }
    return address.text
  }

  /// From 0 on.
  func number(_ name: String) throws(Failure) -> Int {
    guard let number = members[name]?.int, number >= 0 else { throw refusal(name) }
    return number
  }

  func signedNumber(_ name: String) throws(Failure) -> Int {
    guard let number = members[name]?.int else { throw refusal(name) }
    return number
  }

  func flag(_ name: String) throws(Failure) -> Bool {
    guard let flag = members[name]?.bool else { throw refusal(name) }
    return flag
  }

  func refusal(_ name: String) -> Failure {
    Failure(
      .badInput, "The two programs of Trolley do not understand each other. Install both again.",
      detail: "worker line: \(name)")
  }
}
