/// FreeType, loaded when the first emoji is drawn, as gdk-pixbuf is for pictures. The types are those
/// of its headers; of its large structures only the part that is read is written down.
struct FreeTypeLibrary: Sendable {
  typealias Object = UnsafeMutableRawPointer

  /// The beginning of `FT_FaceRec`.
  struct Face {
    let faceCount: Int
    let index: Int
    let flags: Int
    let styleFlags: Int
    let glyphCount: Int
    let family: UnsafePointer<CChar>?
    let style: UnsafePointer<CChar>?
    let strikeCount: Int32
    let strikes: UnsafePointer<Strike>?
    let charmapCount: Int32
    let charmaps: UnsafeRawPointer?
    let generic: (UnsafeRawPointer?, UnsafeRawPointer?)
    let bounds: (Int, Int, Int, Int)
    /// Eight numbers of 16 bits each about lines.
    let lines: (UInt64, UInt64)
    let glyph: UnsafePointer<Slot>?
  }

  /// `FT_Bitmap_Size`, in 64ths of pixels.
  struct Strike {
    let height: Int16
    let width: Int16
    let size: Int
    let horizontal: Int
    let vertical: Int
  }

  /// The beginning of `FT_GlyphSlotRec`.
  struct Slot {
    let library: UnsafeRawPointer?
    let face: UnsafeRawPointer?
    let next: UnsafeRawPointer?
    let index: UInt32
    let generic: (UnsafeRawPointer?, UnsafeRawPointer?)
    let metrics: (Int, Int, Int, Int, Int, Int, Int, Int)
    let linearAdvance: (Int, Int)
    let advance: (Int, Int)
    let format: UInt32
    let bitmap: Bitmap
  }

  /// The beginning of `FT_Bitmap`.
  struct Bitmap {
    let rows: UInt32
    let width: UInt32
    let pitch: Int32
    let buffer: UnsafePointer<UInt8>?
    let grays: UInt16
    let mode: UInt8
  }

  /// `FT_GLYPH_FORMAT_BITMAP`
  static let bitmapFormat: UInt32 = 0x6269_7473
  /// `FT_PIXEL_MODE_BGRA`, multiplied by alpha.
  static let bgra: UInt8 = 7
  /// `FT_LOAD_COLOR | FT_LOAD_NO_HINTING | FT_LOAD_NO_AUTOHINT | FT_LOAD_SBITS_ONLY`: no outline and
  /// no program of a font is ever run.
  static let loadFlags: Int32 = 1 << 20 | 1 << 1 | 1 << 15 | 1 << 14

  let start: @convention(c) (UnsafeMutablePointer<Object?>) -> Int32
  let newFace:
    @convention(c) (Object, UnsafeRawPointer, Int, Int, UnsafeMutablePointer<Object?>) -> Int32
  let endFace: @convention(c) (Object) -> Int32
  let selectSize: @convention(c) (Object, Int32) -> Int32
  let glyphIndex: @convention(c) (Object, UInt) -> UInt32
  let loadGlyph: @convention(c) (Object, UInt32, Int32) -> Int32

  /// Nil where it is not installed.
  static let shared = FreeTypeLibrary(OptionalLibrary("libfreetype.so.6"))

  private init?(_ library: OptionalLibrary?) {
    guard let library else { return nil }
    do throws(OptionalLibrary.Missing) {
      start = try library.function("FT_Init_FreeType")
      newFace = try library.function("FT_New_Memory_Face")
      endFace = try library.function("FT_Done_Face")
      selectSize = try library.function("FT_Select_Size")
      glyphIndex = try library.function("FT_Get_Char_Index")
      loadGlyph = try library.function("FT_Load_Glyph")
    } catch { return nil }
  }
}
