/// A quantity in a field of its own: `2`, `500 g`, `½ l`, `1,5 kg`.
public enum QuantityText {
  /// Nil when the text is not one number with at most a unit behind it.
  public static func parse(_ text: String) -> Quantity? {
    let bytes = Array(CleanText.line(text).utf8)
    guard let (amount, end) = Amount.read(bytes[...]) else { return nil }
    let rest = String(decoding: bytes[end...], as: UTF8.self)
    let word = Substring(rest).trimmingSpaces()
    if word.isEmpty { return amount.quantity(.piece) }
    return UnitWords.unit(word).flatMap { amount.quantity($0) }
  }
}
