extension SyncLine.Request: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    try f.oneOf(cases, "request", old)
  }

  // Built once: closures that capture only values.
  nonisolated(unsafe) private static let cases: [WireCase<Self>] = [
    WireCase("connect", Self.connect, .flat) {
      if case .connect(let it) = $0 { it } else { nil }
    },
    WireCase(
      "append", { Self.append(number: $0, after: $1, lines: $2, isMore: $3) },
      .named("id", .number()), .named("after", .object), .named("lines", .journalLines), .more,
      parts: {
        if case .append(let number, let after, let lines, let isMore) = $0 {
          (number, after, lines, isMore)
        } else {
          nil
        }
      }),
    WireCase(
      "presence", Self.presence,
      .named("accounts", .list(of: .ascii(64), most: SyncLine.mostPresent))
    ) {
      if case .presence(let it) = $0 { it } else { nil }
    },
    WireCase("tries", Self.tries, .named("tries", .list(of: .object, most: SyncLine.mostTries))) {
      if case .tries(let it) = $0 { it } else { nil }
    },
    WireCase("bye", { Self.bye }, parts: { $0 == .bye ? () : nil }),
  ]
}

extension SyncLine.Report: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    try f.oneOf(cases, "report", old)
  }

  // Built once: closures that capture only values.
  nonisolated(unsafe) private static let cases: [WireCase<Self>] = [
    WireCase("head", Self.head, .named("head", .object)) {
      if case .head(let it) = $0 { it } else { nil }
    },
    WireCase(
      "news", { Self.news(after: $0, lines: $1, isMore: $2) }, .named("after", .object),
      .named("lines", .journalLines), .more,
      parts: {
        if case .news(let after, let lines, let isMore) = $0 { (after, lines, isMore) } else { nil }
      }),
    WireCase(
      "appended", { Self.appended(number: $0, $1) }, .named("id", .number()),
      .named("head", .object),
      parts: { if case .appended(let number, let head) = $0 { (number, head) } else { nil } }),
    WireCase(
      "stale", { Self.stale(number: $0) }, .named("id", .number()),
      parts: {
        if case .stale(let it) = $0 { it } else { nil }
      }),
    WireCase(
      "unknown", { Self.unknown(number: $0) }, .named("id", .number()),
      parts: {
        if case .unknown(let it) = $0 { it } else { nil }
      }),
    WireCase(
      "refused", { Self.refused(number: $0, $1) }, .named("id", .number()),
      .named("trouble", .object),
      parts: { if case .refused(let number, let trouble) = $0 { (number, trouble) } else { nil } }),
    WireCase("state", Self.state, .flat) { if case .state(let it) = $0 { it } else { nil } },
    WireCase(
      "tries", Self.tries, .optional("others", .list(of: .object, most: 1000)),
      parts: { if case .tries(let it) = $0 { .some(it) } else { nil } }),
    WireCase("presence", Self.presence, .named("others", .list(of: .object, most: 1024))) {
      if case .presence(let it) = $0 { it } else { nil }
    },
  ]
}

extension WirePart where Value == Bool {
  /// `"more":true`, or nothing.
  fileprivate static var more: WirePart {
    WirePart { (f: inout WireFields, old: Bool?) throws(Failure) in
      try f.member("more", old, .flag, default: false)
    }
  }
}

extension WireForm where Value == [[UInt8]] {
  /// Lines of a journal, as texts. They are verified where they are used.
  fileprivate static var journalLines: WireForm {
    WireForm<[String]>.list(of: .text(65_536), most: SyncLine.mostLines)
      .map({ $0.map { Array($0.utf8) } }, { $0.map { String(decoding: $0, as: UTF8.self) } })
  }
}

extension WireForm where Value == UInt32 {
  /// Eight lower-case hexadecimal digits.
  fileprivate static var checksum: WireForm {
    WireForm<String>.ascii(8).map(
      { text in
        let isHex = text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
        return text.utf8.count == 8 && isHex ? UInt32(text, radix: 16) : nil
      },
      { value in
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
      })
  }
}

extension JournalHead: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    JournalHead(
      n: try f.member("n", old?.n, .number()), crc: try f.member("crc", old?.crc, .checksum))
  }
}

extension SyncTarget: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    SyncTarget(
      directory: try f.member("directory", old?.directory, .path()),
      list: try f.member("list", old?.list, .ascii(32)),
      server: try f.member("server", old?.server, .text(2048)),
      origin: try f.member("origin", old?.origin, .object),
      head: try f.member("head", old?.head, .object))
  }
}

extension SyncState: WireObject {
  private enum Name: String { case connecting, online, offline, elsewhere }

  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    let (name, since, trouble, there): (Name?, Int?, SyncTrouble?, SyncState?) =
      switch old {
      case .connecting?: (.connecting, nil, nil, nil)
      case .online?: (.online, nil, nil, nil)
      case .offline(let since, let trouble)?: (.offline, since, trouble, nil)
      case .elsewhere(let there)?: (.elsewhere, nil, nil, there)
      case nil: (nil, nil, nil, nil)
      }
    switch try f.member("is", name, .choice) {
    case .connecting: return .connecting
    case .online: return .online
    case .offline:
      return .offline(
        since: try f.member("since", since, .number()),
        try f.member("trouble", trouble, .object))
    case .elsewhere: return .elsewhere(try f.optional("there", there, .object))
    }
  }
}

extension SyncTrouble: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    SyncTrouble(
      try f.member("kind", old?.kind, .choice),
      try f.member("sentence", old?.sentence, .clean(.message)),
      detail: try f.member("detail", old?.detail, .clean(.message), default: ""))
  }
}

extension SyncPresence: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    SyncPresence(
      account: try f.member("account", old?.account, .ascii(64)),
      machine: try f.member("machine", old?.machine, .clean()))
  }
}

extension SyncTries: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    SyncTries(
      who: try f.member("who", old?.who, .ascii(100)),
      failed: try f.member("failed", old?.failed, .number(0...1_000_000)),
      age: try f.member("age", old?.age, .number()))
  }
}
