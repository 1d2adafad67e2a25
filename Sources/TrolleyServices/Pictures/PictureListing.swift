/// The directories of a directory, and its files with the names of pictures. Their content is
/// checked when one is chosen.
enum PictureListing {
  /// Limit on the names that are read; the rest of a larger directory is ignored.
  private static let mostNames = 20_000

  static func read(
    _ directory: String, hidden: Bool, _ cancellation: Cancellation
  ) throws(Failure) -> PictureFolder {
    guard let stream = opendir(directory) else { throw refusal(errno) }
    defer { closedir(stream) }
    var entries: [PictureFolder.Entry] = []
    var looked = 0
    while let entry = readdir(stream) {
      if cancellation.isCancelled { throw .cancelled }
      looked += 1
      if looked > mostNames { break }
      // Names that are not UTF-8 cannot be typed or shown.
      guard let name = name(entry), !name.isEmpty, name != ".", name != "..",
        hidden == name.hasPrefix("."), CleanText.line(name, limit: .address) == name
      else { continue }
      let kind = kind(entry, dirfd(stream))
      if kind == .directory {
        entries.append(PictureFolder.Entry(name, isDirectory: true))
      } else if kind == .file, PictureFolder.isPicture(name) {
        entries.append(PictureFolder.Entry(name))
      }
    }
    entries.sort {
      $0.isDirectory != $1.isDirectory
        ? $0.isDirectory : Folding.compare($0.name, $1.name) < 0
    }
    return PictureFolder(
      entries: Array(entries.prefix(PictureFolder.most)),
      isCut: looked > mostNames || entries.count > PictureFolder.most)
  }

  private enum Kind { case directory, file, other }

  private static func name(_ entry: UnsafeMutablePointer<dirent>) -> String? {
    let capacity = MemoryLayout.size(ofValue: entry.pointee.d_name)
    return withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: UInt8.self, capacity: capacity) {
        String(
          validating: UnsafeBufferPointer(start: $0, count: strnlen($0, capacity)), as: UTF8.self)
      }
    }
  }

  private static func kind(_ entry: UnsafeMutablePointer<dirent>, _ directory: Int32) -> Kind {
    switch Int32(entry.pointee.d_type) {
    case Int32(DT_DIR): return .directory
    case Int32(DT_REG): return .file
    case Int32(DT_LNK), Int32(DT_UNKNOWN):
      var status = stat()
      let found = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(
          to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)
        ) { fstatat(directory, $0, &status, 0) }
      }
      guard found == 0 else { return .other }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: return .directory
      case S_IFREG: return .file
      default: return .other
      }
    default: return .other
    }
  }

  private static func refusal(_ code: Int32) -> Failure {
    switch code {
    case ENOENT: Failure(.missingFile, "There is no such directory.", detail: "errno \(code)")
    case ENOTDIR: Failure(.missingFile, "That is no directory.", detail: "errno \(code)")
    case EACCES, EPERM:
      Failure(.notAllowed, "You may not look into that directory.", detail: "errno \(code)")
    default: Failure(.failedIO, "That directory can't be read.", detail: "errno \(code)")
    }
  }
}
