import Synchronization

/// The emoji for an item: by what its name says, else by its category.
public enum ItemGlyph {
  /// What was found, and what was not: a name is matched once, not in every frame. By category and
  /// name in one text: a dictionary with keys of a type of its own costs a start more than all of these.
  private static let known = Mutex<[String: Unicode.Scalar?]>([:])
  private static let limit = 4096

  public static func glyph(name: String, category: String) -> Unicode.Scalar? {
    let key = category + "\n" + name
    if let known = known.withLock({ $0[key] }) { return known }
    let found = find(name: name, category: category)
    known.withLock { known in
      if known.count >= limit { known.removeAll() }
      known[key] = .some(found)
    }
    return found
  }

  /// The same, without remembering it.
  package static func find(name: String, category: String) -> Unicode.Scalar? {
    GlyphMatch.glyph(for: name)
      ?? (category.isEmpty ? nil : GlyphMatch.glyph(for: category, isCategory: true))
  }
}

extension ItemGlyph {
  /// Whether an emoji shows something that people buy: no face, no hand, no heart.
  package static func isThing(_ glyph: Unicode.Scalar) -> Bool {
    switch glyph.value {
    // Food and plants, animals, more food, more animals.
    case 0x1F32D...0x1F37F, 0x1F400...0x1F43F, 0x1F950...0x1F96F, 0x1F980...0x1F9AE: true
    default: GlyphTable.shown.contains(glyph)
    }
  }

  /// Whether the table of glyphs knows a name as that of a thing to buy by itself.
  package static func isProduct(_ name: String) -> Bool { GlyphTable.isProduct(name) }

  /// Whether a name is that of fruit or vegetables of which people buy some by the piece, and pay them by
  /// weight.
  package static func isLoose(_ name: String) -> Bool {
    GlyphMatch.food(for: name).map(loose.contains) == true
  }

  /// The same of meat and fish as well, but not of mince and ham.
  package static func isWeighed(_ name: String) -> Bool {
    isLoose(name) || isFlesh(name)
  }

  /// Whether a name is that of meat or fish of which people buy some by the piece.
  static func isFlesh(_ name: String) -> Bool {
    GlyphMatch.food(for: name).map(flesh.contains) == true
      && !Folding.plain(name).split(separator: 0x20).contains { word in
        uncounted.contains { (word + [0x20]).starts(with: $0.utf8) }
      }
  }

  /// Beginnings of words, and with a blank behind them whole words.
  private static let uncounted = [
    "ham ", "schinken ", "jambon ", "jamon ", "prosciutto ", "presunto ", "skinke ", "skinka ",
    "kinkku ", "szynka ", "sunka ",
    "ground", "minc", "hack", "hakk", "gehack", "gehakt", "hach", "picad", "molid", "moid",
    "macinat", "fars", "kottfars", "jauheliha", "miel", "mlet", "kiym", "фарш",
  ]

  /// Whether a name is that of what people drink.
  static func isDrink(_ name: String) -> Bool {
    GlyphMatch.glyph(for: name).map(drinks.contains) == true
  }

  private static let drinks = Set("🥛🧃🥤🍺🍻💧🧋".unicodeScalars)
  private static let flesh = Set("🥩🍖🍗🐟🦐🦀🦞🦑🐙".unicodeScalars)
  private static let loose = Set("🍈🍉🍊🍋🍌🍍🥭🍎🍏🍐🍑🥝🍅🥥🥑🍆🥔🥕🌽🫑🥒🥬🥦🧅🍠🎃".unicodeScalars)

  /// Whether what was typed of a name is a whole word, as far as the table of glyphs knows. Where it looks
  /// the same and only an ending is missing it is none: "banan" and "tomat" are other languages’ words for
  /// bananas and tomatoes.
  package static func isWord(_ typed: String, before rest: String) -> Bool {
    guard GlyphTable.isWord(typed) else { return false }
    let ending = rest.prefix { $0 != " " }
    return ending.count > 3
      || GlyphMatch.glyph(for: typed) != GlyphMatch.glyph(for: typed + ending)
  }
}

extension Item {
  /// The emoji that shows it while it has no picture of its own; nil for an item with one of our
  /// pictures, and for a name that says nothing.
  public var glyph: Unicode.Scalar? {
    guard !SeedPictures.names.contains(picture) else { return nil }
    return ItemGlyph.glyph(name: name, category: category)
  }
}
