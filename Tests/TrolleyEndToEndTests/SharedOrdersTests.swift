import Foundation
import Testing
import TrolleySyncSupport
import TrolleyTestSupport

/// Orders and undo on machines that share a list, by the verbs.
@Suite(.startsPrograms) struct SharedOrdersTests {
  /// A list on two machines, with a store that takes orders by mail.
  private func addStore(_ world: SharedWorld) throws {
    let store = try world.runner.run("store", "add", "Corner", "--email", "shop@corner.example")
    #expect(store.status == 0, "\(store.error)")
    try world.share()
    try world.join("laptop")
  }

  @Test func `two orders that were mailed with one number are told apart`() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try addStore(world)
    let machines = [("data", "Ann"), ("laptop", "Ben")]
    let locks = try machines.map { try world.lock($0.0) }
    for (data, name) in machines {
      #expect(try runner.run("add", "bread", data: data).status == 0)
      let order = try runner.run(
        "order", "--name", name, "--address", "1 Road", "--store", "Corner", data: data)
      #expect(order.error.contains("trolley mail --order 1"), "\(order.error)")
      #expect(try runner.run("mail", "--order", "1", "--sent", data: data).status == 0)
    }
    for lock in locks { close(lock) }
    for data in ["data", "laptop", "data"] { _ = try runner.run("sync", data: data) }
    let all = try runner.run("orders").lines.sorted()
    #expect(all.count == 2 && all[0].contains("1a") && all[1].contains("1b"), "\(all)")
    let refusal = try runner.run("orders", "1")
    #expect(refusal.status == 65)
    #expect(refusal.error.contains("2 orders have the number 1: 1a ("), "\(refusal.error)")
    #expect(refusal.error.hasSuffix("Say 1a or 1b.\n"))
    let mail = try runner.run("mail", "--order", "1", "--dry-run")
    #expect(mail.status == 65 && mail.error == refusal.error)
    let second = try runner.run("orders", "1B")
    #expect(second.status == 0 && second.lines[0].contains("1b"), "\(second.error)")
    let one = try runner.run("mail", "--order", "1b", "--dry-run")
    #expect(one.output.contains(all[1].contains("Ann") ? "for Ann" : "for Ben"), "\(one.error)")
    #expect(try runner.run("orders", "1c").error.contains("There is no order 1c."))
  }

  @Test func `what became of an order is told until someone may have read it`() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try addStore(world)
    let lock = try world.lock("laptop")
    for (data, name) in [("laptop", "Ben"), ("data", "Ann")] {
      #expect(try runner.run("add", "bread", data: data).status == 0)
      let order = try runner.run("order", "--name", name, "--address", "1 Road", data: data)
      #expect(order.status == 0, "\(order.error)")
    }
    #expect(try runner.run("sync").status == 0)
    close(lock)
    #expect(try runner.run("sync", "--unwatched", data: "laptop").status == 0)
    #expect(try runner.shell(#""$trolley" total --data laptop 2>/dev/null"#).status == 0)
    let told = try runner.run("total", data: "laptop").error
    #expect(told.contains("Your order 1 is number 2 now"), "\(told)")
    #expect(try runner.run("total", data: "laptop").error == "")
  }

  @Test func `what became of an order is said once by the sync that has sent it`() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try addStore(world)
    let lock = try world.lock("laptop")
    for (data, name) in [("laptop", "Ben"), ("data", "Ann")] {
      #expect(try runner.run("add", "bread", data: data).status == 0)
      let order = try runner.run("order", "--name", name, "--address", "1 Road", data: data)
      #expect(order.status == 0, "\(order.error)")
    }
    #expect(try runner.run("sync").status == 0)
    close(lock)
    let told = try runner.run("sync", data: "laptop").error
    #expect(told.contains("Your order 1 is number 2 now"), "\(told)")
    #expect(try runner.run("sync", data: "laptop").error == "")
    #expect(try runner.run("total", data: "laptop").error == "")
  }

  /// Another person may be in the store that the list says one is in.
  @Test func `an order is not mailed to the store that another machine is in unasked`() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try addStore(world)
    #expect(try runner.run("settings", "currentStore", "Corner").status == 0)
    for data in ["data", "laptop"] { #expect(try runner.run("sync", data: data).status == 0) }
    #expect(try runner.run("add", "bread", data: "laptop").status == 0)
    let order = ["order", "--name", "Ben", "--address", "1 Road"]
    func run(_ more: String...) throws -> ChildProcess.Outcome {
      try runner.start(order + more, data: "laptop").finish()
    }
    let refused = try run()
    #expect(refused.status == 64, "\(refused.output)")
    #expect(refused.error.contains("--store Corner mails it to shop@corner.example"))
    #expect(try runner.run("orders", data: "laptop").output == "There are no orders yet.\n")
    #expect(try run("--store", "").status == 0)
    #expect(try runner.run("add", "bread", data: "laptop").status == 0)
    #expect(try run("--no-mail").output.contains("not to be mailed"))
  }

  @Test func `an order whose mail waits on another machine says that none is recorded`() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try addStore(world)
    _ = try runner.run("order", "--name", "Ann", "--address", "1 Road", "--store", "Corner")
    for data in ["data", "laptop"] { #expect(try runner.run("sync", data: data).status == 0) }
    #expect(try runner.run("orders").output.contains("mail not sent"))
    // What waits is kept for each machine.
    let elsewhere = ["XDG_STATE_HOME": runner.home.path + "/laptop-state"]
    let orders = try runner.run("orders", data: "laptop", environment: elsewhere)
    #expect(orders.output.contains("no mail recorded"), "\(orders.output)\(orders.error)")
  }

  @Test func `undo says what was made on another machine, and how old the copy is`() throws {
    let world = try SharedWorld()
    let runner = world.runner
    try world.share()
    try world.join("laptop")
    #expect(try runner.run("add", "bread", data: "laptop").status == 0)
    #expect(try runner.run("sync", data: "laptop").status == 0)
    #expect(try runner.run("add", "cheese").status == 0)
    #expect(try runner.run("sync").status == 0)
    #expect(try runner.run("undo").output == "Undid: add cheese\n")
    let second = try runner.run("undo")
    #expect(second.output == "Undid: add bread (made on another machine)\n", "\(second.error)")
    #expect(second.error == "")
    #expect(try runner.run("sync").status == 0)
    // What undo started by itself may still carry the list.
    close(try world.lock("data"))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -120)],
      ofItemAtPath: runner.home.appending(path: "data/sync.lock").path)
    #expect(try runner.run("redo").error.contains("The list was last in step"))
  }
}
