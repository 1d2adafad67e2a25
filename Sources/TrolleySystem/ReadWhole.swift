/// What a descriptor still has to give, up to `most` bytes, despite interruptions and short reads.
/// Nil, with `errno`, when it cannot be read.
package func readWhole(_ descriptor: Int32, most: Int) -> [UInt8]? {
  var code: Int32 = 0
  let bytes = [UInt8](unsafeUninitializedCapacity: most) { room, filled in
    while filled < most {
      let got = read(descriptor, room.baseAddress.map { $0 + filled }, most - filled)
      if got < 0, errno == EINTR { continue }
      if got < 0 { code = errno }
      if got <= 0 { break }
      filled += got
    }
  }
  errno = code
  return code == 0 ? bytes : nil
}
