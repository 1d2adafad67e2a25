/// Why something cannot be measured.
struct Complaint: Error {
  let text: String
  init(_ text: String) { self.text = text }
}

/// Starts a program, never through a shell, so that no shell is measured.
struct Launch {
  var arguments: [String]
  var environment: [String: String]
  /// A file for standard input; nil for the terminal, or for none.
  var input: String?
  /// Where standard output and errors go without a terminal.
  var output = "/dev/null"
}

/// Where programs are looked for.
var searchPath: String { getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin" }

func newFolder(in parent: String) throws(Complaint) -> String {
  var template = Array("\(parent)/trolley-bench.XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { throw Complaint("\(parent): no folder can be made") }
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

func find(_ program: String) -> String? {
  if program.contains("/") { return access(program, X_OK) == 0 ? program : nil }
  return searchPath.split(separator: ":").lazy.map { "\($0)/\(program)" }.first {
    access($0, X_OK) == 0
  }
}

extension Launch {
  /// Starts it as the leader of a new session on `terminal`, or without a terminal.
  func start(onTerminal terminal: String? = nil) throws(Complaint) -> pid_t {
    guard let program = arguments.first.flatMap(find) else {
      throw Complaint("\(arguments.first ?? "?") is not installed")
    }
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, which Glibc's module hides
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if let terminal {
      // The first terminal that a session leader opens becomes its controlling terminal.
      posix_spawn_file_actions_addopen(&actions, 1, terminal, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 1, 2)
      posix_spawn_file_actions_addopen(&actions, 0, input ?? terminal, O_RDWR, 0)
      posix_spawnattr_setflags(&attributes, Int16(newSession | POSIX_SPAWN_SETSIGDEF))
      var all = sigset_t()
      sigfillset(&all)
      posix_spawnattr_setsigdefault(&attributes, &all)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, input ?? "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      posix_spawn_file_actions_adddup2(&actions, 1, 2)
    }
    var argv = arguments.map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var pid: pid_t = 0
    let error = posix_spawn(&pid, program, &actions, &attributes, &argv, &envp)
    guard error == 0 else { throw Complaint("\(program): \(String(cString: strerror(error)))") }
    return pid
  }

  /// Runs it to its end without a terminal; returns the time of the whole process in milliseconds.
  @discardableResult func run() throws(Complaint) -> Double {
    let begin = now()
    let pid = try start()
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    let spent = milliseconds(now() - begin)
    guard status == 0 else {
      let said = (readFile(output) ?? "").split(separator: "\n").last ?? ""
      let command = arguments.joined(separator: " ")
      throw Complaint("`\(command)` ended with status \(status >> 8 & 0xFF): \(said)")
    }
    return spent
  }
}

/// Writes to standard error, unbuffered.
func say(_ text: String) {
  let bytes = Array(text.utf8)
  _ = write(2, bytes, bytes.count)
}

/// The text of a small file; nil if it cannot be read.
func readFile(_ path: String) -> String? {
  guard !path.hasPrefix("/dev/") else { return nil }
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var text: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 65536)
  while case let count = read(file, &piece, piece.count), count > 0 { text += piece[..<count] }
  return String(decoding: text, as: UTF8.self)
}
