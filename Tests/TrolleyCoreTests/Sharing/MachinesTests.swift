import Testing
import TrolleyTestSupport
import TrolleyWire

@testable import TrolleyMachine
@testable import TrolleyModel

/// Settings → On several machines, with a server that answers when the test wants it to.
@Suite struct MachinesTests {
  private let shopper = TestApp()

  private let all = [
    ServerMachine(name: "kitchen", mayInvite: true, hasJoined: true, isSelf: true, isOnline: true),
    ServerMachine(name: "laptop", mayInvite: false, hasJoined: true, isSelf: false, isOnline: true),
    ServerMachine(
      name: "phone", mayInvite: false, hasJoined: true, isSelf: false, unseen: 2 * 86_400),
    ServerMachine(name: "till", mayInvite: false, hasJoined: false, isSelf: false),
  ]

  private let offline = ServerAnswer.failed(
    Failure(.unavailable, "db.home does not answer.", detail: "timeout"))

  /// The last request, with its number.
  private var asked: (request: ServerRequest, number: Int)? {
    shopper.effects.lazy.reversed().compactMap {
      if case .askServer(let request, let number) = $0 { (request, number) } else { nil }
    }.first
  }

  private func answer(_ answer: ServerAnswer) {
    shopper.send(.serverAnswered(answer, number: asked?.number ?? 0))
  }

  private var overlay: MachinesState? {
    if case .machines(let machines)? = shopper.session.overlays.last { machines } else { nil }
  }

  private var code: JoinCodeState? {
    if case .joinCode(let code)? = shopper.session.overlays.last { code } else { nil }
  }

  private func open(_ answered: ServerAnswer? = nil) {
    shopper.send(.syncChanged(SyncStatus(link: .online)))
    shopper.focusSetting("sharing")
    shopper.press("enter")
    if let answered { answer(answered) }
  }

  @Test func aListOfOneMachineSaysWhatToType() {
    shopper.focusSetting("sharing")
    shopper.press("enter")
    #expect(shopper.dialog?.message.contains("trolley share") == true)
    #expect(asked == nil)
    shopper.press("enter")
    #expect(shopper.dialog == nil)
  }

  @Test func theMachinesAreShownAsTheServerKnowsThem() {
    open()
    #expect(asked?.request == .machines)
    #expect(shopper.canvas.text.contains("Asking the server… 0:00"))
    shopper.wait(milliseconds: 3000)
    #expect(shopper.canvas.text.contains("Asking the server… 0:03"))
    answer(.machines(all))
    let text = shopper.canvas.text
    #expect(text.contains("this machine, may invite") && text.contains("Up to date."))
    #expect(text.contains("online") && text.contains("last seen 2 days ago"))
    #expect(text.contains("invited, not there yet"))
  }

  /// Others join and leave while the page is open.
  @Test func `the machines that are shown are looked at again by themselves`() {
    open(.machines(Array(all.prefix(1))))
    let first = asked?.number
    shopper.wait(milliseconds: 5000)
    #expect(asked?.request == .machines && asked?.number != first)
    // Nothing moves for a look without a key.
    #expect(shopper.canvas.text.contains("Up to date."))
    answer(.machines(all))
    #expect(shopper.canvas.text.contains("laptop"))
    shopper.wait(milliseconds: 5000)
    answer(offline)
    #expect(shopper.canvas.text.contains("db.home does not answer."))
    shopper.wait(milliseconds: 5000)
    #expect(shopper.canvas.text.contains("db.home does not answer."))
    answer(.machines(all))
    #expect(shopper.canvas.text.contains("Up to date."))
    // What is done comes before a look, and is not asked into.
    shopper.wait(milliseconds: 5000)
    shopper.press("i")
    shopper.type("x")
    shopper.press("enter")
    shopper.wait(milliseconds: 20_000)
    #expect(asked?.request == .invite("x"))
    answer(.code("trolley1.AbCd", remark: nil))
    answer(.machines(all))
    shopper.press("esc", "esc")
    let last = asked?.number
    shopper.wait(milliseconds: 20_000)
    #expect(asked?.number == last && shopper.session.nextDeadline == nil)
  }

  @Test func noKeyWaitsForTheServerAndEscTakesTheQuestionBack() {
    open()
    let number = asked?.number ?? 0
    shopper.press("down", "up", "esc")
    #expect(overlay == nil)
    #expect(shopper.effects.contains(.stopAskingServer(number: number)))
    answer(.machines(all))
    #expect(shopper.session.overlays.isEmpty && shopper.session.nextDeadline == nil)
  }

  @Test func offlineTheReasonIsSaidAndLookingAgainHelps() {
    open(offline)
    #expect(shopper.canvas.text.contains("db.home does not answer."))
    // Whether this machine may invite others, only the server knows.
    #expect(!shopper.canvas.text.contains("Invite"))
    shopper.press("i")
    #expect(shopper.form == nil)
    shopper.press("r")
    #expect(!shopper.canvas.text.contains("db.home"))
    answer(.machines(all))
    #expect(overlay?.machines == all)
  }

  @Test(arguments: [SyncTrouble.Kind.full, .readOnly])
  func `of a server that takes no changes the reason is said`(_ kind: SyncTrouble.Kind) {
    open(.machines(all))
    let trouble = SyncTrouble(kind, "It takes nothing.")
    for link in [SyncState.offline(since: 1, trouble), .elsewhere(.offline(since: 1, trouble))] {
      shopper.send(.syncChanged(SyncStatus(link: link)))
      #expect(shopper.canvas.text.contains("It takes nothing."))
    }
  }

  @Test func anotherMachineIsInvitedAndItsCodeShown() {
    open(.machines(all))
    shopper.press("i")
    shopper.type("ben-laptop")
    shopper.press("enter")
    #expect(asked?.request == .invite("ben-laptop"))
    #expect(shopper.canvas.text.contains("Inviting ben-laptop… 0:00"))
    // Slow: nothing is typed meanwhile, and nothing is lost.
    shopper.wait(milliseconds: 9000)
    shopper.type("x")
    #expect(shopper.form?[.name] == "ben-laptop")
    #expect(shopper.canvas.text.contains("Inviting ben-laptop… 0:09"))
    answer(.code("trolley1.AbCd", remark: nil))
    #expect(code?.code == "trolley1.AbCd")
    let text = shopper.canvas.text
    #expect(text.contains("trolley join") && text.contains("\ntrolley1.AbCd"))
    #expect(text.contains("It works once, until March 21, 10:42\u{A0}am."))
    // The list has it now.
    #expect(asked?.request == .machines)
    shopper.press("y")
    #expect(shopper.effects.contains(.copy("trolley1.AbCd")))
    shopper.press("Y")
    #expect(
      shopper.effects.contains {
        if case .askWorker(.encodeQR("trolley1.AbCd"), _) = $0 { true } else { false }
      })
    shopper.press("esc", "esc")
    #expect(overlay != nil)
  }

  @Test func aRefusedInvitationKeepsWhatWasTyped() {
    open(.machines(all))
    shopper.press("i", "enter")
    #expect(shopper.form?.fields.first?.error?.contains("1 to 60") == true)
    shopper.type("laptop")
    shopper.press("enter")
    answer(.failed(Failure(.badInput, "A machine of this name has joined.")))
    #expect(shopper.form?[.name] == "laptop")
    #expect(shopper.form?.fields.first?.error == "A machine of this name has joined.")
    shopper.type("2")
    shopper.press("enter")
    #expect(asked?.request == .invite("2") || asked?.request == .invite("laptop2"))
  }

  @Test func escTakesASlowInvitationBackAndKeepsTheForm() {
    open(.machines(all))
    shopper.press("i")
    shopper.type("till-2")
    shopper.press("enter", "esc")
    #expect(shopper.effects.contains(.stopAskingServer(number: asked?.number ?? 0)))
    answer(.code("trolley1.late", remark: nil))
    #expect(code == nil && shopper.form?[.name] == "till-2")
    shopper.press("enter")
    answer(.code("trolley1.new", remark: nil))
    #expect(code?.code == "trolley1.new")
  }

  @Test func aMachineIsRemovedAfterAQuestion() {
    open(.machines(all))
    #expect(overlay?.focused == .invite)
    shopper.press("g", "down", "d")
    #expect(shopper.dialog?.title == "Remove laptop?")
    shopper.press("enter")
    #expect(asked?.request == .machines)
    shopper.press("d", "right", "enter")
    #expect(asked?.request == .remove("laptop"))
    #expect(shopper.canvas.text.contains("Removing laptop… 0:00"))
    // What changes something is not dropped for a look.
    shopper.press("r")
    #expect(asked?.request == .remove("laptop"))
    answer(.done)
    #expect(shopper.notice.contains("laptop has no access"))
    #expect(asked?.request == .machines)
    answer(.machines(all.filter { $0.name != "laptop" }))
    #expect(overlay?.machines?.count == 3)
  }

  @Test func theOutcomeOfARemovalIsToldWhereverOneIs() {
    for answered in [ServerAnswer.done, offline] {
      open(.machines(all))
      shopper.press("g", "down", "d", "right", "enter", "esc")
      #expect(overlay == nil)
      answer(answered)
      #expect(
        shopper.notice.contains(answered == .done ? "laptop has no access" : "does not answer"))
    }
  }

  @Test func leavingAsksFirstAndEndsIt() {
    open(.machines(all))
    shopper.press("l")
    #expect(shopper.dialog?.message.contains("as a list of this machine alone") == true)
    shopper.press("right", "enter")
    #expect(asked?.request == .leave(anyway: false))
    // The server takes the machine out before the files say so.
    let removed = SyncStatus(link: .offline(since: 1, SyncTrouble(.notAllowed, "It was removed.")))
    shopper.send(.syncChanged(removed))
    #expect(!shopper.notice.contains("removed"))
    #expect(shopper.state.sharingText == "⇅" && shopper.state.sharingInWords == "leaving the list")
    answer(.done)
    for status in [SyncStatus(link: .online), removed, nil] {
      #expect(shopper.state.sharingText == nil)
      #expect(shopper.words(of: "sharing") == "this machine only")
      shopper.send(.syncChanged(status))
    }
    #expect(shopper.session.overlays.isEmpty && shopper.notice.contains("own again"))
    #expect(shopper.words(of: "sharing") == "this machine only")
    // It may be shared again later.
    shopper.send(.syncChanged(SyncStatus(link: .online)))
    #expect(shopper.words(of: "sharing") == "up to date")
  }

  @Test func withoutTheServerOneMayLeaveAnyway() {
    open(offline)
    shopper.press("l", "right", "enter")
    let away = SyncTrouble(.unreachable, "db.home does not answer.")
    shopper.send(.syncChanged(SyncStatus(link: .offline(since: 1, away))))
    answer(offline)
    #expect(shopper.dialog?.message.contains("db.home does not answer.") == true)
    #expect(shopper.state.sharingInWords.hasPrefix("offline since"))
    shopper.press("enter")
    #expect(asked?.request == .leave(anyway: false))
    shopper.press("l", "right", "enter")
    answer(offline)
    shopper.press("right", "enter")
    #expect(asked?.request == .leave(anyway: true))
    answer(.done)
    #expect(shopper.notice.contains("own again"))
  }

  @Test func aListThatIsLeftElsewhereClosesWhatBelongsToIt() {
    open(.machines(all))
    shopper.press("i")
    shopper.send(.syncChanged(nil))
    #expect(shopper.session.overlays.isEmpty)
  }

  /// By the verb, in another window.
  @Test func `a list that is left elsewhere says that it is this machine's own again`() {
    shopper.send(.syncChanged(SyncStatus(link: .online)))
    // The server takes the machine out before the files say so.
    shopper.send(
      .syncChanged(
        SyncStatus(link: .offline(since: 1, SyncTrouble(.notAllowed, "It was removed.")))))
    shopper.send(.syncChanged(nil))
    #expect(shopper.notice == "The list is this machine’s own again, with everything in it.")
    #expect(shopper.state.sharingText == nil)
  }

  @Test func aMachineThatMayNotInviteSaysSo() {
    var plain = all
    plain[0].mayInvite = false
    open(.machines(plain))
    #expect(!shopper.canvas.text.contains("Invite") && !shopper.canvas.text.contains("invite a"))
    shopper.press("i")
    #expect(shopper.form == nil && shopper.notice.contains("may not invite"))
    #expect(shopper.session.notice?.tone == .plain)
    shopper.press("g", "down", "d")
    #expect(shopper.dialog == nil)
    #expect(!shopper.state.hints.contains { $0.label == "remove" })
    shopper.press("enter")
    #expect(shopper.dialog == nil && shopper.notice.contains("may not invite"))
    shopper.press("l")
    #expect(shopper.dialog != nil)
  }

  @Test func `the last machine that may invite others is told so before it leaves`() {
    open(.machines(all))
    shopper.press("l")
    #expect(shopper.dialog?.message.contains("None of the others may invite") == true)
    shopper.press("esc", "esc")
    #expect(shopper.session.overlays.isEmpty)
    var both = all
    both[1].mayInvite = true
    open(.machines(both))
    shopper.press("l")
    #expect(shopper.dialog?.message.contains("may invite") == false)
  }

  @Test func `where no machine may invite any more, the way out is said`() {
    var plain = all
    plain[0].mayInvite = false
    open(.machines(plain))
    shopper.press("i")
    #expect(shopper.notice.contains("may not invite") && shopper.notice.contains("trolley share"))
    shopper.press("esc")
    plain[1].mayInvite = true
    open(.machines(plain))
    #expect(overlay?.refusal?.contains("the one that shared the list may") == true)
  }

  @Test func onlyTheOwnerInvitesAndRemoves() {
    shopper.openShop()
    shopper.press("5", "a")
    shopper.fillEmployee(pin: "8046", "Ben", "Jones")
    shopper.press("L")
    shopper.signIn("8046")
    open(.machines(all))
    #expect(overlay?.machines == all)
    #expect(!shopper.canvas.text.contains("Invite") && !shopper.canvas.text.contains("invite a"))
    shopper.press("i")
    #expect(overlay != nil && shopper.notice.contains("Only"))
    shopper.press("g", "down", "d")
    #expect(shopper.dialog == nil)
    shopper.press("enter")
    #expect(overlay != nil && shopper.notice.contains("Only"))
  }

  @Test func aLockedScreenShowsNoCode() {
    shopper.openShop()
    open(.machines(all))
    shopper.press("i")
    shopper.type("till")
    shopper.press("enter")
    shopper.wait(milliseconds: 5 * 60_000)
    #expect(shopper.session.isLocked)
    answer(.code("trolley1.secret", remark: nil))
    #expect(!shopper.canvas.text.contains("trolley1."))
    shopper.signIn("739154")
    #expect(shopper.form?[.name] == "till")
    #expect(!shopper.canvas.text.contains("trolley1."))
  }

  @Test func `why a machine is not let in is said in full on a small screen`() {
    let removed =
      "This machine is not, or no longer, a member of the list. Ask one that is for a new code, then "
      + "type here: trolley leave, and trolley join"
    let unknown =
      "The server does not know this user, or does not let it in from this machine. Check the name "
      + "before the @; if it is right, the file pg_hba.conf needs a line for it."
    shopper.resize(.small)
    for sentence in [removed, unknown] {
      open(.failed(Failure(.notAllowed, sentence)))
      let shown = shopper.canvas.text.split(whereSeparator: { " \n│╭╮╰╯─".contains($0) })
      let words = sentence.split(separator: " ")
      #expect(shown.indices.contains { shown[$0...].starts(with: words) }, "\(shown)")
      shopper.press("esc")
    }
  }

  @Test func manyMachinesScrollOnASmallScreen() {
    shopper.resize(.small)
    let many = (1...30).map {
      ServerMachine(name: "till-\($0)", mayInvite: $0 == 1, hasJoined: true, isSelf: $0 == 1)
    }
    open(.machines(many))
    shopper.press("G")
    #expect(shopper.canvas.text.contains("Leave the shared list…"))
    shopper.press("g")
    #expect(shopper.canvas.text.contains("▸ till-1 "))
    shopper.press("i")
    shopper.type("x")
    shopper.press("enter")
    let long = "trolley1." + String(repeating: "abcdefghij", count: 150) + "-end"
    answer(.code(long, remark: "It is for this machine."))
    for _ in 0..<60 { shopper.press("down") }
    #expect(shopper.canvas.text.contains("-end") && !shopper.canvas.text.contains("trolley1."))
  }

  /// It changes only that machine: nothing of the others, and the list goes on without it.
  @Test func `anyone at a machine may take it out of the list`() {
    shopper.openHome()
    shopper.press("L")
    shopper.register("Ben", "ben@home.example", "battery staple")
    open(.machines(all))
    shopper.press("i")
    #expect(shopper.notice.contains("Only Ann"))
    shopper.press("l")
    #expect(shopper.dialog?.title == "Leave the shared list?")
    #expect(shopper.dialog?.message.contains("Ann owns this copy, too: only Ann may") == true)
    shopper.press("right", "enter")
    #expect(asked?.request == .leave(anyway: false))
    #expect(
      shopper.shared.wordsOfOwnerAfterLeaving(.account(shopper.shared.owner?.id ?? .init(0))) == "")
  }
}
