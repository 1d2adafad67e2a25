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
