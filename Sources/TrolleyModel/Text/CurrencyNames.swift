/// The currencies that countries pay with today (ISO 4217), and what people look for them by.
package enum CurrencyNames {
  package struct Row: Sendable {
    package let code: String
    package let name: String
    /// The countries and territories that pay with it.
    package let places: String
  }

  /// By their names. Read when it is asked for: a start of the program needs none of it.
  package static var all: [Row] {
    table.split(separator: "\n").map { line in
      let parts = line.split(separator: "|").map(String.init)
      return Row(code: parts[0], name: parts[1], places: parts[2])
    }.sorted { Folding.compare($0.name, $1.name) < 0 }
  }

  /// The codes alone.
  static let codes = Set(table.split(separator: "\n").map { String($0.prefix(3)) })

  /// The currency that data call by its code, its symbol or its name: `EUR`, `€`, `euro`, `euros`, `yen`.
  /// Nil for anything else, and for what several are called.
  package static func currency(_ text: String) -> Currency? {
    let key = Folding.key(text.trimmed)
    if let currency = Currency(code: key), currency.isKnown { return currency }
    let symbols = Currency.common.compactMap { Currency(code: $0) }
      .filter { Folding.key($0.symbol) == key }
    if !symbols.isEmpty { return symbols.count == 1 ? symbols[0] : nil }
    let names = [key, key.hasSuffix("s") ? String(key.dropLast()) : key]
    func only(_ isMeant: (String) -> Bool) -> Currency? {
      let found = all.filter { isMeant(Folding.key($0.name)) }
      return found.count == 1 ? Currency(code: found[0].code) : nil
    }
    return only { names.contains($0) }
      ?? only { $0.split(separator: " ").last.map { names.contains(String($0)) } ?? false }
      ?? only { $0.split(separator: " ").first.map { names.contains(String($0)) } ?? false }
      ?? ofCountry(names[names.count - 1].split(separator: " "))
      // Of a country that pays with another one by now.
      ?? Currency(code: key)
  }

  /// "British pound": words of one name and of its places.
  private static func ofCountry(_ words: [Substring]) -> Currency? {
    guard words.count > 1 else { return nil }
    let found = all.filter { row in
      let known = Folding.key(row.name + " " + row.places).split { $0 == " " || $0 == "," }
      return words.allSatisfy(known.contains)
    }
    return found.count == 1 ? Currency(code: found[0].code) : nil
  }

  private static let table = """
    AED|UAE dirham|United Arab Emirates, Dubai, Abu Dhabi
    AFN|Afghani|Afghanistan
    ALL|Albanian lek|Albania
    AMD|Armenian dram|Armenia
    ANG|Antillean guilder|Curaçao, Sint Maarten
    AOA|Angolan kwanza|Angola
    ARS|Argentine peso|Argentina
    AUD|Australian dollar|Australia, Kiribati, Nauru, Tuvalu
    AWG|Aruban florin|Aruba
    AZN|Azerbaijani manat|Azerbaijan
    BAM|Convertible mark|Bosnia and Herzegovina
    BBD|Barbados dollar|Barbados
    BDT|Bangladeshi taka|Bangladesh
    BGN|Bulgarian lev|Bulgaria
    BHD|Bahraini dinar|Bahrain
    BIF|Burundi franc|Burundi
    BMD|Bermudian dollar|Bermuda
    BND|Brunei dollar|Brunei
    BOB|Boliviano|Bolivia
    BRL|Brazilian real|Brazil
    BSD|Bahamian dollar|Bahamas
    BTN|Bhutanese ngultrum|Bhutan
    BWP|Botswana pula|Botswana
    BYN|Belarusian rouble|Belarus, ruble
    BZD|Belize dollar|Belize
    CAD|Canadian dollar|Canada
    CDF|Congolese franc|Democratic Republic of the Congo
    CHF|Swiss franc|Switzerland, Liechtenstein, Schweiz, Suisse, Svizzera, Franken
    CLP|Chilean peso|Chile
    CNY|Chinese yuan|China, renminbi, RMB
    COP|Colombian peso|Colombia
    CRC|Costa Rican colón|Costa Rica
    CUP|Cuban peso|Cuba
    CVE|Cape Verde escudo|Cabo Verde
    CZK|Czech koruna|Czechia, Czech Republic, crown
    DJF|Djibouti franc|Djibouti
    DKK|Danish krone|Denmark, Greenland, Faroe Islands, crown
    DOP|Dominican peso|Dominican Republic
    DZD|Algerian dinar|Algeria
    EGP|Egyptian pound|Egypt
    ERN|Eritrean nakfa|Eritrea
    ETB|Ethiopian birr|Ethiopia
    EUR|Euro|Austria, Belgium, Croatia, Cyprus, Estonia, Finland, France, Germany, Greece, Ireland, Italy, Kosovo, Latvia, Lithuania, Luxembourg, Malta, Monaco, Montenegro, Netherlands, Portugal, San Marino, Slovakia, Slovenia, Spain, Vatican
    FJD|Fiji dollar|Fiji
    FKP|Falkland Islands pound|Falkland Islands
    GBP|Pound sterling|United Kingdom, Great Britain, England, Scotland, Wales, Northern Ireland, British
    GEL|Georgian lari|Georgia
    GHS|Ghanaian cedi|Ghana
    GIP|Gibraltar pound|Gibraltar
    GMD|Gambian dalasi|Gambia
    GNF|Guinean franc|Guinea
    GTQ|Guatemalan quetzal|Guatemala
    GYD|Guyana dollar|Guyana
    HKD|Hong Kong dollar|Hong Kong
    HNL|Honduran lempira|Honduras
    HTG|Haitian gourde|Haiti
    HUF|Hungarian forint|Hungary
    IDR|Indonesian rupiah|Indonesia
    ILS|Israeli shekel|Israel, Palestine
    INR|Indian rupee|India, Bhutan
    IQD|Iraqi dinar|Iraq
    IRR|Iranian rial|Iran
    ISK|Icelandic króna|Iceland, crown
    JMD|Jamaican dollar|Jamaica
    JOD|Jordanian dinar|Jordan
    JPY|Japanese yen|Japan
    KES|Kenyan shilling|Kenya
    KGS|Kyrgyz som|Kyrgyzstan
    KHR|Cambodian riel|Cambodia
    KMF|Comorian franc|Comoros
    KPW|North Korean won|North Korea
    KRW|South Korean won|South Korea
    KWD|Kuwaiti dinar|Kuwait
    KYD|Cayman Islands dollar|Cayman Islands
    KZT|Kazakhstani tenge|Kazakhstan
    LAK|Lao kip|Laos
    LBP|Lebanese pound|Lebanon
    LKR|Sri Lankan rupee|Sri Lanka
    LRD|Liberian dollar|Liberia
    LSL|Lesotho loti|Lesotho
    LYD|Libyan dinar|Libya
    MAD|Moroccan dirham|Morocco, Western Sahara
    MDL|Moldovan leu|Moldova
    MGA|Malagasy ariary|Madagascar
    MKD|Macedonian denar|North Macedonia
    MMK|Myanmar kyat|Myanmar, Burma
    MNT|Mongolian tögrög|Mongolia
    MOP|Macanese pataca|Macao, Macau
    MRU|Mauritanian ouguiya|Mauritania
    MUR|Mauritian rupee|Mauritius
    MVR|Maldivian rufiyaa|Maldives
    MWK|Malawian kwacha|Malawi
    MXN|Mexican peso|Mexico
    MYR|Malaysian ringgit|Malaysia
    MZN|Mozambican metical|Mozambique
    NAD|Namibian dollar|Namibia
    NGN|Nigerian naira|Nigeria
    NIO|Nicaraguan córdoba|Nicaragua
    NOK|Norwegian krone|Norway, Svalbard, crown
    NPR|Nepalese rupee|Nepal
    NZD|New Zealand dollar|New Zealand, Cook Islands, Niue, Tokelau
    OMR|Omani rial|Oman
    PAB|Panamanian balboa|Panama
    PEN|Peruvian sol|Peru
    PGK|Papua New Guinean kina|Papua New Guinea
    PHP|Philippine peso|Philippines
    PKR|Pakistani rupee|Pakistan
    PLN|Polish złoty|Poland
    PYG|Paraguayan guaraní|Paraguay
    QAR|Qatari riyal|Qatar
    RON|Romanian leu|Romania
    RSD|Serbian dinar|Serbia
    RUB|Russian rouble|Russia, ruble
    RWF|Rwandan franc|Rwanda
    SAR|Saudi riyal|Saudi Arabia
    SBD|Solomon Islands dollar|Solomon Islands
    SCR|Seychelles rupee|Seychelles
    SDG|Sudanese pound|Sudan
    SEK|Swedish krona|Sweden, crown
    SGD|Singapore dollar|Singapore
    SHP|Saint Helena pound|Saint Helena, Ascension
    SLE|Sierra Leonean leone|Sierra Leone
    SOS|Somali shilling|Somalia
    SRD|Surinamese dollar|Suriname
    SSP|South Sudanese pound|South Sudan
    STN|São Tomé dobra|São Tomé and Príncipe
    SVC|Salvadoran colón|El Salvador
    SYP|Syrian pound|Syria
    SZL|Swazi lilangeni|Eswatini, Swaziland
    THB|Thai baht|Thailand
    TJS|Tajikistani somoni|Tajikistan
    TMT|Turkmen manat|Turkmenistan
    TND|Tunisian dinar|Tunisia
    TOP|Tongan paʻanga|Tonga
    TRY|Turkish lira|Türkiye, Turkey, Northern Cyprus
    TTD|Trinidad and Tobago dollar|Trinidad and Tobago
    TWD|New Taiwan dollar|Taiwan
    TZS|Tanzanian shilling|Tanzania
    UAH|Ukrainian hryvnia|Ukraine
    UGX|Ugandan shilling|Uganda
    USD|US dollar|United States, USA, America, Puerto Rico, Ecuador, El Salvador, Panama, Timor-Leste, Guam, Marshall Islands, Micronesia, Palau
    UYU|Uruguayan peso|Uruguay
    UZS|Uzbekistani som|Uzbekistan
    VED|Venezuelan digital bolívar|Venezuela
    VES|Venezuelan bolívar|Venezuela
    VND|Vietnamese đồng|Vietnam
    VUV|Vanuatu vatu|Vanuatu
    WST|Samoan tālā|Samoa
    XAF|Central African CFA franc|Cameroon, Central African Republic, Chad, Republic of the Congo, Equatorial Guinea, Gabon
    XCD|East Caribbean dollar|Antigua and Barbuda, Dominica, Grenada, Saint Kitts and Nevis, Saint Lucia, Saint Vincent, Anguilla, Montserrat
    XCG|Caribbean guilder|Curaçao, Sint Maarten
    XOF|West African CFA franc|Benin, Burkina Faso, Côte d’Ivoire, Ivory Coast, Guinea-Bissau, Mali, Niger, Senegal, Togo
    XPF|CFP franc|French Polynesia, New Caledonia, Wallis and Futuna, Tahiti
    YER|Yemeni rial|Yemen
    ZAR|South African rand|South Africa, Lesotho, Namibia, Eswatini
    ZMW|Zambian kwacha|Zambia
    ZWG|Zimbabwe gold|Zimbabwe
    """
}
