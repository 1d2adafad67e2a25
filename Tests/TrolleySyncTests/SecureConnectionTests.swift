import Foundation
import Testing
import TrolleyModel
import TrolleyStorage
import TrolleySyncSupport
import TrolleySystem
import TrolleyTestSupport

@testable import TrolleySync

/// Certificates: the right one, and every kind of wrong one.
@Suite(.startsPrograms) struct SecureConnectionTests {
  /// A server with a certificate for `db.test` by an authority of its own.
  private final class World {
    let server: TestPostgres
    private let folder: String
    let authority: String
    let otherAuthority: String

    init(days: Int = 2) throws {
      let folder = NSTemporaryDirectory() + "/tls-" + UUID().uuidString
      self.folder = folder
      mkdir(folder, 0o700)
      authority = folder + "/ca.crt"
      otherAuthority = folder + "/other.crt"
      try Self.shell(
        """
        cd '\(folder)'
        for ca in ca other; do
          openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
            -subj /CN=$ca -keyout $ca.key -out $ca.crt
        done
        openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=db.test \
          -keyout server.key -out server.csr
        printf 'subjectAltName=DNS:db.test\\n' >names
        openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial \
          -extfile names -days \(days) -out server.crt
        """)
      server = try TestPostgres(settings: ["ssl = on"]) { directory in
        for name in ["server.crt", "server.key"] {
          let path = directory + "/data/" + name
          try FileManager.default.copyItem(atPath: folder + "/" + name, toPath: path)
          chmod(path, 0o600)
        }
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    static func shell(_ script: String) throws {
      let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
      defer { close(nowhere) }
      let child = try #require(
        Spawn.start("/bin/sh", ["-e", "-c", script], descriptors: [nowhere, nowhere, nowhere]))
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      try #require(status == 0)
    }

    /// The address by name, found without a name server.
    func address(_ list: TestSharedList, host: String = "db.test", root: String?) -> ServerAddress {
      var address = list.database.address(user: list.role)
      address["host"] = host
      address["hostaddr"] = "127.0.0.1"
      address["sslmode"] = "verify-full"
      address["sslrootcert"] = root
      return address
    }
  }

  @Test func onlyTheRightCertificateOfTheRightAuthorityIsTrusted() throws {
    let world = try World()
    let list = try TestSharedList(world.server.database())
    func connect(_ address: ServerAddress) throws -> PostgresConnection {
      try PostgresConnection(address, password: TestSharedList.password)
    }
    let good = try connect(world.address(list, root: world.authority))
    #expect(good.isEncrypted)
    let refused: [(ServerAddress, String)] = [
      (world.address(list, root: world.otherAuthority), "not the one this machine trusts"),
      (world.address(list, host: "db.other", root: world.authority), "for another name"),
      (world.address(list, root: "/nowhere/ca.crt"), "missing"),
      (world.address(list, root: nil), "not the one this machine trusts"),
    ]
    for (address, words) in refused {
      let failure = #expect(throws: Failure.self) { try connect(address) }
      #expect(failure?.sentence.contains(words) == true, "\(String(describing: failure))")
      #expect(failure.map { ServerTrouble.trouble($0).kind } == .certificate)
    }
  }

  @Test func `a certificate that has expired is refused, with what helps`() throws {
    let world = try World(days: -1)
    let list = try TestSharedList(world.server.database())
    let failure = #expect(throws: Failure.self) {
      try PostgresConnection(
        world.address(list, root: world.authority), password: TestSharedList.password)
    }
    #expect(
      failure?.sentence == "The certificate of db.test has expired. Give the server a new one.")
    #expect(failure.map { ServerTrouble.trouble($0).kind } == .certificate)
  }

  @Test func `a name that is looked up without an end is given up`() throws {
    let address = try ServerAddress("postgresql://anna@db.test/trolley")
    var limits = PostgresConnection.Limits()
    limits.connecting = 20
    let (answer, never) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let dial = ServerDial(address, nil, limits) { _ in
      never.wait()
      answer.signal()
      return nil
    }
    let failure = #expect(throws: Failure.self) { try dial.connected() }
    #expect(
      failure?.sentence == "Looking up the name db.test takes too long. Is there a network?")
    #expect(failure.map { ServerTrouble.trouble($0).passes } == true)
    // What comes after all hurts nothing.
    never.signal()
    answer.wait()
  }

  @Test func aServerWithoutACertificateIsNotSpokenToByName() throws {
    let list = try TestSharedList(TestPostgres.shared.get().database())
    var address = list.database.address(user: list.role)
    address["host"] = "db.test"
    address["hostaddr"] = "127.0.0.1"
    address["sslmode"] = "verify-full"
    let failure = #expect(throws: Failure.self) {
      try PostgresConnection(address, password: TestSharedList.password)
    }
    #expect(failure?.sentence.contains("does not encrypt") == true)
  }
}
