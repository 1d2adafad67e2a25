/// `trolley settings NAME --test`: “test it” of the settings page, run synchronously.
enum SettingsTest {
  /// Longer than the worker waits for a password and a server.
  private static let deadline = 450_000

  static func run(_ row: SettingRow, _ list: OpenList) throws(Failure) -> Never {
    let began = SystemClock.now.monotonic
    var address: String?
    switch row.test {
    case .service(let service): try ask(service, list)
    case .mail: address = try mail(list)
    case nil: throw Failure(.usage, "There is nothing to test about \(row.name).")
    }
    let milliseconds = SystemClock.now.monotonic - began
    try list.print(warnings: list.isJSON ? list.warnings + list.remarks : []) { w, _ in
      w.member("name", row.name)
      w.member("works", true)
      w.member("milliseconds", milliseconds)
      if let address { w.member("to", address) }
    } text: { output in
      let tenths = max(1, (milliseconds + 50) / 100)
      let number = list.style.number("\(tenths / 10).\(tenths % 10)")
      let to = address.map { " The test was mailed to \($0)." } ?? ""
      let title = row.test == .mail ? "Mail" : row.title
      output.line("\(title) works, answered in \(number) s.\(to)")
    }
  }

  private static func ask(_ service: ExternalService, _ list: OpenList) throws(Failure) {
    let access = try list.allowedAccess(to: service)
    if let holder = service.keyHolder, list.preferences.services[holder].key.isEmpty {
      throw Failure(
        .usage,
        service.withoutKeySentence + " Say: trolley settings services.\(holder.rawValue).key -")
    }
    let task = WorkerTask.testService(access)
    guard try list.ask(task, deadline: deadline) == .serviceWorks else {
      throw Failure.unexpectedAnswer
    }
  }

  /// To the user's own address, so as not to bother anyone else. Returns it.
  private static func mail(_ list: OpenList) throws(Failure) -> String {
    let settings = list.preferences.mail
    let carrier = settings.carrier(found: AppPaths.sendmail)
    guard let from = settings.from, let carrier else {
      if carrier != nil {
        throw Failure(
          .usage,
          "The test goes to From, which is missing." + MailSettings.howToNameSender.dropFirst())
      }
      throw Failure(
        .unavailable,
        settings.whyNone == MailSettings.notSetUp
          ? MailSettings.notSetUp + ": set "
            + (settings.from == nil ? "mail.from, and " : "") + "mail.server or mail.sendmail."
          : settings.whyNoneAndHow,
        detail: "mail: no way")
    }
    let letter = MailLetter.test
    let message = MailMessage(
      from: from, to: [from], subject: "A test from Trolley", text: letter.text,
      html: letter.html, time: list.now, offset: SystemClock.utcOffset)
    if let refusal = message.refusal { throw refusal }
    let answer = try list.ask(.sendMail(message, carrier), deadline: deadline) {
      Complaint.say("Waiting for \(carrier.whatMayBeSlow)…")
    }
    guard answer == .mailSent else { throw Failure.unexpectedAnswer }
    return from.address
  }
}
