import Foundation
import Testing
import TrolleyTestSupport

@testable import TrolleyCore

@Suite struct EmojiCacheTests {
  private let folder: URL
  private let size = PixelSize(width: 64, height: 64)
  private let milk: Unicode.Scalar = "🥛"
  private let image = PictureMaker.image(PixelSize(width: 60, height: 64)) { x, y in
    (255 * x, 255 * y, 60, 255)
  }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "emoji-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private var cache: EmojiCache { EmojiCache(.ofPictures(in: folder.path)) }
  private var fontPath: String { folder.path + "/A font.ttf" }

  /// A file that stands for a font; only its stamp counts.
  private func makeFont(_ text: String = "a font") throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: fontPath))
    return EmojiCache.version(ofFont: fontPath, try #require(FileStamp(path: fontPath)))
  }

  @Test func `an emoji is kept in its size, for its font`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let font = try makeFont()
    #expect(cache.font() == nil)
    cache.use(font: font)
    #expect(cache.font() == font)
    cache.keep(image, of: milk, fitting: size, font: font)
    #expect(cache.image(of: milk, fitting: size, font: font) == image)
    #expect(cache.image(of: "🍞", fitting: size, font: font) == nil)
    #expect(
      cache.image(of: milk, fitting: PixelSize(width: 128, height: 128), font: font) == nil)
    #expect(cache.image(of: milk, fitting: size, font: font + "1") == nil)
  }

  @Test func `a font that was changed or removed counts no more`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    cache.use(font: try makeFont())
    let new = try makeFont("a newer font")
    #expect(cache.font() == nil)
    cache.use(font: new)
    #expect(cache.font() == new)
    try FileManager.default.removeItem(atPath: fontPath)
    #expect(cache.font() == nil)
    // What stands where the font was is no font.
    try FileManager.default.createDirectory(
      atPath: fontPath, withIntermediateDirectories: false)
    #expect(cache.font() == nil)
  }

  @Test(arguments: [
    "", "\n", "/", "/\n\n", "no path\n1 2 3 4", String(repeating: "/", count: 9000),
  ])
  func `nonsense in place of the font's version is no font`(_ text: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    cache.use(font: text)
    #expect(cache.font() == nil)
  }

  @Test func `a copy that is damaged, or larger than was asked for, is thrown away`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let font = try makeFont()
    cache.keep(image, of: milk, fitting: size, font: font)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/pictures")
    let path = folder.path + "/pictures/" + (try #require(names.first))
    var bytes = KeptPicture.bytes(of: image)
    bytes[100] ^= 4
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(cache.image(of: milk, fitting: size, font: font) == nil)
    #expect(!FileManager.default.fileExists(atPath: path))
    let large = PictureMaker.image(PixelSize(width: 65, height: 20)) { _, _ in (0, 0, 0, 255) }
    cache.keep(large, of: milk, fitting: size, font: font)
    #expect(cache.image(of: milk, fitting: size, font: font) == nil)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `what is kept is read at once, the rest is left to the worker`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let font = try makeFont()
    cache.use(font: font)
    cache.keep(image, of: milk, fitting: size, font: font)
    let sources = [PictureSource.glyph(milk), .glyph("🍞"), .file("/p.png")]
    let answers = answers(to: sources, fonts: [])
    #expect(answers.map(\.job.number) == [0, 1])
    #expect(answers.map(\.answer) == [.picture(image), nil])
  }

  @Test func `without a font, no worker is started to find none`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let fonts = folder.path + "/fonts"
    let failure = WorkerAnswer.failed(FontDirectories.noEmojiFont)
    #expect(answers(to: [.glyph(milk)], fonts: [fonts]).map(\.answer) == [failure])
    try FileManager.default.createDirectory(
      atPath: fonts + "/noto", withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: fonts + "/noto/Letters.ttf"))
    #expect(answers(to: [.glyph(milk)], fonts: [fonts]).map(\.answer) == [failure])
    try Data().write(to: URL(fileURLWithPath: fonts + "/noto/NotoColorEmoji.ttf"))
    #expect(answers(to: [.glyph(milk)], fonts: [fonts]).map(\.answer) == [nil])
  }

  /// What the reader says of what is requested together, in one thread.
  private func answers(to sources: [PictureSource], fonts: [String]) -> [EmojiReader.Answer] {
    let started = Mutex<[@Sendable () -> Void]>([])
    let reader = EmojiReader(
      directory: folder.path, fonts: fonts, wake: { () in },
      inBackground: { work in started.withLock { $0.append(work) } })
    for (number, source) in sources.enumerated() {
      let task = WorkerTask.loadPicture(PictureRequest(source, fitting: size))
      if let job = EmojiReader.Job(task, number) { reader.queue.ask(job) }
    }
    let threads = started.withLock(\.self)
    #expect(threads.count == 1)
    threads.first?()
    return Array(reader.answers.takeAll().joined())
  }
}
