#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif
import TrolleyCore

/// Without an argument nothing is parsed: the screen opens as fast as it can.
@main
enum Trolley {
  static func main() {
    if CommandLine.arguments.count <= 1 {
      do {
        try Launch.screen(ScreenOptions())
      } catch {
        Complaint.end(error)
      }
    } else {
      print("verbs come later")
    }
  }
}

/// One line on standard error, and the exit status that says the same to a script.
enum Complaint {
  static func end(_ failure: Failure) -> Never {
    let line = "trolley: " + CleanText.line(failure.sentence, limit: .message) + "\n"
    _ = SystemIO.writeAll(STDERR_FILENO, Array(line.utf8))
    Log.write("exit \(failure.exitStatus): \(failure.detail)")
    exit(failure.exitStatus)
  }
}
