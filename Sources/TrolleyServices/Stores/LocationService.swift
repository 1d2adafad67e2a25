/// The location of this machine by GeoClue, through the program that comes with it. The system
/// decides who may ask, and asks the user itself.
public struct LocationService: Sendable {
  /// Time limit in seconds.
  private static let patience = 15

  private let program: String
  private let environment: Environment

  /// - Parameter program: its absolute path.
  public init(program: String, environment: Environment = .system) {
    self.program = program
    self.environment = environment
  }

  public func locate(_ cancellation: Cancellation) throws(Failure) -> Coordinates {
    // The program reports every change of place; we need only the first.
    let run = try ProgramRun.run(
      program, ["-t", String(Self.patience), "-a", "6"], limit: (Self.patience + 3) * 1000,
      environment, cancellation, isEnough: { Self.place(in: $0) != nil })
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

  /// Parses `Latitude:    52.520000°` and `Longitude: …`, once both lines are complete.
  static func place(in output: [UInt8]) -> Coordinates? {
    let text = String(decoding: output.prefix(8192), as: UTF8.self)
    var values: [Substring: String] = [:]
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropLast()
    {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let name = parts[0].drop { $0 == " " }
      guard name == "Latitude" || name == "Longitude" else { continue }
      // Some locales use a decimal comma.
      values[name] = String(
        parts[1].drop { $0 == " " }.map { $0 == "," ? "." : $0 }
          .prefix { $0 == "-" || $0 == "." || $0.isASCII && $0.isNumber })
    }
    guard let latitude = values["Latitude"], let longitude = values["Longitude"] else { return nil }
    return Coordinates(latitude: latitude, longitude: longitude)
  }
}
