import Foundation
import Testing

@testable import TrolleyModel

/// One list on several machines, without any machine: see `SharingSimulation`.
///
/// `TROLLEY_SIMULATIONS=100000` runs so many.
@Suite struct SharingSimulationTests {
  /// Seeds that once showed what the others did not.
  private static let remarkable: [UInt64] = [
    12_121, 20_701, 22_047, 22_548, 38_064, 78_888, 79_258, 17_139, 57_398,
  ]

  private static let runs =
    ProcessInfo.processInfo.environment["TROLLEY_SIMULATIONS"].flatMap(Int.init) ?? 300

  @Test func `all machines end with the same list, and nothing that was saved is missing`() {
    var findings: [String] = []
    var steps = 0
    for seed in Self.remarkable + Array(1...UInt64(Self.runs)) where findings.count < 5 {
      let run = SharingSimulation(seed: seed)
      steps += run.steps
      if let finding = run.finding { findings.append("seed \(seed): \(finding)") }
    }
    #expect(findings.isEmpty, "\(findings.joined(separator: "\n"))")
    #expect(steps > Self.runs * 10)
  }

  @Test(arguments: PlantedBug.allCases)
  func `a mistake that others have made is found`(_ bug: PlantedBug) {
    let finding = (1...UInt64(60)).lazy.compactMap { SharingSimulation(seed: $0, bug: bug).finding }
    #expect(finding.first != nil)
  }
}
