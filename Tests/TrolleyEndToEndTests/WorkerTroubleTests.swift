import Foundation
import Testing
import TrolleyProviderSupport
import TrolleyTestSupport

/// The worker is missing or crashes: a plain message, typed text stays, a later try works.
@Suite(.startsPrograms)
struct WorkerTroubleTests {
  private let family: ProviderHome
  private let password = "quiet stapler moon"
  /// Copies of the two programs, of which a test can remove one.
  private let programs: URL

  init() throws {
    family = try ProviderHome()
    programs = family.runner.home.appending(path: "built")
    let built = URL(fileURLWithPath: TrolleyProgram.path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    for name in ["trolley", "trolley-worker"] {
      try makeExecutable(
        programs.appending(path: name).path, from: built.appending(path: name).path)
    }
    let made = try family.runner.run(
      "people", "add", "--name", "Ann", "--email", "ann@home.example", input: password + "\n")
    #expect(made.status == 0, "\(made.error)")
  }

  private var trolley: String { programs.appending(path: "trolley").path }
  private var worker: String { programs.appending(path: "trolley-worker").path }

  private func screen() throws -> TmuxScreen { try family.screen(["TROLLEY": trolley]) }

  private func setWorker(isThere: Bool) throws {
    let (there, away) = (worker, worker + ".away")
    try FileManager.default.moveItem(
      atPath: isThere ? away : there, toPath: isThere ? there : away)
  }

  /// The process that runs from this test's directory.
  private func workerProcess(sourceLocation: SourceLocation = #_sourceLocation) throws -> pid_t {
    let manager = FileManager.default
    return try waitFor("a worker", sourceLocation: sourceLocation) {
      try manager.contentsOfDirectory(atPath: "/proc").lazy.compactMap { pid_t($0) }.first {
        // It reveals nothing more of itself.
        let command = manager.contents(atPath: "/proc/\($0)/cmdline") ?? Data()
        return command.split(separator: 0).first == Data(worker.utf8)
      }
    }
  }

  private static let missing = "The program trolley-worker is missing"
  private static let ended = "The program trolley-worker ended in the middle of it. Try again."

  @Test func missing() throws {
    try setWorker(isThere: false)
    let screen = try screen()
    try screen.type("ann@home.example")
    try screen.press("Tab")
    try screen.type(password)
    try screen.press("Enter")
    screen.wait(for: Self.missing)
    screen.wait(for: "ann@home.example")

    try screen.press("C-n")
    screen.wait(for: "Again")
    for text in ["Ben", "ben@home.example", "loud stapler sun", "loud stapler sun"] {
      try screen.type(text)
      try screen.press("Tab")
    }
    try screen.press("Enter")
    screen.wait(for: "The program trolley-worker is missing")
    screen.wait(for: "ben@home.example")
    try screen.leaveForm(to: "the form to close") { !$0.contains("Again") }

    let verb = try family.runner.start(
      ["sign-in", "--as", "ann@home.example"], input: password + "\n", program: trolley
    ).finish()
    #expect(verb.status != 0)
    #expect(verb.error.contains(Self.missing))

    // The typed text is still there.
    try setWorker(isThere: true)
    try screen.press("Enter")
    screen.wait(for: "Welcome, Ann.")
  }

  @Test func missingForAProvider() throws {
    try setWorker(isThere: false)
    let screen = try screen()
    try family.press(.google, on: screen)
    screen.wait(for: Self.missing)
    try setWorker(isThere: true)
    try screen.press("Enter")
    screen.wait(for: "Google says that you are Ann Ünal.")
  }

  /// A fake worker: reads until it is asked to verify, prints its process id, and stops.
  private func holdWorker() throws {
    try setWorker(isThere: false)
    let script = """
      #!/bin/sh
      while read -r line; do
        case $line in *checkPassword*) echo $$ >"$0.held"; kill -STOP $$ ;; esac
      done

      """
    try Data(script.utf8).write(to: URL(fileURLWithPath: worker))
    try makeExecutable(worker)
  }

  /// The process that holds the password.
  private func heldWorker() throws -> pid_t {
    try waitFor("the worker to be asked") {
      let text = try? String(contentsOfFile: worker + ".held", encoding: .utf8)
      return text.flatMap { $0.hasSuffix("\n") ? pid_t($0.dropLast()) : nil }
    }
  }

  @Test func killedWhileAPasswordIsCompared() throws {
    try holdWorker()
    let screen = try screen()
    try screen.type("ann@home.example")
    try screen.press("Tab")
    try screen.type(password)
    try screen.press("Enter")
    screen.wait(for: "One moment…")
    let process = try heldWorker()
    try FileManager.default.removeItem(atPath: worker)
    try setWorker(isThere: true)
    kill(process, SIGKILL)
    screen.wait(for: Self.ended)
    screen.wait(for: "ann@home.example")
    try screen.press("Enter")
    screen.wait(for: "Welcome, Ann.")
  }

  @Test func killedWhileAProviderIsAsked() throws {
    family.hold(.home)
    let screen = try screen()
    try family.press(.home, on: screen)
    screen.wait(for: "QKRB-ZWNT")
    kill(try workerProcess(), SIGKILL)
    screen.wait(for: Self.ended)
    try screen.press("Enter")
    screen.wait(for: "QKRB-ZWNT")
    family.approve(.home)
    screen.wait(for: "Home says that you are Cleo Dent.")
  }

  /// When linking an account, a password that was never checked is not called wrong.
  @Test func missingWhenAnAccountIsLinked() throws {
    family.google.change { $0.claims = ["email": "\"ann@home.example\""] }
    let screen = try screen()
    try family.press(.google, on: screen)
    screen.wait(for: "You have an account here")
    let process = try workerProcess()
    try setWorker(isThere: false)
    kill(process, SIGKILL)
    try screen.type(password)
    try screen.press("Enter")
    screen.wait(for: Self.missing)
    #expect(!screen.text.contains("That is not the password."))
    try setWorker(isThere: true)
    try screen.press("C-u")
    try screen.type(password)
    try screen.press("Enter")
    screen.wait(for: "Welcome, Ann.")
  }

  /// A crash is not reported as too many wrong tries.
  @Test func aMissingWorkerCountsNoTries() throws {
    try setWorker(isThere: false)
    let screen = try screen()
    try screen.type("ann@home.example")
    try screen.press("Tab")
    try screen.type(password)
    for _ in 0..<7 {
      try screen.press("Enter")
      screen.wait(for: Self.missing)
      // A key removes the message, so that the next one can be noticed.
      try screen.type("x")
      try screen.press("BSpace")
      screen.wait(for: "the sentence to go") {
        !TmuxScreen.flowing($0).contains(Self.missing)
      }
    }
    try setWorker(isThere: true)
    try screen.press("Enter")
    screen.wait(for: "Welcome, Ann.")
  }
}
