/// Signing in: from the enter after the last digit or letter until the tiles are on the screen.
/// `Inside` measures the vault's share for a PIN; the cost of a password hash alone is measured
/// here, alternating with the sign-ins.
extension Runner {
  static let signInFigures = [
    "PIN to tiles ms", "PIN to tiles cpu ms", "password to tiles ms", argonFigure,
  ]
  static let argonFigure = "argon2id alone ms"
  private static let pin = "739154"
  private static let address = "ann@home.example"
  private static let password = "correct horse battery"

  mutating func signIns() {
    for size in options.sizes {
      tell("sign-in: \(grouped(size))")
      attempt("sign-in", size) { runner throws(Complaint) in
        let person = ["--first", "Ann", "--last", "Smith"]
        try runner.measure(
          20, use: "staff", person, secret: Self.pin, awaiting: "Type your PIN", size
        ) { (runner, session, _) throws(Complaint) in try runner.signIn(session, size) }
      }
      attempt("password", size) { runner throws(Complaint) in
        let person = ["--name", "Ann", "--email", Self.address]
        try runner.measure(
          12, use: "household", person, secret: Self.password, awaiting: "Register", size
        ) { (runner, session, work) throws(Complaint) in
          try runner.signInByPassword(session, size)
          let command = ["\(runner.options.limits)/argon2", "2"]
          for (_, time) in try runner.figures(of: command, in: work) {
            runner.note(time, Self.argonFigure, Subject(program: "trolley", size: size))
          }
        }
      }
    }
  }

  /// Signs in several times, on the list of that size with one account.
  private mutating func measure(
    _ times: Int, use: String, _ person: [String], secret: String, awaiting text: String,
    _ size: Int, _ signIn: (inout Runner, Session, _ work: String) throws(Complaint) -> Void
  ) throws(Complaint) {
    let work = try workFolder("trolley", size)
    let input = try Stock(folder: work).file("secret", [secret + "\n"]) { $0 }
    for words in [["init", "--use", use], ["people", "add"] + person] {
      try launch([options.trolley] + words, in: work, input: input).run()
    }
    let session = try openTrolley(in: work, awaiting: text)
    for _ in 0..<times {
      try signIn(&self, session, work)
      _ = session.press(.type("L"))
      _ = try session.answer(quiet: 60, awaiting: text, within: 10_000)
    }
    _ = session.leave([.control("q")])
    try shell("rm", "-rf", work)
  }

  private mutating func signInByPassword(_ session: Session, _ size: Int) throws(Complaint) {
    for letter in Self.address { _ = session.press(.type(letter)) }
    _ = session.press(.tab)
    for letter in Self.password { _ = session.press(.type(letter)) }
    _ = try session.answer(quiet: 60, within: 1000, silence: 500)
    sleep(milliseconds: pause(upTo: 17))
    let stamp = session.press(.enter)
    let answer = try session.answer(quiet: 20, awaiting: "Welcome, Ann.", within: 20_000)
    guard let end = answer.end else { return }
    note(milliseconds(end - stamp), "password to tiles ms", Subject(program: "trolley", size: size))
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
