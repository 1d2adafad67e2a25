import Foundation
import Testing
import TrolleyProviderSupport
import TrolleyTestSupport

/// “Test it” for services, with real servers on this machine.
@Suite(.startsPrograms) struct SettingsServiceTests {
  private let home: CommandRunner

  init() throws { home = try CommandRunner() }

  private func use(_ service: String, at address: String) throws {
    #expect(try home.run("settings", "services.\(service).address", address).status == 0)
    #expect(try home.run("settings", "services.\(service).allowed", "yes").output == "yes\n")
  }

  private func screen() throws -> TmuxScreen {
    let screen = try TmuxScreen(
      folder: home.home,
      environment: ["XDG_CACHE_HOME": home.home.appending(path: "cache").path],
      command: "$TROLLEY; sleep 60")
    screen.wait(for: "all keys")
    return screen
  }

  @Test func aServiceThatAnswersWorks() throws {
    let server = LoopbackServer { request in
      request.path == "/api/status"
        ? .answer(
          status: 200, headers: ["Content-Type": "text/plain"],
          body: Array("Connected as: 1\n".utf8))
        : .html(status: 404)
    }
    try use("overpass", at: server.address + "/api")
    let answer = try home.run("settings", "services.overpass.allowed", "--test")
    #expect(answer.output.hasPrefix("Overpass works, answered in "), "\(answer.error)")
    let screen = try screen()
    try screen.press("5", "/")
    try screen.type("overpass address")
    try screen.press("Enter", "t")
    screen.wait(for: "works, answered in")
  }

  @Test func aScriptAsksOnlyWhomSomebodyHasAllowed() throws {
    try home.run("list")
    let refused = try home.refused("settings", "services.overpass.allowed", "--test", status: 77)
    let say = "Say: trolley settings services.overpass.allowed yes\n"
    #expect(refused.hasPrefix("trolley: Overpass may not be asked yet: it would get "))
    #expect(refused.hasSuffix(say))
    try home.run("settings", "services.overpass.allowed", "no")
    #expect(
      try home.refused("settings", "services.overpass.allowed", "--test", status: 77)
        == "trolley: Overpass is switched off in the settings. " + say)
    let keyless = try home.run("settings", "services.googlePlaces.allowed", "yes")
    #expect(keyless.status == 0)
    #expect(
      try home.refused("settings", "services.googlePlaces.key", "--test", status: 64)
        .contains("needs a key"))
    #expect(
      try home.refused("settings", "theme", "--test", status: 64).contains("nothing to test"))
  }

  /// The message is on the screen, the key nowhere.
  @Test func aKeyThatIsRefusedIsSaid() throws {
    let server = LoopbackServer { _ in .json("{\"error\":{\"code\":403}}", status: 403) }
    try use("googlePlaces", at: server.address)
    try home.run("settings", "services.googlePlaces.key", "-", input: "AIza-0123456789abcd\n")
    let screen = try screen()
    try screen.press("5", "/")
    try screen.type("google key")
    try screen.press("Enter", "t")
    let text = screen.wait(for: "does not take the key")
    #expect(!text.contains("AIza"))
    #expect(server.requests.contains { $0.headers["x-goog-api-key"] == "AIza-0123456789abcd" })
  }

  /// A server that never answers blocks nothing: keys work, a clock runs, esc cancels.
  @Test func aServerThatHangsIsLeftByEsc() throws {
    let server = LoopbackServer { _ in .hang }
    try use("nominatim", at: server.address)
    let screen = try screen()
    try screen.press("5", "/")
    try screen.type("nominatim address")
    try screen.press("Enter", "t")
    screen.wait(for: "a clock that runs") { $0.contains("asking… 0:") && !$0.contains("… 0:00") }
    try screen.press("/")
    screen.wait(for: "keep the filter")
    try screen.press("Enter", "Escape")
    screen.wait(for: "the end of the clock") { !$0.contains("asking") }
    screen.wait(for: "Nominatim address")
  }

  @Test func mailIsTriedByAMailToOneself() throws {
    try home.run("list")
    #expect(
      try home.refused("settings", "mail.server", "--test", status: 69).contains("mail.from"))
    let program = home.home.appending(path: "sendmail")
    try Data("#!/bin/sh\ncat > '\(home.home.path)/sent'\n".utf8).write(to: program)
    try makeExecutable(program.path)
    try home.run("settings", "mail.from", "Ann <ann@example.org>")
    let plain = home.home.appending(path: "plain")
    try Data("x".utf8).write(to: plain)
    chmod(plain.path, 0o644)
    for wrong in [home.home.path + "/none", home.home.path, plain.path, "~/none"] {
      let refusal = try home.refused("settings", "mail.sendmail", wrong, status: 65)
      let isThere = FileManager.default.fileExists(atPath: wrong)
      #expect(
        refusal.contains(
          isThere
            ? "\(wrong) is not a program that may be run."
            : "There is no program at \(wrong) to run."))
    }
    try home.run("settings", "mail.sendmail", program.path)
    let answer = try home.run("settings", "mail.sendmail", "--test", "--json").json
    #expect(answer["works"] as? Bool == true)
    #expect(answer["to"] as? String == "ann@example.org")
    #expect(
      try home.run("settings", "mail.sendmail", "--test").output
        .contains(" The test was mailed to ann@example.org."))
    let sent = try String(
      contentsOf: home.home.appending(path: "sent"), encoding: .utf8)
    #expect(sent.contains("To: Ann <ann@example.org>"))
    #expect(sent.contains("Subject: A test from Trolley"))
    // The home directory, as for the password's file.
    try home.run("settings", "mail.sendmail", "~/sendmail")
    try FileManager.default.removeItem(at: home.home.appending(path: "sent"))
    try home.run("settings", "mail.sendmail", "--test")
    #expect(FileManager.default.fileExists(atPath: home.home.appending(path: "sent").path))
    #expect(try home.run("settings", "mail.sendmail").output.contains("~/sendmail"))
  }
}
