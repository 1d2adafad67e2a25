import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport

@testable import TrolleyUI

/// The notes of starred stores, wherever there is room for them.
@Suite struct StoreNotesTests {
  private func shopper(_ size: Size, _ stores: [StoreDraft]) -> TestApp {
    let shopper = TestApp(size: size)
    shopper.press("3")
    for store in stores {
      shopper.press("a")
      for text in [store.name, store.address, store.phone, store.email, store.note] {
        shopper.type(text ?? "")
        shopper.press("tab")
      }
      shopper.press("ctrl-s")
    }
    shopper.press("home")
    return shopper
  }

  private static let short = [
    StoreDraft(name: "Aldi", address: "2 Low Road", note: "closed at noon"),
    StoreDraft(name: "Corner shop", address: "114 Riverside Lane North, behind the church"),
  ]
  private static let long = [
    StoreDraft(
      name: "Aldi", address: "2 Low Road, Northampton", phone: "+44 20 7946 0018",
      email: "orders@aldi.example", note: "closed at noon"),
    StoreDraft(name: "Corner shop", address: "114 Riverside Lane North, behind the church"),
  ]

  private func rows(_ shopper: TestApp) -> [String] {
    shopper.canvas.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test(arguments: [80, 100, 200]) func aShortNoteStandsInTheRow(_ width: Int) throws {
    let rows = rows(shopper(Size(width: width, height: 24), Self.short))
    #expect(rows.contains { $0.contains("Aldi") && $0.contains("closed at noon") })
    #expect(rows.contains { $0.contains("behind the church") })
  }

  @Test func `the title of the notes stands behind that of an empty column`() {
    let stores = [
      StoreDraft(name: "Aldi", note: "closed at noon"), StoreDraft(name: "Rewe", phone: "0301"),
    ]
    let rows = rows(shopper(Size(width: 100, height: 24), stores))
    #expect(rows.contains { $0.contains("e-mail  note") })
  }

  @Test(arguments: [40, 60, 80, 100]) func anyOtherNoteStandsOnASecondLine(_ width: Int) throws {
    let shopper = shopper(Size(width: width, height: 24), Self.long)
    let rows = rows(shopper)
    let at = try #require(rows.firstIndex { $0.contains("Aldi") })
    #expect(rows[at + 1].contains("closed at noon"))
    if width < 60 { #expect(rows[at + 1].contains("+44 20 7946 0018")) }
    let next = try #require(rows.firstIndex { $0.contains("Corner shop") })
    #expect(next == at + 2)
    // A click on either line chooses the store.
    shopper.click(x: 10, y: next + 1)
    #expect(shopper.session.stores.index == 1)
  }

  @Test func withNotesTheFocusStaysOnTheScreen() {
    let stores = (1...12).map {
      StoreDraft(name: "Shop \($0)", address: String(repeating: "x", count: 60), note: "n\($0)")
    }
    let shopper = shopper(Size(width: 80, height: 12), stores)
    for number in 1...12 {
      let row = rows(shopper).first { $0.hasPrefix("▸") }
      #expect(row?.contains("Shop \(number) ") == true)
      #expect(shopper.canvas.text.contains("n\(number)"))
      shopper.press("down")
    }
  }

  @Test func withoutNotesAStoreHasOneLine() {
    let plain = Self.long.map { store in
      var store = store
      store.note = nil
      return store
    }
    #expect(shopper(.standard, plain).state.storesLayout.rowHeight == 1)
  }

  @Test func `what the table cuts is shown whole`() throws {
    let store = StoreDraft(
      name: "Corner shop at the market", address: "114 Riverside Lane North, behind the church",
      phone: "+44 20 7946 0018", email: "orders.of.the.shop@corner.example",
      note: "Closed on Mondays; ask for Joe at the back door")
    let shopper = shopper(.small, [store])
    #expect(!shopper.canvas.text.contains("behind the church"))
    shopper.press("v")
    let words = try #require(shopper.dialog?.message)
    for text in [store.name, store.address, store.phone, store.email, store.note] {
      #expect(words.contains(try #require(text)))
    }
  }
}
