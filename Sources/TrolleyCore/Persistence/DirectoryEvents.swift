#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the system tells about one directory. Guards its descriptors.
final class DirectoryEvents {
  /// Readable for `poll` when something happened.
  let descriptor: Int32

  #if canImport(Darwin)
    private let directory: Int32
  #endif

  /// - Parameters:
  ///   - events: which ones, as the system calls them (of inotify; of a vnode filter on Darwin).
  ///   - sentence: what it means that there is no watch, for people.
  init(_ path: String, _ events: Int32, orElse sentence: String) throws(Failure) {
    func check(_ result: Int32, _ call: String) throws(Failure) -> Int32 {
      guard result < 0 else { return result }
      let code = errno
      throw Failure(.failedIO, sentence, detail: "\(call): error \(code)")
    }
    #if canImport(Darwin)
      descriptor = try check(kqueue(), "kqueue")
      do throws(Failure) {
        directory = try check(open(path, O_EVTONLY | O_CLOEXEC | O_NOFOLLOW), "open")
      } catch {
        close(descriptor)
        throw error
      }
      watch(directory, events)
    #else
      descriptor = try check(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)), "inotify_init1")
      // When this throws, the object is complete, and its end closes the descriptor.
      _ = try check(
        inotify_add_watch(descriptor, path, UInt32(events | IN_ONLYDIR | IN_DONT_FOLLOW)),
        "inotify_add_watch")
    #endif
  }

  deinit {
    close(descriptor)
    #if canImport(Darwin)
      close(directory)
    #endif
  }

  #if canImport(Darwin)
    /// Takes what has been told; gives whether that was anything.
    func drain() -> Bool {
      var isAny = false
      var event = kevent()
      var now = timespec()
      while kevent(descriptor, nil, 0, &event, 1, &now) > 0 { isAny = true }
      return isAny
    }

    /// One more file, whose events come with those of the directory.
    func watch(_ file: Int32, _ notes: Int32) {
      var change = kevent(
        ident: UInt(file), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: UInt32(notes), data: 0, udata: nil)
      kevent(descriptor, &change, 1, nil, 0, nil)
    }
  #else
    /// Takes what has been told, some events at a time.
    func drain(_ take: (UnsafeRawBufferPointer) -> Void) {
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
        while true {
          let count = read(descriptor, buffer.baseAddress, buffer.count)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { return }
          take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
      }
    }
  #endif
}
