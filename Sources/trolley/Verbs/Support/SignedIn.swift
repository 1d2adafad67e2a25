import TrolleyCore
import TrolleySecrets

/// Who a verb acts for.
extension OpenList {
  /// Whoever is named, and has signed in; else who signed in last.
  static func actor(
    _ who: String?, _ state: SharedState, _ tokens: SignInTokens
  ) throws(Failure) -> Actor {
    guard state.use.hasAccounts else {
      guard who == nil else {
        throw Failure(.usage, "This list is one person’s: there is nobody to act as.")
      }
      return .person
    }
    guard let who else {
      guard let id = try tokens.current() else { return .nobody }
      return state.present(.account(id))
    }
    let account: Account
    do throws(ChangeRefusal) {
      account = try state.account(named: who)
    } catch { throw error.failure }
    guard try tokens.isSignedIn(account.id) else {
      throw Failure(.notAllowed, "\(account.name) is not signed in. Type: trolley sign-in")
    }
    return .account(account.id)
  }

  /// What the vault says to a PIN, or why not in words.
  func ask(_ request: PINRequest) throws(Failure) -> PINAnswer {
    let answer = vault.answer(request)
    switch answer {
    case .found, .sealed, .opened, .passwordHash, .noted, .sealedPassword: return answer
    case .unknown: throw Failure(.notAllowed, "No one has this PIN. Check the digits.")
    case .taken: throw ChangeRefusal.pinTaken.failure
    case .wait(let time):
      throw Failure(.notAllowed, SignInState.waitSentence((time + 999) / 1000))
    case .closed: throw Failure(.notAllowed, SignInState.closedSentence)
    case .failed(let failure): throw failure
    }
  }
}
