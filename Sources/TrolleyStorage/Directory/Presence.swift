/// Marks an account as online until this object is released or its process ends. Owns two locked
/// files in the directory `online` beside the list, and the watch of it.
///
/// For a list on several machines, the program that carries it also marks who is online on the others,
/// by files of their own names, `.c` and `.d`: all programs here see them, and they end with it.
///
/// A service that does not answer a program is marked there too, by one file, `.e`: the others look then.
///
/// The mark of an account is two files, `ACCOUNT.RUN.a` and `.b`, each locked separately; the account is online
/// while both locks are held. One file would not do: when a process is killed, the system reports
/// the close just before it releases the lock, and a process that looks in between is never
/// notified again. With two, the first lock is released before the second close is reported, in
/// whichever order.
///
/// A file is locked before it gets its name, and no process locks an existing name: an unlocked
/// file is therefore stale, and any process may remove it.
public final class Presence {
  private static let folder = "online"
  private static let here = ["a", "b"]
  private static let elsewhere = ["c", "d"]
  private static let outage = "e"
  /// The most files that are examined.
  private static let limit = 2000

  private let directory: DataDirectory
  private let path: String
  private let replica: ReplicaID
  private let place: [Half]
  private let makeWatch: (String) throws(Failure) -> PresenceWatch
  /// Nil while the system has none to give: then one has to look again from time to time.
  private var watch: PresenceWatch?
  /// Why there is none.
  public private(set) var lackOfWatch: Failure?
  private var away: [Account.ID: [Half]] = [:]
  private var outage: [Half] = []

  private struct Half {
    let name: String
    let file: POSIXFile
  }

  /// Goes online. Throws when the directory cannot be written, or files cannot be locked. Without a watch
  /// others are seen by looking alone.
  ///
  /// - Parameters:
  ///   - path: the directory of the list.
  ///   - account: nil to see others only.
  public convenience init(
    directory path: String, account: Account.ID?, replica: ReplicaID, calls: FileCalls = .system
  ) throws(Failure) {
    try self.init(directory: path, account: account, replica: replica, calls: calls) {
      (path) throws(Failure) in try PresenceWatch(path)
    }
  }

  init(
    directory path: String, account: Account.ID?, replica: ReplicaID, calls: FileCalls = .system,
    watching makeWatch: @escaping (String) throws(Failure) -> PresenceWatch
  ) throws(Failure) {
    let directory = try DataDirectory(
      path: path + "/" + Self.folder, calls: calls, createIfMissing: true)
    let place: [Half]
    do {
      place =
        try account.map { (account) throws(CallError) in
          try Self.take("\(account).\(replica)", Self.here, in: directory)
        } ?? []
    } catch {
      throw Failure(
        .failedIO, "Others cannot see that you are online: a file for it could not be made.",
        detail: error.detail)
    }
    self.directory = directory
    self.replica = replica
    self.place = place
    self.path = path + "/" + Self.folder
    self.makeWatch = makeWatch
    // Only now, so that our own files are not reported to us.
    watchAgain()
  }

  /// Watches the directory if it is not watched yet and the system has a watch to give by now.
  public func watchAgain() {
    guard watch == nil else { return }
    do throws(Failure) {
      watch = try makeWatch(path)
      lackOfWatch = nil
    } catch { lackOfWatch = error }
  }

  deinit {
    Self.giveUp(place, in: directory)
    for place in away.values { Self.giveUp(place, in: directory) }
    Self.giveUp(outage, in: directory)
  }

  /// Readable for `poll` when an account may have come online or gone offline; nil while nothing says so.
  public var descriptor: Int32? { watch?.descriptor }

  /// Discards the pending events; `online` then gives the current state.
  public func drain() { watch?.drain() }

  /// Marks these accounts as online on other machines, and no others.
  public func show(elsewhere accounts: Set<Account.ID>) {
    for (account, place) in away where !accounts.contains(account) {
      away[account] = nil
      Self.giveUp(place, in: directory)
    }
    for account in accounts where away[account] == nil {
      // Without it, they are not shown; that is all.
      away[account] = try? Self.take("\(account).\(replica)", Self.elsewhere, in: directory)
    }
  }

  /// Tells the other programs here that a service does not answer this one; nil when all do.
  ///
  /// - Parameter service: its name, without dots.
  public func report(outageOf service: String?) {
    Self.giveUp(outage, in: directory)
    // Without it, the others find out by themselves.
    outage =
      service.flatMap { try? Self.take("\($0).\(replica)", [Self.outage], in: directory) } ?? []
  }

  /// The services that do not answer other programs here, each with the program: `SERVICE.RUN`.
  public func outages() -> Set<String> {
    let own = outage.map(\.name)
    var found: Set<String> = []
    for name in ((try? directory.names()) ?? []).prefix(Self.limit) where !own.contains(name) {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[2] == Self.outage,
        Self.isHeld(name, in: directory, isSweeping: true)
      else { continue }
      found.insert(parts[0] + "." + parts[1])
    }
    return found
  }

  /// The accounts that are online on this machine.
  public func onlineHere() -> Set<Account.ID> {
    let names = (try? directory.names()) ?? []
    return Self.look(at: names, Self.here, in: directory, isSweeping: false)
  }

  /// The accounts that are online, this one included. Removes the files of killed processes.
  public func online() -> Set<Account.ID> {
    let names = (try? directory.names()) ?? []
    watch?.follow(names)
    return Self.look(at: names, in: directory, isSweeping: true)
  }

  /// False when the files were removed: other processes then no longer see this one.
  public var isInPlace: Bool {
    place.allSatisfy { half in
      guard let own = try? half.file.status(), let named = try? directory.status(of: half.name)
      else { return false }
      return own.isSameFile(as: named)
    }
  }

  /// The accounts that are online, for a process that is not: creates and removes nothing.
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
    _ name: String, _ halves: [String], in directory: DataDirectory
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

  /// Created under a temporary name, locked, then renamed: it is never visible unlocked.
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
        // Before it was locked, another process may have removed it as stale.
        tries += 1
        guard tries < 5, [SystemError.missing, SystemError.wouldBlock].contains(error.code) else {
          throw error
        }
      }
    }
  }

  /// Removes the names first: a name without a lock would look like that of a killed process.
  private static func giveUp(_ place: [Half], in directory: DataDirectory) {
    for half in place { try? directory.remove(half.name) }
  }

  // MARK: Looking

  private static func look(
    at names: [String], _ halves: [String] = here + elsewhere, in directory: DataDirectory,
    isSweeping: Bool
  ) -> Set<Account.ID> {
    var found: Set<Account.ID> = []
    /// The place whose first half was locked.
    var begun: String?
    for name in names.prefix(limit) {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      let isHalf = parts.count == 3 && ReplicaID(text: parts[1]) != nil && halves.contains(parts[2])
      guard let account = Account.ID(text: parts[0]),
        isHalf || name.contains(DataDirectory.temporaryMark)
      else { continue }
      guard isHeld(name, in: directory, isSweeping: isSweeping), isHalf else { continue }
      // They are sorted, so the halves of a place are adjacent.
      let stem = parts[0] + "." + parts[1] + (here.contains(parts[2]) ? "" : ".elsewhere")
      if begun == stem { found.insert(account) }
      begun = stem
    }
    return found
  }

  /// Opens for reading only: closing a file opened for writing would notify every process, and each
  /// would look again. Tries a shared lock, so that processes looking at once don't see each other.
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
