import CCurl

/// One HTTP exchange, within its limits. Guards the buffers that libcurl's callbacks fill; belongs
/// to one thread and runs once.
final class CurlTransfer {
  private let request: HTTPRequest
  private let userAgent: String
  private let authorities: String?
  private let deadline: Int
  private let monotonic: @Sendable () -> Int

  private var headers: [HTTPHeader] = []
  private var headerBytes = 0
  private var body: [UInt8] = []
  private var wireBytes = 0
  private var isTooLarge = false
  /// When data last arrived, in milliseconds.
  private var lastSign: Int
  private var isConnected = false

  init(
    _ request: HTTPRequest, userAgent: String, authorities: String?, deadline: Int,
    monotonic: @escaping @Sendable () -> Int
  ) {
    self.request = request
    self.userAgent = userAgent
    self.authorities = authorities
    self.deadline = deadline
    self.monotonic = monotonic
    lastSign = monotonic()
  }

  private func problem(_ reason: HTTPError.Reason, _ detail: String) -> HTTPError {
    HTTPError(reason, host: request.address.host, detail: detail)
  }

  func run(
    on connections: CurlConnections, _ cancellation: Cancellation
  ) throws(HTTPError) -> HTTPAnswer {
    guard let easy = trolley_curl_easy_init() else { throw problem(.noNetwork, "curl_easy_init") }
    defer { trolley_curl_easy_cleanup(easy) }
    let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    defer { message.deallocate() }
    trolley_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, message)
    let list = try setUp(easy)
    defer { trolley_curl_slist_free_all(list) }

    let multi = connections.handle
    guard trolley_curl_multi_add(multi, easy) == CURLM_OK else {
      throw problem(.noNetwork, "curl_multi_add_handle")
    }
    defer { trolley_curl_multi_remove(multi, easy) }
    while true {
      var running: Int32 = 0
      trolley_curl_multi_perform(multi, &running)
      let result = trolley_curl_result(multi)
      if result >= 0 {
        return try finish(easy, CURLcode(rawValue: UInt32(result)), String(cString: message))
      }
      if isTooLarge { throw problem(.tooLarge, "on the wire") }
      if cancellation.isCancelled { throw problem(.cancelled, "cancelled") }
      let left = min(deadline, idleDeadline) - monotonic()
      guard left > 0 else { throw problem(.timedOut, isConnected ? "silent" : "no connection") }
      var watched = curl_waitfd()
      watched.fd = cancellation.descriptor
      watched.events = Int16(CURL_WAIT_POLLIN)
      trolley_curl_multi_poll(
        multi, &watched, cancellation.descriptor >= 0 ? 1 : 0, Int32(min(left, 1000)), nil)
    }
  }

  private var idleDeadline: Int {
    lastSign + request.limits.idle + (isConnected ? 0 : request.limits.connect)
  }

  // MARK: Set-up

  private func setUp(_ easy: UnsafeMutableRawPointer) throws(HTTPError) -> UnsafeMutablePointer<
    curl_slist
  >? {
    let address = request.address
    trolley_curl_set_text(easy, CURLOPT_URL, address.text)
    trolley_curl_set_protocols(easy, address.isHTTPS ? 0 : 1)
    trolley_curl_quit_quickly(easy)
    for (option, value) in [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_NOPROGRESS, 1),
      (CURLOPT_DISALLOW_USERNAME_IN_URL, 1), (CURLOPT_SSL_VERIFYPEER, 1),
      (CURLOPT_SSL_VERIFYHOST, 2), (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
      (CURLOPT_CONNECTTIMEOUT_MS, request.limits.connect),
      (CURLOPT_TIMEOUT_MS, max(1, deadline - monotonic())),
    ] {
      trolley_curl_set_number(easy, option, value)
    }
    trolley_curl_set_text(easy, CURLOPT_USERAGENT, userAgent)
    // Everything that libcurl can decompress; limits count the decompressed bytes.
    trolley_curl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "")
    if let authorities { trolley_curl_set_text(easy, CURLOPT_CAINFO, authorities) }
    if address.isLoopback { trolley_curl_set_text(easy, CURLOPT_PROXY, "") }
    if request.method == .post {
      trolley_curl_set_number(easy, CURLOPT_POST, 1)
      trolley_curl_set_number(easy, CURLOPT_POSTFIELDSIZE, request.body.count)
      request.body.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        _ = trolley_curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, start)
      }
    }
    setCallbacks(easy)
    let list = try headerList()
    trolley_curl_set_list(easy, CURLOPT_HTTPHEADER, list)
    return list
  }

  private func headerList() throws(HTTPError) -> UnsafeMutablePointer<curl_slist>? {
    // No `Expect: 100-continue` before a body of a few bytes.
    var list = trolley_curl_slist_append(nil, "Expect:")
    for header in request.headers + request.credentials {
      guard header.isSound else {
        trolley_curl_slist_free_all(list)
        throw problem(.unreadable, "a header with strange bytes")
      }
      list = trolley_curl_slist_append(list, header.name + ": " + header.value) ?? list
    }
    return list
  }

  private func setCallbacks(_ easy: UnsafeMutableRawPointer) {
    let own = Unmanaged.passUnretained(self).toOpaque()
    trolley_curl_set_pointer(easy, CURLOPT_WRITEDATA, own)
    trolley_curl_set_take(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      CurlTransfer.own(context)?.take(body: bytes, size * count) ?? 0
    }
    trolley_curl_set_pointer(easy, CURLOPT_HEADERDATA, own)
    trolley_curl_set_take(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      CurlTransfer.own(context)?.take(header: bytes, size * count) ?? 0
    }
    // Bytes that libcurl consumes itself count too: a chunk may be nothing but its extension.
    trolley_curl_set_talk(
      easy,
      { _, type, _, count, context in
        if type == CURLINFO_DATA_IN { CurlTransfer.own(context)?.count(wire: count) }
        return 0
      }, own)
    trolley_curl_set_connected(
      easy,
      { context, _, _, _, _ in
        CurlTransfer.own(context)?.connected()
        return 0
      }, own)
  }

  private static func own(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Receiving

  private func connected() {
    isConnected = true
    lastSign = monotonic()
  }

  private func count(wire count: Int) {
    wireBytes += count
    if wireBytes > request.limits.wire { isTooLarge = true }
  }

  /// Returns how many bytes were accepted; fewer than offered aborts the transfer.
  private func take(body bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    connected()
    guard let bytes, body.count + count <= request.limits.body else {
      isTooLarge = true
      return 0
    }
    UnsafeRawBufferPointer(start: bytes, count: count).withMemoryRebound(to: UInt8.self) {
      body.append(contentsOf: $0)
    }
    return count
  }

  private func take(header bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    connected()
    headerBytes += count
    guard let bytes, headerBytes <= request.limits.header else {
      isTooLarge = true
      return 0
    }
    let line = UnsafeRawBufferPointer(start: bytes, count: count)
    // After an interim answer (100 Continue) another one follows.
    if line.starts(with: "HTTP/".utf8) { headers = [] }
    guard let colon = line.firstIndex(of: 0x3A) else { return count }
    let name = String(decoding: line[..<colon], as: UTF8.self)
    let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
    headers.append(HTTPHeader(name, value.trimmingBlanks))
    return count
  }

  // MARK: The end

  private func finish(
    _ easy: UnsafeMutableRawPointer, _ result: CURLcode, _ message: String
  ) throws(HTTPError) -> HTTPAnswer {
    guard result == CURLE_OK else {
      let words = message.isEmpty ? String(cString: trolley_curl_easy_strerror(result)) : message
      let reason = reason(easy, result)
      throw HTTPError(
        reason, host: request.address.host, detail: "curl \(result.rawValue) \(words)",
        isPassing: reason == .refused || reason == .unreadable)
    }
    var status = 0
    trolley_curl_get_number(easy, CURLINFO_RESPONSE_CODE, &status)
    return HTTPAnswer(status: status, headers: headers, body: body, address: request.address)
  }

  private func reason(_ easy: UnsafeMutableRawPointer, _ result: CURLcode) -> HTTPError.Reason {
    isTooLarge ? .tooLarge : Self.networkReason(easy, result)
  }

  /// Why a server could not be reached, or a connection is not secure.
  static func networkReason(
    _ easy: UnsafeMutableRawPointer, _ result: CURLcode
  ) -> HTTPError.Reason {
    switch result {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      return Self.hasNetwork ? .nameNotFound : .noNetwork
    case CURLE_COULDNT_CONNECT:
      var code = 0
      trolley_curl_get_number(easy, CURLINFO_OS_ERRNO, &code)
      switch Int32(truncatingIfNeeded: code) {
      case ENETUNREACH, ENETDOWN, EHOSTUNREACH: return Self.hasNetwork ? .refused : .noNetwork
      case ETIMEDOUT: return .timedOut
      default: return .refused
      }
    case CURLE_OPERATION_TIMEDOUT: return .timedOut
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS:
      return .certificate
    default: return .unreadable
    }
  }

  /// Whether any network interface is up.
  private static var hasNetwork: Bool {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return true }
    defer { freeifaddrs(first) }
    var next = first
    while let one = next?.pointee {
      next = one.ifa_next
      let flags = Int32(truncatingIfNeeded: one.ifa_flags)
      guard let address = one.ifa_addr, flags & isUp == isUp, flags & isLoopback == 0 else {
        continue
      }
      let family = Int32(address.pointee.sa_family)
      if family == AF_INET || family == AF_INET6 { return true }
    }
    return false
  }

  private static let isUp = Int32(IFF_UP | IFF_RUNNING)
  private static let isLoopback = Int32(IFF_LOOPBACK)
}

extension String {
  fileprivate var trimmingBlanks: String {
    var part = self[...]
    while let first = part.unicodeScalars.first, first.value <= 0x20 {
      part.unicodeScalars.removeFirst()
    }
    while let last = part.unicodeScalars.last, last.value <= 0x20 {
      part.unicodeScalars.removeLast()
    }
    return String(part)
  }
}
