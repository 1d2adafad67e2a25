import TrolleySecrets

/// The only thread that touches the list's files while the screen is open, so that no key waits for
/// the disk. Guards the store; jobs go in by `ask`, answers come out through the mailbox, in order.
package final class JournalThread: Sendable {
  package enum Job: Sendable {
    case record(Step)
    case readNews
    case readStep(StepReference, UndoPurpose)
    /// What was kept of a shared list.
    case readSharingNotes
    /// Keep that this was answered.
    case settle([Conflict.ID])
    case askVault(VaultRequest, number: Int)
    case revokeTokens(Account.ID)
    case changeSettings([SettingsEdit], SettingsFile)
    /// Something for the shared list.
    case sync(SyncSession.Job)
    case readSettings(SettingsFile)
    case checkSetting(name: String, typed: String, Preferences)
    /// Keep a mail that was not sent, or forget it.
    case changeDrafts(MailDrafts.Change, MailDraftFile)
    case readDrafts(MailDraftFile)
    /// Let no other program send this mail, and keep that it may have gone.
    case claimMail(MailClaim, MailDraftFile, number: Int)
    case endMailClaim(number: Int)
    /// Keep a small file that may be lost, in the cache.
    case keep([UInt8], path: String)
    case finish
  }

  private struct Work {
    var jobs: [Job] = []
    /// Unfinished jobs: waiting or under way.
    var open = 0
    var isHeld = false
  }

  private let work = Mutex(Work())
  private let wakeUp: (read: Int32, write: Int32)
  private let answers: Mailbox<Action>
  /// What became of jobs for the shared list.
  let syncAnswers: Mailbox<SyncSession.Answer>
  private let vault: SealedSecrets
  private let tokens: SignInTokens
  /// The mails that this program is sending, by request number.
  private let mails = Mutex<[Int: MailInHand]>([:])
  /// Starts the thread; nil once that is done.
  private let beginning = Mutex<(@Sendable () -> Void)?>(nil)

  /// `store` belongs to the thread from now on. It starts with the first job, because a new thread
  /// and the first frame would wait for each other's memory.
  init(
    _ store: sending ListStore, vault: SealedSecrets, tokens: SignInTokens,
    answers: Mailbox<Action>, syncAnswers: Mailbox<SyncSession.Answer>,
    inBackground: @escaping Engine.BackgroundRunner
  ) throws(Failure) {
    self.syncAnswers = syncAnswers
    self.vault = vault
    self.tokens = tokens
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw Failure(.failedIO, "The system is out of files. Close some programs.", detail: "pipe")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    wakeUp = (ends[0], ends[1])
    self.answers = answers
    let box = Box(store)
    beginning.withLock { $0 = { [self] in inBackground { self.run(box.store) } } }
  }

  /// Transfers the store to the thread, which owns it from then on.
  private final class Box: @unchecked Sendable {
    let store: ListStore
    init(_ store: ListStore) { self.store = store }
  }

  package func ask(_ job: Job) {
    let begin = beginning.withLock { begin in
      defer { begin = nil }
      return begin
    }
    begin?()
    let isFirst = work.withLock { work in
      work.jobs.append(job)
      work.open += 1
      return work.jobs.count == 1 && !work.isHeld
    }
    if isFirst { wake() }
  }

  /// Lets the jobs that are asked for from now on wait until `release`.
  func hold() { work.withLock { $0.isHeld = true } }

  /// Begins what has waited.
  func release() {
    let mustBegin = work.withLock { work in
      defer { work.isHeld = false }
      return work.isHeld && !work.jobs.isEmpty
    }
    if mustBegin { wake() }
  }

  private func wake() {
    var byte: UInt8 = 1
    _ = write(wakeUp.write, &byte, 1)
  }

  /// Waits until all jobs are done and answered. False on timeout.
  ///
  /// - Parameter deadline: milliseconds of the monotonic clock.
  package func settle(until deadline: Int) -> Bool {
    // Usually nothing is left to do; for a slow disk the checks become rarer.
    var pauses = 0
    while work.withLock(\.open) > 0 {
      guard SystemClock.now.monotonic < deadline else { return false }
      usleep(pauses < 40 ? 50 : 500)
      pauses += 1
    }
    return true
  }

  /// Waits, for some seconds at most, until all jobs are on the disk and the thread has ended.
  package func finish() {
    ask(.finish)
    _ = settle(until: SystemClock.now.monotonic + 5000)
  }

  private func run(_ store: ListStore) {
    while true {
      var byte: UInt8 = 0
      while read(wakeUp.read, &byte, 1) < 0, errno == EINTR {}
      let now = work.withLock { work in
        let all = work.jobs
        work.jobs.removeAll(keepingCapacity: true)
        return all
      }
      var isRefused = false
      let sharing = store.sharing
      defer {
        if store.sharing != sharing {
          let (origin, end) = store.head
          syncAnswers.post(.sharing(store.sharing, origin: origin, end: end))
          if store.sharing == nil { note(nil) }
        }
      }
      for job in now {
        defer { work.withLock { $0.open -= 1 } }
        if case .finish = job { return }
        // Changes based on a refused change are refused with it.
        if isRefused, case .record = job { continue }
        if !perform(job, store) { isRefused = true }
      }
      compact(store)
    }
  }

  /// False when a change was refused.
  private func perform(_ job: Job, _ store: ListStore) -> Bool {
    switch job {
    case .record(let step):
      do { answers.post(.journalAdvanced(try store.append(step))) } catch {
        Log.write("record: \(error.kind.rawValue) \(error.detail)")
        // That the account is gone is seen first.
        if error == .ofRemovedPerson, let entries = try? store.news().entries {
          answers.post(.journalAdvanced(entries))
        }
        answers.post(.recordFailed(error))
        return false
      }
    case .readNews:
      do {
        let (entries, warning) = try store.news()
        if !entries.isEmpty { answers.post(.journalAdvanced(entries)) }
        if let warning { answers.post(.journalTrouble(Failure(.damaged, warning))) }
      } catch {
        Log.write("read: \(error.kind.rawValue) \(error.detail)")
        answers.post(.journalTrouble(error))
      }
      tellTries(store)
    case .readStep(let step, let purpose):
      do {
        answers.post(.stepRead(step, purpose, .success(try store.step(at: step, for: purpose))))
      } catch {
        answers.post(.stepRead(step, purpose, .failure(error)))
      }
    case .readSharingNotes:
      do {
        let notes = try store.sharingNotes()
        if !notes.isEmpty { answers.post(.sharingNotesRead(notes)) }
      } catch { Log.write("replaced: \(error.detail)") }
    case .settle(let conflicts):
      do { try store.settle(conflicts) } catch {
        Log.write("replaced: \(error.detail)")
        answers.post(.journalTrouble(error))
      }
    case .askVault(let request, let number):
      let answer = vault.answer(request)
      if case .failed(let failure) = answer { Log.write("sign-in: \(failure.detail)") }
      answers.post(.vaultAnswered(answer, number: number))
      tellTries(store)
    case .revokeTokens(let account):
      do { try tokens.forget(account) } catch {
        Log.write("sign-in: \(error.detail)")
        answers.post(.journalTrouble(error))
      }
    case .sync(let job): perform(job, store)
    case .changeSettings(let edits, let settings): changeSettings(settings, edits)
    case .readSettings(let settings): readSettings(settings)
    case .checkSetting(let name, let typed, let new):
      answers.post(.settingChecked(name: name, typed: typed, refusal: new.refusal(of: name)))
    case .changeDrafts(let change, let file): self.change(file, change)
    case .readDrafts(let file): answers.post(.draftsRead(file.read().bytes))
    case .claimMail(let claim, let file, let number): take(claim, file, number)
    case .endMailClaim(let number): mails.withLock { $0[number] = nil }
    case .keep(let bytes, let path):
      SystemIO.makeDirectories(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
      do { try SmallFile.replace(path, bytes) } catch { Log.write("cache: \(error.detail)") }
    case .finish: break
    }
    return true
  }

  private func change(_ file: MailDraftFile, _ change: MailDrafts.Change) {
    do { try file.apply(change) } catch {
      Log.write("draft: \(error.detail)")
      answers.post(.journalTrouble(error))
    }
  }

  private func take(_ claim: MailClaim, _ file: MailDraftFile, _ number: Int) {
    do throws(Failure) {
      let mail = try file.take(claim)
      mails.withLock { $0[number] = mail }
      if let pending = claim.pending { change(file, .keep(pending)) }
      answers.post(.mailClaimed(number: number, refusal: nil, drafts: []))
    } catch {
      answers.post(.mailClaimed(number: number, refusal: error, drafts: file.read().bytes))
    }
  }

  private func note(_ tries: [SyncTries]?) {
    do { try vault.note(tries) } catch { Log.write("sign-in: \(error.detail)") }
  }

  /// The other machines of a shared list count wrong tries together with this one.
  private func tellTries(_ store: ListStore) {
    if store.sharing != nil { syncAnswers.post(.counted(vault.counted())) }
  }

  private func perform(_ job: SyncSession.Job, _ store: ListStore) {
    do throws(Failure) {
      switch job {
      case .adopt(let lines, let place):
        let entries = try store.adopt(lines, after: place)
        if !entries.isEmpty { answers.post(.journalAdvanced(entries)) }
        syncAnswers.post(.adopted(store.head.end, nil))
      case .draft(let steps, let position):
        syncAnswers.post(.drafted(try store.draft(steps, at: position), after: store.head.end))
      case .note(let tries): note(tries)
      }
    } catch {
      Log.write("sync: \(error.kind.rawValue) \(error.detail)")
      syncAnswers.post(.adopted(store.head.end, error))
    }
  }

  private func changeSettings(_ settings: SettingsFile, _ edits: [SettingsEdit]) {
    do {
      answers.post(.settingsRead(SettingsReading(try settings.change(edits), followsWrite: true)))
    } catch {
      Log.write("settings: \(error.detail)")
      answers.post(.preferencesFailed(error))
    }
  }

  private func readSettings(_ settings: SettingsFile) {
    do {
      answers.post(.settingsRead(SettingsReading(try settings.read(), followsWrite: false)))
    } catch {
      Log.write("settings: \(error.detail)")
      answers.post(.settingsUnreadable(error))
    }
  }

  /// Writes a new snapshot when the journal has grown: rebuilt from the disk on this thread, so
  /// that the screen neither waits nor holds a second copy.
  private func compact(_ store: ListStore) {
    guard store.wantsSnapshot, work.withLock(\.jobs.isEmpty) else { return }
    do { try store.makeSnapshot() } catch {
      Log.write("snapshot: \(error.detail)")
    }
  }
}
