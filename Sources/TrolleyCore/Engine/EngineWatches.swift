/// What is watched: the files, and who is online.
extension Engine {
  var watches: [Int32] {
    [
      watch?.descriptor, settingsWatch?.descriptor, draftsWatch?.descriptor,
      catalogueWatch?.descriptor, presence?.descriptor,
    ].compactMap { $0 }
  }

  /// Watches the file of the catalogue, if there is one and it is another one than before.
  func watchCatalogueFile() {
    let path = read { $0.watchedCatalogueFile }
    guard path != catalogueFile else { return }
    catalogueFile = path
    catalogueStamp = stampOfCatalogue
    catalogueWatch = path.flatMap {
      SmallFile.watch(HomeDirectory.expanding($0), "catalogue", makesFolder: false)
    }
    if path != nil, catalogueWatch == nil { lookLater() }
  }

  private var stampOfCatalogue: FileStamp? {
    catalogueFile.flatMap { FileStamp(path: HomeDirectory.expanding($0)) }
  }

  /// A user has a limited number of watches, and without one, what others change would show only
  /// after a change made here.
  func lookLater() { nextLook = SystemClock.now.monotonic + 2000 }

  /// Returns whether who is online has changed.
  func lookAtUnwatched() -> Bool {
    guard let nextLook, SystemClock.now.monotonic >= nextLook else { return false }
    if watch == nil {
      watch = try? DirectoryWatch(directory: paths.data)
      journal.ask(.readNews)
    }
    if settingsWatch == nil { readSettings() }
    if draftsWatch == nil { journal.ask(.readDrafts(drafts)) }
    if catalogueFile != nil, catalogueWatch == nil, stampOfCatalogue != catalogueStamp {
      catalogueStamp = stampOfCatalogue
      send(.catalogueFileChanged)
    }
    let isOnlineChanged = lookAroundUnwatched()
    self.nextLook = nil
    if isUnwatched { lookLater() }
    return isOnlineChanged
  }

  private var isUnwatched: Bool {
    watch == nil || settingsWatch == nil || draftsWatch == nil || presence?.lackOfWatch != nil
      || catalogueFile != nil && catalogueWatch == nil
  }

  private func lookAroundUnwatched() -> Bool {
    guard let presence, presence.lackOfWatch != nil else { return false }
    // For what comes from now on; what has come already is looked at.
    presence.watchAgain()
    return lookAround(presence)
  }

  // MARK: Presence

  /// Checks who is online; returns whether that changed.
  func lookAround(_ presence: Presence) -> Bool {
    let before = state.session.online
    presence.drain()
    if presence.isInPlace {
      sync?.show(presence.onlineHere())
      send(.presenceChanged(presence.online()))
      send(.outagesChanged(presence.outages()))
    } else {
      updatePresence(as: state.session.actor.account)
    }
    return state.session.online != before
  }

  func updatePresence(as account: Account.ID?) {
    // A person has one presence at a time.
    presence = nil
    // Others on this machine may be signed in while this screen is locked.
    if account != nil || sync != nil && state.shared.use.hasAccounts {
      do {
        presence = try Presence(
          directory: paths.data, account: account, replica: state.session.ids.replica)
        if let lack = presence?.lackOfWatch {
          Log.write("presence: \(lack.detail)")
          lookLater()
        }
      } catch {
        Log.write("presence: \(error.detail)")
      }
    }
    shownElsewhere = presence == nil ? [] : sync?.others ?? []
    presence?.show(elsewhere: shownElsewhere)
    sync?.show(presence?.onlineHere() ?? [])
    reportedOutage = nil
    guard let presence else { return }
    send(.presenceChanged(presence.online()))
    send(.outagesChanged(presence.outages()))
  }
}
