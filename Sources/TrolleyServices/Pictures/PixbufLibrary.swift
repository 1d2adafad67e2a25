/// gdk-pixbuf, loaded when the first picture comes: the worker starts without it, and everything
/// but pictures works where it is not installed. The types are those of its headers.
struct PixbufLibrary: Sendable {
  typealias Object = UnsafeMutableRawPointer
  /// `GError **`
  typealias ErrorPlace = UnsafeMutablePointer<UnsafeMutableRawPointer?>
  typealias Sized = @convention(c) (Object?, Int32, Int32, UnsafeMutableRawPointer?) -> Void

  /// `GError`
  private struct Error {
    let domain: UInt32
    let code: Int32
    let message: UnsafeMutablePointer<CChar>?
  }

  let newLoader: @convention(c) (UnsafePointer<CChar>, ErrorPlace?) -> Object?
  let setSize: @convention(c) (Object, Int32, Int32) -> Void
  let write: @convention(c) (Object, UnsafeRawPointer, Int, ErrorPlace?) -> Int32
  let close: @convention(c) (Object, ErrorPlace?) -> Int32
  let pixbuf: @convention(c) (Object) -> Object?
  let width: @convention(c) (Object) -> Int32
  let height: @convention(c) (Object) -> Int32
  let channels: @convention(c) (Object) -> Int32
  let bitsPerSample: @convention(c) (Object) -> Int32
  let rowBytes: @convention(c) (Object) -> Int32
  let pixels: @convention(c) (Object) -> UnsafePointer<UInt8>?
  let scaled: @convention(c) (Object, Int32, Int32, Int32) -> Object?
  let connect:
    @convention(c) (
      Object, UnsafePointer<CChar>, Sized, UnsafeMutableRawPointer?, UnsafeRawPointer?, UInt32
    ) -> UInt
  let unref: @convention(c) (Object) -> Void
  private let freeError: @convention(c) (UnsafeMutableRawPointer) -> Void

  /// `GDK_INTERP_BILINEAR`: averages an area when scaling down.
  static let bilinear: Int32 = 2

  /// Nil where it is not installed.
  static let shared = PixbufLibrary(OptionalLibrary("libgdk_pixbuf-2.0.so.0"))

  private init?(_ library: OptionalLibrary?) {
    guard let library else { return nil }
    do throws(OptionalLibrary.Missing) {
      newLoader = try library.function("gdk_pixbuf_loader_new_with_type")
      setSize = try library.function("gdk_pixbuf_loader_set_size")
      write = try library.function("gdk_pixbuf_loader_write")
      close = try library.function("gdk_pixbuf_loader_close")
      pixbuf = try library.function("gdk_pixbuf_loader_get_pixbuf")
      width = try library.function("gdk_pixbuf_get_width")
      height = try library.function("gdk_pixbuf_get_height")
      channels = try library.function("gdk_pixbuf_get_n_channels")
      bitsPerSample = try library.function("gdk_pixbuf_get_bits_per_sample")
      rowBytes = try library.function("gdk_pixbuf_get_rowstride")
      pixels = try library.function("gdk_pixbuf_read_pixels")
      scaled = try library.function("gdk_pixbuf_scale_simple")
      connect = try library.function("g_signal_connect_data")
      unref = try library.function("g_object_unref")
      freeError = try library.function("g_error_free")
    } catch { return nil }
  }

  /// The message of an error, for the log; frees the error.
  func words(of error: UnsafeMutableRawPointer) -> String {
    defer { freeError(error) }
    let error = error.load(as: Error.self)
    return "\(error.code) " + (error.message.map { String(cString: $0) } ?? "")
  }
}
