import PlumblineAPIClient

/// The favorites that all views show: changed at once, put right when the server refuses, kept for when there is no network.
///
///     try await favorites.load()
///     let isFavorite = try await favorites.toggle(listing)   // the heart fills before the server has answered
public actor Favorites {
  /// What somebody wants of a listing and the server hasn't confirmed.
  private struct Wish {
    let listing: Listing
    let isFavorite: Bool
    let task: Task<Void, any Error>
  }

  private let useCase: FavoritesUseCase
  private let cache: any FavoritesCaching
  private var wishes: [String: Wish] = [:]
  private var confirmed: [Listing] = []
  /// What views show, without waiting.
  nonisolated let latest = LatestState(FavoritesState())
  /// Counts what was forgotten, so that an answer that comes later brings nothing back.
  private var era = 0
  /// Counts what the server has confirmed, so that an answer from before it doesn't undo it.
  private var changes = 0

  /// - Parameters:
  ///   - useCase: sends the requests.
  ///   - cache: keeps the favorites between launches.
  public init(useCase: FavoritesUseCase, cache: any FavoritesCaching) {
    self.useCase = useCase
    self.cache = cache
  }

  /// The favorites as they are to be shown: what the server said, and on top of it what is under way.
  public var favorites: [Listing] {
    let kept = confirmed.filter { wishes[$0.id]?.isFavorite != false }
    let added = wishes.values.filter { wish in wish.isFavorite && !confirmed.contains { $0.id == wish.listing.id } }
    return kept + added.map(\.listing).sorted { $0.id < $1.id }
  }

  /// Returns a Boolean value that indicates whether a listing's heart is to be filled.
  public func isFavorite(_ listingId: String) -> Bool {
    wishes[listingId]?.isFavorite ?? confirmed.contains { $0.id == listingId }
  }

  /// Asks the server for the favorites. Without a network, what was kept is shown.
  ///
  /// - Throws: an `APIError.networkError` when nothing was kept either; whatever else the request throws.
  @discardableResult
  public func load() async throws -> [Listing] {
    let begun = era
    do {
      await keep(try await current(), in: begun)
    } catch APIError.networkError(let error) {
      guard let kept = await cache.favorites(), era == begun else { throw APIError.networkError(error) }
      confirmed = kept
      publish()
    }
    return favorites
  }

  /// Makes a listing a favorite, or no favorite any more. It shows at once; when the request fails, it is put back.
  ///
  /// - Returns: whether the listing is a favorite now.
  /// - Throws: what the request throws.
  @discardableResult
  public func toggle(_ listing: Listing) async throws -> Bool {
    try await set(listing, isFavorite: !isFavorite(listing.id))
  }

  /// Makes a listing a favorite, or no favorite any more, as is said. It shows at once; when the request fails, it is put
  /// back.
  ///
  /// - Returns: whether the listing is a favorite now.
  /// - Throws: what the request throws; `CancellationError` where somebody logged out before it was sent.
  @discardableResult
  public func set(_ listing: Listing, isFavorite: Bool) async throws -> Bool {
    let before = wishes[listing.id]?.task
    let (useCase, begun) = (useCase, era)
    // One request a listing at a time, in the order of the taps; none after a logout, when it would be another's.
    let task = Task {
      _ = await before?.result
      guard era == begun else { throw CancellationError() }
      if isFavorite {
        try await useCase.addFavorite(id: listing.id)
      } else {
        try await useCase.removeFavorite(id: listing.id)
      }
    }
    wishes[listing.id] = Wish(listing: listing, isFavorite: isFavorite, task: task)
    publish()
    do {
      try await task.value
    } catch {
      await revert(listing, task)
      throw error
    }
    await confirm(listing, isFavorite, task)
    return self.isFavorite(listing.id)
  }

  /// Forgets everything: somebody logged out.
  public func forget() async {
    era += 1
    confirmed = []
    wishes = [:]
    publish()
    await cache.setFavorites(nil)
  }
}

extension Favorites {
  private func confirm(_ listing: Listing, _ isFavorite: Bool, _ task: Task<Void, any Error>) async {
    // After a logout nobody wishes anything any more.
    guard wishes[listing.id] != nil else { return }
    if wishes[listing.id]?.task == task { wishes[listing.id] = nil }
    changes += 1
    let others = confirmed.filter { $0.id != listing.id }
    await keep(isFavorite ? others + [listing.asFavorite(true)] : others, in: era)
  }

  /// Takes back what was shown too early, then asks the server how things are, as the story has it.
  private func revert(_ listing: Listing, _ task: Task<Void, any Error>) async {
    guard wishes[listing.id]?.task == task else { return }
    wishes[listing.id] = nil
    publish()
    let begun = era
    if let favorites = try? await current() { await keep(favorites, in: begun) }
  }

  /// The favorites as the server has them: asked for again where a change was confirmed before the answer came.
  private func current() async throws -> [Listing] {
    while true {
      let (seen, begun) = (changes, era)
      let favorites = try await useCase.getFavorites()
      if changes == seen || era != begun { return favorites }
    }
  }

  private func publish() {
    latest.set(FavoritesState(favorites: favorites, era: era))
  }

  private func keep(_ favorites: [Listing], in begun: Int) async {
    guard era == begun else { return }
    confirmed = favorites
    publish()
    await cache.setFavorites(favorites)
  }
}

/// Favorites as views show them.
struct FavoritesState: Sendable, Hashable {
  var favorites: [Listing] = []
  /// Counts logouts: what belongs to another era is another's.
  var era = 0
}
