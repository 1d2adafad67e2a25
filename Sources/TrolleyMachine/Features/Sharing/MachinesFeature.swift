import TrolleyWire

/// The machines that share the list, and below them what can be done.
public struct MachinesState: Equatable, Sendable {
  public enum Entry: Equatable, Sendable {
    case machine(ServerMachine)
    case invite, leave
  }

  /// As the server last said it; nil before it did.
  public internal(set) var machines: [ServerMachine]?
  /// How long what the server said is shown before it is asked again, in milliseconds.
  static let interval = 5000
  /// When it is asked again, in milliseconds of the monotonic clock.
  var looksAgain: Int?
  /// Why the last request failed.
  public internal(set) var trouble: String?
  public internal(set) var focus = ListFocus()
  /// The machine that a dialog asks about.
  var toRemove: String?
  /// Why this person or this machine may not invite and remove others; nil if they may.
  var refusal: String?

  public var entries: [Entry] {
    (machines ?? []).map(Entry.machine) + (mayInvite ? [.invite] : []) + [.leave]
  }

  /// Whether this machine may do so, only the server knows.
  var mayInvite: Bool { refusal == nil && machines != nil }

  var focused: Entry { entries[min(focus.index, entries.count - 1)] }

  /// The focus stays on what it is on.
  mutating func take(_ new: [ServerMachine]) {
    let before = machines == nil ? .invite : focused
    machines = new
    trouble = nil
    if refusal == nil, new.first(where: \.isSelf)?.mayInvite == false {
      refusal =
        "This machine may not invite or remove others"
        + (new.contains { $0.hasJoined && $0.mayInvite }
          ? ": the one that shared the list may, and those invited with --may-invite."
          : ". " + [ServerMachine].wordsWithoutInviter)
    }
    let at = entries.firstIndex { entry in
      if case (.machine(let one), .machine(let other)) = (entry, before) {
        one.name == other.name
      } else {
        entry == before
      }
    }
    if let at { focus.index = at }
  }

  /// The machine in focus, unless it is this one: that leaves.
  var removable: String? {
    guard refusal == nil, case .machine(let machine) = focused, !machine.isSelf else { return nil }
    return machine.name
  }

  var action: String {
    switch focused {
    case .machine(let machine):
      machine.isSelf ? "leave the list" : refusal == nil ? "remove" : "why it stays"
    case .invite: "invite"
    case .leave: "leave the list"
    }
  }
}

/// The layout of the machines. It is here because moving and drawing must agree on it.
public struct MachinesLayout: Equatable, Sendable {
  public let width: Int
  /// How things stand, wrapped.
  public let lines: [String]
  /// How many entries are shown.
  public let rows: Int

  init(_ words: String, entries: Int, _ layout: ScreenLayout) {
    width = min(64, layout.size.width - (layout.isNarrow ? 0 : 4))
    let room = max(2, layout.size.height - 4)
    lines = Array(TextWrap.lines(words, width: max(1, width - 4), most: 6).prefix(max(1, room - 3)))
    rows = max(1, min(entries, room - lines.count - 1))
  }
}

extension MachinesState: OverlayState {
  package var behaviour: OverlayBehaviour {
    OverlayBehaviour(
      scope: .machines, perform: { $0.perform($1, in: self, &$2) },
      facts: {
        [
          .mayRemove: removable != nil, .mayInvite: mayInvite,
          .working: $0.session.serverWork?.isQuiet == false,
        ]
      },
      action: action,
      press: { app, index, effects in
        guard entries.indices.contains(index) else { return }
        let isFocused = focus.index == index
        var machines = self
        machines.focus.index = index
        app.replaceLast(.machines(machines))
        if isFocused { _ = app.perform(.open, in: machines, &effects) }
      })
  }
}

/// Settings → On several machines: who shares the list, and the verbs of sharing with keys.
extension AppState {
  /// Enter on the row of the settings.
  mutating func openMachines(_ effects: inout [Effect]) {
    guard session.sync != nil else { return explainSharing() }
    var machines = MachinesState()
    if !AccessPolicy.allows(.manage, session.actor, in: shared) {
      machines.refusal = ChangeError.onlyOwner(shared.ownerName).sentence
    }
    session.overlays.append(.machines(machines))
    askServer(.machines, &effects)
  }

  /// The address and the password of a server belong to the shell.
  private mutating func explainSharing() {
    let message =
      "This list is on this machine only. Through a PostgreSQL server of yours it can be on "
      + "several, with or without a network. Leave with q, or use another terminal, and type:\n"
      + "trolley server set-up ADDRESS\ntrolley share ADDRESS\n\n"
      + "The address is like postgresql://anna@db.home/trolley, and docs/SERVER.md leads through "
      + "all of it. Before anything is sent, share says what others will see.\n\n"
      + "Was the list shared by another machine? Ask there for a code, and type: trolley join"
    show("One list on several machines", message)
  }

  // MARK: What is shown

  /// How the list stands, what is under way, or what went wrong.
  public func sentence(above machines: MachinesState) -> (text: String, isTrouble: Bool) {
    if let progress = progressOfServer { return (progress, false) }
    if let trouble = machines.trouble { return (trouble, true) }
    let words = sharingInWords
    return (Wording.sentence(words.prefix(1).uppercased() + words.dropFirst()), false)
  }

  /// "Asking the server… 0:03"
  var progressOfServer: String? {
    guard let work = session.serverWork, !work.isQuiet else { return nil }
    let what =
      switch work.request {
      case .machines: "Asking the server…"
      case .invite(let name): "Inviting \(name)…"
      case .remove(let name): "Removing \(name)…"
      case .leave: "Leaving the list…"
      }
    return what + " " + Wording.minutes(seconds: (session.clock.monotonic - work.since) / 1000)
  }

  public func layout(of machines: MachinesState) -> MachinesLayout {
    MachinesLayout(
      sentence(above: machines).text, entries: machines.entries.count, session.layout)
  }

  public func words(for machine: ServerMachine) -> String {
    machine.words(
      now: session.clock.wall, offset: session.utcOffset, style: session.dateStyle)
  }

  // MARK: Keys

  mutating func perform(
    _ command: Command, in machines: MachinesState, _ effects: inout [Effect]
  ) -> Bool {
    var machines = machines
    if machines.focus.move(
      by: command, count: machines.entries.count, viewport: layout(of: machines).rows)
    {
      replaceLast(.machines(machines))
      return true
    }
    switch command {
    case .open:
      switch machines.focused {
      case .machine(let machine):
        machine.isSelf ? askToLeave() : askToRemove(machine.name, machines)
      case .invite: openInvitation(machines)
      case .leave: askToLeave()
      }
    case .invite: openInvitation(machines)
    case .delete: if let name = machines.removable { askToRemove(name, machines) }
    case .removeMachine: if let name = machines.toRemove { askServer(.remove(name), &effects) }
    case .leaveList: askToLeave()
    case .leaveListNow: askServer(.leave(anyway: false), &effects)
    case .leaveListAnyway: askServer(.leave(anyway: true), &effects)
    case .retry: askServer(.machines, &effects)
    case .back, .leave:
      // What changes something goes on, and its outcome is told.
      if session.serverWork?.request == .machines { stopAskingServer(&effects) }
      back()
    case .quit, .redraw, .suspend: return false
    default: break
    }
    return true
  }

  private mutating func openInvitation(_ machines: MachinesState) {
    if let refusal = machines.refusal { return notice(refusal) }
    guard machines.mayInvite else {
      return notice("Only the server can say whether this machine may invite others.")
    }
    show(
      FormState(
        purpose: .inviteMachine, title: "Invite another machine",
        intro: "It will have the whole list, with its past. You get a code for it.",
        action: "Invite", fields: [.init(.name, "Name", "", hint: "ben-laptop", limit: 60)]))
  }

  mutating func submitInvitation(
    _ form: FormState, _ effects: inout [Effect]
  ) throws(FormError) {
    let name = CleanText.line(form[.name])
    guard !name.isEmpty, name.count <= 60 else {
      throw FormError(.name, "The name of a machine has 1 to 60 letters.")
    }
    guard AccessPolicy.allows(.manage, session.actor, in: shared) else {
      throw FormError(.name, ChangeError.onlyOwner(shared.ownerName).sentence)
    }
    replaceLast(.form(form))
    askServer(.invite(name), &effects)
  }

  private mutating func askToRemove(_ name: String, _ machines: MachinesState) {
    if let refusal = machines.refusal { return notice(refusal) }
    var machines = machines
    machines.toRemove = name
    replaceLast(.machines(machines))
    let hasJoined = machines.machines?.first { $0.name == name }?.hasJoined == true
    show(
      "Remove \(name)?",
      hasJoined
        ? "It gets no more changes and sends none. Its copy stays on it, and what waits there "
          + "does not come here."
        : "Its code works no longer.",
      .init("Keep"), .init("Remove", .removeMachine))
  }

  private mutating func askToLeave() {
    guard AccessPolicy.allows(.leaveList, session.actor, in: shared) else {
      return refuseAsOwnerOnly()
    }
    let machines = session.overlays.lazy.compactMap { overlay in
      if case .machines(let state) = overlay { state.machines } else { nil }
    }.first
    show(
      "Leave the shared list?",
      "Everything in it stays here, as a list of this machine alone. The others go on "
        + "without it. To come back takes a new code."
        + shared.wordsOfOwnerAfterLeaving(session.actor)
        + SyncStatus.wordsOfUnsent(replica.waiting.count)
        + (machines?.isSelfLastToInvite == true ? " " + [ServerMachine].wordsWithoutInviter : ""),
      .init("Stay"), .init("Leave", .leaveListNow))
  }

  var isLookingAtMachines: Bool {
    session.overlays.contains { if case .machines = $0 { true } else { false } }
  }

  mutating func changeMachines(_ change: (inout MachinesState) -> Void) {
    for at in session.overlays.indices {
      guard case .machines(var machines) = session.overlays[at] else { continue }
      change(&machines)
      session.overlays[at] = .machines(machines)
    }
  }

  /// Keeps the focus on an entry that is there and visible.
  mutating func showFocusOfMachines() {
    for at in session.overlays.indices {
      guard case .machines(var machines) = session.overlays[at] else { continue }
      machines.focus.move(
        to: machines.focus.index, count: machines.entries.count,
        viewport: layout(of: machines).rows)
      session.overlays[at] = .machines(machines)
    }
  }

  /// Closes what belongs to a list that is shared.
  mutating func endSharing() {
    session.replacements = Replacements()
    session.overlays.removeAll { overlay in
      switch overlay {
      case .machines, .joinCode: true
      case .picker(let picker): picker.isOfConflicts
      default: overlay.isInvitation
      }
    }
  }
}

extension SharedState {
  /// That the copy of a machine that leaves has the same owner, and what a person who is not the owner can
  /// do; empty for the owner and where there is none.
  public func wordsOfOwnerAfterLeaving(_ actor: Actor) -> String {
    guard !AccessPolicy.allows(.manage, actor, in: self) else { return "" }
    return
      " \(ownerName) owns this copy, too: only \(ownerName) may share it anew, change its use or remove "
      + "people. For a list of your own, export this one and import that into a new one."
  }
}

extension Overlay {
  var isInvitation: Bool {
    if case .form(let form) = self { form.purpose == .inviteMachine } else { false }
  }
}

extension [ServerMachine] {
  /// Whether the others that have joined can invite no one without this machine.
  public var isSelfLastToInvite: Bool {
    let others = filter { !$0.isSelf && $0.hasJoined }
    return contains { $0.isSelf && $0.mayInvite } && !others.isEmpty
      && !others.contains(where: \.mayInvite)
  }

  /// What to do where no machine is there, or stays, that may invite others.
  public static var wordsWithoutInviter: String {
    "None of the others may invite: for that, one of them leaves, shares the list anew (trolley leave, "
      + "trolley share) and invites the rest."
  }
}

extension ServerMachine {
  /// "this machine", "last seen yesterday, may invite".
  public func words(now: Int, offset: Int, style: DateStyle) -> String {
    var words: [String] = []
    if isSelf {
      words.append("this machine")
    } else if !hasJoined {
      words.append("invited, not there yet")
    } else if isOnline {
      words.append("online")
    } else if let unseen {
      words.append(
        "last seen " + Wording.ago(now - unseen, now: now, offset: offset, style: style))
    }
    if mayInvite { words.append("may invite") }
    return words.joined(separator: ", ")
  }
}
