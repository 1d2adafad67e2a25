/// Folds scalars beyond ASCII: without case and accents.
enum FoldingTables {
  /// Appends the folded form of a scalar from U+0080 on; nothing for a dropped mark.
  static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    let v = scalar.value
    switch v {
    case 0xC0..<0x250:
      if appendLatin(latin, Int(v - 0xC0), to: &bytes) { return }
    case 0x1E00..<0x1F00:
      if appendLatin(latinAdditional, Int(v - 0x1E00), to: &bytes) { return }
    case 0x300...0x36F, 0x483...0x489, 0x591...0x5BD, 0x64B...0x652, 0x670, 0x1AB0...0x1AFF,
      0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F, 0x200C, 0x200D:
      return
    // Small letters that are their own, most of them: a shortcut.
    case 0x430...0x438, 0x43A...0x44F: return append(v, to: &bytes)
    case 0x370..<0x530: return append(UInt32(greekAndCyrillic[Int(v - 0x370)]), to: &bytes)
    case 0x1F00..<0x2000:
      if let plain = polytonic(v) { return append(plain, to: &bytes) }
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: return bytes.append(0x20)
    case 0x2018...0x201B, 0xB4, 0x2032: return bytes.append(0x27)
    case 0x201C...0x201F, 0xAB, 0xBB, 0x2033: return bytes.append(0x22)
    case 0x2010...0x2015, 0x2212: return bytes.append(0x2D)
    case 0x2026: return bytes.append(contentsOf: [0x2E, 0x2E, 0x2E])
    case 0xAA: return bytes.append(0x61)
    case 0xBA: return bytes.append(0x6F)
    case 0xB5: return append(0x3BC, to: &bytes)
    // Full-width forms of ASCII.
    case 0xFF01...0xFF5E:
      let ascii = UInt8(v - 0xFEE0)
      return bytes.append(ascii &- 0x41 < 26 ? ascii + 32 : ascii)
    case 0xFB00...0xFB06:
      let ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]
      return bytes.append(contentsOf: ligatures[Int(v - 0xFB00)].utf8)
    // Kana, Chinese characters and Korean syllables have no case: a shortcut.
    case 0x2E80...0xA63F, 0xAC00...0xD7A3: return append(v, to: &bytes)
    default: break
    }
    bytes.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
  }

  /// Two characters per entry: a letter and a blank, two letters, or ".." for "see elsewhere".
  private static func appendLatin(
    _ table: StaticString, _ index: Int, to bytes: inout [UInt8]
  ) -> Bool {
    let first = table.utf8Start[2 * index]
    let second = table.utf8Start[2 * index + 1]
    guard first != 0x2E else { return false }
    bytes.append(first)
    if second != 0x20 { bytes.append(second) }
    return true
  }

  private static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    guard let scalar = Unicode.Scalar(value), let utf8 = UTF8.encode(scalar) else { return }
    bytes.append(contentsOf: utf8)
  }

  /// The small letter of a Greek or Cyrillic one. Unicode's own tables take as long as the rest of a start.
  private static func lower(_ v: UInt16) -> UInt16 {
    switch v {
    case 0x37F: 0x3F3
    case 0x386: 0x3AC
    case 0x388...0x38A: v + 0x25
    case 0x38C: 0x3CC
    case 0x38E...0x38F: v + 0x3F
    case 0x391...0x3A1, 0x3A3...0x3AB, 0x410...0x42F: v + 0x20
    case 0x3CF: 0x3D7
    case 0x3F4: 0x3B8
    case 0x3F9: 0x3F2
    case 0x3FD...0x3FF: v - 0x82
    case 0x400...0x40F: v + 0x50
    case 0x4C0: 0x4CF
    case 0x3F7, 0x4C1...0x4CE: v + v % 2
    case 0x370...0x373, 0x376, 0x3D8...0x3EF, 0x3FA, 0x460...0x481, 0x48A...0x4BF, 0x4D0...0x52F:
      v | 1
    default: v
    }
  }

  /// Lower case without accents, letter by letter.
  private static let greekAndCyrillic: [UInt16] = {
    var table = (0x370..<0x530).map { lower($0) }
    let pairs = Array(accented.unicodeScalars)
    for i in stride(from: 0, to: pairs.count - 1, by: 2) {
      table[Int(pairs[i].value) - 0x370] = UInt16(truncatingIfNeeded: pairs[i + 1].value)
    }
    return table
  }()

  private static let accented =
    "ΆαΈεΉηΊιΌοΎυΏωΐιΪιΫυάαέεήηίιΰυςσϊιϋυόούυώωϐβϑθϕφϖπϰκϱρϲσϵε"
    + "ЀеЁеЃгЇіЌкЍиЎуЙийиѐеёеѓгїіќкѝиўуҐгґгӁжӂжӐаӑаӒаӓаӖеӗе"
    + "ӜжӝжӞзӟзӢиӣиӤиӥиӦоӧоӬэӭэӮуӯуӰуӱуӲуӳуӴчӵчӸыӹы"

  /// Ancient Greek accents and breathings.
  private static func polytonic(_ v: UInt32) -> UInt32? {
    switch v {
    case 0x1F00...0x1F0F, 0x1F70...0x1F71, 0x1F80...0x1F8F, 0x1FB0...0x1FBC: 0x3B1
    case 0x1F10...0x1F1D, 0x1F72...0x1F73, 0x1FC8...0x1FC9: 0x3B5
    case 0x1F20...0x1F2F, 0x1F74...0x1F75, 0x1F90...0x1F9F, 0x1FC2...0x1FC7, 0x1FCA...0x1FCC: 0x3B7
    case 0x1F30...0x1F3F, 0x1F76...0x1F77, 0x1FD0...0x1FDB: 0x3B9
    case 0x1F40...0x1F4D, 0x1F78...0x1F79, 0x1FF8...0x1FF9: 0x3BF
    case 0x1F50...0x1F5F, 0x1F7A...0x1F7B, 0x1FE0...0x1FE3, 0x1FE6...0x1FEB: 0x3C5
    case 0x1FE4...0x1FE5, 0x1FEC: 0x3C1
    case 0x1F60...0x1F6F, 0x1F7C...0x1F7D, 0x1FA0...0x1FAF, 0x1FF2...0x1FF7, 0x1FFA...0x1FFC: 0x3C9
    default: nil
    }
  }

  /// U+00C0 to U+024F: Latin-1 Supplement, Latin Extended-A and -B.
  private static let latin: StaticString = """
    a a a a a a aec e e e e i i i i d n o o o o o ..o u u u u y thss\
    a a a a a a aec e e e e i i i i d n o o o o o ..o u u u u y thy \
    a a a a a a c c c c c c c c d d d d e e e e e e e e e e g g g g \
    g g g g h h h h i i i i i i i i i i ijijj j k k k l l l l l l l \
    l l l n n n n n n 'nn n o o o o o o oeoer r r r r r s s s s s s \
    s s t t t t t t u u u u u u u u u u u u w w y y y z z z z z z s \
    b b b b ....o c c d d d d ..e e e f f g ..hvi i k k l ....n n o \
    o o ....p p ..........t t t t u u ..v y y z z ..................\
    ........dzdzdzljljljnjnjnja a i i o o u u u u u u u u u u e a a \
    a a aeaeg g g g k k o o o o ....j dzdzdzg g hv..n n a a aeaeo o \
    a a a a e e e e i i i i o o o o r r r r u u u u s s t t y y h h \
    n d ououz z a a e e o o o o o o o o y y l n t j dbqpa c c l t s \
    z ....b u v e e j j q q r r y y 
    """

  /// U+1E00 to U+1EFF: Latin Extended Additional, with Vietnamese.
  private static let latinAdditional: StaticString = """
    a a b b b b b b c c d d d d d d d d d d e e e e e e e e e e f f \
    g g h h h h h h h h h h i i i i k k k k k k l l l l l l l l m m \
    m m m m n n n n n n n n o o o o o o o o p p p p r r r r r r r r \
    s s s s s s s s s s t t t t t t t t u u u u u u u u u u v v v v \
    w w w w w w w w w w x x x x y y z z z z z z h t w y a s s s ssd \
    a a a a a a a a a a a a a a a a a a a a a a a a e e e e e e e e \
    e e e e e e e e i i i i o o o o o o o o o o o o o o o o o o o o \
    o o o o u u u u u u u u u u u u u u y y y y y y y y llllv v y y 
    """
}
