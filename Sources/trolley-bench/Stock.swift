/// The same n items for every measured program, generated once in a folder.
struct Stock {
  let folder: String

  func path(_ name: String) -> String { "\(folder)/\(name)" }

  struct Goods {
    let isInCart: Bool
    let name: String
    let quantity: Int
    let price: Int
    let category: String
    let unit: String
    let isStarred: Bool
    let id: UInt64
  }

  private static let names = [
    "Apple", "Milk", "Soda", "Bread", "Strawberries", "Rice", "Coffee", "Butter", "Onions",
    "Cheddar", "Olive oil", "Tomatoes", "Dark chocolate", "Oat flakes", "Eggs", "Salmon", "Basil",
    "Red wine", "Pasta", "Bananas", "Yoghurt", "Honey", "Green tea", "Carrots", "Lentils",
    "Sparkling water", "Potatoes", "Garlic",
  ]
  private static let kinds = [
    "organic", "fresh", "large", "small", "ripe", "local", "sliced", "dried", "smoked", "whole",
    "light",
  ]
  private static let categories = [
    "Fruit", "Dairy", "Drinks", "Bakery", "Pantry", "Vegetables", "Meat", "Household",
  ]
  private static let units = ["pc", "kg", "g", "l", "pack"]

  static func goods(_ count: Int) -> some Sequence<Goods> {
    var dice = Dice(seed: 20)
    return (0..<count).lazy.map { number in
      func any(_ words: [String]) -> String { words[Int.random(in: words.indices, using: &dice)] }
      return Goods(
        isInCart: Int.random(in: 0..<10, using: &dice) < 3,
        name: "\(any(names)) \(any(kinds)) \(number)",
        quantity: Int.random(in: 1...9, using: &dice),
        price: Int.random(in: 20...3000, using: &dice), category: any(categories),
        unit: any(units), isStarred: Int.random(in: 0..<10, using: &dice) == 0, id: dice.next())
    }
  }

  /// One JSON object per line.
  func items(_ count: Int) throws(Complaint) -> String {
    try file("items-\(count).jsonl", Self.goods(count)) { goods in
      let id = String(goods.id, radix: 16)
      let zeros = String(repeating: "0", count: 16 - id.count)
      return "{\"on\":\(goods.isInCart),\"name\":\"\(goods.name)\",\"qty\":\(goods.quantity),"
        + "\"price\":\(goods.price),\"cat\":\"\(goods.category)\",\"unit\":\"\(goods.unit)\","
        + "\"fav\":\(goods.isStarred),\"id\":\"\(zeros)\(id)\"}\n"
    }
  }

  /// One name per line.
  func lines(_ count: Int) throws(Complaint) -> String {
    try file("lines-\(count).txt", Self.goods(count)) { $0.name + "\n" }
  }

  /// One empty file per item.
  func files(_ count: Int) throws(Complaint) -> String {
    let place = "\(folder)/files-\(count)"
    mkdir(place, 0o700)
    for goods in Self.goods(count) {
      let name = String(goods.name.map { $0 == " " ? "-" : $0 })
      let file = open("\(place)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw Complaint("\(place) cannot be filled") }
      close(file)
    }
    return place
  }

  /// One commit per item.
  func repository(_ count: Int, _ environment: [String: String]) throws(Complaint) -> String {
    let place = "\(folder)/git-\(count)"
    var minute = 0
    let stream = try file("git-\(count).stream", Self.goods(count)) { goods in
      minute += 1
      let message = "Add \(goods.name)"
      return "commit refs/heads/main\n"
        + "committer Ann <ann@example.org> \(1_600_000_000 + minute * 60) +0000\n"
        + "data \(message.utf8.count)\n\(message)\nM 100644 inline list\n"
        + "data 8\n\(String(100_000_000 + minute).suffix(8))\n"
    }
    func git(_ arguments: String..., input: String? = nil) throws(Complaint) {
      try Launch(
        arguments: ["git"] + arguments, environment: environment, input: input,
        output: "\(folder)/git.log"
      ).run()
    }
    try git("init", "-q", "-b", "main", place)
    try git("-C", place, "fast-import", "--quiet", input: stream)
    try git("-C", place, "reset", "-q", "--hard")
    unlink(stream)
    return place
  }

  /// A table with one row per item, and the journal that a durable program would keep.
  func database(_ count: Int, _ environment: [String: String]) throws(Complaint) -> String {
    let place = "\(folder)/items-\(count).db"
    try Launch(
      arguments: [
        "sqlite3", place,
        """
        PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
        CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT, picked INT);
        WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < \(count))
        INSERT INTO items SELECT i, 'Milk organic ' || i, 0 FROM k;
        """,
      ], environment: environment, output: "\(folder)/sqlite.log"
    ).run()
    return place
  }

  func file<Parts: Sequence>(
    _ name: String, _ parts: Parts, _ text: (Parts.Element) -> String
  ) throws(Complaint) -> String {
    let path = "\(folder)/\(name)"
    guard let file = fopen(path, "w") else { throw Complaint("\(path) cannot be written") }
    for part in parts { fputs(text(part), file) }
    guard fclose(file) == 0 else { throw Complaint("\(path) cannot be written") }
    return path
  }
}
