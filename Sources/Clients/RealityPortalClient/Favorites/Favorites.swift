import PlumblineAPIClient

/// The favorites that all views show. Changes appear immediately, are reverted if the server rejects them, and are
/// cached for use without a network.
///
///     try await favorites.load()
///     let isFavorite = try await favorites.toggle(listing)   // the heart fills before the server responds
public actor Favorites {
  /// A change to a listing that the server hasn't confirmed yet.
  private struct Wish {
    let listing: Listing
    let isFavorite: Bool
    let task: Task<Void, any Error>
  }

  private let useCase: FavoritesUseCase
  private let cache: any FavoritesCaching
  private var wishes: [String: Wish] = [:]
  private var confirmed: [Listing] = []
  /// The state for views, which they can read without waiting.
  nonisolated let latest = LatestState(FavoritesState())
  /// The number of logouts. It prevents a response from before a logout from restoring anything.
  private var era = 0
  /// The number of confirmed changes. It prevents a response from before a change from undoing that change.
  private var changes = 0

  /// Creates favorites that aren't loaded yet.
  ///
  /// - Parameters:
  ///   - useCase: The use case that sends the requests.
  ///   - cache: The cache that keeps the favorites between launches.
  public init(useCase: FavoritesUseCase, cache: any FavoritesCaching) {
    self.useCase = useCase
    self.cache = cache
  }

  /// The favorites to show: the server's list with the pending changes applied.
  public var favorites: [Listing] {
    let kept = confirmed.filter { wishes[$0.id]?.isFavorite != false }
    let added = wishes.values.filter { wish in wish.isFavorite && !confirmed.contains { $0.id == wish.listing.id } }
    return kept + added.map(\.listing).sorted { $0.id < $1.id }
  }

  /// Returns a Boolean value that indicates whether a listing's heart is filled.
  public func isFavorite(_ listingId: String) -> Bool {
    wishes[listingId]?.isFavorite ?? confirmed.contains { $0.id == listingId }
  }

  /// Loads the favorites from the server, or from the cache if there is no network.
  ///
  /// - Throws: `APIError.networkError` if there is neither a network nor a cached list, or any other error of the
  ///   request.
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

  /// Adds a listing to the favorites or removes it. The change appears immediately, and is reverted if the request
  /// fails.
  ///
  /// - Returns: `true` if the listing is now a favorite.
  /// - Throws: The error of the request.
  @discardableResult
  public func toggle(_ listing: Listing) async throws -> Bool {
    try await set(listing, isFavorite: !isFavorite(listing.id))
  }

  /// Makes a listing a favorite, or not one, as specified. The change appears immediately, and is reverted if the
  /// request fails.
  ///
  /// - Returns: `true` if the listing is now a favorite.
  /// - Throws: The error of the request, or `CancellationError` if the user logged out before it was sent.
  @discardableResult
  public func set(_ listing: Listing, isFavorite: Bool) async throws -> Bool {
    let before = wishes[listing.id]?.task
    let (useCase, begun) = (useCase, era)
    // Send requests for a listing one at a time, in the order of the taps. Send none after a logout, because it would
    // change another user's favorites.
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

  /// Clears all favorites and pending changes after a logout.
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
    // A logout has discarded the pending changes.
    guard wishes[listing.id] != nil else { return }
    if wishes[listing.id]?.task == task { wishes[listing.id] = nil }
    changes += 1
    let others = confirmed.filter { $0.id != listing.id }
    await keep(isFavorite ? others + [listing.asFavorite(true)] : others, in: era)
  }

  /// Reverts a change that failed, and then loads the server's state, as the story requires.
  private func revert(_ listing: Listing, _ task: Task<Void, any Error>) async {
    guard wishes[listing.id]?.task == task else { return }
    wishes[listing.id] = nil
    publish()
    let begun = era
    if let favorites = try? await current() { await keep(favorites, in: begun) }
  }

  /// Returns the server's favorites. Loads them again if a change was confirmed before the response arrived.
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

/// The favorites as views show them.
struct FavoritesState: Sendable, Hashable {
  var favorites: [Listing] = []
  /// The number of logouts. Changes from before the last logout belong to another user.
  var era = 0
}
