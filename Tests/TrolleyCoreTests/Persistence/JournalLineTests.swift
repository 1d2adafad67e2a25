import Testing

@testable import TrolleyStorage
@testable import TrolleySystem

private func parse(_ text: String) -> Result<JournalLine, LineError> {
  Array(text.utf8).withUnsafeBytes { bytes in
    do throws(LineError) {
      return .success(try JournalLine(bytes, LineChecks()))
    } catch {
      return .failure(error)
    }
  }
}

/// A line with a valid checksum and any content.
private func sealed(_ start: String) -> String {
  var bytes = Array(start.utf8)
  _ = JournalLine.seal(&bytes, from: 0)
  return String(decoding: bytes.dropLast(), as: UTF8.self)
}

@Suite struct JournalLineTests {
  @Test func theChecksumIsCastagnolis() {
    #expect(Array("123456789".utf8).withUnsafeBytes { CRC32C.checksum($0) } == 0xe306_9283)
    #expect(CRC32C.hex(0x0f30_0aff) == Array("0f300aff".utf8))
  }

  @Test(arguments: [0, 1, 15, 16, 17, 8191, 8192, 8193, 8216, 20000, 100_003])
  func theFastChecksumIsTheSlowOne(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
    var slow = ~UInt32(77)
    for byte in bytes {
      slow ^= UInt32(byte)
      for _ in 0..<8 { slow = slow & 1 == 1 ? slow >> 1 ^ 0x82f6_3b78 : slow >> 1 }
    }
    #expect(bytes.withUnsafeBytes { CRC32C.checksum($0, after: 77) } == ~slow)
    // Whether or not this processor has an instruction for it.
    #expect(
      bytes.withUnsafeBytes { CRC32C.checksum($0, after: 77, byInstruction: false) } == ~slow)
  }

  @Test func checksumsOfManyLengthsFollowEachOther() {
    let lengths = [16384, 16384, 20000, 8192, 16384, 100_003, 16384, 8193]
    let bytes = (0..<lengths.reduce(0, +)).map { UInt8(truncatingIfNeeded: $0 &* 40503 >> 5) }
    bytes.withUnsafeBytes { bytes in
      var (sum, start): (UInt32, Int) = (0, 0)
      for length in lengths {
        sum = CRC32C.checksum(
          UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]), after: sum)
        start += length
      }
      var slow = ~UInt32(0)
      for byte in bytes {
        slow ^= UInt32(byte)
        for _ in 0..<8 { slow = slow & 1 == 1 ? slow >> 1 ^ 0x82f6_3b78 : slow >> 1 }
      }
      #expect(sum == ~slow)
    }
  }

  @Test func aLineLooksAsDocumented() throws {
    let body = #""by":"k3","i":88,"t":1795260760,"kind":"quantityChanged","item":"3""#
    var line: [UInt8] = []
    let crc = JournalLine.write(
      n: 1201, with: nil, isMore: false, body: Array(body.utf8), previous: 0x9f0c_11aa, to: &line)
    let hex = String(decoding: CRC32C.hex(crc), as: UTF8.self)
    let text = #"{"v":1,"n":1201,\#(body),"prev":"9f0c11aa","crc":"\#(hex)"}"#
    #expect(String(decoding: line, as: UTF8.self) == text + "\n")
    let read = try parse(text).get()
    #expect(read.n == 1201 && read.with == nil && !read.isMore && read.crc == crc)
    #expect(read.previous == 0x9f0c_11aa)
    #expect(Array(text.utf8)[read.body] == Array(body.utf8)[...])
  }

  @Test(arguments: [
    #"{"v":1,"n":1,"a":1,"prev":"00000000""#, #"{"v":1,"n":7,"with":6,"a":1,"prev":"0a0b0c0d""#,
    #"{"v":1,"n":7,"with":2,"more":true,"a":1,"prev":"0a0b0c0d""#,
    #"{"v":1,"n":999999999999999,"a":1,"prev":"00000000""#,
  ])
  func aRightLineIsRead(_ start: String) {
    #expect(throws: Never.self) { try parse(sealed(start)).get() }
  }

  @Test(arguments: [
    "", "{}", #"{"v":1}"#, #"{"v":0,"n":1,"a":1,"prev":"00000000""#,
    #"{"v":1,"n":01,"a":1,"prev":"00000000""#, #"{"v":1,"n":-1,"a":1,"prev":"00000000""#,
    #"{"v":1,"n":9999999999999999,"a":1,"prev":"00000000""#,
    #"{"v":1,"n":99999999999999999999999999,"a":1,"prev":"00000000""#,
    #"{"v":1,"n":1,"a":1,"prev":"0000000G""#, #"{"v":1,"n":1,"a":1,"prev":"ABCDEF00""#,
    #"{"v":1,"n":1,"prev":"00000000""#, #"{"v":1,"n":1,a,"prev":"00000000""#,
    #"{"v":1,"n":1,"a":1"#, #"{"v":1,"n":3,"with":3,"a":1,"prev":"00000000""#,
    #"{ "v":1,"n":1,"a":1,"prev":"00000000""#,
  ])
  func aWrongLineIsRefused(_ start: String) {
    #expect(throws: LineError.shape) { try parse(sealed(start)).get() }
    #expect(throws: LineError.self) { try parse(start).get() }
  }

  @Test func aChecksumInCapitalsIsRefused() throws {
    let line = sealed(#"{"v":1,"n":2,"a":1,"prev":"00000000""#)
    let end = line.suffix(10).uppercased()
    #expect(end != line.suffix(10))
    #expect(throws: LineError.self) { try parse(line.dropLast(10) + end).get() }
  }

  @Test func aNewerLineIsNotADamagedOne() {
    #expect(throws: LineError.newer) {
      try parse(sealed(#"{"v":3,"n":1,"a":1,"prev":"00000000""#)).get()
    }
  }

  @Test(arguments: [
    #""a":1"#, #""a":"ü🥛\n\u00e9","b":[],"c":{},"d":[1,{"v":2}],"e":-0.5E+3,"f":null"#,
    #""a" : [ true , false ] , "b":0"#,
  ])
  func rightMembersAreTaken(_ body: String) {
    #expect(JSONMembers.refusal(of: makeBody(body)) == nil)
  }

  @Test(arguments: [
    "", "a", #""a""#, #""a":"#, #""a":1,"#, #""a":1}"#, #"{"a":1}"#, #""a":01"#, #""a":1."#,
    #""a":.5"#, #""a":NaN"#, #""a":tru"#, #""a":"x"#, #""a":"\x""#, #""a":"\u12g4""#,
    #""a":[1,]"#, #""a":{"b"}"#, #""n":1"#, #""a":1,"crc":"x""#, #""prev":1"#, #""\u0076":1"#,
    #""more":false"#, #""v":1"#, #""with":1"#, "\"a\":\"x\ny\"", "\"a\":\"\u{1b}\"", "\"a\":1\n",
  ])
  func wrongMembersAreRefused(_ body: String) {
    #expect(JSONMembers.refusal(of: makeBody(body)) != nil)
  }

  @Test func membersTooDeepOrNotUnicodeAreRefused() {
    let deep = String(repeating: "[", count: 20000) + String(repeating: "]", count: 20000)
    #expect(JSONMembers.refusal(of: makeBody(#""a":"# + deep)) != nil)
    #expect(JSONMembers.refusal(of: makeBody(#""a":""#) + [0xff] + makeBody("\"")) != nil)
  }
}
