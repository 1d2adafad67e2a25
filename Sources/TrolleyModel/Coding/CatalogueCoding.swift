/// The encoding of products and categories, both between the two programs and in the local copy.
/// Empty members are omitted; input is cleaned again, since files are no more trusted than servers.
package enum CatalogueCoding {
  /// Writes into an object that is already open.
  package static func write(_ product: CatalogueProduct, _ w: inout JSONWriter) {
    w.member("code", product.code)
    w.member("name", product.name)
    func text(_ name: String, _ text: String) { if !text.isEmpty { w.member(name, text) } }
    text("brand", product.brand)
    text("description", product.description)
    text("category", product.category)
    text("categoryId", product.categoryID)
    text("quantity", product.quantity)
    if product.price != nil { PriceCodec().write(product.price, "price", &w) }
    text("priceNote", product.priceNote)
    text("picture", product.picture)
    text("largePicture", product.largePicture)
    text("page", product.page)
  }

  package static func product(_ value: JSONValue, of catalogue: CatalogueID) -> CatalogueProduct? {
    func text(_ name: String) -> String { value[name]?.string ?? "" }
    let currency = value["currency"]?.string.flatMap { Currency(code: $0) }
    return CatalogueProduct(
      catalogue, code: text("code"), name: text("name"), brand: text("brand"),
      description: text("description"), category: text("category"),
      categoryID: text("categoryId"), quantity: text("quantity"),
      price: currency.flatMap { currency in
        value["price"]?.number.flatMap { Money(found: $0, currency: currency) }
      }, priceNote: text("priceNote"), picture: text("picture"),
      largePicture: text("largePicture"), page: text("page"))
  }

  package static func write(_ category: CatalogueCategory, _ w: inout JSONWriter) {
    w.member("category", category.id)
    w.member("title", category.name)
  }

  /// Nil when it is not a category: a product has a name and no title.
  package static func category(_ value: JSONValue) -> CatalogueCategory? {
    guard let id = value["category"]?.string, let name = value["title"]?.string else { return nil }
    return CatalogueCategory(id: id, name: name)
  }
}

/// A line of the local copy of a catalogue.
package enum CatalogueLine {
  case header
  case product(CatalogueProduct, seen: Int)
  case category(CatalogueCategory)
  case unknown

  package var product: CatalogueCache.Seen? {
    if case .product(let product, let time) = self { (product, time) } else { nil }
  }
}

extension CatalogueCoding {
  package static func writeHeader(of catalogue: CatalogueID, _ w: inout JSONWriter) {
    writeLine(&w) { w in
      w.member("trolley", "catalogue")
      w.member("v", 1)
      w.member("catalogue", catalogue.rawValue)
    }
  }

  /// - Parameter time: when it was seen, in seconds since 1970.
  package static func writeLine(_ product: CatalogueProduct, _ time: Int, _ w: inout JSONWriter) {
    writeLine(&w) { w in
      write(product, &w)
      w.member("t", time)
    }
  }

  package static func writeLine(_ category: CatalogueCategory, _ w: inout JSONWriter) {
    writeLine(&w) { write(category, &$0) }
  }

  private static func writeLine(_ w: inout JSONWriter, _ members: (inout JSONWriter) -> Void) {
    w.beginObject()
    members(&w)
    w.endObject()
    w.newline()
  }

  package static func line(
    _ bytes: UnsafeBufferPointer<UInt8>, of catalogue: CatalogueID
  ) -> CatalogueLine {
    var scanner = JSONScanner(bytes)
    var left = 100
    guard let value = try? JSONValue.read(&scanner, &left), value.object != nil,
      (try? scanner.finish()) != nil
    else { return .unknown }
    if let category = category(value) { return .category(category) }
    if let product = product(value, of: catalogue) {
      return .product(product, seen: max(0, min(value["t"]?.int ?? 0, 1 << 40)))
    }
    let isHeader =
      value["trolley"]?.string == "catalogue" && value["v"]?.int == 1
      && value["catalogue"]?.string == catalogue.rawValue
    return isHeader ? .header : .unknown
  }
}
