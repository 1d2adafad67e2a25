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
  static let shared = PixbufLibrary(
    names: [
      "libgdk_pixbuf-2.0.so.0", "libgdk_pixbuf-2.0.0.dylib",
      "/opt/homebrew/lib/libgdk_pixbuf-2.0.0.dylib", "/usr/local/lib/libgdk_pixbuf-2.0.0.dylib",
    ])

  private init?(names: [String]) {
    var handle: UnsafeMutableRawPointer?
    for name in names where handle == nil { handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) }
    guard let handle else { return nil }
    /// The address of a symbol, with the type of the field that it is assigned to.
    func find<Function>(_ name: String) -> Function? {
      // This also finds symbols of the libraries that it depends on.
      dlsym(handle, name).map { unsafeBitCast($0, to: Function.self) }
    }
    guard
      let newLoader: @convention(c) (UnsafePointer<CChar>, ErrorPlace?) -> Object? =
        find("gdk_pixbuf_loader_new_with_type"),
      let setSize: @convention(c) (Object, Int32, Int32) -> Void =
        find("gdk_pixbuf_loader_set_size"),
      let write: @convention(c) (Object, UnsafeRawPointer, Int, ErrorPlace?) -> Int32 =
        find("gdk_pixbuf_loader_write"),
      let close: @convention(c) (Object, ErrorPlace?) -> Int32 = find("gdk_pixbuf_loader_close"),
      let pixbuf: @convention(c) (Object) -> Object? = find("gdk_pixbuf_loader_get_pixbuf"),
      let width: @convention(c) (Object) -> Int32 = find("gdk_pixbuf_get_width"),
      let height: @convention(c) (Object) -> Int32 = find("gdk_pixbuf_get_height"),
      let channels: @convention(c) (Object) -> Int32 = find("gdk_pixbuf_get_n_channels"),
      let bitsPerSample: @convention(c) (Object) -> Int32 = find("gdk_pixbuf_get_bits_per_sample"),
      let rowBytes: @convention(c) (Object) -> Int32 = find("gdk_pixbuf_get_rowstride"),
      let pixels: @convention(c) (Object) -> UnsafePointer<UInt8>? = find("gdk_pixbuf_read_pixels"),
      let scaled: @convention(c) (Object, Int32, Int32, Int32) -> Object? =
        find("gdk_pixbuf_scale_simple"),
      let connect:
        @convention(c) (
          Object, UnsafePointer<CChar>, Sized, UnsafeMutableRawPointer?, UnsafeRawPointer?, UInt32
        ) -> UInt = find("g_signal_connect_data"),
      let unref: @convention(c) (Object) -> Void = find("g_object_unref"),
      let freeError: @convention(c) (UnsafeMutableRawPointer) -> Void = find("g_error_free")
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
