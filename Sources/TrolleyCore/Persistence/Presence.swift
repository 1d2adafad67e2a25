/// A place among those who are online: held from here until the object goes, or its process does.
/// Guards two locked files in the directory `online` beside the list, and the watch of it.
///
/// A place is two files, `ACCOUNT.RUN.a` and `.b`, each under a lock of its own; it is taken while
/// both are held. One would not do: the system tells that a killed process has closed its file just
/// before it takes the lock off, and whoever looks in between is never told again. With two, the
/// first lock is off by the time the closing of the second file is told, in whichever order.
///
/// A file comes to its name when it is locked already, and no lock is ever taken on a name again:
/// so one that is not locked belongs to nobody, and whoever finds it removes it.
public final class Presence {
  private static let folder = "online"
  private static let halves = ["a", "b"]
  /// More files than that are not looked at.
  private static let limit = 2000

  private let directory: DataDirectory
  private let place: [Half]
  private let watch: PresenceWatch

  private struct Half {
    let name: String
    let file: POSIXFile
  }

  /// Takes a place. Throws where the directory cannot be written, or files cannot be locked.
  ///
  /// - Parameter path: the directory of the list.
  public init(
    directory path: String, account: Account.ID, replica: ReplicaID, calls: FileCalls = .system
  ) throws(Failure) {
    let directory = try DataDirectory(
      path: path + "/" + Self.folder, calls: calls, createIfMissing: true)
    let place: [Half]
    do {
      place = try Self.take("\(account).\(replica)", in: directory)
    } catch {
      throw Failure(
        .failedIO, "Others cannot see that you are online: a file for it could not be made.",
        detail: error.detail)
    }
    do throws(Failure) {
      // After the place is taken: taking it is no news to whoever does.
      watch = try PresenceWatch(path + "/" + Self.folder)
    } catch {
      Self.giveUp(place, in: directory)
      throw error
    }
    self.directory = directory
    self.place = place
  }

  deinit { Self.giveUp(place, in: directory) }

  /// Readable for `poll` when somebody may have come or gone.
  public var descriptor: Int32 { watch.descriptor }

  /// Takes what has been told. What it means is up to `online`.
  public func drain() { watch.drain() }

  /// Who is online now, this one included. Removes what killed processes have left.
  public func online() -> Set<Account.ID> {
    let names = (try? directory.names()) ?? []
    watch.follow(names)
    return Self.look(at: names, in: directory, isSweeping: true)
  }

  /// False when somebody removed the files: then others do not see this one any more.
  public var isInPlace: Bool {
    place.allSatisfy { half in
      guard let own = try? half.file.status(), let named = try? directory.status(of: half.name)
      else { return false }
      return own.isSameFile(as: named)
    }
  }

  /// Who is online on the list of a directory, for who is not: nothing is made, nothing removed.
  public static func online(in path: String, calls: FileCalls = .system) -> Set<Account.ID> {
    guard
      let directory = try? DataDirectory(
        path: path + "/" + folder, calls: calls, createIfMissing: false),
      let names = try? directory.names()
    else { return [] }
    return look(at: names, in: directory, isSweeping: false)
  }

  // MARK: Coming and going

  private static func take(
    _ name: String, in directory: DataDirectory
  ) throws(CallError) -> [Half] {
    var place: [Half] = []
    do throws(CallError) {
      for half in halves { place.append(try takeHalf("\(name).\(half)", in: directory)) }
    } catch {
      giveUp(place, in: directory)
      throw error
    }
    return place
  }

  /// Made aside, locked, and only then given its name: nobody ever sees it there without its lock.
  private static func takeHalf(
    _ name: String, in directory: DataDirectory
  ) throws(CallError) -> Half {
    var tries = 0
    while true {
      let file = try directory.createAside(directory.temporaryName(for: name))
      do throws(CallError) {
        try directory.calls.result("flock", file.name) {
          directory.calls.lock(file.descriptor, LockOperation.exclusive)
        }
        try directory.rename(file.name, to: name)
        return Half(name: name, file: file)
      } catch {
        try? directory.remove(file.name)
        // Before it was locked somebody may have taken it for left over.
        tries += 1
        guard tries < 5, [SystemError.missing, SystemError.wouldBlock].contains(error.code) else {
          throw error
        }
      }
    }
  }

  /// The names go first: a name that is there without its lock was left by a killed process.
  private static func giveUp(_ place: [Half], in directory: DataDirectory) {
    for half in place { try? directory.remove(half.name) }
  }

  // MARK: Looking

  private static func look(
    at names: [String], in directory: DataDirectory, isSweeping: Bool
  ) -> Set<Account.ID> {
    var found: Set<Account.ID> = []
    /// Whose first half was held.
    var begun: String?
    for name in names.prefix(limit) {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      let isHalf =
        parts.count == 3 && ReplicaID(text: parts[1]) != nil && halves.contains(parts[2])
      guard let account = Account.ID(text: parts[0]),
        isHalf || name.contains(DataDirectory.temporaryMark)
      else { continue }
      guard isHeld(name, in: directory, isSweeping: isSweeping), isHalf else { continue }
      // They are sorted, so that the halves of a place follow each other.
      let stem = parts[0] + "." + parts[1]
      if begun == stem { found.insert(account) }
      begun = stem
    }
    return found
  }

  /// Only reads: opening for writing would be told to everybody when it ends, and they would look,
  /// too. The lock is tried as a shared one, so that two who look at once do not see each other.
  private static func isHeld(
    _ name: String, in directory: DataDirectory, isSweeping: Bool
  ) -> Bool {
    guard let file = try? directory.open(name, OpenFlags.read), let status = try? file.status(),
      status.kind == .regular, status.owner == ThisProcess.user
    else { return false }
    let result = directory.calls.lock(file.descriptor, LockOperation.shared)
    if result >= 0, isSweeping, let named = try? directory.status(of: name),
      named.isSameFile(as: status)
    {
      try? directory.remove(name)
    }
    return result == -SystemError.wouldBlock
  }
}
