import Foundation
import Testing

@testable import TrolleyCore
@testable import TrolleyMachine
@testable import TrolleyModel

/// Two programs with a list that is not shared: one removes the account that the other works with.
@Suite struct RemovedAuthorTests {
  private typealias Step = TrolleyModel.Step

  private let ben = Account(
    id: Account.ID(77), role: .member, firstName: "Ben", since: Day(number: 20_526))

  private func step(_ run: UInt64, _ number: Int, _ author: String, _ events: [Event]) -> Step {
    Step(replica: ReplicaID(run), number: number, time: number, author: author, events: events)
  }

  @Test func `a change planned before the removal is not written after it`() throws {
    let path = NSTemporaryDirectory() + "trolley-removed-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let till = try ListStore(directory: path, create: true)
    _ = try till.load()
    _ = try till.append(step(1, 1, "", [.useChanged(from: .personal, to: .staff)]))
    let office = try ListStore(directory: path, create: false)
    _ = try office.load()
    let removal = step(2, 1, "", [.accountRemoved(ben)])
    _ = try office.append(removal)

    let late = step(1, 2, ben.author, [.itemsAdded([Item(id: Item.ID(5), name: "Tea")])])
    for _ in 0..<2 {
      #expect(throws: Failure.ofRemovedPerson) { _ = try till.append(late) }
    }
    // What it was refused for is not lost to the program.
    #expect(try till.news().entries.map(\.step) == [removal])
    #expect(throws: Failure.ofRemovedPerson) { _ = try till.append(late) }
    #expect(try office.news().entries.isEmpty)

    let order = Order(
      id: Order.ID(9), number: 1, name: "Mrs Jones", address: "1 Road", placedAt: 0,
      placedBy: ben.author)
    let sold = step(1, 3, ben.author, [.orderPlaced(order)])
    #expect(try till.append(sold).map(\.step) == [sold])
  }
}
