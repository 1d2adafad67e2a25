/// The items page.
public struct ItemsState: Equatable, Sendable {
  public var list = ItemList()
  public var focus: Item.ID?
  /// The focus position, used when the focused item is removed.
  public var focusIndex = 0
  /// The first visible line of the content.
  public var scroll = 0
  public var marks: Set<Item.ID> = []
  public var anchor: Item.ID?
  /// An item that was just put in or taken out stays in place until the focus leaves it or some
  /// seconds pass: the person is looking at it, and the key may have been a slip.
  public var held: Held?
  /// What the last press took out: the next one puts it back as it was.
  var takenOut: [CartLine] = []
  public var query = TextInput.ofSearch
  var search: ItemSearch?

  public struct Held: Equatable, Sendable {
    public let item: Item.ID
    public let until: Int
  }

  public init() {}

  /// Whether the search finds only items that the segment leaves out.
  public var matchesOthers: Bool { list.isEmpty && list.question.found?.isEmpty == false }

  public static func == (a: ItemsState, b: ItemsState) -> Bool {
    a.list == b.list && a.focus == b.focus && a.scroll == b.scroll && a.marks == b.marks
      && a.held == b.held && a.query == b.query
  }
}
