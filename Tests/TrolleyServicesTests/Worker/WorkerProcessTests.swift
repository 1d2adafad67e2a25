import Foundation
import Testing
import TrolleyModel
import TrolleyProviderSupport
import TrolleyTestSupport
import TrolleyWire

/// The real program, with valid and hostile input.
@Suite(.startsPrograms) struct WorkerProcessTests {
  @Test func itHashesAndChecksPasswords() throws {
    let worker = try WorkerDriver()
    worker.ask(.hashPassword("correct horse"), 1)
    guard case .passwordHashed(let hash) = try worker.next(1) else {
      Issue.record("no hash")
      return
    }
    worker.ask(.checkPassword("correct horse", hash: hash), 2)
    worker.ask(.checkPassword("wrong horse", hash: hash), 3)
    worker.ask(.checkPassword("correct horse", hash: nil), 4)
    #expect(try worker.next(4) == .passwordChecked(isRight: false, rehashed: nil))
    #expect(try worker.next(2) == .passwordChecked(isRight: true, rehashed: nil))
    #expect(try worker.next(3) == .passwordChecked(isRight: false, rehashed: nil))
  }

  @Test func manyTasksAreAllAnswered() throws {
    let worker = try WorkerDriver()
    for number in 1...20 { worker.ask(.encodeQR("https://example.org/\(number)"), number) }
    for number in 1...20 {
      guard case .qrCode(let code) = try worker.next(number) else {
        Issue.record("no code for \(number)")
        return
      }
      #expect(code.side == 25)
    }
  }

  @Test func hostileLinesAreAnsweredAndHarmNothing() throws {
    let worker = try WorkerDriver()
    worker.send("\n{}\nnonsense\n\u{0}\u{1}\n{\"id\":5,\"task\":\"launch\"}\n{\"cancel\":99}\n")
    worker.send(String(repeating: "[", count: 50_000) + "\n")
    worker.send(String(repeating: "x", count: 300_000) + "\n")
    worker.send("{\"id\":6,\"task\":\"encodeQR\",\"text\":\"\"}\n")
    for number in [0, 0, 0, 0, 5, 0, 0, 6] {
      guard case .failed(let failure) = try worker.next(number) else {
        Issue.record("no failure")
        return
      }
      #expect(failure.kind == .badInput)
    }
    worker.ask(.encodeQR("still here"), 7)
    guard case .qrCode = try worker.next(7) else {
      Issue.record("it is gone")
      return
    }
  }

  @Test func tooManyTasksAtOnceAreRefusedInWords() throws {
    let worker = try WorkerDriver()
    for number in 1...100 { worker.ask(.checkPassword("a", hash: nil), number) }
    guard case .failed(let failure) = try worker.next(100) else {
      Issue.record("taken")
      return
    }
    #expect(failure.kind == .busy)
  }

  @Test func aTaskThatWaitsCanBeCancelled() throws {
    let worker = try WorkerDriver()
    for number in 1...8 { worker.ask(.checkPassword("a", hash: nil), number) }
    worker.cancel(8)
    guard case .failed(let failure) = try worker.next(8) else {
      Issue.record("not cancelled")
      return
    }
    #expect(failure.kind == .cancelled)
    #expect(try worker.next(7) == .passwordChecked(isRight: false, rehashed: nil))
  }

  @Test func itEndsWithItsInputInTheMiddleOfWork() throws {
    let worker = try WorkerDriver()
    for number in 1...8 { worker.ask(.checkPassword("a", hash: nil), number) }
    worker.closeInput()
    #expect(try worker.waitForEnd() == 0)
  }

  @Test func itIsConfined() throws {
    let worker = try WorkerDriver()
    worker.ask(.encodeQR("a"), 1)
    _ = try worker.next(1)
    let limits = try String(contentsOfFile: "/proc/\(worker.pid)/limits", encoding: .utf8)
    func limit(_ name: String) -> Substring? {
      limits.split(separator: "\n").first { $0.hasPrefix(name) }?
        .dropFirst(name.count).split(separator: " ").first
    }
    #expect(limit("Max core file size") == "0")
    #expect(limit("Max data size") == "536870912")
    #expect(limit("Max address space") == "2147483648")
    let arguments = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(worker.pid)/cmdline"))
    #expect(arguments == Data((WorkerDriver.program + "\0").utf8))
  }

  /// Fifty megapixels are 200 MB when they are all unpacked, and 300 MB as coefficients.
  @Test(arguments: [false, true]) func aPhotographTakesLittleMemory(
    _ isProgressive: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("photo.jpg")
    let size = PixelSize(width: 8160, height: 6120)
    let bytes = JPEGMaker.photograph(size, isProgressive: isProgressive)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let worker = try WorkerDriver()
    worker.ask(
      .loadPicture(PictureRequest(.file(path), fitting: PixelSize(width: 300, height: 300))), 1)
    guard case .picture(let image) = try worker.next(1) else {
      Issue.record("no picture")
      return
    }
    #expect(image.size == PixelSize(width: 300, height: 225))
    let status = try String(contentsOfFile: "/proc/\(worker.pid)/status", encoding: .utf8)
    let peak = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    let kilobytes = try #require(Int(peak.filter(\.isNumber)))
    #expect(kilobytes < 150 << 10, "\(peak)")
  }

  @Test func itIsNotForPeople() throws {
    let worker = try WorkerDriver(["--help"])
    #expect(try worker.waitForEnd() == 64)
  }
}
