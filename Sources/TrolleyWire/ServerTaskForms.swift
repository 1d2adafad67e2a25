extension ServerTask: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    try f.oneOf(cases, "task", old)
  }

  // Built once: closures that capture only values.
  nonisolated(unsafe) private static let cases: [WireCase<Self>] = [
    WireCase("script", Self.script, .optional("address", .text(2048))) {
      if case .script(let it) = $0 { it } else { nil }
    },
    WireCase("setUp", Self.setUp, .flat) { if case .setUp(let it) = $0 { it } else { nil } },
    WireCase("mayShare", Self.mayShare, .flat) {
      if case .mayShare(let it) = $0 { it } else { nil }
    },
    WireCase(
      "share", { Self.share(directory: $0, $1, machine: $2, step: $3) },
      .named("directory", .path()), .flat, .named("machine", .machine),
      .named("step", .list(of: .text(65_536), most: 100)),
      parts: {
        if case .share(let directory, let access, let machine, let step) = $0 {
          (directory, access, machine, step)
        } else {
          nil
        }
      }),
    WireCase(
      "invite", { Self.invite(directory: $0, machine: $1, mayInvite: $2) },
      .named("directory", .path()), .named("machine", .machine), .named("mayInvite", .flag),
      parts: {
        if case .invite(let directory, let machine, let mayInvite) = $0 {
          (directory, machine, mayInvite)
        } else {
          nil
        }
      }),
    WireCase(
      "revoke", { Self.revoke(directory: $0, machine: $1) }, .named("directory", .path()),
      .named("machine", .machine),
      parts: {
        if case .revoke(let directory, let machine) = $0 { (directory, machine) } else { nil }
      }),
    WireCase(
      "join", { Self.join(directory: $0, code: $1, keep: $2) }, .named("directory", .path()),
      .named("code", .text(100_000)), .optional("keep", .path()),
      parts: {
        if case .join(let directory, let code, let keep) = $0 {
          (directory, code, keep)
        } else {
          nil
        }
      }),
    WireCase(
      "leave", { Self.leave(directory: $0, anyway: $1) }, .named("directory", .path()),
      .named("anyway", .flag),
      parts: { if case .leave(let directory, let anyway) = $0 { (directory, anyway) } else { nil } }
    ),
    WireCase(
      "mend", { Self.mend(directory: $0, time: $1) }, .named("directory", .path()),
      .named("time", .ascii(32)),
      parts: { if case .mend(let directory, let time) = $0 { (directory, time) } else { nil } }),
    WireCase("machines", Self.machines, .named("directory", .path())) {
      if case .machines(let it) = $0 { it } else { nil }
    },
    WireCase("status", Self.status, .named("directory", .path())) {
      if case .status(let it) = $0 { it } else { nil }
    },
  ]
}

extension ServerAnswer: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    try f.oneOf(cases, "answer", old)
  }

  // Built once: closures that capture only values.
  nonisolated(unsafe) private static let cases: [WireCase<Self>] = [
    WireCase("done", { Self.done }, parts: { $0 == .done ? () : nil }),
    WireCase("leftUntold", Self.leftUntold, .named("machine", .machine)) {
      if case .leftUntold(let it) = $0 { it } else { nil }
    },
    WireCase(
      "script", { Self.script(sql: $0, rules: $1) }, .named("sql", .text(200_000)),
      .named("rules", .text(4096)),
      parts: { if case .script(let sql, let rules) = $0 { (sql, rules) } else { nil } }),
    WireCase(
      "code", { Self.code($0, remark: $1) }, .named("code", .ascii(100_000)),
      .optional("remark", .clean(.message)),
      parts: { if case .code(let code, let remark) = $0 { (code, remark) } else { nil } }),
    WireCase(
      "joined", { Self.joined(lines: $0, machine: $1) }, .named("lines", .number()),
      .named("machine", .machine),
      parts: { if case .joined(let lines, let machine) = $0 { (lines, machine) } else { nil } }),
    WireCase("machines", Self.machines, .named("machines", .list(of: .object, most: 1000))) {
      if case .machines(let it) = $0 { it } else { nil }
    },
    WireCase("status", Self.status, .flat) { if case .status(let it) = $0 { it } else { nil } },
    WireCase("failed", Self.failed, .flat) { if case .failed(let it) = $0 { it } else { nil } },
  ]
}

extension ServerAccess: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    ServerAccess(
      server: try f.member("server", old?.server, .text(2048)),
      password: try f.optional("password", old?.password, .text(1024)))
  }
}

extension ServerStatus: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    ServerStatus(
      server: try f.member("server", old?.server, .object),
      copy: try f.member("copy", old?.copy, .object),
      machines: try f.member("machines", old?.machines, .list(of: .object, most: 1000)),
      isListening: try f.member("listening", old?.isListening, .flag),
      refusal: try f.optional("refusal", old?.refusal, .clean(.message)))
  }
}

extension ServerMachine: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    ServerMachine(
      name: try f.member("name", old?.name, .machine),
      mayInvite: try f.member("mayInvite", old?.mayInvite, .flag),
      hasJoined: try f.member("joined", old?.hasJoined, .flag),
      isSelf: try f.member("self", old?.isSelf, .flag),
      isOnline: try f.member("online", old?.isOnline, .flag),
      unseen: try f.optional("unseen", old?.unseen, .number()))
  }
}

extension WireForm where Value == String {
  /// What a machine is called.
  fileprivate static var machine: WireForm { clean().accepting { !$0.isEmpty && $0.count <= 60 } }
}
