import Testing
import TrolleyTestSupport

@testable import TrolleyMachine

/// What pages and hints look up in each frame.
@Suite struct PageSearchTests {
  @Test func `keys go into the search field of each page that has one`() {
    var session = TestApp().session
    var count = 0
    for id in ScreenID.allCases {
      session.page = id
      #expect(!session.isSearching)
      session.isInSearchField = true
      #expect(session.isSearching == (session.shownPage.search != nil), "\(id)")
      if session.isSearching { count += 1 }
    }
    #expect(count >= 5)
  }

  @Test func `a changed key is hinted at once`() {
    var session = TestApp().session
    let standard = session.keymap.key(for: .undo, in: .items)
    #expect(standard == "u")
    session.keymap = Keymap.customised([.init(name: "undo", keys: ["x"])]).keymap
    #expect(session.keymap.key(for: .undo, in: .items) == "x")
    #expect(Keymap.standard.key(for: .undo, in: .items) == "u")
    #expect(session.keymap != .standard)
  }
}
