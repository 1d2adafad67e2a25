import Foundation
import Testing

/// Turns a file into a program that can be started at once, at its place or at another one.
///
/// A file that is open for writing anywhere cannot be executed, and what a test writes may stay open
/// in a program that another test starts at that moment. So the program is a copy that a process
/// without children has written and closed.
public func makeExecutable(_ path: String, from source: String? = nil) throws {
  let copy = Process()
  copy.executableURL = URL(fileURLWithPath: "/bin/sh")
  copy.arguments = [
    "-c", #"cp -- "$1" "$2.new" && chmod 755 "$2.new" && mv -- "$2.new" "$2""#, "sh",
    source ?? path, path,
  ]
  try copy.run()
  copy.waitUntilExit()
  guard copy.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
}

/// The path of a program of the package: all are built into the directory of the tests.
public func builtProgram(_ name: String) -> String {
  URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: name).path
}
