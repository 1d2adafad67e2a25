/// The local copies of catalogues: of each one the file of its lines (`CatalogueFile`), and when that is
/// long, beside it a file of columns (`CatalogueBase`) for all lines but the last ones.
///
/// The columns are a cache of the lines: they are used while the lines are those that they were made
/// of, and what is read of either is verified by its checksum.
package struct CatalogueStore: Sendable {
  private let directory: String
  private let calls = FileCalls.system
  /// How long the lines are that have no columns.
  private let longestWithoutColumns: Int

  package init(
    directory: String, longestWithoutColumns: Int = CatalogueFile.longestWithoutColumns
  ) {
    self.directory = directory
    self.longestWithoutColumns = longestWithoutColumns
  }

  package func lines(of catalogue: CatalogueID) -> String {
    directory + "/catalogue-\(catalogue.rawValue).jsonl"
  }

  package func columns(of catalogue: CatalogueID) -> String {
    directory + "/catalogue-\(catalogue.rawValue).columns"
  }

  /// Nil when there is none. `isWasteful`: it is worth being replaced by itself.
  package func load(_ catalogue: CatalogueID) -> (catalogue: CatalogueCache, isWasteful: Bool)? {
    guard let lines = open(lines(of: catalogue), OpenFlags.read),
      let status = try? lines.status(), status.size <= CatalogueFile.longest
    else { return nil }
    let base = mapped(catalogue, lines, status)
    let start = base?.end ?? 0
    guard let tail = try? lines.bytes(at: start, count: status.size - start) else { return nil }
    return CatalogueFile.read(tail, of: catalogue, behind: base?.catalogue)
  }

  /// Appends lines.
  package func append(_ bytes: [UInt8], to catalogue: CatalogueID) throws(CallError) {
    SystemIO.makeDirectories(directory)
    let flags = OpenFlags.append | OpenFlags.create
    guard let file = open(lines(of: catalogue), flags), case let before = try file.status(),
      before.owner == ThisProcess.user, before.size + bytes.count <= CatalogueFile.longest
    else { throw CallError(call: "open", file: "catalogue", code: SystemError.invalid) }
    if before.size == 0 {
      try file.write(CatalogueFile.header(of: catalogue) + bytes)
    } else {
      // A truncated line must not swallow the next one.
      let last = try file.bytes(at: before.size - 1, count: 1)
      try file.write(last == [0x0A] ? bytes : [0x0A] + bytes)
    }
    restamp(catalogue, from: before, to: try file.status())
  }

  /// Writes a whole catalogue, each product once.
  package func replace(_ catalogue: CatalogueCache) throws(CallError) {
    SystemIO.makeDirectories(directory)
    let (lines, columns) = CatalogueBase.encode(catalogue)
    // Columns of other lines would be noticed, but are of no use.
    unlink(columns: catalogue.id)
    let status = try replace(self.lines(of: catalogue.id), [lines])
    guard lines.count > longestWithoutColumns else { return }
    let body = columns + [SnapshotTable(of: [lines], lines.count).bytes]
    let length = body.reduce(0) { $0 + $1.count }
    let table = SnapshotTable(of: body, length)
    var header = SnapshotHeader(
      .catalogue, format: CatalogueBase.format, mark: Self.mark(status, end: lines.count),
      length: length)
    _ = try replace(
      self.columns(of: catalogue.id), [header.seal(table.bytes)] + body + [table.bytes])
  }

  /// Atomic: after a crash the file has either the old content or the new. Returns what it is now.
  private func replace(_ path: String, _ parts: [[UInt8]]) throws(CallError) -> FileStatus {
    let (here, temporary) = (ThisProcess.workingDirectory, path + ".new-\(ThisProcess.id)")
    let descriptor = try calls.result("open", temporary) {
      calls.open(here, temporary, OpenFlags.new, 0o600)
    }
    let file = POSIXFile(descriptor: descriptor, name: temporary, calls: calls)
    do throws(CallError) {
      for part in parts { try file.write(part) }
      try file.sync()
      let status = try file.status()
      try calls.result("rename", path) { calls.rename(here, temporary, path) }
      return status
    } catch {
      _ = calls.remove(here, temporary)
      throw error
    }
  }

  private func open(_ path: String, _ flags: Int32) -> POSIXFile? {
    let descriptor = calls.open(ThisProcess.workingDirectory, path, flags, 0o600)
    guard descriptor >= 0 else { return nil }
    let file = POSIXFile(descriptor: descriptor, name: path, calls: calls)
    return (try? file.status())?.kind == .regular ? file : nil
  }

  private func unlink(columns catalogue: CatalogueID) {
    _ = calls.remove(ThisProcess.workingDirectory, columns(of: catalogue))
  }
}

extension CatalogueStore {
  /// What the columns say of the file of lines: how many bytes of it they are for, and which file it was
  /// when it was last known that these are right.
  private static func mark(_ status: FileStatus, end: Int) -> JournalMark {
    let identity = [status.device, status.inode, UInt64(status.size), UInt64(status.nanoseconds)]
    return JournalMark(
      n: max(0, status.modified), crc: identity.withUnsafeBytes { CRC32C.checksum($0) }, offset: end
    )
  }

  /// The products that have columns, and where the other lines begin.
  private func mapped(
    _ catalogue: CatalogueID, _ lines: POSIXFile, _ status: FileStatus
  ) -> (catalogue: CatalogueCache, end: Int)? {
    guard let file = open(columns(of: catalogue), OpenFlags.read),
      let (blocks, header) = try? SnapshotFile.blocks(
        of: file, .catalogue, format: CatalogueBase.format, spare(catalogue)),
      header.mark.offset <= status.size, let body = blocks.bytes
    else { return nil }
    let isKnown = header.mark == Self.mark(status, end: header.mark.offset)
    let decoded = CatalogueBase.decode(body, of: catalogue) { table in
      guard table.count == SnapshotTable.size(header.mark.offset) else { return nil }
      let lines = SnapshotBlocks(
        lines, at: 0, SnapshotTable(Array(table), header.mark.offset), mark: header.mark,
        SnapshotSpare { _ in
          // They were changed in place: what they say is not known any more.
          unlink(columns: catalogue)
          return nil
        })
      return isKnown || lines.areSound == true ? lines.bytes : nil
    }
    guard let decoded else { return nil }
    if !isKnown { restamp(catalogue, header, to: status) }
    return (decoded, header.mark.offset)
  }

  /// Makes the columns anew from the lines when a part of them is damaged.
  private func spare(_ catalogue: CatalogueID) -> SnapshotSpare {
    SnapshotSpare { mark in
      unlink(columns: catalogue)
      guard let lines = open(lines(of: catalogue), OpenFlags.read),
        let bytes = try? lines.bytes(at: 0, count: mark.offset),
        let read = CatalogueFile.read(bytes, of: catalogue)
      else { return nil }
      let (_, columns) = CatalogueBase.encode(read.catalogue)
      return Array(columns.joined()) + SnapshotTable(of: [bytes], bytes.count).bytes
    }
  }

  /// The lines have become longer, and nothing else: the columns are still right.
  private func restamp(_ catalogue: CatalogueID, from old: FileStatus, to new: FileStatus) {
    guard let file = open(columns(of: catalogue), OpenFlags.read),
      let beginning = try? file.bytes(at: 0, count: SnapshotHeader.longest),
      let header = SnapshotHeader(.catalogue, beginning),
      header.mark == Self.mark(old, end: header.mark.offset)
    else { return }
    restamp(catalogue, header, to: new)
  }

  /// In its place: one that is cut off would not be believed.
  private func restamp(_ catalogue: CatalogueID, _ old: SnapshotHeader, to status: FileStatus) {
    guard let file = open(columns(of: catalogue), OpenFlags.readWrite),
      let table = try? file.bytes(
        at: old.bytes.count + old.length, count: SnapshotTable.size(old.length))
    else { return }
    var header = SnapshotHeader(
      .catalogue, format: old.format, mark: Self.mark(status, end: old.mark.offset),
      length: old.length)
    let bytes = header.seal(table)
    if bytes.count == old.bytes.count { try? file.overwrite(bytes, at: 0) }
  }
}
