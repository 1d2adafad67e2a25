/// Things that are sold in packs of so many, and things that say what they hold in their name.
extension UnitWords {
  /// Things of which packs hold so many, and that have no size in two numbers.
  static func isCountedInPacks(_ word: String) -> Bool { packs.words.value(of: word) != nil }

  /// Whether packs of a thing hold so many that a number of it means pieces and not packs: eggs, sausages, tea bags.
  static func isCountedInPacks(named name: String) -> Bool {
    packs.rows(of: words(of: name)).contains { (2...24).contains(where: $0.holds) }
  }

  /// The same, and drinks and tea, of which a pack or a box holds several.
  static func isSoldInNumbers(named name: String) -> Bool {
    let words = words(of: name)
    return isCountedInPacks(named: name)
      || [drinks, trays].contains { !$0.rows(of: words).isEmpty }
  }

  static func words(of name: String) -> [String] { name.split(separator: " ").map(String.init) }

  /// Whether that many of a thing are a usual pack of it, which has one price: 12 eggs. The thing is
  /// what its name ends or begins with, and what a compound ends with: "Bio-Eier", "eggs, large".
  ///
  /// - Parameter price: what they cost, if that is known: no such pack costs less than its row says.
  static func isPack(of quantity: Quantity, _ name: [String], at price: Money? = nil) -> Bool {
    guard quantity.thousandths.isMultiple(of: 1000), !holdsSeveral(name) else { return false }
    let count = quantity.thousandths / 1000
    func isPack(_ table: Packs) -> Bool {
      table.rows(of: name).contains { row in
        row.holds(count) && price?.isLess(than: row.least) != true
      }
    }
    return switch quantity.unit {
    // Whatever comes in rolls: paper, film, bags.
    case .roll where count > 3: price?.isLess(than: 75) != true
    // With a price a dozen and more of a drink are a tray, where a number counts cans or bottles, and a hundred of
    // anything one box.
    case .piece, .roll:
      isPack(packs) || isPack(trays) || price != nil && count > 11 && isPack(drinks)
        || count > 99 && price?.isLess(than: 300) == false
    // Two are two cartons, five a box.
    case .dozen: count > 4 && UnitWords.isPack(of: Quantity(12 * count), name, at: price)
    case .can, .bottle: isPack(drinks) || isPack(trays)
    case .bag: isPack(bagged)
    default: false
    }
  }

  /// Whether several of a size are sold as one, with one price: 4 × 125 g of yogurt, 4 × 330 ml of cola and, by
  /// whatever name, from six on what one drinks and what is as small as a pouch of cat food, and from 18 on whatever
  /// there is: then only a price that few such bottles, pouches or packs have is that of all.
  static func isMultipack(
    _ quantity: Quantity, of size: Quantity, _ name: [String], at price: Money? = nil
  ) -> Bool {
    guard let count = quantity.packs(of: size) else { return false }
    let isNamed = [(drinks, 1500), (trays, 400), (cups, 200)].contains { table, most in
      size.isAtMost(most)
        && table.rows(of: name).contains { row in
          row.holds(count) && price?.isLess(than: row.least) != true
        }
    }
    func costsAtLeast(_ each: Int) -> Bool { price?.isLess(than: max(300, each * count)) != true }
    return isNamed
      || count > 5 && size.isOfMultipacks(ofDrink: ItemGlyph.isDrink(name.joined(separator: " ")))
        && costsAtLeast(20)
      || count > 17 && size.isAtMost(2000) && !size.isOfWine && costsAtLeast(40)
  }

  /// Whether a measure in front of a name or behind it is what each of the things holds, and a part of the name:
  /// "13 gallon trash bags", "Müllbeutel 35 l".
  static func isCapacity(_ unit: Unit, of name: [String]) -> Bool {
    [.volume, .imperialVolume].contains(unit.dimension) && !holders.rows(of: name).isEmpty
  }

  /// What is sold in packs, how many a pack holds, and what it costs at the least, in hundredths of a euro: for
  /// less one gets one of them.
  private struct Packs: Sendable {
    typealias Row = (things: String, holds: @Sendable (Int) -> Bool, least: Int)

    let all: [Row]
    /// In the rows a blank is written as `_`; some people write it as a hyphen, and some leave it out.
    let words: WordTable

    init(_ rows: [Row]) {
      all = rows
      words = WordTable(
        rows.enumerated().map { ($1.things, UInt8($0)) }, ignoring: " _-")
    }

    /// Those of what a name ends or begins with.
    func rows(of name: [String]) -> [Row] {
      let compound = name.last?.split(separator: "-").last.map { [$0] } ?? []
      let ends = [1, 2, 3].filter { $0 <= max(1, name.count) }.flatMap {
        [name.suffix($0), name.prefix($0)]
      }
      return (ends.map { $0.joined(separator: " ")[...] } + compound)
        .compactMap { words.value(of: $0).map { all[Int($0)] } }
    }
  }

  /// A row that holds none is of things that are sold one by one as well, so that a number counts those.
  private static let packs = Packs([
    (
      """
      eggs eier oeufs huevos uova ovos eieren ägg æg jajka jajek jaj vejce vajec vajíčka munat \
      munia munaa kananmunat kananmunia kananmunaa tojás yumurta ouă яйца яиц яйця яєць αυγά 卵 たまご 玉子 鸡蛋 雞蛋 계란 달걀
      """, { 6...60 ~= $0 && ($0 % 6 == 0 || $0 % 10 == 0) || $0 == 15 }, 75
    ),
    (
      """
      toilet_paper toilet_tissue kitchen_paper paper_towels toilet_roll toilet_rolls kitchen_roll \
      kitchen_rolls loo_roll loo_rolls klopapier toilettenpapier klorolle klorollen küchenrolle \
      küchenrollen küchenpapier rollen rouleaux rollos rotoli \
      papier_toilette papel_higiénico carta_igienica wc-papier toiletpapier keukenpapier wc-rollen \
      keukenrollen toiletpapir køkkenruller toalettpapir tørkepapir toalettpapper hushållspapper \
      wc-paperi wc-paperia vessapaperi vessapaperia talouspaperi talouspaperia papier_toaletowy \
      papieru_toaletowego ręcznik_papierowy ręcznika_papierowego
      """, { 4...48 ~= $0 && ($0 % 2 == 0 || $0 % 3 == 0) }, 75
    ),
    ("rolls buns", { [6, 8, 10, 12].contains($0) }, 50),
    (
      """
      brötchen semmeln bolletjes broodjes petits_pains panecillos panini pãezinhos boller rundstykker \
      frallor sämpylät sämpylää bułki bułek rohlíky rohlíků булочки булочек
      """, { [4, 5, 6, 8, 9, 10, 12].contains($0) }, 100
    ),
    (
      """
      sausages frankfurters wiener wieners wienerle würstchen bratwürste saucisses salchichas salsicce \
      salsichas worstjes korvar pølser nakit nakkia kiełbaski kiełbasek parówki parówek párky párků \
      сосиски сосисок mince_pies
      """, { [4, 6, 8, 10, 12, 16].contains($0) }, 100
    ),
    (
      "burgers beefburgers hamburgers hamburger patties hamburguesas hamburgery hamburgare",
      { [4, 6, 8, 10, 12].contains($0) }, 200
    ),
    (
      "tortillas wraps pitas hot_dogs english_muffins crumpets",
      { 6...30 ~= $0 && ($0 % 2 == 0 || $0 % 5 == 0) }, 100
    ),
    (
      "bagels donuts doughnuts muffins cupcakes cookies croissants",
      { [4, 6, 8, 10, 12, 18, 24].contains($0) }, 200
    ),
    (
      """
      nappies diapers windeln couches pañales pannolini tea_bags teebeutel wipes feuchttücher \
      lingettes toallitas tampons cotton_buds wattestäbchen cotton_pads wattepads tabs \
      geschirrspültabs spültabs spülmaschinentabs tablets tabletten bin_bags bin_liners müllbeutel \
      trash_bags garbage_bags fish_fingers fish_sticks fischstäbchen sacs_poubelle freezer_bags \
      sandwich_bags gefrierbeutel plasters pflaster band-aids pansements tiritas cerotti capsules \
      kapseln kaffeekapseln cápsulas capsule coffee_pods coffee_pads kaffeepads tissues \
      taschentücher mouchoirs pañuelos fazzoletti napkins servietten servilletas paper_plates \
      shrimp shrimps prawns garnelen meatballs chicken_wings chicken_nuggets \
      pappteller paper_cups pappbecher straws strohhalme tea_lights teelichter
      """, { 10...500 ~= $0 }, 0
    ),
    (
      "batteries batterien piles pilas razor_blades rasierklingen",
      { [4, 5, 6, 8, 10, 12, 16, 18, 20, 24, 30, 32, 36, 40, 48].contains($0) }, 75
    ),
    ("yogurt yogurts yoghurts joghurt joghurts", { _ in false }, 0),
  ])

  /// What is sold by the tray, as cans and bottles.
  private static let drinks = Packs([
    (
      """
      beer beers lager cider ale stout bier pils radler bière bières cerveza cervezas birra birre \
      cola coke pepsi sprite fanta soda lemonade limo limonade tonic energy_drink energy_drinks \
      water sparkling_water wasser mineralwasser sprudel eau agua acqua cerveja cervejas água \
      refrigerante refrigerantes piwo piwa woda wody öl vatten läsk øl vand vann sodavand brus \
      olut oluet olutta vesi vettä pivo piva voda vody пиво пива вода воды bira su ビール 水 啤酒 맥주
      """, { [4, 6, 8, 10, 12, 15, 18].contains($0) || $0 > 19 }, 150
    )
  ])

  /// What is sold by the tray, also where cans or bottles are not named: of these a dozen and more have one price.
  private static let trays = Packs([
    (
      """
      beers lagers ciders ales cokes colas sodas waters water_bottles energy_drinks cat_food \
      dog_food katzenfutter hundefutter
      """, { [12, 15, 18].contains($0) || $0 > 19 }, 150
    )
  ])

  /// What is sold by several cups.
  private static let cups = Packs([
    (
      """
      yogurt yogurts yoghurt yoghurts joghurt joghurts yaourt yaourts yogur yogures iogurte iogurtes \
      jogurt jogurty jogurtti jogurttia йогурт
      """, { [4, 6, 8, 12].contains($0) }, 75
    )
  ])

  /// What a box holds in so many bags.
  private static let bagged = Packs([
    ("tea tee thé té tè thee chá чай 茶", { 10...500 ~= $0 }, 0)
  ])

  /// What is sold by how much it holds.
  private static let holders = Packs([
    (
      """
      trash_bag trash_bags garbage_bag garbage_bags bin_bag bin_bags bin_liner bin_liners \
      kitchen_bags freezer_bag freezer_bags storage_bag storage_bags zip_bags ziploc_bags \
      ziplock_bags bucket buckets saucepan saucepans backpack müllbeutel müllsack müllsäcke \
      gefrierbeutel eimer rucksack sac_poubelle sacs_poubelle sacs_de_congélation seau \
      bolsas_de_basura vuilniszak vuilniszakken diepvrieszakken emmer sacos_de_lixo
      """, { _ in true }, 0
    )
  ])
}

extension Quantity {
  /// Whether it is as much as a bottle of what is sold by six holds, or a pouch.
  ///
  /// - Parameter isDrink: whether ounces are those of what it holds.
  fileprivate func isOfMultipacks(ofDrink isDrink: Bool) -> Bool {
    switch unit.dimension {
    case .volume, .imperialVolume: isAtMost(2000) && !isOfWine
    default: isAtMost(unit == .ounce && isDrink ? 2000 : 160)
    }
  }

  /// Bottles of wine and spirits are sold one by one.
  fileprivate var isOfWine: Bool {
    unit.dimension == .volume && [700, 750].contains(thousandths * unit.factor / 1000)
  }

  /// Whether it is no more than so many grams or millilitres, about.
  fileprivate func isAtMost(_ most: Int) -> Bool {
    let smallest = thousandths * unit.factor / 1000
    return switch unit.dimension {
    case .mass: smallest <= most * 1000
    case .volume: smallest <= most
    case .imperialMass: smallest * 28 <= most
    case .imperialVolume: smallest * 30 <= most
    case .count, .spoon, .container: false
    }
  }
}
