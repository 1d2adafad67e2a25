import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyUI

@Suite struct KeymapTests {
  let bindings = Keymap.standard.bindings

  @Test func noKeyIsTwiceInAScope() {
    for use in ListMode.allCases {
      for scope in Scope.allCases {
        let keys = bindings.filter { $0.scopes.contains(Scopes(scope)) && $0.isAvailable(in: use) }
          .flatMap(\.keys.all)
        let twice = Dictionary(grouping: keys) { $0 }.filter { $0.value.count > 1 }
        #expect(twice.isEmpty, "\(scope): \(twice.keys)")
      }
    }
  }

  @Test func `a scope has its own name, the one in people's settings files`() {
    for scope in Scope.allCases {
      // Settings files say "shop" where the code says what is shown.
      #expect(scope.name == (scope == .storeDetails ? "shop" : String(describing: scope)))
      #expect(Scope.named(scope.name) == scope)
    }
  }

  /// A screen may override a global key: on purpose, and only these.
  @Test func screensTakeOnlyTheseKeysFromTheRest() {
    let everywhere = bindings.filter { $0.scopes == .everywhere }
    var taken: Set<String> = []
    for scope in Scope.allCases where scope != .everywhere && !scope.isText {
      for key in bindings.filter({ $0.scopes.contains(Scopes(scope)) }).flatMap(\.keys.all)
      where everywhere.contains(where: { $0.keys.contains(key) }) {
        taken.insert("\(scope) \(key)")
      }
    }
    #expect(
      taken == [
        "stores a", "stores A", "nearby a", "nearby A", "people a", "people A", "dialog tab",
        "dialog shift-tab",
        "provider o", "provider y", "code o", "code y", "storeDetails o",
        "product o", "product y",
      ])
  }

  @Test func everyCommandHasAKeyOrIsOnTheShortList() {
    let bound = Set(bindings.filter { !$0.keys.text.isEmpty }.map(\.command))
    let without = Command.all.filter { !bound.contains($0) }
    let segments = ItemSegment.allCases.map { Command.showSegment($0) }
    #expect(
      Set(without)
        == Set(
          [
            .removePerson, .inviteAnew, .signOutNow, .dropMail, .noteMailSent, .relabelPrices,
            .chooseTheme, .switchMotion, .showNearby,
            .chooseUse, .makePersonal, .finishShopping, .finishAll, .orderCart,
            .emptyCart,
            .explainFiles, .forgetConflicts, .removeMachine, .leaveListNow, .leaveListAnyway,
          ]
            + segments))
    for command in ScreenID.allCases.map({ Command.show($0) }) + segments {
      #expect(Command.all.contains(command))
    }
  }

  @Test func commandsHaveTheirOwnNamesAndTitlesThatFit() {
    #expect(Set(Command.all).count == Command.all.count)
    #expect(Set(Command.all.map(\.name)).count == Command.all.count)
    for row in CommandTable.rows {
      for scope in Scope.allCases {
        let title = row.title(in: scope)
        #expect(!title.isEmpty && title.count <= 60)
      }
    }
  }

  /// They are in people's settings files.
  @Test func `the names of commands stay as they are`() {
    for row in CommandTable.rows {
      switch row.command {
      case .show(let page): #expect(row.name == "show" + page.title)
      case .showSegment(let segment): #expect(row.name == "showSegment" + segment.title)
      default: #expect(row.name == String(describing: row.command))
      }
    }
  }

  @Test func keysAreReadAsTheyAreWritten() {
    for name in bindings.flatMap(\.keys.all) { #expect(Key(text: name)?.text == name) }
    for text in ["", "ctrl-", "ctrl-ab", "hyper-x", "f13", "alt-"] {
      #expect(Key(text: text) == nil)
    }
  }

  @Test(arguments: Scope.allCases.filter(\.isText)) func printableKeysTypeInFields(_ scope: Scope) {
    for character in "aqQ1 :?/*" {
      #expect(Keymap.standard.command(for: .character(character), in: scope) == nil)
    }
    #expect(Keymap.standard.command(for: .control("q"), in: scope) == .quit)
  }

  /// Where only some fit, they are the first ones and the last.
  @Test(arguments: Scenario.all) func hintsThatFitAreTheFirstAndTheLast(_ scene: Scenario) {
    let state = scene.shopper(.standard).state
    let all = state.hints
    for count in 0...all.count {
      var left = count
      let some = state.hints { _ in
        left -= 1
        return left >= 0
      }
      #expect(some == (count == 0 ? [] : Array(all.dropLast().prefix(count - 1)) + all.suffix(1)))
    }
  }

  @Test(arguments: Scenario.all) func everyHintWorksOnThatVeryScreen(_ scene: Scenario) throws {
    let hints = scene.shopper(.standard).hints
    #expect(!hints.isEmpty)
    for hint in hints {
      // A repeated refusal looks the same.
      if [.open, .submit].contains(hint.command),
        scene.name.contains("error") || scene.name.contains("refused")
      {
        continue
      }
      let shopper = scene.shopper(.standard)
      let key = try #require(Key(text: hint.key), "\(hint.key) is no key")
      #expect(
        shopper.keymap.command(for: key, in: shopper.session.scope, use: shopper.shared.use)
          == hint.command, "\(hint)")
      let before = shopper.state
      _ = shopper.takeEffects()
      shopper.press(key)
      #expect(
        shopper.state != before || !shopper.effects.isEmpty,
        "\(scene.name): \(hint.key) \(hint.label) does nothing")
    }
  }

  @Test(arguments: ScreenID.allCases)
  func keysInHelpAndPaletteWorkOnThatPage(_ page: ScreenID) throws {
    for command in [Command.help, .palette] {
      let shopper = TestApp()
      shopper.perform(.show(page))
      let scope = shopper.session.scope
      shopper.perform(command)
      for entry in try #require(shopper.picker).all
      where entry.command != nil && entry.page == nil {
        for name in entry.detail.split(separator: " ") {
          let key = try #require(Key(text: name), "\(name) is no key")
          let command = shopper.keymap.command(for: key, in: scope)
          #expect(command == entry.command, "\(name) on \(scope)")
        }
      }
    }
  }

  // MARK: Custom keys

  private func custom(_ pairs: [(String, [String])]) -> (keymap: Keymap, complaints: [String]) {
    Keymap.customised(pairs.map { Keymap.Custom(name: $0.0, keys: $0.1) })
  }

  /// A custom global key works on every page, even if the page used it.
  @Test func onesOwnKeyForEverywhereWorksOnEveryPage() {
    let (keymap, complaints) = custom([("undo", ["ctrl-u"])])
    #expect(complaints == ["keys: halfPageUp has no key left, now that ctrl-u is for undo."])
    for scope in Scope.allCases where !scope.isText && !scope.isForDigits {
      #expect(keymap.command(for: Key(text: "ctrl-u")!, in: scope) == .undo, "\(scope)")
    }
    let shopper = TestApp(keymap: keymap)
    shopper.press("d")
    #expect(shopper.notice.hasSuffix("ctrl-u to undo"))
    shopper.press("ctrl-u")
    #expect(shopper.shared.items.count == 7)
  }

  @Test func aCommandWithoutAKeyIsTold() {
    let (keymap, complaints) = custom([("undo", ["d"])])
    #expect(complaints.isEmpty)
    #expect(keymap.key(for: .delete, in: .items) == "delete")
    #expect(keymap.command(for: "d", in: .items) == .undo)
    let (page, words) = custom([("items.toggle", ["u"])])
    #expect(
      words
        == ["items", "catalogue"].map {
          "keys: undo has no key on the page \($0), now that u is for toggle."
        })
    #expect(page.command(for: "u", in: .items) == .toggle)
    #expect(page.command(for: "u", in: .cart) == .undo)
    #expect(page.key(for: .undo, in: .items) == nil)
    let (_, clash) = custom([("undo", ["x"]), ("items.toggle", ["x"])])
    #expect(clash.count == 1 && clash[0].contains("wanted for both"))
  }

  @Test func `a command of all screens can have a key of its own on one`() {
    let (keymap, complaints) = custom([("orders.mail", ["f7"]), ("items.undo", ["x"])])
    #expect(complaints.isEmpty, "\(complaints)")
    #expect(keymap.command(for: "f7", in: .orders) == .mail)
    #expect(keymap.command(for: "f7", in: .cart) == nil)
    #expect(keymap.command(for: "m", in: .cart) == .mail)
    #expect(keymap.key(for: .mail, in: .orders) == "f7")
    #expect(keymap.command(for: "x", in: .items) == .undo)
    #expect(custom([("form.undo", ["f7"])]).complaints.count == 1)
  }

  @Test func `a key that was not given away takes none from another command`() {
    let (keymap, complaints) = custom([("items.toggle", ["space"]), ("help", ["space"])])
    #expect(
      complaints == ["keys: space is wanted for both toggle and help; it stays with the first."])
    #expect(keymap.command(for: "space", in: .items) == .toggle)
    #expect(keymap.command(for: "space", in: .cart) == .toggle)
  }

  @Test func `a control key that no terminal sends is told`() {
    let (keymap, complaints) = custom([("quit", ["ctrl-ü"])])
    #expect(complaints == ["keys: “ctrl-ü” is not the name of a key (quit)."])
    #expect(keymap.command(for: "Q", in: .items) == .quit)
  }

  @Test func onesOwnKeyTakesThePlaceOfTheUsualOne() {
    let (keymap, complaints) = custom([("items.toggle", ["x"])])
    #expect(complaints.isEmpty)
    #expect(keymap.command(for: "x", in: .items) == .toggle)
    #expect(keymap.command(for: "space", in: .items) == nil)
    #expect(keymap.command(for: "space", in: .cart) == .toggle)
    let shopper = TestApp(keymap: keymap)
    #expect(shopper.hints.first?.key == "x")
    shopper.press("x")
    #expect(shopper.shared.cart.count == 1)
  }

  @Test func `a key of a page is that of its other segment, too`() {
    let (keymap, complaints) = custom([("items.toggle", ["x"])])
    #expect(complaints.isEmpty)
    #expect(keymap.command(for: "x", in: .catalogue) == .toggle)
    #expect(keymap.command(for: "space", in: .catalogue) == nil)
    let (both, words) = custom([("items.toggle", ["x"]), ("catalogue.toggle", ["f7"])])
    #expect(words.isEmpty)
    #expect(both.command(for: "x", in: .catalogue) == nil)
    #expect(both.command(for: "f7", in: .catalogue) == .toggle)
  }

  @Test func aNameWithoutAScopeMeansAll() {
    let (keymap, _) = custom([("toggle", ["x"])])
    #expect(keymap.command(for: "x", in: .items) == .toggle)
    #expect(keymap.command(for: "x", in: .cart) == .toggle)
  }

  @Test func anUnknownCommandAndAnUnknownKeyAreTold() {
    let (keymap, complaints) = custom([("items.fly", ["x"]), ("items.toggle", ["hyper-x"])])
    #expect(complaints.count == 2)
    #expect(complaints[0].contains("items.fly"))
    #expect(complaints[1].contains("hyper-x"))
    #expect(keymap == .standard)
  }

  @Test func twoOfOnesOwnOnOneKeyAreAClash() {
    let (keymap, complaints) = custom([("items.star", ["x"]), ("items.edit", ["x"])])
    #expect(complaints.count == 1)
    #expect(complaints.first?.contains("both star and edit") == true)
    #expect(keymap.command(for: "x", in: .items) == .star)
  }

  @Test func aCommandThatLosesItsLastKeyIsTold() {
    let (keymap, complaints) = custom([("items.star", ["e"])])
    #expect(complaints.first?.contains("edit has no key left") == true)
    #expect(keymap.command(for: "e", in: .items) == .star)
  }
}

extension TestApp {
  var hints: [Hint] { state.hints }
}
