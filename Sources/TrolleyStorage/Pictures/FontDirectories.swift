/// Where fontconfig looks for fonts, without it.
public enum FontDirectories {
  /// A person's own fonts come before those of the system.
  public static var ofSystem: [String] {
    var directories: [String] = []
    let home = HomeDirectory.variable("HOME")
    if let data = HomeDirectory.variable("XDG_DATA_HOME") ?? home.map({ $0 + "/.local/share" }) {
      directories.append(data + "/fonts")
    }
    if let home { directories.append(home + "/.fonts") }
    return directories + ["/usr/local/share/fonts", "/usr/share/fonts"]
  }

  public static let noEmojiFont = Failure(
    .missingFile,
    "There is no colour font for emoji. On Debian: apt install fonts-noto-color-emoji",
    detail: "no emoji font")

  /// The most entries and levels of directories that are looked at.
  private static let most = 4000
  private static let deepest = 5

  /// The files whose names are those of colour fonts with emoji.
  public static func emojiFonts(in directories: [String]) -> [String] {
    look(in: directories, most: most).fonts
  }

  /// Whether a short look is enough to tell that there are none.
  public static func clearlyLackEmoji(_ directories: [String] = ofSystem) -> Bool {
    let (fonts, isWhole) = look(in: directories, most: 200)
    return isWhole && fonts.isEmpty
  }

  private static func look(
    in directories: [String], most: Int
  ) -> (fonts: [String], isWhole: Bool) {
    var left = most
    var found: [String] = []
    for directory in directories { search(directory, depth: 0, &left, &found) }
    return (found, left > 0)
  }

  private static func search(
    _ directory: String, depth: Int, _ left: inout Int, _ found: inout [String]
  ) {
    guard depth < deepest, let stream = opendir(directory) else { return }
    defer { closedir(stream) }
    var folders: [String] = []
    while left > 0, let entry = readdir(stream) {
      left -= 1
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(".") { continue }
      if isEmojiFont(name) {
        found.append(directory + "/" + name)
      } else if entry.pointee.d_type == UInt8(DT_DIR) {
        folders.append(directory + "/" + name)
      }
    }
    for folder in folders.sorted() { search(folder, depth: depth + 1, &left, &found) }
  }

  private static func isEmojiFont(_ name: String) -> Bool {
    let name = name.lowercased()
    // `contains` makes tables of characters first, which takes longer than there is before the first frame.
    return strstr(name, "emoji") != nil && (name.hasSuffix(".ttf") || name.hasSuffix(".otf"))
  }
}
