/// Requests to the worker that await answers: who gets each answer, and which services are asked, by
/// request number.
public struct PendingRequests: Equatable, Sendable {
  /// The part of the state machine that made the request and gets its answers.
  enum Recipient: Equatable, Sendable {
    case signIn, cataloguePage, productDetails, barcode, nearby, favourite, map, streets, mail,
      picture,
      pictureFolder
    case code
    case serviceTest(ExternalService)
  }

  private var last = 0
  private var open: [Int: Request] = [:]

  private struct Request: Equatable {
    let recipient: Recipient
    let services: [ExternalService]
  }

  public init() {}

  public var numbers: some Collection<Int> { open.keys }

  /// Returns the number of a new request.
  mutating func open(_ services: [ExternalService], for recipient: Recipient) -> Int {
    last += 1
    open[last] = Request(recipient: recipient, services: services)
    return last
  }

  func recipient(of number: Int) -> Recipient? { open[number]?.recipient }

  func services(of number: Int) -> [ExternalService] { open[number]?.services ?? [] }

  /// Ignores all further answers. Returns false if none was pending.
  @discardableResult
  mutating func close(_ number: Int) -> Bool { open.removeValue(forKey: number) != nil }
}

extension AppState {
  /// Sends a task to the worker and returns its request number.
  mutating func askWorker(
    _ task: WorkerTask, for recipient: PendingRequests.Recipient, _ effects: inout [Effect]
  ) -> Int {
    let number = session.pendingRequests.open(task.services, for: recipient)
    effects.append(.askWorker(task, number: number))
    return number
  }

  /// Cancels a request: further answers are ignored.
  mutating func cancelWork(_ number: Int, _ effects: inout [Effect]) {
    if session.pendingRequests.close(number) { effects.append(.cancelWork(number: number)) }
  }

  /// Stops requests to services that may no longer be asked, and tells who waits for them.
  mutating func stopForbiddenWork(_ effects: inout [Effect]) {
    for number in session.pendingRequests.numbers.sorted() {
      guard let refusal = session.refusal(toAsk: session.pendingRequests.services(of: number))
      else { continue }
      effects.append(.cancelWork(number: number))
      receiveWorkerAnswer(.failed(refusal), number: number, &effects)
    }
  }

  /// Passes an answer to its recipient; answers to cancelled requests are dropped.
  mutating func receiveWorkerAnswer(
    _ answer: WorkerAnswer, number: Int, _ effects: inout [Effect]
  ) {
    guard let recipient = session.pendingRequests.recipient(of: number) else { return }
    if answer.isLast { session.pendingRequests.close(number) }
    switch recipient {
    case .signIn: receiveSignInAnswer(answer, number: number, &effects)
    case .cataloguePage: receiveCataloguePage(answer, number: number, &effects)
    case .productDetails: receiveProductDetails(answer, number: number, &effects)
    case .barcode: receiveBarcodeAnswer(answer, number: number, &effects)
    case .nearby: receiveNearbyAnswer(answer, number: number, &effects)
    case .favourite: receiveFavourite(answer, number: number, &effects)
    case .map: receiveMap(answer, number: number)
    case .streets: receiveStreets(answer, number: number)
    case .mail: receiveMailAnswer(answer, number: number, &effects)
    case .picture: session.shelf.receive(answer, number: number, at: session.clock.monotonic)
    case .pictureFolder: receivePictureFolder(answer, number: number)
    case .code: receiveCode(answer, number: number)
    case .serviceTest(let service): receiveTestOutcome(answer, of: service, number: number)
    }
  }
}
