import Foundation

/// A directory that is deleted with this object.
public final class TemporaryFolder: Sendable {
  public let url: URL

  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "trolley-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in it; nothing is created.
  public func path(_ name: String) -> String { url.appending(path: name).path }
}
