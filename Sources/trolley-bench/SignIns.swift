/// Signing in by PIN: from the enter behind the last digit until the tiles are on the screen. How much
/// of it is the vault alone is a figure of the inside.
extension Runner {
  static let signInFigures = ["PIN to tiles ms", "PIN to tiles cpu ms"]
  private static let pin = "739154"

  mutating func signIns() {
    guard programs.contains(where: { $0.name == "trolley" }) else { return }
    for size in options.sizes {
      tell("sign-in: \(grouped(size))")
      attempt("sign-in", size) { runner throws(Complaint) in
        let work = try runner.staffList(size)
        let session = try runner.openTrolley(in: work)
        _ = try session.answer(quiet: 60, awaiting: "Type your PIN", within: 60_000)
        for _ in 0..<20 {
          try runner.signIn(session, size)
          _ = session.press(.type("L"))
          _ = try session.answer(quiet: 60, awaiting: "Type your PIN", within: 10_000)
        }
        _ = session.leave([.type("Q")])
        try runner.shell("rm", "-rf", work)
      }
    }
  }

  /// The list of that size in staff use, with one employee.
  private mutating func staffList(_ size: Int) throws(Complaint) -> String {
    let work = try workFolder("trolley", size)
    let digits = try Stock(folder: work).file("pin", [Self.pin + "\n"]) { $0 }
    for words in [
      ["init", "--use", "staff"], ["people", "add", "--first", "Ann", "--last", "Smith"],
    ] {
      try Launch(
        arguments: [options.trolley] + words, environment: Self.environment(home: work),
        input: digits, output: "\(work)/said"
      ).run()
    }
    return work
  }

  private mutating func signIn(_ session: Session, _ size: Int) throws(Complaint) {
    for digit in Self.pin {
      _ = session.press(.type(digit))
      _ = try session.answer(quiet: 4, within: 200, silence: 50)
    }
    sleep(milliseconds: pause(upTo: 17))
    let cpu = Facts.cpu(session.pid)
    let stamp = session.press(.enter)
    let answer = try session.answer(quiet: 20, awaiting: "Welcome, Ann.", within: 10_000)
    guard let end = answer.end else { return }
    let subject = Subject(program: "trolley", size: size)
    note(milliseconds(end - stamp), "PIN to tiles ms", subject)
    note(milliseconds(Facts.cpu(session.pid) - cpu), "PIN to tiles cpu ms", subject)
  }
}
