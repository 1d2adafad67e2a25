import Testing
import TrolleyModel
import TrolleySyncSupport
import TrolleyTestSupport

@testable import TrolleySync

@Suite(.startsPrograms) struct SchemaTests {
  @Test func aDatabaseIsSetUpOnceAndStaysAsItIsAfterwards() throws {
    let database = try TestPostgres.shared.get().database(isSetUp: false)
    let admin = try database.admin()
    #expect(try ServerSchema.installed(admin) == nil)
    try ServerSchema.setUp(admin)
    try ServerSchema.setUp(admin)
    #expect(try ServerSchema.installed(admin) == ServerSchema.version)
  }
}
