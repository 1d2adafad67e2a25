import Testing
import TrolleyTestSupport

@testable import TrolleyMachine

/// What pages and hints look up in each frame.
@Suite struct PageSearchTests {
  @Test func `keys go into the search field of each page that has one`() {
    let session = TestApp().session
    var count = 0
    for page in ScreenID.allPages {
      guard let search = page.search else { continue }
      count += 1
      var typing = session
      typing[keyPath: search.isTyping] = true
      // Whichever page is shown, it is looked at.
      for id in ScreenID.allCases {
        typing.page = id
        let isShown = typing.shownPage.search?.isTyping == search.isTyping
        #expect(typing.isSearching == isShown, "\(page.scope) on \(id)")
      }
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
