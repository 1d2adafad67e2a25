import Foundation

/// `openssl s_server` with a self-signed certificate for these names.
final class SecureServer {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "trolley-tls-" + UUID().uuidString)
  private let process = Process()
  private(set) var port = 0
  var certificate: String { folder.appending(path: "cert.pem").path }

  init(names: String, days: Int) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try run(
      "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days \(days) "
        + "-subj /CN=test -addext subjectAltName=\(names) 2>/dev/null")
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "openssl", "s_server", "-accept", "127.0.0.1:0", "-key", "key.pem", "-cert", "cert.pem",
      "-www", "-naccept", "3",
    ]
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = Pipe()
    try process.run()
    var text = ""
    while port == 0 {
      let some = pipe.fileHandleForReading.availableData
      if some.isEmpty { break }
      text += String(decoding: some, as: UTF8.self)
      if let line = text.split(separator: "\n").first(where: { $0.hasPrefix("ACCEPT") }),
        text.hasSuffix("\n")
      {
        port = line.split(separator: ":").last.flatMap { Int($0) } ?? 0
      }
    }
  }

  private func run(_ script: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
  }

  deinit {
    process.terminate()
    try? FileManager.default.removeItem(at: folder)
  }
}
