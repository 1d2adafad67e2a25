/// Without arguments nothing is parsed: the screen opens as fast as possible.
@main
enum Trolley {
  static func main() {
    SystemIO.holdStandardDescriptors()
    if CommandLine.arguments.count <= 1 {
      do { try Launch.screen(ScreenOptions()) } catch {
        Complaint.end(error)
      }
    } else {
      CommandTree.run()
    }
  }
}

/// One line on standard error, and the matching exit status for scripts.
enum Complaint {
  static func end(_ failure: Failure) -> Never {
    say(failure.sentence)
    Log.write("\(verb): exit \(failure.exitStatus), \(failure.kind.rawValue) \(failure.detail)")
    Interruption.end()
    exit(failure.exitStatus)
  }

  /// The verb without its arguments, which may be private.
  private static var verb: String {
    return CommandLine.arguments.dropFirst().first { CommandTree.names.contains($0) } ?? "screen"
  }

  /// Whether what is said goes anywhere: scripts often send it to `/dev/null`.
  static var isRead: Bool {
    var (output, null) = (stat(), stat())
    guard fstat(STDERR_FILENO, &output) == 0 else { return false }
    return stat("/dev/null", &null) != 0 || output.st_rdev != null.st_rdev
      || output.st_mode & S_IFMT != S_IFCHR
  }

  /// If even this cannot be written, nothing can be done.
  static func say(_ sentence: String) {
    let line = "trolley: " + CleanText.line(sentence, limit: .message) + "\n"
    _ = SystemIO.writeAll(STDERR_FILENO, Array(line.utf8))
  }
}
