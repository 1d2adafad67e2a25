import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// What a typed price is for: of what a number counts one, and all of what is one on the shelf, however it is spelled.
@Suite struct ShelfPriceTests {
  /// An empty list in the currency of a country, to which lines are added one by one.
  private struct List {
    let app = TestApp(items: [])
    var state: SharedState
    let style: NumberStyle
    /// What the last line made, as the preview has it.
    var outcome: AddOutcome?

    init(_ locale: String = "en_US") {
      style = NumberStyle(locale: locale)
      state = app.shared
      let code =
        ["GB": "GBP", "DE": "EUR", "FR": "EUR", "IN": "INR"][LocaleTag(locale).country] ?? "USD"
      state.currency = Currency(code: code) ?? .usd
    }

    mutating func add(_ line: String) throws {
      let requests = state.read(line, known: state.known(style)).map { AddRequest($0) }
      outcome = state.outcome(of: try #require(requests.first), by: app.session.actor)
      var planner = Planner(
        state: state, ids: IdentifierSource(replica: ReplicaID(UInt64(state.items.count) + 9)),
        now: TestApp.start)
      var touches: [SharedState.Touch] = []
      for event in try planner.plan(.add(requests)) { state.apply(event, touches: &touches) }
    }

    /// What the cart costs.
    var sum: Int { state.summary.known }
    var message: String {
      outcome.map { [$0].sentence(in: state.currency, style: style) } ?? ""
    }
  }

  private static let sizes = [
    "N x 500g NAME P", "N x 500 g NAME P", "Nx500g NAME P", "Nx500 g NAME P", "Nx 500 g NAME P",
    "N 500g NAME P", "N 500 g NAME P", "N 500-g NAME P", "N (500 g) NAME P", "NAME 500 g P xN",
    "N packs of 500 g NAME P", "NAME N x 500 g P", "NAME Nx500g P", "NAME N (500 g) P",
    "NAME 500 g xN P", "NAME 500g x N P", "500 g NAME xN P", "500g NAME P xN",
    "N x NAME 500 g P", "Nx NAME 500g P", "N NAME 500 g P", "NAME 500 g P x N",
  ]

  private static func line(_ form: String, _ count: Int, _ name: String, _ price: String)
    -> String
  {
    form.replacing("NAME", with: "#").replacing("N", with: String(count))
      .replacing("P", with: price).replacing("#", with: name)
  }

  @Test(arguments: ["en_US", "en_GB", "de_DE"])
  func `so many packs of a size cost so many times the price of one`(locale: String) throws {
    let point = locale == "de_DE" ? "," : "."
    for form in Self.sizes {
      for count in 2...6 {
        for isKnown in [false, true] {
          var list = List(locale)
          if isKnown { try list.add("rye 500 g 2\(point)99") }
          let line = Self.line(form, count, "rye", "3\(point)19")
          try list.add(line)
          let outcome = try #require(list.outcome)
          #expect(
            outcome.item.cost(of: outcome.added)?.minorUnits == count * 319,
            "\(line) \(isKnown): \(list.message)")
          #expect(list.sum == (isKnown ? count + 1 : count) * 319, "\(line) \(isKnown)")
        }
      }
    }
  }

  @Test(arguments: ["en_US", "en_GB", "de_DE"])
  func `a pack of several of a size has one price`(locale: String) throws {
    let point = locale == "de_DE" ? "," : "."
    for form in Self.sizes {
      for (count, name, size) in [
        (6, "cola", "330 ml"), (24, "water", "0.5 l"), (4, "yogurt", "125 g"),
      ] {
        let form = form.replacing("500-g", with: "500 g").replacing("500 g", with: size)
          .replacing("500g", with: size)
        var list = List(locale)
        let line = Self.line(form, count, name, "4.99").replacing(".", with: point)
        try list.add(line)
        #expect(list.sum == 499, "\(line): \(list.message)")
      }
    }
  }

  @Test(
    arguments: [
      ("en_GB", ["mince 500g £3.19", "2 x 500g mince £3.19"], 9_57, "£3.19 each = £6.38"),
      ("en_US", ["3 15oz cans beans 0.89"], 2_67, "$0.89 each = $2.67"),
      ("de_DE", ["6 x 1 l Milch 1,09"], 6_54, "1,09\u{A0}€ each"),
      ("en_US", ["2 8oz cream cheese 2.49"], 4_98, "$2.49 each"),
      ("de_DE", ["3 Dosen 400 g Tomaten 0,79"], 2_37, "0,79\u{A0}€ each"),
      ("en_US", ["2 20 lb bags dog food 34.99"], 69_98, "$34.99 each"),
      ("en_US", ["dog food 20 lb 34.99", "2 20 lb bags dog food 34.99"], 104_97, "each"),
      ("en_GB", ["tomatoes 400g tin 45p", "4 x 400g tins tomatoes 45p"], 2_25, "£0.45 each"),
      ("en_US", ["6 x 330 ml cola 4.99"], 4_99, "$4.99 for all 6"),
      ("en_US", ["6 pack 330 ml iced tea 4.99"], 4_99, "$4.99 for all 6"),
      ("en_US", ["6 Coke Zero 330ml 4.99"], 4_99, "$4.99 for all 6"),
      ("en_US", ["cola 2 l x4 1.99"], 7_96, "$1.99 each"),
      ("en_US", ["4 x 125 g yogurt 0.49"], 1_96, "$0.49 each"),
      ("en_US", ["apple 0.50", "10 apples 5.00"], 5_50, "$5.00 for all 10"),
      // A bottle is known, and six of them would not cost that.
      ("en_US", ["beer 330 ml 2.29", "6 x 330 ml beer 2.49"], 17_43, "$2.49 each"),
      // Of a known pack it is for each.
      (
        "en_US", ["toilet paper 12 rolls 9.99", "2 toilet paper 10.49"], 31_47,
        "$10.49 for 12 rolls"
      ),
      (
        "en_US", ["toilet paper 12 rolls 9.99", "4 toilet paper 10.49"], 52_45,
        "$10.49 for 12 rolls"
      ),
      ("en_US", ["paper towels 6 rolls 7.99", "2 paper towels 8.49"], 25_47, "$8.49 for 6 rolls"),
      ("en_GB", ["loo roll 9 pack 5.50", "2 loo roll"], 16_50, ""),
      ("en_GB", ["loo roll 9 pack 5.50", "2 loo roll 5.00"], 15_00, "£5.00 for 9 rolls"),
      ("en_GB", ["loo roll 9 pack 5.50", "2 packs loo roll"], 16_50, ""),
      ("en_US", ["toilet paper 12 rolls 9.99", "2 packs toilet paper"], 29_97, ""),
      ("en_US", ["eggs 12 3.49", "2 packs eggs"], 10_47, ""),
      ("en_US", ["bacon 200 g 2.99", "2 packs bacon"], 8_97, ""),
      ("en_US", ["potatoes @3.99/kg", "2 packs potatoes"], 3_99, "not counted"),
      ("en_US", ["eggs @0.40", "2 packs eggs"], 40, "not counted"),
      ("en_GB", ["crumpets 6 pack 85p"], 85, "£0.85 for all 6"),
      ("en_GB", ["2 x 6 pack eggs 1.75"], 3_50, "£1.75 for 6"),
      ("en_US", ["2 toilet paper 12.99"], 25_98, "$12.99 each"),
      ("en_US", ["toilet paper x2 $12.99"], 25_98, "$12.99 each"),
      ("en_GB", ["2 x loo roll £4.75"], 9_50, "£4.75 each"),
      ("de_DE", ["2 Klopapier 3,95"], 7_90, "each"),
      ("en_US", ["2 pk toilet paper 12.99"], 12_99, "for all 2 packs"),
      // A number of pieces has no price that is twelve times what it was.
      ("en_US", ["12 bagels 5.49", "2 bagels 5.99"], 6_99, "$5.99 for 12 = $1.00"),
      ("en_US", ["beer 12 cans 14.99", "2 beer 15.99"], 18_66, "$15.99 for 12 cans = $2.67"),
      (
        "en_US", ["coffee pods 24 ct 17.99", "2 coffee pods 18.99"], 20_57, "$18.99 for 24 = $1.58"
      ),
      ("en_US", ["milk 1.29", "3 milk 4.20"], 5_60, "$4.20 for all 3"),
      ("en_US", ["chicken 3.99/lb", "4 lb chicken 3.99"], 19_95, "$19.95"),
      // A small pack costs more than its part of a large one.
      ("en_US", ["rice 1 kg 1.99", "rice 100 g 1.20"], 13_20, ""),
      ("de_DE", ["4 x 1 l Hafermilch 1,09 + 0,15 Pfand"], 4_96, "1,24\u{A0}€ each"),
      // Parts of what is sold whole.
      ("en_US", ["butter 1 lb 4.99", "2 sticks butter"], 4_99, "not counted"),
      ("en_US", ["celery 1.99", "3 stalks celery"], 7_96, ""),
      // Whatever comes in rolls, however it is called.
      ("en_US", ["tp 24 rolls 19.99"], 19_99, "$19.99 for all 24 rolls"),
      ("en_US", ["charmin 12 rolls 13.99"], 13_99, "$13.99 for all 12 rolls"),
      ("en_US", ["paper towel 6 rolls 12.99"], 12_99, "$12.99 for all 6 rolls"),
      ("de_DE", ["Hakle 8 Rollen 4,99"], 4_99, "for all 8 rolls"),
      ("fr_FR", ["papier 12 rouleaux 5,99"], 5_99, "for all 12 rolls"),
      ("fr_FR", ["6 rouleaux 2,49"], 2_49, "for all 6"),
      ("en_US", ["tp 3 rolls 2.99"], 8_97, "$2.99/roll"),
      ("en_US", ["tp 24 rolls 0.99 each"], 23_76, "$0.99/roll"),
      // Six and more of one size.
      ("fr_FR", ["lait 6x1L 5,94"], 5_94, "for all 6"),
      ("de_DE", ["12x1L Milch 11,88"], 11_88, "for all 12"),
      ("fr_FR", ["jus d’orange 6x1l 7,50"], 7_50, "for all 6"),
      ("en_GB", ["12x100g cat food £5"], 5_00, "£5.00 for all 12"),
      ("de_DE", ["12x85g Katzenfutter 3,49"], 3_49, "for all 12"),
      ("en_US", ["6 x 1 l oat milk 2.79"], 16_74, "$2.79 each"),
      ("en_GB", ["6 x 100g chocolate £1.79"], 10_74, "£1.79 each"),
      ("en_US", ["6 x 75cl wine 7.99"], 47_94, "$7.99 each"),
      ("en_US", ["5 x 1 l milk 7.50"], 37_50, "$7.50 each"),
      ("de_DE", ["Milch 1 l 5,49", "6x1l Milch 5,94"], 41_58, "5,94\u{A0}€ each"),
      // Of a pound, half a kilo and a kilo of fish or meat there are several, of butter and mince none.
      ("en_US", ["salmon 1 lb 9.99", "4 salmon"], 9_99, "not counted"),
      ("de_DE", ["Lachs 500 g 9,99", "4 Lachs"], 9_99, "not counted"),
      ("en_GB", ["steaks 1 kg £19.99", "2 steaks"], 19_99, "not counted"),
      ("en_US", ["butter 1 lb 4.99", "2 butter"], 14_97, "3 × 1 lb in all"),
      ("en_US", ["ground beef 1 lb 4.99", "2 ground beef"], 14_97, "3 × 1 lb in all"),
      ("en_GB", ["mince 500 g £4.99", "2 mince"], 14_97, "1500 g in all"),
      ("en_GB", ["ham 500 g £4.99", "2 ham"], 14_97, "1500 g in all"),
      ("en_US", ["salmon 200 g 4.99", "2 salmon"], 14_97, "600 g in all"),
      ("en_US", ["eggs 1.29/2gallon", "eggs 3.99"], 7_98, "price was $1.29 for 2 gallons"),
      // Less than one.
      ("en_US", ["1/2 watermelon 3.99"], 3_99, "0.5 watermelon, $3.99"),
      ("en_US", ["½ ham 12.00"], 12_00, ""), ("de_DE", ["1/2 Brot 1,80"], 1_80, ""),
      ("de_DE", ["0,5 Baguette 0,60"], 60, ""),
      ("en_US", ["watermelon 6.99", "1/2 watermelon 3.99"], 11_97, ""),
      ("en_US", ["1/2 watermelon @4"], 2_00, ""),
    ] as [(String, [String], Int, String)])
  func `what a price is for, and what the message says of it`(
    _ locale: String, _ lines: [String], _ sum: Int, _ told: String
  ) throws {
    var list = List(locale)
    for line in lines { try list.add(line) }
    #expect(list.sum == sum, "\(list.message)")
    #expect(told.isEmpty || list.message.contains(told), "\(list.message)")
  }

  @Test(arguments: [
    ("en_US", "olive oil 500 ml 7", "olive oil|500 ml|7.00/500 ml"),
    ("en_US", "milk 1 gallon 4", "milk|1 gallon|4.00/1 gallon"),
    ("en_US", "pasta 16 oz 2", "pasta|16 oz|2.00/16 oz"),
    ("en_US", "tuna 5 oz 4", "tuna|5 oz|4.00/5 oz"), ("en_US", "tuna 5 oz x4", "tuna|20 oz"),
    ("en_US", "coke 2 l 2", "coke|2 l|2.00/2 l"),
    ("de_DE", "Butter 500 g 4", "Butter|500 g|4.00/500 g"),
    ("en_IN", "Dahi 1 ltr 60", "Dahi|1 l|60.00/1 l"),
    ("en_IN", "Suji 500 gms 45", "Suji|500 g|45.00/500 g"),
    ("en_IN", "rice 5 kg 300", "rice|5 kg|300.00/5 kg"),
    ("en_IN", "Poha 60/-", "Poha|60.00"),
    ("en_IN", "Besan 500 gms Rs.60/-", "Besan|500 g|60.00/500 g"),
    ("en_IN", "Toor dal 1kg - 160", "Toor dal|1 kg|160.00/1 kg"),
    ("en_IN", "Bread 2 nos", "Bread|2 piece"),
    ("en_IN", "Bread 2 nos 40", "Bread|2 piece|40.00/1 piece"),
    ("en_IN", "eggs 12 pcs 90", "eggs|12 piece|90.00/12 piece"),
    ("en_IN", "beef 80/20", "beef 80/20"),
    ("de_DE", "Bananen 1,2kg x 1,79€/kg", "Bananen|1.2 kg|1.79/1 kg"),
    ("de_DE", "Bananen 1,2kg * 1,79€/kg", "Bananen|1.2 kg|1.79/1 kg"),
    ("en_US", "Vitamin C 500 mg 60", "Vitamin C 500 mg|60 piece"),
    ("de_DE", "Mehl 1 kg 405", "Mehl 1 kg 405"),
    // Packs by the table.
    ("de_DE", "Brötchen 6 Stück 2,10", "Brötchen|6 piece|2.10/6 piece"),
    ("de_DE", "10 Brötchen 3,50", "Brötchen|10 piece|3.50/10 piece"),
    ("de_DE", "10 Brötchen 0,35", "Brötchen|10 piece|0.35/1 piece"),
    ("de_DE", "Wiener 6 Stück 2,99", "Wiener|6 piece|2.99/6 piece"),
    ("nl_NL", "10 bolletjes 2,00", "bolletjes|10 piece|2.00/10 piece"),
    ("en_GB", "8 burgers 4.00", "burgers|8 piece|4.00/8 piece"),
    ("en_GB", "6 mince pies 1.50", "mince pies|6 piece|1.50/6 piece"),
    ("en_US", "60 eggs 12.99", "eggs|60 piece|12.99/60 piece"),
    ("en_US", "36 toilet rolls 19.99", "toilet rolls|36 piece|19.99/36 piece"),
    ("en_US", "30 tortillas 2.50", "tortillas|30 piece|2.50/30 piece"),
    ("fr_FR", "6 saucisses 3,50", "saucisses|6 piece|3.50/6 piece"),
    // What counts a thing needs no "of".
    ("en_US", "2 loaves bread 2.99", "bread|2 piece|2.99/1 piece"),
    ("en_US", "4 sticks butter", "butter|4 piece"), ("en_US", "3 bars soap", "soap|3 piece"),
    ("en_US", "4 ears corn", "corn|4 piece"), ("en_US", "2 bar stools", "bar stools|2 piece"),
    ("en_US", "2 loaves", "loaves|2 piece"),
    // A price in front, and about a price.
    ("en_US", "3.49 12 eggs", "eggs|12 piece|3.49/12 piece"),
    ("en_US", "4.99 2 lb beef", "beef|2 lb|4.99/2 lb"),
    ("en_US", "milk – ~$3.50", "milk|3.50"), ("en_US", "bread ~$4", "bread|4.00"),
  ]) func `numbers beside a name`(_ locale: String, _ line: String, _ expected: String) {
    let code = ["GB": "GBP", "US": "USD", "IN": "INR"][LocaleTag(locale).country] ?? "EUR"
    let currency = Currency(code: code) ?? .usd
    #expect(QuickAddTests.short(line, currency, NumberStyle(locale: locale)) == expected)
  }

  @Test(arguments: [
    ("milk, half & half 3.29", ["milk", "half & half"]),
    ("milk, half and half 3.29", ["milk", "half and half"]),
    ("milk, Ben & Jerry's", ["milk", "Ben & Jerry's"]),
    ("bread, mac & cheese", ["bread", "mac & cheese"]),
    ("bread, arm & hammer baking soda", ["bread", "arm & hammer baking soda"]),
    ("milk, eggs & 2 tea", ["milk", "eggs", "tea"]),
    ("apples, oranges, & pears", ["apples", "oranges", "pears"]),
    ("kiwi, lime and lemon", ["kiwi", "lime", "lemon"]),
  ]) func `a sign that joins words of a name splits no list`(_ line: String, _ names: [String]) {
    let things = QuickAdd.parseAll(line, currency: .usd) { _ in false }
    #expect(things.map(\.name) == names)
  }
}
