import Foundation
import Synchronization
import Testing
import TrolleyModel
import TrolleySystem
import TrolleyTestSupport
import TrolleyWire

@testable import TrolleyServices

@Suite struct PictureServiceTests {
  private final class Box {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "trolley-pictures-" + UUID().uuidString).path
    init() throws {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
      let path = folder + "/" + name
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return path
    }
  }

  private let image = PictureMaker.image(PixelSize(width: 100, height: 50)) { x, y in
    (255 * x, 255 * y, 60, 255)
  }

  private func service(_ box: Box, _ client: any HTTPClient = NoNetwork()) -> PictureService {
    PictureService(client: { client }, cache: CacheDirectory(path: box.folder + "/cache"))
  }

  private func sentence(_ box: Box, _ path: String) -> String {
    let request = PictureRequest(.file(path), fitting: PixelSize(width: 64, height: 64))
    do throws(Failure) {
      _ = try service(box).load(request, Cancellation())
      return "a picture"
    } catch {
      return error.sentence
    }
  }

  @Test func filesThatAreNone() throws {
    let box = try Box()
    #expect(sentence(box, box.folder + "/nothing.png") == "There is no such file.")
    #expect(sentence(box, box.folder) == "That is a directory, not a picture.")
    #expect(sentence(box, "/dev/zero") == "That is a device, not a picture.")
    let pipe = box.folder + "/pipe.png"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(sentence(box, pipe) == "That is a device, not a picture.")
    let loop = box.folder + "/loop.png"
    #expect(symlink(loop, loop) == 0)
    #expect(sentence(box, loop) == "That is no path to a file.")
    let large = try box.write("large.png", [])
    #expect(truncate(large, 26 << 20) == 0)
    #expect(sentence(box, large) == "The picture has more than 25 MB.")
    #expect(sentence(box, try box.write("empty.png", [])) == "The picture is empty.")
    #expect(
      sentence(box, try box.write("words.png", Array("no picture".utf8)))
        .hasPrefix("This is no picture."))
  }

  @Test func whatWasMadeIsKept() throws {
    let box = try Box()
    let path = try box.write("a.png", PictureMaker.png(image))
    let request = PictureRequest(.file(path), fitting: PixelSize(width: 20, height: 20))
    let first = try service(box).load(request, Cancellation())
    #expect(first.size == PixelSize(width: 20, height: 10))
    let names = try FileManager.default.contentsOfDirectory(atPath: box.folder + "/cache")
    #expect(names.count == 1)
    // The cached copy is used, and nothing else of the file is read.
    let kept = box.folder + "/cache/" + (names.first ?? "")
    let other = PictureMaker.image(PixelSize(width: 20, height: 10)) { _, _ in (1, 2, 3, 255) }
    try Data(KeptPicture.bytes(of: other)).write(to: URL(fileURLWithPath: kept))
    #expect(try service(box).load(request, Cancellation()) == other)
    // A copy that was tampered with is rejected.
    var bytes = KeptPicture.bytes(of: other)
    bytes[bytes.count - 1] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: kept))
    #expect(try service(box).load(request, Cancellation()) == first)
    // The file has changed: the copy is outdated.
    let wide = PictureMaker.image(PixelSize(width: 100, height: 10)) { _, _ in (9, 9, 9, 255) }
    _ = try box.write("a.png", PictureMaker.png(wide))
    #expect(try service(box).load(request, Cancellation()).size.height == 2)
  }

  @Test func copiesThatMakeNoSense() {
    let bytes = KeptPicture.bytes(of: image)
    #expect(KeptPicture.image(bytes) == image)
    for count in stride(from: 0, to: bytes.count, by: 97) {
      #expect(KeptPicture.image(Array(bytes[..<count])) == nil)
    }
    var random = SplitMix64(seed: 5)
    for _ in 0..<200 {
      var other = bytes
      other[Int.random(in: 0..<other.count, using: &random)] ^= 1
      #expect(KeptPicture.image(other) == nil)
    }
  }

  // MARK: Directories

  @Test func directoriesFirstAndOnlyPictures() throws {
    let box = try Box()
    for name in ["b.PNG", "a.jpeg", "notes.txt", ".hidden.png", "c.webp", "Ä.gif"] {
      _ = try box.write(name, [])
    }
    for name in ["zoo", ".git", "Art"] {
      try FileManager.default.createDirectory(
        atPath: box.folder + "/" + name, withIntermediateDirectories: false)
    }
    #expect(symlink(box.folder + "/a.jpeg", box.folder + "/link.jpg") == 0)
    #expect(symlink("/nowhere", box.folder + "/broken.jpg") == 0)
    #expect(mkfifo(box.folder + "/pipe.png", 0o600) == 0)
    let list = try service(box).list(box.folder, hidden: false, Cancellation())
    #expect(list.entries.filter(\.isDirectory).map(\.name) == ["Art", "zoo"])
    #expect(
      Set(list.entries.filter { !$0.isDirectory }.map(\.name))
        == ["Ä.gif", "a.jpeg", "b.PNG", "c.webp", "link.jpg"])
    #expect(list.entries.first?.isDirectory == true && !list.isCut)
    let hidden = try service(box).list(box.folder, hidden: true, Cancellation())
    #expect(hidden.entries.map(\.name) == [".git", ".hidden.png"])
    #expect(throws: Failure.self) {
      try service(box).list(box.folder + "/a.jpeg", hidden: false, Cancellation())
    }
  }

  @Test func aHugeDirectoryIsCut() throws {
    let box = try Box()
    for number in 0..<700 { _ = try box.write("p\(number).png", []) }
    let list = try service(box).list(box.folder, hidden: false, Cancellation())
    #expect(list.entries.count == PictureFolder.most && list.isCut)
  }

  // MARK: The web

  private struct NoNetwork: HTTPClient {
    var reason = HTTPError.Reason.noNetwork
    func send(
      _ request: HTTPRequest, _ cancellation: Cancellation
    ) throws(HTTPError) -> HTTPAnswer {
      throw HTTPError(reason, host: request.address.host)
    }
  }

  /// Sends prepared answers, and records the requests.
  private final class Server: HTTPClient {
    let answer: (status: Int, body: [UInt8])
    let requests = Mutex<[HTTPRequest]>([])
    init(_ status: Int, _ body: [UInt8]) { answer = (status, body) }
    func send(
      _ request: HTTPRequest, _ cancellation: Cancellation
    ) throws(HTTPError) -> HTTPAnswer {
      requests.withLock { $0.append(request) }
      return HTTPAnswer(status: answer.status, body: answer.body, address: request.address)
    }
  }

  private func web(_ text: String, _ access: ServiceAccess) throws -> PictureRequest {
    PictureRequest(
      .web(try #require(WebAddress(text))), access: access,
      fitting: PixelSize(width: 64, height: 64))
  }

  @Test func whatAServerSendsIsJudgedByItsBytes() throws {
    let box = try Box()
    let access = ServiceAccess(.pictures, address: "", contact: "me@example.org")
    let server = Server(200, PictureMaker.png(image))
    let request = try web("https://a.example/x.jpg", access)
    let loaded = try service(box, server).load(request, Cancellation())
    #expect(loaded.size == PixelSize(width: 64, height: 32))
    let sent = try #require(server.requests.withLock { $0.first })
    #expect(sent.limits == .picture && sent.contact == "me@example.org")
    #expect(sent.caching == .kept(atLeast: 7 * 86_400, staleIfUnreachable: true))
    let page = Server(200, Array("<!DOCTYPE html><title>Hello</title>".utf8))
    #expect(throws: PictureError.unknown("a web page")) {
      try service(box, page).load(request, Cancellation())
    }
    for (status, words) in [
      (404, "There is no picture at that address."), (403, "a.example"), (500, "HTTP 500"),
    ] {
      let failing = Server(status, [])
      let thrown = #expect(throws: Failure.self) {
        try service(box, failing).load(request, Cancellation())
      }
      #expect(thrown?.sentence.contains(words) == true, "\(thrown?.sentence ?? "")")
    }
  }

  /// No setting has the address of a picture.
  @Test(arguments: [
    (
      ExternalService.pictures, HTTPError.Reason.noNetwork,
      "The picture can't be fetched: There is no network. Connect this machine and try again."
    ),
    (
      .pictures, .nameNotFound,
      "The picture can't be fetched: a.example was not found. Check the network, or the address of "
        + "the picture."
    ),
    (
      .openFoodFacts, .nameNotFound,
      "The picture can't be fetched: Open Food Facts (a.example) was not found. Check the network."
    ),
    (
      .openFoodFacts, .timedOut,
      "The picture can't be fetched: Open Food Facts takes too long to answer. Try again later."
    ),
    (
      .pictures, .status(400),
      "The picture can't be fetched: a.example does not take this request (HTTP 400). Check the "
        + "address of the picture."
    ),
  ]) func `what keeps a picture away is said of the picture and not of a setting`(
    _ service: ExternalService, _ reason: HTTPError.Reason, _ sentence: String
  ) throws {
    let access = ServiceAccess(service, address: service.usualAddress)
    let request = try web("https://a.example/x.jpg", access)
    let thrown = #expect(throws: Failure.self) {
      try self.service(try Box(), NoNetwork(reason: reason)).load(request, Cancellation())
    }
    #expect(thrown?.sentence == sentence)
  }

  /// An entry of a shared list must not make this machine contact its own servers.
  @Test func thisMachinesServersAreNotAsked() throws {
    let box = try Box()
    let server = Server(200, PictureMaker.png(image))
    let pictures = ServiceAccess(.pictures, address: "")
    for text in ["http://127.0.0.1:631/x.png", "https://localhost/x.png", "http://[::1]/x"] {
      #expect(throws: Failure.self) {
        try service(box, server).load(try web(text, pictures), Cancellation())
      }
    }
    #expect(server.requests.withLock { $0.isEmpty })
    // A service that the settings place on this machine may have its pictures here.
    let own = ServiceAccess(.wineCom, address: "http://127.0.0.1:8080/api")
    _ = try service(box, server).load(
      try web("http://127.0.0.1:8080/labels/1.png", own), Cancellation())
    #expect(server.requests.withLock { $0.count } == 1)
    #expect(throws: Failure.self) {
      try service(box, server).load(try web("http://127.0.0.1:9/x.png", own), Cancellation())
    }
  }
}
