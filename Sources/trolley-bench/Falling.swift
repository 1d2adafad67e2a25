/// Latency of keys with and without confetti, and the cost of its frames.
extension Runner {
  static let stillKey = "key, nothing falls ms"
  static let fallingKey = "key, confetti falls ms"

  /// The window size that the options give, and the one for which the frame goal is defined.
  var confettiWindows: [(columns: Int, lines: Int)] {
    let defaultValue = (options.columns, options.lines)
    return defaultValue == (120, 40) ? [defaultValue] : [defaultValue, (120, 40)]
  }

  /// Independent of the list's length, so the shortest list will do.
  mutating func confetti(_ program: Program) {
    guard let size = options.sizes.first else { return }
    for (columns, lines) in confettiWindows {
      tell("confetti at \(columns)x\(lines)")
      confetti(program, size, columns, lines)
    }
  }

  static func confettiSubject(_ columns: Int, _ lines: Int, _ size: Int) -> Subject {
    Subject(program: "trolley \(columns)x\(lines)", size: size)
  }

  private mutating func confetti(_ program: Program, _ size: Int, _ columns: Int, _ lines: Int) {
    attempt("confetti", size) { runner throws(Complaint) in
      let session = try runner.openReady(program, size, columns: columns, lines: lines)
      session.drain(quiet: 300)
      let subject = Self.confettiSubject(columns, lines, size)
      // Two lines in the cart: pressing ctrl-a and space again undoes the first time.
      for press in [Press.type(" "), .right, .type(" "), .type("2")] {
        _ = session.press(press)
        session.drain(quiet: 100)
      }
      for turn in 0..<20 {
        try runner.tick(session)
        if turn % 2 == 0 {
          try runner.watchFrames(session, subject)
        } else {
          try runner.pressKeys(session, Self.fallingKey, for: 1300, subject)
        }
        session.drain(quiet: 300)
        try runner.tick(session)
        session.drain(quiet: 100)
        try runner.pressKeys(session, Self.stillKey, for: 1300, subject)
      }
      _ = runner.close(session, program)
    }
  }

  /// Picks all lines, or unpicks them.
  private func tick(_ session: Session) throws(Complaint) {
    for press in [Press.control("a"), .type(" ")] {
      _ = session.press(press)
      _ = try session.answer(quiet: 4, within: 200, silence: 30)
    }
  }

  /// Output in one burst counts as a frame: the next is 32 ms away.
  private mutating func watchFrames(_ session: Session, _ subject: Subject) throws(Complaint) {
    var cpu = Facts.cpu(session.pid)
    var last: Int?
    while true {
      let frame = try session.answer(quiet: 5, within: 200, silence: 120)
      guard let first = frame.first else { break }
      note(Double(frame.bytes), "confetti frame bytes", subject)
      if let last { note(milliseconds(first - last), "confetti frame to frame ms", subject) }
      last = first
      // It sleeps until the next frame, so this is the work of one frame.
      let spent = Facts.cpu(session.pid)
      note(milliseconds(spent - cpu), "confetti frame cpu ms", subject)
      cpu = spent
    }
    guard last != nil else { throw Complaint("nothing falls") }
  }

  /// Presses down and up, at a human pace.
  mutating func pressKeys(
    _ session: Session, _ figure: String, for time: Double, _ subject: Subject
  ) throws(Complaint) {
    let begin = now()
    var isDown = false
    while milliseconds(now() - begin) < time {
      sleep(milliseconds: pause(upTo: 33))
      session.drain(quiet: 0)
      isDown.toggle()
      let stamp = session.press(isDown ? .down : .up)
      let answer = try session.answer(quiet: 2, within: 200, silence: 50)
      if let end = answer.end { note(milliseconds(end - stamp), figure, subject) }
    }
  }
}
