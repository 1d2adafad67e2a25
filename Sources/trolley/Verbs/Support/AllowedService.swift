extension OpenList {
  /// How to reach a service. A script is not asked, so nothing leaves this machine for one that the person
  /// has not allowed before.
  ///
  /// - Parameter start: what the sentence begins with where it is not allowed.
  func allowedAccess(
    to service: ExternalService, saying start: String = ""
  ) throws(Failure) -> ServiceAccess {
    let services = preferences.services
    guard services.isAllowed(service) == true else {
      let why =
        services.isAllowed(service) == false
        ? service.switchedOffSentence
        : "\(service.title) may not be asked yet: it would get \(service.whatIsSent)."
      throw Failure(
        .notAllowed,
        "\(start)\(why) Say: trolley settings services.\(service.rawValue).allowed yes",
        detail: "\(service.rawValue): no consent")
    }
    return services.access(service)
  }
}
