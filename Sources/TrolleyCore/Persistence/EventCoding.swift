/// Events as the members of journal lines, and back. Kinds are spelled out here and are never
/// renamed or reused; an unknown kind is kept in the journal and skipped.
public enum EventCoding {
  /// The largest body of one line, in bytes: the frame around it stays below 64 KiB with it.
  static let bodyLimit = 60_000

  /// The bodies of the lines that hold a step: one a line, without braces. Long events are split.
  public static func bodies(of step: Step) -> [[UInt8]] {
    var bodies: [[UInt8]] = []
    for event in step.events { append(event, of: step, to: &bodies) }
    return bodies
  }

  private static func append(_ event: Event, of step: Step, to bodies: inout [[UInt8]]) {
    switch event {
    case .itemsAdded(let all): split(all, step, &bodies) { .itemsAdded($0) }
    case .itemsRemoved(let all): split(all, step, &bodies) { .itemsRemoved($0) }
    case .linesAdded(let all): split(all, step, &bodies) { .linesAdded($0) }
    case .linesRemoved(let all): split(all, step, &bodies) { .linesRemoved($0) }
    case .linesPicked(let all, let on): split(all, step, &bodies) { .linesPicked($0, on) }
    case .linesMoved(let all, let from, let to):
      split(all, step, &bodies) { .linesMoved($0, from: from, to: to) }
    case .orderLinesAdded(let id, let all): split(all, step, &bodies) { .orderLinesAdded(id, $0) }
    case .orderLinesRemoved(let id, let all):
      split(all, step, &bodies) { .orderLinesRemoved(id, $0) }
    default: bodies.append(body(event, step))
    }
  }

  /// Halves until every part fits a line.
  private static func split<T>(
    _ all: [T], _ step: Step, _ bodies: inout [[UInt8]], _ make: ([T]) -> Event
  ) {
    let chunk = 200
    if all.count > chunk {
      for start in stride(from: 0, to: all.count, by: chunk) {
        split(Array(all[start..<min(start + chunk, all.count)]), step, &bodies, make)
      }
      return
    }
    let whole = body(make(all), step)
    if whole.count <= bodyLimit || all.count < 2 {
      bodies.append(whole)
    } else {
      split(Array(all[..<(all.count / 2)]), step, &bodies, make)
      split(Array(all[(all.count / 2)...]), step, &bodies, make)
    }
  }

  private static func body(_ event: Event, _ step: Step) -> [UInt8] {
    var w = JSONWriter()
    w.bytes.reserveCapacity(256)
    w.beginObject()
    w.member("by", step.replica.description)
    w.member("i", step.number)
    w.member("t", step.time)
    if !step.author.isEmpty { w.member("who", step.author) }
    switch step.role {
    case .change: break
    case .undo(let position): w.member("undo", position)
    case .redo(let position): w.member("redo", position)
    }
    w.member("kind", event.kind)
    write(event, &w)
    w.endObject()
    return Array(w.bytes.dropFirst().dropLast())
  }

  private static func write(_ event: Event, _ w: inout JSONWriter) {
    switch event {
    case .itemsAdded(let items), .itemsRemoved(let items):
      array("items", items, &w) { ValueCoding.write($0, &$1) }
    case .itemChanged(let id, let from, let to):
      w.member("item", id.description)
      w.name("from")
      ValueCoding.write(from, &w)
      w.name("to")
      ValueCoding.write(to, &w)
    case .linesAdded(let lines), .linesRemoved(let lines):
      array("lines", lines, &w) { ValueCoding.write($0, &$1) }
    case .quantityChanged(let id, let by, let was, let becomes):
      w.member("line", id.description)
      ValueCoding.write(by, "amount", &w)
      w.member("was", was.symbol)
      w.member("becomes", becomes.symbol)
    case .linesPicked(let ids, _): array("lines", ids, &w) { $1.string($0.description) }
    case .storeAdded(let store), .storeRemoved(let store):
      w.name("store")
      ValueCoding.write(store, &w)
    case .storeChanged(let from, let to):
      w.name("from")
      ValueCoding.write(from, &w)
      w.name("to")
      ValueCoding.write(to, &w)
    case .orderPlaced(let order), .orderWithdrawn(let order):
      w.name("order")
      ValueCoding.write(order, withLines: false, &w)
    case .orderLinesAdded(let id, let lines), .orderLinesRemoved(let id, let lines):
      w.member("order", id.description)
      array("lines", lines, &w) { ValueCoding.write($0, &$1) }
    case .settingChanged(let setting, let from, let to):
      w.member("setting", setting.rawValue)
      w.member("from", from)
      w.member("to", to)
    case .aislesWalked(let store, let from, let to):
      w.member("store", store)
      array("from", from, &w) { $1.string($0) }
      array("to", to, &w) { $1.string($0) }
    case .useChanged(let from, let to):
      w.member("from", from.rawValue)
      w.member("to", to.rawValue)
    case .accountAdded(let account), .accountRemoved(let account):
      w.name("account")
      ValueCoding.write(account, &w)
    case .accountChanged(let from, let to):
      w.name("from")
      ValueCoding.write(from, &w)
      w.name("to")
      ValueCoding.write(to, &w)
    case .linesMoved(let ids, let from, let to):
      array("lines", ids, &w) { $1.string($0.description) }
      w.member("from", from.description)
      w.member("to", to.description)
    case .cartHeld(let held), .cartTakenUp(let held):
      w.name("cart")
      ValueCoding.write(held, &w)
    case .seeded: break
    }
  }

  private static func array<T>(
    _ name: String, _ all: [T], _ w: inout JSONWriter, _ write: (T, inout JSONWriter) -> Void
  ) {
    w.name(name)
    w.beginArray()
    for one in all { write(one, &w) }
    w.endArray()
  }
}

extension Event {
  /// Its name in the journal.
  var kind: String {
    switch self {
    case .itemsAdded: "itemsAdded"
    case .itemsRemoved: "itemsRemoved"
    case .itemChanged: "itemChanged"
    case .linesAdded: "linesAdded"
    case .linesRemoved: "linesRemoved"
    case .quantityChanged: "quantityChanged"
    case .linesPicked(_, let picked): picked ? "linesPicked" : "linesUnpicked"
    case .storeAdded: "storeAdded"
    case .storeRemoved: "storeRemoved"
    case .storeChanged: "storeChanged"
    case .orderPlaced: "orderPlaced"
    case .orderWithdrawn: "orderWithdrawn"
    case .orderLinesAdded: "orderLinesAdded"
    case .orderLinesRemoved: "orderLinesRemoved"
    case .settingChanged: "settingChanged"
    case .aislesWalked: "aislesWalked"
    case .useChanged: "useChanged"
    case .accountAdded: "accountAdded"
    case .accountRemoved: "accountRemoved"
    case .accountChanged: "accountChanged"
    case .linesMoved: "linesMoved"
    case .cartHeld: "cartHeld"
    case .cartTakenUp: "cartTakenUp"
    case .seeded: "seeded"
    }
  }
}
