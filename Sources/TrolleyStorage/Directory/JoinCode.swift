/// What one machine hands to another so that it can join: one line with a role, its password, the
/// list, the key of its secrets, and the certificate to know the server by.
///
/// The password works once: joining replaces it. So a code that was used, or is older than a week,
/// is worth nothing to those who find it.
package struct JoinCode: Equatable {
  private static let mark = "trolley1."

  package var server: String
  package var role: String
  package var password: String
  package var list: String
  package var machine: String
  /// What `pin.key` holds; nil while the list has no secrets.
  package var key: String?
  /// PEM; nil when the system knows the authority.
  package var certificate: String?

  package var text: String {
    var w = JSONWriter()
    w.object { w in
      w.member("server", server)
      w.member("role", role)
      w.member("password", password)
      w.member("list", list)
      w.member("machine", machine)
      w.optional("key", key) { $1.string($0) }
      w.optional("certificate", certificate) { $1.string($0) }
    }
    let bytes = w.bytes + Self.checksum(of: w.bytes)
    return Self.mark + Base64.encodeURL(bytes)
  }

  /// Throws `badInput` in words: blanks and line breaks from a mail are ignored, everything else is
  /// noticed.
  package init(_ text: String) throws(Failure) {
    let plain = text.filter { !$0.isWhitespace }
    guard plain.hasPrefix(Self.mark) else {
      let digits = plain.dropFirst(Self.mark.count - 2).prefix { $0 != "." }
      let isOfVersion =
        plain.hasPrefix(Self.mark.dropLast(2)) && Int(digits) != nil && plain.contains(".")
      throw Failure(
        .badInput,
        isOfVersion
          ? "That code is from a newer Trolley. Update this one."
          : "That is no code of Trolley. It begins with “trolley1.”, and trolley invite prints it.")
    }
    guard let all = Base64.decodeURL(plain.dropFirst(Self.mark.count)), all.count > 4 else {
      throw Self.damaged
    }
    let bytes = Array(all.dropLast(4))
    guard Array(all.suffix(4)) == Self.checksum(of: bytes) else { throw Self.damaged }
    guard let value = try? JSONValue.parse(bytes), let server = value["server"]?.string,
      let role = value["role"]?.string, let password = value["password"]?.string,
      let list = value["list"]?.string, let machine = value["machine"]?.string,
      list.utf8.count == 32,
      list.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { throw Self.damaged }
    self.server = server
    self.role = role
    self.password = password
    self.list = list
    self.machine = CleanText.line(machine)
    key = value["key"]?.string
    certificate = value["certificate"]?.string
  }

  package init(
    server: String, role: String, password: String, list: String, machine: String, key: String?,
    certificate: String?
  ) {
    self.server = server
    self.role = role
    self.password = password
    self.list = list
    self.machine = machine
    self.key = key
    self.certificate = certificate
  }

  private static let damaged = Failure(
    .badInput, "A part of that code is missing or was changed. Copy the whole line again.")

  private static func checksum(of bytes: [UInt8]) -> [UInt8] {
    let crc = bytes.withUnsafeBytes { CRC32C.checksum($0) }
    return (0..<4).map { UInt8(truncatingIfNeeded: crc >> (8 * UInt32(3 - $0))) }
  }

  /// A new password: 32 characters, which are never typed.
  package static func makePassword() -> String {
    var generator = SystemRandomNumberGenerator()
    return Base64.encodeURL((0..<24).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }
}
