/// The protocol between the two programs, as lines of JSON: requests `{"id":7,"task":"…",…}`,
/// answers `{"id":7,"answer":"…",…}`, and `{"cancel":7}` to cancel a task.
///
/// Both ends distrust their input: everything is bounded, text to display is cleaned, addresses are
/// checked, and any other line is refused with an explanation. Nothing of it is stored.
public enum WorkerLine {
  /// The longest answer in bytes, without its newline: the pixels of a map.
  public static let longest = 3 << 20
  /// The longest request in bytes, without its newline: a mail contains its text twice.
  public static let longestRequest = 6 << 20
  /// The longest password in bytes. The form limits its characters.
  fileprivate static let longestPassword = 1024
  /// The longest place name that a user may type, in bytes.
  fileprivate static let longestPlace = 1024
  /// The capacity of a QR code.
  public static let longestQRText = 2953

  /// What the worker receives.
  public enum Request: Equatable, Sendable {
    case ask(WorkerTask, number: Int)
    case cancel(Int)
  }

  /// Including the newline.
  public static func bytes(of request: Request) -> [UInt8] { WireFields.line(request) }

  public static func bytes(of answer: WorkerAnswer, number: Int) -> [UInt8] {
    WireFields.line(Reply(number: number, answer: answer))
  }

  public static func request(_ line: [UInt8]) throws(Failure) -> Request {
    var fields = try WireFields.fields(of: line, longest: longestRequest)
    return try .wire(&fields, nil)
  }

  public static func answer(
    _ line: [UInt8]
  ) throws(Failure) -> (number: Int, answer: WorkerAnswer) {
    var fields = try WireFields.fields(of: line, longest: longest)
    let reply = try Reply.wire(&fields, nil)
    return (reply.number, reply.answer)
  }

  /// The task that an otherwise unreadable line belongs to; 0 when even that is unreadable.
  public static func number(_ line: [UInt8]) -> Int {
    var fields = try? WireFields.fields(of: line, longest: longestRequest)
    return (try? fields?.member("id", nil, .number())) ?? 0
  }
}

extension WorkerLine.Request: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    let (task, number, cancelled): (WorkerTask?, Int?, Int?) =
      switch old {
      case .ask(let task, let number)?: (task, number, nil)
      case .cancel(let number)?: (nil, nil, number)
      case nil: (nil, nil, nil)
      }
    if let number = try f.optional("cancel", cancelled, .number()) { return .cancel(number) }
    let id = try f.member("id", number, .number())
    return .ask(try .wire(&f, task), number: id)
  }
}

private struct Reply: WireObject {
  let number: Int
  let answer: WorkerAnswer

  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    Reply(number: try f.member("id", old?.number, .number()), answer: try .wire(&f, old?.answer))
  }
}

// A new task or answer is one more entry below.

extension WorkerTask: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    try f.oneOf(cases, "task", old)
  }

  private static var currency: WireForm<Currency> {
    WireForm.text(3).map({ Currency(code: $0) }, { $0.code })
  }

  // Built once: closures that capture only values.
  nonisolated(unsafe) private static let cases: [WireCase<Self>] = [
    WireCase(
      "hashPassword", Self.hashPassword, .named("password", .text(WorkerLine.longestPassword))
    ) { if case .hashPassword(let it) = $0 { it } else { nil } },
    WireCase(
      "checkPassword", Self.checkPassword,
      .named("password", .text(WorkerLine.longestPassword)), .optional("hash", .ascii(256))
    ) { if case .checkPassword(let it, let hash) = $0 { (it, hash) } else { nil } },
    WireCase(
      "identify", Self.identify, .named("provider", .object), .named("flow", .choice)
    ) { if case .identify(let provider, let flow) = $0 { (provider, flow) } else { nil } },
    WireCase("encodeQR", Self.encodeQR, .named("text", .text(WorkerLine.longestQRText))) {
      if case .encodeQR(let it) = $0 { it } else { nil }
    },
    WireCase("sendMail", Self.sendMail, .flat, .flat) {
      if case .sendMail(let mail, let carrier) = $0 { (mail, carrier) } else { nil }
    },
    WireCase("searchCatalogue", Self.searchCatalogue, .flat, .flat) {
      if case .searchCatalogue(let query, let access) = $0 { (query, access) } else { nil }
    },
    WireCase(
      "describeProduct", Self.describeProduct, .named("product", .object),
      .named("wanted", currency), .flat
    ) {
      if case .describeProduct(let it, let wanted, let by) = $0 { (it, wanted, by) } else { nil }
    },
    WireCase(
      "findBarcode", Self.findBarcode,
      .named("barcode", WireForm.text(14).map({ try? Barcode($0) }, { $0.text })),
      .named("language", .text(2).accepting(CatalogueQuery.isLanguage)),
      .named("wanted", currency), .flat
    ) {
      if case .findBarcode(let it, let language, let wanted, let by) = $0 {
        (it, language, wanted, by)
      } else {
        nil
      }
    },
    WireCase("loadPicture", Self.loadPicture, .flat) {
      if case .loadPicture(let it) = $0 { it } else { nil }
    },
    WireCase(
      "listPictures", Self.listPictures, .named("directory", .path()), .named("hidden", .flag)
    ) { if case .listPictures(let it, let hidden) = $0 { (it, hidden) } else { nil } },
    WireCase("testService", Self.testService, .named("access", .object)) {
      if case .testService(let it) = $0 { it } else { nil }
    },
    WireCase(
      "findPlace", Self.findPlace, .named("name", .text(WorkerLine.longestPlace)),
      .named("access", .object)
    ) { if case .findPlace(let name, let access) = $0 { (name, access) } else { nil } },
    WireCase("findStores", Self.findStores, .flat, .named("access", .object)) {
      if case .findStores(let query, let access) = $0 { (query, access) } else { nil }
    },
    WireCase(
      "findStore", Self.findStore, .named("store", .ascii(300)), .named("access", .object)
    ) { if case .findStore(let id, let access) = $0 { (id, access) } else { nil } },
    WireCase("locate", Self.locate, .named("program", .path(1024))) {
      if case .locate(let it) = $0 { it } else { nil }
    },
    WireCase(
      "drawMap", Self.drawMap, .flat, .named("map", .choice),
      .named("access", WireForm<ServiceAccess>.object.accepting { $0.service.isOfMaps })
    ) { if case .drawMap(let view, let kind, let by) = $0 { (view, kind, by) } else { nil } },
    WireCase("findStreets", Self.findStreets, .flat, .named("access", .object)) {
      if case .findStreets(let view, let access) = $0 { (view, access) } else { nil }
    },
  ]
}

extension WorkerAnswer: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    try f.oneOf(cases, "answer", old)
  }

  // Built once: closures that capture only values.
  nonisolated(unsafe) private static let cases: [WireCase<Self>] = [
    WireCase("passwordHashed", Self.passwordHashed, .named("hash", .ascii(256))) {
      if case .passwordHashed(let it) = $0 { it } else { nil }
    },
    WireCase(
      "passwordChecked", Self.passwordChecked, .named("isRight", .flag),
      .optional("rehashed", .ascii(256))
    ) { if case .passwordChecked(let it, let rehashed) = $0 { (it, rehashed) } else { nil } },
    WireCase("showCode", Self.showCode, .flat) {
      if case .showCode(let it) = $0 { it } else { nil }
    },
    WireCase("openBrowser", Self.openBrowser, .named("address", .address)) {
      if case .openBrowser(let it) = $0 { it } else { nil }
    },
    WireCase("identity", Self.identity, .flat) {
      if case .identity(let it) = $0 { it } else { nil }
    },
    WireCase("qrCode", Self.qrCode, .flat) { if case .qrCode(let it) = $0 { it } else { nil } },
    WireCase(
      "mailHandedOver", { Self.mailHandedOver }, parts: { $0 == .mailHandedOver ? () : nil }),
    WireCase("mailSent", { Self.mailSent }, parts: { $0 == .mailSent ? () : nil }),
    WireCase("picture", Self.picture, .flat) {
      if case .picture(let it) = $0 { it } else { nil }
    },
    WireCase("pictureFolder", Self.pictureFolder, .flat) {
      if case .pictureFolder(let it) = $0 { it } else { nil }
    },
    WireCase("serviceWorks", { Self.serviceWorks }, parts: { $0 == .serviceWorks ? () : nil }),
    WireCase("cataloguePage", Self.cataloguePage, .flat) {
      if case .cataloguePage(let it) = $0 { it } else { nil }
    },
    WireCase("catalogueProduct", Self.catalogueProduct, .optional("product", .object)) {
      if case .catalogueProduct(let it) = $0 { .some(it) } else { nil }
    },
    WireCase(
      "places", Self.places,
      .named(
        "places",
        WireForm<[NamedPlace]>.list(of: .object, most: NamedPlace.most).accepting { !$0.isEmpty })
    ) { if case .places(let it) = $0 { it } else { nil } },
    WireCase("stores", Self.stores, .flat) { if case .stores(let it) = $0 { it } else { nil } },
    WireCase("located", Self.located, .named("place", .place)) {
      if case .located(let it) = $0 { it } else { nil }
    },
    WireCase("map", Self.map, .flat) { if case .map(let it) = $0 { it } else { nil } },
    WireCase("streets", Self.streets, .named("streets", .list(of: .object, most: StreetName.most)))
    {
      if case .streets(let it) = $0 { it } else { nil }
    },
    WireCase("failed", Self.failed, .flat) { if case .failed(let it) = $0 { it } else { nil } },
  ]
}
