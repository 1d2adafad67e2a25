/// The cost of one durable change as a whole process: start, change, sync, exit.
extension Runner {
  static let plainCommit = "dd"
  static let commitFigure = "commit ms"
  /// What takes longer than this, in milliseconds, is repeated `fewestCommits` times only.
  private static let longestCommits = 5000.0
  private static let fewestCommits = 3
  /// Other verbs, timed in the same way.
  private static let verbs = [("add", ["…"]), ("list", []), ("export", ["--format", "csv"])]

  private struct Change {
    let name: String
    let launch: (Int) -> Launch
  }

  mutating func commits() {
    for size in options.sizes {
      attempt("commit", size) { runner throws(Complaint) in
        let changes = try runner.changes(size)
        var broken: Set<String> = []
        var spent: [String: Double] = [:]
        for turn in 0..<(runner.options.starts * 3) {
          runner.tell("commit \(turn + 1): \(grouped(size))")
          for change in changes where !broken.contains(change.name) {
            if turn >= Self.fewestCommits, spent[change.name, default: 0] > Self.longestCommits {
              continue
            }
            runner.attempt(change.name, size) { runner throws(Complaint) in
              do throws(Complaint) {
                let time = try change.launch(turn).run()
                spent[change.name, default: 0] += time
                runner.note(time, Self.commitFigure, Subject(program: change.name, size: size))
              } catch {
                broken.insert(change.name)
                throw error
              }
            }
          }
        }
      }
    }
  }

  private mutating func changes(_ size: Int) throws(Complaint) -> [Change] {
    let work = try workFolder("commit", size)
    let environment = Self.environment(home: work)
    let runner = self
    func launch(_ arguments: [String], input: String? = nil) -> Launch {
      runner.launch(arguments, in: work, input: input)
    }
    var changes = [Change(name: "true") { _ in launch(["true"]) }]
    let line = try Stock(folder: work).file("line", ["{\"kind\":\"picked\",\"at\":1700000000}\n"]) {
      $0
    }
    let journal = try Stock(folder: work).file("journal", Stock.goods(size)) {
      "{\"kind\":\"added\",\"name\":\"\($0.name)\",\"price\":\($0.price)}\n"
    }
    changes.append(
      Change(name: Self.plainCommit) { _ in
        launch(
          ["dd", "of=\(journal)", "oflag=append", "conv=notrunc,fdatasync", "status=none"],
          input: line)
      })
    if find("sqlite3") != nil {
      let database = try Stock(folder: work).database(size, environment)
      let update = "UPDATE items SET picked = 1 - picked WHERE id = \(size / 2 + 1)"
      changes.append(
        Change(name: "sqlite3") { _ in
          launch(["sqlite3", database, "PRAGMA synchronous=FULL; \(update)"])
        })
    } else {
      skip("sqlite3 (not installed)")
    }
    let name = Stock.goods(size).last { $0.isInCart }?.name
    if trolley != nil, let name {
      let home = try workFolder("trolley", size)
      changes.append(
        Change(name: "trolley pick") { turn in
          let verb = turn % 2 == 0 ? "pick" : "unpick"
          return runner.launch([runner.options.trolley, verb, name], in: home)
        })
      for (verb, words) in Self.verbs {
        changes.append(
          Change(name: "trolley \(verb)") { turn in
            let words = words.map { $0 == "…" ? "\(verb) \(turn)" : $0 }
            return runner.launch([runner.options.trolley, verb] + words, in: home)
          })
      }
      let fresh = try emptyFolder()
      changes.append(
        Change(name: "trolley import") { _ in
          for folder in ["data", "state"] { try? runner.shell("rm", "-rf", "\(fresh)/\(folder)") }
          return runner.launch(
            [runner.options.trolley, "import", runner.stock.path("items-\(size).jsonl")], in: fresh)
        })
    }
    return changes
  }
}

extension Sequence {
  fileprivate func last(_ isWanted: (Element) -> Bool) -> Element? {
    reduce(nil) { isWanted($1) ? $1 : $0 }
  }
}
