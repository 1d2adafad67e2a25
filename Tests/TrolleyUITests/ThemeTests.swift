import Foundation
import Testing
import TrolleyModel

@testable import TrolleyUI

@Suite struct ThemeTests {
  static let themes = [Theme.dark, .light, .highContrast, .plain]
  /// Roles with text or signs that must be readable; borders and empty bars only divide.
  static let read: [Role] = [
    .text, .dim, .accent, .success, .warning, .danger, .star, .selection, .title, .picked, .field,
    .fieldFocus, .match, .banner,
  ]

  @Test func lettersTellRolesApart() {
    #expect(Set(Role.allCases.map(\.letter)).count == Role.allCases.count)
  }

  /// On white, neither can be read.
  @Test func `with few colours the light theme has no yellow and no white text`() {
    for role in Role.allCases {
      let ink = Theme.light[role]
      guard case .exact(_, let basic) = ink.foreground, case .standard = ink.background else {
        continue
      }
      #expect(![3, 7, 11, 15].contains(basic), "\(role)")
    }
  }

  /// On black, neither can be read.
  @Test func `with few colours the dark theme has no dark red and no blue text`() {
    for role in Self.read {
      let ink = Theme.dark[role]
      guard case .exact(_, let basic) = ink.foreground, case .standard = ink.background else {
        continue
      }
      #expect(![0, 1, 4].contains(basic), "\(role)")
    }
  }

  @Test func plainAndHighContrastHaveNoColours() {
    for theme in [Theme.plain, .highContrast] {
      for role in Role.allCases {
        #expect(theme[role].foreground == .standard, "\(theme.name) \(role)")
        #expect(theme[role].background == .standard, "\(theme.name) \(role)")
      }
    }
  }

  @Test func withoutColoursTheseRolesStillLookTheirOwn() {
    for theme in [Theme.plain, .highContrast] {
      for role in [Role.accent, .selection, .fieldFocus, .picked, .banner, .danger, .match, .title]
      {
        #expect(theme[role] != theme[.text], "\(theme.name) \(role)")
      }
    }
  }

  @Test func nothingIsMarkedByColourAlone() {
    for theme in [Theme.dark, .light] {
      #expect(theme[.picked].emphasis.contains(.strike))
      #expect(theme[.match].emphasis.contains(.underline))
    }
  }

  @Test(arguments: [(Theme.dark.name, 0x121212), (Theme.light.name, 0xFAFAFA)])
  func whatIsReadStandsOut(_ name: String, _ ground: Int) throws {
    let theme = try #require(Self.themes.first { $0.name == name })
    for role in Self.read {
      let least = [.text, .dim, .accent, .title].contains(role) ? 4.5 : 3
      let contrast = contrast(theme[role], on: RGB(hex: ground))
      #expect(contrast >= least, "\(name) \(role): \(contrast)")
    }
  }

  /// The terminal's default colour counts as the best possible on its default background.
  private func contrast(_ ink: Ink, on ground: RGB) -> Double {
    guard case .exact(let foreground, _) = ink.foreground else { return 21 }
    var ground = ground
    if case .exact(let own, _) = ink.background { ground = own }
    let a = luminance(foreground)
    let b = luminance(ground)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private func luminance(_ c: RGB) -> Double {
    func linear(_ v: UInt8) -> Double {
      let s = Double(v) / 255
      return s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue)
  }
}

extension RGB {
  fileprivate init(hex: Int) {
    self.init(UInt8(hex >> 16 & 255), UInt8(hex >> 8 & 255), UInt8(hex & 255))
  }
}
