import TrolleyCore

/// A catalogue without a server: some made-up wines, in pages.
public struct TestShelf {
  public var products: [CatalogueProduct]
  public var categories: [CatalogueCategory]
  public var pageSize = 40
  /// What it says in place of an answer.
  public var failure: Failure?
  /// What it is asked, in order.
  public private(set) var asked: [CatalogueQuery] = []
  public private(set) var described: [String] = []
  public private(set) var barcodes: [String] = []
  /// While it is set, no answer comes.
  public var isSilent = false

  public init(_ products: [CatalogueProduct] = TestShelf.wines(130)) {
    self.products = products
    var seen: Set<String> = []
    categories = products.compactMap { product in
      guard seen.insert(product.categoryID).inserted else { return nil }
      return CatalogueCategory(id: product.categoryID, name: product.category)
    }
  }

  public mutating func answer(to query: CatalogueQuery) -> [WorkerAnswer] {
    asked.append(query)
    if isSilent { return [] }
    if let failure { return [.failed(failure)] }
    let words = query.words.lowercased().split(separator: " ")
    var found = products.filter { product in
      (query.category.isEmpty || product.categoryID == query.category)
        && words.allSatisfy { (product.name + " " + product.brand).lowercased().contains($0) }
    }
    if query.sort == .name { found.sort { $0.name < $1.name } }
    let start = min((query.page - 1) * pageSize, found.count)
    let end = min(start + pageSize, found.count)
    return [
      .cataloguePage(
        CataloguePage(
          Array(found[start..<end]), total: found.count,
          next: end < found.count ? query.page + 1 : nil,
          categories: query.page == 1 && words.isEmpty ? categories : []))
    ]
  }

  public mutating func describe(_ product: CatalogueProduct) -> [WorkerAnswer] {
    described.append(product.code)
    if isSilent { return [] }
    if let failure { return [.failed(failure)] }
    return [.catalogueProduct(products.first { $0.code == product.code } ?? product)]
  }

  public mutating func find(_ barcode: Barcode) -> [WorkerAnswer] {
    barcodes.append(barcode.text)
    if isSilent { return [] }
    if let failure { return [.failed(failure)] }
    return [.catalogueProduct(products.first { $0.code == barcode.text })]
  }

  /// Made up by number: names in another order than codes, three kinds, some without a price.
  public static func wines(_ count: Int) -> [CatalogueProduct] {
    let places = ["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel", "Ivy"]
    let forms = ["Ridge", "Valley", "Creek", "Hill"]
    let grapes = [
      ["Merlot", "Malbec", "Syrah"], ["Riesling", "Chenin", "Viura"], ["Brut", "Cava"],
    ]
    let kinds = [
      ("en:red-wines", "Red wines"), ("en:white-wines", "White wines"),
      ("en:sparkling-wines", "Sparkling wines"),
    ]
    return (1...max(1, count)).prefix(count).compactMap { number in
      let kind = number % 3
      let place = places[number * 7 % 9] + " " + forms[number / 9 % 4]
      let grape = grapes[kind][number / 3 % grapes[kind].count]
      return CatalogueProduct(
        .openFoodFacts, code: code(number), name: "\(place) \(grape) \(1990 + number % 33)",
        brand: place + " Estate",
        description: number % 5 == 2 ? "" : "Dark cherries and a long evening.",
        category: kinds[kind].1, categoryID: kinds[kind].0, quantity: "75 cl",
        price: number.isMultiple(of: 4)
          ? nil : Money(minorUnits: 799 + number * 37 % 4000, currency: .usd),
        page: "https://world.openfoodfacts.org/product/\(code(number))")
    }
  }

  /// A barcode with a right check digit.
  public static func code(_ number: Int) -> String {
    let digits = String(400_638_000_000 + number)
    var sum = 0
    for (at, digit) in digits.reversed().enumerated() {
      sum += (digit.wholeNumberValue ?? 0) * (at % 2 == 0 ? 3 : 1)
    }
    return digits + String((10 - sum % 10) % 10)
  }
}
