/// The numbers of what the worker has been asked and not answered in full.
public struct OpenWork: Equatable, Sendable {
  private var last = 0
  public private(set) var numbers: Set<Int> = []

  public init() {}

  /// The number for one more question.
  mutating func open() -> Int {
    last += 1
    numbers.insert(last)
    return last
  }

  /// Nobody waits for it any more. False when nobody did.
  @discardableResult
  mutating func close(_ number: Int) -> Bool { numbers.remove(number) != nil }
}

extension AppState {
  /// Asks the worker, and gives the number that its answers carry.
  mutating func askWorker(_ task: WorkerTask, _ effects: inout [Effect]) -> Int {
    let number = session.openWork.open()
    effects.append(.askWorker(task, number: number))
    return number
  }

  /// Gives a question up: no answer to it is heard any more.
  mutating func cancelWork(_ number: Int, _ effects: inout [Effect]) {
    if session.openWork.close(number) { effects.append(.cancelWork(number: number)) }
  }

  /// An answer to a question that nobody asks any more is dropped.
  mutating func handle(_ answer: WorkerAnswer, number: Int, _ effects: inout [Effect]) {
    guard session.openWork.numbers.contains(number) else { return }
    if answer.isLast { session.openWork.close(number) }
    if number == session.signIn.work { take(answer, &effects) }
    take(testOutcome: answer, number: number)
    take(catalogue: answer, number: number, &effects)
    if number == session.nearby.work?.number { take(nearby: answer, &effects) }
    take(map: answer, number: number)
    if number == session.mail.sending?.number { take(mail: answer, &effects) }
    take(pictureAnswer: answer, number: number)
    if case .code(let code)? = session.overlays.last, code.stage == .asking(number) {
      take(answer, for: code)
    }
  }
}
