/// The spellings of units: abbreviations, plurals, and words of other languages that mean
/// nothing else in English.
public enum UnitWords {
  /// The unit of a word in any case, with or without accents and a final period; nil for others.
  public static func unit(_ word: some StringProtocol) -> Unit? {
    table.value(of: word).flatMap { Unit(rawValue: $0) }
  }

  /// Words that also name a thing: in "can opener" and "6 rolls" they are not units.
  static func isNoun(_ unit: Unit) -> Bool {
    unit.dimension == .container || [.cup, .pint, .quart, .gallon, .pound].contains(unit)
  }

  /// Words that form a compound with a noun before them: can opener, cup cakes, box cutter.
  static func isCompound(_ word: String) -> Bool {
    compounds.contains(String(decoding: Folding.plain(word), as: UTF8.self))
  }

  private static let compounds: Set<String> = [
    "opener", "openers", "cutter", "cutters", "lid", "lids", "clip", "clips", "brush", "brushes",
    "holder", "holders", "cake", "cakes", "cap", "caps", "cooler", "coolers", "warmer", "warmers",
    "rack", "racks", "grater", "graters", "on", "ons",
  ]

  /// Words for whole things before "of": two loaves of bread are two of bread.
  static let counters: Set<String> = [
    "loaf", "loaves", "ear", "ears", "bar", "bars", "stick", "sticks", "barra", "barras", "diente",
    "dientes", "gousse", "gousses", "pincee", "pincees", "spicchio", "spicchi",
  ]

  /// The same for words that need no "of": a head lettuce, "2 Tafeln Schokolade".
  static let bareCounters: Set<String> = [
    "head", "heads", "clove", "cloves", "sprig", "sprigs", "stalk", "stalks", "rasher", "rashers",
    "tafel", "tafeln", "laib", "laibe", "kopf", "kopfe", "zehe", "zehen", "knolle", "knollen",
    "stange", "stangen",
  ]

  /// Whether a word counts what follows or stands before it, of which it is none.
  static func isCounter(_ word: String) -> Bool {
    let word = String(decoding: Folding.plain(word), as: UTF8.self)
    return counters.contains(word) || bareCounters.contains(word)
  }

  /// Whether a word says that a number counts what a pack holds, as American packs do: the "6ct" of granola
  /// bars, "200 count".
  static func saysCount(_ word: String) -> Bool {
    ["ct", "count"].contains(word.drop { !$0.isLetter }.prefix(while: \.isLetter).lowercased())
  }

  /// Whether a name says what one of it holds, so that a number beside it counts packs: "toilet paper
  /// 4-pack", "6er-Pack Eier", "toilet paper (9 rolls)".
  static func holdsSeveral(_ name: [String]) -> Bool {
    name.indices.contains { at in
      let word = name[at].drop { $0 == "(" }
      var unit = word.drop(while: \.isNumber)
      guard unit.count < word.count else { return false }
      if unit.isEmpty, at + 1 < name.count { unit = name[at + 1][...] }
      for joint in ["er", "-"] where unit.hasPrefix(joint) { unit = unit.dropFirst(joint.count) }
      let letters = unit.prefix(while: \.isLetter)
      return saysCount(String(letters)) || self.unit(letters)?.dimension == .container
    }
  }

  /// Whether a thing comes on rolls, rather than that “6 rolls” beside it are a thing of their own.
  static func isOnRolls(_ name: [String]) -> Bool {
    name.last.map { rolled.contains(String(decoding: Folding.plain($0), as: UTF8.self)) } == true
  }

  private static let rolled = folded(
    """
    paper towel towels tissue foil wrap film tape klopapier toilettenpapier küchenpapier alufolie \
    frischhaltefolie hygiénique higiénico igienica
    """)

  /// Things of which packs hold so many, and that have no size in two numbers.
  static func isCountedInPacks(_ word: String) -> Bool {
    let word = String(decoding: Folding.plain(word), as: UTF8.self)
    return packs.contains { $0.things.contains(word) }
  }

  /// Whether that many of a thing are a usual pack of it, which has one price: 12 eggs. The thing is
  /// what its name ends or begins with, and what a compound ends with: "Bio-Eier", "eggs, large".
  ///
  /// - Parameter price: what they cost, if that is known: no such pack costs less than its row says.
  static func isPack(of quantity: Quantity, _ name: [String], at price: Money? = nil) -> Bool {
    let table: Packs =
      switch quantity.unit {
      case .piece, .roll: packs + trays
      case .can, .bottle: drinks + trays
      case .bag: bagged
      default: []
      }
    guard !table.isEmpty, quantity.thousandths.isMultiple(of: 1000), !holdsSeveral(name)
    else { return false }
    let count = quantity.thousandths / 1000
    let words = name.map { String(decoding: Folding.plain($0), as: UTF8.self) }
    let ends = [1, 2].flatMap { [words.suffix($0), words.prefix($0)] }
      .map { $0.joined(separator: " ") }
    let compound = words.last?.split(separator: "-").last.map(String.init)
    return table.contains { pack in
      pack.counts.contains(count) && price?.isLess(than: pack.least) != true
        && (ends + [compound].compactMap(\.self)).contains(where: pack.things.contains)
    }
  }

  /// Words as they are compared, without accents.
  private static func folded(_ words: String) -> Set<String> {
    Set(
      words.split(separator: " ").map { String(decoding: Folding.plain(String($0)), as: UTF8.self) }
    )
  }

  /// What is sold in packs, how many a pack holds, and what it costs at the least, in hundredths of a euro: for
  /// less one gets one of them.
  private typealias Packs = [(things: Set<String>, counts: Set<Int>, least: Int)]

  /// A row without numbers is of things that are sold one by one as well, so that a number counts those.
  private static let packs: Packs = [
    (
      folded(
        """
        eggs eier oeufs huevos uova ovos eieren ägg æg jajka jajek jaj vejce vajec vajíčka munat \
        munia munaa kananmunat kananmunia kananmunaa tojás yumurta ouă яйца яиц яйця яєць αυγά 卵 たまご 玉子 鸡蛋 雞蛋 계란 달걀
        """), [6, 10, 12, 15, 18, 20, 24, 30], 75
    ),
    (
      [
        "toilet paper", "toilet tissue", "kitchen paper", "paper towels", "toilet roll",
        "toilet rolls", "kitchen roll", "kitchen rolls", "loo roll", "loo rolls", "klopapier",
        "toilettenpapier", "klorollen", "kuchenrollen", "kuchenpapier", "papier toilette",
        "papel higienico", "carta igienica", "wc-papier", "toiletpapier", "keukenpapier",
        "wc-rollen", "keukenrollen", "toiletpapir", "kokkenruller", "toalettpapir", "torkepapir",
        "toalettpapper", "hushallspapper", "wc-paperi", "wc-paperia", "vessapaperi", "vessapaperia",
        "talouspaperi", "talouspaperia", "papier toaletowy", "papieru toaletowego",
        "recznik papierowy", "recznika papierowego",
      ], [2, 3, 4, 6, 8, 9, 10, 12, 16, 18, 20, 24], 75
    ),
    (["rolls", "buns", "sausages", "wurstchen"], [6, 8, 10, 12], 50),
    (
      [
        "nappies", "diapers", "windeln", "couches", "panales", "pannolini", "tea bags", "teabags",
        "teebeutel", "wipes", "feuchttucher", "lingettes", "toallitas", "tampons", "cotton buds",
        "wattestabchen", "cotton pads", "wattepads", "tabs", "geschirrspultabs", "spultabs",
        "spulmaschinentabs", "tablets", "tabletten", "bin bags", "bin liners", "mullbeutel",
        "trash bags", "garbage bags", "fish fingers", "fish sticks", "fischstabchen",
        "sacs poubelle", "freezer bags", "sandwich bags", "gefrierbeutel", "plasters", "pflaster",
        "band-aids", "pansements", "tiritas", "cerotti", "capsules", "kapseln", "kaffeekapseln",
        "capsulas", "capsule", "coffee pods", "coffee pads", "kaffeepads", "tissues",
        "taschentucher", "mouchoirs", "panuelos", "fazzoletti", "napkins", "servietten",
        "servilletas", "paper plates", "pappteller", "paper cups", "pappbecher", "straws",
        "strohhalme", "tea lights", "tealights", "teelichter",
      ], Set(10...500), 0
    ),
    (
      [
        "batteries", "batterien", "piles", "pilas", "razor blades", "rasierklingen",
      ], [4, 5, 6, 8, 10, 12, 16, 18, 20, 24, 30, 32, 36, 40, 48], 75
    ),
    (["yogurt", "yogurts", "yoghurts", "joghurt", "joghurts", "brotchen", "rollen"], [], 0),
  ]

  /// What is sold by the tray, as cans and bottles.
  private static let drinks: Packs = [
    (
      [
        "beer", "beers", "lager", "cider", "ale", "stout", "bier", "pils", "radler", "biere",
        "bieres", "cerveza", "cervezas", "birra", "birre", "cola", "coke", "pepsi", "sprite",
        "fanta", "soda", "lemonade", "limo", "limonade", "tonic", "energy drink", "energy drinks",
        "water", "sparkling water", "wasser", "mineralwasser", "sprudel", "eau", "agua", "acqua",
      ], [4, 6, 8, 10, 12, 15, 18, 20, 24, 30, 36, 48], 150
    )
  ]

  /// What is sold by the tray, also where cans or bottles are not named: of these a dozen and more have one price.
  private static let trays: Packs = [
    (
      [
        "beers", "lagers", "ciders", "ales", "cokes", "colas", "sodas", "waters", "water bottles",
        "energy drinks", "cat food", "dog food", "katzenfutter", "hundefutter",
      ], [12, 15, 18, 20, 24, 30, 36, 48], 150
    )
  ]

  /// What a box holds in so many bags.
  private static let bagged: Packs = [
    (folded("tea tee thé té tè thee chá чай 茶"), Set(10...500), 0)
  ]

  /// Articles, and what else stands for one before a unit.
  static let articles = folded(articleWords)

  private static let articleWords =
    "a an one ein eine einen un une des una uno unos unas een um uma en ett et ei eit bir"

  /// All words of units that an amount may begin with: articles, dozens, and those for one of a unit that need
  /// neither a number nor an article in front: "pint of milk", "kilo de tomates", "Flasche Wein".
  static let beginnings =
    [articleWords, ofSingleWords, signWords] + nounSingleWords.values
    + words.filter { $0.0 == .dozen }.map { $0.1 }

  /// Whether a unit stands before a thing as with "a" in front of it. Most need an "of", as there are pound
  /// cakes and bottle openers; those of some languages do not, in German before a noun.
  static func isSingle(
    _ word: String, before next: String, isOf: Bool, language: String
  ) -> Bool {
    guard NumberWords.begin(word) else { return false }
    let plain = String(decoding: Folding.plain(word), as: UTF8.self)
    // An L is a size.
    if signs.contains(plain), next.first?.isLetter == true, word != "L" { return true }
    if isOf { return ofSingle.contains(plain) }
    return nounSingle[language]?.contains(plain) == true
      && (language == "de" ? next.first?.isUppercase : next.first?.isLetter) == true
  }

  private static let ofSingle = folded(ofSingleWords)

  private static let ofSingleWords = """
    pint quart gallon pound cup bottle can tin bag box jar bunch pack packet package carton crate case \
    tube roll slice punnet loaf ear bar stick head clove sprig stalk \
    bouteille boîte paquet barquette canette sachet botte tranche bocal brique caisse gousse \
    botella lata paquete manojo racimo rebanada loncha tarro frasco tarrina barra diente \
    bottiglia lattina scatoletta pacco pacchetto confezione vasetto barattolo mazzo fetta \
    spicchio etto garrafa pacote
    """

  /// Of the languages in which a thing follows without an "of".
  private static let nounSingle = nounSingleWords.mapValues(folded)

  private static let nounSingleWords = [
    "de": """
    flasche dose büchse pack packung päckchen paket becher beutel tüte sack netz karton schachtel schale \
    glas bund bündel scheibe rolle tube kiste kasten tafel laib kopf zehe knolle stange pfund
    """,
    "nl": "fles blik blikje krat doos doosje zak zakje potje pakje pond ons",
    "sv": "flaska burk påse paket förpackning",
    "da": "flaske dåse pose pakke", "nb": "flaske boks pose pakke", "no": "flaske boks pose pakke",
    "fi": "pullo purkki tölkki pussi paketti", "pl": "butelka puszka opakowanie słoik",
    "cs": "láhev lahev plechovka balení", "ru": "бутылка банка пачка упаковка",
    "tr": "şişe kutu kavanoz paket",
  ]

  private static let signs = folded(signWords)
  private static let signWords = "kg kilo l liter litre litro lb chilo quilo кг кило л литр"

  /// The same with or without accents: "één".
  static func isArticle(_ word: String) -> Bool {
    articles.contains(String(decoding: Folding.plain(word), as: UTF8.self))
  }

  /// What one of a unit is that is a round number of another one: a German Pfund, a Chinese jin, an
  /// Italian etto. Some of the words mean something else in other languages.
  static func customary(_ word: String, _ language: String) -> Quantity? {
    let word = String(decoding: Folding.plain(word), as: UTF8.self)
    return customaryUnits.first {
      $0.words.contains(word) && ($0.language == nil || $0.language == language)
    }?
    .one
  }

  private static let customaryUnits: [(words: Set<String>, language: String?, one: Quantity)] = [
    (["pfund", "pfd", "pfd.", "pund", "斤"], nil, Quantity(500, .gram)),
    (["livre", "livres"], "fr", Quantity(500, .gram)), (["pond"], "nl", Quantity(500, .gram)),
    (["ons"], "nl", Quantity(100, .gram)),
    (["etto", "etti", "hg", "hekto"], nil, Quantity(100, .gram)),
    (["dag", "dkg", "deka"], nil, Quantity(10, .gram)),
  ]

  private static let table = WordTable(words.map { ($1, $0.rawValue) }, ignoring: " .")

  private static let words: [(Unit, String)] = [
    (.piece, "piece pieces pc pcs pce pces ea ct count unit units st stk stck stuck stueck pieza"),
    (.piece, "szt sztuk sztuka sztuki ks kusu kusy kpl kappaletta adet tane штук штуки штука"),
    (.piece, "piezas pza pzas pz ud uds unidad unidades unidade stuk stuks 個 个 本 枚 db шт"),
    (.milligram, "mg mgs milligram milligrams"),
    (.gram, "g gr gm gms gram grams gramm gramme grammes gramo gramos グラム г"),
    (.gram, "grammo grammi grama gramas gramow grammaa грамм грамма граммов"),
    (.kilogram, "kg kgs kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo"),
    (.kilogram, "kilogramos chilo quilo quilos キロ кг kiloa kila кило килограмм килограмма"),
    (.ounce, "oz ozs ounce ounces"),
    (.pound, "lb lbs pound pounds"),
    (.millilitre, "ml mls millilitre millilitres milliliter milliliters мл"),
    (.centilitre, "cl centilitre centilitres centiliter centiliters"),
    (.decilitre, "dl decilitre decilitres deciliter deciliters"),
    (.litre, "l lt ltr ltrs lts litre litres liter liters litro litros litri リットル л"),
    (.litre, "litr litra litraa litru litry litrow литр литра литров"),
    (.fluidOunce, "floz flozs"),
    (.cup, "cup cups"),
    (.pint, "pint pints pt pts"),
    (.quart, "quart quarts qt qts"),
    (.gallon, "gallon gallons gal gals"),
    (.teaspoon, "tsp tsps teaspoon teaspoons tl teeloffel"),
    (.tablespoon, "tbsp tbsps tbs tablespoon tablespoons el essloffel"),
    (.pack, "pack packs pk pks pkg pkgs package packages packet packets pck pckg pkt pkts packung"),
    (.pack, "packungen paquet paquets paquete paquetes packchen paket pakete csomag パック"),
    (.pack, "becher barquette barquettes tarrina tarrinas pacote pacotes confezione confezioni"),
    (.pack, "pacco pacchi pacchetto pacchetti pakken pakje pakjes pakke pakker forpackning"),
    (.pack, "forpackningar paketti pakettia opakowanie opakowania opakowan baleni"),
    (.pack, "пачка пачки пачек пачку упаковка упаковки упаковок упаковку"),
    (.bottle, "bottle bottles btl btls flasche flaschen bouteille bouteilles botella botellas 瓶"),
    (.bottle, "bottiglia bottiglie garrafa garrafas fles flessen flaska flaskor flaske flasker"),
    (.bottle, "pullo pulloa butelka butelki butelek butelke lahev lahve lahvi sise"),
    (.bottle, "бутылка бутылки бутылок бутылку"),
    (.can, "can cans tin tins dose dosen buchse buchsen lata latas canette canettes 缶"),
    (.can, "lattina lattine scatoletta scatolette blik blikken blikje blikjes burk burkar dase"),
    (.can, "daser boks bokser purkki purkkia tolkki tolkkia puszka puszki puszek puszke"),
    (.can, "plechovka plechovky plechovek банка банки банок банку"),
    (.bag, "bag bags sack sacks sacke beutel tute tuten netz netze sachet sachets bolsa bolsas 袋"),
    (.bag, "sacchetto sacchetti zak zakken zakje zakjes saco sacos pase pasar pose poser"),
    (.bag, "pussi pussia"),
    (.box, "box boxes bx karton kartons schachtel schachteln caja cajas 箱 盒"),
    (.box, "boite boites punnet punnets schale schalen scatola scatole doos doosje doosjes"),
    (.box, "caixa caixas kutu"),
    (.carton, "carton cartons cartones brique briques"),
    (.jar, "jar jars glas glaser bocal bocaux frasco frascos tarro tarros bote botes"),
    (.jar, "barattolo barattoli vasetto vasetti potje potjes sloik sloiki sloikow kavanoz"),
    (
      .bunch,
      "bunch bunches bund bunde bundel botte bottes manojo manojos racimo racimos mazzo mazzi bd 束"
    ),
    (.dozen, "dozen dozens doz dz dutzend douzaine douzaines docena docenas dozzina dozzine"),
    (.dozen, "dozijn dozijnen duzia duzias dussin dusin tusina tuzin tucet duzine дюжина дюжину"),
    (.slice, "slice slices scheibe scheiben tranche tranches rebanada rebanadas"),
    (.slice, "loncha lonchas rodaja rodajas fetta fette fatia fatias plakje plakjes plakken"),
    (.roll, "roll rolls rolle rollen rouleau rouleaux rollo rollos rotolo rotoli ruller rullar"),
    (.roll, "rullaa rolka rolki rolek"),
    (.tube, "tube tubes tuben tubo tubos"),
    (.crate, "crate crates case cases kiste kisten kasten caisse caisses krat kratten"),
  ]
}
