// Writes to a journal until it is done or killed, and prints what was acknowledged. The tests run
// several of them on one journal.
//
//   journal-writer DIRECTORY NAME ROUNDS [slow] [unlocked] [umask=OCTAL]

import Glibc
import TrolleyModel
import TrolleyStorage
import TrolleySystem

func tell(_ text: String) {
  let bytes = Array("\(text)\n".utf8)
  _ = write(1, bytes, bytes.count)
}

func makeCalls(_ options: [String]) -> FileCalls {
  var calls = FileCalls.system
  if options.contains("slow") {
    // Small writes, so that a kill leaves an unfinished line now and then.
    calls.write = { file, bytes in
      usleep(UInt32.random(in: 0..<400))
      return FileCalls.system.write(file, UnsafeRawBufferPointer(rebasing: bytes.prefix(150)))
    }
  }
  if options.contains("unlocked") { calls.lock = { _, _ in 0 } }
  return calls
}

/// The number after `"i":` in a line written by `name`.
func number(in body: UnsafeRawBufferPointer, by name: String) -> Int? {
  let start = Array(#""by":"\#(name)","i":"#.utf8)
  guard body.starts(with: start) else { return nil }
  let digits = body.dropFirst(start.count).prefix { $0 >= 0x30 && $0 <= 0x39 }
  return Int(String(decoding: digits, as: UTF8.self))
}

struct Writer {
  let name: String
  var last = 0
  var mark: JournalMark?

  mutating func makeSteps() -> [[[UInt8]]] {
    (0..<Int.random(in: 1...2)).map { _ in
      let first = last + 1
      let count = [1, 1, 1, 2, 5].randomElement() ?? 1
      return (0..<count).map { _ in
        last += 1
        let note = String(repeating: "x", count: .random(in: 0..<300))
        let text =
          #""by":"\#(name)","i":\#(last),"first":\#(first),"of":\#(count),"note":"\#(note)""#
        return Array(text.utf8)
      }
    }
  }

  mutating func write(to journal: FileJournal) throws(Failure) {
    // What was written before a kill, acknowledged or not.
    let read = try journal.forEachLine(after: mark) {
      if let i = number(in: $0.body, by: name) { last = max(last, i) }
    }
    mark = read.end
    if journal.refusalOfChanges != nil { tell("refused \(read.warning ?? "")") }
    let before = last
    let end = try journal.transaction(since: mark) { transaction throws(Failure) in
      _ = try transaction.append(steps: makeSteps())
      return transaction.end
    }
    for i in before + 1...last { tell("saved \(i)") }
    mark = end
    if Int.random(in: 0..<10) == 0 {
      try SnapshotFile(of: journal).save(format: 1, at: end, body: [Array("\(end.n)".utf8)])
    }
  }
}

let arguments = CommandLine.arguments
guard arguments.count >= 4, let rounds = Int(arguments[3]) else { exit(64) }
for option in arguments where option.hasPrefix("umask=") {
  umask(mode_t(option.dropFirst(6), radix: 8) ?? 0)
}
do throws(Failure) {
  let journal = try FileJournal(
    directory: arguments[1], calls: makeCalls(arguments), createIfMissing: true)
  var writer = Writer(name: arguments[2])
  let snapshot = SnapshotFile(of: journal)
  if let (n, mark) = snapshot.load(
    format: 1, { $0.whole.flatMap { Int(String(decoding: $0, as: UTF8.self)) } })
  {
    if n != mark.n { tell("wrong snapshot") }
  }
  for _ in 0..<rounds { try writer.write(to: journal) }
  exit(0)
} catch {
  tell("failed \(error.kind) \(error.sentence)")
  exit(1)
}
