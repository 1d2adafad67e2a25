import Foundation
import Testing
import TrolleyProviderSupport

/// The second program is missing, or dies: a plain sentence, what was typed stays, a later try works.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct WorkerTroubleTests {
  private let family: ProviderHome
  private let password = "quiet stapler moon"
  /// The two programs where a test can take one away.
  private let programs: URL

  init() throws {
    family = try ProviderHome()
    programs = family.runner.home.appending(path: "built")
    let built = URL(fileURLWithPath: TrolleyProgram.path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    for name in ["trolley", "trolley-worker"] {
      try FileManager.default.copyItem(
        at: built.appending(path: name), to: programs.appending(path: name))
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

  /// The one that runs from this test's folder.
  private func workerProcess(sourceLocation: SourceLocation = #_sourceLocation) throws -> pid_t {
    let manager = FileManager.default
    let end = Date(timeIntervalSinceNow: 10)
    repeat {
      for name in try manager.contentsOfDirectory(atPath: "/proc") {
        guard let id = pid_t(name) else { continue }
        // It shows nobody more of itself than this.
        let command = manager.contents(atPath: "/proc/\(name)/cmdline") ?? Data()
        if command.split(separator: 0).first == Data(worker.utf8) { return id }
      }
      usleep(10_000)
    } while Date() < end
    return try #require(nil, "no worker runs", sourceLocation: sourceLocation)
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
    #expect(screen.text.contains("ann@home.example"))

    try screen.press("C-n")
    screen.wait(for: "Again")
    for text in ["Ben", "ben@home.example", "loud stapler sun", "loud stapler sun"] {
      try screen.type(text)
      try screen.press("Tab")
    }
    try screen.press("Enter")
    screen.wait(for: "The program trolley-worker is missing")
    #expect(screen.text.contains("ben@home.example"))
    try screen.press("Escape")
    screen.wait(for: "the form to close") { !$0.contains("Again") }

    let verb = try family.runner.start(
      ["sign-in", "--as", "ann@home.example"], input: password + "\n", program: trolley
    ).finish()
    #expect(verb.status != 0)
    #expect(verb.error.contains(Self.missing))

    // What was typed is still there.
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

  @Test func killedWhileAPasswordIsCompared() throws {
    family.hold(.home)
    let screen = try screen()
    try family.press(.home, on: screen)
    screen.wait(for: "QKRB-ZWNT")
    let process = try workerProcess()
    try screen.press("Escape")
    screen.wait(for: "the code to go") { !$0.contains("QKRB-ZWNT") }
    // Stopped, it takes its time for sure.
    kill(process, SIGSTOP)
    try screen.press("Tab", "Tab")
    try screen.type("ann@home.example")
    try screen.press("Tab")
    try screen.type(password)
    try screen.press("Enter")
    screen.wait(for: "One moment…")
    kill(process, SIGKILL)
    screen.wait(for: Self.ended)
    #expect(screen.text.contains("ann@home.example"))
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

  /// The password that links an account is not called wrong when it was never looked at.
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

  /// What is broken is not called too many wrong tries.
  @Test func aMissingWorkerCountsNoTries() throws {
    try setWorker(isThere: false)
    let screen = try screen()
    try screen.type("ann@home.example")
    try screen.press("Tab")
    try screen.type(password)
    for _ in 0..<7 {
      try screen.press("Enter")
      screen.wait(for: Self.missing)
      // A key takes the sentence away, so that the next one is seen to come.
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
