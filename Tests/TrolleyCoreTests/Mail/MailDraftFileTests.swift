import Foundation
import Testing
import TrolleyTestSupport

@testable import TrolleyCore
@testable import TrolleyModel

/// One file has the mails of all lists of a person that were not sent; each waits in its own list.
@Suite struct MailDraftFileTests {
  private let path = NSTemporaryDirectory() + "trolley-drafts-" + UUID().uuidString

  private func file(_ list: String) -> MailDraftFile { MailDraftFile(path: path, list: list) }

  private func draft(_ subject: String, _ about: MailSubject = .list) -> MailDraft {
    MailDraft(
      about, author: "", to: "a@b.example", subject: subject, note: "",
      letter: MailLetter(text: "a", html: ""))
  }

  private func subjects(_ list: String) -> [String] { file(list).read().all.map(\.subject) }

  @Test func `a mail waits in the list that it is of`() throws {
    try file("one").apply(.keep(draft("One")))
    try file("two").apply(.keep(draft("Two")))
    #expect(subjects("one") == ["One"] && subjects("two") == ["Two"] && subjects("three") == [])
    try file("two").apply(.forget(draft("").key))
    #expect(subjects("one") == ["One"] && subjects("two") == [])
    try file("one").apply(.forget(draft("").key))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a mail of an earlier version waits in each list until it is settled in one`() throws {
    try Data(draft("Old").bytes).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    try file("one").apply(.keep(draft("New", .order(Order.ID(7)))))
    #expect(subjects("one") == ["Old", "New"] && subjects("two") == ["Old"])
    try file("two").apply(.keep(draft("Written anew")))
    #expect(subjects("one") == ["New"] && subjects("two") == ["Written anew"])
  }

  /// The mail of the list, as a program sees it that is about to send it.
  private func claim() -> MailClaim {
    let seen = file("one").read().draft(draft("").key)
    var pending = seen ?? draft("One")
    pending.mayHaveBeenSent = true
    return MailClaim(pending.key, seen: seen, pending: pending)
  }

  private func refusal(_ claim: MailClaim) -> String? {
    do throws(Failure) { _ = try file("one").take(claim) } catch { return error.detail }
    return nil
  }

  @Test func `of two programs that send a mail at once one does`() throws {
    try file("one").apply(.keep(draft("One")))
    defer { unlink(path) }
    let (first, second) = (claim(), claim())
    do {
      let mail = try file("one").take(first)
      defer { withExtendedLifetime(mail) {} }
      #expect(refusal(second) == "mail: claimed")
      // Other mails go their way.
      _ = try file("one").take(MailClaim(draft("", .order(Order.ID(7))).key, seen: nil))
      _ = try file("two").take(MailClaim(draft("").key, seen: nil))
      try file("one").apply(.forget(first.key))
    }
    #expect(refusal(second) == "mail: settled")
    // A new one of the same kind.
    #expect(refusal(claim()) == nil)
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!names.contains { $0.hasPrefix(URL(fileURLWithPath: path).lastPathComponent) })
  }

  @Test func `a program that ended while it was sending leaves a mail in doubt that can be sent`()
    throws
  {
    try file("one").apply(.keep(draft("One")))
    defer { unlink(path) }
    let other = claim()
    do {
      let mail = try file("one").take(other)
      defer { withExtendedLifetime(mail) {} }
      try file("one").apply(.keep(try #require(other.pending)))
    }
    #expect(refusal(other) == "mail: tried")
    #expect(claim().seen?.mayHaveBeenSent == true && refusal(claim()) == nil)
  }

  @Test func `the mails of a list that was merged into another one go along`() throws {
    try file("one").apply(.keep(draft("One", .order(Order.ID(7)))))
    try file("two").apply(.keep(draft("Two")))
    defer { unlink(path) }
    try file("two").takeOver(from: "one")
    #expect(subjects("one") == [] && subjects("two") == ["Two", "One"])
    // A list that was left and joined again is the same one.
    try file("two").takeOver(from: "two")
    #expect(subjects("two") == ["Two", "One"])
  }
}
