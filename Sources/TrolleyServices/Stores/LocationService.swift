import TrolleyCore

/// Where this machine is, by the system's location service: GeoClue, through the program that comes
/// with it. The system decides who may ask, and asks the person itself.
public struct LocationService: Sendable {
  /// Seconds that it may take to find out.
  private static let patience = 15

  private let program: String
  private let surroundings: Surroundings

  /// - Parameter program: its whole path.
  public init(program: String, surroundings: Surroundings = .system) {
    self.program = program
    self.surroundings = surroundings
  }

  public func locate(_ cancellation: Cancellation) throws(Failure) -> Coordinates {
    // It goes on telling of every step; the first place is all that is wanted.
    let run = try ProgramRun.run(
      program, ["-t", String(Self.patience), "-a", "6"], limit: (Self.patience + 3) * 1000,
      surroundings, cancellation, isEnough: { Self.place(in: $0) != nil })
    if let place = Self.place(in: run.output) { return place }
    let told = CleanText.bytes(run.error, limit: .message)
    if told.contains("AccessDenied") || told.contains("denied") {
      throw Failure(
        .notAllowed,
        "The system does not let Trolley know where this machine is. Allow it in the system's "
          + "settings for location, or type a place.", detail: told)
    }
    throw Failure(
      .unavailable, "The location service does not know where this machine is. Type a place.",
      detail: "status \(run.status) \(told)")
  }

  /// Reads `Latitude:    52.520000°` and `Longitude: …`, once both lines are whole.
  static func place(in output: [UInt8]) -> Coordinates? {
    let text = String(decoding: output.prefix(8192), as: UTF8.self)
    var values: [Substring: String] = [:]
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropLast()
    {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let name = parts[0].drop { $0 == " " }
      guard name == "Latitude" || name == "Longitude" else { continue }
      // Some locales print a comma.
      values[name] = String(
        parts[1].drop { $0 == " " }.map { $0 == "," ? "." : $0 }
          .prefix { $0 == "-" || $0 == "." || $0.isASCII && $0.isNumber })
    }
    guard let latitude = values["Latitude"], let longitude = values["Longitude"] else { return nil }
    return Coordinates(latitude: latitude, longitude: longitude)
  }
}
