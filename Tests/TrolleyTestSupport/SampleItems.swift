import TrolleyModel

/// A handful of items that differ in every property.
public enum SampleItems {
  public static let apple = item(1, "Apple", "Fruit", 50)
  public static let bread = item(2, "Bread", "Bakery", 320)
  public static let flour = item(3, "Flour", "Pantry", 180, per: Quantity(500, .gram))
  public static let milk = item(4, "Milk", "Dairy", 160)
  public static let salt = item(5, "Salt", "", nil)
  public static let wine = item(6, "Wine", "Drinks", 1299, isFavourite: true)

  public static let all = [apple, bread, flour, milk, salt, wine]

  public static func item(
    _ number: UInt64, _ name: String, _ category: String = "", _ cents: Int? = nil,
    per: Quantity = .one, isFavourite: Bool = false
  ) -> Item {
    Item(
      id: Item.ID(number), name: name, category: category,
      price: cents.map { Money(minorUnits: $0, currency: .usd) }, per: per,
      isFavourite: isFavourite, addedAt: TestApp.start - Int(number % 1000) * 3600)
  }

  /// So many items with names, categories and prices, some of them repeated.
  public static func many(_ count: Int) -> [Item] {
    let words = ["Apple", "Bean", "Carrot", "Date", "Egg", "Fig", "Grape", "Honey", "Ice", "Jam"]
    let categories = ["Fruit", "Vegetables", "", "Pantry"]
    return (1...max(1, count)).map { at in
      let cents: Int? = at % 5 == 0 ? nil : at * 13 % 2000
      return item(
        UInt64(at), "\(words[at * 7 % words.count]) \(at)", categories[at % categories.count],
        cents, isFavourite: at % 9 == 0)
    }
  }
}
