/// What the preview of a pasted list says of one line.
extension PasteSummary.Row {
  /// What stands before its name.
  public var sign: String {
    switch fate {
    case _ where isLeftOut: "-"
    case .new: "+"
    case .known, .repeated, .adds, .ticked: "="
    case .unticked: "↺"
    }
  }

  /// What stands at the right of its name: quantity, price as in the add line, what changes and, where there is room,
  /// outcome, category and store. Where there is none even for what changes, that is counted.
  ///
  /// - Parameter room: the cells for both.
  public func text(_ style: NumberStyle, room: Int) -> String {
    let changes = places(style, areChanged: true)
    let facts = facts(style, isShort: false)
    let short = self.facts(style, isShort: true)
    let uncounted = changes.isEmpty ? [] : ["and " + Wording.count(changes.count, "more change")]
    let texts = [
      fullText(style), Self.joined(changes + facts + [fateText(style)]),
      Self.joined(changes + short + [fateText(style)]), Self.joined(changes + short),
      Self.joined(short + uncounted), Self.joined(short),
    ]
    // A long name is cut before what it costs is.
    func fits(_ text: String, _ name: Int) -> Bool { DisplayWidth.of(text) + name <= room }
    return texts.first { fits($0, nameWidth) } ?? texts.dropFirst().first { fits($0, room / 2) }
      ?? texts.dropFirst().first { fits($0, room / 4) } ?? texts[texts.count - 1]
  }

  /// The cells that all of it needs.
  func width(_ style: NumberStyle) -> Int { DisplayWidth.of(fullText(style)) + nameWidth }

  private var nameWidth: Int { DisplayWidth.of(request.name) + 4 }

  private func fullText(_ style: NumberStyle) -> String {
    Self.joined(
      places(style, areChanged: false) + facts(style, isShort: false) + [fateText(style)])
  }

  private static func joined(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private func fateText(_ style: NumberStyle) -> String {
    switch fate {
    case _ where isLeftOut: isTitle ? "a title, left out" : "left out"
    case .new: request.isInCart ? "new" : "new, not in the cart"
    case .known: request.isInCart ? "known" : "known, not put in the cart"
    case .repeated: "as above"
    case .adds(let quantity): "adds to \(outcome.item.words(quantity, style))"
    case .ticked: "in the cart"
    case .unticked: "wanted again"
    }
  }

  /// Its category and its store, with what they were.
  private func places(_ style: NumberStyle, areChanged: Bool) -> [String] {
    let old = outcome.replacedValues(style)
    func text(_ sign: String, _ name: String?, was: String?) -> String? {
      areChanged && was == nil ? nil : name.map { sign + $0 + Self.was(was) }
    }
    // Something that is there keeps its category: a heading is a note's order.
    let keepsCategory = request.keepsCategory && fate != .new
    return [
      keepsCategory ? nil : text("#", request.category, was: old.category),
      text("!", request.store, was: old.store),
    ].compactMap { $0 }
  }

  private func facts(_ style: NumberStyle, isShort: Bool) -> [String] {
    // A number counts packs of some things, and no number means one of what a price is for.
    let isSaid = request.quantity != nil || request.isInCart && outcome.added != .one
    let amount = fate == .ticked ? request.quantity : isSaid ? outcome.added : nil
    return [
      amount.map { outcome.item.words($0, style) },
      outcome.price(style, isShort: isShort).map {
        $0 + Self.was(outcome.replacedValues(style).price)
      },
      request.isPicked ? "✓" : nil, isShort ? nil : outcome.kept(style),
    ].compactMap { $0 }
  }

  private static func was(_ old: String?) -> String { old.map { ", was " + $0 } ?? "" }
}
