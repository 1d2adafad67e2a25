import Foundation
import TrolleyProviderSupport
import TrolleyTestSupport

/// A running program, and its outcome.
///
/// Foundation's `Process` learns of an end through a socket that every descendant inherits: with a
/// tmux client it would wait until the server ends as well. This type waits for the child alone,
/// and keeps the output in files, which need no reader meanwhile.
struct ChildProcess {
  struct Outcome {
    /// The exit status; 128 plus the number of the signal that ended it.
    let status: Int32
    let bytes: Data
    let error: String

    var output: String { String(decoding: bytes, as: UTF8.self) }
  }

  struct CannotStart: Error {
    let program: String
    let code: Int32
  }

  private let id: pid_t
  private let folder: TemporaryFolder
  private let keepsOutput: Bool

  /// Starts `program`, found on the `PATH` of `environment` if it has no slash, with only
  /// `environment`. Standard output goes to `output`, or is kept for the outcome.
  init(
    _ program: String, _ arguments: [String], environment: [String: String],
    directory: URL? = nil, input: String? = nil, output: String? = nil
  ) throws {
    folder = try TemporaryFolder()
    keepsOutput = output == nil
    var inputPath = "/dev/null"
    if let input {
      let url = folder.url.appending(path: "in")
      try Data(input.utf8).write(to: url)
      inputPath = url.path
    }
    let outputPath = output ?? folder.url.appending(path: "out").path
    let errorPath = folder.url.appending(path: "err").path
    var words = [program] + arguments
    // Not every C library can start a child in another directory.
    if let directory {
      words = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", directory.path] + words
    }
    id = try Self.spawn(words[0], Array(words.dropFirst()), environment: environment) {
      let writing = O_WRONLY | O_CREAT
      posix_spawn_file_actions_addopen(&$0, 0, inputPath, O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&$0, 1, outputPath, writing, 0o600)
      posix_spawn_file_actions_addopen(&$0, 2, errorPath, writing, 0o600)
    }
  }

  /// Starts a program, found on the `PATH` of the tests, with the descriptors that `prepare` sets
  /// up.
  static func spawn(
    _ program: String, _ arguments: [String], environment: [String: String],
    prepare: (inout posix_spawn_file_actions_t) -> Void
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    prepare(&actions)

    // Test threads block nearly all signals, and children inherit that: a tmux server, which ends
    // itself by a signal, would never end. They also inherit ignored signals.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var argv = ([program] + arguments).map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    var id: pid_t = 0
    let code = posix_spawnp(&id, program, &actions, &attributes, &argv, &envp)
    guard code == 0 else { throw CannotStart(program: program, code: code) }
    return id
  }

  /// Waits for the end.
  func send(_ signal: Int32) { kill(id, signal) }

  func finish() throws -> Outcome {
    var state: Int32 = 0
    while waitpid(id, &state, 0) == -1, errno == EINTR {}
    let signal = state & 0x7F
    let output = folder.url.appending(path: "out")
    return Outcome(
      status: signal == 0 ? (state >> 8) & 0xFF : 128 + signal,
      bytes: keepsOutput ? try Data(contentsOf: output) : Data(),
      error: try String(contentsOf: folder.url.appending(path: "err"), encoding: .utf8))
  }
}

/// The program that was built beside the tests.
enum TrolleyProgram {
  static let path = builtProgram("trolley")
}
