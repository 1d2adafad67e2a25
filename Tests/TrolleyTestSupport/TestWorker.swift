import TrolleyCore

/// A worker without a process: its hashes are no hashes, and its providers say what a test puts here.
public struct TestWorker {
  /// What it says to the next questions about who somebody is, in order; afterwards nothing more comes.
  public var says: [WorkerAnswer] = []
  /// What it says to everything, while it is set.
  public var failure: Failure?
  /// What it says to mail; empty: nothing comes.
  public var saysToMail: [WorkerAnswer] = [.mailSent]
  /// What stands behind every catalogue; nil: no answer comes.
  public var catalogue: TestShelf?
  /// The code of any text.
  public var code: QRCode?
  /// While it is set, passwords count as hashed with parameters of yesterday.
  public var isOutdated = false

  /// The pictures that there are, by path or address.
  public var pictures: [String: PixelImage] = [:]
  /// What directories hold, by path with a slash at its end.
  public var folders: [String: [PictureFolder.Entry]] = [:]
  /// Tasks that wait until they are let through, when pictures come slowly.
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
    case .findBarcode(let barcode, _, _): return catalogue?.find(barcode) ?? []
    case .loadPicture(let request):
      if arePicturesSlow { return [] }
      let key =
        switch request.source {
        case .file(let path): path
        case .web(let address): address.text
        }
      return pictures[key].map { [.picture($0)] } ?? [
        .failed(Failure(.missingFile, "There is no such file."))
      ]
    case .listPictures(let directory, _):
      return folders[directory].map { [.pictureFolder(PictureFolder(entries: $0))] } ?? [
        .failed(Failure(.missingFile, "There is no such directory."))
      ]
    case .testService: return [.serviceWorks]
    case .findPlace, .findStores, .locate, .drawMap: return nearby.answers(to: task)
    }
  }

  public static func hash(_ password: String) -> String { "$test$" + String(password.reversed()) }
}

extension TestShopper {
  /// Puts the list to household use, by keys, with Ann as its owner, who is signed in then.
  public func openHome() {
    perform(.show(.settings), .last, .open)
    type("household")
    press("enter")
    fillMember("Ann", "ann@home.example", "correct horse")
  }

  /// Fills the form of a new account and sends it.
  public func fillMember(_ name: String, _ email: String, _ password: String, again: String? = nil)
  {
    for text in [name, email, password, again ?? password] {
      press("ctrl-u")
      type(text)
      press("tab")
    }
    press("enter")
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

  /// Registers one more person from the sign-in screen, who is signed in then.
  public func register(_ name: String, _ email: String, _ password: String) {
    press("ctrl-n")
    fillMember(name, email, password)
  }
}
