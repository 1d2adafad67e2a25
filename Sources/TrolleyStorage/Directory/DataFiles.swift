extension DataDirectory {
  /// Opens a file of any kind: see `accept`.
  func open(_ name: String, _ flags: Int32) throws(CallError) -> POSIXFile {
    let descriptor = try calls.result("open", name) {
      calls.open(self.descriptor, name, flags, 0o600)
    }
    return POSIXFile(descriptor: descriptor, name: name, calls: calls)
  }

  /// Creates a file; its mode does not depend on the umask.
  func create(_ name: String) throws(CallError) -> POSIXFile {
    let file = try open(name, OpenFlags.new)
    do { try file.setMode(0o600) } catch {
      try? remove(name)
      throw error
    }
    return file
  }

  /// Creates a file of this name, with a number appended if the name is taken.
  func createAside(_ name: String) throws(CallError) -> POSIXFile {
    for i in 1..<100 {
      do throws(CallError) { return try create(i == 1 ? name : "\(name)-\(i)") } catch {
        guard error.code == SystemError.exists else { throw error }
      }
    }
    return try create("\(name)-100")
  }

  /// Refuses anything but a regular file that we own, and makes it private.
  func accept(_ file: POSIXFile) throws(Failure) -> FileStatus {
    let status: FileStatus
    do { status = try file.status() } catch { throw Refusal.because(error, .reading) }
    guard status.kind == .regular else { throw Refusal.notAFile(file.name) }
    guard status.owner == ThisProcess.user else { throw Refusal.notOurs(file.name) }
    guard status.mode & 0o077 != 0 else { return status }
    do {
      try file.setMode(0o600)
      notes.append("\(file.name) was open to others; now it is not.")
    } catch {
      // On a read-only disk no other user can write to it either.
      guard status.mode & 0o022 == 0 || SystemError.readOnly.contains(error.code) else {
        throw Refusal.because(error, .reading)
      }
    }
    return status
  }

  /// What a file that is accepted begins with; nil when there is none.
  func content(of name: String, most: Int) throws(Failure) -> [UInt8]? {
    let file: POSIXFile
    do throws(CallError) { file = try open(name, OpenFlags.read) } catch {
      if error.code == SystemError.missing { return nil }
      throw Refusal.because(error, .reading)
    }
    _ = try accept(file)
    return try Refusal.during(.reading) { () throws(CallError) in
      try file.bytes(at: 0, count: most)
    }
  }

  /// The status of the file of that name; nil when there is none.
  func status(of name: String) throws(CallError) -> FileStatus? {
    var status = FileStatus()
    do {
      try calls.result("fstatat", name) { calls.statusOf(descriptor, name, &status) }
    } catch let error where error.code == SystemError.missing {
      return nil
    }
    return status
  }

  func names() throws(CallError) -> [String] {
    var names: [String] = []
    try calls.result("readdir", "directory") { calls.names(descriptor, &names) }
    return names.sorted()
  }

  func rename(_ from: String, to: String) throws(CallError) {
    try calls.result("rename", from) { calls.rename(descriptor, from, to) }
  }

  /// What another program has removed before is gone, too.
  func remove(_ name: String) throws(CallError) {
    do throws(CallError) {
      try calls.result("unlink", name) { calls.remove(descriptor, name) }
    } catch { guard error.code == SystemError.missing else { throw error } }
  }

  /// Makes the directory's names durable.
  func sync() throws(CallError) { try Self.sync(file) }

  /// Replaces `name` atomically: after a crash it holds either the old content or all of the new;
  /// once this returns, the new.
  func replace(_ name: String, _ write: (POSIXFile) throws(CallError) -> Void) throws(CallError) {
    let file = try createTemporary(for: name)
    let temporary = file.name
    do throws(CallError) {
      try write(file)
      try file.sync()
      try rename(temporary, to: name)
    } catch {
      try? remove(temporary)
      throw error
    }
    try sync()
  }

  /// Creates a file and locks it, so that no other process sweeps it away. One may have done so in the
  /// moment between the two.
  private func createTemporary(for name: String) throws(CallError) -> POSIXFile {
    var attempts = 0
    while true {
      let file = try createAside(temporaryName(for: name))
      attempts += 1
      do throws(CallError) {
        try calls.result("flock", file.name) {
          calls.lock(file.descriptor, LockOperation.exclusive)
        }
        if try file.status().links > 0 || attempts == 100 { return file }
      } catch {
        try? remove(file.name)
        guard error.code == SystemError.wouldBlock, attempts < 100 else { throw error }
      }
    }
  }

  func temporaryName(for name: String) -> String {
    "\(name.prefix { $0 != "." })\(Self.temporaryMark)\(ThisProcess.id)"
  }

  /// Removes temporary files left by a killed process. Only under the lock. A process that is still
  /// writing such a file holds a lock on it.
  func sweep() {
    for name in (try? names()) ?? [] where Self.isTemporary(name) {
      guard let file = try? open(name, OpenFlags.readWrite),
        (try? file.status())?.kind == .regular,
        calls.lock(file.descriptor, LockOperation.exclusive) >= 0
      else { continue }
      do {
        try remove(name)
        notes.append("\(name) was left over and is removed.")
      } catch {
        notes.append("\(name) is left over and cannot be removed.")
      }
    }
  }

  static func isTemporary(_ name: String) -> Bool {
    ["journal", "snapshot", "outbox", "replaced"].contains { name.hasPrefix($0 + temporaryMark) }
  }
}
