/// How accounts and held carts are written in the journal and in snapshots. Never in an export.
extension ValueCoding {
  static func write(_ account: Account, _ w: inout JSONWriter) {
    w.beginObject()
    w.member("id", account.id.description)
    w.member("role", account.role.rawValue)
    w.member("first", account.firstName)
    if !account.lastName.isEmpty { w.member("last", account.lastName) }
    if !account.email.isEmpty { w.member("email", account.email) }
    w.member("since", account.since.text)
    if let pin = account.pin {
      w.name("pin")
      w.beginObject()
      w.member("sealed", pin.sealed)
      w.member("mark", pin.mark)
      w.endObject()
    }
    if let password = account.password { w.member("password", password.sealed) }
    if !account.identities.isEmpty {
      w.name("identities")
      w.beginArray()
      for identity in account.identities {
        w.beginObject()
        w.member("issuer", identity.issuer)
        w.member("subject", identity.subject)
        w.endObject()
      }
      w.endArray()
    }
    w.endObject()
  }

  static func account(_ s: inout JSONScanner) throws(JSONError) -> Account {
    let fields = try Fields(&s)
    guard let role = Account.Role(rawValue: fields.line("role")),
      let since = Day(text: fields.line("since"))
    else { throw fields.wrong }
    var pin: SealedPIN?
    if let kept = fields["pin"]?.object {
      func text(_ name: String) -> String {
        kept.first { $0.name == name }?.value.string ?? ""
      }
      pin = SealedPIN(sealed: text("sealed"), mark: text("mark"))
      if pin == nil { throw fields.wrong }
    }
    var password: SealedPassword?
    if let kept = fields["password"]?.string {
      password = SealedPassword(sealed: kept)
      if password == nil { throw fields.wrong }
    }
    var identities: [Identity] = []
    for one in fields["identities"]?.array ?? [] {
      let members = one.object ?? []
      func text(_ name: String) -> String {
        members.first { $0.name == name }?.value.string ?? ""
      }
      guard let identity = Identity(issuer: text("issuer"), subject: text("subject")) else {
        throw fields.wrong
      }
      identities.append(identity)
    }
    return Account(
      id: try fields.id("id"), role: role, firstName: try fields.name("first"),
      lastName: CleanText.line(fields.line("last"), limit: .name),
      email: CleanText.line(fields.line("email"), limit: .name), since: since, pin: pin,
      password: password, identities: identities)
  }

  static func write(_ held: HeldCart, _ w: inout JSONWriter) {
    w.beginObject()
    w.member("id", held.id.description)
    w.member("note", held.note)
    w.member("heldBy", held.heldBy)
    w.member("heldAt", held.heldAt)
    w.endObject()
  }

  static func heldCart(_ s: inout JSONScanner) throws(JSONError) -> HeldCart {
    let fields = try Fields(&s)
    return HeldCart(
      id: try fields.id("id"), note: CleanText.line(fields.line("note"), limit: .name),
      heldBy: fields.line("heldBy"), heldAt: fields.int("heldAt"))
  }
}
