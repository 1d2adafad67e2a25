/// Asks a terminal whether it shows pictures in real pixels. The questions go out with the others,
/// before the first frame, and the last of those is the one that every terminal answers.
enum GraphicsProbe {
  /// The number of the picture that is only asked about.
  private static let number = 31

  /// A picture of one pixel in kitty's protocol, the terminal's name, and the size of a cell.
  static func question(isInTmux: Bool) -> String {
    let picture = "\u{1B}_Gi=\(number),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    return (isInTmux ? throughTmux(picture) : picture) + "\u{1B}[>0q\u{1B}[16t"
  }

  /// Asks for the size of a cell again.
  static let cellQuestion = "\u{1B}[16t"

  /// tmux passes this on to the terminal around it where `allow-passthrough` is on.
  static func throughTmux(_ sequence: String) -> String {
    var wrapped = "\u{1B}Ptmux;"
    for scalar in sequence.unicodeScalars {
      if scalar == "\u{1B}" { wrapped.unicodeScalars.append(scalar) }
      wrapped.unicodeScalars.append(scalar)
    }
    return wrapped + "\u{1B}\\"
  }

  /// From `Gi=31;OK`; nil for the answer to anything else.
  static func isTaken(inAnswer bytes: [UInt8]) -> Bool? {
    guard bytes.first == UInt8(ascii: "G"), let end = bytes.firstIndex(of: UInt8(ascii: ";")) else {
      return nil
    }
    let keys = bytes[1..<end].split(separator: UInt8(ascii: ","))
    guard keys.contains(where: { $0.elementsEqual("i=\(number)".utf8) }) else { return nil }
    return bytes[(end + 1)...].elementsEqual("OK".utf8)
  }

  /// From `>|kitty(0.39.0)`.
  static func name(inAnswer bytes: [UInt8]) -> String? {
    guard bytes.starts(with: Array(">|".utf8)), 3...66 ~= bytes.count,
      bytes.allSatisfy({ 0x20..<0x7F ~= $0 })
    else { return nil }
    return String(decoding: bytes.dropFirst(2), as: UTF8.self)
  }
}
