// The values in the lines between the programs.

extension Failure: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    Failure(
      try f.member("kind", old?.kind, .choice),
      try f.member("sentence", old?.sentence, .clean(.message), default: ""),
      detail: try f.member("detail", old?.detail, .clean(.message), default: ""))
  }
}

extension ServiceAccess: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    let access = ServiceAccess(
      try f.member("service", old?.service, .choice),
      address: try f.member("address", old?.address, .text(2048)),
      key: try f.member("key", old?.key, .text(512).accepting(ServiceSettings.isKey), default: ""),
      contact: try f.member(
        "contact", old?.contact, .text(200).accepting(ServiceSettings.isContact), default: ""))
    let (service, address) = (access.service, access.address)
    try f.require(
      address.isEmpty ? !service.hasAddress : service.accepts(address: address), "access")
    return access
  }
}

// MARK: Signing in

extension IdentityProvider: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    var provider = IdentityProvider(
      kind: try f.member("kind", old?.kind, .choice),
      name: try f.member("name", old?.name, .clean(), default: ""),
      address: try f.member("address", old?.address, .text(2048)),
      clientID: try f.member("clientId", old?.clientID, .text(512)),
      clientSecret: try f.member("clientSecret", old?.clientSecret, .text(1024)),
      version: try f.member("version", old?.version, .text(40)))
    provider.deviceClientID = try f.member(
      "deviceClientId", old?.deviceClientID, .text(512), default: "")
    provider.deviceClientSecret = try f.member(
      "deviceClientSecret", old?.deviceClientSecret, .text(1024), default: "")
    return provider
  }
}

extension DeviceCode: WireObject {
  /// Google asks for room for 15 characters; people would not type more than this.
  public static let userCodeLimit = CleanText.Limit(bytes: 128, graphemes: 40)

  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    DeviceCode(
      userCode: try f.member(
        "userCode", old?.userCode, .clean(userCodeLimit).accepting { !$0.isEmpty }),
      address: try f.member("address", old?.address, .address),
      qr: try f.optional("qr", old?.qr, .object),
      expiresIn: try f.member("expiresIn", old?.expiresIn, .number(0...86_400)))
  }
}

extension ProvidedIdentity: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    let email = try f.member("email", old?.email, .clean(), default: "")
    return ProvidedIdentity(
      issuer: try f.member("issuer", old?.issuer, .ascii(500)),
      subject: try f.member("subject", old?.subject, .ascii(255)),
      email: EmailAddress.isValid(email) ? email : "",
      isEmailVerified: try f.member("isEmailVerified", old?.isEmailVerified, .flag),
      name: try f.member("name", old?.name, .clean(), default: ""))
  }
}

extension QRCode: WireObject {
  /// A digit for each module, row after row without separators.
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    let side = try f.member("side", old?.side, .number(0...177))
    let modules = try f.member(
      "modules", old?.modules,
      WireForm.text(177 * 177).accepting { $0.utf8.allSatisfy { $0 == 0x30 || $0 == 0x31 } }
        .map({ $0.utf8.map { $0 == 0x31 } }, { String($0.map { $0 ? "1" : "0" }) }))
    guard let code = QRCode(side: side, modules: modules) else { throw WireFields.refusal("side") }
    return code
  }
}

// MARK: Mail

extension MailMessage: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    let address = WireForm.text(1024).map({ try? MailAddress.parse($0) }, { $0.text })
    let message = MailMessage(
      from: try f.optional("from", old?.from, address),
      replyTo: try f.optional("replyTo", old?.replyTo, address),
      to: try f.member("to", old?.to, .list(of: address, most: mostRecipients)),
      subject: try f.member("subject", old?.subject, .text(longestSubject)),
      text: try f.member("text", old?.text, .text(longestText)),
      html: try f.member("html", old?.html, .text(longestText)),
      time: try f.member("time", old?.time, .number()),
      offset: try f.member("offset", old?.offset, .number(Int.min...Int.max)))
    if old == nil, let refusal = message.refusal { throw refusal }
    return message
  }
}

extension MailCarrier: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    let (path, server): (String?, MailServer?) =
      switch old {
      case .sendmail(let path)?: (path, nil)
      case .smtp(let server)?: (nil, server)
      case nil: (nil, nil)
      }
    if let path = try f.optional("sendmail", path, .homePath(1024)) { return .sendmail(path) }
    return .smtp(try .wire(&f, server))
  }
}

extension MailServer: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    let (words, path): ([String]?, String?) =
      switch old?.password {
      case .command(let words)?: (words, nil)
      case .file(let path)?: (nil, path)
      case Password.none?, nil: (nil, nil)
      }
    let command = try f.optional("passwordCommand", words, .list(of: .text(1024), most: 32))
    let file = try f.optional("passwordFile", path, .text(1024))
    guard
      let server = MailServer(
        host: try f.member("host", old?.host, .text(300)),
        port: try f.member("port", old?.port, .number()),
        security: try f.member("security", old?.security, .choice),
        user: try f.member("user", old?.user, .text(256)),
        password: command.map { .command($0) } ?? file.map { .file($0) } ?? Password.none)
    else { throw WireFields.refusal("host") }
    return server
  }
}

// MARK: Pictures

extension PixelSize: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    PixelSize(
      width: try f.member("width", old?.width, .number(sides)),
      height: try f.member("height", old?.height, .number(sides)))
  }
}

extension PixelImage: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    let size = try PixelSize.wire(&f, old?.size)
    let rgba = try f.member(
      "pixels", old?.rgba,
      WireForm.text(WorkerLine.longest).map({ Base64.decode($0) }, { Base64.encode($0) }))
    guard let image = PixelImage(size: size, rgba: rgba) else { throw WireFields.refusal("pixels") }
    return image
  }
}

extension PictureRequest: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    let (path, address, glyph): (String?, WebAddress?, Unicode.Scalar?) =
      switch old?.source {
      case .file(let path)?: (path, nil, nil)
      case .web(let address)?: (nil, address, nil)
      case .glyph(let glyph)?: (nil, nil, glyph)
      case nil: (nil, nil, nil)
      }
    let size = try PixelSize.wire(&f, old?.fitting)
    try f.require(sides.contains(size.width) && sides.contains(size.height), "width")
    if let path = try f.optional("path", path, .path()) {
      return PictureRequest(.file(path), fitting: size)
    }
    if let text = try f.optional("glyph", glyph.map { String(Character($0)) }, .text(8)) {
      guard case .glyph(let glyph)? = PictureSource(text) else {
        try f.require(false, "glyph")
        return PictureRequest(.file(""), fitting: size)
      }
      return PictureRequest(.glyph(glyph), fitting: size)
    }
    return PictureRequest(
      .web(try f.member("picture", address, WireForm.address.map({ WebAddress($0) }, { $0.text }))),
      access: try f.member("access", old?.access, .object), fitting: size)
  }
}

extension PictureFolder: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    var entries: [Entry] = []
    for (list, isDirectory) in [("directories", true), ("pictures", false)] {
      let names = try f.member(
        list, old?.entries.filter { $0.isDirectory == isDirectory }.map(\.name),
        .list(of: .text(255), most: most))
      // A name that can't be shown verbatim can't be chosen either.
      entries += names.filter {
        !$0.isEmpty && CleanText.line($0, limit: .address) == $0 && !$0.contains("/")
      }.map { Entry($0, isDirectory: isDirectory) }
    }
    return PictureFolder(entries: entries, isCut: try f.member("isCut", old?.isCut, .flag))
  }
}
