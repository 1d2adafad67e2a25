/// Pictures and the directories they are chosen from, in the talk with the worker.
extension WorkerLine {
  static func write(_ request: PictureRequest, _ w: inout JSONWriter) {
    switch request.source {
    case .file(let path): w.member("path", path)
    case .web(let address): w.member("picture", address.text)
    }
    w.member("width", request.fitting.width)
    w.member("height", request.fitting.height)
    if let access = request.access { write(access, &w) }
  }

  static func pictureRequest(_ fields: WorkerFields) throws(Failure) -> PictureRequest {
    let size = try pixelSize(fields)
    guard PictureRequest.sides.contains(size.width), PictureRequest.sides.contains(size.height)
    else { throw fields.refusal("width") }
    if fields.has("path") {
      return PictureRequest(.file(try wholePath(fields, "path")), fitting: size)
    }
    guard let address = WebAddress(try fields.text("picture", most: 2048)), address.isProtected
    else { throw fields.refusal("picture") }
    return PictureRequest(.web(address), access: try access(fields), fitting: size)
  }

  static func wholePath(_ fields: WorkerFields, _ name: String) throws(Failure) -> String {
    let path = try fields.text(name, most: 4096)
    guard path.hasPrefix("/"), !path.utf8.contains(0) else { throw fields.refusal(name) }
    return path
  }

  static func write(_ image: PixelImage, _ w: inout JSONWriter) {
    w.member("width", image.width)
    w.member("height", image.height)
    w.member("pixels", Base64.encode(image.rgba))
  }

  static func pixelImage(_ fields: WorkerFields) throws(Failure) -> PixelImage {
    let size = try pixelSize(fields)
    guard let rgba = Base64.decode(try fields.text("pixels", most: longest)),
      let image = PixelImage(size: size, rgba: rgba)
    else { throw fields.refusal("pixels") }
    return image
  }

  private static func pixelSize(_ fields: WorkerFields) throws(Failure) -> PixelSize {
    PixelSize(width: try fields.number("width"), height: try fields.number("height"))
  }

  /// Two lists of names: a name may hold anything but a slash.
  static func write(_ folder: PictureFolder, _ w: inout JSONWriter) {
    for (name, isDirectory) in [("directories", true), ("pictures", false)] {
      w.name(name)
      w.beginArray()
      for entry in folder.entries where entry.isDirectory == isDirectory { w.string(entry.name) }
      w.endArray()
    }
    w.member("isCut", folder.isCut)
  }

  static func pictureFolder(_ fields: WorkerFields) throws(Failure) -> PictureFolder {
    var entries: [PictureFolder.Entry] = []
    for (list, isDirectory) in [("directories", true), ("pictures", false)] {
      for name in try fields.texts(list, most: PictureFolder.most, bytes: 255) {
        // What cannot be shown as it is can't be chosen either.
        guard !name.isEmpty, CleanText.line(name, limit: .address) == name, !name.contains("/")
        else { continue }
        entries.append(PictureFolder.Entry(name, isDirectory: isDirectory))
      }
    }
    return PictureFolder(entries: entries, isCut: try fields.flag("isCut"))
  }
}
