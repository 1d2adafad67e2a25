/// The consent dialog: which server gets what, and three answers.
extension ConsentState: OverlayDrawing {
  static func draw(
    _ consent: ConsentState, _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    DialogState.draw(
      "May Trolley ask?", consent.text, scroll: consent.scroll,
      buttons: ConsentState.Answer.allCases.map(\.label), focus: consent.focus, layout, on: &canvas)
  }
}
