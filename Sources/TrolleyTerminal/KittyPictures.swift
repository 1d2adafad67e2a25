/// The pictures that the terminal shows in kitty's graphics protocol with placeholders.
///
/// A picture is sent once, with a number. Its parts are then ordinary characters whose colour is the
/// number: they scroll, are overwritten and cleared like text, and curses knows them. So nothing is
/// left behind, and inside tmux only the sending has to be passed on.
///
/// Pure: what is to be written is returned.
package struct KittyPictures {
  private var images: KittyImages
  /// Whether pictures of the last frame are still to be sent.
  private(set) var isBehind = false

  /// - Parameter seed: differs between programs.
  package init(seed: Int, isInTmux: Bool) {
    images = KittyImages(seed: seed, isInTmux: isInTmux)
  }

  /// Gives the parts of pictures their numbers, and returns what to write before the frame. A
  /// picture that is not there yet is shown as cells.
  ///
  /// - Parameter room: about how many bytes may be sent; the rest follows with the next frames.
  package mutating func prepare(_ canvas: inout Canvas, room: Int = .max) -> [UInt8] {
    isBehind = false
    images.begin(canvas.pictures.keys)
    guard !canvas.pictures.isEmpty || images.isSending else { return [] }
    var bytes: [UInt8] = []
    if images.isSendingInVain, let at = images.giveUp(&bytes) { bytes += images.deletion(of: at) }
    images.sendOn(&bytes, room)
    // In a fixed order, whatever the order of the dictionary.
    for (key, picture) in canvas.pictures.sorted(by: { $0.key < $1.key }) {
      guard images.number(of: key) == nil else { continue }
      guard !images.isSending, bytes.count < room else {
        isBehind = true
        break
      }
      bytes += send(picture)
      images.sendOn(&bytes, room)
    }
    if images.isSending { isBehind = true } else { bytes += images.makeRoom() }
    let plain = canvas
    canvas.replacePixels { cell, _ in
      guard let at = images.finished(cell.foreground) else { return plain.plain(cell) }
      var cell = cell
      cell.foreground = UInt32(KittyImages.first + at)
      return cell
    }
    return bytes
  }

  private mutating func send(_ picture: PixelPicture) -> [UInt8] {
    let place = "U=1,p=1,c=\(picture.size.width),r=\(picture.size.height)"
    let new = KittyImages.Sending(
      key: picture.key, fingerprint: picture.fingerprint, image: picture.image,
      keys: "a=T,\(place)")
    guard let (at, old) = images.send(new) else { return [] }
    return switch old {
    case .none: []
    // Only its size on the screen is new.
    case .same: images.sequence("a=p,\(place),i=\(images.identifier(at)),q=2")
    case .other: images.deletion(of: at)
    }
  }

  /// Deletes all pictures; those that are still shown are sent again.
  mutating func farewell() -> [UInt8] { images.farewell() }

  /// What deletes them at a sudden end.
  var rescue: [UInt8] { images.rescue }

  /// As the terminal gets it, also in tmux.
  func passed(_ bytes: [UInt8]) -> [UInt8] { images.passed(bytes) }

  /// The marks of a part: its row, its column, and the highest byte of the number.
  func marks(row: Int, column: Int) -> (UInt32, UInt32, UInt32) {
    (PlaceholderMarks.all[row], PlaceholderMarks.all[column], PlaceholderMarks.all[images.series])
  }
}

/// The combining characters that stand for the numbers 0, 1, 2 … in a placeholder: those of class
/// 230 in Unicode 6.0 without a decomposition, less some (kitty's graphics protocol).
enum PlaceholderMarks {
  /// The character that stands for a part of a picture.
  static let placeholder: UInt32 = 0x10EEEE

  static let all: [UInt32] = ranges.flatMap { Array($0) }

  private static let ranges: [ClosedRange<UInt32>] = [
    0x0305...0x0305, 0x030D...0x030E, 0x0310...0x0310, 0x0312...0x0312, 0x033D...0x033F,
    0x0346...0x0346, 0x034A...0x034C, 0x0350...0x0352, 0x0357...0x0357, 0x035B...0x035B,
    0x0363...0x036F, 0x0483...0x0487, 0x0592...0x0595, 0x0597...0x0599, 0x059C...0x05A1,
    0x05A8...0x05A9, 0x05AB...0x05AC, 0x05AF...0x05AF, 0x05C4...0x05C4, 0x0610...0x0617,
    0x0657...0x065B, 0x065D...0x065E, 0x06D6...0x06DC, 0x06DF...0x06E2, 0x06E4...0x06E4,
    0x06E7...0x06E8, 0x06EB...0x06EC, 0x0730...0x0730, 0x0732...0x0733, 0x0735...0x0736,
    0x073A...0x073A, 0x073D...0x073D, 0x073F...0x0741, 0x0743...0x0743, 0x0745...0x0745,
    0x0747...0x0747, 0x0749...0x074A, 0x07EB...0x07F1, 0x07F3...0x07F3, 0x0816...0x0819,
    0x081B...0x0823, 0x0825...0x0827, 0x0829...0x082D, 0x0951...0x0951, 0x0953...0x0954,
    0x0F82...0x0F83, 0x0F86...0x0F87, 0x135D...0x135F, 0x17DD...0x17DD, 0x193A...0x193A,
    0x1A17...0x1A17, 0x1A75...0x1A7C, 0x1B6B...0x1B6B, 0x1B6D...0x1B73, 0x1CD0...0x1CD2,
    0x1CDA...0x1CDB, 0x1CE0...0x1CE0, 0x1DC0...0x1DC1, 0x1DC3...0x1DC9, 0x1DCB...0x1DCC,
    0x1DD1...0x1DE6, 0x1DFE...0x1DFE, 0x20D0...0x20D1, 0x20D4...0x20D7, 0x20DB...0x20DC,
    0x20E1...0x20E1, 0x20E7...0x20E7, 0x20E9...0x20E9, 0x20F0...0x20F0, 0x2CEF...0x2CF1,
    0x2DE0...0x2DFF, 0xA66F...0xA66F, 0xA67C...0xA67D, 0xA6F0...0xA6F1, 0xA8E0...0xA8F1,
    0xAAB0...0xAAB0, 0xAAB2...0xAAB3, 0xAAB7...0xAAB8, 0xAABE...0xAABF, 0xAAC1...0xAAC1,
    0xFE20...0xFE26, 0x10A0F...0x10A0F, 0x10A38...0x10A38, 0x1D185...0x1D189, 0x1D1AA...0x1D1AD,
    0x1D242...0x1D244,
  ]
}
