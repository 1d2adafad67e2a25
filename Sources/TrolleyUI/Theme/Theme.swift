/// A colour as a theme defines it.
public enum Colour: Hashable, Sendable {
  /// The terminal's own.
  case standard
  /// An exact colour, with the entry of the 16-colour palette for terminals with few colours.
  case exact(RGB, basic: UInt8)
  /// An entry of the terminal's own 16-colour palette, on every terminal.
  case basic(UInt8)
}

/// How a role looks.
public struct Ink: Hashable, Sendable {
  public var foreground: Colour
  public var background: Colour
  public var emphasis: Emphasis

  public init(_ foreground: Colour, on background: Colour = .standard, _ emphasis: Emphasis = []) {
    self.foreground = foreground
    self.background = background
    self.emphasis = emphasis
  }
}

/// Roles to inks. `TrolleyTerminal` turns inks into what the terminal can do.
public struct Theme: Sendable {
  public let name: String
  private let inks: [Ink]

  init(name: String, _ ink: (Role) -> Ink) {
    self.name = name
    inks = Role.allCases.map(ink)
  }

  public subscript(role: Role) -> Ink { inks[Int(role.rawValue)] }
}

extension Theme {
  private static func rgb(_ hex: UInt32, _ basic: UInt8) -> Colour {
    .exact(RGB(UInt8(hex >> 16 & 255), UInt8(hex >> 8 & 255), UInt8(hex & 255)), basic: basic)
  }

  /// Its red is the bright one: of few colours the other can hardly be read on black.
  public static let dark = Theme(name: "dark") { role in
    switch role {
    case .text: Ink(.standard)
    case .dim: Ink(rgb(0x949494, 8))
    case .accent: Ink(rgb(0x5FAFD7, 6), .bold)
    case .success: Ink(rgb(0x87AF5F, 2), .bold)
    case .warning: Ink(rgb(0xD7AF5F, 3))
    case .danger: Ink(rgb(0xFF8787, 9))
    case .star: Ink(rgb(0xFF5F5F, 9))
    case .selection: Ink(rgb(0xFFFFFF, 7), on: rgb(0x303A45, 4), .bold)
    case .border: Ink(rgb(0x585858, 8))
    case .borderOn: Ink(rgb(0x5F875F, 2))
    case .title: Ink(.standard, .bold)
    case .picked: Ink(rgb(0xE58A8A, 9), .strike)
    case .bar: Ink(rgb(0xD79B3F, 3), on: rgb(0x303030, 0))
    case .barDone: Ink(rgb(0x87AF5F, 2), on: rgb(0x303030, 0))
    case .barEmpty: Ink(rgb(0x4E4E4E, 8), on: rgb(0x303030, 0))
    case .field: Ink(.standard, on: rgb(0x262626, 0))
    case .fieldFocus: Ink(rgb(0xFFFFFF, 7), on: rgb(0x303A45, 4))
    case .match: Ink(rgb(0xFFD75F, 3), [.bold, .underline])
    case .banner: Ink(rgb(0x1C1C1C, 0), on: rgb(0xD7AF5F, 3))
    case .shade: Ink(rgb(0x585858, 8))
    }
  }

  /// With few colours there is no yellow and no white ink: on a light background neither is seen.
  public static let light = Theme(name: "light") { role in
    switch role {
    case .text: Ink(.standard)
    case .dim: Ink(rgb(0x6C6C6C, 8))
    case .accent: Ink(rgb(0x005F87, 4), .bold)
    case .success: Ink(rgb(0x2E7D32, 2), .bold)
    case .warning: Ink(rgb(0x875F00, 5))
    case .danger: Ink(rgb(0xAF0000, 1))
    case .star: Ink(rgb(0xD70000, 1))
    case .selection: Ink(rgb(0x000000, 0), on: rgb(0xD7E7F3, 6), .bold)
    case .border: Ink(rgb(0xBCBCBC, 8))
    case .borderOn: Ink(rgb(0x87AF87, 2))
    case .title: Ink(.standard, .bold)
    case .picked: Ink(rgb(0xAF0000, 1), .strike)
    case .bar: Ink(rgb(0xD7871F, 3), on: rgb(0xE4E4E4, 7))
    case .barDone: Ink(rgb(0x2E7D32, 2), on: rgb(0xE4E4E4, 7))
    case .barEmpty: Ink(rgb(0xBCBCBC, 8), on: rgb(0xE4E4E4, 7))
    case .field: Ink(.standard, on: rgb(0xEEEEEE, 7))
    case .fieldFocus: Ink(rgb(0x000000, 0), on: rgb(0xD7E7F3, 6))
    case .match: Ink(rgb(0x875F00, 5), [.bold, .underline])
    case .banner: Ink(rgb(0x1C1C1C, 0), on: rgb(0xFFD787, 3))
    case .shade: Ink(rgb(0xBCBCBC, 8))
    }
  }

  /// Only the extremes of the scale, and never a difference in colour alone.
  public static let highContrast = Theme(name: "high contrast") { role in
    switch role {
    case .text, .dim, .field, .shade: Ink(.standard)
    case .accent: Ink(.standard, [.bold, .underline])
    case .success: Ink(.standard, .bold)
    case .warning, .danger, .banner: Ink(.standard, [.bold, .reverse])
    case .star, .title: Ink(.standard, .bold)
    case .selection, .fieldFocus: Ink(.standard, .reverse)
    case .border, .borderOn: Ink(.standard)
    case .picked: Ink(.standard, .strike)
    case .bar, .barDone: Ink(.standard, .bold)
    case .barEmpty: Ink(.standard)
    case .match: Ink(.standard, [.bold, .underline])
    }
  }

  /// No colour at all: bold, underline and reverse do the work.
  public static let plain = Theme(name: "no colour") { role in
    switch role {
    case .dim, .border, .shade, .barEmpty: Ink(.standard, .dim)
    case .text, .field, .borderOn: Ink(.standard)
    case .accent: Ink(.standard, .bold)
    case .success, .title, .star, .warning: Ink(.standard, .bold)
    case .danger, .banner: Ink(.standard, .reverse)
    case .selection, .fieldFocus: Ink(.standard, .reverse)
    case .picked: Ink(.standard, [.strike, .dim])
    case .bar, .barDone: Ink(.standard, .bold)
    case .match: Ink(.standard, [.bold, .underline])
    }
  }
}
