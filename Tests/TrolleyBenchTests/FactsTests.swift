import Foundation
import Testing

@testable import trolley_bench

/// What the kernel says about a process, as the figures have it.
@Suite struct FactsTests {
  @Test func memoryIsThatOfAllThatAProcessHasStarted() throws {
    let parent = Process()
    parent.executableURL = URL(fileURLWithPath: "/bin/sh")
    parent.arguments = ["-c", "sleep 60 & echo started; wait"]
    let said = Pipe()
    parent.standardOutput = said
    try parent.run()
    defer {
      for child in Facts.children(parent.processIdentifier) { kill(child, SIGKILL) }
      // The signals that this process blocks are blocked in the shell, too.
      kill(parent.processIdentifier, SIGKILL)
      parent.waitUntilExit()
    }
    #expect(said.fileHandleForReading.availableData.isEmpty == false)
    let child = try #require(Facts.children(parent.processIdentifier).first)
    let ofChild = try #require(Facts.memoryOfAll(child))
    let ofAll = try #require(Facts.memoryOfAll(parent.processIdentifier))
    #expect(ofChild.pss > 0 && ofAll.pss > ofChild.pss && ofAll.own > ofChild.own)
  }
}
