/// Work for the second program, `trolley-worker`: what needs the network, much memory or much time.
/// Plain data: it goes there as a line of JSON and answers come back the same way.
public enum WorkerTask: Equatable, Sendable {
  /// Argon2id of a new password; answered by `passwordHashed`.
  case hashPassword(String)
  /// Whether a password is the one behind a hash; answered by `passwordChecked`. Without a hash
  /// (nobody has this address) it takes as long and the answer is no.
  case checkPassword(String, hash: String?)
  /// Find out at an identity provider who somebody is. Answered by `showCode` or `openBrowser` first,
  /// by `identity` in the end.
  case identify(IdentityProvider, SignInFlow)
  /// A QR code of a text; answered by `qrCode`.
  case encodeQR(String)
  /// Hand a mail over; answered by `mailSent`.
  case sendMail(MailMessage, MailCarrier)
  /// A page of a catalogue; answered by `cataloguePage`.
  case searchCatalogue(CatalogueQuery, CatalogueAccess)
  /// All that a catalogue says about a product, and a price in a currency where one is known; answered
  /// by `catalogueProduct`.
  case describeProduct(CatalogueProduct, currency: Currency, CatalogueAccess)
  /// The product with these bars; answered by `catalogueProduct`.
  case findBarcode(Barcode, language: String, CatalogueAccess)
  /// A picture of a file or of the web, made small; answered by `picture`.
  case loadPicture(PictureRequest)
  /// What of a directory a picture can be chosen from; answered by `pictureFolder`.
  case listPictures(directory: String, hidden: Bool)
  /// One harmless question to a service; answered by `serviceWorks`.
  case testService(ServiceAccess)
  /// Where a place is that a person has typed; answered by `place`.
  case findPlace(String, ServiceAccess)
  /// Shops around a place; answered by `stores`.
  case findStores(StoreQuery, ServiceAccess)
  /// Where this machine is, by the system's program for that; answered by `located`.
  case locate(String)
  /// The tiles of what a map shows, put together; answered by `map`.
  case drawMap(MapView, ServiceAccess)
}

/// What the worker says to a task. All but `showCode` and `openBrowser` end it.
public enum WorkerAnswer: Equatable, Sendable {
  /// In libsodium's text form, with salt and parameters.
  case passwordHashed(String)
  /// `rehashed`: the same password with today's parameters, when the hash was made with others.
  case passwordChecked(isRight: Bool, rehashed: String?)
  case showCode(DeviceCode)
  /// An address of the provider for the person's own browser. It has been checked: https (http only
  /// to loopback), no user part, no control characters.
  case openBrowser(String)
  case identity(ProvidedIdentity)
  case qrCode(QRCode)
  /// The server or the program has taken it for all recipients.
  case mailSent
  /// Not larger than was asked for.
  case picture(PixelImage)
  case pictureFolder(PictureFolder)
  case serviceWorks
  case cataloguePage(CataloguePage)
  /// Nil where the catalogue does not know it.
  case catalogueProduct(CatalogueProduct?)
  case place(NamedPlace)
  case stores(FoundStores)
  case located(Coordinates)
  case map(MapDrawing)
  case failed(Failure)

  /// Whether nothing more comes for its task.
  public var isLast: Bool {
    switch self {
    case .showCode, .openBrowser: false
    case .passwordHashed, .passwordChecked, .identity, .qrCode, .mailSent, .serviceWorks,
      .cataloguePage, .catalogueProduct, .place, .stores, .located, .map, .picture, .pictureFolder,
      .failed:
      true
    }
  }
}

/// How somebody proves to a provider who they are.
public enum SignInFlow: String, CaseIterable, Sendable {
  /// In a browser of this machine: authorization code with PKCE and a loopback redirect (RFC 8252).
  case browser
  /// By a short code that is typed on another device (RFC 8628).
  case deviceCode
}

/// Where people can sign in besides here. It comes from the settings file.
public struct IdentityProvider: Equatable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case google, facebook
    /// Any OpenID Connect provider, by its issuer address and discovery.
    case openID
  }

  public var kind: Kind
  /// As it stands on its button: "Google".
  public var name: String
  /// The issuer for OpenID Connect and Google; for Facebook where its graph is. Empty: the public one.
  public var address: String
  /// Facebook: the app's id. Empty: not set up.
  public var clientID: String
  /// Google's limited-input clients have one, and Facebook's client token stands here; never logged.
  public var clientSecret: String
  /// Where the code on another device needs a client of its own, as at Google; empty: the same one.
  public var deviceClientID = ""
  public var deviceClientSecret = ""
  /// Facebook's graph version, such as `v19.0`: versions expire after about two years.
  public var version: String

  public init(
    kind: Kind, name: String, address: String = "", clientID: String = "",
    clientSecret: String = "", version: String = ""
  ) {
    self.kind = kind
    self.name = name
    self.address = address
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.version = version
  }
}

/// A code to type on another device, and where.
public struct DeviceCode: Equatable, Sendable {
  /// With its separators, as it is shown: "QKRB-ZWNT".
  public var userCode: String
  /// The address to open, as it is shown.
  public var address: String
  /// The address with the code in it where the provider gives one, else the plain one, as a QR code;
  /// nil when it does not fit one.
  public var qr: QRCode?
  /// Seconds from now until the code expires.
  public var expiresIn: Int

  public init(userCode: String, address: String, qr: QRCode?, expiresIn: Int) {
    self.userCode = userCode
    self.address = address
    self.qr = qr
    self.expiresIn = expiresIn
  }
}

/// The modules of a QR code, without the quiet zone.
public struct QRCode: Equatable, Sendable {
  /// Modules of a side.
  public var side: Int
  /// Row by row; true is dark.
  public var modules: [Bool]

  /// Nil when there are not `side` rows of `side` modules.
  public init?(side: Int, modules: [Bool]) {
    guard (21...177).contains(side), modules.count == side * side else { return nil }
    self.side = side
    self.modules = modules
  }
}

/// Whom a provider says somebody is.
public struct ProvidedIdentity: Equatable, Sendable {
  /// With `subject` it names somebody for ever; an e-mail address does not.
  public var issuer: String
  public var subject: String
  /// Empty where the provider gave none.
  public var email: String
  /// Whether the provider says that the address is theirs.
  public var isEmailVerified: Bool
  /// Empty where the provider gave none.
  public var name: String

  public init(
    issuer: String, subject: String, email: String = "", isEmailVerified: Bool = false,
    name: String = ""
  ) {
    self.issuer = issuer
    self.subject = subject
    self.email = email
    self.isEmailVerified = isEmailVerified
    self.name = name
  }
}
