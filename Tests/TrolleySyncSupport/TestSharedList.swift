import Foundation
import TrolleyModel
import TrolleyStorage

@testable import TrolleySync

/// A list without lines on the server, and machines that are members of it.
public struct TestSharedList: Sendable {
  public let database: TestDatabase
  public let list: String
  public let role: String
  public static let password = "correct horse battery"

  public init(_ database: TestDatabase) throws {
    self.database = database
    list = UUID().uuidString.filter { $0 != "-" }.lowercased()
    role = try ServerList.share(
      database.admin(), list: list, machine: "first", password: Self.password)
  }

  /// A connection as the machine that shared the list, or another one.
  public func connection(
    _ role: String? = nil, password: String = password
  ) throws -> PostgresConnection {
    try PostgresConnection(database.address(user: role ?? self.role), password: password)
  }

  public func journal(_ role: String? = nil) throws -> PostgresJournal {
    try PostgresJournal(connection(role), list: list)
  }

  /// The role of another machine.
  public func invite(_ machine: String, mayInvite: Bool = false) throws -> String {
    try ServerList(connection: connection(), list: list)
      .invite(machine, password: Self.password, mayInvite: mayInvite)
  }
}
