/// One product of a catalogue, as far as it is known: bounded and cleaned, whatever its origin.
public struct CatalogueProduct: Equatable, Sendable {
  public let catalogue: CatalogueID
  /// A barcode, or the catalogue's own identifier.
  public let code: String
  public let name: String
  public var brand: String
  /// Empty when the catalogue has none, or has not been asked yet.
  public var description: String
  /// Both displayed and used in queries.
  public var category: String
  public var categoryID: String
  /// As printed: "75 cl".
  public var quantity: String
  /// Nil when unknown.
  public var price: Money?
  /// Where and when the price was seen, when it is not the catalogue's own.
  public var priceNote: String
  /// The address of a picture; empty for none.
  public var picture: String
  public var largePicture: String
  /// Its web page; empty for none.
  public var page: String

  /// Nil without a name or a valid code.
  public init?(
    _ catalogue: CatalogueID, code: String, name: String, brand: String = "",
    description: String = "", category: String = "", categoryID: String = "",
    quantity: String = "", price: Money? = nil, priceNote: String = "", picture: String = "",
    largePicture: String = "", page: String = ""
  ) {
    let name = CleanText.line(name, limit: .name)
    guard Self.isCode(code), !name.isEmpty else { return nil }
    self.catalogue = catalogue
    self.code = code
    self.name = name
    self.brand = CleanText.line(brand, limit: .name)
    self.description = CleanText.line(description, limit: .note)
    self.category = CleanText.line(category, limit: .name)
    self.categoryID = CatalogueCategory.isID(categoryID) ? categoryID : ""
    self.quantity = CleanText.line(quantity, limit: Self.short)
    self.price = price.flatMap { (1...Money.limit).contains($0.minorUnits) ? $0 : nil }
    self.priceNote = CleanText.line(priceNote, limit: .message)
    self.picture = Self.picture(picture, catalogue)
    self.largePicture = Self.picture(largePicture, catalogue)
    self.page = Self.address(page)
  }

  private static let short = CleanText.Limit(bytes: 256, graphemes: 60)

  /// Whether it is safe in a path, a query and a line of a file.
  public static func isCode(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        switch $0 {
        case 48...57, 65...90, 97...122, 0x2D, 0x2E, 0x5F: true
        default: false
        }
      }
  }

  /// An address that Trolley may request, upgraded to https if necessary; else empty.
  private static func address(_ text: String) -> String {
    guard !text.isEmpty, let address = WebAddress(text) else { return "" }
    if address.isProtected { return address.text }
    let safe = WebAddress("https" + address.text.dropFirst(4))
    return address.port == 80 ? safe?.text ?? "" : ""
  }

  /// An address, or the path of a file for a catalogue on this machine.
  private static func picture(_ text: String, _ catalogue: CatalogueID) -> String {
    if catalogue == .file, case .file(let path)? = PictureSource(text),
      CleanText.line(path, limit: .address) == path
    {
      return path
    }
    return address(text)
  }

  /// The value of `Item.source` for this product.
  public var source: String { Self.source(catalogue, code) }

  public static func source(_ catalogue: CatalogueID, _ code: String) -> String {
    catalogue.rawValue + "/" + code
  }

  /// Whether the segment of its catalogue shows it where nothing is looked for. Open Food Facts has any
  /// food, by name and by barcode; its wines are what is browsed.
  package var isListed: Bool { catalogue.lists(categoryID) }

  /// The brand and the amount, in one line.
  public var subtitle: String { [brand, quantity].filter { !$0.isEmpty }.joined(separator: " · ") }

  /// This product updated with `newer`; what that leaves empty is kept, unless a catalogue says all
  /// it knows each time.
  public func merged(with newer: CatalogueProduct) -> CatalogueProduct {
    var all = newer
    guard !catalogue.isWhole else { return all }
    func keep(_ field: WritableKeyPath<CatalogueProduct, String>) {
      if all[keyPath: field].isEmpty { all[keyPath: field] = self[keyPath: field] }
    }
    for field in [
      \.brand, \.description, \.category, \.categoryID, \.quantity, \.picture, \.largePicture,
      \.page,
    ] as [WritableKeyPath<CatalogueProduct, String>] {
      keep(field)
    }
    if all.price == nil {
      all.price = price
      all.priceNote = priceNote
    }
    return all
  }
}

public struct CatalogueCategory: Hashable, Sendable {
  /// As used in queries.
  public let id: String
  public let name: String

  public init?(id: String, name: String) {
    let name = CleanText.line(name, limit: .name)
    guard Self.isID(id), !name.isEmpty else { return nil }
    self.id = id
    self.name = name
  }

  /// Named by constants that are valid.
  private init(_ id: String, _ name: String) {
    self.id = id
    self.name = name
  }

  /// All wines of Open Food Facts.
  package static let wines = CatalogueCategory("en:wines", "Wines")

  /// The kinds of wine of Open Food Facts, most specific first: a product counts as the first that
  /// matches.
  package static let kindsOfWine = [
    CatalogueCategory("en:champagnes", "Champagne"),
    CatalogueCategory("en:sparkling-wines", "Sparkling wines"),
    CatalogueCategory("en:red-wines", "Red wines"),
    CatalogueCategory("en:white-wines", "White wines"),
    CatalogueCategory("en:rose-wines", "Rosé wines"),
    CatalogueCategory("en:dessert-wines", "Dessert wines"),
    CatalogueCategory("en:fortified-wines", "Fortified wines"),
  ]

  /// Bounded, without characters that end a line or a value.
  package static func isID(_ text: String) -> Bool {
    (1...200).contains(text.utf8.count) && CleanText.line(text, limit: .name) == text
      && !text.utf8.contains(0x22) && !text.utf8.contains(0x5C)
  }
}
