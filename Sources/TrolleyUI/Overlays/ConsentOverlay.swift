/// The consent dialog: which server gets what, and three answers.
enum ConsentOverlay {
  static func draw(_ consent: ConsentState, _ layout: ScreenLayout, on canvas: inout Canvas) {
    DialogOverlay.draw(
      "May Trolley ask?", consent.text, scroll: consent.scroll,
      buttons: ConsentState.Answer.allCases.map(\.label), focus: consent.focus, layout, on: &canvas)
  }
}
