/// What drawing needs to know about the terminal besides its size.
public struct RenderContext: Equatable, Sendable {
  public enum Pictures: Sendable {
    /// Coloured blocks, blocks in shades of brightness, or a symbol for each category.
    case colour, shades, signs
  }

  public var isUnicode: Bool
  public var pictures: Pictures
  public var isDark: Bool
  /// Sixteen or fewer: enough for pictures designed for them, but photographs and maps would lose
  /// their greens and pastels to one grey.
  public var hasFewColours: Bool

  public init(
    isUnicode: Bool = true, pictures: Pictures = .colour, isDark: Bool = true,
    hasFewColours: Bool = false
  ) {
    self.isUnicode = isUnicode
    self.pictures = pictures
    self.isDark = isDark
    self.hasFewColours = hasFewColours
  }

  /// Whether photographs and maps are drawn in shades of brightness.
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
  switch state.session.page {
  case .items where state.showsCatalogue: CatalogueScreen.draw(state, layout, context, on: &canvas)
  case .items: ItemsScreen.draw(state, layout, context, on: &canvas)
  case .cart: CartScreen.draw(state, layout, on: &canvas)
  case .stores where state.session.nearby.isShown: NearbyScreen.draw(state, layout, on: &canvas)
  case .stores: StoresScreen.draw(state, layout, on: &canvas)
  case .orders: OrdersScreen.draw(state, layout, on: &canvas)
  case .people: PeopleScreen.draw(state, layout, on: &canvas)
  case .settings: SettingsScreen.draw(state, layout, on: &canvas)
  }
  Footer.draw(state, layout, on: &canvas)
  for (at, overlay) in state.session.overlays.enumerated() {
    // The details below a form would show around its edges.
    if case .details = overlay, state.session.overlays.indices.contains(at + 1),
      case .form = state.session.overlays[at + 1]
    {
      continue
    }
    draw(overlay, state, layout, context, on: &canvas)
  }
  ConfettiOverlay.draw(state, context, on: &canvas)
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
  Footer.drawHints(state.hints, layout, on: &canvas)
  for overlay in state.session.overlays { draw(overlay, state, layout, context, on: &canvas) }
}

private func draw(
  _ overlay: Overlay, _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext,
  on canvas: inout Canvas
) {
  switch overlay {
  case .details(let details): DetailsOverlay.draw(details, state, layout, context, on: &canvas)
  case .picker(let picker): PickerOverlay.draw(picker, state, layout, on: &canvas)
  case .form(let form): FormOverlay.draw(form, state, layout, on: &canvas)
  case .dialog(let dialog): DialogOverlay.draw(dialog, layout, on: &canvas)
  case .consent(let consent): ConsentOverlay.draw(consent, layout, on: &canvas)
  case .quickAdd(let add): QuickAddOverlay.draw(add, state, layout, on: &canvas)
  case .provider(let provider): ProviderOverlay.draw(provider, state, layout, context, on: &canvas)
  case .storeDetails(let shop): StoreDetailsOverlay.draw(shop, state, layout, context, on: &canvas)
  case .files(let files): FilesOverlay.draw(files, state, layout, context, on: &canvas)
  case .code(let code): CodeOverlay.draw(code, state, layout, context, on: &canvas)
  case .product(let product): ProductOverlay.draw(product, state, layout, context, on: &canvas)
  case .paste(let paste): PasteOverlay.draw(paste, layout, state.session.style, on: &canvas)
  }
}
