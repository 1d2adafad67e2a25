import Foundation
import Synchronization
import Testing
import TrolleyModel
import TrolleyTestSupport
import TrolleyWire

@testable import TrolleyCore

/// The program's link to the worker, with the real one and with bad ones.
@Suite(.startsPrograms) final class WorkerLinkTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "trolley-link-" + UUID().uuidString)
  private let time = Mutex(0)

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func link() -> WorkerLink { WorkerLink(find: { WorkerDriver.program }) }

  /// A worker faked by a shell script.
  private func link(_ script: String) throws -> WorkerLink {
    let path = folder.appending(path: "worker").path
    try Data(("#!/bin/sh\n" + script + "\n").utf8).write(to: URL(fileURLWithPath: path))
    try makeExecutable(path)
    return WorkerLink(find: { path }, now: { [self] in time.withLock { $0 } })
  }

  /// Waits like the loop for so many answers.
  private func drain(_ link: WorkerLink, _ count: Int = 1) -> [WorkerLink.Numbered] {
    var all: [WorkerLink.Numbered] = []
    let end = ContinuousClock.now + Patience.limit
    while all.count < count, ContinuousClock.now < end {
      if let descriptor = link.descriptor, !link.hasNews {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&watched, 1, 100)
      }
      all += link.drain()
    }
    return all
  }

  private func kind(_ answer: WorkerAnswer?) -> Failure.Kind? {
    if case .failed(let failure)? = answer { failure.kind } else { nil }
  }

  @Test func itIsStartedByTheFirstTaskAndNotBefore() throws {
    let link = link()
    #expect(link.descriptor == nil)
    link.ask(.encodeQR("abc"), number: 4)
    #expect(link.descriptor != nil)
    let answers = drain(link)
    #expect(answers.map(\.number) == [4])
    guard case .qrCode? = answers.first?.answer else {
      Issue.record("no code")
      return
    }
    link.stop()
    #expect(link.descriptor == nil)
  }

  @Test func itIsEndedWhenItHasNothingToDoAndStartedAgain() throws {
    let link = WorkerLink(
      find: { WorkerDriver.program }, now: { [self] in time.withLock { $0 } })
    #expect(link.restIsDue == nil)
    link.ask(.encodeQR("abc"), number: 1)
    time.withLock { $0 += 2 * WorkerLink.patience }
    // It is at work.
    #expect(link.restIsDue == nil)
    #expect(drain(link).count == 1)
    #expect(link.restIsDue == WorkerLink.patience)
    time.withLock { $0 += WorkerLink.patience - 1 }
    #expect(link.drain().isEmpty)
    #expect(link.descriptor != nil)
    time.withLock { $0 += 1 }
    #expect(link.restIsDue == 0)
    #expect(link.drain().isEmpty)
    #expect(link.descriptor == nil)
    #expect(link.restIsDue == nil)
    link.ask(.encodeQR("abc"), number: 2)
    #expect(drain(link).map(\.number) == [2])
  }

  @Test func oneThatWasStartedAheadOfATaskThatNeverCameIsEnded() {
    let link = WorkerLink(
      find: { WorkerDriver.program }, now: { [self] in time.withLock { $0 } })
    link.wake()
    time.withLock { $0 += WorkerLink.patience }
    _ = link.drain()
    #expect(link.descriptor == nil)
  }

  @Test func aVerbWaitsForItsAnswer() {
    let link = link()
    guard
      case .passwordHashed(let hash) = link.answer(
        to: .hashPassword("abc"), deadline: Patience.milliseconds)
    else {
      Issue.record("no hash")
      return
    }
    #expect(
      link.answer(to: .checkPassword("abc", hash: hash), deadline: Patience.milliseconds)
        == .passwordChecked(isRight: true, rehashed: nil))
  }

  @Test func aVerbDoesNotWaitForEver() throws {
    let link = WorkerLink(find: { [folder] in
      let path = folder.appending(path: "sleeper").path
      try? Data("#!/bin/sh\nsleep 600\n".utf8).write(to: URL(fileURLWithPath: path))
      try? makeExecutable(path)
      return path
    })
    let start = ContinuousClock.now
    #expect(kind(link.answer(to: .encodeQR("a"), deadline: 200)) == .unavailable)
    #expect(ContinuousClock.now - start < Patience.limit)
  }

  @Test func askingNeverWaitsEvenForAWorkerThatDoesNotRead() throws {
    let link = try link("sleep 600")
    let text = String(repeating: "x", count: 2000)
    let time = ContinuousClock().measure {
      for number in 1...200 { link.ask(.encodeQR(text), number: number) }
    }
    #expect(time < Patience.limit)
    #expect(link.isBehind)
    link.stop()
  }

  @Test func itsDeathIsAnAnswerToAllAndItIsStartedAnew() throws {
    let link = try link("read line; exit 3")
    link.ask(.encodeQR("a"), number: 1)
    link.ask(.encodeQR("b"), number: 2)
    let answers = drain(link, 2)
    #expect(answers.map(\.number) == [1, 2])
    #expect(answers.allSatisfy { kind($0.answer) == .unavailable })
    #expect(link.descriptor == nil)
    link.ask(.encodeQR("c"), number: 3)
    #expect(link.descriptor != nil)
    #expect(kind(drain(link).first?.answer) == .unavailable)
  }

  @Test func aWorkerThatKeepsDyingIsLeftAloneForAMinute() throws {
    let link = try link("exit 1")
    for number in 1...3 {
      link.ask(.encodeQR("a"), number: number)
      #expect(drain(link).count == 1)
    }
    link.ask(.encodeQR("a"), number: 4)
    #expect(link.descriptor == nil)
    #expect(link.hasNews)
    #expect(kind(link.drain().first?.answer) == .unavailable)
    time.withLock { $0 += 61_000 }
    link.ask(.encodeQR("a"), number: 5)
    #expect(link.descriptor != nil)
  }

  @Test func aMissingWorkerIsAnAnswer() {
    let link = WorkerLink(find: { nil })
    link.ask(.encodeQR("a"), number: 1)
    #expect(link.hasNews)
    #expect(kind(link.drain().first?.answer) == .unavailable)
    #expect(!link.hasNews)
  }

  @Test(arguments: [
    "echo nonsense; sleep 600", "head -c 4000000 /dev/zero; sleep 600",
    "echo '{\"id\":1,\"answer\":\"openBrowser\",\"address\":\"file:///etc/passwd\"}'; sleep 600",
  ]) func aWorkerThatTalksNonsenseIsEnded(_ script: String) throws {
    let link = try link(script)
    link.ask(.encodeQR("a"), number: 1)
    #expect(kind(drain(link).first?.answer) == .unavailable)
    #expect(link.descriptor == nil)
  }

  @Test func answersThatNobodyAskedForAreDropped() throws {
    let link = try link(
      """
      read line
      echo '{"id":77,"answer":"passwordHashed","hash":"x"}'
      echo '{"id":1,"answer":"passwordHashed","hash":"y"}'
      echo '{"id":1,"answer":"passwordHashed","hash":"z"}'
      read line
      echo '{"id":2,"answer":"passwordHashed","hash":"end"}'
      sleep 600
      """)
    link.ask(.hashPassword("a"), number: 1)
    #expect(drain(link).map(\.answer) == [.passwordHashed("y")])
    link.ask(.hashPassword("b"), number: 2)
    #expect(drain(link).map(\.answer) == [.passwordHashed("end")])
  }

  @Test func cancellingReachesIt() {
    let link = link()
    for number in 1...6 { link.ask(.checkPassword("a", hash: nil), number: number) }
    link.cancel(6)
    let answers = drain(link, 6)
    #expect(kind(answers.first { $0.number == 6 }?.answer) == .cancelled)
  }

  @Test func itHasAGroupOfItsOwnAndEndsWithTheLink() throws {
    let link = try link("echo $$ > \(folder.path)/pid; sleep 600 & wait")
    link.ask(.encodeQR("a"), number: 1)
    let pid = try waitFor("the worker") {
      let text = try? String(contentsOf: folder.appending(path: "pid"), encoding: .utf8)
      return text.flatMap { pid_t($0.dropLast()) }
    }
    #expect(getpgid(pid) == pid)
    link.stop()
    // The child of a killed shell remains until init reaps it.
    waitUntil("the end of the group") { kill(-pid, 0) != 0 }
  }
}
