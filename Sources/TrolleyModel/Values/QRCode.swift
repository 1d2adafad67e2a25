/// The modules of a QR code, without the quiet zone.
public struct QRCode: Equatable, Sendable {
  /// The number of modules per side.
  public var side: Int
  /// Row by row; true is dark.
  public var modules: [Bool]

  /// Nil unless there are `side` rows of `side` modules.
  public init?(side: Int, modules: [Bool]) {
    guard (21...177).contains(side), modules.count == side * side else { return nil }
    self.side = side
    self.modules = modules
  }
}
