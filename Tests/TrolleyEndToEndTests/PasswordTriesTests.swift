import Testing
import TrolleyTestSupport

/// Wrong passwords tried by several programs at once.
@Suite(.startsPrograms)
struct PasswordTriesTests {
  private let home: CommandRunner

  init() throws { home = try CommandRunner() }

  private func start(_ password: String) throws -> ChildProcess {
    try home.start(["sign-in", "--as", "ann@home.example"], input: password + "\n")
  }

  @Test func severalProgramsCountTogether() throws {
    #expect(try home.run("init", "--use", "household").status == 0)
    let right = "quiet stapler moon"
    let made = try home.run(
      "people", "add", "--name", "Ann", "--email", "ann@home.example", input: right + "\n")
    #expect(made.status == 0, "\(made.error)")
    let errors = try (0..<8).map { try start("wrong stapler \($0)") }.map { try $0.finish().error }
    // The fifth says that a wait has begun; so do those that are answered later, in any order.
    let counts = ["or the password is wrong.", "Too many wrong tries. Wait "].map { words in
      errors.count { $0.contains(words) }
    }
    #expect(counts[0] <= 4 && counts[0] + counts[1] == 8, "\(errors)")
    let late = try start(right).finish()
    #expect(late.status == 77, "not even the right one")
    #expect(late.error.contains("Too many wrong tries. Wait "))
    let refused = try home.refused("people", "unlock", status: 77, input: "0000-0000-0000-0000\n")
    #expect(refused.contains("That is not the recovery code of this list."))
    let code = try #require(made.output.firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/))
    #expect(try home.run("people", "unlock", input: code.output.0 + "\n").status == 0)
    #expect(try start(right).finish().status == 0)
  }
}
