import TrolleyMachine
import TrolleyModel
import TrolleyWire

/// A worker without a process: its hashes are fake, and its providers answer what a test puts here.
public struct TestWorker {
  /// Its next answers to sign-in requests, in order; afterwards no more come.
  public var says: [WorkerAnswer] = []
  /// Its answer to everything, while it is set.
  public var failure: Failure?
  /// Its answers to a mail; empty for none.
  public var saysToMail: [WorkerAnswer] = [.mailSent]
  /// The content of every catalogue; nil for no answer.
  public var catalogue: TestImageCache?
  /// The QR code for any text.
  public var code: QRCode?
  /// While it is set, passwords count as hashed with outdated parameters.
  public var isOutdated = false

  /// The existing pictures, by path or address.
  public var pictures: [String: PixelImage] = [:]
  /// The content of directories, by path with a trailing slash.
  public var folders: [String: [PictureFolder.Entry]] = [:]
  /// While it is set, picture tasks wait until they are let through.
  public var arePicturesSlow = false
  /// While it is set, no answer comes.
  public var isSilent = false

  /// Shops and maps of a made-up city.
  public var nearby = TestNearby()

  public init() {}

  public mutating func answers(to task: WorkerTask) -> [WorkerAnswer] {
    if isSilent { return [] }
    if let failure { return [.failed(failure)] }
    switch task {
    case .hashPassword(let password): return [.passwordHashed(TestWorker.hash(password))]
    case .checkPassword(let password, let hash):
      let isRight = hash == TestWorker.hash(password)
      return [
        .passwordChecked(
          isRight: isRight, rehashed: isRight && isOutdated ? TestWorker.hash(password) : nil)
      ]
    case .identify: return says
    case .encodeQR: return code.map { [.qrCode($0)] } ?? []
    case .sendMail: return saysToMail
    case .searchCatalogue(let query, _): return catalogue?.answer(to: query) ?? []
    case .describeProduct(let product, _, _): return catalogue?.describe(product) ?? []
    case .findBarcode(let barcode, _, _, _): return catalogue?.find(barcode) ?? []
    case .loadPicture(let request):
      if arePicturesSlow { return [] }
      let key =
        switch request.source {
        case .file(let path): path
        case .web(let address): address.text
        case .glyph(let glyph): String(Character(glyph))
        }
      return pictures[key].map { [.picture($0)] } ?? [
        .failed(Failure(.missingFile, "There is no such file."))
      ]
    case .listPictures(let directory, _):
      return folders[directory].map { [.pictureFolder(PictureFolder(entries: $0))] } ?? [
        .failed(Failure(.missingFile, "There is no such directory."))
      ]
    case .testService: return [.serviceWorks]
    case .findPlace, .findStores, .findStore, .findStreets, .locate, .drawMap:
      return nearby.answers(to: task)
    }
  }

  public static func hash(_ password: String) -> String { "$test$" + String(password.reversed()) }
}

extension TestApp {
  /// Switches the list to household mode, by keys, with Ann as its owner, who is signed in then.
  public func openHome() {
    perform(.show(.settings), .first, .open)
    type("household")
    press("enter")
    fillMember("Ann", "ann@home.example", "correct horse")
    writeDownCode()
  }

  /// Fills in the form of a new account and submits it.
  public func fillMember(_ name: String, _ email: String, _ password: String, again: String? = nil)
  {
    for text in [name, email, password, again ?? password] {
      press("ctrl-u")
      type(text)
      press("tab")
    }
    press("ctrl-s")
  }

  /// From the sign-in screen of a household.
  public func signIn(_ email: String, _ password: String) {
    while session.signIn.focus != 0 { press("tab") }
    press("ctrl-u")
    type(email)
    press("tab", "ctrl-u")
    type(password)
    press("enter")
  }

  /// Registers another person from the sign-in screen, who is signed in then.
  public func register(_ name: String, _ email: String, _ password: String) {
    press("ctrl-n")
    fillMember(name, email, password)
  }
}
