import Foundation
import Glibc
import Testing

/// Searches bytes for secrets in every form in which carelessness might leave them: plain, encoded,
/// as numbers, as a printed array, and hashed without a key.
struct SecretSearch {
  struct Form {
    let name: String
    let bytes: [UInt8]
  }

  let secrets: [String]
  private let forms: [Form]

  /// Each of at least nine characters: shorter ones would be found by chance.
  init(_ secrets: [String]) throws {
    self.secrets = secrets
    var forms: [Form] = []
    for secret in secrets {
      try #require(secret.utf8.count >= 9)
      for form in Self.forms(of: secret) + (try Self.hashes(of: secret)) {
        forms.append(Form(name: "\(secret) as \(form.name)", bytes: form.bytes))
      }
    }
    self.forms = forms
  }

  /// The names of the forms found.
  func found(in bytes: Data) -> [String] {
    bytes.withUnsafeBytes { all in forms.filter { Self.holds(all, $0.bytes) }.map(\.name) }
  }

  private static func holds(_ all: UnsafeRawBufferPointer, _ wanted: [UInt8]) -> Bool {
    guard let base = all.baseAddress, let first = wanted.first else { return false }
    var at = 0
    while all.count - at >= wanted.count,
      let hit = memchr(base + at, Int32(first), all.count - at - wanted.count + 1)
    {
      if memcmp(hit, wanted, wanted.count) == 0 { return true }
      at = UnsafeRawPointer(hit) - base + 1
    }
    return false
  }

  // MARK: Forms

  static func forms(of secret: String) -> [Form] {
    let bytes = Array(secret.utf8)
    let text = [
      ("plain text", secret), ("plain text backwards", String(secret.reversed())),
      ("hexadecimal", hex(bytes)), ("upper-case hexadecimal", hex(bytes).uppercased()),
      ("escapes of JSON", bytes.map { "\\u00" + hex([$0]) }.joined()),
      ("escapes of addresses", bytes.map { "%" + hex([$0]) }.joined()),
      ("numbers of bytes", bytes.map { String($0) }.joined(separator: ", ")),
      ("characters with blanks", secret.map { String($0) }.joined(separator: " ")),
      ("an array of characters", secret.map { "\"\($0)\"" }.joined(separator: ", ")),
      ("an array of digits", secret.map { String($0) }.joined(separator: ", ")),
    ]
    var forms = text.map { Form(name: $0.0, bytes: Array($0.1.utf8)) }
    forms.append(Form(name: "UTF-16", bytes: bytes.flatMap { [$0, 0] }))
    forms.append(Form(name: "UTF-32", bytes: bytes.flatMap { [$0, 0, 0, 0] }))
    return forms + base64(bytes) + numbers(secret)
  }

  /// At any position in the encoded text: the characters determined by the secret alone.
  private static func base64(_ bytes: [UInt8]) -> [Form] {
    (0..<3).flatMap { shift in
      let all = Data(Array(repeating: 0, count: shift) + bytes).base64EncodedString()
      let first = (shift * 8 + 5) / 6
      let signs = Array(all.utf8)[first..<((shift + bytes.count) * 8 / 6)]
      let forAddresses = signs.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }
      return [
        Form(name: "base64 at \(shift)", bytes: Array(signs)),
        Form(name: "base64 for addresses at \(shift)", bytes: forAddresses),
      ]
    }
  }

  /// Digits as BCD, and as a number.
  private static func numbers(_ secret: String) -> [Form] {
    guard let number = UInt64(secret) else { return [] }
    let digits = secret.utf8.map { $0 - 48 }
    let even = digits.count % 2 == 0 ? digits : [0] + digits
    let pairs = stride(from: 0, to: even.count, by: 2).map { even[$0] << 4 | even[$0 + 1] }
    var binary: [UInt8] = []
    var rest = number
    while rest > 0 {
      binary.append(UInt8(rest & 0xFF))
      rest >>= 8
    }
    return [
      Form(name: "two digits a byte", bytes: pairs),
      Form(name: "a binary number", bytes: binary),
      Form(name: "a binary number, highest byte first", bytes: binary.reversed()),
      Form(name: "a hexadecimal number", bytes: Array(String(number, radix: 16).utf8)),
    ]
  }

  /// A hash without a key reveals a PIN to anyone who tries them all.
  private static func hashes(of secret: String) throws -> [Form] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try ["md5sum", "sha1sum", "sha256sum", "sha512sum", "b2sum", "b2sum -l 256"].flatMap {
      let run = try ChildProcess(
        "/bin/sh", ["-c", "\($0) || :"], environment: ["PATH": path], input: secret
      ).finish()
      guard let sum = run.output.split(separator: " ").first, sum.count >= 32 else {
        return [Form]()
      }
      // A prefix is enough, and also finds truncated hashes.
      let digits = Array(sum.utf8.prefix(24))
      let bytes = stride(from: 0, to: 24, by: 2).compactMap {
        UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
      }
      return [
        Form(name: "its \($0)", bytes: digits), Form(name: "its binary \($0)", bytes: bytes),
      ]
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension SecretSearch {
  /// Checks everything below a directory: no content and no name contains a secret, and only the
  /// owner has access. Returns the names of the files. `search`: what to look for in one of them.
  @discardableResult
  func expectNothing(
    in folder: URL, sourceLocation: SourceLocation = #_sourceLocation,
    search: ((String) -> SecretSearch)? = nil
  ) throws -> [String] {
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var names: [String] = []
    for case let url as URL in try #require(found) {
      let name = String(url.path.dropFirst(folder.path.count + 1))
      expectNothing(in: Data(name.utf8), "the name \(name)", sourceLocation: sourceLocation)
      var status = stat()
      try #require(lstat(url.path, &status) == 0)
      let mode = status.st_mode & 0o7777
      switch status.st_mode & S_IFMT {
      case S_IFDIR: #expect(mode == 0o700, "\(name)", sourceLocation: sourceLocation)
      case S_IFREG:
        #expect(mode == 0o600, "\(name)", sourceLocation: sourceLocation)
        names.append(name)
        let wanted = search?(name) ?? self
        wanted.expectNothing(in: try Data(contentsOf: url), name, sourceLocation: sourceLocation)
      default: Issue.record("\(name) is no file", sourceLocation: sourceLocation)
      }
    }
    return names
  }

  func expectNothing(
    in bytes: Data, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = found(in: bytes)
    #expect(found.isEmpty, "\(what) holds \(found)", sourceLocation: sourceLocation)
  }
}

/// The search finds secrets: otherwise the tests that use it prove nothing.
@Suite struct SecretSearchTests {
  @Test(arguments: ["739154826093", "Tr0lley-päss?word"])
  func everyFormIsFound(_ secret: String) throws {
    let search = try SecretSearch(["604713958226", secret])
    for form in SecretSearch.forms(of: secret) {
      var bytes = Data(repeating: 0x78, count: 4097)
      #expect(search.found(in: bytes).isEmpty)
      bytes.insert(contentsOf: form.bytes, at: 4001)
      #expect(!search.found(in: bytes).isEmpty, "\(form.name)")
    }
    for before in ["", "a", "ab", "abc"] {
      let text = Data((before + secret + "z").utf8).base64EncodedString()
      #expect(!search.found(in: Data(text.utf8)).isEmpty, "base64 behind \(before.count)")
    }
    #expect(search.found(in: Data()).isEmpty)
  }

  @Test func aHashWithoutAKeyIsFound() throws {
    let search = try SecretSearch(["739154826093"])
    let sum = try ChildProcess(
      "/bin/sh", ["-c", "sha256sum || shasum -a 256"],
      environment: ["PATH": "/usr/bin:/bin"], input: "739154826093"
    ).finish().output
    #expect(!search.found(in: Data(sum.utf8)).isEmpty)
  }
}
