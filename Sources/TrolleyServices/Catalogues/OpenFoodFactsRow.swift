/// Reads a product of Open Food Facts, in the form of its two searches or of its product pages.
struct OpenFoodFactsRow {
  /// The base address, for a product's page.
  let address: String

  static func fields(_ language: String) -> String {
    let names = language == "en" ? "product_name_en" : "product_name_\(language),product_name_en"
    return "code,product_name,\(names),generic_name,abbreviated_product_name,brands,quantity,"
      + "product_quantity,product_quantity_unit,categories_tags,categories,image_front_small_url,"
      + "image_front_url,image_small_url,image_url"
  }

  /// Nil for a row without a name.
  func product(_ row: JSONValue, language: String) -> CatalogueProduct? {
    let code = Self.code(row["code"]?.text ?? "")
    let brand = (row["brands"]?.texts ?? []).first.map(Self.brand) ?? ""
    let generic = row[full: "generic_name"]
    let own =
      row[full: "product_name_\(language)"] ?? row[full: "product_name"]
      ?? row[full: "product_name_en"] ?? row[full: "abbreviated_product_name"]
    guard let name = own ?? generic ?? (brand.isEmpty ? nil : brand) else { return nil }
    let tags = (row["categories_tags"]?.texts ?? []) + (row["categories"]?.texts ?? [])
    let category = Self.category(Array(tags.prefix(100)))
    let small = row[full: "image_front_small_url"] ?? row[full: "image_small_url"] ?? ""
    return CatalogueProduct(
      .openFoodFacts, code: code, name: EntityText.plain(name),
      brand: own == nil && generic == nil ? "" : EntityText.plain(brand),
      description: own == nil ? "" : EntityText.plain(generic ?? ""), category: category.name,
      categoryID: category.id, quantity: Self.quantity(row), picture: small,
      largePicture: row[full: "image_front_url"] ?? row[full: "image_url"] ?? small,
      page: "https://world.openfoodfacts.org/product/" + code)
  }

  /// Normalised as the service does it: leading zeros do not count.
  private static func code(_ text: String) -> String {
    let digits = Array(text.utf8)
    guard (1...24).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else {
      return ""
    }
    return String(decoding: Barcode.normalised(digits), as: UTF8.self)
  }

  /// The search service may send a brand as a tag: `xx:bodega-ejemplo`.
  private static func brand(_ text: String) -> String { isTag(text) ? words(text) : text }

  private static func isTag(_ text: String) -> Bool {
    let bytes = Array(text.utf8.prefix(3))
    return bytes.count == 3 && bytes[2] == 0x3A
      && bytes[..<2].allSatisfy { (97...122).contains($0) }
  }

  /// `en:red-wines` in readable form.
  private static func words(_ tag: String) -> String {
    let plain = (isTag(tag) ? tag.dropFirst(3) : Substring(tag)).split(separator: "-")
      .joined(separator: " ")
    return plain.prefix(1).uppercased() + plain.dropFirst()
  }

  private static func quantity(_ row: JSONValue) -> String {
    if let printed = row[full: "quantity"] { return EntityText.plain(printed) }
    guard let number = row["product_quantity"]?.text, !number.isEmpty, number != "0" else {
      return ""
    }
    return number + " " + (row[full: "product_quantity_unit"] ?? "g")
  }

  // MARK: Categories

  /// The kind of wine; for anything else the aisle, under the name that our own list uses.
  private static func category(_ tags: [String]) -> (id: String, name: String) {
    let wines = CatalogueCategory.kindsOfWine + [CatalogueCategory.wines]
    if let kind = wines.first(where: { tags.contains($0.id) }) { return (kind.id, kind.name) }
    for (name, known) in aisles where known.contains(where: tags.contains) {
      return (known.first { tags.contains($0) } ?? "", name)
    }
    return ("", "")
  }

  /// Most specific first: frozen vegetables count as frozen food.
  private static let aisles: [(String, [String])] = [
    ("Frozen", ["en:frozen-foods"]), ("Fish", ["en:seafood", "en:fishes"]),
    ("Meat", ["en:meats", "en:meats-and-their-products"]),
    ("Dairy", ["en:dairies", "en:eggs", "en:dairy-substitutes"]),
    ("Bakery", ["en:breads", "en:viennoiseries", "en:pastries"]),
    ("Drinks", ["en:beverages", "en:beverages-and-beverages-preparations"]),
    ("Sweets", ["en:sweet-snacks", "en:confectioneries", "en:chocolates", "en:sweet-spreads"]),
    ("Snacks", ["en:snacks", "en:salty-snacks"]), ("Fruit", ["en:fruits", "en:fresh-fruits"]),
    ("Vegetables", ["en:vegetables", "en:fresh-vegetables"]),
    (
      "Pantry",
      [
        "en:cereals-and-potatoes", "en:pastas", "en:canned-foods", "en:condiments", "en:sauces",
        "en:fats", "en:spices", "en:plant-based-foods", "en:groceries", "en:breakfasts",
      ]
    ),
  ]
}
