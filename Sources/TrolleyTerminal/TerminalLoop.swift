/// Why a frame is called.
public struct LoopInput: Sendable {
  public var events: [TerminalEvent] = []
  /// Watched descriptors that are readable or whose other end was closed.
  public var ready: [Int32] = []
  /// The window was resized, or another program used it meanwhile: repaint.
  public var isResized = false
  /// A request to stop the program (`kill -TSTP`): the frame does it once it is ready.
  public var isAskedToStop = false
  /// The program was stopped meanwhile.
  public var isContinued = false
}

/// What a frame wants next.
public struct LoopOutput: Sendable {
  public var goesOn: Bool
  /// The latest time of the next frame; nil waits for input without a limit.
  public var deadline: ContinuousClock.Instant?

  public init(goesOn: Bool = true, deadline: ContinuousClock.Instant? = nil) {
    self.goesOn = goesOn
    self.deadline = deadline
  }
}

public enum LoopEnd: Equatable, Sendable {
  case finished
  /// The window was closed, or the connection was lost.
  case terminalLost
  case signal(Int32)

  /// Call after the last clean-up: if a signal told the process to end, it dies by that signal, so
  /// that its caller sees the real cause (status 128 + signal). Otherwise it returns.
  public func followSignal() {
    if case .signal(let number) = self { Interruption.end(by: number) }
  }
}

/// Waits for keys, other threads, descriptors and timers, and sleeps in between: an idle program
/// never wakes up. Use it only on the thread of its screen.
public final class TerminalLoop {
  /// Descriptors that wake the loop. A frame must remove a closed one, or it is called again and
  /// again.
  public var watched: [Int32] = []
  private let screen: CursesScreen

  public init(_ screen: CursesScreen) { self.screen = screen }

  /// Makes the loop call its frame soon; on any thread.
  @Sendable public static func wake() { SelfPipe.wake() }

  /// Calls `frame` at once and then after each wake-up, until it or a signal ends the loop.
  /// Restores the terminal on return.
  public func run(watch: [Int32] = [], frame: (LoopInput) -> LoopOutput) -> LoopEnd {
    watched = watch
    defer { screen.stop() }
    var input = LoopInput()
    while true {
      let output = frame(input)
      if !output.goesOn { return .finished }
      input = LoopInput()
      let deadline = [output.deadline, screen.inputDeadline, screen.pictureDeadline]
        .compactMap { $0 }.min()
      guard wait(until: deadline, &input) else { return .terminalLost }
      if case let signal = SelfPipe.end.load(ordering: .relaxed), signal != 0 {
        return .signal(signal)
      }
      followTerminal(&input)
      screen.showLatePictures()
      input.events = screen.readEvents()
    }
  }

  /// False when the terminal is gone.
  private func wait(until deadline: ContinuousClock.Instant?, _ input: inout LoopInput) -> Bool {
    var all = [STDIN_FILENO, SelfPipe.pipe.read] + watched
    return withUnsafeTemporaryAllocation(of: pollfd.self, capacity: all.count) { polled in
      for (i, descriptor) in all.enumerated() {
        polled[i] = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      }
      let count = poll(polled.baseAddress, nfds_t(all.count), Self.milliseconds(until: deadline))
      if count < 0 { return errno == EINTR }
      if count == 0 { return true }
      if polled[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return false }
      if polled[1].revents != 0 { SelfPipe.drain() }
      all.removeFirst(2)
      for (i, descriptor) in all.enumerated() where polled[i + 2].revents != 0 {
        input.ready.append(descriptor)
      }
      return true
    }
  }

  /// Rounded up, so that the deadline has passed on waking; -1 for none.
  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { return 0 }
    return Int32(min((left / .milliseconds(1)).rounded(.up), 1e9))
  }

  /// Handles what signals have reported about the window.
  private func followTerminal(_ input: inout LoopInput) {
    if SelfPipe.stop.exchange(false, ordering: .relaxed) { input.isAskedToStop = true }
    if SelfPipe.continued.exchange(false, ordering: .relaxed) {
      screen.continueAfterStop()
      input.isResized = true
      input.isContinued = true
    }
    if SelfPipe.resized.exchange(false, ordering: .relaxed) {
      screen.resize()
      input.isResized = true
    }
  }
}
