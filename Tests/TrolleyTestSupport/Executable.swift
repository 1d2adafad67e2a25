import Foundation
import Testing

/// Turns a file into a program that can be started at once. A program that another test starts has
/// copies of all open descriptors for a moment, and a file that is open for writing anywhere cannot
/// be executed.
public func makeExecutable(_ path: String) throws {
  try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  let file = open(path, O_RDONLY | O_CLOEXEC)
  defer { close(file) }
  // The system grants a read lease only while the file is not open for writing (F_SETLEASE).
  waitUntil("\(path) to be written") { fcntl(file, 1024, Int32(F_RDLCK)) == 0 }
  _ = fcntl(file, 1024, Int32(F_UNLCK))
}

/// The path of a program of the package: all are built into the directory of the tests.
public func builtProgram(_ name: String) -> String {
  URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: name).path
}
