import CSystem

/// CRC-32C (Castagnoli), the checksum of journal lines and snapshots: by the processor's instruction
/// where there is one, else by tables.
package enum CRC32C {
  private static let hasInstruction = trolley_has_crc32c() != 0

  /// The checksum of `bytes`; with `start`, continues from that checksum.
  package static func checksum(_ bytes: UnsafeRawBufferPointer, after start: UInt32 = 0) -> UInt32 {
    checksum(bytes, after: start, byInstruction: hasInstruction)
  }

  static func checksum(
    _ bytes: UnsafeRawBufferPointer, after start: UInt32, byInstruction: Bool
  ) -> UInt32 {
    guard let base = bytes.baseAddress else { return start }
    let one = byInstruction ? trolley_crc32c : byTables
    guard bytes.count >= 8192 else { return ~one(~start, base, bytes.count) }
    // One stream waits for its own last result; three keep the processor busy.
    let third = bytes.count / 24 * 8
    var crcs = (~start, ~UInt32(0), ~UInt32(0))
    if byInstruction {
      withUnsafeMutableBytes(of: &crcs) {
        trolley_crc32c_three($0.assumingMemoryBound(to: UInt32.self).baseAddress, base, third)
      }
    } else {
      let t = tables.base
      var i = 0
      while i < third {
        crcs.0 = eight(base + i, crcs.0, t)
        crcs.1 = eight(base + (i &+ third), crcs.1, t)
        crcs.2 = eight(base + (i &+ third &+ third), crcs.2, t)
        i &+= 8
      }
    }
    let power = power(third)
    let joined = multiply(power, multiply(power, ~crcs.0) ^ ~crcs.1) ^ ~crcs.2
    let rest = third * 3
    return ~one(~joined, base + rest, bytes.count - rest)
  }

  @inline(__always)
  private static func eight(
    _ block: UnsafeRawPointer, _ crc: UInt32, _ t: UnsafePointer<UInt32>
  ) -> UInt32 {
    let a = UInt64(littleEndian: block.loadUnaligned(as: UInt64.self)) ^ UInt64(crc)
    let p =
      t[1792 &+ Int(a & 0xff)] ^ t[1536 &+ Int(a &>> 8 & 0xff)]
      ^ t[1280 &+ Int(a &>> 16 & 0xff)] ^ t[1024 &+ Int(a &>> 24 & 0xff)]
    let q =
      t[768 &+ Int(a &>> 32 & 0xff)] ^ t[512 &+ Int(a &>> 40 & 0xff)]
      ^ t[256 &+ Int(a &>> 48 & 0xff)] ^ t[Int(a &>> 56)]
    return p ^ q
  }

  /// One stream, sixteen bytes per round, with a table for each distance from the end of the block.
  private static func byTables(_ start: UInt32, _ base: UnsafeRawPointer?, _ count: Int) -> UInt32 {
    guard let base else { return start }
    let t = tables.base
    var next = base
    var left = count
    var crc = start
    while left >= 16 {
      let a = UInt64(littleEndian: next.loadUnaligned(as: UInt64.self)) ^ UInt64(crc)
      let b = UInt64(littleEndian: next.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      let p =
        t[3840 &+ Int(a & 0xff)] ^ t[3584 &+ Int(a &>> 8 & 0xff)]
        ^ t[3328 &+ Int(a &>> 16 & 0xff)] ^ t[3072 &+ Int(a &>> 24 & 0xff)]
      let q =
        t[2816 &+ Int(a &>> 32 & 0xff)] ^ t[2560 &+ Int(a &>> 40 & 0xff)]
        ^ t[2304 &+ Int(a &>> 48 & 0xff)] ^ t[2048 &+ Int(a &>> 56)]
      let r =
        t[1792 &+ Int(b & 0xff)] ^ t[1536 &+ Int(b &>> 8 & 0xff)]
        ^ t[1280 &+ Int(b &>> 16 & 0xff)] ^ t[1024 &+ Int(b &>> 24 & 0xff)]
      let s =
        t[768 &+ Int(b &>> 32 & 0xff)] ^ t[512 &+ Int(b &>> 40 & 0xff)]
        ^ t[256 &+ Int(b &>> 48 & 0xff)] ^ t[Int(b &>> 56)]
      crc = p ^ q ^ (r ^ s)
      next += 16
      left &-= 16
    }
    while left > 0 {
      crc = crc &>> 8 ^ t[Int((crc ^ UInt32(next.load(as: UInt8.self))) & 0xff)]
      next += 1
      left &-= 1
    }
    return crc
  }

  /// The last length and its factor in one value: most lengths are that of a block.
  private static let last = Atomic<UInt64>(0)

  /// The same as `zeros`, which takes as long as a checksum of some thousand bytes.
  private static func power(_ count: Int) -> UInt32 {
    let known = last.load(ordering: .relaxed)
    if known >> 32 == count { return UInt32(truncatingIfNeeded: known) }
    let power = zeros(count)
    if count <= UInt32.max {
      last.store(UInt64(count) << 32 | UInt64(power), ordering: .relaxed)
    }
    return power
  }

  /// The factor that turns a checksum into that of the same bytes followed by `count` zeros: x to
  /// the power of 8 · `count`, bits reflected.
  private static func zeros(_ count: Int) -> UInt32 {
    var power: UInt32 = 1 << 31
    var square: UInt32 = 1 << 23
    var left = count
    while left > 0 {
      if left & 1 == 1 { power = multiply(power, square) }
      square = multiply(square, square)
      left >>= 1
    }
    return power
  }

  /// The product of two polynomials, modulo Castagnoli's.
  private static func multiply(_ a: UInt32, _ b: UInt32) -> UInt32 {
    var product: UInt32 = 0
    var factor = b
    var bit: UInt32 = 1 << 31
    while bit != 0 {
      if a & bit != 0 { product ^= factor }
      factor = factor & 1 == 1 ? factor >> 1 ^ polynomial : factor >> 1
      bit >>= 1
    }
    return product
  }

  private static let polynomial: UInt32 = 0x82f6_3b78

  /// Eight lower-case hexadecimal digits.
  package static func hex(_ crc: UInt32) -> [UInt8] {
    var hex: [UInt8] = []
    append(crc, to: &hex)
    return hex
  }

  /// Appends eight lower-case hexadecimal digits.
  package static func append(_ crc: UInt32, to bytes: inout [UInt8]) {
    for shift in stride(from: 28 as UInt32, through: 0, by: -4) {
      let digit = UInt8(crc >> shift & 15)
      bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
  }

  /// Eight lower-case hexadecimal digits at `offset`, else nil.
  package static func value(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32? {
    guard offset >= 0, bytes.count - offset >= 8 else { return nil }
    var value: UInt32 = 0
    for i in offset..<offset + 8 {
      switch bytes[i] {
      case let b where b >= 0x30 && b <= 0x39: value = value << 4 | UInt32(b - 0x30)
      case let b where b >= 0x61 && b <= 0x66: value = value << 4 | UInt32(b - 0x57)
      default: return nil
      }
    }
    return value
  }

  /// 16 tables of 256 values, never freed.
  private struct Tables: @unchecked Sendable {
    let base: UnsafePointer<UInt32>

    init() {
      let all = UnsafeMutablePointer<UInt32>.allocate(capacity: 16 * 256)
      for i in 0..<256 {
        var crc = UInt32(i)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ polynomial : crc >> 1 }
        (all + i).initialize(to: crc)
      }
      for i in 256..<16 * 256 {
        let crc = all[i - 256]
        (all + i).initialize(to: crc >> 8 ^ all[Int(crc & 0xff)])
      }
      base = UnsafePointer(all)
    }
  }

  private static let tables = Tables()
}
