/// The settings file, and the tasks that wait for what it says of services.
extension Engine {
  /// Of the settings file, only changes by others are news.
  func take(_ reading: SettingsReading) {
    var reading = reading
    let others = settingsSync.received(reading)
    reading.preferences = others ?? state.session.preferences
    reading.unsaved = settingsSync.lost.map { $0.path.joined(separator: ".") }
    if others != nil || reading.remarks != state.session.settings.remarks
      || reading.keymap != state.session.keymap
    {
      send(.settingsRead(reading))
    }
    if !reading.followsWrite { openGate() }
  }

  func readChangedSettings() {
    if settingsWatch?.drain() == true { readSettings() }
  }

  func readSettings() {
    gate.close()
    journal.ask(.readSettings(paths.settings))
  }

  /// The settings file has been read.
  func openGate() {
    for (task, number) in gate.open() { pass(task, number) }
  }

  /// A task that asks a service goes to the worker only with the user's consent, as the settings
  /// file has it at this moment.
  func ask(_ task: WorkerTask, _ number: Int) {
    if let job = EmojiReader.Job(task, number) { return emoji.queue.ask(job) }
    guard !task.services.isEmpty else { return worker.ask(task, number: number) }
    readChangedSettings()
    if !gate.holds(task, number) { pass(task, number) }
  }

  func pass(_ task: WorkerTask, _ number: Int) {
    if let refusal = state.session.refusal(toAsk: task.services) {
      send(.workerAnswered(.failed(refusal), number: number))
    } else {
      worker.ask(task, number: number)
    }
  }
}
