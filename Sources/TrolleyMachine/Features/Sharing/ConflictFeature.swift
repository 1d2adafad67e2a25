/// What others have replaced or left without effect: how it is told, and the list of it.
extension AppState {
  /// What was replaced of this person's and still is.
  var conflicts: [Conflict] {
    let all = session.replacements.conflicts
    return all.isEmpty
      ? [] : all.filter { $0.owner == session.author && $0.stands(in: shared) }
  }

  /// What this person was told besides, the latest last.
  private var news: [SharingNews] { session.sharingNews.filter { $0.author == session.author } }

  /// Whether there is anything to answer or to read.
  var hasSharingNews: Bool { !conflicts.isEmpty || !news.isEmpty }

  // MARK: Taking note

  /// Takes note of what has its place now: values of this machine, and what replaced them unseen.
  mutating func noteConflicts(_ entries: [Entry], own: Set<StepReference>) -> [SharingNews] {
    guard session.sync != nil else { return [] }
    var news: [SharingNews] = []
    for entry in entries {
      let step = entry.step
      guard entry.position != Entry.waiting else {
        session.replacements.noteAnswers(of: step)
        continue
      }
      guard step.replica != session.ids.replica, !own.contains(step.name) else {
        session.replacements.note(own: entry, in: shared)
        continue
      }
      let new = session.replacements.note(entry, in: shared)
      news += step.isOrder ? self.news(ofOrder: step, new) : self.news(of: new)
    }
    return news
  }

  /// What was noted before the program was started.
  mutating func take(_ notes: [SharingNote], _ effects: inout [Effect]) {
    session.replacements.note(notes, in: shared)
    let conflicts = session.replacements.conflicts.filter { $0.stands(in: shared) }
    tell(news(of: conflicts) + newsOfOthers(&effects))
  }

  /// What the person at the screen is told of steps of others, such as the owner of people who have no
  /// account; told once.
  mutating func newsOfOthers(_ effects: inout [Effect]) -> [SharingNews] {
    guard session.actor.account != nil, !session.isLocked else { return [] }
    let told = session.replacements.newsOfOthers(for: session.author, in: shared)
    settle(told.map(\.id), &effects)
    return told.map(\.news)
  }

  private func news(of conflicts: [Conflict]) -> [SharingNews] {
    conflicts.map {
      SharingNews(
        ConflictText.sentence($0, in: shared, style: session.style), .value, for: $0.owner,
        conflict: $0.id)
    }
  }

  /// What was ordered is bought and does not go back into the cart; what the order did not contain
  /// has stayed there.
  private func news(ofOrder step: Step, _ new: [Conflict]) -> [SharingNews] {
    if let first = new.first {
      let sentence = ConflictText.ordered(
        first, new.count, set: session.replacements.quantitySet(before: first), in: shared,
        style: session.style)
      return [SharingNews(sentence, .value, for: first.owner)]
    }
    let own = step.events.compactMap { event -> CartLine? in
      guard case .quantityChanged(let id, _, _, _, _) = event else { return nil }
      return shared.carts.line(id)
    }.filter { session.replacements.hasReplaced(.linesRemoved([$0]), in: shared) }
    return ConflictText.kept(own, by: step.author, in: shared)
      .map { [SharingNews($0, .rest, for: session.author, tone: .plain)] } ?? []
  }

  // MARK: Telling

  /// Says the weightiest of what there is to say, and how many more there are.
  mutating func tell(_ all: [SharingNews]) {
    let kept = all.filter { one in
      one.conflict == nil && !session.sharingNews.contains { $0.saysTheSame(as: one) }
    }
    session.sharingNews = Array((session.sharingNews + kept).suffix(SharingNews.most))
    func isShown(_ one: SharingNews) -> Bool { one.author == session.author && !session.isLocked }
    let own = all.filter(isShown)
    session.untoldNews = Array(
      (session.untoldNews + all.filter { !isShown($0) }).suffix(SharingNews.most))
    // What is still to be read is not replaced by what weighs less.
    let isShownNow = session.notice?.isOfSharing == true
    let told = upToDate((isShownNow ? session.toldNews : []) + own)
    guard !own.isEmpty || isShownNow && told != session.toldNews else { return }
    session.toldNews = told
    guard let first = told.inOrderOfWeight.first else {
      if isShownNow { session.notice = nil }
      return
    }
    let key = session.keymap.key(for: .putBack, in: session.shownPage.scope, use: shared.use)
    let more = session.toldNews.count - 1
    let conflict = conflicts.first { $0.id == first.conflict }
    let isOfSeveral = conflict.map { ConflictText.hasSeveralValues($0, in: shared) } ?? false
    let hint =
      more > 0
      ? "shows all."
      : first.conflict == nil
        ? nil
        : isOfSeveral
          ? "shows them." : conflict?.canBePutBack == false ? "shows it." : "puts yours back."
    session.notice = Notice(
      text: first.text + (more > 0 ? " And \(more) more." : ""),
      hint: key.flatMap { key in hint.map { " \(key) \($0)" } } ?? "",
      command: hint == nil ? nil : .putBack, tone: first.tone,
      until: session.clock.monotonic + 10_000)
    session.notice?.isOfSharing = true
  }

  /// Replaced values as they are by now; without those that were changed again since.
  private func upToDate(_ all: [SharingNews]) -> [SharingNews] {
    guard all.contains(where: { $0.conflict != nil }) else { return all }
    let now = news(of: conflicts)
    return all.compactMap { one in
      one.conflict == nil ? one : now.first { $0.conflict == one.conflict }
    }
  }

  /// What became of this person's changes while another one was at the screen, or none.
  mutating func tellWhatWaitedForSignIn(_ effects: inout [Effect]) {
    let news = session.untoldNews.filter { $0.author == session.author }
    session.untoldNews.removeAll { news.contains($0) }
    settleTold(news, &effects)
    tell(news + newsOfOthers(&effects))
  }

  /// What the person at the screen was told of steps is not kept any longer to be told.
  mutating func settleTold(_ news: [SharingNews], _ effects: inout [Effect]) {
    let told = news.filter { $0.author == session.author && !session.isLocked }
    settle(Set(told.compactMap(\.place)).sorted().map { .told($0) }, &effects)
  }

  // MARK: Answering

  /// Puts back the value that the notice says was replaced; of several values, which may not all have
  /// room there, it asks; else shows all that there is.
  mutating func putBack(_ effects: inout [Effect]) {
    let conflicts = conflicts
    if session.notice?.isOfSharing == true, session.toldNews.count == 1,
      let told = conflicts.first(where: { $0.id == session.toldNews[0].conflict })
    {
      guard ConflictText.hasSeveralValues(told, in: shared) || !told.canBePutBack else {
        return putBack(told, &effects)
      }
      session.notice = nil
      return chooseConflict(told.id.text, &effects)
    }
    var entries = conflicts.reversed().map { conflict in
      let (what, values) = ConflictText.row(conflict, in: shared, style: session.style)
      return PickerState.Entry(what, detail: values, value: conflict.id.text)
    }
    if !conflicts.isEmpty {
      entries.append(
        PickerState.Entry("Leave everything as the others have it", value: Self.leaveAll))
    }
    let news = news
    if !conflicts.isEmpty, !news.isEmpty { entries.append(.heading(DialogState.newsTitle)) }
    entries += news.reversed().map { PickerState.Entry($0.text, value: $0.text) }
    guard !entries.isEmpty else { return notice("There is nothing of yours to put back.") }
    session.notice = nil
    let title = conflicts.isEmpty ? DialogState.newsTitle : "What other machines replaced"
    show(PickerState(.conflicts, title, entries))
  }

  private static let leaveAll = "all"

  /// What was chosen from the list: a replaced value is asked about, the rest is shown in full.
  mutating func chooseConflict(_ value: String, _ effects: inout [Effect]) {
    if value == Self.leaveAll { return forgetConflicts(&effects) }
    if let news = news.last(where: { $0.text == value }) {
      show(.news(news.text))
      return
    }
    guard let chosen = conflicts.first(where: { $0.id.text == value }) else {
      return notice("That has been changed again meanwhile.")
    }
    guard chosen.canBePutBack else {
      settle([chosen.id], &effects)
      return show(
        .news(ConflictText.sentence(chosen, in: shared, style: session.style)))
    }
    let (what, _) = ConflictText.row(chosen, in: shared, style: session.style)
    let (yours, theirs) = ConflictText.values(chosen, in: shared, style: session.style)
    show(
      PickerState(
        .conflict(chosen.id), what,
        [
          PickerState.Entry("Put yours back", detail: yours, value: "mine"),
          PickerState.Entry("Theirs is right", detail: theirs, value: "theirs"),
        ]))
  }

  mutating func answer(_ id: Conflict.ID, _ value: String, _ effects: inout [Effect]) {
    guard let conflict = conflicts.first(where: { $0.id == id }) else {
      return notice("That has been changed again meanwhile.")
    }
    if value == "mine" { return putBack(conflict, &effects) }
    settle([conflict.id], &effects)
    let left = conflicts.count
    notice("It stays as the others have it." + (left == 0 ? "" : " \(moreReplaced(left))"))
  }

  mutating func settle(_ ids: [Conflict.ID], _ effects: inout [Effect]) {
    session.replacements.settle(ids)
    if !ids.isEmpty { effects.append(.settle(ids)) }
  }

  private mutating func putBack(_ conflict: Conflict, _ effects: inout [Effect]) {
    var now = shared
    var events: [Event] = []
    for event in conflict.inverse(in: shared) {
      for (part, _) in EventReplan(event, in: now).kept {
        var touches: [SharedState.Touch] = []
        now.apply(part, touches: &touches)
        // The fold refuses what would break the list, such as a name that another person has by now.
        if !touches.isEmpty { events.append(part) }
      }
    }
    let isCurrency = conflict.event.setting == .currency
    if isCurrency {
      var planner = planner()
      planner.relabelStarters(to: now.currency)
      events += planner.events
    }
    // As what it was changed on is gone.
    guard !events.isEmpty else {
      settle([conflict.id], &effects)
      return notice("There is nothing to put back any more.")
    }
    do throws(ChangeError) {
      try AccessPolicy.check(events, by: session.actor, in: shared, endsShopping: false)
      settle([conflict.id], &effects)
      let deed = ChangeSummary(events, in: shared, style: session.style)
      record(events, .change, &effects)
      defer { if isCurrency { askAboutPrices(after: events) } }
      let left = conflicts.count
      guard left > 0 else { return announce(done: deed.past) }
      let key = session.keymap.key(for: .putBack, in: session.shownPage.scope, use: shared.use)
      notice(
        ofChange: deed.past + ". " + moreReplaced(left),
        hint: key.map { " \($0) shows \(left == 1 ? "it" : "them")." } ?? "", command: .putBack)
    } catch { refuse(error) }
  }

  private func moreReplaced(_ count: Int) -> String {
    "\(Wording.count(count, "more value")) of yours \(count == 1 ? "was" : "were") replaced."
  }

  /// Leaves everything as the others have it.
  mutating func forgetConflicts(_ effects: inout [Effect]) {
    settle(conflicts.map(\.id), &effects)
    let read = news
    session.sharingNews.removeAll { read.contains($0) }
    notice("It stays as the others have it.")
  }
}

extension Conflict.ID {
  fileprivate var text: String { "\(position).\(part)" }
}

extension DialogState {
  fileprivate static let newsTitle = "What became of changes"

  /// What there is to read of what others did.
  static func news(_ text: String) -> DialogState {
    DialogState(title: newsTitle, message: text)
  }
}
