/// What people buy, written down before there was a table of names: 211 in English, each with the
/// pictures that are right for it. `-` alone means that none is, so a letter or the category it is.
enum BoughtThings {
  static let english = """
    milk 🥛
    semi-skimmed milk 🥛
    Whole milk 1 l 🥛
    oat milk 🥛🌾
    almond milk 🥛🌰
    coconut milk 🥥🥛
    butter 🧈
    unsalted butter 🧈
    margarine 🧈
    yoghurt 🥣🥛🍶
    Greek yogurt 🥣🥛🍶
    strawberry yoghurt 🥣🥛🍓🍶
    cream 🥛🥣
    sour cream 🥛🥣
    eggs 🥚
    free-range eggs 🥚
    cheddar 🧀
    grated cheese 🧀
    mozzarella 🧀
    cream cheese 🧀
    feta 🧀
    parmesan 🧀
    bread 🍞
    sliced bread 🍞
    sourdough bread 🍞
    wholemeal rolls 🥖🍞🥯
    baguette 🥖
    croissants 🥐
    bagels 🥯
    pita bread 🫓🍞
    tortilla wraps 🫓🌯🌮
    muffins 🧁
    blueberry muffins 🧁
    birthday cake 🎂🍰
    cheesecake 🍰🎂
    apple pie 🥧
    doughnuts 🍩
    apples 🍎🍏
    Gala apples 🍎🍏
    bananas 🍌
    oranges 🍊
    lemons 🍋
    limes 🍋
    grapes 🍇
    seedless grapes 🍇
    strawberries 🍓
    raspberries 🍓🫐🍒
    blueberries 🫐
    pears 🍐
    peaches 🍑
    nectarines 🍑
    plums 🍑🍒
    cherries 🍒
    watermelon 🍉
    melon 🍈🍉
    pineapple 🍍
    mango 🥭
    kiwi fruit 🥝
    avocado 🥑
    coconut 🥥
    grapefruit 🍊
    raisins 🍇
    tomatoes 🍅
    cherry tomatoes 🍅
    chopped tomatoes 🍅🥫
    potatoes 🥔
    baby potatoes 🥔
    sweet potatoes 🍠
    carrots 🥕
    onions 🧅
    red onions 🧅
    spring onions 🧅🥬🌱🌿
    garlic 🧄
    ginger 🫚🍠
    cucumber 🥒
    courgettes 🥒
    lettuce 🥬
    spinach 🥬
    cabbage 🥬
    kale 🥬
    broccoli 🥦
    cauliflower 🥦
    red pepper 🫑🌶️
    bell peppers 🫑
    chilli 🌶️
    aubergine 🍆
    mushrooms 🍄
    sweetcorn 🌽
    frozen peas 🫛🫘🟢
    green beans 🫘🫛
    pumpkin 🎃
    celery 🥬🌿
    asparagus 🌱🥬🌿🥦
    leeks 🧅🥬🌱🌿
    salad 🥗
    potato salad 🥗
    parsley 🌿
    basil 🌿
    chicken breast 🍗🐔
    whole chicken 🍗🐔
    chicken wings 🍗
    minced beef 🥩🐄
    steak 🥩
    pork chops 🥩🐖🍖
    bacon 🥓
    ham 🍖🥓🥩
    sausages 🌭🍖
    lamb 🍖🥩🐑
    burgers 🍔
    turkey 🦃🍗
    salmon 🐟🍣
    tuna 🐟🥫
    fish fingers 🐟
    cod fillet 🐟
    prawns 🦐🍤
    shrimp 🦐🍤
    crab 🦀
    rice 🍚
    basmati rice 🍚
    pasta 🍝
    spaghetti 🍝
    lasagne sheets 🍝
    noodles 🍜
    flour 🌾
    sugar 🧂🍬🍚
    brown sugar 🧂🍬🍚
    salt 🧂
    black pepper 🧂🌶️
    olives 🫒
    olive oil 🫒
    sunflower oil 🌻🫒
    vinegar 🍶🫙🍾
    ketchup 🍅🥫🫙
    mayonnaise 🫙🥚
    mustard 🌭🫙
    soy sauce 🍶🫙🥫
    pasta sauce 🍝🍅🥫🫙
    tomato soup 🍲🥣🍅🥫
    chicken soup 🍲🥣
    baked beans 🫘🥫
    kidney beans 🫘🥫
    lentils 🫘🍲
    chickpeas 🫘🥫
    honey 🍯
    strawberry jam 🫙🍓
    marmalade 🫙🍊
    peanut butter 🥜🫙
    chocolate spread 🍫🫙
    cornflakes 🥣🌽
    cereal 🥣🌾
    porridge oats 🥣🌾
    peanuts 🥜
    mixed nuts 🥜🌰
    almonds 🌰🥜
    walnuts 🌰🥜
    crisps 🥔🍟
    popcorn 🍿
    pretzels 🥨
    chocolate 🍫
    dark chocolate 🍫
    chocolate bar 🍫
    biscuits 🍪
    chocolate chip cookies 🍪
    sweets 🍬🍭
    chewing gum 🍬
    ice cream 🍨🍦
    vanilla ice cream 🍨🍦
    frozen pizza 🍕
    chips 🍟🥔
    french fries 🍟
    sandwich 🥪
    sushi 🍣
    tofu ⬜🧊🥡🍢
    water 💧🚰🫗
    sparkling water 💧🚰🫗
    orange juice 🧃🍊
    apple juice 🧃🍎
    lemonade 🥤🍋
    coke 🥤
    coffee ☕
    coffee beans ☕🫘
    ground coffee ☕
    tea 🍵☕🫖
    green tea 🍵🫖
    tea bags 🍵🫖☕
    beer 🍺🍻
    red wine 🍷
    champagne 🍾🥂
    whisky 🥃
    toilet paper 🧻
    kitchen roll 🧻
    soap 🧼
    hand soap 🧼🧴
    shampoo 🧴
    shower gel 🧴🚿🧼
    toothpaste 🪥🦷
    toothbrush 🪥
    razor blades 🪒
    nappies 👶🍼🧷
    washing powder 🧺🧼🧴
    washing-up liquid 🧴🧽🧼🍽️
    dishwasher tablets 🍽️🧼🧽
    sponges 🧽
    bin bags 🗑️
    batteries 🔋
    light bulbs 💡
    candles 🕯️
    cat food 🐱🐈
    dog food 🐶🐕🦴
    flowers 💐🌸🌷🌹
    plasters 🩹
    """
}
