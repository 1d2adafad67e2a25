/// One colour in three shades, packed as in cells: the lit side, the other side, and the shade of a
/// piece that is edge-on or about to disappear.
struct ConfettiShades: Equatable {
  let light: UInt32
  let base: UInt32
  let deep: UInt32

  /// A turning piece shows both sides.
  func colour(turn: Double, isWithered: Bool) -> UInt32 {
    if isWithered { return deep }
    return turn < 0.4 ? light : turn < 0.5 || turn >= 0.9 ? deep : base
  }
}

/// The colours of the pieces. All of them are in the standard 256-colour palette, so they look the
/// same without exact colours.
enum ConfettiColour: CaseIterable {
  case red, orange, gold, green, teal, blue, violet, pink

  /// From deep to pale.
  private var scale: [UInt32] {
    switch self {
    case .red: [0x870000, 0xD70000, 0xFF5F5F, 0xFF8787, 0xFFAFAF]
    case .orange: [0xAF5F00, 0xD75F00, 0xFF8700, 0xFFAF5F, 0xFFD7AF]
    case .gold: [0x875F00, 0xAF8700, 0xFFAF00, 0xFFD75F, 0xFFFFAF]
    case .green: [0x005F00, 0x008700, 0x5FAF00, 0x87D75F, 0xD7FFAF]
    case .teal: [0x005F5F, 0x008787, 0x00AFAF, 0x5FD7D7, 0xAFFFFF]
    case .blue: [0x005FAF, 0x005FFF, 0x5FAFFF, 0x87D7FF, 0xD7FFFF]
    case .violet: [0x5F00AF, 0x875FFF, 0xAF87FF, 0xD7AFFF, 0xFFD7FF]
    case .pink: [0x87005F, 0xD70087, 0xFF5FAF, 0xFF87D7, 0xFFD7FF]
    }
  }

  /// Shades that stand out on a dark or a light background. `tone` makes some pieces paler or
  /// deeper than others: 0, 1 or 2.
  func shades(isDark: Bool, tone: Int) -> ConfettiShades {
    let scale = self.scale.map { 0x0100_0000 | $0 }
    if isDark {
      return ConfettiShades(
        light: scale[min(4, 2 + tone)], base: scale[min(3, 1 + tone)], deep: scale[min(2, tone)])
    }
    return ConfettiShades(
      light: scale[min(2, tone)], base: scale[min(1, tone)], deep: scale[max(0, tone - 1)])
  }
}
