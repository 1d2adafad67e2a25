import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyUI

@testable import TrolleyTerminal

/// The events decoded when `bytes` arrive in one burst.
private func events(_ bytes: String) -> [TerminalEvent] {
  var decoder = KeyDecoder()
  decoder.feed(bytes.utf8)
  decoder.endBurst()
  return decoder.take()
}

private func keys(_ bytes: String) -> [Key] {
  events(bytes).compactMap { if case .key(let key) = $0 { key } else { nil } }
}

@Suite struct KeyDecoderTests {
  @Test func typing() {
    #expect(keys("a é€") == [.character("a"), .character(" "), .character("é"), .character("€")])
    #expect(keys("牛") == [.character("牛")])
  }

  @Test func marksJoinTheirBaseWithinABurst() {
    #expect(keys("e\u{301}x") == [.character("e\u{301}"), .character("x")])
    #expect(keys("👩‍👧") == [.character("👩‍👧")])
  }

  @Test func aCharacterMayArriveInPieces() {
    var decoder = KeyDecoder()
    for byte in "€".utf8 {
      decoder.feed(byte)
      decoder.endBurst()
    }
    #expect(decoder.take() == [.key(.character("€"))])
  }

  @Test func whatIsNoTextIsReplaced() {
    var decoder = KeyDecoder()
    decoder.feed([0xFF, 0x61, 0xC3, 0x61])
    decoder.endBurst()
    let expected: [TerminalEvent] = ["\u{FFFD}", "a", "a"].map { .key(.character($0)) }
    #expect(decoder.take() == expected)
  }

  @Test func controlLetters() {
    #expect(keys("\u{2}\u{1A}") == [.control("b"), .control("z")])
    #expect(keys("\0\u{1C}\u{1F}") == [.control("@"), .control("\\"), .control("_")])
    #expect(keys("\u{8}\u{7F}") == [.named(.backspace), .named(.backspace)])
    #expect(keys("\r\n\t") == [.named(.enter), .named(.enter), .named(.tab)])
  }

  @Test func escapeAndAlt() {
    #expect(keys("\u{1B}") == [.named(.escape)])
    #expect(keys("\u{1B}x\u{1B}é") == [.alt("x"), .alt("é")])
    #expect(keys("\u{1B}\u{1B}") == [.named(.escape), .named(.escape)])
    #expect(keys("\u{1B}\r") == [.named(.escape), .named(.enter)])
    #expect(keys("\u{1B}\u{7F}") == [.control("w")])
  }

  @Test func keysThatCursesDoesNotKnow() {
    #expect(keys("\u{1B}[A\u{1B}OB\u{1B}[1;5C") == [.named(.up), .named(.down), .named(.right)])
    #expect(keys("\u{1B}[3~\u{1B}[24~") == [.named(.delete), .named(.f12)])
    #expect(keys("\u{1B}[Z") == [.named(.backTab)])
    #expect(keys("\u{1B}[27u\u{1B}[98;5u") == [.named(.escape), .control("b")])
    #expect(keys("\u{1B}[[A\u{1B}OQ") == [.named(.f1), .named(.f2)])
  }

  @Test(arguments: [
    "\u{1B}]10;rgb:ff/ff/ff\u{1B}\\", "\u{1B}[?62;4;22c", "\u{1B}[I\u{1B}[O", "\u{1B}[?997;7n",
    "\u{1B}P>|tmux 3.3a\u{1B}\\", "\u{1B}[12;40R", "\u{1B}[?2026;2$y", "\u{1B}[99;1;2x",
    "\u{1B}[0n", "\u{1B}[3n", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}[<0;3;4m", "\u{1B}[<2;3;4M",
    "\u{1B}[201~",
  ])
  func answersNeverType(answer: String) {
    #expect(keys(answer + "k") == [.character("k")])
  }

  @Test func answersThatItIsWellAreCounted() {
    var decoder = KeyDecoder()
    decoder.feed("\u{1B}[0n\u{1B}[0nk".utf8)
    decoder.endBurst()
    #expect(decoder.takeWellBeings() == 2)
    #expect(decoder.takeWellBeings() == 0)
    #expect(decoder.take() == [.key(.character("k"))])
  }

  @Test func aWindowThatHasTheKeyboardAgainIsToldOnce() {
    var decoder = KeyDecoder()
    decoder.feed("\u{1B}[O".utf8)
    var isFocused = decoder.takeFocus()
    #expect(!isFocused)
    decoder.feed("\u{1B}[I".utf8)
    isFocused = decoder.takeFocus()
    #expect(isFocused)
    isFocused = decoder.takeFocus()
    #expect(!isFocused)
    #expect(decoder.take() == [])
  }

  @Test func theNumberOfColours() {
    #expect(events("\u{1B}P1+r436F=323536\u{1B}\\k") == [.colours(256), .key(.character("k"))])
    #expect(events("\u{1B}P1+r436f=38\u{7}") == [.colours(8)])
    #expect(events("\u{1B}P1+r524742=382F382F38\u{1B}\\") == [.colours(1 << 24)])
    #expect(events("\u{1B}P1+r436F=323536;524742\u{1B}\\") == [.colours(1 << 24)])
    for other in ["0+r436F", "1+r436F", "1+r436F=3", "1+r436F=2D38", "1+r=", "1+r436F=ZZ", "1+r"] {
      #expect(events("\u{1B}P\(other)\u{1B}\\") == [], "\(other)")
    }
  }

  @Test func backgroundAndScheme() {
    #expect(events("\u{1B}]11;rgb:1c1c/ffff/0000\u{7}") == [.background(RGB(0x1C, 0xFF, 0))])
    let schemes = events("\u{1B}[?997;1n\u{1B}[?997;2n")
    #expect(schemes == [.colourScheme(isDark: true), .colourScheme(isDark: false)])
  }

  @Test func anAnswerMayBeCutAnywhere() {
    let answer = Array("\u{1B}]11;rgb:00/80/ff\u{1B}\\\u{1B}[?6c".utf8)
    for cut in 1..<answer.count {
      var decoder = KeyDecoder()
      decoder.expectsReply = true
      decoder.feed(answer[..<cut])
      decoder.endBurst()
      decoder.feed(answer[cut...])
      decoder.endBurst()
      let expected: [TerminalEvent] = [
        .background(RGB(0, 0x80, 0xFF)), .graphics(.attributes([6])),
      ]
      #expect(decoder.take() == expected, "cut at \(cut)")
      #expect(!decoder.expectsReply)
    }
  }

  @Test func mouse() {
    #expect(events("\u{1B}[<0;300;2M") == [.mouse(MouseEvent(kind: .press, x: 299, y: 1))])
    let wheel = events("\u{1B}[<64;1;1M\u{1B}[<69;1;1M")
    #expect(wheel.first == .mouse(MouseEvent(kind: .wheelUp, x: 0, y: 0)))
    #expect(wheel.last == .mouse(MouseEvent(kind: .wheelDown, x: 0, y: 0)))
    #expect(events("\u{1B}[M !\"") == [.mouse(MouseEvent(kind: .press, x: 0, y: 1))])
    #expect(events("\u{1B}[<32;3;4M") == [])
  }

  @Test func pasteIsOneEvent() {
    let text = "2 milk\n\u{1B}[A\t\u{1B}[20x é"
    #expect(events("\u{1B}[200~\(text)\u{1B}[201~q") == [.paste(text), .key(.character("q"))])
  }

  @Test func pasteWithoutEnd() {
    var decoder = KeyDecoder()
    decoder.feed("\u{1B}[200~half\u{1B}[20".utf8)
    decoder.endBurst()
    #expect(decoder.take() == [])
    #expect(decoder.patience == .seconds(1))
    decoder.expire()
    #expect(decoder.take() == [.paste("half")])
    #expect(decoder.patience == nil)
  }

  @Test func pasteIsBounded() {
    var decoder = KeyDecoder()
    decoder.pasteLimit = 1000
    decoder.feed("\u{1B}[200~".utf8)
    decoder.feed(repeatElement(UInt8(ascii: "x"), count: 5000))
    decoder.feed("\u{1B}[201~".utf8)
    guard case .paste(let text) = decoder.take().first else {
      Issue.record("no paste")
      return
    }
    #expect(text.utf8.count == 1000)
  }

  @Test func whatNeverEndsIsDropped() {
    var decoder = KeyDecoder()
    decoder.feed("\u{1B}]11;rgb:00".utf8)
    decoder.endBurst()
    #expect(decoder.patience != nil)
    decoder.expire()
    decoder.feed("a".utf8)
    decoder.endBurst()
    #expect(decoder.take() == [.key(.character("a"))])
  }

  @Test func altBracketIsAKeyWhenNothingFollows() {
    var decoder = KeyDecoder()
    decoder.feed("\u{1B}[".utf8)
    decoder.endBurst()
    #expect(decoder.take() == [])
    decoder.expire()
    #expect(decoder.take() == [.key(.alt("["))])
  }

  @Test func anyBytesAreSurvived() {
    var generator = SystemRandomNumberGenerator()
    var decoder = KeyDecoder()
    for _ in 0..<2000 {
      let bytes = (0..<40).map { _ in
        Bool.random(using: &generator)
          ? UInt8.random(in: 0...255, using: &generator)
          : Array("\u{1B}[]OP<?;0123456789mM~u\\\u{7}".utf8).randomElement(using: &generator)!
      }
      decoder.feed(bytes)
      decoder.endBurst()
      if Bool.random(using: &generator) { decoder.expire() }
    }
    decoder.expire()
    #expect(decoder.patience == nil)
  }
}
