/// Splits the bytes of a pipe into lines, and buffers at most one incomplete line: an overlong one
/// is reported, once.
public struct LineBuffer: Sendable {
  public enum Piece: Equatable, Sendable {
    /// Without the newline.
    case line([UInt8])
    /// A line was longer than allowed; all of it is discarded.
    case tooLong
  }

  private let longest: Int
  private var rest: [UInt8] = []
  private var isSkipping = false

  /// - Parameter longest: bytes of a line, without its newline.
  public init(longest: Int) { self.longest = longest }

  /// Takes what has arrived, and returns the lines that are complete.
  public mutating func receive(_ bytes: UnsafeRawBufferPointer) -> [Piece] {
    var pieces: [Piece] = []
    var start = 0
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      append(bytes[start..<end], &pieces)
      if !isSkipping { pieces.append(.line(rest)) }
      rest.removeAll(keepingCapacity: rest.capacity <= 4096)
      isSkipping = false
      start = end + 1
    }
    append(bytes[start...], &pieces)
    return pieces
  }

  private mutating func append(_ part: Slice<UnsafeRawBufferPointer>, _ pieces: inout [Piece]) {
    guard !isSkipping else { return }
    if rest.count + part.count > longest {
      isSkipping = true
      rest = []
      pieces.append(.tooLong)
    } else {
      rest.append(contentsOf: part)
    }
  }
}
