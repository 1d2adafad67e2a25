/// Work for the second program, `trolley-worker`: what needs the network, much memory or much time.
/// Plain data, sent as a line of JSON; the answers come back the same way.
public enum WorkerTask: Equatable, Sendable {
  /// Hash a new password with Argon2id; answered by `passwordHashed`.
  case hashPassword(String)
  /// Verify a password against a hash; answered by `passwordChecked`. Without a hash (unknown
  /// address) it takes equally long and the answer is no.
  case checkPassword(String, hash: String?)
  /// Sign in at an identity provider. Answered by `showCode` or `openBrowser` first, finally by
  /// `identity`.
  case identify(IdentityProvider, SignInFlow)
  /// A QR code of a text; answered by `qrCode`.
  case encodeQR(String)
  /// Send a mail; answered by `mailHandedOver` once a server has all of it, finally by
  /// `mailSent`.
  case sendMail(MailMessage, MailCarrier)
  /// A page of a catalogue; answered by `cataloguePage`.
  case searchCatalogue(CatalogueQuery, CatalogueAccess)
  /// The details of a product, with a price in the given currency if one is known; answered by
  /// `catalogueProduct`.
  case describeProduct(CatalogueProduct, currency: Currency, CatalogueAccess)
  /// The product with this barcode, with a price if one is known in the given currency; answered by
  /// `catalogueProduct`.
  case findBarcode(Barcode, language: String, currency: Currency, CatalogueAccess)
  /// A picture from a file or the web, scaled down; answered by `picture`.
  case loadPicture(PictureRequest)
  /// The entries of a directory from which a picture can be chosen; answered by `pictureFolder`.
  case listPictures(directory: String, hidden: Bool)
  /// A harmless test request to a service; answered by `serviceWorks`.
  case testService(ServiceAccess)
  /// The coordinates of a place that the user has typed; answered by `places`.
  case findPlace(String, ServiceAccess)
  /// Shops around a place; answered by `stores`.
  case findStores(StoreQuery, ServiceAccess)
  /// The shop that a service has this identifier for; answered by `stores`.
  case findStore(String, ServiceAccess)
  /// The location of this machine, from the system's program for that; answered by `located`.
  case locate(String)
  /// The tiles of a map view, put together; answered by `map`.
  case drawMap(MapView, MapKind, ServiceAccess)
  /// The names of the streets of a map view; answered by `streets`.
  case findStreets(MapView, ServiceAccess)

  /// The external services that it asks: each needs the user's consent.
  public var services: [ExternalService] {
    switch self {
    case .hashPassword, .checkPassword, .identify, .encodeQR, .sendMail, .listPictures, .locate: []
    case .searchCatalogue(_, let access), .describeProduct(_, _, let access),
      .findBarcode(_, _, _, let access):
      [access.service, access.prices].compactMap(\.?.service)
    case .loadPicture(let request): [request.access].compactMap(\.?.service)
    case .testService(let access), .findPlace(_, let access), .findStores(_, let access),
      .findStore(_, let access),
      .findStreets(_, let access), .drawMap(_, _, let access):
      [access.service]
    }
  }
}

/// The worker's answer to a task. All but `showCode`, `openBrowser` and `mailHandedOver` end
/// it.
public enum WorkerAnswer: Equatable, Sendable {
  /// In libsodium's text form, with salt and parameters.
  case passwordHashed(String)
  /// `rehashed`: a new hash with today's parameters, if the old one has others.
  case passwordChecked(isRight: Bool, rehashed: String?)
  case showCode(DeviceCode)
  /// A provider's address to open in the user's browser. It has been checked: https (http only to
  /// loopback), no user part, no control characters.
  case openBrowser(String)
  case identity(ProvidedIdentity)
  case qrCode(QRCode)
  /// The server has the whole mail and has not said yet that it takes it: too late to cancel.
  case mailHandedOver
  /// The server or the program has accepted it for all recipients.
  case mailSent
  /// At most as large as requested.
  case picture(PixelImage)
  case pictureFolder(PictureFolder)
  case serviceWorks
  case cataloguePage(CataloguePage)
  /// Nil when the catalogue does not know it.
  case catalogueProduct(CatalogueProduct?)
  /// What a typed place may mean: at least one, the most likely first.
  case places([NamedPlace])
  case stores(FoundStores)
  case located(Coordinates)
  case map(MapDrawing)
  case streets([StreetName])
  case failed(Failure)

  /// Whether this ends its task.
  public var isLast: Bool {
    switch self {
    case .showCode, .openBrowser, .mailHandedOver: false
    case .passwordHashed, .passwordChecked, .identity, .qrCode, .mailSent, .serviceWorks,
      .cataloguePage, .catalogueProduct, .places, .stores, .located, .map, .streets, .picture,
      .pictureFolder,
      .failed:
      true
    }
  }
}

/// The way of signing in at a provider.
public enum SignInFlow: String, CaseIterable, Sendable {
  /// In a browser on this machine: authorization code with PKCE and a loopback redirect (RFC 8252).
  case browser
  /// With a short code typed on another device (RFC 8628).
  case deviceCode
}

/// A code to type on another device, and where to type it.
public struct DeviceCode: Equatable, Sendable {
  /// With separators, as displayed: "QKRB-ZWNT".
  public var userCode: String
  /// The address to open, as displayed.
  public var address: String
  /// The QR code of the address with the code in it if the provider gives one, else of the plain
  /// one; nil when it does not fit.
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

/// A person's identity, as asserted by a provider.
public struct ProvidedIdentity: Equatable, Sendable {
  /// With `subject` it identifies a person permanently; an e-mail address does not.
  public var issuer: String
  public var subject: String
  /// Empty when the provider gave none.
  public var email: String
  /// Whether the provider has verified that the address is theirs.
  public var isEmailVerified: Bool
  /// Empty when the provider gave none.
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
