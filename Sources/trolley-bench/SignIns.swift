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
      attempt("password", size) { runner throws(Complaint) in try runner.passwords(size) }
    }
  }

  private mutating func passwords(_ size: Int) throws(Complaint) {
    let work = try householdList(size)
    let session = try openTrolley(in: work)
    _ = try session.answer(quiet: 60, awaiting: "Register", within: 60_000)
    for _ in 0..<12 {
      try signInByPassword(session, size)
      try argon(in: work, size)
      _ = session.press(.type("L"))
      _ = try session.answer(quiet: 60, awaiting: "Register", within: 10_000)
    }
    _ = session.leave([.control("q")])
    try shell("rm", "-rf", work)
  }

  /// The list of that size in household mode, with one account.
  private mutating func householdList(_ size: Int) throws(Complaint) -> String {
    let work = try workFolder("trolley", size)
    let secret = try Stock(folder: work).file("password", [Self.password + "\n"]) { $0 }
    for words in [
      ["init", "--use", "household"], ["people", "add", "--name", "Ann", "--email", Self.address],
    ] {
      try Launch(
        arguments: [options.trolley] + words, environment: Self.environment(home: work),
        input: secret, output: "\(work)/said"
      ).run()
    }
    return work
  }

  private mutating func signInByPassword(
    _ session: Session, _ size: Int
  ) throws(Complaint) {
    for letter in Self.address { _ = session.press(.type(letter)) }
    _ = session.press(.tab)
    for letter in Self.password { _ = session.press(.type(letter)) }
    _ = try session.answer(quiet: 60, within: 1000, silence: 500)
    sleep(milliseconds: pause(upTo: 17))
    let stamp = session.press(.enter)
    let answer = try session.answer(quiet: 20, awaiting: "Welcome, Ann.", within: 20_000)
    guard let end = answer.end else { return }
    note(
      milliseconds(end - stamp), "password to tiles ms", Subject(program: "trolley", size: size))
  }

  private mutating func argon(in work: String, _ size: Int) throws(Complaint) {
    let output = "\(work)/argon"
    try Launch(
      arguments: ["\(options.limits)/argon2", "2"], environment: Self.environment(home: work),
      output: output
    ).run()
    for line in (readFile(output) ?? "").split(separator: "\n") {
      guard let value = line.split(separator: "\t").last.flatMap({ Double($0) }) else { continue }
      note(value / 1000, Self.argonFigure, Subject(program: "trolley", size: size))
    }
  }

  /// The list of that size in staff mode, with one employee.
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
