import CPostgres

/// The making of a connection: by the rules for certificates, within a deadline even while a name
/// is looked up.
struct ServerDial {
  private let address: ServerAddress
  private let password: String?
  private let deadline: Int
  private let begin: Begin

  /// Looks the name up and begins to connect, for as long as that takes.
  typealias Begin = @Sendable ([(key: String, value: String)]) -> OpaquePointer?

  init(
    _ address: ServerAddress, _ password: String?, _ limits: PostgresConnection.Limits,
    begin: @escaping Begin = Self.libpq
  ) {
    self.address = address
    self.password = password
    deadline = MonotonicTime.milliseconds + limits.connecting
    self.begin = begin
  }

  func connected() throws(Failure) -> OpaquePointer {
    var handle = try started(isStrict: true)
    // Only libpq knows the host when a service or a variable names it. So far nothing was sent.
    if Self.isLocal(handle), address["sslmode"] != "verify-full" {
      PQfinish(handle)
      handle = try started(isStrict: false)
    }
    do { try poll(handle) } catch {
      PQfinish(handle)
      throw error
    }
    return handle
  }

  /// Begins to connect, on a thread of its own: looking up a name cannot be interrupted, only left
  /// behind.
  private func started(isStrict: Bool) throws(Failure) -> OpaquePointer {
    let place = Place()
    let thread = SystemThread(stackSize: 1 << 20) {
      [begin, options = options(isStrict: isStrict)] in
      place.put(begin(options))
    }
    guard let thread else {
      throw Failure(.failedIO, "The system is too busy for that now.", detail: "pthread_create")
    }
    thread.detach()
    switch place.take(until: deadline) {
    case .some(let handle?):
      PQsetErrorVerbosity(handle, PQERRORS_SQLSTATE)
      return handle
    case .some(.none): throw Failure(.failedIO, "Memory is short.", detail: "PQconnectStart")
    case .none:
      throw Failure(
        .unavailable, "Looking up the name \(address.place) takes too long. Is there a network?",
        detail: "name")
    }
  }

  private static let libpq: Begin = { options in
    var keywords = options.map { strdup($0.key) } + [nil]
    var values = options.map { strdup($0.value) } + [nil]
    defer { for pointer in keywords + values { free(pointer) } }
    return keywords.withUnsafeMutableBufferPointer { keywords in
      values.withUnsafeMutableBufferPointer { values in
        keywords.withMemoryRebound(to: UnsafePointer<CChar>?.self) { keywords in
          values.withMemoryRebound(to: UnsafePointer<CChar>?.self) { values in
            PQconnectStartParams(keywords.baseAddress, values.baseAddress, 0)
          }
        }
      }
    }
  }

  private func options(isStrict: Bool) -> [(key: String, value: String)] {
    var all = address.options
    all["client_encoding"] = "UTF8"
    all["application_name"] = "trolley"
    // Kerberos would be tried before, and take the place of the certificate.
    if all["gssencmode"] == nil { all["gssencmode"] = "disable" }
    all["keepalives"] = "1"
    all["keepalives_idle"] = "60"
    all["keepalives_interval"] = "5"
    all["keepalives_count"] = "3"
    all["tcp_user_timeout"] = "20000"
    if let password { all["password"] = password }
    if isStrict {
      all["sslmode"] = "verify-full"
      if all["sslrootcert"] == nil, !Self.hasRootFile {
        all["sslrootcert"] = PQlibVersion() >= 160_000 ? "system" : Self.bundle
      }
    }
    return all.map { (key: $0.key, value: $0.value) }
  }

  /// Whether people gave libpq their own certificates to check by.
  private static var hasRootFile: Bool {
    if getenv("PGSSLROOTCERT") != nil { return true }
    guard let home = getenv("HOME") else { return false }
    return access(String(cString: home) + "/.postgresql/root.crt", R_OK) == 0
  }

  private static var bundle: String {
    let places = [
      "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
      "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
    ]
    return places.first { access($0, R_OK) == 0 } ?? places[0]
  }

  private static func isLocal(_ handle: OpaquePointer) -> Bool {
    let info = PQconninfo(handle)
    defer { PQconninfoFree(info) }
    guard var at = info else { return false }
    var host: String?
    var address: String?
    while let keyword = at.pointee.keyword {
      switch String(cString: keyword) {
      case "host": host = at.pointee.val.map { String(cString: $0) }
      case "hostaddr": address = at.pointee.val.map { String(cString: $0) }
      default: break
      }
      at += 1
    }
    return ServerAddress.isLocal(hosts: host, addresses: address)
  }

  private func poll(_ handle: OpaquePointer) throws(Failure) {
    var next = PGRES_POLLING_WRITING
    CertificateRefusals.forget()
    while PQstatus(handle) != CONNECTION_BAD {
      let left = deadline - MonotonicTime.milliseconds
      guard left > 0 else {
        throw Failure(.unavailable, "\(address.place) does not answer.", detail: "connecting")
      }
      let events = next == PGRES_POLLING_READING ? Int16(POLLIN) : Int16(POLLOUT)
      // The descriptor changes from one host to the next.
      var watched = pollfd(fd: PQsocket(handle), events: events, revents: 0)
      guard Glibc.poll(&watched, 1, Int32(left)) > 0 else { continue }
      next = PQconnectPoll(handle)
      if next == PGRES_POLLING_OK { return }
      if next == PGRES_POLLING_FAILED { break }
    }
    throw ServerTrouble.connecting(handle, address, refusal: CertificateRefusals.last)
  }

  /// Where the thread leaves the connection; the later of the two closes it. Guards it, and two
  /// ends of a pipe.
  private final class Place: Sendable {
    private enum State: @unchecked Sendable {
      case empty
      case made(OpaquePointer?)
      case abandoned
    }

    private let state = Mutex(State.empty)
    private let ends: [Int32]

    init() {
      var ends: [Int32] = [-1, -1]
      _ = pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      self.ends = ends
    }

    deinit { for end in ends { close(end) } }

    func put(_ handle: OpaquePointer?) {
      let made = State.made(handle)
      let isLate = state.withLock { state in
        if case .abandoned = state { return true }
        state = made
        return false
      }
      if isLate { return PQfinish(handle) }
      _ = SystemIO.writeAll(ends[1], [1])
    }

    /// Nil when the deadline came first.
    func take(until deadline: Int) -> OpaquePointer?? {
      while true {
        var watched = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        let left = deadline - MonotonicTime.milliseconds
        let isReady = Glibc.poll(&watched, 1, Int32(max(0, left))) > 0
        let found = state.withLock { state -> State in
          if !isReady, left <= 0, case .empty = state { state = .abandoned }
          return state
        }
        switch found {
        case .empty: continue
        case .made(let handle): return .some(handle)
        case .abandoned: return .none
        }
      }
    }
  }
}

/// Why certificates of servers were refused. libpq says only that one was, and gives its TLS
/// connection up in the same call; OpenSSL tells us when that happens.
private enum CertificateRefusals {
  /// The last one of each thread.
  private static let all = Mutex<[pthread_t: String]>([:])

  private static let watching: Void = trolley_watch_tls { tls, _, _, _, _, _ in
    guard let tls, let refusal = trolley_refusal(tls) else { return }
    CertificateRefusals.all.withLock { $0[pthread_self()] = String(cString: refusal) }
  }

  static func forget() {
    watching
    all.withLock { $0[pthread_self()] = nil }
  }

  /// The last one of this thread since `forget`, in OpenSSL's words.
  static var last: String? { all.withLock { $0[pthread_self()] } }
}
