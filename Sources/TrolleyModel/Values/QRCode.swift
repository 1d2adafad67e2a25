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

  /// The border of light modules. The standard demands four; two are enough on a screen.
  public static let quiet = 2

  /// The bytes that a code of at most this side holds with the lowest error correction; 0 when
  /// there is none so small.
  public static func capacity(side: Int) -> Int {
    let version = (side - 17) / 4
    return version < 1 ? 0 : capacities[min(version, capacities.count) - 1]
  }

  private static let capacities = [
    17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792, 858,
    929, 1003, 1091, 1171, 1273, 1367, 1465, 1528, 1628, 1732, 1840, 1952, 2068, 2188, 2303, 2431,
    2563, 2699, 2809, 2953,
  ]
}
