import Glibc
import Testing

@testable import TrolleyModel
@testable import TrolleyStorage

typealias Step = [[UInt8]]

func makeBody(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The body of a line, of varying length, with letters of many scripts.
func makeBody(_ i: Int, by author: String = "k1") -> [UInt8] {
  let names = ["Milk", "Crème fraîche", "牛乳", "Jam \\\"red\\\"", "🥛", "", "{\\\"v\\\":1"]
  let more = i % 5 == 0 ? #","deep":{"v":1,"n":[1,-2.5e3,true,null]}"# : ""
  return makeBody(
    #""by":"\#(author)","i":\#(i),"kind":"quantityChanged","item":"\#(names[i % names.count])"\#(more)"#
  )
}

/// A step of one to four lines.
func makeStep(_ i: Int, by author: String = "k1") -> Step {
  (0..<[1, 1, 3, 1, 2, 1, 4][i % 7]).map { makeBody(i * 10 + $0, by: author) }
}

/// A step that exceeds one block of a disk.
func makeLongStep(_ i: Int) -> Step {
  (0..<6).map {
    makeBody(#""by":"k1","i":\#(i * 10 + $0),"note":"\#(String(repeating: "x", count: 700))""#)
  }
}

extension MemoryDisk {
  /// A disk with this journal and nothing else.
  convenience init(journal bytes: [UInt8]) {
    self.init()
    hasDirectory = true
    isDirectorySafe = true
    files[2] = File(bytes: bytes, safe: bytes)
    names[DataDirectory.journal] = 2
    safeNames = names
    continueNumbers(after: 2)
  }

  func bytes(of name: String) -> [UInt8]? { names[name].flatMap { files[$0]?.bytes } }

  /// Unsynced bytes at the end of the journal.
  func append(_ bytes: [UInt8]) {
    guard let file = names[DataDirectory.journal] else { return }
    let end = files[file]?.bytes.count ?? 0
    files[file]?.apply(.bytes(at: end, bytes))
  }

  func open(createIfMissing: Bool = true) throws(Failure) -> FileJournal {
    try FileJournal(directory: "/list", calls: table, createIfMissing: createIfMissing)
  }
}

extension FileJournal {
  @discardableResult
  func record(_ steps: [Step], since mark: JournalMark? = nil) throws(Failure) -> [RawEntry] {
    try transaction(since: mark) { transaction throws(Failure) in
      try transaction.append(steps: steps)
    }
  }

  /// The bodies of all lines, step by step.
  func steps() throws(Failure) -> (steps: [Step], warning: String?) {
    let news = try read(after: nil)
    return (news.entries.steps, news.warning)
  }
}

extension [RawEntry] {
  var steps: [Step] {
    var steps: [Step] = []
    var open: Step = []
    for entry in self {
      open.append([UInt8](entry.body))
      if entry.isLastOfStep {
        steps.append(open)
        open = []
      }
    }
    return steps
  }
}

/// Whether a message is fit for users.
func isForPeople(_ failure: Failure) -> Bool {
  let words = ["errno", "error 1", "error 2", "ENO", "EIO", "(", "/list", "fsync"]
  return failure.sentence.count > 20 && !words.contains { failure.sentence.contains($0) }
}

/// A directory that is deleted with this object. Guards its path.
final class TemporaryDirectory {
  let path: String

  init() throws {
    var template = Array((temporaryRoot + "/trolley-test-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(.failedIO, "No temporary directory.") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { removeTree(path) }

  func file(_ name: String) -> String { path + "/list/" + name }
  var list: String { path + "/list" }
}

private var temporaryRoot: String {
  guard let root = getenv("TMPDIR") else { return "/tmp" }
  return String(cString: root)
}

private func removeTree(_ path: String) {
  guard let stream = opendir(path) else {
    unlink(path)
    return
  }
  var names: [String] = []
  while let entry = readdir(stream) {
    names.append(
      withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      })
  }
  closedir(stream)
  for name in names where name != "." && name != ".." {
    var found = stat()
    guard lstat(path + "/" + name, &found) == 0 else { continue }
    if UInt32(found.st_mode) & 0o170000 == 0o040000 {
      chmod(path + "/" + name, 0o700)
      removeTree(path + "/" + name)
    } else {
      unlink(path + "/" + name)
    }
  }
  rmdir(path)
}

func readFile(_ path: String) -> [UInt8] {
  let file = open(path, O_RDONLY)
  guard file >= 0 else { return [] }
  defer { close(file) }
  var all: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 65536)
  while case let count = read(file, &part, part.count), count > 0 { all += part[..<count] }
  return all
}

func writeFile(_ path: String, _ bytes: [UInt8], mode: mode_t = 0o600) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode)
  guard file >= 0 else { return }
  defer { close(file) }
  _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
}

func mode(of path: String) -> UInt32 {
  var found = stat()
  return lstat(path, &found) == 0 ? UInt32(found.st_mode) & 0o7777 : 0
}
