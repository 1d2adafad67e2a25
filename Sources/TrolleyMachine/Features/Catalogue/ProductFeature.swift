extension ProductState: OverlayState {
  package var behaviour: OverlayBehaviour {
    OverlayBehaviour(
      scope: .product, perform: { $0.perform($1, in: self, &$2) },
      facts: { app in
        guard let product = app.product(in: self) else { return [] }
        return [.rows: true, .several: quantity != .one, .page: !product.page.isEmpty]
      },
      images: { app in
        app.product(in: self).flatMap { app.wish(of: $0, isLarge: true) }.map { [$0] } ?? []
      })
  }
}

/// The overlay for one product of a catalogue.
extension AppState {
  mutating func openProduct(_ product: CatalogueProduct, _ effects: inout [Effect]) {
    session.overlays.append(
      .product(ProductState(catalogue: product.catalogue, code: product.code, quantity: .one)))
    describe(product, &effects)
  }

  /// The product shown in the overlay.
  public func product(in state: ProductState) -> CatalogueProduct? {
    session.catalogue.kept[state.catalogue]?[state.code]
  }

  /// What so much of a product becomes in the cart, where its item may have another price.
  public func line(
    adding product: CatalogueProduct, _ quantity: Quantity
  ) -> (item: Item, quantity: Quantity) {
    planner().line(adding: product, quantity)
  }

  /// Requests the details that lists omit, once, for the product being viewed.
  mutating func describe(_ product: CatalogueProduct, _ effects: inout [Effect]) {
    guard session.catalogue.trouble == nil, mayAskCatalogue, product.catalogue == catalogueID,
      !session.catalogue.described.contains(product.source),
      let access = catalogueAccess(product.catalogue), access.hasDetails
    else { return }
    if let describing = session.catalogue.describing { cancelWork(describing.number, &effects) }
    let number = askWorker(
      .describeProduct(product, currency: shared.currency, access), for: .productDetails, &effects)
    session.catalogue.describing = CatalogueState.Describing(
      number: number, code: product.code, since: session.clock.monotonic)
  }

  /// The product that an item was created from, once the cache of its catalogue has been read.
  public func product(of item: Item) -> CatalogueProduct? {
    guard let catalogue = CatalogueID(source: item.source) else { return nil }
    return session.catalogue.kept[catalogue]?[
      String(item.source.dropFirst(catalogue.rawValue.count + 1))]
  }

  /// An item that was put in from a list of products has no description, since lists omit it: it
  /// is asked for when the item is looked at.
  mutating func describeShownItem(_ effects: inout [Effect]) {
    guard case .details(let details)? = session.overlays.last,
      let item = shared.items[details.item], let catalogue = CatalogueID(source: item.source)
    else { return }
    loadKept(catalogue, &effects)
    if let product = product(of: item), product.description.isEmpty { describe(product, &effects) }
  }

  /// What stands in place of a description that is missing.
  public func wordsWithoutDescription(of product: CatalogueProduct) -> String {
    let isKnown =
      session.catalogue.described.contains(product.source)
      || catalogueAccess(product.catalogue)?.hasDetails != true
    return isKnown ? "No description from the catalogue." : "Its description is not loaded yet."
  }

  mutating func receiveProductDetails(
    _ answer: WorkerAnswer, number: Int, _ effects: inout [Effect]
  ) {
    guard number == session.catalogue.describing?.number else { return }
    session.catalogue.describing = nil
    switch answer {
    case .catalogueProduct(let product?):
      session.catalogue.described.insert(product.source)
      session.catalogue.said = nil
      keep([product], of: product.catalogue, &effects)
      if session.showsSegment { rebuildCatalogue() }
    case .failed(let failure) where failure.kind != .cancelled:
      say(failure)
    default: break
    }
  }

  /// Returns false if the command is not one of this overlay's.
  mutating func perform(
    _ command: Command, in state: ProductState, _ effects: inout [Effect]
  ) -> Bool {
    guard let product = product(in: state) else {
      back()
      return true
    }
    var changed = state
    switch command {
    case .back, .left:
      if let describing = session.catalogue.describing {
        cancelWork(describing.number, &effects)
        session.catalogue.describing = nil
      }
      back()
      return true
    case .open, .toggle:
      let quantity = state.quantity
      back()
      put(product, quantity, &effects)
      return true
    case .increase, .right: changed.quantity = state.quantity.adding(.one) ?? state.quantity
    case .decrease:
      guard let less = state.quantity.adding(-.one), less.thousandths > 0 else { return true }
      changed.quantity = less
    case .up: changed.scroll = max(0, state.scroll - 1)
    case .down: changed.scroll = min(state.scroll + 1, product.description.utf8.count)
    case .openInBrowser:
      if product.page.isEmpty {
        notice("The catalogue has no page of it.")
      } else {
        effects.append(.openAddress(product.page))
      }
      return true
    case .showPicture:
      askForPicture(of: product, &effects)
      return true
    case .copy:
      effects.append(.copy(product.page.isEmpty ? product.name : product.page))
      return true
    default: return false
    }
    replaceLast(.product(changed))
    return true
  }
}
