/// What supermarkets print on a receipt, written down without a look at the table.
extension BoughtThings {
  static let receipt = """
    Skimmed milk 2 pint 🥛
    Double cream 300ml 🥛
    Natural yogurt big pot 🥣
    Slightly salted butter 🧈
    Goats cheese log 🧀
    Eggs mixed size 15 🥚
    Wholemeal pittas 6 🫓
    White rolls 6 🥖
    Malted bloomer 🍞
    Almond croissants 2 🥐
    Chocolate muffins 4 🧁
    Bakewell tart 🍰🥧
    Royal Gala 1kg 🍎
    Bananas loose 🍌
    Easy peelers 600g 🍊
    Frozen raspberries 🍓🫐
    Flat peaches 🍑
    Cherries 200g 🍒
    Cherry vine tomatoes 🍅
    Half cucumber 🥒
    Little gem lettuce 2pk 🥬
    Chantenay carrots 🥕
    Brown onions 3pk 🧅
    Garlic 4 pack 🧄
    Fine green beans 🫛
    Portobello mushrooms 🍄
    Fresh coriander 🌿
    Roasting potatoes 2.5kg 🥔
    Chicken breast fillets 🍗
    Lean beef mince 🥩
    Pork sausages 8 🌭
    Unsmoked bacon medallions 🥓
    Wafer thin turkey 🦃🍖
    Breaded haddock 🐟
    Cooked prawns 🦐
    Penne 1kg 🍝
    Brown basmati 🍚
    Plain flour 1.5kg 🌾
    Caster sugar 🧂🍬🍚
    Cooking salt 🧂
    Sunflower oil 1L 🌻🫒
    Red wine vinegar 🍶
    Mayonnaise light 🫙
    Tomato & mascarpone sauce 🫙🍅🍝
    Cream of mushroom soup 🍲🥣
    Chick peas tin 🫘
    Clear honey squeezy 🍯
    Raspberry jam 🫙
    Bran flakes 🥣
    Cashew nuts 🥜
    Sea salt crisps 6pk 🥔
    Milk chocolate digestives 🍪
    Wine gums 🍬
    Cookies and cream ice cream 🍨
    Pepperoni pizza thin 🍕
    Apple & mango juice 🧃
    Sparkling spring water 💧
    Diet cola 6 cans 🥤
    Ground coffee medium 227g ☕
    Peppermint tea 20s 🍵
    Lager 4x440ml 🍺
    Sauvignon Blanc NZ 🍷
    Kitchen towel 2pk 🧻
    Non bio washing liquid 🧼
    Anti dandruff shampoo 🧴
    Whitening toothpaste 🪥
    Scourers 5pk 🧽
    Tall kitchen bin liners 🗑
    Size 5 nappies 👶
    AAA batteries 🔋
    Kitten pouches 🐱
    Tealights 50pk 🕯
    """
}
