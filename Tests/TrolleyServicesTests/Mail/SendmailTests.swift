import Foundation
import Testing
import TrolleyModel
import TrolleyTestSupport

@testable import TrolleyServices

/// Programs for mail and for passwords, faked by scripts that record their input.
@Suite(.startsPrograms) struct SendmailTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "trolley-programs-" + UUID().uuidString)

  private func script(_ text: String) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "program")
    try Data(("#!/bin/sh\n" + text).utf8).write(to: file)
    try makeExecutable(file.path)
    return file.path
  }

  private func send(
    _ path: String, limit: Int = 20_000, _ cancellation: Cancellation = Cancellation()
  ) throws -> Failure? {
    var limits = MailSending.Limits()
    limits.program = limit
    let message = try SMTPTests.message()
    do throws(Failure) {
      try MailSending(limits: limits).send(message, by: .sendmail(path), cancellation)
      return nil
    } catch {
      return error
    }
  }

  @Test func theProgramGetsTheRecipientsAndTheMessage() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try script(
      "printf '%s\\n' \"$@\" >\"$(dirname \"$0\")/argv\"\ncat >\"$(dirname \"$0\")/stdin\"\n")
    #expect(try send(path) == nil)
    let argv = try String(contentsOf: folder.appending(path: "argv"), encoding: .utf8)
    #expect(argv == "-i\n-f\nann@example.org\n--\nto0@example.org\nto1@example.org\n")
    let text = try Data(contentsOf: folder.appending(path: "stdin"))
    #expect(!text.contains(13))
    #expect(String(decoding: text, as: UTF8.self).hasPrefix("From: Ann <ann@example.org>\nTo: "))
  }

  @Test(arguments: [
    (65, Failure.Kind.badInput, "An address was not taken. It says: no such user"),
    (75, .unavailable, "The mail cannot be sent now. Try again later. It says: no such user"),
    (77, .notAllowed, "The mail program may not send: check its user name and password."),
    (78, .unavailable, "The mail program is not set up."),
    (70, .unavailable, "The mail program did not take the mail."),
  ]) func itsStatusIsASentence(_ status: Int, _ kind: Failure.Kind, _ words: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try script("printf 'no such \\033[31muser\\nmore' >&2\nexit \(status)\n")
    let failure = try #require(try send(path))
    #expect(failure.kind == kind)
    #expect(
      failure.sentence.replacing("[31m", with: "").hasPrefix(words), "\(failure.sentence)")
    #expect(!failure.sentence.contains("\u{1B}"))
  }

  @Test func aProgramThatHangsOrFloodsIsEnded() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(
      try send(try script("exec sleep 600\n"), limit: 300)?.sentence.hasSuffix("takes too long.")
        == true)
    #expect(try send(try script("exec yes\n"), limit: 300)?.kind == .unavailable)
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(try send(try script("exec sleep 600\n"), cancellation) == .cancelled)
    #expect(
      try send("/nonexistent/sendmail")?.sentence
        == "The program /nonexistent/sendmail is not there.")
    let path = try script("exit 0\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    #expect(try send(path)?.sentence == "The program \(path) may not be run: it is not executable.")
  }

  @Test(arguments: ["exec sleep 600", "kill -9 $$"])
  func `an end that says nothing leaves a mail in doubt that was read`(_ end: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try script("cat >/dev/null\n\(end)\n")
    let failure = try #require(try send(path, limit: 2_000))
    #expect(failure.kind == .unknownOutcome)
    #expect(failure.sentence.hasPrefix(path + " got the mail"))
  }

  @Test func `a mail that is cancelled once the program has read it is in doubt`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try script("cat >/dev/null\nexec sleep 600\n")
    let cancellation = Cancellation()
    let message = try SMTPTests.message()
    var failure: Failure?
    do throws(Failure) {
      try MailSending().send(message, by: .sendmail(path), cancellation) {
        cancellation.cancel()
      }
    } catch { failure = error }
    #expect(failure?.kind == .unknownOutcome)
  }

  // MARK: Passwords

  private func password(_ source: MailServer.Password) -> Result<String, Failure> {
    Result { () throws(Failure) in
      try MailPassword(limits: MailSending.Limits(), environment: .system)
        .read(source, Cancellation())
    }
  }

  @Test func aPasswordIsTheFirstLineOfWhatACommandPrints() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try script("printf '%s\\r\\nuser: x\\n' \"$1 $2\"\n")
    #expect(try password(.command([path, "a $(id)", "b"])).get() == "a $(id) b")
    #expect(try password(.command(["echo", "x"])).get() == "x")
    let locked = try script("echo the store is locked >&2; exit 1\n")
    #expect(throws: Failure.self) { try password(.command([locked])).get() }
    if case .failure(let failure) = password(.command([locked])) {
      #expect(failure.sentence.hasSuffix("mail server. It says: the store is locked."))
    }
    let home = HomeDirectory.expanding("~/x")
    #expect(try password(.command(["echo", "~/x"])).get() == home)
    for words in [[try script("exit 1\n")], ["no-such-program"], ["true"]] {
      #expect(throws: Failure.self) { try password(.command(words)).get() }
    }
  }

  @Test func aPasswordFileIsForItsOwnerAlone() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "pw")
    try Data("s3cret\nmore".utf8).write(to: file)
    func set(_ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }
    try set(0o600)
    #expect(try password(.file(file.path)).get() == "s3cret")
    for mode in [0o640, 0o604] {
      try set(mode)
      #expect(throws: Failure.self) { try password(.file(file.path)).get() }
    }
    try set(0o600)
    let link = folder.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    for path in [link.path, folder.path, "/nonexistent"] {
      #expect(throws: Failure.self) { try password(.file(path)).get() }
    }
  }
}
