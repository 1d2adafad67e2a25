import Foundation
import Testing

/// The home of a user with a careless shell, whose processes are watched: the common part of the
/// tests of secrets.
struct WatchedHome {
  let runner: CommandRunner
  private let watch = ProcessWatch()

  init(_ runner: CommandRunner) { self.runner = runner }

  /// Files are accessible to everyone unless the program sets their mode.
  func screen(_ command: String, _ environment: [String: String] = [:]) throws -> TmuxScreen {
    let own = [
      "XDG_CACHE_HOME": runner.home.appending(path: "cache").path,
      "XDG_CONFIG_HOME": runner.home.appending(path: "config").path,
    ]
    return try TmuxScreen(
      folder: runner.home, environment: own.merging(environment) { $1 },
      command: "umask 000; \(command); sleep 60")
  }

  /// Runs a verb in the same shell, with a secret on standard input. Returns all its output.
  func verb(
    _ arguments: String..., input: String? = nil, status: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Data {
    let run = try runner.start(
      ["-c", "umask 000; exec \"$0\" \"$@\"", TrolleyProgram.path] + arguments, input: input,
      program: "/bin/sh"
    ).finish()
    #expect(run.status == status, "\(arguments): \(run.error)", sourceLocation: sourceLocation)
    return run.bytes + Data(run.error.utf8)
  }

  /// Types, presses keys, and waits for the result.
  func type(_ screen: TmuxScreen, _ text: String, _ keys: String..., then: String) throws {
    try screen.type(text)
    for key in keys { try screen.press(key) }
    screen.wait(for: then)
  }

  /// The end of each of these tests. `known`: the secrets that the file of that name may contain.
  func expectNothing(
    of secrets: [String], except known: (file: String, secrets: [String])? = nil,
    in answers: [Data], files: [String], programs: [String] = ["trolley"],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let search = try SecretSearch(secrets + (known?.secrets ?? []))
    let others = try SecretSearch(secrets)
    search.expectNothing(in: watch.stop(), "the list of processes", sourceLocation: sourceLocation)
    for answer in answers {
      let words = String(decoding: answer.prefix(60), as: UTF8.self)
      search.expectNothing(in: answer, "the answer \(words)", sourceLocation: sourceLocation)
    }
    let names = try search.expectNothing(
      in: runner.home, sourceLocation: sourceLocation,
      search: { $0 == known?.file ? others : search })
    for file in files {
      #expect(names.contains(file), "\(file) was searched", sourceLocation: sourceLocation)
    }
    let commands = watch.commands
    #expect(commands.contains(""), "the screen was seen", sourceLocation: sourceLocation)
    #expect(
      commands.contains { $0.hasPrefix("sign-in") }, "\(commands)",
      sourceLocation: sourceLocation)
    for program in programs {
      #expect(watch.programs.contains(program), sourceLocation: sourceLocation)
    }
  }
}
