/// What people call countries and languages whose prices and dates Trolley knows how to write.
package enum LocaleNames {
  /// A locale, and what people call it.
  package struct Row: Sendable {
    package let tag: String
    /// In English first.
    package let names: [String]
  }

  /// Read when it is asked for: a start of the program needs none of it.
  package static var all: [Row] {
    table.split(separator: "\n").map { line in
      let parts = line.split(separator: "|").map(String.init)
      return Row(tag: parts[0], names: Array(parts.dropFirst()))
    }
  }

  /// The locale that a name means; nil for what is no name of one.
  static func tag(_ typed: String) -> String? {
    let key = Folding.key(typed.trimmed)
    guard !key.isEmpty else { return nil }
    return all.first { $0.names.contains { Folding.key($0) == key } }?.tag
  }

  /// The locale, its name in English, and other names: in its own language first.
  private static let table = """
    en_US|United States|US|USA|America|United States of America
    en_GB|United Kingdom|UK|Great Britain|Britain|England
    en_IE|Ireland
    en_CA|Canada
    en_AU|Australia
    en_NZ|New Zealand
    en_IN|India
    hi_IN|Bharat|भारत
    de_DE|Germany|Deutschland
    de_AT|Austria|Österreich
    de_CH|Switzerland|Schweiz
    fr_CH|Suisse
    it_CH|Svizzera
    de_LI|Liechtenstein
    lb_LU|Luxembourg|Luxemburg|Lëtzebuerg
    fr_FR|France
    fr_CA|Québec
    nl_NL|Netherlands|Nederland|Holland
    nl_BE|Belgium|België
    fr_BE|Belgique
    es_ES|Spain|España
    ca_ES|Catalonia|Catalunya
    es_MX|Mexico|México
    es_AR|Argentina
    es_CL|Chile
    es_CO|Colombia
    es_PE|Peru|Perú
    it_IT|Italy|Italia
    pt_PT|Portugal
    pt_BR|Brazil|Brasil
    sv_SE|Sweden|Sverige
    nb_NO|Norway|Norge
    da_DK|Denmark|Danmark
    fi_FI|Finland|Suomi
    is_IS|Iceland|Ísland
    pl_PL|Poland|Polska
    cs_CZ|Czechia|Czech Republic|Česko
    sk_SK|Slovakia|Slovensko
    hu_HU|Hungary|Magyarország
    ro_RO|Romania|România
    bg_BG|Bulgaria|България
    el_GR|Greece|Ελλάδα
    hr_HR|Croatia|Hrvatska
    sl_SI|Slovenia|Slovenija
    sr_RS|Serbia|Srbija|Србија
    uk_UA|Ukraine|Україна
    ru_RU|Russia|Россия
    et_EE|Estonia|Eesti
    lv_LV|Latvia|Latvija
    lt_LT|Lithuania|Lietuva
    tr_TR|Turkey|Türkiye
    he_IL|Israel|ישראל
    ja_JP|Japan|日本
    zh_CN|China|中国
    zh_TW|Taiwan|台灣
    ko_KR|South Korea|Korea|한국
    th_TH|Thailand|ไทย
    vi_VN|Vietnam|Việt Nam
    id_ID|Indonesia
    ms_MY|Malaysia
    fil_PH|Philippines|Pilipinas
    en|English
    de|German|Deutsch
    fr|French|Français
    es|Spanish|Español|Castellano
    it|Italian|Italiano
    nl|Dutch|Nederlands
    pt|Portuguese|Português
    ca|Catalan|Català
    gl|Galician|Galego
    eu|Basque|Euskara
    sv|Swedish|Svenska
    nb|Norwegian|Norsk
    da|Danish|Dansk
    fi|Finnish|Suomeksi
    is|Icelandic|Íslenska
    pl|Polish|Polski
    cs|Czech|Čeština
    sk|Slovak|Slovenčina
    hu|Hungarian|Magyar
    ro|Romanian|Română
    bg|Bulgarian|Български
    el|Greek|Ελληνικά
    hr|Croatian|Hrvatski
    sl|Slovenian|Slovenščina
    sr|Serbian|Srpski|Српски
    uk|Ukrainian|Українська
    ru|Russian|Русский
    et|Estonian|Eesti keel
    lv|Latvian|Latviešu
    lt|Lithuanian|Lietuvių
    tr|Turkish|Türkçe
    he|Hebrew|עברית
    ar|Arabic|العربية
    fa|Persian|Farsi|فارسی
    hi|Hindi|हिन्दी
    ja|Japanese|日本語
    zh|Chinese|中文
    ko|Korean|한국어
    th|Thai|ภาษาไทย
    vi|Vietnamese|Tiếng Việt
    id|Indonesian|Bahasa Indonesia
    ms|Malay|Bahasa Melayu
    """
}
