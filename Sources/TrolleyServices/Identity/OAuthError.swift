/// Why a provider refuses: its error code, and what that means to the user.
struct OAuthError: Equatable, Sendable {
  var code: String
  /// The provider's description, sanitised; may be empty.
  var words = ""

  init(code: String, words: String = "") {
    self.code = CleanText.line(code, limit: .name)
    self.words = CleanText.line(words, limit: .message)
  }

  /// Nil when the answer is no refusal. Decided by its member, not its status, since providers
  /// differ.
  init?(_ json: JSONValue) {
    // Google sends `error_code` when polled too often.
    guard let code = json["error"]?.string ?? json["error_code"]?.string, !code.isEmpty else {
      return nil
    }
    self.init(code: code, words: json["error_description"]?.string ?? "")
  }

  func failure(_ name: String) -> Failure {
    let (kind, sentence): (Failure.Kind, String) =
      switch code {
      case "access_denied", "authorization_declined":
        (.cancelled, "\(name) was told no. Nothing has changed.")
      case "expired_token": (.unavailable, "The code has expired. Start again for a new one.")
      case "invalid_grant":
        (.unavailable, "\(name) takes this code no more. Start again for a new one.")
      case "invalid_client", "unauthorized_client", "deleted_client", "disabled_client":
        (
          .notAllowed,
          "\(name) does not know Trolley by this client id, or not for this way to sign in. "
            + "Check signIn in settings.json."
        )
      case "unsupported_grant_type", "unsupported_response_type":
        (.notAllowed, "\(name) does not offer this way to sign in. Try the other one.")
      case "invalid_scope":
        (.notAllowed, "\(name) does not give out names and addresses to this client id.")
      case "invalid_request":
        (.unavailable, "\(name) does not understand Trolley’s question. \(words)")
      case "admin_policy_enforced", "org_internal":
        (.notAllowed, "The organisation of that account at \(name) does not allow it.")
      case "rate_limit_exceeded", "quota_exceeded":
        (.unavailable, "\(name) was asked too often today. Try again later.")
      case "server_error", "temporarily_unavailable", "slow_down":
        (.unavailable, "\(name) has trouble of its own. Try again later.")
      case "login_required", "interaction_required", "consent_required",
        "account_selection_required":
        (.unavailable, "\(name) wants you to sign in there first. Start again.")
      default:
        (
          .unavailable,
          words.isEmpty
            ? "\(name) refuses and does not say why. Try again later." : "\(name) refuses: \(words)"
        )
      }
    return Failure(kind, CleanText.line(sentence, limit: .message), detail: "\(code) \(words)")
  }
}

/// The answer of a token endpoint.
enum TokenAnswer: Equatable, Sendable {
  struct Tokens: Equatable, Sendable {
    var access: String
    var identity: String?
  }

  case tokens(Tokens)
  case refused(OAuthError)
  /// A problem on the server's side: the next request may succeed.
  case trouble
  case unreadable

  init(_ answer: HTTPAnswer) {
    let json = answer.json
    if let json, !answer.isSuccess, let error = OAuthError(json) {
      self = .refused(error)
    } else if answer.status >= 500 || answer.status == 429 {
      self = .trouble
    } else if answer.isSuccess, let json, let access = json["access_token"]?.string,
      (1...16_384).contains(access.utf8.count)
    {
      self = .tokens(Tokens(access: access, identity: json["id_token"]?.string))
    } else if answer.isSuccess, let json, let error = OAuthError(json) {
      self = .refused(error)
    } else {
      self = .unreadable
    }
  }
}
