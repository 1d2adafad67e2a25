/// A quantity in a field of its own: `2`, `500 g`, `½ l`, `1,5 kg`.
public enum QuantityText {
  /// Nil unless the text is one number, optionally followed by a unit.
  public static func parse(_ text: String) -> Quantity? {
    let bytes = Array(CleanText.line(text).utf8)
    guard let (amount, end) = Amount.read(bytes[...]) else { return nil }
    let rest = String(decoding: bytes[end...], as: UTF8.self)
    let word = Substring(rest).trimmingSpaces()
    if word.isEmpty { return amount.quantity(.piece) }
    return UnitWords.unit(word).flatMap { amount.quantity($0) }
  }
}
