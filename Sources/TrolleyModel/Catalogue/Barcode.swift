/// The number of a product's barcode (GTIN), typed by a person or a scanner.
public struct Barcode: Hashable, Sendable {
  /// In the form used by catalogues: 8, 13 or 14 digits.
  public let text: String

  /// Why digits are not a barcode that can be looked up.
  public enum Refusal: Error, Equatable, Sendable {
    /// Not 8 to 14 digits: not meant as a barcode.
    case none
    case checkDigit(String)
    /// Assigned by a shop for its own use: it means something else in every other shop.
    case inStore(String)
    /// More digits than a barcode has, and not several in a row either.
    case tooLong(String)

    public var sentence: String {
      switch self {
      case .none: "That is not a barcode."
      case .checkDigit(let text):
        "\(text) is not a barcode: its last digit does not fit the others. Scan or type it again."
      case .inStore(let text):
        "\(text) is a shop's own barcode, for what it weighs or packs itself. No catalogue has it."
      case .tooLong(let text):
        "\(text) is not a barcode: it has \(text.utf8.count) digits. Scan or type it again."
      }
    }
  }

  public init(_ typed: some StringProtocol) throws(Refusal) {
    let digits = Array(typed.utf8)
    guard (8...14).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else {
      throw .none
    }
    let plain = String(typed)
    guard let whole = Self.hasRightCheckDigit(digits) ? digits : Self.expanded(digits) else {
      throw .checkDigit(plain)
    }
    let normal = Self.normalised(whole)
    if Self.isInStore(normal) { throw .inStore(plain) }
    text = String(decoding: normal, as: UTF8.self)
  }

  /// The value of `Item.source` for what was named by hand.
  package var source: String { Self.sourcePrefix + text }
  package static let sourcePrefix = "barcode/"

  /// Whether a line is meant as a barcode: 8 to 14 digits and nothing else.
  public static func isMeant(by line: some StringProtocol) -> Bool {
    (8...14).contains(line.utf8.count) && line.utf8.allSatisfy { (48...57).contains($0) }
  }

  /// Leading zeros do not count, so that the 12 and 13 digits of one product are one code: padded
  /// to 8 digits when 7 or fewer remain, to 13 when 9 to 12 do.
  public static func normalised(_ digits: [UInt8]) -> [UInt8] {
    let bare = digits.drop { $0 == 48 }
    let length = bare.count <= 8 ? 8 : max(13, bare.count)
    return [UInt8](repeating: 48, count: length - bare.count) + bare
  }

  /// The twelve digits of a code that small packs have with eight, as its zeros are left out (UPC-E, GS1
  /// General Specifications, 5.2.2.4.2); nil for what is none.
  private static func expanded(_ short: [UInt8]) -> [UInt8]? {
    guard short.count == 8, short[0] == 48 || short[0] == 49 else { return nil }
    let (maker, last) = (short[1...6], Int(short[6] - 48))
    let kept = last < 3 ? 2 : last < 5 ? last : 5
    var whole = [short[0]] + maker.prefix(kept)
    let item = last < 3 ? [short[6]] : []
    let behind = last < 5 ? Array(maker.dropFirst(kept).dropLast()) : [short[6]]
    whole += item + [UInt8](repeating: 48, count: 10 - kept - item.count - behind.count) + behind
    whole.append(short[7])
    return hasRightCheckDigit(whole) ? whole : nil
  }

  /// From the right, weights 3, 1, 3, 1 … over all digits but the last.
  package static func hasRightCheckDigit(_ digits: [UInt8]) -> Bool {
    guard let last = digits.last else { return false }
    var sum = 0
    for (at, digit) in digits.dropLast().reversed().enumerated() {
      sum += Int(digit - 48) * (at.isMultiple(of: 2) ? 3 : 1)
    }
    return (10 - sum % 10) % 10 == Int(last - 48)
  }

  /// The prefixes 02, 04 and 20 to 29 are reserved for a shop's own numbers; so are short codes
  /// that begin with 0. Short ones with a 2 are those of a chain's packed goods, which catalogues
  /// have (Open Food Facts: 20724696, almonds).
  private static func isInStore(_ digits: [UInt8]) -> Bool {
    if digits.count == 8 { return digits[0] == 48 }
    let thirteen = digits.suffix(13)
    let prefix = Array(thirteen.prefix(2))
    return prefix[0] == 50 || prefix == [48, 50] || prefix == [48, 52]
  }
}
