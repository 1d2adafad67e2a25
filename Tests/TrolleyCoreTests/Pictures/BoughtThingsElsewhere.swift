/// The same in six more languages, 60 in each.
extension BoughtThings {
  static let german = """
    Milch 🥛
    Vollmilch 3,5 % 🥛
    Hafermilch 🥛🌾
    Butter 🧈
    Joghurt 🥣🥛🍶
    Sahne 🥛🥣
    Quark 🥣🥛🧀
    Eier 🥚
    10 Bio-Eier 🥚
    Käse 🧀
    Frischkäse 🧀
    Gouda 🧀
    Brot 🍞
    Vollkornbrot 🍞
    Brötchen 🥖🍞🥯
    Äpfel 🍎🍏
    Bananen 🍌
    Apfelsinen 🍊
    Zitronen 🍋
    Weintrauben 🍇
    Erdbeeren 🍓
    Heidelbeeren 🫐
    Birnen 🍐
    Kirschen 🍒
    Tomaten 🍅
    Kirschtomaten 🍅
    Kartoffeln 🥔
    Möhren 🥕
    Zwiebeln 🧅
    Knoblauch 🧄
    Gurke 🥒
    Paprika 🫑
    Kopfsalat 🥬🥗
    Spinat 🥬
    Blumenkohl 🥦
    Champignons 🍄
    Petersilie 🌿
    Hähnchenbrust 🍗🐔
    Rinderhackfleisch 🥩🐄
    Speck 🥓
    Bratwurst 🌭🍖
    Lachs 🐟🍣
    Thunfisch 🐟🥫
    Reis 🍚
    Nudeln 🍝🍜
    Mehl 🌾
    Zucker 🧂🍬🍚
    Salz 🧂
    Olivenöl 🫒
    Erdbeermarmelade 🫙🍓
    Honig 🍯
    Zartbitterschokolade 🍫
    Kekse 🍪
    Mineralwasser 💧🚰🫗
    Apfelsaft 🧃🍎
    Kaffee ☕
    Kräutertee 🍵🫖
    Bier 🍺🍻
    Toilettenpapier 🧻
    Zahnpasta 🪥🦷
    """

  static let french = """
    lait 🥛
    lait demi-écrémé 🥛
    beurre doux 🧈
    yaourts 🥣🥛🍶
    yaourt à la fraise 🥣🥛🍓🍶
    crème fraîche 🥛🥣
    œufs 🥚
    6 oeufs bio 🥚
    fromage 🧀
    fromage râpé 🧀
    camembert 🧀
    pain 🍞🥖
    pain complet 🍞🥖
    baguette 🥖
    croissants 🥐
    pommes 🍎🍏
    bananes 🍌
    oranges 🍊
    citrons 🍋
    raisin 🍇
    fraises 🍓
    poires 🍐
    pêches 🍑
    cerises 🍒
    ananas 🍍
    tomates cerises 🍅
    pommes de terre 🥔
    carottes 🥕
    oignons 🧅
    ail 🧄
    concombre 🥒
    courgettes 🥒
    salade verte 🥬🥗
    épinards 🥬
    chou-fleur 🥦
    champignons de Paris 🍄
    poivron rouge 🫑
    aubergines 🍆
    haricots verts 🫘🫛
    persil 🌿
    blanc de poulet 🍗🐔
    steak haché 🥩🍔
    jambon 🍖🥓🥩
    saucisses 🌭🍖
    saumon 🐟🍣
    crevettes 🦐🍤
    riz 🍚
    pâtes 🍝
    farine 🌾
    sucre 🧂🍬🍚
    sel 🧂
    huile d'olive 🫒
    confiture de fraises 🫙🍓
    miel 🍯
    chocolat noir 🍫
    eau minérale 💧🚰🫗
    jus d'orange 🧃🍊
    café moulu ☕
    vin rouge 🍷
    papier toilette 🧻
    """

  static let spanish = """
    leche 🥛
    leche desnatada 🥛
    mantequilla 🧈
    yogur natural 🥣🥛🍶
    nata 🥛🥣
    huevos 🥚
    docena de huevos 🥚
    queso 🧀
    queso rallado 🧀
    pan 🍞🥖
    pan integral 🍞🥖
    manzanas 🍎🍏
    plátanos 🍌
    naranjas 🍊
    limones 🍋
    uvas 🍇
    fresas 🍓
    peras 🍐
    melocotones 🍑
    cerezas 🍒
    sandía 🍉
    piña 🍍
    aguacate 🥑
    tomates 🍅
    tomate frito 🍅🥫🫙
    patatas 🥔
    zanahorias 🥕
    cebollas 🧅
    ajo 🧄
    pepino 🥒
    calabacín 🥒
    lechuga 🥬
    espinacas 🥬
    brócoli 🥦
    pimiento rojo 🫑🌶️
    champiñones 🍄
    judías verdes 🫘🫛
    pechuga de pollo 🍗🐔
    carne picada 🥩
    jamón serrano 🍖🥓🥩
    salchichas 🌭🍖
    salmón 🐟🍣
    atún 🐟🥫
    gambas 🦐🍤
    arroz 🍚
    espaguetis 🍝
    harina 🌾
    azúcar 🧂🍬🍚
    sal 🧂
    aceite de oliva 🫒
    mermelada de fresa 🫙🍓
    miel 🍯
    galletas 🍪
    chocolate negro 🍫
    agua 💧🚰🫗
    zumo de naranja 🧃🍊
    café ☕
    cerveza 🍺🍻
    vino tinto 🍷
    papel higiénico 🧻
    """

  static let turkish = """
    süt 🥛
    yarım yağlı süt 🥛
    tereyağı 🧈
    yoğurt 🥣🥛🍶
    ayran 🥛🥤
    yumurta 🥚
    15'li yumurta 🥚
    peynir 🧀
    beyaz peynir 🧀
    kaşar peyniri 🧀
    ekmek 🍞🥖
    tam buğday ekmeği 🍞🥖
    simit 🥯🥨
    elma 🍎🍏
    muz 🍌
    portakal 🍊
    limon 🍋
    üzüm 🍇
    çilek 🍓
    armut 🍐
    şeftali 🍑
    kiraz 🍒
    karpuz 🍉
    domates 🍅
    çeri domates 🍅
    patates 🥔
    havuç 🥕
    soğan 🧅
    sarımsak 🧄
    salatalık 🥒
    kabak 🥒🎃
    marul 🥬
    ıspanak 🥬
    brokoli 🥦
    biber 🫑🌶️
    patlıcan 🍆
    mantar 🍄
    maydanoz 🌿
    tavuk göğsü 🍗🐔
    kıyma 🥩
    sucuk 🌭🍖🥓
    balık 🐟
    pirinç 🍚
    bulgur 🌾🍚
    makarna 🍝
    mercimek 🫘🍲
    un 🌾
    şeker 🧂🍬🍚
    tuz 🧂
    zeytin 🫒
    zeytinyağı 🫒
    domates salçası 🍅🥫🫙
    çilek reçeli 🫙🍓
    bal 🍯
    çikolata 🍫
    su 💧🚰🫗
    portakal suyu 🧃🍊
    çay 🍵☕🫖
    Türk kahvesi ☕
    tuvalet kağıdı 🧻
    """

  static let arabic = """
    حليب 🥛
    حليب قليل الدسم 🥛
    زبدة 🧈
    زبادي 🥣🥛🍶
    لبن 🥛🥣
    بيض 🥚
    البيض 🥚
    جبن 🧀
    جبنة بيضاء 🧀
    خبز 🍞🥖🫓
    خبز أسمر 🍞🥖🫓
    تفاح 🍎🍏
    موز 🍌
    برتقال 🍊
    ليمون 🍋
    عنب 🍇
    فراولة 🍓
    كمثرى 🍐
    خوخ 🍑
    كرز 🍒
    بطيخ 🍉
    أناناس 🍍
    مانجو 🥭
    تمر 🌴
    طماطم 🍅
    بطاطس 🥔
    جزر 🥕
    بصل 🧅
    ثوم 🧄
    خيار 🥒
    كوسا 🥒
    خس 🥬
    سبانخ 🥬
    فلفل أخضر 🫑🌶️
    باذنجان 🍆
    فطر 🍄
    بقدونس 🌿
    دجاج 🍗🐔
    صدور دجاج 🍗🐔
    لحم مفروم 🥩🍖
    لحم بقري 🥩🐄🍖
    سمك 🐟
    تونة 🐟🥫
    جمبري 🦐🍤
    أرز 🍚
    أرز بسمتي 🍚
    معكرونة 🍝
    دقيق 🌾
    سكر 🧂🍬🍚
    ملح 🧂
    زيت زيتون 🫒
    عدس 🫘🍲
    عسل 🍯
    مربى الفراولة 🫙🍓
    شوكولاتة 🍫
    ماء 💧🚰🫗
    عصير برتقال 🧃🍊
    قهوة ☕
    شاي أخضر 🍵🫖☕
    ورق تواليت 🧻
    """

  static let japanese = """
    牛乳 🥛
    低脂肪牛乳 🥛
    豆乳 🥛🫘
    バター 🧈
    ヨーグルト 🥣🥛🍶
    生クリーム 🥛🥣
    卵 🥚
    たまご10個 🥚
    チーズ 🧀
    スライスチーズ 🧀
    食パン 🍞
    パン 🍞🥖
    りんご 🍎🍏
    バナナ 🍌
    みかん 🍊
    レモン 🍋
    ぶどう 🍇
    いちご 🍓
    梨 🍐
    桃 🍑
    さくらんぼ 🍒
    スイカ 🍉
    トマト 🍅
    ミニトマト 🍅
    じゃがいも 🥔
    さつまいも 🍠
    にんじん 🥕
    玉ねぎ 🧅
    にんにく 🧄
    生姜 🫚🍠
    きゅうり 🥒
    レタス 🥬
    キャベツ 🥬
    ほうれん草 🥬
    ブロッコリー 🥦
    ピーマン 🫑
    なす 🍆
    しいたけ 🍄
    かぼちゃ 🎃
    鶏むね肉 🍗🐔🥩🍖
    豚バラ肉 🥩🍖🥓🐖
    牛ひき肉 🥩🍖🐄
    鮭 🐟🍣
    まぐろ 🐟🍣
    えび 🦐🍤
    豆腐 ⬜🧊🥡🍢🫘
    米 🍚🌾
    うどん 🍜
    パスタ 🍝
    小麦粉 🌾
    砂糖 🧂🍬🍚
    塩 🧂
    醤油 🍶🫙
    オリーブオイル 🫒
    いちごジャム 🫙🍓
    チョコレート 🍫
    水 💧🚰🫗
    オレンジジュース 🧃🍊
    緑茶 🍵
    トイレットペーパー 🧻
    """
}
