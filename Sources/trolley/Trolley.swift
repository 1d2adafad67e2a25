import TrolleyCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Without an argument nothing is parsed: the screen opens as fast as it can.
@main
enum Trolley {
  static func main() {
    SystemIO.holdStandardDescriptors()
    if CommandLine.arguments.count <= 1 {
      do {
        try Launch.screen(ScreenOptions())
      } catch {
        Complaint.end(error)
      }
    } else {
      CommandTree.run()
    }
  }
}

/// One line on standard error, and the exit status that says the same to a script.
enum Complaint {
  static func end(_ failure: Failure) -> Never {
    say(failure.sentence)
    Log.write("\(verb): exit \(failure.exitStatus), \(failure.kind.rawValue) \(failure.detail)")
    exit(failure.exitStatus)
  }

  /// What was asked for, without its arguments: those may be private.
  private static var verb: String {
    return CommandLine.arguments.dropFirst().first { CommandTree.names.contains($0) } ?? "screen"
  }

  /// Nothing can be done when even this cannot be written.
  static func say(_ sentence: String) {
    let line = "trolley: " + CleanText.line(sentence, limit: .message) + "\n"
    _ = SystemIO.writeAll(STDERR_FILENO, Array(line.utf8))
  }
}
