/// The only place that names adapters, and maps tasks to them. They are created on first use.
final class ServiceContainer: Sendable {
  private let hashing = Mutex<Result<PasswordHashing, Failure>?>(nil)
  private let identity = Mutex<IdentityService?>(nil)
  private let catalogue = Mutex<CatalogueService?>(nil)
  private let pictureService = Mutex<PictureService?>(nil)
  private let googleTiles = GoogleTiles()
  private let network = Mutex<(any HTTPClient)?>(nil)

  func perform(
    _ task: WorkerTask, _ cancellation: Cancellation, _ progress: @Sendable (WorkerAnswer) -> Void
  ) -> WorkerAnswer {
    do throws(Failure) {
      switch task {
      case .hashPassword(let password): return .passwordHashed(try passwords().hash(password))
      case .checkPassword(let password, let hash):
        let (isRight, rehashed) = try passwords().check(password, against: hash)
        return .passwordChecked(isRight: isRight, rehashed: rehashed)
      case .encodeQR(let text): return .qrCode(try QREncoder.encode(text))
      case .sendMail(let message, let carrier):
        try MailSending().send(message, by: carrier, cancellation) { progress(.mailHandedOver) }
        return .mailSent
      case .testService(let access):
        do throws(HTTPError) {
          try ServiceCheck(client: client()).run(access, cancellation)
        } catch { throw error.failure }
        return .serviceWorks
      case .searchCatalogue(let query, let access):
        return .cataloguePage(try catalogues().page(query, access, cancellation))
      case .describeProduct(let product, let currency, let access):
        return .catalogueProduct(
          try catalogues().details(of: product, currency: currency, access, cancellation))
      case .findBarcode(let barcode, let language, let currency, let access):
        return .catalogueProduct(
          try catalogues().product(
            barcode, language: language, currency: currency, access, cancellation))
      case .findPlace(let name, let access):
        return .places(try stores().placeFinder(access).places(named: name, cancellation))
      case .findStores(let query, let access):
        return .stores(try stores().storeFinder(access).stores(query, cancellation))
      case .findStore(let id, let access):
        return .stores(try stores().storeFinder(access).store(id, cancellation))
      case .findStreets(let view, let access):
        return .streets(
          try OverpassStreets(access, client: client()).streets(view, cancellation))
      case .locate(let program):
        return .located(try LocationService(program: program).locate(cancellation))
      case .drawMap(let view, let kind, let access):
        let map = TileMap(client: client(), google: googleTiles)
        return .map(try map.draw(view, kind, access, cancellation))
      case .loadPicture(let request): return .picture(try pictures().load(request, cancellation))
      case .listPictures(let directory, let hidden):
        return .pictureFolder(try pictures().list(directory, hidden: hidden, cancellation))
      case .identify(let provider, let flow):
        return .identity(try identities().identify(provider, flow, cancellation, progress))
      }
    } catch { return .failed(error) }
  }

  private func passwords() throws(Failure) -> PasswordHashing {
    try hashing.once { Result { () throws(Failure) in try PasswordHashing() } }.get()
  }

  private func pictures() -> PictureService {
    pictureService.once {
      PictureService(
        client: { self.client() },
        cache: AppPaths.cache.map { CacheDirectory.ofPictures(in: $0) })
    }
  }

  private func identities() -> IdentityService {
    identity.once { IdentityService(client: CurlClient()) }
  }

  private func catalogues() -> CatalogueService {
    catalogue.once { CatalogueService(client: client()) }
  }

  private func stores() -> StoreServices { StoreServices(client: client()) }

  /// The client for all services except identity, with a cache on the disk and rate limits.
  private func client() -> any HTTPClient { network.once { Self.client(cache: AppPaths.cache) } }

  private static func client(cache: String?) -> any HTTPClient {
    let curl = CurlClient()
    guard let cache else { return curl }
    return CachingClient(
      RateLimitedClient(curl, directory: cache + "/rates"),
      directory: CacheDirectory(path: cache + "/http"))
  }
}

extension Mutex {
  /// What is made when it is first asked for.
  fileprivate func once<Made: Sendable>(_ make: () -> Made) -> Made where Value == Made? {
    withLock { known in
      let made = known ?? make()
      known = made
      return made
    }
  }
}
