import Testing
import TrolleyTestSupport

@testable import TrolleyStorage

/// The suite that every store of a journal passes, on the file.
@Suite struct JournalConformanceTests {
  @Test(arguments: JournalConformance.all)
  func `a journal in a file does what every journal does`(_ rule: JournalConformance) throws {
    let disk = MemoryDisk()
    try rule.check { (try disk.open(), try disk.open(createIfMissing: false)) }
  }
}
