import TrolleyUI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Why a frame is called.
public struct LoopInput: Sendable {
  public var events: [TerminalEvent] = []
  /// Watched descriptors with something to read, or whose other end has gone.
  public var ready: [Int32] = []
  /// The window has another size, or was somebody else's meanwhile: paint.
  public var isResized = false
  /// Somebody wants the program to stop (`kill -TSTP`): the frame does it, once it is ready to.
  public var isAskedToStop = false
  /// The program was stopped meanwhile.
  public var isContinued = false
}

/// What a frame wants next.
public struct LoopOutput: Sendable {
  public var goesOn: Bool
  /// When the next frame must come at the latest; nil waits for input without a limit.
  public var deadline: ContinuousClock.Instant?

  public init(goesOn: Bool = true, deadline: ContinuousClock.Instant? = nil) {
    self.goesOn = goesOn
    self.deadline = deadline
  }
}

/// Why a loop ended.
public enum LoopEnd: Equatable, Sendable {
  case finished
  /// The window was closed, or the line to it broke.
  case terminalLost
  case signal(Int32)

  /// After the last clean-up: a process that was told to end by a signal dies by it, so that its
  /// caller sees the real cause (status 128 + signal). Returns for the other ends.
  public func followSignal() {
    if case .signal(let number) = self { Wake.die(by: number) }
  }
}

/// Waits for keys, other threads, descriptors and the clock, and sleeps between them: while nothing
/// happens there is not one wake-up. Belongs to the thread of its screen.
public final class TerminalLoop {
  /// Descriptors that wake the loop. A frame that finds one closed must take it out, or it is
  /// called for ever.
  public var watched: [Int32] = []
  private let screen: CursesScreen

  public init(_ screen: CursesScreen) { self.screen = screen }

  /// Calls `frame` at once and then after each wake-up, until it or a signal ends the loop. The
  /// terminal is given back on return.
  public func run(watch: [Int32] = [], frame: (LoopInput) -> LoopOutput) -> LoopEnd {
    watched = watch
    defer { screen.stop() }
    var input = LoopInput()
    while true {
      let output = frame(input)
      if !output.goesOn { return .finished }
      input = LoopInput()
      let deadline = [output.deadline, screen.inputDeadline].compactMap { $0 }.min()
      guard wait(until: deadline, &input) else { return .terminalLost }
      if case let signal = Wake.end.load(ordering: .relaxed), signal != 0 { return .signal(signal) }
      followTerminal(&input)
      input.events = screen.readEvents()
    }
  }

  /// False when the terminal is gone.
  private func wait(until deadline: ContinuousClock.Instant?, _ input: inout LoopInput) -> Bool {
    var all = [STDIN_FILENO, Wake.pipe.read] + watched
    return withUnsafeTemporaryAllocation(of: pollfd.self, capacity: all.count) { polled in
      for (i, descriptor) in all.enumerated() {
        polled[i] = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      }
      let count = poll(polled.baseAddress, nfds_t(all.count), Self.milliseconds(until: deadline))
      if count < 0 { return errno == EINTR }
      if count == 0 { return true }
      if polled[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return false }
      if polled[1].revents != 0 { Wake.drain() }
      all.removeFirst(2)
      for (i, descriptor) in all.enumerated() where polled[i + 2].revents != 0 {
        input.ready.append(descriptor)
      }
      return true
    }
  }

  /// Rounded up, so that a deadline is over when it wakes us; -1 for none.
  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { return 0 }
    return Int32(min((left / .milliseconds(1)).rounded(.up), 1e9))
  }

  /// What signals have reported about the window.
  private func followTerminal(_ input: inout LoopInput) {
    if Wake.stop.exchange(false, ordering: .relaxed) { input.isAskedToStop = true }
    if Wake.continued.exchange(false, ordering: .relaxed) {
      screen.continueAfterStop()
      input.isResized = true
      input.isContinued = true
    }
    if Wake.resized.exchange(false, ordering: .relaxed) {
      screen.resize()
      input.isResized = true
    }
  }
}
