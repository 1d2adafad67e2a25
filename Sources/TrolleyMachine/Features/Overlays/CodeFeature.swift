/// A QR code overlay: transfers the list or a link to a phone.
public struct CodeState: Equatable, Sendable {
  public enum Stage: Equatable, Sendable {
    /// The worker is rendering it: the request number.
    case asking(Int)
    case shown(QRCode)
    case failed(String)
  }

  public let title: String
  /// The encoded text.
  public let text: String
  public let isLink: Bool
  public internal(set) var stage: Stage
}

extension AppState {
  mutating func showListCode(_ effects: inout [Effect]) {
    guard !shared.cart.isEmpty else { return notice(ChangeError.emptyCart.sentence) }
    showCode("The list for your phone", ListText.compact(shared), isLink: false, &effects)
  }

  mutating func showCode(_ title: String, _ text: String, isLink: Bool, _ effects: inout [Effect]) {
    let stage: CodeState.Stage
    if text.utf8.count > WorkerLine.longestQRText {
      stage = .failed(
        "That is too long for a QR code: \(text.utf8.count) bytes, and "
          + "\(WorkerLine.longestQRText) fit. Mail it, or copy it as text.")
    } else {
      stage = .asking(askWorker(.encodeQR(text), for: .code, &effects))
    }
    session.overlays.append(
      .code(CodeState(title: title, text: text, isLink: isLink, stage: stage)))
  }

  mutating func receiveCode(_ answer: WorkerAnswer, number: Int) {
    guard case .code(var code)? = session.overlays.last, code.stage == .asking(number) else {
      return
    }
    switch answer {
    case .qrCode(let drawn): code.stage = .shown(drawn)
    case .failed(let failure): code.stage = .failed(failure.sentence)
    default: return
    }
    replaceLast(.code(code))
  }

  mutating func perform(_ command: Command, in code: CodeState, _ effects: inout [Effect]) -> Bool {
    switch command {
    case .back, .leave, .open:
      if case .asking(let number) = code.stage { cancelWork(number, &effects) }
      back()
    case .copy: effects.append(.copy(code.text))
    case .openInBrowser: if code.isLink { effects.append(.openAddress(code.text)) }
    case .quit, .redraw, .suspend: return false
    default: break
    }
    return true
  }
}
