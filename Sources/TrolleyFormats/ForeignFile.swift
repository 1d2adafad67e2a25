/// Files that are not lists: read as plain lines they would fill the cart with rubbish.
enum ForeignFile {
  /// Why these bytes are refused; nil when they may be a list.
  static func refusal(_ bytes: UnsafeBufferPointer<UInt8>) -> Failure? {
    let start = bytes.prefix(4096)
    if start.starts(with: "bplist".utf8) {
      return Failure(
        .badInput,
        "This is a binary property list. As XML it can be read: plutil -convert xml1 FILE, or "
          + "plistutil -i FILE -o OTHER.plist")
    }
    if start.contains(0) { return failure("This is not a text") }
    let text = String(decoding: UnsafeBufferPointer(rebasing: start.prefix(512)), as: UTF8.self)
    let words = text.split(maxSplits: 2, whereSeparator: \.isWhitespace).map { $0.lowercased() }
    guard let first = words.first else { return nil }
    if !PropertyListReader.isMeant(by: bytes),
      ["<?xml", "<!doctype", "<plist", "<html", "<html>", "<svg"].contains(
        where: first.hasPrefix)
    {
      return failure("This is XML or HTML, not a list")
    }
    if first == "begin;" || first == "pragma" { return failure("This is SQL, not a list") }
    if ["create", "drop", "insert"].contains(first), words.count > 1,
      ["table", "index", "into"].contains(words[1])
    {
      return failure("This is SQL, not a list")
    }
    if first.hasPrefix("%pdf") || first.hasPrefix("{\\rtf") {
      return failure("This is a document, not a list")
    }
    return nil
  }

  private static func failure(_ what: String) -> Failure {
    Failure(
      .badInput,
      what + ". Trolley reads JSON, CSV, todo.txt, Markdown, property lists and plain lines.")
  }
}
