/// One product of a catalogue, as far as it is known here: bounded and cleaned, whoever wrote it.
public struct CatalogueProduct: Equatable, Sendable {
  public let catalogue: CatalogueID
  /// A barcode, or whatever the catalogue tells its products apart by.
  public let code: String
  public let name: String
  public var brand: String
  /// Empty when the catalogue has none, or has not been asked for it yet.
  public var description: String
  /// As it is shown, and as the catalogue is asked for it.
  public var category: String
  public var categoryID: String
  /// As printed: "75 cl".
  public var quantity: String
  /// Nil when it is not known.
  public var price: Money?
  /// Where and when the price was seen, when the catalogue itself has none.
  public var priceNote: String
  /// Addresses of pictures; empty for none.
  public var picture: String
  public var largePicture: String
  /// Its page for people; empty for none.
  public var page: String

  /// Nil when it has no name or no code that can be kept.
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
    self.picture = Self.address(picture)
    self.largePicture = Self.address(largePicture)
    self.page = Self.address(page)
  }

  private static let short = CleanText.Limit(bytes: 256, graphemes: 60)

  /// What can stand in a path, a query and a line of a file without harm.
  public static func isCode(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        switch $0 {
        case 48...57, 65...90, 97...122, 0x2D, 0x2E, 0x5F: true
        default: false
        }
      }
  }

  /// An address that Trolley may ask, in https where that is all it takes; else nothing.
  private static func address(_ text: String) -> String {
    guard !text.isEmpty, let address = WebAddress(text) else { return "" }
    if address.isProtected { return address.text }
    let safe = WebAddress("https" + address.text.dropFirst(4))
    return address.port == 80 ? safe?.text ?? "" : ""
  }

  /// How our own items say where they were taken from.
  public var source: String { Self.source(catalogue, code) }

  public static func source(_ catalogue: CatalogueID, _ code: String) -> String {
    catalogue.rawValue + "/" + code
  }

  /// The brand and how much it is, in one line.
  public var subtitle: String {
    [brand, quantity].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// This one with what was learnt about it since; what the other does not say stays.
  public func merged(with newer: CatalogueProduct) -> CatalogueProduct {
    var all = newer
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

/// A part of a catalogue.
public struct CatalogueCategory: Hashable, Sendable {
  /// As the catalogue is asked for it.
  public let id: String
  public let name: String

  public init?(id: String, name: String) {
    let name = CleanText.line(name, limit: .name)
    guard Self.isID(id), !name.isEmpty else { return nil }
    self.id = id
    self.name = name
  }

  /// Bounded, and nothing that ends a line or a value early.
  static func isID(_ text: String) -> Bool {
    (1...200).contains(text.utf8.count) && CleanText.line(text, limit: .name) == text
      && !text.utf8.contains(0x22) && !text.utf8.contains(0x5C)
  }
}
