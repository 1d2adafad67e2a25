import TrolleyWire

/// What a screen asks of the server of a shared list, for the list that it shows.
public enum ServerRequest: Equatable, Sendable {
  case machines
  case invite(String)
  case remove(String)
  /// - Parameter anyway: also when the server cannot be told.
  case leave(anyway: Bool)
}

/// A request to the server that has not been answered yet.
struct ServerWork: Equatable, Sendable {
  let number: Int
  let request: ServerRequest
  /// For the elapsed time on the screen: milliseconds of the monotonic clock.
  let since: Int
  /// It looks again at what is shown already, without a key.
  var isQuiet = false

  /// When the seconds on the screen change next.
  func nextSecond(after now: Int) -> Int { since + ((now - since) / 1000 + 1) * 1000 }
}

extension AppState {
  /// One request at a time; looking gives way to doing.
  ///
  /// - Parameter isQuiet: it looks again at what is shown, which stays until there is an answer.
  mutating func askServer(
    _ request: ServerRequest, isQuiet: Bool = false, _ effects: inout [Effect]
  ) {
    if let work = session.serverWork {
      guard work.request == .machines else { return notice("One moment: that is under way.") }
      stopAskingServer(&effects)
    }
    session.lastServerWork += 1
    let number = session.lastServerWork
    session.serverWork = ServerWork(
      number: number, request: request, since: session.clock.monotonic, isQuiet: isQuiet)
    if case .leave = request { session.isLeavingList = true }
    if !isQuiet { changeMachines { $0.trouble = nil } }
    effects.append(.askServer(request, number: number))
  }

  /// Others join, leave, come and go while the page is open, and the server does not say so by itself.
  mutating func lookAtMachinesWhenDue(_ effects: inout [Effect]) {
    guard let due = session.nextOfServer, session.serverWork == nil,
      due <= session.clock.monotonic
    else { return }
    askServer(.machines, isQuiet: true, &effects)
  }

  mutating func stopAskingServer(_ effects: inout [Effect]) {
    guard let work = session.serverWork else { return }
    session.serverWork = nil
    effects.append(.stopAskingServer(number: work.number))
  }

  mutating func receiveServerAnswer(
    _ answer: ServerAnswer, number: Int, _ effects: inout [Effect]
  ) {
    guard let work = session.serverWork, work.number == number else { return }
    session.serverWork = nil
    if work.request == .machines {
      let next = session.clock.monotonic + MachinesState.interval
      changeMachines { $0.looksAgain = next }
    }
    switch (work.request, answer) {
    case (_, .failed(let failure)): fail(work.request, failure)
    case (.machines, .machines(let machines)):
      changeMachines { $0.take(machines) }
      showFocusOfMachines()
    case (.invite(let name), .code(let code, let remark)):
      showJoinCode(code, for: name, remark)
      if !isLookingAtMachines { return }
      askServer(.machines, &effects)
    case (.remove(let name), .done):
      tell("\(name) has no access any more.", .success)
      if isLookingAtMachines { askServer(.machines, &effects) }
    case (.leave, .done):
      session.sync = nil
      endSharing()
      tellOwnAgain()
    case (.leave, .leftUntold(let machine)):
      session.sync = nil
      endSharing()
      tell(
        ServerAnswer.wordsOfUntold(machine)
          + " choose it under Settings → \(SettingRow.onSeveralMachines).",
        .plain)
    default:
      fail(work.request, Failure(.unavailable, "The server answers something else. Try again."))
    }
  }

  private mutating func fail(_ request: ServerRequest, _ failure: Failure) {
    if case .leave = request { session.isLeavingList = false }
    switch request {
    case .invite:
      // What was typed stays.
      guard let at = session.overlays.lastIndex(where: \.isInvitation),
        case .form(var form) = session.overlays[at]
      else { return tell(failure.sentence, .danger) }
      form.set(error: failure.sentence, on: .name)
      session.overlays[at] = .form(form)
    case .leave(anyway: false) where isLookingAtMachines:
      show(
        "The server was not told",
        failure.sentence
          + "\n\nYou are still in the list. If you leave anyway and the server can't be "
          + "told then either, the others see this machine in theirs until one of them removes it.",
        .init("Stay"), .init("Leave anyway", .leaveListAnyway))
    case .machines, .remove, .leave:
      if isLookingAtMachines {
        changeMachines { $0.trouble = failure.sentence }
        showFocusOfMachines()
      } else {
        tell(failure.sentence, .danger)
      }
    }
  }

  mutating func tellOwnAgain() {
    tell("The list is this machine’s own again, with everything in it.", .success)
  }

  /// Not on a screen that was locked meanwhile.
  private mutating func tell(_ sentence: String, _ tone: Notice.Tone) {
    if !session.isLocked { notice(sentence, tone) }
  }
}

extension ServerAnswer {
  /// What there is to do where the server does not know that this machine has left.
  package static func wordsOfUntold(_ machine: String) -> String {
    "The list is this machine’s own again. The server could not be told: to remove \(machine) there, on a "
      + "machine that may invite"
  }
}

extension SessionState {
  /// When the elapsed time of a request changes, or the machines that are shown are looked at again.
  var nextOfServer: Int? {
    if let serverWork {
      return serverWork.isQuiet ? nil : serverWork.nextSecond(after: clock.monotonic)
    }
    if case .machines(let machines)? = overlays.last { return machines.looksAgain }
    return nil
  }
}
