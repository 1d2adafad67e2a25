import Foundation
import Testing
import TrolleyTestSupport

/// Mailing the list from a real terminal and from the command line, with a fake sendmail.
@Suite(.startsPrograms)
struct MailTests {
  private let home: CommandRunner

  init() throws {
    home = try CommandRunner()
    #expect(try home.run("add", "2 Γάλα @1.50").status == 0)
    #expect(try home.run("add", "Bread").status == 0)
    try setMail("\"sendmail\": \"\(home.home.path)/sendmail\", \"from\": \"Ann <ann@example.org>\"")
    try setSendmail("printf '%s ' \"$@\" >\"$HOME/argv\"; cat >\"$HOME/mail\"")
  }

  private func setMail(_ members: String) throws {
    try home.file("data/settings.json", "{\"mail\": {\(members)}}")
  }

  private func setSendmail(_ script: String) throws {
    let path = try home.file("sendmail", "#!/bin/sh\n" + script + "\n")
    try makeExecutable(path)
  }

  private func content(_ name: String) throws -> String {
    try String(contentsOf: home.home.appending(path: name), encoding: .utf8)
  }

  private func screen() throws -> TmuxScreen {
    try TmuxScreen(folder: home.home, command: "$TROLLEY; echo left with $?; sleep 60")
  }

  @Test func aServerWithoutASenderSaysSo() throws {
    try setMail("\"server\": \"smtp.example.org\", \"sendmail\": false")
    let refusal = try home.refused("mail", "--to", "bob@example.org", status: 65)
    #expect(refusal.contains("From is missing"))
    #expect(refusal.contains("trolley settings mail.from"))
  }

  @Test func theListIsMailedAndADraftSurvives() throws {
    try setSendmail("echo the disk is full >&2; exit 75")
    var screen = try screen()
    screen.wait(for: "Items")
    try screen.press("2")
    screen.wait(for: "Γάλα")
    try screen.press("m")
    screen.wait(for: "Mail the list")
    screen.wait(for: "Goes by")
    try screen.type("bob@example.org")
    try screen.press("Tab", "Tab")
    try screen.type("Thanks!")
    try screen.press("Enter")
    screen.wait(for: "It says: the disk is full")
    screen.wait(for: "bob@example.org")
    let draft = home.home.appending(path: "state/trolley/mail-draft.json")
    screen.wait(for: "the draft on the disk") { _ in
      FileManager.default.fileExists(atPath: draft.path)
    }
    let mode = try FileManager.default.attributesOfItem(atPath: draft.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    // Even a kill does not lose it.
    try screen.close()

    try setSendmail("printf '%s ' \"$@\" >\"$HOME/argv\"; cat >\"$HOME/mail\"")
    screen = try self.screen()
    screen.wait(for: "Items")
    try screen.press("2", "m")
    screen.wait(for: "Thanks!")
    screen.wait(for: "Not sent so far.")
    try screen.press("C-s")
    screen.wait(for: "Mailed to bob@example.org.")
    #expect(try content("argv") == "-i -f ann@example.org -- bob@example.org ")
    let mail = try content("mail")
    #expect(mail.contains("\nTo: bob@example.org\n"))
    #expect(mail.contains("Thanks!\n\n[ ] 2 =CE=93=CE=AC=CE=BB=CE=B1"))
    screen.wait(for: "the draft to be gone") { _ in
      !FileManager.default.fileExists(atPath: draft.path)
    }
    try screen.press("Y")
    screen.wait(for: "The list for your phone")
    screen.wait(for: "the code") { $0.contains("▀") || $0.contains("█") }
    // A key that follows at once would be read as part of the escape.
    try screen.press("Escape")
    screen.wait(for: "the cart") { !$0.contains("The list for your phone") }
    try screen.press("Q")
    screen.wait(for: "left with 0")
    #expect(try content("data/settings.json").contains("\"bob@example.org\""))
  }

  /// Sending takes until the test ends it.
  private func setPatientSendmail() throws {
    try setSendmail(
      // Where its program was killed, it ends with the folder of the test.
      "cat >\"$HOME/letter\"; until [ -e \"$HOME/go\" ] || [ ! -e \"$HOME/letter\" ]; "
        + "do sleep 0.05; done; "
        + "mv \"$HOME/letter\" \"$HOME/mail\"")
  }

  @Test func `a mail on its way gets there although the person quits`() throws {
    try setPatientSendmail()
    let screen = try screen()
    screen.wait(for: "Items")
    try screen.press("2", "m")
    screen.wait(for: "Goes by")
    try screen.type("bob@example.org")
    try screen.send("\u{13}\u{11}")
    screen.wait(for: "Sending the mail")
    try home.file("go", "")
    screen.wait(for: "left with 0")
    #expect(try content("mail").contains("\nTo: bob@example.org\n"))
  }

  @Test func `an order is mailed although the person quits at once`() throws {
    #expect(
      try home.run("store", "add", "Corner Shop", "--email", "shop@example.org").status == 0)
    let screen = try screen()
    screen.wait(for: "Items")
    try screen.press("2", "o")
    screen.wait(for: "Check out")
    try screen.type("Ann")
    try screen.press("Tab")
    try screen.type("12 High Street")
    try screen.press("Tab")
    try screen.type("Corner Shop")
    try screen.send("\u{13}\u{11}")
    screen.wait(for: "left with 0")
    #expect(try content("mail").contains("\nTo: shop@example.org\n"))
    #expect(try home.run("orders", "1").output.contains("\nMailed to shop@example.org on "))
  }

  @Test func `an order from the command line is mailed to its store`() throws {
    #expect(
      try home.run("store", "add", "Corner Shop", "--email", "shop@example.org").status == 0)
    func order(_ more: String...) throws -> ChildProcess.Outcome {
      try home.start(
        ["order", "--name", "Ann Smith", "--address", "12 High Street", "--store", "corner shop"]
          + more
      ).finish()
    }
    let placed = try order()
    #expect(placed.status == 0, "\(placed.error)")
    #expect(placed.output.contains("mailed to shop@example.org"))
    let mail = try content("mail")
    #expect(mail.contains("\nTo: shop@example.org\n"))
    #expect(mail.contains("\nSubject: Order 1 for Ann Smith\n"))

    #expect(try home.run("add", "Tea").status == 0)
    try setSendmail("exit 75")
    let failed = try order()
    #expect(failed.status == 69)
    #expect(failed.error.contains("Order 2 is saved, but it was not sent. "))
    #expect(failed.error.contains("trolley mail --order 2"))
    #expect(
      failed.error.contains(
        "The mail is kept as a draft: m on the order on the screen opens it."))
    let draft = "state/trolley/mail-draft.json"
    #expect(try content(draft).contains("Order 2 for Ann Smith"))
    #expect(try home.run("orders", "--json").objects("orders").count == 2)
    try setSendmail("cat >\"$HOME/again\"")
    #expect(try home.run("mail", "--order", "2").status == 0)
    #expect(try content("again").contains("\nSubject: Order 2 for Ann Smith\n"))
    #expect(!FileManager.default.fileExists(atPath: home.home.appending(path: draft).path))
    try home.refused("mail", "--order", "9", status: 65)
    try home.refused("mail", "--order", "2", "--drop", status: 65)

    #expect(try home.run("add", "Salt").status == 0)
    try setSendmail("exit 75")
    #expect(try order().status == 69)
    #expect(try home.run("orders").output.contains("mail not sent"))
    // Taken back, that it was sent leaves it waiting as before.
    #expect(
      try home.run("mail", "--order", "3", "--sent").output
        == "The mail to shop@example.org was sent: it waits no longer.\n")
    #expect(try !home.run("orders").output.contains("mail not sent"))
    #expect(try home.run("undo").output == "Undid: what was said of the mail of order 3\n")
    #expect(try home.run("orders").output.contains("mail not sent"))
    #expect(
      try home.run("mail", "--order", "3", "--drop").output
        == "The mail to shop@example.org is dropped.\n")
    #expect(try !home.run("orders").output.contains("mail not sent"))
    try home.refused("mail", "--drop", "--sent", status: 64)

    #expect(try home.run("add", "Rice").status == 0)
    try setSendmail("touch \"$HOME/never\"")
    let quiet = try order("--no-mail", "--json")
    #expect(quiet.status == 0)
    #expect(try quiet.json["mailedTo"] is NSNull)
    #expect(!FileManager.default.fileExists(atPath: home.home.appending(path: "never").path))

    // What is not wanted or was sent without this program may be recorded, and taken back.
    #expect(try home.run("orders").output.contains("no mail recorded"))
    #expect(
      try home.run("mail", "--order", "4", "--drop").output
        == "The mail to shop@example.org is not wanted any more.\n")
    #expect(try !home.run("orders").output.contains("no mail recorded"))
    #expect(try home.run("undo").output == "Undid: what was said of the mail of order 4\n")
    #expect(try home.run("orders").output.contains("no mail recorded"))
    #expect(
      try home.run("mail", "--order", "4", "--sent").output
        == "The mail to shop@example.org was sent: that is recorded.\n")
    #expect(
      try !home.refused("mail", "--order", "4", "--drop", status: 65).contains("Once it is sent"))

    #expect(try home.run("add", "Eggs").status == 0)
    try setMail("\"sendmail\": false")
    let unsent = try order()
    #expect(unsent.status == 69)
    #expect(
      unsent.error.contains(
        "Order 5 is saved, but it was not sent. Mail is not set up here. Say: trolley settings"))
    #expect(try home.run("orders").output.contains("mail not sent"))
    try setMail("\"sendmail\": \"\(home.home.path)/sendmail\", \"from\": \"Ann <ann@example.org>\"")
    try setSendmail("cat >\"$HOME/later\"")
    // To an address that the store has no longer it goes only on purpose.
    #expect(try home.run("store", "edit", "Corner Shop", "--email", "").status == 0)
    let refused = try home.refused("mail", "--order", "5", status: 65)
    #expect(
      refused
        == "trolley: The mail that waits is to shop@example.org. Corner Shop has no e-mail address now. To "
        + "send it all the same: trolley mail --order 5 --to shop@example.org\n")
    #expect(try home.run("mail", "--order", "5", "--to", "shop@example.org").status == 0)
    #expect(try content("later").contains("\nSubject: Order 5 for Ann Smith\n"))
    #expect(try !home.run("orders").output.contains("mail not sent"))
  }

  @Test func `what takes long is named, and a closed window's mail is warned of at once`() throws {
    try setSendmail("touch \"$HOME/begun\"; sleep 3; exit 75")
    #expect(try home.run("store", "add", "Corner", "--email", "shop@example.org").status == 0)
    #expect(try home.run("add", "Tea").status == 0)
    let sending = try home.start([
      "order", "--name", "Ann", "--address", "12 High Street", "--store", "corner",
    ])
    let begun = home.home.appending(path: "begun").path
    try waitUntil("the program to run") { FileManager.default.fileExists(atPath: begun) }
    #expect(
      try home.run("undo").output.hasPrefix(
        "Undid: place order 1. But the mail to shop@example.org may have gone: call the store"))
    let failed = try sending.finish()
    #expect(failed.error.contains("Waiting for \(home.home.path)/sendmail…"))
  }

  @Test func `each order whose mail waits is marked, and none that is undone`() throws {
    try setSendmail("exit 75")
    #expect(
      try home.run("store", "add", "Corner", "--email", "shop@example.org").status == 0)
    for item in ["Tea", "Rice"] {
      #expect(try home.run("add", item).status == 0)
      let failed = try home.start(
        ["order", "--name", "Ann", "--address", "12 High Street", "--store", "corner"]
      ).finish()
      #expect(
        failed.error.contains(
          "The mail is kept as a draft: m on the order on the screen opens it."))
    }
    func marks() throws -> [Bool] {
      let rows = try home.run("orders").output.split(separator: "\n")
      let json = try home.run("orders", "--json").objects("orders")
      let marks = rows.map { $0.hasSuffix("mail not sent") }
      #expect(json.map { $0["mailNotSent"] is [String: Any] } == marks)
      return marks
    }
    #expect(try marks() == [true, true])
    #expect(try home.run("undo").status == 0)
    #expect(try marks() == [true])
    let screen = try screen()
    screen.wait(for: "Items")
    try screen.press("4", "r")
    screen.wait(for: "Mail order 1")
    try setSendmail("cat >\"$HOME/again\"")
    try screen.press("C-s")
    screen.wait(for: "Mailed to shop@example.org.")
    try waitUntil("no order to be marked") { try marks() == [false] }
    #expect(!screen.text.contains("mail not sent"))
  }

  @Test func `undo of a mailed order says that the store has it, and the number is used up`() throws
  {
    #expect(
      try home.run("store", "add", "Corner", "--email", "shop@example.org", "--phone", "0301")
        .status == 0)
    func order() throws -> String {
      try home.run("order", "--name", "Ann", "--address", "12 High Street", "--store", "corner")
        .output
    }
    #expect(try order().contains("Order 1 was mailed to shop@example.org."))
    #expect(try home.run("orders", "1").output.contains("\nMailed to shop@example.org on "))
    #expect(
      try home.run("undo").output
        == "Undid: place order 1. But the mail to shop@example.org has gone already: "
        + "call the store (0301)\n")
    #expect(try order().contains("Order 2 was mailed to shop@example.org."))
    let mail = try home.run("orders", "2", "--json").objects("orders").first?["mail"]
    #expect((mail as? [String: Any])?["to"] as? String == "shop@example.org")
  }

  @Test func `an order goes to the very branch that it names`() throws {
    for (street, name) in [("1 Market Square", "one"), ("3 Elm", "elm"), ("9 Oak Lane", "")] {
      let email = name.isEmpty ? [] : ["--email", "\(name)@example.org"]
      let added = try home.start(["store", "add", "Aldi", "--address", street] + email).finish()
      #expect(added.status == 0, "\(added.error)")
    }
    func order(_ street: String) throws -> String {
      #expect(try home.run("add", "Tea").status == 0)
      return try home.run(
        "order", "--name", "A", "--address", "B", "--store", "Aldi, " + street
      ).output
    }
    #expect(try order("1 Market Square").contains("mailed to one@example.org"))
    #expect(try order("3 Elm").contains("mailed to elm@example.org"))
    #expect(try order("9 Oak Lane").contains("Aldi, 9 Oak Lane has no e-mail address."))
  }

  @Test func `a mail that takes too long is kept as a draft`() throws {
    try setPatientSendmail()
    let screen = try screen()
    screen.wait(for: "Items")
    try screen.press("2", "m")
    screen.wait(for: "Goes by")
    try screen.type("bob@example.org")
    try screen.send("\u{13}\u{11}")
    screen.wait(for: "may not have been sent.")
    screen.wait(for: "left with 0")
    #expect(try content("state/trolley/mail-draft.json").contains("bob@example.org"))
  }

  @Test func theVerbMailsAndShows() throws {
    let dry = try home.run("mail", "--to", "bob@example.org", "--dry-run")
    #expect(dry.status == 0, "\(dry.error)")
    #expect(dry.output.contains("\nSubject: Shopping list\n"))
    #expect(dry.output.hasSuffix("--\n"))
    #expect(!FileManager.default.fileExists(atPath: home.home.appending(path: "mail").path))
    let sent = try home.run(
      "mail", "--to", "bob@example.org", "Cleo <c@example.org>", "--subject", "Λίστα", "--json")
    #expect(sent.status == 0, "\(sent.error)")
    let answer = try #require(
      try JSONSerialization.jsonObject(with: sent.bytes) as? [String: Any])
    #expect(answer["sent"] as? Bool == true)
    #expect(answer["to"] as? [String] == ["bob@example.org", "c@example.org"])
    #expect(
      try content("argv") == "-i -f ann@example.org -- bob@example.org c@example.org ")
    try home.refused("mail", status: 64)
    try home.refused("mail", "--to", "bob", status: 65)
    try home.refused(
      "mail", "--to", "bob@example.org", "--subject", "a\nBcc: e@example.org", status: 65)
    // What fails is kept as on the screen, until it is sent.
    try setSendmail("exit 75")
    let failed = try home.refused(
      "mail", "--to", "bob@example.org", "--subject", "Saturday", "--note", "Thanks!", status: 69)
    #expect(failed.contains("The mail is kept as a draft: m in the cart on the screen opens it."))
    let screen = try screen()
    screen.wait(for: "Items")
    try screen.press("2", "m")
    screen.wait(for: "Not sent so far.")
    for typed in ["bob@example.org", "Saturday", "Thanks!"] { screen.wait(for: typed) }
    try screen.press("Escape", "q")
    screen.wait(for: "left with 0")
    try setSendmail("exit 77")
    try home.refused("mail", "--to", "bob@example.org", status: 77)
    let draft = home.home.appending(path: "state/trolley/mail-draft.json").path
    #expect(FileManager.default.fileExists(atPath: draft))
    try setSendmail("cat >/dev/null")
    try home.run("mail", "--to", "bob@example.org")
    #expect(!FileManager.default.fileExists(atPath: draft))
    try setMail("\"sendmail\": false")
    let kept = try home.refused("mail", "--to", "bob@example.org", status: 69)
    #expect(kept.contains("The mail is kept as a draft"))
    #expect(FileManager.default.fileExists(atPath: draft))
  }

  @Test func `a kept mail of the list is dropped by its address`() throws {
    try setSendmail("exit 75")
    for name in ["ann", "ben"] {
      try home.refused("mail", "--to", "\(name)@example.org", status: 69)
    }
    let which = try home.refused("mail", "--drop", status: 65)
    #expect(which.contains("ann@example.org and ben@example.org"))
    try setSendmail("cat >/dev/null")
    #expect(try home.run("mail", "--to", "ann@example.org").status == 0)
    #expect(
      try home.run("mail", "--drop").output == "The mail to ben@example.org is dropped.\n")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a verb that is interrupted says what became of its mail`(_ signal: Int32) throws {
    try setPatientSendmail()
    let sending = try home.start(["mail", "--to", "bob@example.org", "--note", "Hi Bob!\nThanks!"])
    waitUntil("the mail to be on its way") {
      (try? content("letter").contains("<p>Thanks!</p>")) == true
    }
    #expect(try content("state/trolley/mail-draft.json").contains("Thanks!"))
    sending.send(signal)
    let end = try sending.finish()
    #expect(end.status == 128 + signal)
    #expect(end.error.contains(" got the mail and did not say that it took it."))
    #expect(try content("state/trolley/mail-draft.json").contains("mayHaveBeenSent"))
    try setSendmail("cat >/dev/null")
    let again = try home.run("mail", "--to", "bob@example.org")
    #expect(again.error.contains("The mail to bob@example.org may have arrived already."))
  }

  @Test func `a draft that the desktop cannot open is kept`() throws {
    try setMail("\"sendmail\": false")
    let programs = home.home.appending(path: "programs")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    let opener = try home.file("programs/xdg-open", "#!/bin/sh\nexit 3\n")
    try makeExecutable(opener)
    let end = try home.start(
      ["mail", "--to", "bob@example.org"],
      environment: [
        "DISPLAY": ":9", "PATH": programs.path + ":/usr/bin:/bin",
      ]
    ).finish()
    #expect(end.status == 69)
    #expect(end.error.contains("could not be opened. The mail is kept as a draft"), "\(end.error)")
  }

  @Test func `the mail of an order is in doubt where its verb was killed`() throws {
    #expect(try home.run("store", "add", "Corner", "--email", "shop@example.org").status == 0)
    try setPatientSendmail()
    let sending = try home.start([
      "order", "--name", "Ann", "--address", "12 High Street", "--store", "corner",
    ])
    let letter = home.home.appending(path: "letter").path
    waitUntil("the mail to be on its way") { FileManager.default.fileExists(atPath: letter) }
    sending.send(SIGKILL)
    #expect(try sending.finish().status == 128 + SIGKILL)
    #expect(try home.run("orders").output.contains("mail in doubt"))
    #expect(
      try home.run("orders", "1").output.contains("\nPerhaps mailed to shop@example.org.\n"))
    try home.file("go", "")
  }
}
