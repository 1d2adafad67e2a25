import Foundation
import Testing
import TrolleyProviderSupport
import TrolleyStorage
import TrolleySyncSupport
import TrolleyTestSupport

/// The verbs of sharing, with the real programs and a real server.
@Suite(.startsPrograms) struct SharingVerbsTests {
  @Test func threeLinesLeadFromAnEmptyDatabaseToASecondMachine() throws {
    let world = try SharedWorld(isSetUp: false)
    let runner = world.runner
    #expect(try runner.run("add", "milk", "2").status == 0)
    let early = try runner.run("share", world.address, "--yes")
    #expect(early.status == 66 && early.error.contains("trolley server set-up"), "\(early.error)")
    let setUp = try runner.run("server", "set-up", world.address)
    #expect(setUp.status == 0, "\(setUp.error)")
    try world.share()
    let code = try world.code("laptop")
    let joined = try runner.run("join", input: code + "\n", data: "laptop")
    #expect(joined.status == 0, "\(joined.error)")
    #expect(joined.output.contains("Joined as laptop"))
    #expect(try world.journal("laptop") == world.journal("data"))
    let status = try runner.run("sync", "--json", data: "laptop")
    #expect(status.status == 0, "\(status.error)")
    #expect(
      try status.objects("machines").compactMap { $0["name"] as? String } == ["kitchen", "laptop"])
    #expect(try world.table() == world.journal("data"))
  }

  @Test func aCodeWorksOnceAndEveryOtherOneIsExplained() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try world.share()
    let code = try world.code("laptop")
    #expect(try runner.run("join", input: code, data: "laptop").status == 0)
    func refusal(_ code: String) throws -> String {
      let run = try runner.run("join", input: code + "\n", data: "other")
      #expect(run.status != 0 && run.error.hasPrefix("trolley: "), "\(run.output)")
      #expect(!FileManager.default.fileExists(atPath: runner.home.path + "/other/journal.jsonl"))
      return run.error
    }
    #expect(try refusal(code).contains("used"))
    #expect(try refusal(String(code.dropLast(9))).contains("missing"))
    #expect(try refusal("hello").contains("no code of Trolley"))
    var bent = Array(code)
    bent[60] = bent[60] == "A" ? "B" : "A"
    #expect(try refusal(String(bent)).contains("changed"))
    let revoked = try world.code("phone")
    #expect(try runner.run("invite", "phone", "--revoke").status == 0)
    #expect(try refusal(revoked).contains("taken back"))
    let replaced = try world.code("tablet")
    _ = try world.code("tablet")
    let refused = try refusal(replaced)
    #expect(refused.contains("replaced by a newer one") && !refused.contains("trolley leave"))
    let left = try FileManager.default.contentsOfDirectory(atPath: runner.home.path)
    #expect(!left.contains { $0.contains("joining") }, "\(left)")
  }

  @Test func aListThatIsThereIsNeverOverwritten() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try world.share()
    #expect(try runner.run("add", "soap", data: "own").status == 0)
    let before = try world.journal("own")
    let code = try world.code("laptop")
    let refused = try runner.run("join", input: code, data: "own")
    #expect(refused.status == 65 && refused.error.contains("--keep"))
    #expect(try world.journal("own") == before)
    // As it is copied from a screen where it fills several lines.
    let half = code.index(code.startIndex, offsetBy: 70)
    let lines = code[..<half] + "\n" + code[half...]
    let joined = try runner.run("join", "--keep", input: String(lines), data: "own")
    #expect(joined.status == 0, "\(joined.error)")
    #expect(try world.journal("own.before-joining") == before)
    #expect(try world.journal("own") == world.journal("data"))
    #expect(try runner.refused("share", world.address, status: 65).contains("shared already"))
  }

  @Test func aMachineThatWasRemovedIsToldAndAnotherOneLeaves() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try world.share()
    let laptop = try world.code("laptop")
    let phone = try world.code("phone")
    #expect(try runner.run("join", input: laptop, data: "laptop").status == 0)
    #expect(try runner.run("join", input: phone, data: "phone").status == 0)
    let own = try runner.run("invite", "kitchen", "--revoke")
    #expect(own.status == 65 && own.error.contains("trolley leave"), "\(own.error)")
    #expect(try runner.run("sync").status == 0)
    #expect(try runner.run("invite", "laptop", "--revoke").status == 0)
    let removed = try runner.run("sync", data: "laptop")
    #expect(removed.status == 77 && removed.error.contains("does not let"), "\(removed.error)")
    // The same without carrying anything.
    #expect(try runner.run("sync", "--wait", "0", data: "laptop").status == 77)
    #expect(removed.error.contains("trolley leave") && removed.error.contains("trolley join"))
    let again = try world.code("laptop")
    let refused = try runner.run("join", input: again, data: "laptop")
    #expect(refused.status == 65 && refused.error.contains("trolley leave, then trolley join"))
    let gone = try runner.run("leave", data: "laptop")
    #expect(gone.status == 0, "\(gone.error)")
    #expect(!FileManager.default.fileExists(atPath: runner.home.path + "/laptop/sharing.json"))
    let back = try runner.run("join", "--keep", input: again, data: "laptop")
    #expect(back.status == 0, "\(back.error)")
    #expect(try runner.run("invite", "laptop", "--revoke").status == 0)
    let left = try runner.run("leave", data: "phone")
    #expect(left.status == 0, "\(left.error)")
    #expect(!FileManager.default.fileExists(atPath: runner.home.path + "/phone/sharing.json"))
    #expect(try runner.run("add", "bread", data: "phone").status == 0)
    let names = try runner.run("sync", "--json").objects("machines")
    #expect(names.compactMap { $0["name"] as? String } == ["kitchen"])
  }

  @Test func `a copy that is gone comes back from the server, and it is said how`() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try world.share()
    try world.join("laptop")
    let journal = runner.home.path + "/laptop/journal.jsonl"
    unlink(journal)
    let refused = try runner.run("list", data: "laptop")
    #expect(
      refused.status != 0 && refused.error.contains("trolley check --repair"), "\(refused.error)")
    let mended = try runner.run("check", "--repair", data: "laptop")
    #expect(mended.status == 0 && mended.error.contains("was missing"), "\(mended.error)")
    #expect(try world.journal("laptop") == world.table())
    unlink(journal)
    let sync = try runner.run("sync", data: "laptop")
    #expect(sync.status == 0, "\(sync.error)")
    #expect(try world.journal("laptop") == world.table())
  }

  @Test func nothingIsSharedWhereNobodyCanBeAsked() throws {
    let world = try SharedWorld()
    let refused = try world.runner.run("share", world.address)
    #expect(refused.status == 65 && refused.error.contains("--yes"), "\(refused.error)")
    #expect(
      !FileManager.default.fileExists(atPath: world.runner.home.path + "/data/sharing.json"))
    #expect(try world.runner.refused("sync", status: 65).contains("not shared"))
  }

  @Test func `where a list can't be shared, nothing is said of what others will see`() throws {
    let world = try SharedWorld(isSetUp: false)
    let runner = world.runner
    let refused = try runner.run("share", world.address)
    #expect(refused.status == 66 && refused.error.contains("was not set up"), "\(refused.error)")
    #expect(!refused.error.contains("will see"))
    let setUp = try runner.run("server", "set-up", world.address)
    #expect(setUp.status == 0, "\(setUp.error)")
    try world.share()
    let again = try runner.run("share", world.address)
    #expect(again.error.contains("shared already") && !again.error.contains("will see"))
  }

  @Test func whatWaitsIsSaidOnce() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try world.share()
    // As if another program carried the list and was slow.
    let lock = open(runner.home.path + "/data/sync.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(lock) }
    waitUntil("no program carries the list") { flock(lock, LOCK_EX | LOCK_NB) == 0 }
    #expect(try runner.run("add", "bread").status == 0)
    let sync = try runner.run("sync", "--wait", "0")
    #expect(sync.status == 75 && sync.output.contains("1 change waits here."), "\(sync.output)")
    #expect(sync.error == "trolley: Not everything was sent yet: try again.\n")
  }

  @Test func whatOthersWillSeeIsSaidBeforeItIsShared() throws {
    let world = try SharedWorld()
    let runner = world.runner
    #expect(try runner.run("add", "milk", "2").status == 0)
    let run = try runner.run("share", world.address, "--yes")
    #expect(run.status == 0)
    #expect(
      run.error.hasPrefix(
        "trolley: Machines that you invite will see 7 items (1 in the cart)"),
      "\(run.error)")
    #expect(run.error.contains("also what was changed or deleted"))
  }

  @Test func aChangeOfAVerbGoesToTheOthersByItself() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try world.share()
    try world.join("laptop")
    #expect(try runner.run("add", "bread", data: "laptop").status == 0)
    try waitUntil("it is on the server") {
      let table = try world.table()
      return try table.count > world.journal("data").count && table == world.journal("laptop")
    }
    let sync = try runner.run("sync")
    #expect(sync.status == 0 && sync.output.hasPrefix("Everything is here"), "\(sync.error)")
    #expect(try runner.run("list").output.contains("bread"))
    #expect(try world.journal("data") == world.journal("laptop"))
  }

  @Test func `a list that was not in step for long says so where it is read`() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try world.share()
    #expect(try runner.run("sync").status == 0)
    #expect(try runner.run("list").error == "")
    let lock = runner.home.appending(path: "data/sync.lock").path
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: lock)
    let old = try runner.run("list")
    #expect(old.status == 0 && old.error.contains("last in step"), "\(old.error)")
    #expect(old.error.contains("trolley sync"))
    #expect(try runner.run("sync").status == 0)
    #expect(try runner.run("list").error == "")
  }

  @Test func `a server that says nothing is asked no longer than was wanted`() throws {
    let world = try SharedWorld()
    try world.share()
    let proxy = try world.joinThroughProxy("laptop")
    defer { proxy.end() }
    proxy.mode = .stall
    #expect(try world.runner.run("add", "bread", data: "laptop").status == 0)
    let sync = try world.runner.run("sync", "--wait", "1", data: "laptop")
    #expect(sync.status == 69)
    // In the second case the verb before it still tries, in the background.
    let sentences = ["The server has not answered yet.", "The server took too long. Try again."]
    #expect(
      sentences.contains { sync.error.contains("\($0) 1 change waits") }, "\(sync.error)")
  }

  @Test func `a server that is back is asked, whatever another program says of it`() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try world.share()
    let proxy = try world.joinThroughProxy("laptop")
    defer { proxy.end() }
    proxy.mode = .refuse
    #expect(try runner.run("sync", "--wait", "1", data: "laptop").status == 69)
    // As if another program carried the list, and waited until it tries again.
    let lock = open(runner.home.path + "/laptop/sync.lock", O_RDWR | O_CLOEXEC)
    waitUntil("no program carries the list") { flock(lock, LOCK_EX | LOCK_NB) == 0 }
    #expect(try runner.run("add", "bread", data: "laptop").status == 0)
    proxy.mode = .pass
    Thread.detachNewThread {
      waitUntil("the server is asked") { proxy.welcomed > 0 }
      close(lock)
    }
    let sync = try runner.run("sync", "--wait", "1", data: "laptop")
    #expect(sync.status == 0 && sync.output.hasPrefix("Everything is here"), "\(sync.error)")
    #expect(try world.journal("laptop") == world.table())
  }

  @Test func `a verb says why the server takes no changes`() throws {
    let world = try SharedWorld()
    try world.share()
    let admin = try world.database.admin()
    try admin.run(
      """
      CREATE FUNCTION public.full_disk() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE 'No space left on device' USING ERRCODE = '53100'; END $$
      """)
    try admin.run(
      "CREATE TRIGGER full_disk BEFORE INSERT ON trolley.journal EXECUTE FUNCTION public.full_disk()"
    )
    #expect(try world.runner.run("add", "bread").status == 0)
    let sync = try world.runner.run("sync", "--wait", "2")
    #expect(sync.status == 69 && sync.error.contains("disk is full"), "\(sync.error)")
    #expect(sync.error.contains("1 change waits"), "\(sync.error)")
    try admin.run("DROP TRIGGER full_disk ON trolley.journal")
    #expect(try world.runner.run("sync").status == 0)
  }

  @Test func withoutANetworkItIsSaidWhatWaitsAndLeavingKeepsIt() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try world.share()
    let proxy = try world.joinThroughProxy("laptop")
    defer { proxy.end() }
    proxy.mode = .refuse
    for word in ["bread", "soap"] {
      #expect(try runner.run("add", word, data: "laptop").status == 0)
    }
    let sync = try runner.run("sync", "--wait", "1s", data: "laptop")
    #expect(sync.status == 69 && sync.error.contains("2 changes wait here"), "\(sync.error)")
    let refused = try runner.run("leave", data: "laptop")
    #expect(refused.status != 0 && refused.error.contains("--anyway"), "\(refused.error)")
    let left = try runner.run("leave", "--anyway", data: "laptop")
    #expect(left.status == 0, "\(left.error)")
    #expect(left.error.contains("trolley invite laptop --revoke"), "\(left.error)")
    let list = try runner.run("list", data: "laptop").output
    #expect(list.contains("bread") && list.contains("soap") && list.contains("Milk"))
    #expect(try runner.run("check", data: "laptop").status == 0)
    let files = try FileManager.default.contentsOfDirectory(
      atPath: runner.home.appending(path: "laptop").path)
    #expect(!files.contains("outbox.jsonl") && !files.contains("sharing.json"), "\(files)")
    // There is nothing to leave any more.
    let again = try runner.run("leave", "--anyway", data: "laptop")
    #expect(again.status != 0 && again.error.contains("not shared"), "\(again.error)")
  }

  /// As the key does.
  @Test func `undo stops at the sign-in, also of what has no place yet`() throws {
    let world = try SharedWorld()
    let runner = world.runner
    @discardableResult
    func run(
      _ arguments: String..., input: String? = nil, status: Int32 = 0
    ) throws -> ChildProcess.Outcome {
      let run = try runner.start(arguments, input: input).finish()
      #expect(run.status == status, "\(arguments) \(run.output) \(run.error)")
      return run
    }
    let password = "correct horse of Ann\n"
    try run("init", "--use", "household")
    try run("people", "add", "--name", "Ann", "--email", "ann@home.example", input: password)
    try run("sign-in", "--as", "ann@home.example", input: password)
    try world.share()
    let proxy = try CuttingProxy(to: world.database.server)
    defer { proxy.end() }
    try world.lead("data", through: proxy)
    proxy.mode = .refuse
    try run("add", "bread")
    try run("sign-in", "--as", "ann@home.example", input: password)
    let nothing = "There is nothing to undo since you signed in."
    #expect(try run("undo", status: 65).error.contains(nothing))
    try run("add", "soap")
    #expect(try run("undo").output.contains("soap"))
    #expect(try run("undo", status: 65).error.contains(nothing))
    #expect(try run("list").output.contains("bread"))
    // Who leaves and is not the owner hears that the copy has one.
    try run("sign-out")
    let left = try run("leave", "--anyway").output
    #expect(left.contains("Ann owns this copy, too: only Ann may share it anew"), "\(left)")
  }

  @Test func whatNoLongerAppliesIsSaidToItsAuthor() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try world.share()
    let proxy = try world.joinThroughProxy("laptop")
    defer { proxy.end() }
    proxy.mode = .refuse
    #expect(try runner.run("add", "milk", "3", data: "laptop").status == 0)
    #expect(try runner.run("item", "remove", "milk").status == 0)
    try waitUntil("the others have it") {
      String(decoding: try world.table(), as: UTF8.self).contains("itemsRemoved")
    }
    proxy.mode = .pass
    let sync = try runner.run("sync", "--wait", "20", data: "laptop")
    #expect(sync.status == 0, "\(sync.error)")
    let later = try runner.run("list", data: "laptop")
    #expect(
      (sync.error + later.error).contains(
        "“Milk” was deleted meanwhile; its quantity was not raised by 3."),
      "\(sync.error) \(later.error)")
    #expect(try world.table() == world.journal("laptop"))
  }

  @Test func `a value that was replaced while no screen was open is said until it is answered`()
    throws
  {
    let world = try SharedWorld()
    let runner = world.runner
    try world.share()
    let proxy = try world.joinThroughProxy("laptop")
    defer { proxy.end() }
    proxy.mode = .refuse
    #expect(try runner.run("set", "milk", "--price", "0.33", data: "laptop").status == 0)
    #expect(try runner.run("set", "milk", "--price", "0.44").status == 0)
    #expect(try runner.run("sync").status == 0)
    proxy.mode = .pass
    #expect(try runner.run("sync", "--wait", "20", data: "laptop").status == 0)
    for _ in 0..<2 {
      let sync = try runner.run("sync")
      #expect(sync.status == 0)
      #expect(sync.output.contains("1 value set here was replaced:"), "\(sync.output)")
      #expect(sync.output.contains("Milk: the price is $0.33 now, yours was $0.44"))
    }
    #expect(!(try runner.run("sync", data: "laptop").output.contains("replaced")))
  }

  @Test func aListOfOnesOwnIsMergedByNameAsOneChange() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try world.share()
    for words in [["milk", "1"], ["soap", "2"], ["rice"]] {
      #expect(try runner.start(["add"] + words, data: "own").finish().status == 0)
    }
    let before = try world.journal("own")
    let code = try world.code("laptop")
    let joined = try runner.run("join", "--merge", input: code, data: "own")
    #expect(joined.status == 0 && joined.output.contains("trolley undo"), "\(joined.error)")
    #expect(joined.output.contains("What both carts had is added up: Milk."), "\(joined.output)")
    #expect(try world.journal("own.before-joining") == before)
    let list = try runner.run("list", data: "own").output
    #expect(
      list.contains("3  Milk") && list.contains("2  soap") && list.contains("rice"), "\(list)")
    #expect(try runner.run("sync", data: "own").status == 0)
    #expect(try runner.run("undo", data: "own").status == 0)
    let after = try runner.run("list", data: "own").output
    #expect(after.contains("2  Milk") && !after.contains("soap"), "\(after)")
    let items = try runner.run("items", data: "own").output
    #expect(items.split(separator: "\n").count == 7, "\(items)")
  }

  @Test func sharingThatWasCutOffGoesOnWhereItEnded() throws {
    for word in ["trolley_machine.append", "trolley_machine.about"] {
      let world = try SharedWorld()
      let runner = world.runner
      #expect(try runner.run("add", "milk", "2").status == 0)
      let proxy = try CuttingProxy(to: world.database.server)
      defer { proxy.end() }
      let port = world.database.server.port
      let address = world.address.replacingOccurrences(of: "\(port)", with: "\(proxy.port)")
      for mode in [CuttingProxy.Mode.cutBefore(word), .swallowAnswer(to: word)] {
        proxy.mode = mode
        let cut = try runner.run("share", address, "--name", "kitchen", "--yes")
        #expect(cut.status != 0 && proxy.cuts > 0, "\(cut.error)")
        #expect(try runner.run("add", "bread").status == 0)
      }
      let run = try runner.run("share", world.address, "--name", "kitchen", "--yes")
      #expect(run.status == 0, "\(run.error)")
      #expect(try world.table() == world.journal("data"))
      let machines = try runner.run("sync", "--json").objects("machines")
      #expect(machines.compactMap { $0["name"] as? String } == ["kitchen"])
      try world.join("laptop")
      #expect(try world.journal("laptop") == world.journal("data"))
    }
  }

  @Test func aListThatWasLeftIsSharedAgainAsLongAsItWentNoOtherWay() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try world.share()
    try world.join("laptop")
    #expect(try runner.run("leave", "--anyway").status == 0)
    #expect(try runner.run("add", "bread", data: "laptop").status == 0)
    #expect(try runner.run("sync", data: "laptop").status == 0)
    let again = try runner.run("share", world.address, "--name", "kitchen", "--yes")
    #expect(again.status == 0, "\(again.error)")
    #expect(try world.table() == world.journal("data"))
    #expect(try runner.run("list").output.contains("bread"))
    #expect(try runner.run("leave", "--anyway").status == 0)
    #expect(try runner.run("add", "soap").status == 0)
    #expect(try runner.run("add", "rice", data: "laptop").status == 0)
    #expect(try runner.run("sync", data: "laptop").status == 0)
    let apart = try runner.run("share", world.address, "--name", "kitchen", "--yes")
    #expect(apart.status == 65 && apart.error.contains("another way"), "\(apart.error)")
    #expect(try runner.run("list").output.contains("soap"))
  }

  /// “Moving to another server” in SERVER.md, under another name.
  @Test func `what a machine did after the first had moved is in the moved list`() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try world.share()
    try world.join("laptop")
    #expect(try runner.run("add", "bread", "2", data: "laptop").status == 0)
    #expect(try runner.run("sync", data: "laptop").status == 0)
    #expect(try runner.run("sync").status == 0)
    #expect(try runner.run("invite", "laptop", "--revoke").status == 0)
    #expect(try runner.run("leave").status == 0)
    let new = try world.database.server.database()
    let address = world.address.replacingOccurrences(of: world.database.name, with: new.name)
      .replacingOccurrences(of: "anna_" + new.name, with: "anna_" + world.database.name)
    let shared = try runner.run("share", address, "--name", "kitchen", "--yes")
    #expect(shared.status == 0, "\(shared.error)")
    #expect(try runner.run("add", "rice").status == 0)
    #expect(try runner.run("add", "soap", data: "laptop").status == 0)
    let left = try runner.run("leave", data: "laptop")
    #expect(left.status == 0, "\(left.error)")
    let code = try world.code("laptop")
    let joined = try runner.run("join", "--merge", input: code + "\n", data: "laptop")
    #expect(joined.status == 0, "\(joined.error)")
    #expect(try runner.run("sync", data: "laptop").status == 0)
    #expect(try runner.run("sync").status == 0)
    let list = try runner.run("list").output
    #expect(try runner.run("list", data: "laptop").output == list)
    for line in ["2  Milk", "2  bread", "rice", "soap"] { #expect(list.contains(line), "\(list)") }
  }

  @Test(arguments: [false, true])
  func `damage that the snapshot covers is mended by a sync, too`(_ isInLastStep: Bool) throws {
    let world = try SharedWorld()
    let runner = world.runner
    try world.share()
    let things = (1...2000).map { "thing \($0)\n" }.joined()
    #expect(try runner.run("import", runner.file("things.txt", things)).status == 0)
    if !isInLastStep { #expect(try runner.run("add", "bread").status == 0) }
    #expect(try runner.run("sync").status == 0)
    try world.join("laptop")
    let sound = try world.journal("laptop")
    let path = runner.home.appending(path: "laptop/journal.jsonl")
    #expect(try runner.run("list", data: "laptop").status == 0)
    let snapshot = runner.home.appending(path: "laptop/snapshot.json").path
    try #require(FileManager.default.fileExists(atPath: snapshot))
    var bytes = sound
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: path)
    let synced = try runner.run("sync", "--wait", "20", data: "laptop")
    #expect(synced.status == 0 && synced.error.contains("fetched anew"), "\(synced.error)")
    #expect(try world.journal("laptop") == sound)
  }

  @Test func aDamagedCopyIsFetchedAnewAndWhatWaitsIsKept() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try world.share()
    for verb in ["sync", "check"] {
      let proxy = try world.joinThroughProxy(verb)
      defer { proxy.end() }
      proxy.mode = .refuse
      #expect(try runner.run("add", "bread of " + verb, data: verb).status == 0)
      let sound = try world.journal(verb)
      var bytes = sound
      bytes[bytes.count / 2] ^= 1
      try bytes.write(to: runner.home.appending(path: verb + "/journal.jsonl"))
      proxy.mode = .pass
      let words = verb == "sync" ? ["sync", "--wait", "20"] : ["check", "--repair"]
      let mended = try runner.start(words, data: verb).finish()
      // The short sync that `add` has begun may be faster than this one.
      #expect(mended.status == 0, "\(mended.error)")
      #expect(try world.journal(verb).starts(with: sound))
      #expect(try runner.run("sync", "--wait", "20", data: verb).status == 0)
      #expect(try runner.run("list", data: verb).output.contains("bread of " + verb))
      #expect(try world.journal(verb) == world.table())
      let folder = runner.home.appending(path: verb).path
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files.contains { $0.hasPrefix("journal.damaged-") }, "\(files)")
    }
  }

  @Test func theCodeIsAlsoAQRCode() throws {
    let world = try SharedWorld()
    try world.share()
    let run = try world.runner.run("invite", "laptop", "--qr")
    #expect(run.status == 0 && run.lines.count == 1, "\(run.error)")
    #expect(run.error.contains("▀") && run.error.contains("█"))
  }

  @Test func aTerminalThatIsTooNarrowForTheQRCodeShowsTheCode() throws {
    let world = try SharedWorld()
    try world.share()
    let screen = try TmuxScreen(
      width: 60, height: 60, folder: world.runner.home,
      command: "$TROLLEY invite laptop --qr; echo status $?; sleep 60")
    screen.wait(for: "status 0")
    #expect(screen.text.contains("The QR code needs a terminal of"))
    let lines = screen.text.split(separator: "\n")
    let code = lines.drop { !$0.hasPrefix("trolley1.") }.prefix { !$0.hasPrefix("status") }.joined()
    let joined = try world.runner.run("join", input: code + "\n", data: "laptop")
    #expect(joined.status == 0, "\(joined.error)")
  }

  @Test func noSecretIsLeftWhereOthersRead() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try world.share()
    let code = try world.code("laptop")
    #expect(try runner.run("join", input: code, data: "laptop").status == 0)
    var secrets: [String] = [code]
    for data in ["data", "laptop"] {
      let path = runner.home.path + "/" + data
      let sharing = try #require(try Membership.load(directory: path))
      secrets.append(sharing.password)
      let mode = try FileManager.default.attributesOfItem(atPath: path + "/member.json")
      #expect(mode[.posixPermissions] as? Int == 0o600)
      secrets.append(
        try String(contentsOfFile: path + "/pin.key", encoding: .utf8).prefix(64).lowercased())
      let journal = String(decoding: try world.journal(data), as: UTF8.self)
      #expect(!journal.contains(sharing.password) && !journal.contains(sharing.role))
    }
    let dump = try ChildProcess(
      TestPostgres.program("pg_dumpall"),
      [
        "-h", world.database.server.directory, "-p", "\(world.database.server.port)", "-U",
        "postgres",
      ],
      environment: ["PATH": "/usr/bin:/bin", "HOME": runner.home.path]
    ).finish()
    #expect(dump.output.contains("trolley_machine"))
    for secret in secrets {
      #expect(!dump.output.contains(secret))
      #expect(!world.database.server.log.contains(secret))
    }
    let refused = try runner.refused(
      "server", "set-up", "postgresql://anna:geheim@127.0.0.1/trolley", status: 65)
    #expect(!refused.contains("geheim"))
  }

  @Test func theScriptForAnAdministratorDoesTheSame() throws {
    let world = try SharedWorld(isSetUp: false)
    let script = try world.runner.run("server", "set-up", "--print")
    #expect(script.status == 0 && script.output.hasPrefix("-- "), "\(script.error)")
    for _ in 0..<2 {
      let psql = try ChildProcess(
        TestPostgres.program("psql"),
        [
          "-h", world.database.server.directory, "-p", "\(world.database.server.port)", "-U",
          "postgres", "-d", world.database.name, "-v", "ON_ERROR_STOP=1", "-q",
        ], environment: ["PATH": "/usr/bin:/bin", "HOME": world.runner.home.path],
        input: script.output
      ).finish()
      #expect(psql.status == 0, "\(psql.error)")
    }
    try world.share()
  }
}
