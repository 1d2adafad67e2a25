import Foundation
import Testing
import TrolleyProviderSupport

extension ChildProcess.Outcome {
  /// The lines on standard output.
  var lines: [String] { output.split(separator: "\n").map(String.init) }

  var json: [String: Any] {
    get throws {
      let value = try JSONSerialization.jsonObject(with: bytes)
      return try #require(value as? [String: Any])
    }
  }

  /// The objects in one member of the answer.
  func objects(_ name: String) throws -> [[String: Any]] {
    try #require(try json[name] as? [[String: Any]])
  }
}

/// A temporary directory for one test, with a list and the real program.
final class CommandRunner: Sendable {
  private let folder: TemporaryFolder
  var home: URL { folder.url }
  var data: URL { home.appending(path: "data") }

  init() throws { folder = try TemporaryFolder() }

  /// Runs a verb to its end.
  @discardableResult
  func run(
    _ arguments: String..., input: String? = nil, data: String = "data",
    environment: [String: String] = [:], output: String? = nil
  ) throws -> ChildProcess.Outcome {
    try start(
      arguments, input: input, data: data, environment: environment, output: output
    ).finish()
  }

  /// Runs a shell script, which can use `$trolley`.
  func shell(_ script: String) throws -> ChildProcess.Outcome {
    try start(
      ["-c", script], program: "/bin/sh", environment: ["trolley": TrolleyProgram.path]
    ).finish()
  }

  /// Runs a verb and expects it to be refused with one clean line.
  @discardableResult
  func refused(
    _ arguments: String..., status: Int32, input: String? = nil,
    location: SourceLocation = #_sourceLocation
  ) throws -> String {
    let run = try start(arguments, input: input).finish()
    #expect(run.status == status, "\(arguments): \(run.error)", sourceLocation: location)
    #expect(run.bytes.isEmpty, sourceLocation: location)
    #expect(run.error.hasPrefix("trolley: "), sourceLocation: location)
    #expect(run.error.hasSuffix("\n"), sourceLocation: location)
    let lines = run.error.split(separator: "\n")
    #expect(lines.count == 1, "\(run.error)", sourceLocation: location)
    expectClean(run.error, location)
    return run.error
  }

  func expectClean(_ text: String, _ location: SourceLocation = #_sourceLocation) {
    let isClean = text.unicodeScalars.allSatisfy {
      $0 == "\n"
        || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
          && !(0x202A...0x202E).contains($0.value) && !(0x2066...0x2069).contains($0.value)
    }
    #expect(isClean, "\(text.debugDescription)", sourceLocation: location)
  }

  func start(
    _ arguments: [String], input: String? = nil, data: String = "data",
    program: String = TrolleyProgram.path, environment: [String: String] = [:],
    output: String? = nil
  ) throws -> ChildProcess {
    var variables = [
      "HOME": home.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
      "XDG_STATE_HOME": home.appending(path: "state").path,
      "TROLLEY_DATA": home.appending(path: data).path,
    ].merging(environment) { $1 }
    variables["LLVM_PROFILE_FILE"] = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"]
    return try ChildProcess(
      program, arguments, environment: variables, directory: home, input: input, output: output)
  }

  /// Writes a file in the home directory and returns its path.
  @discardableResult
  func file(_ name: String, _ text: String) throws -> String {
    let url = home.appending(path: name)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  /// A complete export of the list.
  func export(_ format: String = "json", data: String = "data") throws -> Data {
    let run = try run("export", "--format", format, data: data)
    #expect(run.status == 0, "\(run.error)")
    return run.bytes
  }
}
