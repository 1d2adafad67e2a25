import Testing

@testable import TrolleyModel

/// Numbers in a line: how many there are, what a pack of them costs, and a part of the name.
@Suite struct CountedLinesTests {
  private static func short(_ locale: String, _ line: String) -> String {
    let code = ["zh_CN": "CNY", "ko_KR": "KRW", "hi_IN": "INR", "ru_RU": "RUB", "pt_BR": "BRL"]
    let currency = code[locale].flatMap { Currency(code: $0) } ?? .usd
    return QuickAddTests.short(line, currency, NumberStyle(locale: locale))
  }

  @Test(arguments: [
    ("13 gallon trash bags 8.99", "13 gallon trash bags|8.99"),
    ("13 gallon trash bags", "13 gallon trash bags"),
    ("trash bags (13 gal)", "trash bags (13 gal)"), ("Müllbeutel 35l", "Müllbeutel 35l"),
    ("60 l Müllsäcke", "60 l Müllsäcke"), ("5 gallon bucket", "5 gallon bucket"),
    ("2 13 gallon trash bags", "13 gallon trash bags|2 piece"),
    ("2 x 13 gallon trash bags 8.99", "13 gallon trash bags|2 piece|8.99/1 piece"),
    ("13 gal trash bags x2", "13 gal trash bags|2 piece"),
    ("trash bags 13 gal 80 ct", "trash bags 13 gal|80 piece"),
    ("9 inch pie crust 2.49", "9 inch pie crust|2.49"), ("10 inch tortillas", "10 inch tortillas"),
    ("2 9 inch pie crusts 2.49", "9 inch pie crusts|2 piece|2.49/1 piece"),
    ("2 9 inch tortillas", "9 inch tortillas|2 piece"),
    ("a 9 inch pie crust", "9 inch pie crust|1 piece"), ("nine inch nails", "nine inch nails"),
    ("60 watt bulbs", "60 watt bulbs"),
    // Other goods are measured.
    ("2 gallons milk", "milk|2 gallon"), ("milk 2 gal", "milk|2 gallon"),
    ("2 l bag milk", "milk|2 l"),
  ]) func `a number with its unit may be part of a name`(_ line: String, _ expected: String) {
    #expect(Self.short("en_US", line) == expected)
  }

  @Test(arguments: [
    ("10 tortillas 2.99", "tortillas|10 piece|2.99/10 piece"),
    ("8 hot dogs 3.99", "hot dogs|8 piece|3.99/8 piece"),
    ("6 bagels 4.99", "bagels|6 piece|4.99/6 piece"),
    ("12 donuts 10.99", "donuts|12 piece|10.99/12 piece"),
    ("12 cookies 4.99", "cookies|12 piece|4.99/12 piece"),
    // For less than such a pack costs one gets one.
    ("12 bagels 1.25", "bagels|12 piece|1.25/1 piece"),
    ("12 cookies 1.50", "cookies|12 piece|1.50/1 piece"),
    ("2 muffins 3.50", "muffins|2 piece|3.50/1 piece"),
    // With a sign and without.
    ("2x toilet paper 12.99", "toilet paper|2 piece|12.99/1 piece"),
    ("2 toilet paper 12.99", "toilet paper|2 piece|12.99/1 piece"),
    ("12 x eggs 3.49", "eggs|12 piece|3.49/12 piece"),
    ("eggs x12 3.49", "eggs|12 piece|3.49/12 piece"),
    ("12 eggs 3.49", "eggs|12 piece|3.49/12 piece"),
    // No one has ten people for yogurt.
    ("10 yogurt for 10", "yogurt|10 piece|1.00/1 piece"),
    ("12 eggs for 12", "eggs|12 piece|1.00/1 piece"), ("4 steaks for 4", "steaks for 4|4 piece"),
  ]) func `what is sold by the pack`(_ line: String, _ expected: String) {
    #expect(Self.short("en_US", line) == expected)
  }

  @Test(arguments: [
    ("two 6 packs of beer", "6 packs of beer|2 piece"),
    ("two 6 packs of beer 8.99", "6 packs of beer|2 piece|8.99/1 piece"),
    ("two 6-packs beer", "6-packs beer|2 piece"),
    ("a 6 pack of beer", "6 pack of beer|1 piece"), ("a 12 pack of eggs", "eggs|12 piece"),
    ("Milk qty 4", "Milk|4 piece"), ("Milk qty: 4", "Milk|4 piece"),
    ("Milk qty 4 3.49", "Milk|4 piece|3.49/1 piece"), ("Qty: 3 Bread", "Bread|3 piece"),
    ("Qty 2 Milk", "Milk|2 piece"), ("qty 4", "qty|4 piece"),
    ("quantity surveyor", "quantity surveyor"),
  ]) func `a word says that a number counts`(_ line: String, _ expected: String) {
    #expect(Self.short("en_US", line) == expected)
  }

  @Test(arguments: [
    ("en_US", "two 500g bags of pasta 0.75", "pasta|1000 g|0.75/500 g"),
    ("en_US", "a 5 lb bag of potatoes", "potatoes|5 lb"),
    ("en_US", "a 1kg bag of sugar", "sugar|1 kg"),
    ("en_GB", "two 2 litre bottles of coke", "coke|4 l"),
    ("de_DE", "zwei 500g Packungen Nudeln", "Nudeln|1000 g"),
    ("en_US", "one 100 grand bar", "one 100 grand bar"),
    ("en_US", "rice x 5kg", "rice|5 kg"), ("en_US", "flour x 2 kg", "flour|2 kg"),
    ("en_US", "apples x 1kg 2.99", "apples|1 kg|2.99/1 kg"),
    ("en_US", "cola 6 x 330 ml", "cola|1980 ml"),
    ("en_US", "milk 3.5 % 1.15", "milk 3.5 %|1.15"),
    ("de_DE", "Milch 3,5 % 1,15", "Milch 3,5 %|1.15"),
    ("de_DE", "2 Milch 3,5 %", "Milch 3,5 %|2 piece"),
    ("de_DE", "Küchenrolle 4 Rollen 2,45", "Küchenrolle|4 roll|2.45/4 roll"),
    ("en_US", "2 bread 3 each", "bread|2 piece|3.00/1 piece"),
    ("en_US", "4 soda at 2 each", "soda|4 piece|2.00/1 piece"),
    ("de_DE", "4 Cola je 1", "Cola|4 piece|1.00/1 piece"),
  ]) func `words beside sizes and prices`(_ locale: String, _ line: String, _ expected: String) {
    #expect(Self.short(locale, line) == expected)
  }

  @Test func `a count behind a comma is that of the thing before it`() {
    let all = QuickAdd.parseAll("Ham, qty 2, bread", currency: .usd, isItem: { _ in false })
    #expect(all.map(\.name) == ["Ham", "bread"])
    #expect(all.map(\.quantity) == [Quantity(2), nil])
  }

  @Test(arguments: [
    ("zh_CN", "2公斤苹果", "苹果|2 kg"), ("zh_CN", "苹果2公斤", "苹果|2 kg"),
    ("zh_CN", "3个鸡蛋", "鸡蛋|3 piece"), ("zh_CN", "2瓶牛奶", "牛奶|2 bottle"),
    ("zh_CN", "3斤苹果", "苹果|1500 g"), ("zh_CN", "苹果3斤", "苹果|1500 g"),
    ("zh_CN", "可乐x6", "可乐|6 piece"), ("zh_CN", "猪肉500克", "猪肉|500 g"),
    ("zh_CN", "两瓶牛奶", "牛奶|2 bottle"), ("zh_CN", "牛奶两瓶", "牛奶|2 bottle"),
    ("zh_CN", "三斤苹果", "苹果|1500 g"), ("zh_CN", "两个苹果", "苹果|2 piece"),
    ("zh_CN", "三只松鼠", "三只松鼠"), ("zh_CN", "五花肉", "五花肉"),
    ("ko_KR", "우유 두 개", "우유|2 piece"), ("ko_KR", "사과 세개", "사과|3 piece"),
    ("ko_KR", "맥주 여섯 병", "맥주|6 bottle"), ("ko_KR", "두부", "두부"),
    ("ja_JP", "牛乳×2", "牛乳|2 piece"), ("ja_JP", "6枚切り食パン", "6枚切り食パン"),
    ("ko_KR", "사과 2개", "사과|2 piece"), ("ko_KR", "우유2개", "우유|2 piece"),
    ("ko_KR", "물 6병", "물|6 bottle"), ("ko_KR", "2kg사과", "사과|2 kg"),
    ("hi_IN", "2 किलो आलू", "आलू|2 kg"), ("hi_IN", "500 ग्राम पनीर", "पनीर|500 g"),
    ("hi_IN", "2 लीटर दूध", "दूध|2 l"), ("hi_IN", "1 दर्जन केले", "केले|1 dozen"),
    ("ru_RU", "2 кг картошки", "картошки|2 kg"), ("ru_RU", "полкило сыра", "сыра|500 g"),
    ("ru_RU", "десяток яиц", "яиц|10 piece"),
    ("pt_BR", "2 quilos de batata", "batata|2 kg"),
    ("pt_BR", "pão francês 10 un", "pão francês|10 piece"),
  ]) func `amounts in other scripts and languages`(
    _ locale: String, _ line: String, _ expected: String
  ) {
    #expect(Self.short(locale, line) == expected)
  }

  @Test(arguments: [
    "Milk ✓", "Milk ✅", "Milk ✔️", "2 milk 3.49 ✓", "~milk~", "milk for 3.50 ✓", "- milk ☑",
  ]) func `a tick behind a name and a line through it say that it is done`(line: String) {
    let read = QuickAdd.parse(line, currency: .usd)
    #expect(Folding.key(read.name) == "milk" && read.isPicked == true)
    // Unless an item is called so.
    let name = QuickAdd.parse(line, currency: .usd, isItem: { $0 == line })
    #expect(name.isPicked == nil)
  }

  @Test func `about as much is no line through it`() {
    #expect(Self.short("en_US", "~500 g mince") == "mince|500 g")
    let name = QuickAdd(name: "~Milk~")
    #expect(QuickAdd.parse(name.text(currency: .usd), currency: .usd).name == "~Milk~")
  }
}
