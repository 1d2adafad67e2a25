import Testing

@testable import TrolleyFormats
@testable import TrolleyModel

/// Lines as people write them in notes and chats: marks around names, ranges, prices in brackets.
@Suite struct WrittenLinesTests {
  private static func short(_ locale: String, _ line: String) throws -> String {
    let numbers = NumberStyle(locale: locale)
    let currency: Currency = locale == "en_US" ? .usd : .eur
    let things = QuickAdd.parseAll(
      line, currency: currency, known: .init(numbers: numbers), isItem: { _ in false })
    let it = try #require(things.count == 1 ? things[0] : nil, "\(things.map(\.name))")
    var parts = [it.name]
    if let quantity = it.quantity { parts.append(quantity.number + " " + quantity.unit.symbol) }
    if let price = it.price {
      parts.append(price.decimal + (it.per.map { "/" + $0.number + " " + $0.unit.symbol } ?? ""))
    }
    if it.isFavourite { parts.append("*") }
    if let isPicked = it.isPicked { parts.append(isPicked ? "[x]" : "[ ]") }
    return parts.joined(separator: "|")
  }

  @Test(arguments: [
    ("milk!!", "milk"), ("milk?", "milk"), ("eggs???", "eggs"), ("milk!? #dairy", "milk"),
    ("2 l milk!", "milk|2 l"), ("milk! x2", "milk|2 piece"), ("milk x2!", "milk|2 piece"),
    ("milk @2!", "milk|2.00"), ("\"Yahoo!\"", "Yahoo!"), ("Yahoo! bar", "Yahoo! bar"),
    ("wow !!!", "wow !!!"),
    ("**Bread**", "Bread"), ("**rye bread** 2", "rye bread|2 piece"), ("_Milk_", "Milk"),
    ("*Milk*", "Milk"), ("2 *oat milk*", "oat milk|2 piece"), ("**_Milk_**!", "Milk"),
    ("~~Eggs~~", "Eggs|[x]"), ("- [ ] ~~rye bread~~", "rye bread|[x]"),
    ("~~oat~~ milk", "oat milk"), ("*Milk", "*Milk"), ("snake_case_", "snake_case_"),
    ("milk *", "milk|*"), ("\\*Milk*", "*Milk*"), ("\"*Milk*\"", "*Milk*"),
  ]) func `marks around a name are none of it`(_ line: String, _ expected: String) throws {
    #expect(try Self.short("en_US", line) == expected)
  }

  @Test func `marks that an item's name has stay`() {
    func name(_ line: String, _ item: String) -> String {
      QuickAdd.parse(line, currency: .usd) { $0 == item }.name
    }
    #expect(name("2 Yahoo!", "Yahoo!") == "Yahoo!" && name("2 Yahoo!", "Yahoo") == "Yahoo")
    #expect(name("*NSYNC*", "*NSYNC*") == "*NSYNC*")
    // And where a list was written by us.
    for name in ["Yahoo!", "*NSYNC*", "_x_", "what?"] {
      var known = QuickAdd.Known()
      known.isExport = true
      let line = QuickAdd(name: name).text(currency: .usd)
      #expect(QuickAdd.parse(line, currency: .usd, known: known).name == name, "\(line)")
    }
  }

  @Test(arguments: [
    ("en_US", "2 * milk", "milk|2 piece"), ("en_US", "milk * 2", "milk|2 piece"),
    ("en_US", "milk *2", "milk|2 piece"), ("en_US", "2* milk", "milk|2 piece"),
    ("en_US", "2*500g flour", "flour|1000 g"), ("en_US", "a * b", "a * b"),
    ("en_US", "3 to 4 carrots", "carrots|4 piece"), ("en_US", "2 or 3 kg rice", "rice|3 kg"),
    ("en_US", "3 - 4 carrots", "carrots|4 piece"), ("en_US", "1 to 2kg rice", "rice|2 kg"),
    ("en_US", "onions 1-2", "onions|2 piece"), ("en_US", "onions, 3 to 4", "onions|4 piece"),
    ("en_US", "rice 1-2 kg", "rice|2 kg"), ("en_US", "nappies size 3-4", "nappies size 3-4"),
    ("en_US", "7-11 coffee", "7-11 coffee"), ("en_US", "2 to go cups", "to go cups|2 piece"),
    ("de_DE", "2 * Milch", "Milch|2 piece"), ("de_DE", "3 bis 4 Möhren", "Möhren|4 piece"),
    ("de_DE", "500 bis 600 g Hack", "Hack|600 g"), ("de_DE", "Zwiebeln 1–2", "Zwiebeln|2 piece"),
    ("de_DE", "Mehl Type 4-5", "Mehl Type 4-5"), ("fr_FR", "3 à 4 carottes", "carottes|4 piece"),
    ("en_US", "eggs … 12", "eggs|12 piece"), ("en_US", "eggs ...... 12", "eggs|12 piece"),
    ("en_US", "eggs... 12", "eggs|12 piece"), ("en_US", "eggs → 12", "eggs|12 piece"),
    ("en_US", "wine … 2019", "wine … 2019"), ("en_US", "Coca-Cola 2", "Coca-Cola 2"),
    ("en_US", "milk ..... 1.29", "milk|1.29"),
    ("en_US", "~500 g mince", "mince|500 g"), ("en_US", "mince ~ 500 g", "mince|500 g"),
    ("en_US", "~5 apples", "apples|5 piece"), ("en_US", "milk ~1.29", "milk|1.29"),
    ("en_US", "~milk", "~milk"),
    ("en_US", "1 - onions", "onions|1 piece"), ("en_US", "2 - milk", "milk|2 piece"),
    ("en_US", "3 – leeks", "leeks|3 piece"), ("en_US", "2 kg - rice", "rice|2 kg"),
    ("en_US", "747 - Boeing", "- Boeing|747 piece"),
    ("en_US", "bread@2", "bread|2.00"), ("en_US", "rye bread@$2.50", "rye bread|2.50"),
    ("en_US", "3 breads@2/kg *", "breads|3 piece|2.00/1 kg|*"),
    ("en_US", "ann@1and1.com", "ann@1and1.com"), ("en_US", "logo@2x", "logo@2x"),
    ("en_US", "2 ply toilet paper", "2 ply toilet paper"),
    ("en_US", "4 2-ply towels", "2-ply towels|4 piece"),
  ]) func `amounts are read as people write them`(
    _ locale: String, _ line: String, _ expected: String
  ) throws {
    #expect(try Self.short(locale, line) == expected)
  }

  @Test(arguments: [
    ("en_US", "milk ($3.49)", "milk|3.49"),
    ("en_US", "2 milk ($3.49)", "milk|2 piece|3.49/1 piece"),
    ("en_US", "milk 2 ($3.49 each)", "milk|2 piece|3.49/1 piece"),
    ("en_US", "ham (9.98/kg)", "ham|9.98/1 kg"),
    ("de_DE", "Hackfleisch 500g (9,98€/kg)", "Hackfleisch|500 g|9.98/1 kg"),
    ("de_DE", "Hackfleisch 500g (9,98 €/kg)", "Hackfleisch|500 g|9.98/1 kg"),
    // What is paid, and what a shelf says besides.
    ("de_DE", "Hackfleisch 500g 4,99 € (9,98 €/kg)", "Hackfleisch|500 g|4.99/500 g"),
    ("de_DE", "Hackfleisch 500g 4,99 (9,98 €/kg)", "Hackfleisch|500 g|4.99/500 g"),
    ("en_US", "TV $300 ($350)", "TV ($350)|300.00"),
    ("fr_FR", "pain 1€20", "pain|1.20"), ("fr_FR", "2 pains 1€20", "pains|2 piece|1.20/1 piece"),
    ("fr_FR", "jambon 19€90/kg", "jambon|19.90/1 kg"), ("fr_FR", "pain 1€200", "pain 1€200"),
    ("en_US", "milk;2;3.49", "milk|2 piece|3.49/1 piece"),
    ("de_DE", "Milch;2;3,49", "Milch|2 piece|3.49/1 piece"),
    ("de_DE", "Milch 2; 3,49", "Milch|2 piece|3.49/1 piece"),
    ("en_US", "milk, 2, 1.29", "milk|2 piece|1.29/1 piece"),
    ("en_US", "2 milk 2.58 total", "milk|2 piece|1.29/1 piece"),
    ("en_US", "2 milk $2.58 total", "milk|2 piece|1.29/1 piece"),
    ("de_DE", "2 Milch 2,58 € zusammen", "Milch|2 piece|1.29/1 piece"),
    ("en_US", "Colgate Total 2.99", "Colgate Total|2.99"),
    ("en_US", "cereal total", "cereal total"),
  ]) func `prices are read as people write them`(
    _ locale: String, _ line: String, _ expected: String
  ) throws {
    #expect(try Self.short(locale, line) == expected)
  }
}
