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

  /// Whether a word makes a number before it a part of the name, as the size of what is sold by the piece: "9
  /// inch pie crust", "60 watt bulbs", "2 ply tissue".
  static func isOfName(_ word: String) -> Bool { namedSizes.contains(word.lowercased()) }

  private static let namedSizes: Set<String> = [
    "inch", "inches", "cm", "mm", "ft", "watt", "watts", "volt", "volts", "ply", "zoll", "pouces",
    "pulgadas", "pollici",
  ]

  /// Words for whole things before "of": two loaves of bread are two of bread.
  static let counters: Set<String> = [
    "loaf", "ear", "bar", "stick", "jug", "tub", "pouch", "canister", "fillet", "nos", "barra",
    "barras", "diente",
    "dientes", "gousse", "gousses", "pincee", "pincees", "spicchio", "spicchi",
  ]

  /// The same for words that need no "of": a head lettuce, "2 Tafeln Schokolade". In English, those of several
  /// are none of a compound: "2 bars soap", but "2 bar stools".
  static let bareCounters: Set<String> = [
    "loaves", "ears", "bars", "sticks", "jugs", "tubs", "pouches", "canisters", "fillets",
    "head", "heads", "clove", "cloves", "sprig", "sprigs", "stalk", "stalks", "rasher", "rashers",
    "tafel", "tafeln", "laib", "laibe", "kopf", "kopfe", "zehe", "zehen", "knolle", "knollen",
    "stange", "stangen",
  ]

  /// Whether a word counts what follows or stands before it, of which it is none.
  static func isCounter(_ word: String) -> Bool {
    let word = String(decoding: Folding.plain(word), as: UTF8.self)
    return counters.contains(word) || bareCounters.contains(word)
  }

  /// Whether a word counts parts of what is sold whole: two stalks are not two packs of celery.
  static func isPart(_ word: String) -> Bool {
    parts.contains(String(decoding: Folding.plain(word), as: UTF8.self))
  }

  private static let parts = folded(
    """
    stick sticks clove cloves sprig sprigs stalk stalks rasher rashers zehe zehen stange stangen diente \
    dientes gousse gousses pincee pincees spicchio spicchi
    """)

  /// Whether a word says that a number counts what a pack holds, as American packs do: the "6ct" of granola
  /// bars, "200 count".
  package static func saysCount(_ word: String) -> Bool {
    ["ct", "count"].contains(word.drop { !$0.isLetter }.prefix(while: \.isLetter).lowercased())
  }

  /// Whether a word beside a number says that it is what one pack holds.
  package static func saysPack(_ word: String, _ unit: Unit, _ numbers: NumberStyle) -> Bool {
    switch unit {
    case .piece: saysCount(word) || self.unit(word) == .dozen
    case .pack: numbers.point == "." && ["pack", "pk"].contains(where: word.lowercased().hasSuffix)
    default: false
    }
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

  /// The words of a name but for numbers with the units behind them: "6 pack", "330ml".
  static func withoutAmounts(_ name: Substring) -> [Substring] {
    let words = name.split(separator: " ")
    func isNumber(_ at: Int) -> Bool { words.indices.contains(at) && Double(words[at]) != nil }
    func isUnit(_ at: Int) -> Bool { words.indices.contains(at) && unit(words[at]) != nil }
    return words.indices.filter { at in
      let behind = words[at].drop { $0.isNumber || $0 == "." }
      return
        !(isNumber(at) && isUnit(at + 1) || isUnit(at) && isNumber(at - 1)
        || behind.count < words[at].count && unit(behind) != nil)
    }.map { words[$0] }
  }

  /// Whether a thing comes on rolls, rather than that “6 rolls” beside it are a thing of their own.
  static func isOnRolls(_ name: [String]) -> Bool {
    name.last.map { rolled.contains(String(decoding: Folding.plain($0), as: UTF8.self)) } == true
  }

  private static let rolled = folded(
    """
    paper towel towels tissue foil wrap film tape roll klopapier toilettenpapier küchenpapier alufolie \
    frischhaltefolie hygiénique higiénico igienica
    """)

  /// Words as they are compared, without accents.
  static func folded(_ words: String) -> Set<String> {
    Set(
      words.split(separator: " ").map { String(decoding: Folding.plain(String($0)), as: UTF8.self) }
    )
  }

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
    "cs": "láhev lahev plechovka balení",
    "ru": "бутылка банка пачка упаковка полкило поллитра пол-литра десяток",
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
    (["pfund", "pfd", "pfd.", "pund", "斤", "полкило"], nil, Quantity(500, .gram)),
    (["поллитра", "пол-литра"], nil, Quantity(500, .millilitre)),
    (["un", "un."], "pt", .one), (["десяток"], "ru", Quantity(10)),
    (["livre", "livres"], "fr", Quantity(500, .gram)), (["pond"], "nl", Quantity(500, .gram)),
    (["ons"], "nl", Quantity(100, .gram)),
    (["etto", "etti", "hg", "hekto"], nil, Quantity(100, .gram)),
    (["dag", "dkg", "deka"], nil, Quantity(10, .gram)),
  ]

  private static let table = WordTable(words.map { ($1, $0.rawValue) }, ignoring: " .")

  private static let words: [(Unit, String)] = [
    (
      .piece,
      "piece pieces pc pcs pce pces ea ct count unit units st stk stck stuck stueck pieza"
    ),
    (.piece, "szt sztuk sztuka sztuki ks kusu kusy kpl kappaletta adet tane штук штуки штука"),
    (
      .piece, "piezas pza pzas pz ud uds unidad unidades unidade stuk stuks 個 个 本 枚 颗 根 条 只 개 db шт"
    ),
    (.milligram, "mg mgs milligram milligrams"),
    (.gram, "g gr gm gms gram grams gramm gramme grammes gramo gramos グラム г 克 그램 ग्राम"),
    (.gram, "grammo grammi grama gramas gramow grammaa грамм грамма граммов"),
    (.kilogram, "kg kgs kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo"),
    (.kilogram, "kilogramos chilo quilo quilos キロ кг kiloa kila кило килограмм килограмма"),
    (.kilogram, "公斤 千克 킬로 킬로그램 किलो किलोग्राम"),
    (.ounce, "oz ozs ounce ounces"),
    (.pound, "lb lbs pound pounds"),
    (.millilitre, "ml mls millilitre millilitres milliliter milliliters мл 毫升 밀리리터 मिली"),
    (.centilitre, "cl centilitre centilitres centiliter centiliters"),
    (.decilitre, "dl decilitre decilitres deciliter deciliters"),
    (.litre, "l lt ltr ltrs lts litre litres liter liters litro litros litri リットル л"),
    (.litre, "litr litra litraa litru litry litrow литр литра литров 升 公升 리터 लीटर"),
    (.fluidOunce, "floz flozs"),
    (.cup, "cup cups"),
    (.pint, "pint pints pt pts"),
    (.quart, "quart quarts qt qts"),
    (.gallon, "gallon gallons gal gals"),
    (.teaspoon, "tsp tsps teaspoon teaspoons tl teeloffel"),
    (.tablespoon, "tbsp tbsps tbs tablespoon tablespoons el essloffel"),
    (.pack, "pack packs pk pks pkg pkgs package packages packet packets pck pckg pkt pkts packung"),
    (.pack, "packungen paquet paquets paquete paquetes packchen paket pakete csomag パック 包 팩 पैकेट"),
    (.pack, "becher barquette barquettes tarrina tarrinas pacote pacotes confezione confezioni"),
    (.pack, "pacco pacchi pacchetto pacchetti pakken pakje pakjes pakke pakker forpackning"),
    (.pack, "forpackningar paketti pakettia opakowanie opakowania opakowan baleni"),
    (.pack, "пачка пачки пачек пачку упаковка упаковки упаковок упаковку"),
    (.bottle, "bottle bottles btl btls flasche flaschen bouteille bouteilles botella botellas 瓶 병"),
    (.bottle, "bottiglia bottiglie garrafa garrafas fles flessen flaska flaskor flaske flasker"),
    (.bottle, "pullo pulloa butelka butelki butelek butelke lahev lahve lahvi sise"),
    (.bottle, "бутылка бутылки бутылок бутылку"),
    (.can, "can cans tin tins dose dosen buchse buchsen lata latas canette canettes 缶 罐 캔"),
    (.can, "lattina lattine scatoletta scatolette blik blikken blikje blikjes burk burkar dase"),
    (.can, "daser boks bokser purkki purkkia tolkki tolkkia puszka puszki puszek puszke"),
    (.can, "plechovka plechovky plechovek банка банки банок банку"),
    (
      .bag,
      "bag bags sack sacks sacke beutel tute tuten netz netze sachet sachets bolsa bolsas 袋 봉지"
    ),
    (.bag, "sacchetto sacchetti zak zakken zakje zakjes saco sacos pase pasar pose poser"),
    (.bag, "pussi pussia"),
    (.box, "box boxes bx karton kartons schachtel schachteln caja cajas 箱 盒 상자 박스"),
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
    (
      .dozen,
      "dozijn dozijnen duzia duzias dussin dusin tusina tuzin tucet duzine дюжина дюжину दर्जन"
    ),
    (.slice, "slice slices scheibe scheiben tranche tranches rebanada rebanadas"),
    (.slice, "loncha lonchas rodaja rodajas fetta fette fatia fatias plakje plakjes plakken"),
    (.roll, "roll rolls rolle rollen rouleau rouleaux rollo rollos rotolo rotoli ruller rullar"),
    (.roll, "rullaa rolka rolki rolek"),
    (.tube, "tube tubes tuben tubo tubos"),
    (.crate, "crate crates case cases kiste kisten kasten caisse caisses krat kratten"),
  ]
}
