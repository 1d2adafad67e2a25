/// Reasons for not showing a picture.
enum PictureError {
  static let empty = refusal("The picture is empty.", "no bytes")
  static let cutOff = refusal("The picture is cut off: its end is missing.", "cut off")
  static let damaged = refusal("The picture is damaged.", "damaged")
  static let tooSlow = refusal("The picture takes too long to read.", "deadline")

  static func damaged(_ detail: String) -> Failure { refusal("The picture is damaged.", detail) }

  static func tooManyBytes(most: Int) -> Failure {
    refusal("The picture has more than \(most >> 20) MB.", "more than \(most) bytes")
  }

  static func tooLarge(_ size: PixelSize, _ format: PictureFormat) -> Failure {
    let side = PixelSize.sides.upperBound
    let most = format == .jpeg ? "50 megapixels are" : "\(side)×\(side) is"
    return refusal(
      "The picture measures \(size.width)×\(size.height) pixels; \(most) the most.",
      "\(size.width)x\(size.height)")
  }

  /// - Parameter kind: what it is instead, as "an SVG drawing"; nil when unknown.
  static func unknown(_ kind: String?) -> Failure {
    let what = kind.map { "This is \($0)." } ?? "This is no picture."
    return refusal("\(what) Trolley shows PNG, JPEG, GIF and WebP.", kind ?? "unknown type")
  }

  static let noLibrary = Failure(
    .unavailable, "Pictures need gdk-pixbuf. On Debian: apt install libgdk-pixbuf-2.0-0",
    detail: "no libgdk_pixbuf")

  static func noLoader(_ format: PictureFormat) -> Failure {
    let package = format == .webP ? "webp-pixbuf-loader" : "libgdk-pixbuf-2.0-0"
    return Failure(
      .unavailable,
      "\(format.name) pictures need one more package. On Debian: apt install \(package)",
      detail: "no loader for \(format.loader)")
  }

  private static func refusal(_ sentence: String, _ detail: String) -> Failure {
    Failure(.badInput, sentence, detail: "picture: \(detail)")
  }
}
