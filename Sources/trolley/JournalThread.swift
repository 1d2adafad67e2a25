import Synchronization
import TrolleyCore
import TrolleySecrets
import TrolleyTerminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The one thread that touches the list's files while the screen is open, so that no key waits for
/// the disk. Guards the store; jobs go in by `ask`, answers come out by the mailbox, in order.
final class JournalThread: Sendable {
  enum Job: Sendable {
    case record(Step)
    case readNews
    case readStep(Int, UndoPurpose)
    case askVault(VaultRequest, number: Int)
    case revokeTokens(Account.ID)
    /// Change some members of the settings file.
    case changeSettings([SettingsEdit], SettingsFile)
    /// Keep a mail that was not sent; nil: there is none any more.
    case keepDraft([UInt8]?, path: String)
    case finish
  }

  private let jobs = Mutex<[Job]>([])
  private let wakeUp: (read: Int32, write: Int32)
  private let answers: Mailbox<Action>
  private let vault: SealedSecrets
  private let tokens: SignInTokens
  /// Set when everything asked for has been done and the thread has ended.
  private let isFinished = Atomic<Bool>(false)

  /// `store` belongs to the thread from now on.
  init(
    _ store: sending ListStore, vault: SealedSecrets, tokens: SignInTokens, answers: Mailbox<Action>
  ) throws(Failure) {
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
    inBackground { [self] in run(box.store) }
  }

  /// Carries the store over to the thread that owns it from then on.
  private final class Box: @unchecked Sendable {
    let store: ListStore
    init(_ store: ListStore) { self.store = store }
  }

  func ask(_ job: Job) {
    let isFirst = jobs.withLock { jobs in
      jobs.append(job)
      return jobs.count == 1
    }
    guard isFirst else { return }
    var byte: UInt8 = 1
    _ = write(wakeUp.write, &byte, 1)
  }

  /// Waits until everything that was asked for is on the disk, at most some seconds.
  func finish() {
    ask(.finish)
    var waited = 0
    while !isFinished.load(ordering: .acquiring), waited < 5_000_000 {
      // Mostly there is nothing left to do; a slow disk is not asked ten thousand times a second.
      let pause = waited < 2_000 ? 50 : 500
      usleep(useconds_t(pause))
      waited += pause
    }
  }

  private func run(_ store: ListStore) {
    while true {
      var byte: UInt8 = 0
      while read(wakeUp.read, &byte, 1) < 0, errno == EINTR {}
      let now = jobs.withLock { jobs in
        let all = jobs
        jobs.removeAll(keepingCapacity: true)
        return all
      }
      for (index, job) in now.enumerated() {
        if case .finish = job {
          isFinished.store(true, ordering: .releasing)
          return
        }
        if !perform(job, store) {
          // What was asked for on top of a refused change is refused with it.
          let rest = now[(index + 1)...].filter { if case .record = $0 { false } else { true } }
          for job in rest {
            if case .finish = job {
              isFinished.store(true, ordering: .releasing)
              return
            }
            _ = perform(job, store)
          }
          break
        }
      }
      compact(store)
    }
  }

  /// False when a change was refused.
  private func perform(_ job: Job, _ store: ListStore) -> Bool {
    switch job {
    case .record(let step):
      do {
        answers.post(.journalAdvanced(try store.append(step)))
      } catch {
        Log.write("record: \(error.kind.rawValue) \(error.detail)")
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
    case .readStep(let position, let purpose):
      do {
        answers.post(.stepRead(position, purpose, .success(try store.step(at: position))))
      } catch {
        answers.post(.stepRead(position, purpose, .failure(error)))
      }
    case .askVault(let request, let number):
      let answer = vault.answer(request)
      if case .failed(let failure) = answer { Log.write("sign-in: \(failure.detail)") }
      answers.post(.vaultAnswered(answer, number: number))
    case .revokeTokens(let account):
      do {
        try tokens.forget(account)
      } catch {
        Log.write("sign-in: \(error.detail)")
        answers.post(.journalTrouble(error))
      }
    case .changeSettings(let edits, let settings):
      do {
        let file = try settings.change(edits)
        answers.post(.settingsRead(file.preferences, remarks: Launch.keymap(of: file).remarks))
      } catch {
        Log.write("settings: \(error.detail)")
        answers.post(.preferencesFailed(error))
      }
    case .keepDraft(let bytes, let path):
      do {
        if let bytes { try SmallFile.replace(path, bytes) } else { unlink(path) }
      } catch {
        Log.write("draft: \(error.detail)")
        answers.post(
          .journalTrouble(
            Failure(.failedIO, "The draft of the mail could not be kept on the disk.")))
      }
    case .finish: break
    }
    return true
  }

  /// A new snapshot when the journal has grown: made from the disk on this thread, so that the
  /// screen neither waits nor holds a second copy.
  private func compact(_ store: ListStore) {
    guard store.wantsSnapshot, jobs.withLock(\.isEmpty) else { return }
    do {
      try store.makeSnapshot()
    } catch {
      Log.write("snapshot: \(error.detail)")
    }
  }
}
