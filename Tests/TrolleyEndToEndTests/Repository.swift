import Foundation
import Testing

/// The files around the code.
enum Repository {
  static func file(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../\(name)")
      .standardizedFileURL
  }

  static func text(_ name: String) throws -> String {
    try String(contentsOf: file(name), encoding: .utf8)
  }

  /// The manifest's tools version.
  static var oldestSwift: String {
    get throws {
      let line = try #require(try text("Package.swift").split(separator: "\n").first)
      return String(try #require(line.split(separator: " ").last))
    }
  }
}
