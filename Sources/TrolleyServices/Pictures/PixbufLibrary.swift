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
    guard let library,
      let newLoader: @convention(c) (UnsafePointer<CChar>, ErrorPlace?) -> Object? =
        library.find("gdk_pixbuf_loader_new_with_type"),
      let setSize: @convention(c) (Object, Int32, Int32) -> Void =
        library.find("gdk_pixbuf_loader_set_size"),
      let write: @convention(c) (Object, UnsafeRawPointer, Int, ErrorPlace?) -> Int32 =
        library.find("gdk_pixbuf_loader_write"),
      let close: @convention(c) (Object, ErrorPlace?) -> Int32 = library.find(
        "gdk_pixbuf_loader_close"),
      let pixbuf: @convention(c) (Object) -> Object? = library.find("gdk_pixbuf_loader_get_pixbuf"),
      let width: @convention(c) (Object) -> Int32 = library.find("gdk_pixbuf_get_width"),
      let height: @convention(c) (Object) -> Int32 = library.find("gdk_pixbuf_get_height"),
      let channels: @convention(c) (Object) -> Int32 = library.find("gdk_pixbuf_get_n_channels"),
      let bitsPerSample: @convention(c) (Object) -> Int32 = library.find(
        "gdk_pixbuf_get_bits_per_sample"),
      let rowBytes: @convention(c) (Object) -> Int32 = library.find("gdk_pixbuf_get_rowstride"),
      let pixels: @convention(c) (Object) -> UnsafePointer<UInt8>? = library.find(
        "gdk_pixbuf_read_pixels"),
      let scaled: @convention(c) (Object, Int32, Int32, Int32) -> Object? =
        library.find("gdk_pixbuf_scale_simple"),
      let connect:
        @convention(c) (
          Object, UnsafePointer<CChar>, Sized, UnsafeMutableRawPointer?, UnsafeRawPointer?, UInt32
        ) -> UInt = library.find("g_signal_connect_data"),
      let unref: @convention(c) (Object) -> Void = library.find("g_object_unref"),
      let freeError: @convention(c) (UnsafeMutableRawPointer) -> Void = library.find("g_error_free")
    else { return nil }
    self.newLoader = newLoader
    self.setSize = setSize
    self.write = write
    self.close = close
    self.pixbuf = pixbuf
    self.width = width
    self.height = height
    self.channels = channels
    self.bitsPerSample = bitsPerSample
    self.rowBytes = rowBytes
    self.pixels = pixels
    self.scaled = scaled
    self.connect = connect
    self.unref = unref
    self.freeError = freeError
  }

  /// The message of an error, for the log; frees the error.
  func words(of error: UnsafeMutableRawPointer) -> String {
    defer { freeError(error) }
    let error = error.load(as: Error.self)
    return "\(error.code) " + (error.message.map { String(cString: $0) } ?? "")
  }
}
