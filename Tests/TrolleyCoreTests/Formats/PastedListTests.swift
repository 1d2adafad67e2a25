import Testing

@testable import TrolleyFormats
@testable import TrolleyModel

@Suite struct PastedListTests {
  /// The entries in short: `name|quantity|price/per|#category|!store|*|[x]|on|(description)`.
  static func short(_ entry: ListEntry) -> String {
    var parts = [entry.name]
    if let quantity = entry.quantity { parts.append(quantity.text) }
    if let price = entry.price {
      parts.append(price.decimal + (entry.per.map { "/" + $0.text } ?? ""))
    }
    if let category = entry.category { parts.append("#" + category) }
    if let store = entry.store { parts.append("!" + store) }
    if entry.isFavourite { parts.append("*") }
    if let isPicked = entry.isPicked { parts.append(isPicked ? "[x]" : "[ ]") }
    if let isOnList = entry.isOnList { parts.append(isOnList ? "on" : "off") }
    if let description = entry.description { parts.append("(" + description + ")") }
    return parts.joined(separator: "|")
  }

  @Test func `thousands in a table are grouped as people here do`() throws {
    let german = NumberStyle(locale: "de_DE")
    let table = "name,price\nTV,15.000\nRadio,\"1.299,99\"\nTee,1.50\nUhr,1.234\n"
    let there = try PastedList.parse(
      table, fileName: "a.csv", currency: .eur, numbers: german)
    #expect(there.entries.map { $0.price?.decimal } == ["15000.00", "1299.99", "1.50", "1234.00"])
    #expect(there.warnings.isEmpty)
    let here = try PastedList.parse("name,price\nTV,15.00\n", fileName: "a.csv", currency: .usd)
    #expect(here.entries.map { $0.price?.decimal } == ["15.00"])
  }

  @Test func `a price that is rounded is reported`() throws {
    let list = try PastedList.parse(
      "name,price\nMelon,1.239\nPlum,0.30000000000000004\nFig,1.500\n", fileName: "a.csv",
      currency: .usd)
    #expect(list.entries.map { $0.price?.decimal } == ["1.24", "0.30", "1.50"])
    #expect(list.warnings.map(\.sentence) == ["Melon: the price 1.239 was rounded to $1.24."])
  }

  private func read(
    _ text: String, _ format: ListFormat, _ expected: [String], fileName: String? = nil,
    currency: Currency = .usd, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let list = try PastedList.parse(text, fileName: fileName, currency: currency)
    #expect(list.format == format, sourceLocation: sourceLocation)
    #expect(list.entries.map(Self.short) == expected, sourceLocation: sourceLocation)
  }

  @Test func lines() throws {
    try read(
      """
      milk

      - 2 l juice
      *bread
      1. eggs
      2.salmon
      [x] butter
      [ ]jam
      10, Apples
      3,pears
      Banana | 2 pieces
      rice: 2
      ~~tea~~
      **Ham**

      ```
      500g flour @1.20 #baking !aldi *
      ```
      ---
      """, .lines,
      [
        "milk", "juice|2 l", "bread", "eggs", "salmon", "butter|[x]", "jam|[ ]", "Apples|10",
        "pears|3",
        "Banana|2", "rice|2", "tea|[x]", "Ham", "flour|500 g|1.20/1 kg|#baking|!aldi|*",
      ])
    try read("a\r\nb\rc\n\n", .lines, ["a", "b", "c"])
    try read("\u{FEFF}milk", .lines, ["milk"])
    try read("[ ] milk\n[ ] bread", .lines, ["milk|[ ]", "bread|[ ]"])
    try read("{milk}", .lines, ["{milk}"])
    try read("2, milk\n3, bread", .lines, ["milk|2", "bread|3"])
    try read(
      "Dairy:\nmilk\nFruit:\napples\nSoap:\n", .lines, ["milk|#Dairy", "apples|#Fruit"])
  }

  @Test func `a line right above bullets is their heading`() throws {
    try read(
      "Fruit\n- apples\n- pears\n\nDairy\n- milk", .lines,
      ["apples|#Fruit", "pears|#Fruit", "milk|#Dairy"])
    // A blank line ends it, unless there is one below the heading as well.
    try read(
      "Fruit\n• apples\n• pears\n\n• soap", .lines, ["apples|#Fruit", "pears|#Fruit", "soap"])
    try read(
      "Fruit:\n\n• apples\n\n• pears\n\nbatteries\nsoap", .lines,
      ["apples|#Fruit", "pears|#Fruit", "batteries", "soap"])
    try read("Fruit:\n- apples\n\nsoap", .lines, ["apples|#Fruit", "soap"])
    try read(
      "Fruit\n[ ] apples\nDairy\n[x] milk", .lines, ["apples|#Fruit|[ ]", "milk|#Dairy|[x]"])
    try read("Dairy:\n\nmilk", .lines, ["milk|#Dairy"])
    try read("Shopping list\n- milk\nFruit\n- kiwi", .lines, ["milk", "kiwi|#Fruit"])
    // Things among other things, with an amount, or without bullets below.
    try read("milk\nbread\n- eggs", .lines, ["milk", "bread", "eggs"])
    try read("2 l milk\n- eggs", .lines, ["milk|2 l", "eggs"])
    try read("- eggs\nbread\nmilk\n\nsoap", .lines, ["eggs", "bread", "milk", "soap"])
    try read("milk\n\n- eggs\nbread", .lines, ["milk", "eggs", "bread"])
    let known = try PastedList.parse("Bread\n- eggs", currency: .usd) { $0 == "Bread" }
    #expect(known.entries.map(Self.short) == ["Bread", "eggs"])
  }

  @Test func `lines copied from a chat lose who wrote them and when`() throws {
    try read(
      """
      [23.11.26, 18:02] Anna: milk
      [23.11.26, 18:02:33] Anna Smith: 2 l juice, eggs
      23/11/2026, 18:02 - Anna: bread
      11/23/26, 6:02 PM - Anna: - [x] butter
      \u{200E}[11/23/26, 6:02:33\u{202F}PM] ~ Ben: rice: 2
      23.11.26 18:02 - +49 170 1234567: jam
      2026-11-23, 18:02 - Anna: tea
      salt
      23/11/2026, 18:02 - Messages and calls are end-to-end encrypted.
      23/11/2026, 18:03 - Anna: <Media omitted>
      """, .lines,
      [
        "milk", "juice|2 l", "eggs", "bread", "butter|[x]", "rice|2", "jam", "tea", "salt",
      ])
    try read(
      "[23.11.26, 18:02] Anna: Dairy:\n[23.11.26, 18:03] Anna: milk", .lines, ["milk"])
    try read(
      "23/11/2026, 18:02 - Anna: milk\n23/11/2026, 18:02 - Anna: bread", .lines, ["milk", "bread"])
    try read(
      "[12:03, 24/11/2026] Mum: milk\n[12:04 PM, 11/24/2026] Mum: eggs", .lines, ["milk", "eggs"])
    try read(
      "Ben, [24.11.26 12:05]\ntoilet paper\n\nAnn, [24.11.2026 12:06]\nsoap", .lines,
      ["toilet paper", "soap"])
    // No chats.
    try read("tea, [2 boxes]", .lines, ["tea", "[2 boxes]"])
    try read("Anna: milk", .lines, ["Anna: milk"])
    try read("[ ] milk", .lines, ["milk|[ ]"])
    try read("1/2 l cream\n23 - 42 screws", .lines, ["cream|0.5 l", "- 42 screws|23"])
  }

  @Test func `a line with commas is what it is in the add line`() throws {
    try read("milk, eggs, bread", .lines, ["milk", "eggs", "bread"])
    try read(
      "2 l milk, eggs #dairy\n\nrice; beans\n- tea, coffee", .lines,
      ["milk|2 l", "eggs|#dairy", "rice", "beans", "tea", "coffee"])
    try read(
      "milk, eggs, bread\nrice, beans, corn", .lines,
      [
        "milk", "eggs", "bread", "rice", "beans", "corn",
      ])
    try read(
      "tomatoes, the ripe ones from Spain\n\"ham, cured\"\nmilk, 2 l", .lines,
      [
        "tomatoes, the ripe ones from Spain", "ham, cured", "milk|2 l",
      ])
    let list = try PastedList.parse(
      "Salt, iodised\nmilk, eggs", currency: .usd, isItem: { $0 == "Salt, iodised" })
    #expect(list.entries.map(\.name) == ["Salt, iodised", "milk", "eggs"])
    // What export writes has one item a line.
    try read("# Shopping list\n\n- [ ] 1 Salt, iodised", .markdown, ["Salt, iodised|1|[ ]"])
    try read("name,store\n\"Salt, iodised\",Aldi", .csv, ["Salt, iodised|!Aldi"])
  }

  @Test func markdown() throws {
    try read(
      "# Weekly shop\nbatteries\n## Dairy\n- [ ] milk\n- [x] 2 butter\n### Fruit & veg\n* apples\n",
      .markdown,
      ["batteries", "milk|#Dairy|[ ]", "butter|2|#Dairy|[x]", "apples|#Fruit & veg"])
    try read("# Dairy\nmilk\n# Fruit\npears", .markdown, ["milk|#Dairy", "pears|#Fruit"])
    try read("# Shopping list\nmilk", .markdown, ["milk"])
    // However the blank behind the mark came there, behind a bullet, and without a blank.
    for heading in ["#\tFruit", "#\u{A0}Fruit", "- # Fruit", "* ## Fruit", "\u{FEFF}# Fruit"] {
      try read(heading + "\nkiwi\n# Dairy\nmilk", .markdown, ["kiwi|#Fruit", "milk|#Dairy"])
    }
    try read("#Fruit\nkiwi\n#Dairy\nmilk", .markdown, ["kiwi|#Fruit", "milk|#Dairy"])
    try read("#frozen peas\nmilk", .lines, ["peas|#frozen", "milk"])
    // One box, one thing.
    for box in ["- [ ]", "[ ]", "☐", "- ☐", "⬜\u{FE0F}"] {
      let things = try PastedList.parse("\(box) oil, virgin\n\(box) 2 eggs", currency: .usd).entries
      #expect(things.map(Self.short) == ["oil, virgin|[ ]", "eggs|2|[ ]"], "\(box)")
    }
    try read(
      "⬜\u{FE0F} milk\n☑\u{FE0F}2 eggs\n✅ bread", .lines, ["milk|[ ]", "eggs|2|[x]", "bread|[x]"])
    try read("- [ ] Milk\n  - [ ] oat\n> bread", .markdown, ["Milk|[ ]", "oat|[ ]", "bread"])
  }

  @Test func `marks of Markdown are not part of a name`() throws {
    try read(
      """
      - **Oat milk** 2 l
      - [ ] *Bananas*
      - _eggs_ and `bacon`
      - ~~**butter**~~
      - [Rye bread](https://example.org/rye_bread) 2
      * __Salt__
      **Flour:** 1 kg
      """, .markdown,
      [
        "Oat milk|2 l", "Bananas|[ ]", "eggs and bacon", "butter|[x]", "Rye bread|2", "Salt",
        "Flour|1 kg",
      ])
    try read("*Ham* *\n[tea](http://x.y/(z)\n~~done~~", .lines, ["Ham|*", "tea", "done|[x]"])
    try read("**Dairy:**\n- milk\n## **Fruit**\n- kiwi", .markdown, ["milk|#Dairy", "kiwi|#Fruit"])
    // Not in pairs, inside words, in quotes.
    try read(
      "5*3*2 screws\nsnake_case_name\n* milk *\n7 * 3\n\"*x*\"\nmilk *\n**\n[x]",
      .lines,
      [
        "5*3*2 screws", "snake_case_name", "milk|*", "* 3|7", "*x*", "milk|*", "[x]",
      ])
  }

  @Test func tables() throws {
    try read(
      "name,qty,unit,price,cat,on\nMilk,2,l,1.60,Dairy,1\n\"Ham, cured\",500,g,3,Meat,0\n", .csv,
      ["Milk|2 l|1.60/1 l|#Dairy|on", "Ham, cured|500 g|3.00/500 g|#Meat|off"])
    try read(
      "sep=;\nArtikel;Menge;Einheit;Preis;Erledigt\nMilch;1,5;l;1,60;ja\nBrot;;;\"2,50 €\";nein\n",
      .csv,
      ["Milch|1.5 l|1.60/1.5 l|[x]", "Brot|2.50|[ ]"], currency: .eur)
    try read("Milk\t2\nBread\t1", .tsv, ["Milk|2", "Bread|1"])
    try read(
      "Milk,2,1.60,Dairy\nBread,1,2.50,Bakery", .csv,
      ["Milk|2|1.60/1|#Dairy", "Bread|1|2.50/1|#Bakery"])
    try read("2;Milk\n3;Bread", .csv, ["Milk|2", "Bread|3"])
    try read(
      "item,note\n\"a \"\"b\"\"\",\"two\nlines\"\n'=x,\"'+1\"", .csv,
      ["a \"b\"|(two\nlines)", "=x|(+1)"])
    try read("| Item | Qty |\n|---|---|\n| Milk | 2 |\n", .csv, ["Milk|2"])
    try read("| Milk | 2 |\n| Bread | 3 |", .csv, ["Milk|2", "Bread|3"])
    try read("name\nMilk\nBread, dark", .csv, ["Milk", "Bread, dark"], fileName: "a.csv")
    try read("name,qty\n\"open,1", .csv, ["open,1"])
  }

  @Test func `a table without a header has its prices in the column that has nothing else`() throws
  {
    try read("milk\t1.29\neggs\t3.49", .tsv, ["milk|1.29", "eggs|3.49"])
    try read("milk\t$1.29\neggs\t$3.49", .tsv, ["milk|1.29", "eggs|3.49"])
    try read("milk\t2\t1.29\neggs\t\t3.49", .tsv, ["milk|2|1.29/1", "eggs|3.49"])
    try read("milk\t1.29\t2\ntea\t3.49\t3", .tsv, ["milk|2|1.29/1", "tea|3|3.49/1"])
    try read("milk\t2.00\t1.29\ntea\t3.00\t3.49", .tsv, ["milk|2|1.29/1", "tea|3|3.49/1"])
    try read(
      "milk\t2\t1.29\t2.58\ntea\t1\t3.49\t3.49", .tsv,
      ["milk|2|1.29/1|(2.58)", "tea|1|3.49/1|(3.49)"])
    try read("flour\t1.25\tkg\nmilk\t2.00\tl", .tsv, ["flour|1.25 kg", "milk|2 l"])
    try read("2 milk\t1.29\n500 g ham\t2.99", .tsv, ["milk|2|1.29/1", "ham|500 g|2.99/500 g"])
    try read("milk\t2\neggs\t12", .tsv, ["milk|2", "eggs|12"])
    try read("milk\t2\t3\ntea\t12\t4", .tsv, ["milk|2|3.00/1", "tea|12|4.00/1"])
    try read("milk,2,1.29\neggs,,\nbread,1,", .csv, ["milk|2|1.29/1", "eggs", "bread|1"])
    try read("| milk | 1.29 |\n| eggs | 3.49 |", .csv, ["milk|1.29", "eggs|3.49"])
    try read("| milk | 1.29 |\n|---|---|\n| eggs | 3.49 |", .csv, ["milk|1.29", "eggs|3.49"])
    try read("| Was | Wieviel |\n|---|---|\n| milk | 2 |", .csv, ["milk|2"])
    let yen = try #require(Currency(code: "JPY"))
    try read("パン\t98\n卵\t248", .tsv, ["パン|98", "卵|248"], currency: yen)
  }

  @Test func `tasks of Todoist are things, and their sections categories`() throws {
    try read(
      """
      TYPE,CONTENT,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
      task,2 Milk,4,1,Ann (1),,,en,Europe/Berlin
      note,the fresh one,,,,,,,
      ,,,,,,,,
      section,Bakery,,,,,,,
      task,Bread,4,1,,,,,
      """, .csv, ["Milk|2", "Bread|#Bakery"])
    try read(
      "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT\nmeta,view_style=list,,,\ntask,Tea,green,1,1", .csv,
      ["Tea|(green)"])
  }

  @Test func `a first row of words above numbers is a heading`() throws {
    try read("Thing,Number\nMilk,2\nBread,1\n", .csv, ["Milk|2", "Bread|1"], fileName: "a.csv")
    try read("Sache\tMenge\nMilch\t2\nBrot\t\n", .tsv, ["Milch|2", "Brot"])
    try read(
      "Aisle,Thing,Cost\nDairy,Milk,1.29\nBakery,Bread,2.49\n", .csv,
      ["Milk|1.29|#Dairy", "Bread|2.49|#Bakery"], fileName: "a.csv")
    try read("Milk,2\nNumber,3\n", .csv, ["Milk|2", "Number|3"], fileName: "a.csv")
    try read("Item,Crossed Off\nMilk,Yes\nTea,No\n", .csv, ["Milk|[x]", "Tea|[ ]"])
  }

  @Test func `no comma stays at the end of a name`() throws {
    try read("milk,$1.29\neggs,$3.49", .lines, ["milk|1.29", "eggs|3.49"])
    try read("milk,1.29€\neggs,3.49€", .lines, ["milk|1.29", "eggs|3.49"], currency: .eur)
    try read("milk,2\neggs\nbread,1.99", .lines, ["milk|2", "eggs", "bread|1.99"])
  }

  @Test func `a note of Google Keep is its lines`() throws {
    try read(
      """
      {"color":"DEFAULT","isTrashed":false,"isPinned":false,"isArchived":false,"listContent":[\
      {"textHtml":"<p>milk</p>","text":"2 milk","isChecked":false},\
      {"text":"7 Up","isChecked":true},{"text":"oat milk, unsweetened","isChecked":false}],\
      "title":"Shopping","userEditedTimestampUsec":1700000000000000,\
      "createdTimestampUsec":1690000000000000,"labels":[{"name":"Home"}],\
      "annotations":[{"title":"a page","url":"https://a.example"}]}
      """, .json, ["milk|2|[ ]", "7 Up|[x]", "oat milk, unsweetened|[ ]"])
  }

  @Test func `amounts in a column of names are amounts`() throws {
    try read(
      "item,price\n2 bread,2.49\n500 g ham,3.00\ntea,1\n7 Up,1", .csv,
      ["bread|2|2.49/1", "ham|500 g|3.00/500 g", "tea|1.00", "7 Up|1.00"])
    var list = try PastedList.parse("item,price\n2 bread,2.49\ntea,1", currency: .usd)
    var isMixed = false
    #expect(list.leaveOutBlanks(&isMixed) == [])
  }

  @Test func `a table says what a price is for, with a column of units and without`() throws {
    try read("Item,Qty,Unit,Price\nEggs,10,pcs,2.49\n", .csv, ["Eggs|10|2.49/10"])
    try read("Item,Qty,Price\nEggs,10,2.49\n", .csv, ["Eggs|10|2.49/10"])
    try read(
      "Artikel;Menge;Einheit;Preis\nEier;10;Stück;2,49\nMehl;2;kg;1,58\nHack;500;g;4,50\nBier;2;Flaschen;1,09\n",
      .csv,
      [
        "Eier|10|2.49/10", "Mehl|2 kg|1.58/2 kg", "Hack|500 g|4.50/500 g",
        "Bier|2 bottle|1.09/1 bottle",
      ],
      currency: .eur)
    try read(
      "Item,Qty,Price\nFlour,2 kg,1.58\nMilk,2,1.29\n", .csv,
      ["Flour|2 kg|1.58/2 kg", "Milk|2|1.29/1"])
    // A column of unit prices says what an `@` does.
    for heading in ["Unit price", "Price per kg", "Price/kg"] {
      try read(
        "Item,Qty,Unit,\(heading)\nFlour,2,kg,0.79\nMince,500,g,9.00\nEggs,12,,0.30\n", .csv,
        ["Flour|2 kg|0.79/1 kg", "Mince|500 g|9.00/1 kg", "Eggs|12|0.30/1"])
    }
    try read(
      "Artikel;Menge;Einheit;Einzelpreis\nMehl;2;kg;0,79\n", .csv, ["Mehl|2 kg|0.79/1 kg"],
      currency: .eur)
    // So does a price beside what it comes to.
    try read(
      "Item,Qty,Unit,Price,Total\nFlour,2,kg,0.79,1.58\nEggs,12,,0.30,3.60\n", .csv,
      ["Flour|2 kg|0.79/1 kg", "Eggs|12|0.30/1"])
  }

  @Test(arguments: [
    "Was", "Zutat", "Ingredient", "Groceries", "Thing", "What to buy", "Quoi", "Cosa", "Items",
  ]) func `the first column of words has the names where no heading says so`(heading: String) throws
  {
    try read(
      "| \(heading) | Menge | Preis |\n|---|:-:|---|\n| Mehl | 1 kg | 0,79 |\n| Salz | etwas | |\n",
      .csv,
      ["Mehl|1 kg|0.79/1 kg", "Salz|1"], currency: .eur)
    try read("| \(heading) | Qty |\n|---|---|\n| Milk | 2 |\n", .csv, ["Milk|2"])
    try read("| Nr | \(heading) | Qty |\n|---|---|---|\n| 1 | Milk | 2 |\n", .csv, ["Milk|2"])
  }

  @Test func `packs in a table cost what they do in the add line`() throws {
    try read(
      "Name,Amount,Price\nWine,2 x 0.75 l,12.98\nCola,6 x 330 ml,0.80\nTonic,6 x 330 ml,4.99", .csv,
      ["Wine|1.5 l|12.98/0.75 l", "Cola|1980 ml|0.80/330 ml", "Tonic|1980 ml|4.99/1980 ml"])
  }

  @Test func `a blank amount where others have one is not wanted`() throws {
    var list = try PastedList.parse(
      "Name;Menge;Preis\nMilch;2;1,29\nBrot;;3,49\nEier;12;2,99\n", currency: .eur)
    var isMixed = false
    #expect(list.leaveOutBlanks(&isMixed) == ["Brot"])
    #expect(list.entries.map(\.isOnList) == [nil, false, nil])
  }

  @Test func json() throws {
    try read(
      #"["milk", "2 l juice", {"name":"Ham","qty":2}]"#, .json, ["milk", "juice|2 l", "Ham|2"])
    try read(
      #"{"version":1,"items":[{"on":true,"name":"Milk","qty":3,"price":1.6,"cat":"Dairy","unit":"pc","#
        + #""fav":true,"id":"x"},{"title":"Tea","checked":true,"cost":"$2.50","amount":"2 kg"}]}"#,
      .json, ["Milk|3|1.60/1|#Dairy|*|on", "Tea|2 kg|2.50/2 kg|[x]"])
    try read(
      #"{"Dairy":["Milk","2 l cream"],"Fruit":[{"name":"Apple"}]}"#, .json,
      [
        "Milk|#Dairy", "cream|2 l|#Dairy", "Apple|#Fruit",
      ])
    try read(#"{"Milk":2,"Eggs":12,"version":3}"#, .json, ["Milk|2", "Eggs|12"])
    try read(
      #"{"name":"Home","currency":"EUR","list":[{"item":{"name":"Milk"},"quantity":{"value":2,"unit":"l"},"#
        + #""price":{"amount":3,"value":2.5},"tags":["x"],"category":["A","B"]}]}"#,
      .json, ["Milk|2 l|2.50/2 l|#A"])
    try read(
      #"{"categories":[{"name":"Dairy","items":["Milk"]},{"name":"None"}],"stores":[{"name":"Aldi"}]}"#,
      .json, ["Milk|#Dairy"])
    try read(
      #"[{"name":"a","price":1999},{"name":"b","price":0.30000000000000004},{"name":"c","price":1.6e1}]"#,
      .json, ["a|1999.00", "b|0.30", "c|16.00"])
    try read(
      "{\"name\":\"Milk\",\"on\":false}\n\n{\"name\":\"Bread\",\"qty\":0.5}\n[\"x\"]", .jsonLines,
      ["Milk|off", "Bread|0.5", "x"])
  }

  /// The lines of its cart have identifiers where others have names.
  @Test func `an export that is pasted has its items with their quantities`() throws {
    let list = try PastedList.parse(
      """
      {"trolley":"list","version":1,"currency":"EUR","items":[
        {"id":"1","name":"Tea","category":"Drinks","price":2.00,"currency":"EUR","per":"1 piece"},
        {"id":"2","name":"Salt"}],
       "cart":[{"id":"8nmgdn00001","item":"1","quantity":"3 piece","rank":1}],
       "stores":[],"orders":[],"aisles":{}}
      """, currency: .usd)
    #expect(list.entries.map(\.name) == ["Tea", "Salt"])
    #expect(list.entries.map(\.quantity) == [Quantity(3), nil])
    #expect(list.entries.map(\.isOnList) == [true, false])
    #expect(list.entries[0].price?.currency.code == "EUR" && list.entries[0].category == "Drinks")
  }

  @Test func jsonFailures() {
    #expect(throws: Failure.self) { try PastedList.parse("[\"a\", ]", currency: .usd) }
    do {
      _ = try PastedList.parse("{\"items\":[\n {\"name\" \"a\"}]}", currency: .usd)
      Issue.record("must fail")
    } catch {
      #expect(
        error.sentence == "The JSON can’t be read: line 2, column 10: a colon is expected there.")
    }
    for text in ["", " \n ", "[]", "{}", "null", "#", "---", "{\"a\":null}"] {
      if text != "#" && text != "null" {
        #expect(throws: Failure.self) { try PastedList.parse(text, currency: .usd) }
      }
    }
  }

  @Test func `an export as todo txt is recognised, also where few lines have marks`() throws {
    let list = try PastedList.parse(
      "2 milk\nx tea\n3 bread\nsalt\n(A) jam +Pantry price:2.50\n", currency: .usd)
    #expect(list.format == .todotxt)
    #expect(list.entries.map(\.name) == ["milk", "tea", "bread", "salt", "jam"])
  }

  @Test func `a list in Latin-1 keeps its letters`() throws {
    let list = try PastedList.parse([0x4B, 0xE4, 0x73, 0x65, 0x0A, 0x80], currency: .eur)
    #expect(list.entries.map(\.name) == ["Käse", "€"])
  }

  @Test func todotxt() throws {
    try read(
      """
      x 2024-01-02 2024-01-01 (A) 2 l Milk +Dairy @shop price:1.60
      (B) Bread +Bakery_&_more
      Milk organic 5 3kg +Fruit @corner_shop price:19.99 due:2024-05-01
      "2 +go bags" cur:EUR price:2/kg note:for_me
      """, .todotxt,
      [
        "Milk|2 l|1.60/1 l|#Dairy|!shop|*|[x]", "Bread|#Bakery & more|[ ]",
        "Milk organic 5|3 kg|19.99/1 kg|#Fruit|!corner shop|[ ]|(due:2024-05-01)",
        "2 +go bags|2.00/1 kg|[ ]|(for me)",
      ])
    try read("milk", .todotxt, ["milk|[ ]"], fileName: "/home/x/todo.txt")
  }

  @Test func warnings() throws {
    let list = try PastedList.parse(
      "name,qty,unit,price\nMilk,x,l,1\nBread,1,foo,2\n,2,l,3\nTea,-1,,-2\n", currency: .usd)
    #expect(list.entries.map(Self.short) == ["Milk|1 l|1.00/1 l", "Bread|1|2.00/1", "Tea|1"])
    #expect(
      list.warnings.map { "\($0.line) \($0.sentence)" } == [
        "2 Milk: the quantity “x” cannot be read; it is 1 now.",
        "3 Bread: the unit “foo” is not known.",
        "4 Line 4 has no name.", "5 Tea: the quantity “-1” cannot be read; it is 1 now.",
        "5 Tea: the price “-2” cannot be read.",
      ])
    let lines = try PastedList.parse("0 milk\nbread @-1\ntea", currency: .usd)
    #expect(lines.entries.map(Self.short) == ["milk|off", "bread @-1", "tea"])
    #expect(lines.warningCount == 1)
    let known = try PastedList.parse("0 bar", currency: .usd) { $0 == "0 bar" }
    #expect(known.entries.map(\.name) == ["0 bar"])
    let broken = try PastedList.parse(
      "{\"name\":\"a\"}\n{\"name\":\n{\"name\":\"b\"}", currency: .usd)
    #expect(broken.entries.map(\.name) == ["a", "b"] && broken.warnings.map(\.line) == [2])
  }

  @Test func utf16() throws {
    let little = [UInt8](arrayLiteral: 0xFF, 0xFE, 0x6D, 0, 0xE9, 0)
    #expect(try PastedList.parse(little, currency: .usd).entries.map(\.name) == ["mé"])
    let big = [UInt8](arrayLiteral: 0xFE, 0xFF, 0, 0x6D, 0)
    #expect(try PastedList.parse(big, currency: .usd).entries.map(\.name) == ["m"])
  }

  @Test(arguments: [
    ("a.CSV", ListFormat.csv), ("x/y.tsv", .tsv), ("a.json", .json), ("a.jsonl", .jsonLines),
    ("a.ndjson", .jsonLines), ("README.md", .markdown), ("my-todo.txt", .todotxt), ("a.txt", nil),
    ("csv", nil), ("", nil), (".", nil),
  ]) func fileNames(_ name: String, _ format: ListFormat?) {
    #expect(ListFormat(fileName: name) == format)
  }

  @Test func exactNumbers() {
    for (text, digits, value) in [
      ("1.6", 2, 160), ("1999", 2, 199_900), ("0.005", 2, 1), ("0.0049999", 2, 0),
      ("1e2", 2, 10_000),
      ("1.5E-1", 3, 150), ("-2", 2, -200), ("0", 2, 0), ("1234567890123", 2, 123_456_789_012_300),
      ("123456.1234567890123", 2, 12_345_612), ("0e999", 2, 0), ("1e-999", 2, 0),
    ] {
      #expect(ListValue.scaled(text, digits: digits) == value, "\(text)")
    }
    for text in [
      "", "-", ".", ".5", "1e", "1e+", "x", "1.2.3", "1e999", "99999999999999999999", "1 2",
    ] {
      #expect(ListValue.scaled(text, digits: 2) == nil, "\(text)")
    }
  }

  /// Any input: no trap, bounded and clean results, the same every time.
  @Test func noise() {
    var random = SplitMix64(seed: 17)
    let pieces = [
      "milk", ",", ";", "\t", "\n", "\r\n", "\"", "\"\"", "{", "}", "[", "]", ":", "\"name\":",
      "\"items\":",
      "1", "-1", "1.5", "1e9", "x ", "(A) ", "+a", "@b", "# ", "## ", "- ", "[x] ", "|",
      "name,qty\n", "sep=;\n",
      "price:1", "~~", "**", "```", "null", "true", "é", "🍎", "\u{202E}", "\u{0}", "=", " ",
      "2 kg ", "\\",
    ]
    for round in 0..<2000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...14, using: &random) {
        text += pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      for format in [nil] + ListFormat.allCases.map(Optional.some) {
        guard let list = try? PastedList.parse(text, format: format, currency: .usd) else {
          continue
        }
        for entry in list.entries {
          let names = [entry.name, entry.category ?? "x", entry.store ?? "x"]
          #expect(names.allSatisfy { !$0.isEmpty && CleanText.line($0) == $0 }, "round \(round)")
          #expect((entry.quantity?.thousandths ?? 1) > 0 && (entry.price?.minorUnits ?? 0) >= 0)
        }
      }
    }
  }

  @Test(arguments: [
    "<?xml version=\"1.0\"?>\n<svg>", "bplist00\u{1}\u{2}", "<html><body>",
    "begin;\ncreate table shoppinglist(",
    "INSERT INTO x VALUES (1)", "SQLite format 3\0", "%PDF-1.7", "a\0b\nc",
  ])
  func whatIsNoListIsRefused(_ text: String) {
    #expect(throws: Failure.self) { try PastedList.parse(text, currency: .usd) }
  }

  private static func plist(_ inside: String, type: String = "<!DOCTYPE plist>") -> String {
    "<?xml version=\"1.0\"?>\n\(type)\n<plist version=\"1.0\">\n\(inside)\n</plist>\n"
  }

  @Test func `a property list is read`() throws {
    try read(
      Self.plist(
        """
        <dict>
          <!-- mine -->
          <key>items</key>
          <array>
            <dict><key>name</key><string>O&apos;Brien&#x2019;s &lt;tea&gt;</string>
              <key>quantity</key><real>2</real><key>unit</key><string>kg</string>
              <key>price</key><real>1.50</real><key>picked</key><true/></dict>
            <dict><key>name</key><string><![CDATA[Salt & pepper]]></string>
              <key>photo</key><data>AAAA</data><key>favourite</key><false/></dict>
            <string>milk</string>
          </array>
        </dict>
        """), .plist, ["O'Brien’s <tea>|2 kg|1.50/2 kg|[x]", "Salt & pepper", "milk"])
  }

  @Test(arguments: [
    // Entities that grow, and files that are fetched.
    plist(
      "<array><string>&b;</string></array>",
      type: "<!DOCTYPE plist [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]>"),
    plist(
      "<array><string>&x;</string></array>",
      type: "<!DOCTYPE plist [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"),
    plist("<array><string>&b;</string></array>"), plist("<array><string>&#xD800;</string></array>"),
    plist(String(repeating: "<array>", count: 100_000)), plist("<dict><string>a</string></dict>"),
    plist("<dict><key>name</key></dict>"), plist("<array><string>milk</array>"),
    plist("<array><x/></array>"), plist(""), "<plist>", "<plist><array><string>milk",
  ])
  func `a property list that is none is refused with its line`(_ text: String) {
    #expect { try PastedList.parse(text, currency: .usd) } throws: {
      ($0 as? Failure)?.sentence.hasPrefix("The file can’t be read: line ") == true
    }
  }

  @Test func `a damaged property list never traps`() throws {
    let whole = Array(
      Self.plist("<dict><key>items</key><array><string>a &amp; b</string><true/></array></dict>")
        .utf8)
    var random = SplitMix64(seed: 7)
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      bytes.removeLast(Int(random.next() % 20))
      _ = try? PastedList.parse(bytes, format: .plist, currency: .usd)
    }
  }

  @Test(arguments: ["insert coins", "create", "drop scones", "begin", "<3 chocolate"])
  func whatOnlyLooksLikeItIsAList(_ text: String) throws {
    #expect(try PastedList.parse(text, currency: .usd).entries.count == 1)
  }

  @Test(arguments: ["Shopping list:", "# Shopping list", "shopping list :", "Einkaufsliste:"])
  func `the title of a list is no category`(title: String) throws {
    let list = try PastedList.parse(title + "\nmilk\nDairy:\ncheese\n", currency: .usd)
    #expect(list.entries.map(Self.short) == ["milk", "cheese|#Dairy"])
  }
}
