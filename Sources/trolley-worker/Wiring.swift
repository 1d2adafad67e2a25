import Synchronization
import TrolleyCore
import TrolleyServices

/// The one place that names adapters: which task is whose. They are made when they are first needed.
final class Wiring: Sendable {
  private let hashing = Mutex<Result<PasswordHashing, Failure>?>(nil)
  private let identity = Mutex<IdentityService?>(nil)

  func perform(
    _ task: WorkerTask, _ cancellation: Cancellation,
    _ progress: @Sendable (WorkerAnswer) -> Void
  ) -> WorkerAnswer {
    do throws(Failure) {
      switch task {
      case .hashPassword(let password): return .passwordHashed(try passwords().hash(password))
      case .checkPassword(let password, let hash):
        let (isRight, rehashed) = try passwords().check(password, against: hash)
        return .passwordChecked(isRight: isRight, rehashed: rehashed)
      case .encodeQR(let text): return .qrCode(try QREncoder.encode(text))
      case .sendMail(let message, let carrier):
        try MailSending().send(message, by: carrier, cancellation)
        return .mailSent
      case .identify(let provider, let flow):
        return .identity(try identities().identify(provider, flow, cancellation, progress))
      }
    } catch {
      return .failed(error)
    }
  }

  private func passwords() throws(Failure) -> PasswordHashing {
    let made = hashing.withLock { made in
      if let made { return made }
      let new = Result { () throws(Failure) in try PasswordHashing() }
      made = new
      return new
    }
    return try made.get()
  }

  private func identities() -> IdentityService {
    identity.withLock { made in
      if let made { return made }
      let new = IdentityService(client: CurlClient())
      made = new
      return new
    }
  }
}
