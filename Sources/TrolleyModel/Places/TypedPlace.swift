/// What a person typed to say where, the same on the screen and for a verb.
public enum TypedPlace: Equatable, Sendable {
  case position(Coordinates)
  /// To be found by a server.
  case name(String)

  /// Throws why no server needs to be asked: numbers that are nowhere, or signs that name nothing.
  public init(_ text: String) throws(Failure) {
    if let place = Coordinates(typed: text) {
      self = .position(place)
      return
    }
    guard text.contains(where: { $0.isLetter || $0.isNumber }) else {
      throw Failure(
        .badInput,
        "“\(text)” names no place. Type a town, an address, or latitude and longitude.",
        detail: "place")
    }
    guard !Self.isNumbers(text) else {
      throw Failure(
        .badInput, "Latitude is -90 to 90, longitude -180 to 180, such as 52.52, 13.405.",
        detail: "place")
    }
    self = .name(text)
  }

  /// Whether it can only be meant as latitude and longitude: numbers, with the letter of a direction
  /// behind each or without. Digits alone are a postcode.
  private static func isNumbers(_ text: String) -> Bool {
    if text.count > 3, text.allSatisfy(\.isNumber) { return false }
    var last: Character?
    for character in text.lowercased() where character != " " && character != "\t" {
      if "nsew".contains(character) {
        guard let before = last, before.isNumber || before == "°" else { return false }
      } else if !character.isNumber, !"+-.,;°".contains(character) {
        return false
      }
      last = character
    }
    return true
  }
}
