/// How a service is reached, in every task that asks one.
extension WorkerLine {
  static func write(_ access: ServiceAccess, _ w: inout JSONWriter) {
    w.name("access")
    w.beginObject()
    w.member("service", access.service.rawValue)
    w.member("address", access.address)
    if !access.key.isEmpty { w.member("key", access.key) }
    if !access.contact.isEmpty { w.member("contact", access.contact) }
    w.endObject()
  }

  static func access(_ fields: WorkerFields) throws(Failure) -> ServiceAccess {
    let inner = try fields.inner("access")
    guard let service = OutsideService(rawValue: try inner.text("service", most: 40)) else {
      throw inner.refusal("service")
    }
    let address = try inner.text("address", most: 2048)
    let key = inner.has("key") ? try inner.text("key", most: 512) : ""
    let contact = inner.has("contact") ? try inner.text("contact", most: 200) : ""
    guard address.isEmpty ? !service.hasAddress : service.accepts(address: address),
      ServiceSettings.isKey(key), ServiceSettings.isContact(contact)
    else { throw inner.refusal("access") }
    return ServiceAccess(service, address: address, key: key, contact: contact)
  }
}
