/// What `trolley-sync` does for the verbs of sharing: one task, one answer.
public enum ServerTasks {
  public static func perform(_ task: ServerTask) -> ServerAnswer {
    do throws(Failure) {
      switch task {
      case .script(let address):
        let database = try address.map(ServerAddress.init)?["dbname"] ?? "trolley"
        return .script(
          sql: ServerSchema.script, rules: ServerSchema.hostRules(database: database))
      case .setUp(let access): try ServerSchema.setUp(connect(access))
      case .mayShare(let access): try ServerList.checkSharing(connect(access))
      case .share(let directory, let access, let machine, let step):
        try ListSharing(directory: directory).share(access, machine: machine, step: step)
      case .invite(let directory, let machine, let mayInvite):
        return try ListSharing(directory: directory).invite(machine, mayInvite: mayInvite)
      case .machines(let directory): return try ListSharing(directory: directory).machines()
      case .revoke(let directory, let machine):
        try ListSharing(directory: directory).server().list.revoke(machine)
      case .join(let directory, let code, let keep):
        return try ListJoining(directory: directory, code: JoinCode(code)).join(keep: keep)
      case .leave(let directory, let anyway):
        return try ListSharing(directory: directory).leave(anyway: anyway)
      case .mend(let directory, let time):
        try ListSharing(directory: directory).mend(time: time)
      case .status(let directory):
        return .status(try ListSharing(directory: directory).status())
      }
      return .done
    } catch { return .failed(error) }
  }

  static func connect(_ access: ServerAccess) throws(Failure) -> PostgresConnection {
    try PostgresConnection(ServerAddress(access.server), password: access.password)
  }
}
