@testable import TrolleyCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A running `journal-writer`, or another program that tells by lines what it does. Guards the
/// process and the pipe of what it tells.
final class WriterProcess {
  private let pid: pid_t
  private let pipe: Int32
  private var told: [UInt8] = []
  private var status: Int32?

  init(_ arguments: [String], program: String = "journal-writer") throws {
    let path = Self.folder + "/" + program
    var ends: [Int32] = [-1, -1]
    guard Self.makePipe(&ends) == 0 else { throw Failure(.failedIO, "No pipe.") }
    var actions = Self.noActions
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var argv = Self.copies([path] + arguments)
    var environment = Self.copies(["PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=enable=no"])
    defer { for text in argv + environment { free(text) } }
    var pid: pid_t = 0
    let result = posix_spawn(&pid, path, &actions, nil, &argv, &environment)
    close(ends[1])
    guard result == 0 else {
      close(ends[0])
      throw Failure(.failedIO, "\(path) cannot be started.")
    }
    self.pid = pid
    pipe = ends[0]
  }

  deinit {
    if status == nil { kill() }
    close(pipe)
  }

  /// Ends it as nothing else can, and collects what it told until then.
  func kill() {
    drain()
    strike()
    wait()
  }

  /// The same, without waiting for its end.
  func strike() {
    #if canImport(Darwin)
      Darwin.kill(pid, SIGKILL)
    #else
      Glibc.kill(pid, SIGKILL)
    #endif
  }

  /// Waits for its end; gives its exit status, -1 after a kill.
  @discardableResult
  func wait() -> Int32 {
    _ = fcntl(pipe, F_SETFL, 0)
    drain()
    if status == nil {
      var ended: Int32 = 0
      while waitpid(pid, &ended, 0) < 0, errno == EINTR {}
      status = ended & 0x7f == 0 ? ended >> 8 & 0xff : -1
    }
    return status ?? -1
  }

  /// Whole lines told so far.
  var lines: [String] {
    drain()
    let whole = told.prefix(through: (told.lastIndex(of: 0x0a) ?? -1))
    return whole.split(separator: 0x0a).map { String(decoding: $0, as: UTF8.self) }
  }

  private func drain() {
    var part = [UInt8](repeating: 0, count: 4096)
    while case let count = read(pipe, &part, part.count), count > 0 { told += part[..<count] }
  }

  private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { text in strdup(text) } + [nil]
  }

  private static func makePipe(_ ends: inout [Int32]) -> Int32 {
    guard openPipe(&ends) == 0 else { return -1 }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return fcntl(ends[0], F_SETFL, O_NONBLOCK) < 0 ? -1 : 0
  }

  /// The tests and the programs of the package are built into one directory.
  private static let folder: String = {
    #if canImport(Darwin)
      let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? ""
      let parts = bundle.split(separator: "/").prefix { !$0.hasSuffix(".xctest") }
      return "/" + parts.joined(separator: "/")
    #else
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = readlink("/proc/self/exe", &buffer, buffer.count)
      let own = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
      return String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)])
    #endif
  }()

  #if canImport(Darwin)
    private static let noActions: posix_spawn_file_actions_t? = nil
  #else
    private static var noActions: posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
  #endif
}

private func openPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }
