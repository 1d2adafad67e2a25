import TrolleyFormats
import TrolleyModel

/// What comes in pieces, as a whole.
public func whole(_ write: (ExportDocument.Sink) throws(Failure) -> Void) -> [UInt8] {
  var all: [UInt8] = []
  // Appending never fails.
  try? write { all += $0 }
  return all
}

extension ExportDocument {
  public func csv() -> [UInt8] { whole { (sink) throws(Failure) in try csv(to: sink) } }
  public func markdown() -> [UInt8] { whole { (sink) throws(Failure) in try markdown(to: sink) } }
  public func todotxt() -> [UInt8] { whole { (sink) throws(Failure) in try todotxt(to: sink) } }
  public func sql() -> [UInt8] { whole { (sink) throws(Failure) in try sql(to: sink) } }
  public func plist() -> [UInt8] { whole { (sink) throws(Failure) in try plist(to: sink) } }
}

extension ListJSON {
  public static func write(_ state: SharedState) -> [UInt8] {
    whole { (sink) throws(Failure) in try write(state, to: sink) }
  }
}

extension ListDocument {
  /// What an export of the state holds.
  public init(_ state: SharedState) {
    self.init(
      items: state.items.all.sorted { $0.id < $1.id }, lines: Array(state.cart.lines),
      stores: state.stores, orders: state.orders, currency: state.currency, budget: state.budget,
      currentStore: state.currentStore, aisles: state.aisles)
  }
}
