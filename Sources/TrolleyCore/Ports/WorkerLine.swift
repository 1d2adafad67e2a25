/// What is said between the two programs, as lines of JSON: `{"id":7,"task":"…",…}` there,
/// `{"id":7,"answer":"…",…}` back, `{"cancel":7}` to give a task up.
///
/// Both ends read with suspicion: everything has a bound, what is shown is cleaned, addresses are
/// checked. A line that makes no sense is refused in words.
public enum WorkerLine {
  /// Bytes of an answer without its newline. The longest are the pixels of a screen.
  public static let longest = 1 << 20
  /// Bytes of a request without its newline: a mail has its text twice.
  public static let longestRequest = 6 << 20
  /// Bytes of a password. Its characters are the form's business.
  static let longestPassword = 1024
  /// The most that a QR code holds.
  public static let longestQRText = 2953

  /// What comes in at the worker.
  public enum Request: Equatable, Sendable {
    case ask(WorkerTask, number: Int)
    case cancel(Int)
  }

  /// With its newline.
  public static func bytes(of request: Request) -> [UInt8] {
    var w = JSONWriter()
    w.beginObject()
    switch request {
    case .cancel(let number): w.member("cancel", number)
    case .ask(let task, let number):
      w.member("id", number)
      write(task, &w)
    }
    w.endObject()
    w.newline()
    return w.bytes
  }

  public static func bytes(of answer: WorkerAnswer, number: Int) -> [UInt8] {
    var w = JSONWriter()
    w.beginObject()
    w.member("id", number)
    write(answer, &w)
    w.endObject()
    w.newline()
    return w.bytes
  }

  public static func request(_ line: [UInt8]) throws(Failure) -> Request {
    let fields = try WorkerFields(line, longest: longestRequest)
    if fields.has("cancel") { return .cancel(try fields.number("cancel")) }
    return .ask(try task(fields), number: try fields.number("id"))
  }

  public static func answer(
    _ line: [UInt8]
  ) throws(Failure) -> (number: Int, answer: WorkerAnswer) {
    let fields = try WorkerFields(line)
    return (try fields.number("id"), try answer(fields))
  }

  /// Which task a line is about that makes no sense otherwise; 0 when not even that can be told.
  public static func number(_ line: [UInt8]) -> Int {
    guard let fields = try? WorkerFields(line, longest: longestRequest),
      let number = try? fields.number("id")
    else {
      return 0
    }
    return number
  }
}

extension WorkerLine {
  // MARK: Tasks

  private static func write(_ task: WorkerTask, _ w: inout JSONWriter) {
    switch task {
    case .hashPassword(let password):
      w.member("task", "hashPassword")
      w.member("password", password)
    case .checkPassword(let password, let hash):
      w.member("task", "checkPassword")
      w.member("password", password)
      if let hash { w.member("hash", hash) }
    case .identify(let provider, let flow):
      w.member("task", "identify")
      w.member("flow", flow.rawValue)
      w.name("provider")
      write(provider, &w)
    case .encodeQR(let text):
      w.member("task", "encodeQR")
      w.member("text", text)
    case .sendMail(let message, let carrier):
      w.member("task", "sendMail")
      write(message, carrier, &w)
    case .searchCatalogue(let query, let access):
      w.member("task", "searchCatalogue")
      write(query, &w)
      write(access, &w)
    case .describeProduct(let product, let currency, let access):
      w.member("task", "describeProduct")
      write(product, currency, &w)
      write(access, &w)
    case .findBarcode(let barcode, let language, let access):
      w.member("task", "findBarcode")
      write(barcode, language: language, &w)
      write(access, &w)
    case .loadPicture(let request):
      w.member("task", "loadPicture")
      write(request, &w)
    case .listPictures(let directory, let hidden):
      w.member("task", "listPictures")
      w.member("directory", directory)
      w.member("hidden", hidden)
    case .testService(let access):
      w.member("task", "testService")
      write(access, &w)
    case .findPlace, .findStores, .locate, .drawMap: write(nearby: task, &w)
    }
  }

  private static func task(_ fields: WorkerFields) throws(Failure) -> WorkerTask {
    switch try fields.text("task", most: 40) {
    case "hashPassword":
      return .hashPassword(try fields.text("password", most: longestPassword))
    case "checkPassword":
      return .checkPassword(
        try fields.text("password", most: longestPassword),
        hash: fields.has("hash") ? try fields.ascii("hash", most: 256) : nil)
    case "identify":
      guard let flow = SignInFlow(rawValue: try fields.text("flow", most: 40)) else {
        throw fields.refusal("flow")
      }
      return .identify(try provider(try fields.inner("provider")), flow)
    case "encodeQR": return .encodeQR(try fields.text("text", most: longestQRText))
    case "searchCatalogue":
      return .searchCatalogue(try catalogueQuery(fields), try catalogueAccess(fields))
    case "describeProduct":
      guard let product = try catalogueProduct(fields) else { throw fields.refusal("product") }
      return .describeProduct(
        product, currency: try wanted(fields), try catalogueAccess(fields))
    case "findBarcode":
      let (barcode, language) = try barcode(fields)
      return .findBarcode(barcode, language: language, try catalogueAccess(fields))
    case "testService": return .testService(try access(fields))
    case "sendMail": return .sendMail(try message(fields), try carrier(fields))
    case "loadPicture": return .loadPicture(try pictureRequest(fields))
    case "listPictures":
      return .listPictures(
        directory: try wholePath(fields, "directory"), hidden: try fields.flag("hidden"))
    case let name:
      guard let task = try nearbyTask(name, fields) else { throw fields.refusal("task") }
      return task
    }
  }

  private static func write(_ provider: IdentityProvider, _ w: inout JSONWriter) {
    w.beginObject()
    w.member("kind", provider.kind.rawValue)
    w.member("name", provider.name)
    w.member("address", provider.address)
    w.member("clientId", provider.clientID)
    w.member("clientSecret", provider.clientSecret)
    if !provider.deviceClientID.isEmpty {
      w.member("deviceClientId", provider.deviceClientID)
      w.member("deviceClientSecret", provider.deviceClientSecret)
    }
    w.member("version", provider.version)
    w.endObject()
  }

  private static func provider(_ fields: WorkerFields) throws(Failure) -> IdentityProvider {
    guard let kind = IdentityProvider.Kind(rawValue: try fields.text("kind", most: 40)) else {
      throw fields.refusal("kind")
    }
    var provider = IdentityProvider(
      kind: kind, name: fields.clean("name", .name),
      address: try fields.text("address", most: 2048),
      clientID: try fields.text("clientId", most: 512),
      clientSecret: try fields.text("clientSecret", most: 1024),
      version: try fields.text("version", most: 40))
    if fields.has("deviceClientId") {
      provider.deviceClientID = try fields.text("deviceClientId", most: 512)
      provider.deviceClientSecret = try fields.text("deviceClientSecret", most: 1024)
    }
    return provider
  }

  // MARK: Answers

  private static func write(_ answer: WorkerAnswer, _ w: inout JSONWriter) {
    func kind(_ name: String) { w.member("answer", name) }
    switch answer {
    case .passwordHashed(let hash):
      kind("passwordHashed")
      w.member("hash", hash)
    case .passwordChecked(let isRight, let rehashed):
      kind("passwordChecked")
      w.member("isRight", isRight)
      if let rehashed { w.member("rehashed", rehashed) }
    case .showCode(let code):
      kind("showCode")
      write(code, &w)
    case .openBrowser(let address):
      kind("openBrowser")
      w.member("address", address)
    case .identity(let identity):
      kind("identity")
      w.member("issuer", identity.issuer)
      w.member("subject", identity.subject)
      w.member("email", identity.email)
      w.member("isEmailVerified", identity.isEmailVerified)
      w.member("name", identity.name)
    case .qrCode(let code):
      kind("qrCode")
      write(code, &w)
    case .mailSent: kind("mailSent")
    case .picture(let image):
      kind("picture")
      write(image, &w)
    case .pictureFolder(let folder):
      kind("pictureFolder")
      write(folder, &w)
    case .serviceWorks: kind("serviceWorks")
    case .cataloguePage(let page):
      kind("cataloguePage")
      write(page, &w)
    case .catalogueProduct(let product):
      kind("catalogueProduct")
      write(product, &w)
    case .place, .stores, .located, .map: write(nearby: answer, &w)
    case .failed(let failure):
      kind("failed")
      w.member("kind", failure.kind.rawValue)
      w.member("sentence", CleanText.line(failure.sentence, limit: .message))
      w.member("detail", CleanText.line(failure.detail, limit: .message))
    }
  }

  private static func answer(_ fields: WorkerFields) throws(Failure) -> WorkerAnswer {
    switch try fields.text("answer", most: 40) {
    case "passwordHashed": return .passwordHashed(try fields.ascii("hash", most: 256))
    case "passwordChecked":
      return .passwordChecked(
        isRight: try fields.flag("isRight"),
        rehashed: fields.has("rehashed") ? try fields.ascii("rehashed", most: 256) : nil)
    case "showCode": return .showCode(try deviceCode(fields))
    case "openBrowser": return .openBrowser(try fields.address("address"))
    case "identity": return .identity(try identity(fields))
    case "qrCode": return .qrCode(try qrCode(fields))
    case "mailSent": return .mailSent
    case "picture": return .picture(try pixelImage(fields))
    case "pictureFolder": return .pictureFolder(try pictureFolder(fields))
    case "serviceWorks": return .serviceWorks
    case "cataloguePage": return .cataloguePage(try cataloguePage(fields))
    case "catalogueProduct": return .catalogueProduct(try catalogueProduct(fields))
    case "failed":
      guard let kind = Failure.Kind(rawValue: try fields.text("kind", most: 40)) else {
        throw fields.refusal("kind")
      }
      return .failed(
        Failure(
          kind, fields.clean("sentence", .message), detail: fields.clean("detail", .message)))
    case let name:
      guard let answer = try nearbyAnswer(name, fields) else { throw fields.refusal("answer") }
      return answer
    }
  }

  private static func write(_ code: DeviceCode, _ w: inout JSONWriter) {
    w.member("userCode", code.userCode)
    w.member("address", code.address)
    w.member("expiresIn", code.expiresIn)
    guard let qr = code.qr else { return }
    w.name("qr")
    w.beginObject()
    write(qr, &w)
    w.endObject()
  }

  private static func deviceCode(_ fields: WorkerFields) throws(Failure) -> DeviceCode {
    let expiresIn = try fields.number("expiresIn")
    let userCode = fields.clean("userCode", DeviceCode.userCodeLimit)
    guard expiresIn <= 86_400, !userCode.isEmpty else { throw fields.refusal("userCode") }
    return DeviceCode(
      userCode: userCode, address: try fields.address("address"),
      qr: fields.has("qr") ? try qrCode(try fields.inner("qr")) : nil, expiresIn: expiresIn)
  }

  private static func identity(_ fields: WorkerFields) throws(Failure) -> ProvidedIdentity {
    let email = fields.clean("email", .name)
    return ProvidedIdentity(
      issuer: try fields.ascii("issuer", most: 500),
      subject: try fields.ascii("subject", most: 255),
      email: EmailAddress.isValid(email) ? email : "",
      isEmailVerified: try fields.flag("isEmailVerified"), name: fields.clean("name", .name))
  }

  /// Four modules a digit, row after row without a break.
  private static func write(_ code: QRCode, _ w: inout JSONWriter) {
    w.member("side", code.side)
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: code.modules.count, by: 4) {
      var digit = 0
      for at in start..<start + 4 {
        digit = digit << 1 | (at < code.modules.count && code.modules[at] ? 1 : 0)
      }
      text.append(digits[digit])
    }
    w.member("modules", String(decoding: text, as: UTF8.self))
  }

  private static func qrCode(_ fields: WorkerFields) throws(Failure) -> QRCode {
    let side = try fields.number("side")
    let text = try fields.ascii("modules", most: 8192)
    guard side <= 177, text.utf8.count == (side * side + 3) / 4 else {
      throw fields.refusal("modules")
    }
    var modules: [Bool] = []
    modules.reserveCapacity(side * side + 3)
    for character in text {
      guard let digit = character.hexDigitValue else { throw fields.refusal("modules") }
      for bit in stride(from: 3, through: 0, by: -1) { modules.append(digit >> bit & 1 == 1) }
    }
    guard let code = QRCode(side: side, modules: Array(modules.prefix(side * side))) else {
      throw fields.refusal("side")
    }
    return code
  }
}

extension DeviceCode {
  /// Google asks for room for 15 characters; nobody types more than this.
  public static let userCodeLimit = CleanText.Limit(bytes: 128, graphemes: 40)
}
