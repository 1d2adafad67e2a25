/// Which servers of others may be asked, and how they are reached: the member `services` of the
/// settings file.
public struct ServiceSettings: Equatable, Sendable {
  public struct Choice: Equatable, Sendable {
    /// Nil: nobody has been asked.
    public var isAllowed: Bool?
    /// In place of the usual one; empty for that.
    public var address = ""
    public var key = ""

    public init() {}
  }

  /// Whom a service's owner can write to: a mail address or an address of the web.
  public var contact = ""
  public private(set) var choices: [OutsideService: Choice] = [:]

  public init() {}

  public subscript(service: OutsideService) -> Choice {
    get { choices[service] ?? Choice() }
    set { choices[service] = newValue == Choice() ? nil : newValue }
  }

  public func isAllowed(_ service: OutsideService) -> Bool? { self[service].isAllowed }

  public func access(_ service: OutsideService) -> ServiceAccess {
    let choice = self[service]
    var address = choice.address.isEmpty ? service.usualAddress : choice.address
    while address.last == "/" { address.removeLast() }
    return ServiceAccess(service, address: address, key: choice.key, contact: contact)
  }

  /// Whether a contact can stand in a header.
  public static func isContact(_ text: String) -> Bool {
    text.utf8.count <= 200
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x28 && $0 != 0x29 }
  }

  /// Whether a key can stand in a header and in an address.
  public static func isKey(_ text: String) -> Bool {
    text.utf8.count <= 512 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  // MARK: The settings file

  static func read(_ value: JSONValue) -> (settings: ServiceSettings, complaints: [String]) {
    var settings = ServiceSettings()
    var complaints: [String] = []
    guard let members = value.object else {
      return (
        settings,
        ["settings: services must be an object such as {\"overpass\": {\"allowed\": true}}."]
      )
    }
    for member in members {
      if member.name == "contact" {
        if let text = member.value.string, isContact(text) {
          settings.contact = text
        } else {
          complaints.append("settings: services.contact must be a text without blanks.")
        }
      } else if let service = OutsideService(rawValue: member.name) {
        settings[service] = choice(of: service, member.value, &complaints)
      } else {
        complaints.append("settings: services.\(CleanText.line(member.name)) is not known.")
      }
    }
    return (settings, complaints)
  }

  private static func choice(
    of service: OutsideService, _ value: JSONValue, _ complaints: inout [String]
  ) -> Choice {
    var choice = Choice()
    let path = "settings: services.\(service.rawValue)"
    guard let members = value.object else {
      complaints.append("\(path) must be an object such as {\"allowed\": true}.")
      return choice
    }
    for member in members {
      switch member.name {
      case "allowed" where member.value.isNull: break
      case "allowed":
        choice.isAllowed = member.value.bool
        if choice.isAllowed == nil { complaints.append("\(path).allowed must be true or false.") }
      case "address" where service.hasAddress:
        if let text = member.value.string, text.isEmpty || service.accepts(address: text) {
          choice.address = text
        } else {
          let holes = service.isOfTiles ? ", with {z}, {x} and {y}" : ""
          complaints.append("\(path).address must begin with https://\(holes).")
        }
      case "key" where service.takesKey:
        if let text = member.value.string, isKey(text) {
          choice.key = text
        } else {
          complaints.append("\(path).key must be a text without blanks.")
        }
      default: complaints.append("\(path).\(CleanText.line(member.name)) is not known.")
      }
    }
    return choice
  }
}
