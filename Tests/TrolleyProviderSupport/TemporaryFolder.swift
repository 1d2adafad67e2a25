import Foundation

/// A folder that goes away with the test.
public final class TemporaryFolder: Sendable {
  public let url: URL

  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "trolley-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Where something in it would be; nothing is made there.
  public func path(_ name: String) -> String { url.appending(path: name).path }
}
