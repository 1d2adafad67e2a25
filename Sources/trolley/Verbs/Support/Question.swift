/// A question on the terminal, answered by a line.
enum Question {
  /// Whether there is a person to answer.
  static var canBeAsked: Bool { isatty(STDIN_FILENO) != 0 && isatty(STDERR_FILENO) != 0 }

  /// Anything but a yes is a no.
  static func ask(_ text: String) -> Bool { choose(text + " (y/n)", ["y", "yes"]) != nil }

  /// The answer, in lower case, if it is one of these.
  static func choose(_ text: String, _ answers: [String]) -> String? {
    _ = SystemIO.writeAll(STDERR_FILENO, Array((text + " ").utf8))
    let answer = CleanText.line(readLine() ?? "").lowercased()
    return answers.contains(answer) ? answer : nil
  }
}
