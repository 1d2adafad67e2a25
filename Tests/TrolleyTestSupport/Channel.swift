import Foundation

/// Two ends that no program inherits unless it is given one. Another test may start a program at
/// any moment, even between the creation of a pipe and the call that sets close-on-exec; so these
/// are sockets, which are created with that flag.
public struct Channel {
  struct NotMade: Error {}

  public let reading: Int32
  public let writing: Int32

  public init() throws {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw NotMade() }
    shutdown(ends[0], Int32(SHUT_WR))
    shutdown(ends[1], Int32(SHUT_RD))
    reading = ends[0]
    writing = ends[1]
  }
}
