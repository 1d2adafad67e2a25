import Foundation
import Testing

/// What one run of the program left.
struct CommandRun {
  let status: Int32
  let bytes: Data
  let error: String

  var output: String { String(decoding: bytes, as: UTF8.self) }

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

/// A directory of its own for one test, with a list in it and the real program to work on it.
final class CommandRunner: Sendable {
  let home: URL
  var data: URL { home.appendingPathComponent("data") }

  init() throws {
    home = FileManager.default.temporaryDirectory
      .appendingPathComponent("trolley-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: home) }

  /// Beside the test bundle, where the build puts it.
  static let program: String = {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let own = link ?? bundle?.bundlePath ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: own).deletingLastPathComponent()
      .appendingPathComponent("trolley").path
  }()

  /// Runs a verb to its end.
  @discardableResult
  func run(
    _ arguments: String..., input: String? = nil, data: String = "data",
    environment: [String: String] = [:], output: String? = nil
  ) throws -> CommandRun {
    try start(
      arguments, input: input, data: data, environment: environment, output: output
    ).finish()
  }

  /// The same by the shell, which has `$trolley`.
  func shell(_ script: String) throws -> CommandRun {
    try start(
      ["-c", script], program: "/bin/sh", environment: ["trolley": Self.program]
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
    program: String = CommandRunner.program, environment: [String: String] = [:],
    output: String? = nil
  ) throws -> StartedCommand {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = home
    process.environment = [
      "HOME": home.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
      "XDG_STATE_HOME": home.appendingPathComponent("state").path,
      "TROLLEY_DATA": home.appendingPathComponent(data).path,
    ].merging(environment) { $1 }
    if let profile = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"] {
      process.environment?["LLVM_PROFILE_FILE"] = profile
    }
    let name = UUID().uuidString
    let out = try output ?? file("\(name).out", "")
    let error = try file("\(name).err", "")
    process.standardInput = FileHandle(
      forReadingAtPath: try input.map { try file("\(name).in", $0) } ?? "/dev/null")
    process.standardOutput = FileHandle(forWritingAtPath: out)
    process.standardError = FileHandle(forWritingAtPath: error)
    try process.run()
    return StartedCommand(process: process, output: out, error: error)
  }

  /// Writes a file in the home directory and gives its path.
  @discardableResult
  func file(_ name: String, _ text: String) throws -> String {
    let url = home.appendingPathComponent(name)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  /// Everything the list holds.
  func export(_ format: String = "json", data: String = "data") throws -> Data {
    let run = try run("export", "--format", format, data: data)
    #expect(run.status == 0, "\(run.error)")
    return run.bytes
  }
}

struct StartedCommand {
  let process: Process
  let output: String
  let error: String

  func finish() throws -> CommandRun {
    process.waitUntilExit()
    let isFile = !output.hasPrefix("/dev/")
    return CommandRun(
      status: process.terminationStatus,
      bytes: isFile ? try Data(contentsOf: URL(fileURLWithPath: output)) : Data(),
      error: try String(contentsOfFile: error, encoding: .utf8))
  }
}
