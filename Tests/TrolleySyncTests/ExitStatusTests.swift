import Testing
import TrolleyModel
import TrolleyWire

@testable import TrolleySync

/// A verb ends alike whether it met a trouble in a conversation with the server or in a task.
@Suite struct ExitStatusTests {
  @Test(arguments: [
    "TR001", "TR003", "TR004", "TR005", "28P01", "28000", "3D000", "3F000", "42883", "42P01",
    "42501", "25006", "53100", "53200", "57014", "57P01", "25P03", "08006", "58030", "XX000",
  ]) func `what the server refuses has one exit status`(_ code: String) {
    let failure = ServerTrouble.refused(code: code, message: "")
    #expect(ServerTrouble.trouble(failure).failure.exitStatus == failure.exitStatus)
  }

  @Test(arguments: [PostgresJournal.behind, PostgresJournal.apart, ServerTrouble.lost])
  func `what this machine finds out has one exit status`(_ failure: Failure) {
    #expect(ServerTrouble.trouble(failure).failure.exitStatus == failure.exitStatus)
  }
}
