/// What a disk has after its power came back.
enum PowerCut: Equatable, CustomStringConvertible {
  /// Only what was synced.
  case syncedOnly
  /// All of it.
  case everything
  /// All names, and only synced bytes.
  case namesWithoutData
  /// All names and sizes, and zeros for bytes that were not synced.
  case zeros
  /// Any part of what was not synced, down to parts of a write.
  case random(seed: UInt64)

  static let all: [PowerCut] =
    [.syncedOnly, .everything, .namesWithoutData, .zeros]
    + (1...12).map { .random(seed: $0) }

  var description: String {
    switch self {
    case .syncedOnly: "synced only"
    case .everything: "everything"
    case .namesWithoutData: "names without data"
    case .zeros: "zeros"
    case .random(let seed): "random \(seed)"
    }
  }
}

/// The same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_f491_4f6c_dd1d
  }
}

extension MemoryDisk {
  /// The disk as it is found after the power was cut now.
  func afterPowerCut(_ cut: PowerCut) -> MemoryDisk {
    let disk = MemoryDisk()
    var random = SeededGenerator(17)
    if case .random(let seed) = cut { random = SeededGenerator(seed) }
    let mayKeepDirectory =
      switch cut {
      case .syncedOnly: false
      case .random: Bool.random(using: &random)
      case .everything, .namesWithoutData, .zeros: true
      }
    disk.hasDirectory = isDirectorySafe || hasDirectory && mayKeepDirectory
    disk.isDirectorySafe = disk.hasDirectory
    guard disk.hasDirectory else { return disk }
    disk.names = names(after: cut, &random)
    for (name, id) in disk.names {
      guard let file = files[id] else { continue }
      var left = File(mode: file.mode, kind: file.kind)
      left.bytes = file.bytes(after: cut, &random)
      left.safe = left.bytes
      // A name of its own for each: what was renamed half may have two.
      let copy = disk.files.count + 2
      disk.names[name] = copy
      disk.files[copy] = left
    }
    disk.safeNames = disk.names
    disk.continueNumbers(after: disk.files.count + 2)
    return disk
  }

  private func names(
    after cut: PowerCut, _ random: inout SeededGenerator
  ) -> [String: Int] {
    switch cut {
    case .syncedOnly: return safeNames
    case .everything, .namesWithoutData, .zeros: return names
    case .random:
      var names = safeNames
      for change in nameChanges where Bool.random(using: &random) {
        switch change {
        case .set(let name, let file): names[name] = file
        case .removed(let name): names[name] = nil
        case .renamed(let from, let to):
          guard let file = names[from] ?? self.names[to] else { continue }
          names[to] = file
          names[from] = nil
        }
      }
      return names
    }
  }
}

extension MemoryDisk.File {
  func bytes(after cut: PowerCut, _ random: inout SeededGenerator) -> [UInt8] {
    switch cut {
    case .syncedOnly, .namesWithoutData: return safe
    case .everything: return bytes
    case .zeros: return Array(bytes.prefix(safe.count)) + zeros(bytes.count - safe.count)
    case .random: break
    }
    var found = safe
    for change in changes {
      guard case .bytes(let offset, let new) = change else {
        if Bool.random(using: &random) { change.apply(to: &found) }
        continue
      }
      // Small pieces, so that short lines are torn, too; the last one stops anywhere.
      let size = [16, 64, 512][Int.random(in: 0..<3, using: &random)]
      for start in stride(from: 0, to: new.count, by: size) where Bool.random(using: &random) {
        var piece = Array(new[start..<min(start + size, new.count)])
        if start + size >= new.count {
          piece.removeLast(Int.random(in: 0..<piece.count, using: &random))
        }
        MemoryDisk.Change.bytes(at: offset + start, piece).apply(to: &found)
      }
    }
    return found
  }

  private func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: max(0, count)) }
}
