import Testing
import TrolleyTestSupport

@testable import TrolleyModel
@testable import TrolleyWire

/// Picture messages between the two programs.
@Suite struct PictureLineTests {
  private func line(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.dropLast()) }

  @Test func thereAndBack() throws {
    let address = try #require(WebAddress("https://a.example/b.png?x=1"))
    let access = ServiceAccess(.pictures, address: "", contact: "me@example.org")
    let size = PixelSize(width: 64, height: 48)
    let tasks: [WorkerTask] = [
      .loadPicture(PictureRequest(.file("/a b/\u{1F6D2}.png"), fitting: size)),
      .loadPicture(PictureRequest(.web(address), access: access, fitting: size)),
      .listPictures(directory: "/home/ann/", hidden: true),
    ]
    for task in tasks {
      let bytes = WorkerLine.bytes(of: .ask(task, number: 3))
      #expect(try WorkerLine.request(line(bytes)) == .ask(task, number: 3))
    }
    let image = PictureMaker.image(PixelSize(width: 400, height: 400)) { x, y in
      (255 * x, 255 * y, 128, 255 * x)
    }
    let folder = PictureFolder(
      entries: [.init("Größe", isDirectory: true), .init("a b.png"), .init("ü.jpg")], isCut: true)
    for answer in [WorkerAnswer.picture(image), .pictureFolder(folder)] {
      let bytes = WorkerLine.bytes(of: answer, number: 5)
      #expect(bytes.count <= WorkerLine.longest)
      let read = try WorkerLine.answer(line(bytes))
      #expect(read.number == 5 && read.answer == answer && answer.isLast)
    }
  }

  @Test(arguments: [
    #""task":"loadPicture","path":"relative.png","width":64,"height":64"#,
    #""task":"loadPicture","path":"/a\u0000b","width":64,"height":64"#,
    #""task":"loadPicture","path":"/a.png","width":0,"height":64"#,
    #""task":"loadPicture","path":"/a.png","width":64,"height":401"#,
    #""task":"loadPicture","path":"/a.png","width":64"#,
    #""task":"loadPicture","picture":"https://a.example/b.png","width":64,"height":64"#,
    #""task":"loadPicture","picture":"file:///etc/passwd","width":64,"height":64"#,
    #""task":"listPictures","directory":"home","hidden":false"#,
    #""task":"listPictures","directory":"/home""#,
  ]) func tasksThatMakeNoSense(_ members: String) {
    #expect(throws: Failure.self) { try WorkerLine.request(Array("{\"id\":1,\(members)}".utf8)) }
  }

  @Test(arguments: [
    #""answer":"picture","width":1,"height":1,"pixels":"AAAA""#,
    #""answer":"picture","width":1,"height":1,"pixels":"AAAA!A==""#,
    #""answer":"picture","width":5000,"height":1,"pixels":"""#,
    #""answer":"picture","width":-1,"height":-1,"pixels":"AAAAAA==""#,
    #""answer":"pictureFolder","directories":[1],"pictures":[],"isCut":false"#,
    #""answer":"pictureFolder","directories":[],"isCut":false"#,
  ]) func answersThatMakeNoSense(_ members: String) {
    #expect(throws: Failure.self) { try WorkerLine.answer(Array("{\"id\":1,\(members)}".utf8)) }
  }

  @Test func namesThatNobodyCanSeeAreLeftOut() throws {
    let text =
      #"{"id":1,"answer":"pictureFolder","directories":["..\/x","ok"],"pictures":["a\u001b[2J.png",""],"isCut":false}"#
    let answer = try WorkerLine.answer(Array(text.utf8)).answer
    #expect(answer == .pictureFolder(PictureFolder(entries: [.init("ok", isDirectory: true)])))
  }
}
