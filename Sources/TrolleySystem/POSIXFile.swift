/// An open file that reads and writes whole buffers. Guards the descriptor: it is closed with it.
package final class POSIXFile {
  package let descriptor: Int32
  package let name: String
  package let calls: FileCalls

  package init(descriptor: Int32, name: String, calls: FileCalls) {
    self.descriptor = descriptor
    self.name = name
    self.calls = calls
  }

  deinit {
    // What had to be kept was synced before; there is nothing to be learnt here any more.
    _ = calls.close(descriptor)
  }

  package func status() throws(CallError) -> FileStatus {
    var status = FileStatus()
    try calls.result("fstat", name) { calls.status(descriptor, &status) }
    return status
  }

  /// Fills the buffer from `offset` on; fewer bytes only at the end of the file.
  package func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(CallError)
    -> Int
  {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try calls.result("pread", name) { calls.read(descriptor, rest, offset + filled) }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// At most `count` bytes from `offset` on; fewer only at the end of the file.
  package func bytes(at offset: Int, count: Int) throws(CallError) -> [UInt8] {
    var failure: CallError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(CallError) {
        filled = try read(UnsafeMutableRawBufferPointer(buffer), at: offset)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes everything; after an error `written` tells how far it came.
  package func write(_ bytes: UnsafeRawBufferPointer, written: inout Int) throws(CallError) {
    written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = try calls.result("write", name) { calls.write(descriptor, rest) }
      // Nothing written and no error must not become a loop without end.
      if count == 0 { throw CallError(call: "write", file: name, code: SystemError.inputOutput) }
      written += count
    }
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(CallError) {
    var written = 0
    try write(bytes, written: &written)
  }

  package func write(_ bytes: [UInt8]) throws(CallError) {
    try bytes.withBytes { bytes throws(CallError) in try write(bytes) }
  }

  /// Writes over what is there, at `offset`.
  func overwrite(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(CallError) {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = try calls.result("pwrite", name) {
        calls.overwrite(descriptor, rest, offset + written)
      }
      if count == 0 { throw CallError(call: "pwrite", file: name, code: SystemError.inputOutput) }
      written += count
    }
  }

  package func overwrite(_ bytes: [UInt8], at offset: Int) throws(CallError) {
    try bytes.withBytes { bytes throws(CallError) in try overwrite(bytes, at: offset) }
  }

  /// Copies a part to the end of another file.
  package func copy(from start: Int, to end: Int, into other: POSIXFile) throws(CallError) {
    var offset = start
    while offset < end {
      let bytes = try bytes(at: offset, count: min(256 << 10, end - offset))
      guard !bytes.isEmpty else { return }
      try other.write(bytes)
      offset += bytes.count
    }
  }

  package func truncate(to size: Int) throws(CallError) {
    try calls.result("ftruncate", name) { calls.truncate(descriptor, size) }
  }

  package func sync() throws(CallError) {
    try calls.result("fsync", name) { calls.sync(descriptor) }
  }

  package func syncData() throws(CallError) {
    try calls.result("fdatasync", name) { calls.syncData(descriptor) }
  }

  package func setMode(_ mode: UInt32) throws(CallError) {
    try calls.result("fchmod", name) { calls.setMode(descriptor, mode) }
  }
}

extension [UInt8] {
  /// `withUnsafeBytes`, with the type of the error kept.
  package func withBytes<R, E>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try withUnsafeBufferPointer { bytes throws(E) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}
