/// What drawing needs to know about the terminal besides its size.
public struct RenderContext: Equatable, Sendable {
  public enum Pictures: Sendable {
    /// Coloured blocks, blocks in shades of brightness, or a symbol for each category.
    case colour, shades, signs
  }

  public var isUnicode: Bool
  public var pictures: Pictures
  public var isDark: Bool
  /// Sixteen or fewer: enough for pictures designed for them, but photographs would lose their greens
  /// and pastels to one grey, so they are dithered.
  public var hasFewColours: Bool
  /// Eight at the most.
  public var hasEightColours = false

  public init(
    isUnicode: Bool = true, pictures: Pictures = .colour, isDark: Bool = true,
    hasFewColours: Bool = false
  ) {
    self.isUnicode = isUnicode
    self.pictures = pictures
    self.isDark = isDark
    self.hasFewColours = hasFewColours
  }

  /// Whether this is a program's first frame, in which nothing may be drawn that can wait.
  public var isFirstFrame = false

  /// Whether a tile that looks as in an earlier frame is copied from there rather than drawn.
  public var reusesTiles = true

  /// How pictures are shown in real pixels; nil for cells. From the state.
  var pixels: TerminalGraphics.Method?

  /// Whether a cell has six parts. From the state.
  var hasSextants = false

  /// Whether maps from above are drawn in shades of brightness.
  var drawsPhotosInShades: Bool { pictures == .shades || pictures == .colour && hasFewColours }

  /// Whether the screen is dark: a chosen theme takes precedence over the terminal's answer.
  func isDark(in theme: ThemeChoice) -> Bool {
    switch theme {
    case .dark: true
    case .light: false
    case .automatic, .highContrast, .none: isDark
    }
  }
}

/// Draws the whole screen: header, banner, page, overlays, footer, and confetti on top. A pure
/// function of the state.
public func render(_ state: AppState, context: RenderContext = RenderContext()) -> Canvas {
  var canvas = Canvas(
    size: state.session.size, isUnicode: context.isUnicode,
    isDark: context.isDark(in: state.session.theme))
  let layout = state.session.layout
  var context = context
  if state.session.theme == .none, context.pictures == .colour { context.pictures = .shades }
  context.pixels = context.pictures == .colour ? state.session.pixels : nil
  context.hasSextants =
    state.session.preferences.usesSextants && context.pictures == .colour && !context.hasFewColours
  guard !layout.isTooSmall else {
    let text = DisplayWidth.fitting("make me bigger", layout.size.width)
    canvas.write(
      text,
      at: Point(
        x: max(0, (layout.size.width - DisplayWidth.of(text)) / 2), y: layout.size.height / 2))
    return canvas
  }
  if state.session.isLocked {
    drawLocked(state, layout, context, on: &canvas)
    return canvas
  }
  Header.draw(state, layout, on: &canvas)
  if layout.bannerHeight > 0 { Banner.draw(state, layout, on: &canvas) }
  draw(ScreenID.kinds, state, layout, context, on: &canvas)
  Footer.draw(state, layout, on: &canvas)
  ConfettiOverlay.drawNames(state, layout, context, on: &canvas)
  drawOverlays(state, layout, context, on: &canvas)
  ConfettiOverlay.draw(state, layout, context, on: &canvas)
  return canvas
}

/// The screen before sign-in: nothing of the list.
private func drawLocked(
  _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext, on canvas: inout Canvas
) {
  if layout.bannerHeight > 0 { Banner.draw(state, layout, on: &canvas) }
  if state.session.signIn.takesPassword {
    HouseholdSignInScreen.draw(state, layout, on: &canvas)
  } else {
    SignInScreen.draw(state, layout, on: &canvas)
  }
  Footer.drawLastLine(state, layout, on: &canvas)
  drawOverlays(state, layout, context, on: &canvas)
}

private func drawOverlays(
  _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext, on canvas: inout Canvas
) {
  let overlays = state.session.overlays
  for (at, overlay) in overlays.enumerated() {
    // The details below a form would show around its edges.
    if case .details = overlay, overlays.indices.contains(at + 1), case .form = overlays[at + 1] {
      continue
    }
    // What is below cannot be clicked; the hints can, since they are those of the topmost overlay.
    canvas.hits.removeAll { $0.area.y != layout.hintLine }
    draw(overlay, Overlay.kinds, state, layout, context, on: &canvas)
  }
  // The line that is being typed says it itself.
  if let notice = state.session.notice, let last = overlays.last {
    if case .quickAdd = last { return }
    Footer.draw(notice, state, layout, on: &canvas)
  }
}

/// A page as it is drawn, in the file of its screen.
protocol Screen: PageKind {
  static func draw(
    _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext, on canvas: inout Canvas)
}

/// An overlay as it is drawn.
protocol OverlayDrawing: OverlayState {
  static func draw(
    _ overlay: Self, _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext,
    on canvas: inout Canvas)
}

/// Draws the page shown. The compiler checks that each of the kinds is a screen.
private func draw<each S: Screen>(
  _ kinds: (repeat (each S).Type), _ state: AppState, _ layout: ScreenLayout,
  _ context: RenderContext, on canvas: inout Canvas
) {
  func draw<Kind: Screen>(_ kind: Kind.Type) {
    if kind == state.session.shownKind { kind.draw(state, layout, context, on: &canvas) }
  }
  for kind in repeat each kinds { draw(kind) }
}

/// Draws an overlay, whose state is of one of the kinds.
private func draw<each S: OverlayDrawing>(
  _ overlay: Overlay, _ kinds: (repeat (each S).Type), _ state: AppState, _ layout: ScreenLayout,
  _ context: RenderContext, on canvas: inout Canvas
) {
  let content = overlay.state
  func draw<State: OverlayDrawing>(_ kind: State.Type) {
    guard let content = content as? State else { return }
    State.draw(content, state, layout, context, on: &canvas)
  }
  for kind in repeat each kinds { draw(kind) }
}
