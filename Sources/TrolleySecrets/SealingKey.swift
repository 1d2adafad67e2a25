/// Seals PINs and password hashes, and makes keyed hashes of PINs and addresses. Derived from 32
/// random bytes in a file beside the journal, never in it.
struct SealingKey {
  static let fileName = "pin.key"

  private var sealing: [UInt8]
  private var marking: [UInt8]
  private var sealingHashes: [UInt8]
  private var markingAddresses: [UInt8]
  private var markingCodes: [UInt8]

  /// - Parameter create: only while no PIN is sealed with another key.
  init(directory: String, create: Bool) throws(Failure) {
    try Sodium.start()
    let file = SecretFile(path: directory + "/" + Self.fileName)
    var text = try file.read()
    if text == nil, create {
      try file.create(Hex.text(Sodium.random(32)) + "\n")
      text = try file.read()
    }
    guard let text else {
      throw Failure(
        .damaged,
        "The file \(Self.fileName) is gone, so no one can sign in. Put it back from a backup.",
        detail: "no key")
    }
    guard var key = Hex.bytes(text.prefix(64)), key.count == 32 else {
      throw Failure(
        .damaged,
        "The file \(Self.fileName) is damaged, so no one can sign in. Put it back from a backup.",
        detail: "bad key")
    }
    sealing = Sodium.hash(Array("trolley: seal a PIN".utf8), key: key)
    marking = Sodium.hash(Array("trolley: mark a PIN".utf8), key: key)
    sealingHashes = Sodium.hash(Array("trolley: seal a hash".utf8), key: key)
    markingAddresses = Sodium.hash(Array("trolley: mark an address".utf8), key: key)
    markingCodes = Sodium.hash(Array("trolley: mark a code".utf8), key: key)
    Sodium.wipe(&key)
  }

  /// A keyed hash: equal digits have equal marks.
  func mark(_ digits: String) -> String {
    Hex.text(Array(Sodium.hash(Array(digits.utf8), key: marking)[..<16]))
  }

  /// The result has the same length for any number of digits.
  func seal(_ digits: String) -> SealedPIN? {
    var padded = Array(digits.utf8)
    guard padded.count <= PIN.length.upperBound else { return nil }
    padded += Array(repeating: 0x20, count: PIN.length.upperBound - padded.count)
    let sealed = Sodium.seal(padded, key: sealing)
    Sodium.wipe(&padded)
    return SealedPIN(sealed: Hex.text(sealed), mark: mark(digits))
  }

  func open(_ pin: SealedPIN) -> String? {
    guard let sealed = Hex.bytes(pin.sealed), let bytes = Sodium.open(sealed, key: sealing) else {
      return nil
    }
    return String(decoding: bytes.prefix { $0 != 0x20 }, as: UTF8.self)
  }

  func seal(hash: String) -> SealedPassword? {
    SealedPassword(sealed: Hex.text(Sodium.seal(Array(hash.utf8), key: sealingHashes)))
  }

  func open(_ password: SealedPassword) -> String? {
    Hex.bytes(password.sealed).flatMap { Sodium.open($0, key: sealingHashes) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// A keyed hash of an address, normalised first.
  func mark(address: String) -> String {
    Hex.text(Array(Sodium.hash(Folding.plain(address), key: markingAddresses)[..<16]))
  }

  /// A keyed hash of a code without hyphens; the whole hash, since it stands for the code.
  func mark(code plain: String) -> SealedCode? {
    SealedCode(mark: Hex.text(Sodium.hash(Array(plain.utf8), key: markingCodes)))
  }

  /// Erases the keys from memory as soon as they are no longer needed.
  mutating func wipe() {
    Sodium.wipe(&sealing)
    Sodium.wipe(&marking)
    Sodium.wipe(&sealingHashes)
    Sodium.wipe(&markingAddresses)
    Sodium.wipe(&markingCodes)
  }
}
