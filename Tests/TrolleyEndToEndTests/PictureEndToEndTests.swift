import Foundation
import Testing
import TrolleyModel
import TrolleyStorage
import TrolleyTestSupport

/// Pictures from files on a real screen, by the real worker.
@Suite(.startsPrograms)
struct PictureEndToEndTests {
  private let home: CommandRunner

  init() throws { home = try CommandRunner() }

  /// Left half red, right half blue.
  private func file(_ name: String) throws -> String {
    let image = PictureMaker.image(PixelSize(width: 80, height: 60)) { x, _ in
      x < 0.5 ? (220, 30, 30, 255) : (30, 60, 220, 255)
    }
    let url = home.home.appending(path: name)
    try Data(PictureMaker.png(image)).write(to: url)
    return url.path
  }

  private func screen(_ width: Int = 100, _ height: Int = 32) throws -> TmuxScreen {
    try TmuxScreen(
      width: width, height: height, folder: home.home,
      environment: ["COLORTERM": "truecolor", "XDG_CACHE_HOME": home.home.path + "/cache"],
      command: "$TROLLEY; echo left with $?; sleep 60")
  }

  /// The number of cells that are mostly red, and of those mostly blue.
  private func colours(_ screen: TmuxScreen) -> (red: Int, blue: Int) {
    var count = (red: 0, blue: 0)
    for row in screen.cells {
      for cell in row {
        for number in ["38", "48"] {
          guard let (red, green, blue) = rgb(cell.looks[number]) else { continue }
          if red > 180, green < 100, blue < 100 { count.red += 1 }
          if blue > 180, green < 120, red < 100 { count.blue += 1 }
        }
      }
    }
    return count
  }

  private func rgb(_ colour: String?) -> (Int, Int, Int)? {
    let parts = (colour ?? "").split(separator: ";").compactMap { Int($0) }
    if parts.count == 4, parts[0] == 2 { return (parts[1], parts[2], parts[3]) }
    guard parts.count == 2, parts[0] == 5, (16...231).contains(parts[1]) else { return nil }
    let levels = [0, 95, 135, 175, 215, 255]
    let cube = parts[1] - 16
    return (levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
  }

  @Test func aPictureInATileAndInTheDetails() throws {
    let path = try file("flag.png")
    #expect(try home.run("item", "add", "Flag", "--picture", "flag.png").status == 0)
    let items = try home.run("items", "--json").objects("items")
    #expect(items.first { $0["name"] as? String == "Flag" }?["picture"] as? String == path)
    let screen = try screen()
    screen.wait(for: "Flag")
    try screen.type("/flag")
    try screen.press("Enter")
    screen.wait(for: "the picture in its tile") { _ in
      let count = colours(screen)
      return count.red >= 12 && count.blue >= 12
    }
    let inTile = colours(screen)
    try screen.press("Enter")
    screen.wait(for: "Add to cart")
    screen.wait(for: "the large picture") { _ in
      let count = colours(screen)
      return count.red > inTile.red && count.blue > inTile.blue
    }
    // Thumbnails are cached for the next start.
    let cache = home.home.path + "/cache/trolley/pictures"
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache).count >= 1)
    try screen.press("Escape")
    screen.wait(for: "the tiles") { !$0.contains("Add to cart") }
    try screen.press("Q")
    screen.wait(for: "left with 0")
  }

  /// The emoji is blue here only: no worker draws it so.
  @Test func anEmojiThatWasDrawnBeforeNeedsNoWorker() throws {
    let glyph = try #require(ItemGlyph.glyph(name: "Batteries", category: ""))
    let font = home.home.path + "/font"
    try Data("a font".utf8).write(to: URL(fileURLWithPath: font))
    let version = EmojiCache.version(ofFont: font, try #require(FileStamp(path: font)))
    let cache = EmojiCache(.ofPictures(in: home.home.path + "/cache/trolley"))
    let size = PixelSize(width: 64, height: 64)
    cache.use(font: version)
    cache.keep(
      PictureMaker.image(size) { _, _ in (30, 60, 220, 255) }, of: glyph, fitting: size,
      font: version)
    #expect(try home.run("item", "add", "Batteries").status == 0)
    let screen = try screen()
    screen.wait(for: "Batteries")
    try screen.type("/batt")
    try screen.press("Enter")
    screen.wait(for: "the kept emoji in its tile") { _ in colours(screen).blue >= 12 }
    try screen.press("Escape", "Q")
    screen.wait(for: "left with 0")
  }

  /// Parts of a picture in one colour are sent in the look of a neighbour, which depends on how much
  /// of the row is painted.
  @Test(arguments: [[:], ["COLORTERM": "truecolor"], ["OPTIONS": "--colours 16"]])
  func aScreenPaintedInPiecesLooksAsOnePaintedWhole(_ environment: [String: String]) throws {
    let names = [
      "apples", "avocado", "bananas", "bread", "broccoli", "butter", "carrots", "cheese",
      "cherries",
      "corn", "eggs", "grapes", "honey", "kiwi", "lemon", "mango", "melon", "onions", "peach",
      "pear",
      "pepper", "pineapple", "potato", "rice", "salt", "shrimp", "strawberries", "tomato",
    ]
    #expect(try home.run("add", names.joined(separator: ", ")).status == 0)
    let screen = try TmuxScreen(
      width: 100, height: 32, folder: home.home, environment: environment,
      command: "$TROLLEY $OPTIONS; sleep 60")
    screen.wait(for: "all keys")
    screen.wait(for: "the pictures") { _ in
      let cells = screen.cells.joined().filter { $0.looks["38"] != nil && $0.looks["48"] != nil }
      return cells.count > 100
    }
    try screen.press("NPage", "NPage", "PPage", "Right", "Space", "Down", "NPage", "Up", "Space")
    screen.wait(for: "a repaint that changes nothing") { _ in
      let (painted, count) = (screen.cells, screen.written.count)
      do { try screen.press("C-l") } catch { return false }
      screen.wait(for: "the repaint") { _ in
        screen.written.dropFirst(count).contains(/\u{1B}\[2?J/)
      }
      return screen.cells == painted
    }
    #expect(screen.cells.joined().contains { $0.looks["48"] != nil })
  }

  @Test func aFileIsChosenByKeysAndABadOneIsTold() throws {
    _ = try file("flag.png")
    try home.file("words.png", "not a picture at all")
    #expect(try home.run("item", "add", "Aardvark food").status == 0)
    let screen = try screen()
    screen.wait(for: "Aardvark")
    try screen.press("Home", "e")
    screen.wait(for: "Edit Aardvark food")
    for _ in 0..<6 { try screen.press("Tab") }
    try screen.paste("'\(home.home.path)/words.png' ")
    screen.wait(for: "This is no picture.")
    screen.wait(for: "words.png")
    try screen.press("C-u", "C-o")
    screen.wait(for: "Choose a picture")
    screen.wait(for: "flag.png")
    try screen.type("fl")
    screen.wait(for: "the preview") { _ in colours(screen).red >= 12 }
    try screen.press("Enter")
    screen.wait(for: "the field") { !$0.contains("Choose a picture") && $0.contains("flag.png") }
    try screen.press("C-s")
    screen.wait(for: "the form gone") { !$0.contains("Edit Aardvark food") }
    screen.wait(for: "the picture in its tile") { _ in colours(screen).red >= 12 }
    try screen.press("Q")
    screen.wait(for: "left with 0")
    let items = try home.run("items", "--json").objects("items")
    let picture = items.first { $0["name"] as? String == "Aardvark food" }?["picture"] as? String
    #expect(picture?.hasSuffix("/flag.png") == true)
  }

  @Test func theCommandLineLooksAtThePictureFirst() throws {
    _ = try file("flag.png")
    try home.file("words.png", "not a picture at all")
    #expect(try home.run("add", "Flag").status == 0)
    #expect(
      try home.refused("set", "Flag", "--picture", "nothing.png", status: 66)
        .contains("There is no such file."))
    #expect(
      try home.refused("set", "Flag", "--picture", "./words.png", status: 65)
        .contains("This is no picture."))
    #expect(
      try home.refused("set", "Flag", "--picture", "http://a.example/x.png", status: 65)
        .contains("https://"))
    #expect(
      try home.refused("item", "add", "Pipe", "--picture", "/dev/zero", status: 65)
        .contains("device"))
    for picture in ["~/flag.png", "./flag.png", home.home.path + "/flag.png"] {
      #expect(try home.run("set", "Flag", "--picture", picture).status == 0)
      let items = try home.run("items", "--json").objects("items")
      let kept = items.first { $0["name"] as? String == "Flag" }?["picture"] as? String
      #expect(kept == home.home.path + "/flag.png")
    }
    #expect(try home.run("set", "Flag", "--picture", "apple").status == 0)
    #expect(try home.run("add", "Pole", "--picture", "flag.png").status == 0)
  }
}
