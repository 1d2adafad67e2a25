import Testing
import TrolleyModel

/// Versions that are written in more than one place agree.
@Suite struct VersionTests {
  @Test func `the README asks for the Swift that the manifest asks for`() throws {
    let readme = try Repository.text("README.md")
    #expect(
      readme.contains("[Swift](https://swift.org/install) \(try Repository.oldestSwift) or newer"))
  }

  @Test func `the workflow checks with the oldest Swift that the manifest takes`() throws {
    let workflow = try Repository.text(".github/workflows/check.yml")
    #expect(workflow.contains("container: swift:\(try Repository.oldestSwift)-"))
  }

  @Test func `the newest version of the changelog is the program's`() throws {
    let changes = try Repository.text("docs/CHANGELOG.md")
    let newest = changes.split(separator: "\n").first {
      $0.hasPrefix("## [") && !$0.hasPrefix("## [Unreleased]")
    }
    #expect(newest?.hasPrefix("## [\(Version.text)] - ") == true)
  }

  @Test func `the program says its version`() throws {
    #expect(try CommandRunner().run("--version").output == "\(Version.text)\n")
  }
}
