/// The system's notifications about one directory. Owns its descriptors.
final class DirectoryEvents {
  /// Readable for `poll` when an event is pending.
  let descriptor: Int32

  /// - Parameters:
  ///   - events: the system's mask (of inotify; of a vnode filter on Darwin).
  ///   - sentence: the consequence for the user when the directory can't be watched.
  init(_ path: String, _ events: Int32, orElse sentence: String) throws(Failure) {
    func check(_ result: Int32, _ call: String) throws(Failure) -> Int32 {
      guard result < 0 else { return result }
      let code = errno
      throw Failure(.failedIO, sentence, detail: "\(call): error \(code)")
    }
    descriptor = try check(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)), "inotify_init1")
    // All members are set by now, so `deinit` closes the descriptor if this throws.
    _ = try check(
      inotify_add_watch(descriptor, path, UInt32(events | IN_ONLYDIR | IN_DONT_FOLLOW)),
      "inotify_add_watch")
  }

  deinit {
    close(descriptor)
  }

  /// Reads the pending events, in batches.
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
}
