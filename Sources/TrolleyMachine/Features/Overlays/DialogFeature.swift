/// A question or a message with buttons.
public struct DialogState: Equatable, Sendable {
  public struct Button: Equatable, Sendable {
    public let label: String
    /// Nil for a button that only closes the dialog.
    public let command: Command?

    init(_ label: String, _ command: Command? = nil) {
      self.label = label
      self.command = command
    }
  }

  public let title: String
  public let message: String
  public fileprivate(set) var buttons = [Button("OK")]
  /// The order that it is about.
  var order: Order.ID?
  /// Whether it shows what no one sees again. Then the first button and the keys that go back do not
  /// close it: they may have been meant for what was there before.
  var isShownOnce = false
  public var focus = 0
  /// The first visible line of the message.
  public var scroll = 0
}

extension DialogState {
  /// A code, which is not shown again.
  static func code(_ title: String, _ message: String) -> DialogState {
    DialogState(
      title: title, message: message, buttons: [.init("Not yet"), .init("Written down")],
      isShownOnce: true)
  }

  /// Whether the chosen button does not close it.
  fileprivate var isHeldOpen: Bool { isShownOnce && focus == 0 }
}

extension AppState {
  mutating func show(_ dialog: DialogState) { session.overlays.append(.dialog(dialog)) }

  /// A dialog of these buttons; of “OK” alone when there are none.
  mutating func show(
    _ title: String, _ message: String, _ buttons: DialogState.Button..., focus: Int = 0
  ) {
    var dialog = DialogState(title: title, message: message, focus: focus)
    if !buttons.isEmpty { dialog.buttons = buttons }
    show(dialog)
  }
}

extension DialogState: OverlayState {
  package var behaviour: OverlayBehaviour {
    OverlayBehaviour(
      scope: .dialog, perform: { $0.perform($1, in: self, &$2) },
      facts: {
        [
          .several: buttons.count > 1, .once: isShownOnce,
          .long: DialogLayout(message, $0.session.layout).isLong,
        ]
      },
      press: { app, index, effects in
        guard buttons.indices.contains(index) else { return }
        var dialog = self
        dialog.focus = index
        app.replaceLast(.dialog(dialog))
        _ = app.perform(.open, in: dialog, &effects)
      })
  }
}

extension AppState {
  mutating func perform(
    _ command: Command, in dialog: DialogState, _ effects: inout [Effect]
  ) -> Bool {
    var dialog = dialog
    let layout = DialogLayout(dialog.message, session.layout)
    if layout.move(by: command, &dialog.focus, of: dialog.buttons.count, &dialog.scroll) {
      replaceLast(.dialog(dialog))
      return true
    }
    switch command {
    case .open where dialog.isHeldOpen, .toggle where dialog.isHeldOpen,
      .back where dialog.isShownOnce, .leave where dialog.isShownOnce:
      notice("It is not shown again. Choose “Written down” when it is.")
    case .open, .toggle:
      let next = dialog.buttons[dialog.focus].command
      if next == .quit {
        perform(.quit, &effects)
        return true
      }
      close(dialog)
      if next != .show(.orders) { leaveOrder(of: dialog) }
      if next == .finishAll {
        finishAll(asked: dialog, &effects)
      } else if let next {
        perform(next, &effects)
      }
    case .back, .leave:
      close(dialog)
      leaveOrder(of: dialog)
    case .quit, .redraw, .suspend: return false
    default: break
    }
    return true
  }

  /// Thanks for an order have opened it behind them; a question asked on its page leaves that open.
  private mutating func leaveOrder(of dialog: DialogState) {
    if dialog.order != nil { session.orders.opened = nil }
  }

  /// What it says of an order is known then.
  private mutating func close(_ dialog: DialogState) {
    back()
    guard let order = dialog.order else { return }
    for at in session.dueNotifications.indices where session.dueNotifications[at].order == order {
      session.dueNotifications[at].reading = .read
    }
  }
}

extension Overlay {
  /// Whether it says what became of this order.
  func isDialog(of order: Order.ID) -> Bool {
    if case .dialog(let dialog) = self { dialog.order == order } else { false }
  }
}
