import CQREncode

/// Makes QR codes with libqrencode: the smallest that holds the text, with as much error correction
/// as that has room for. A screen is read from close by; a code must fit a small window first.
public enum QREncoder {
  public static func encode(_ text: String) throws(Failure) -> QRCode {
    guard !text.isEmpty else {
      throw Failure(.badInput, "There is nothing to make a QR code of.", detail: "empty")
    }
    let bytes = Array(text.utf8)
    guard var best = encode(bytes, QR_ECLEVEL_L) else {
      throw Failure(
        .badInput, "The text is too long for a QR code.", detail: "\(bytes.count) bytes")
    }
    for level in [QR_ECLEVEL_M, QR_ECLEVEL_Q, QR_ECLEVEL_H] {
      guard let code = encode(bytes, level), code.side == best.side else { break }
      best = code
    }
    return best
  }

  /// Nil when it does not fit.
  private static func encode(_ bytes: [UInt8], _ level: QRecLevel) -> QRCode? {
    guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, level) else { return nil }
    defer { QRcode_free(code) }
    let side = Int(code.pointee.width)
    guard let data = code.pointee.data, side > 0 else { return nil }
    // The lowest bit is the colour; the others tell the purpose of a module.
    return QRCode(side: side, modules: (0..<side * side).map { data[$0] & 1 == 1 })
  }
}
