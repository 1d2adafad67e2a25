import Foundation

/// `Tests/Frozen`: files that Trolley wrote in the past, with the meaning that they must keep for
/// ever. Tests read them and work on copies; nothing writes there.
public enum FrozenFiles {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Frozen")

  public static func bytes(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: folder.appendingPathComponent(name)))
  }

  public static func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// Every file there, as a path inside the directory.
  public static func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { name in
      var isFolder: ObjCBool = false
      let path = folder.appendingPathComponent(name).path
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  /// A data directory made of frozen files, removed with this value. Guards its path.
  public final class Copy {
    public let path: String

    /// - Parameter files: the names in the copy, each with its frozen file.
    public init(_ files: [String: String]) throws {
      path = NSTemporaryDirectory() + "trolley-frozen-" + UUID().uuidString
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      for (name, frozen) in files { try write(name, FrozenFiles.bytes(frozen)) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    public func bytes(_ name: String) throws -> [UInt8] {
      try [UInt8](Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
    }

    public func write(_ name: String, _ bytes: [UInt8]) throws {
      _ = FileManager.default.createFile(
        atPath: path + "/" + name, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
    }

    public func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
  }
}
