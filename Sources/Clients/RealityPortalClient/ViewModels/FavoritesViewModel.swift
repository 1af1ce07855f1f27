import Observation

/// The favorites as views show them. All models of the same client show the same favorites (story 82.4, task 3.3).
///
///     @Environment(FavoritesViewModel.self) private var favorites
///     …
///     Button { Task { try await favorites.toggle(listing) } } label: { Heart(isFilled: favorites.isFavorite(listing.id)) }
///
/// A tap takes effect immediately, before anything is sent, and is reverted if the server rejects the change. The model
/// also follows all other changes to the client's ``Favorites``, including a logout.
@MainActor @Observable
public final class FavoritesViewModel {
  /// A tap that ``Favorites`` may not have received yet.
  private struct Tap {
    let listing: Listing
    let isFavorite: Bool
    let task: Task<Bool, any Error>
  }

  /// All favorites, including those of pending taps.
  public private(set) var favorites: [Listing] = []
  /// A Boolean value that indicates whether the favorites are being loaded.
  public private(set) var isLoading = false

  @ObservationIgnored private let source: Favorites
  @ObservationIgnored private var taps: [String: Tap] = [:]
  @ObservationIgnored private var era: Int
  @ObservationIgnored private var loads = 0
  @ObservationIgnored private var following: Task<Void, Never>?

  /// Creates a model that follows the favorites of a client.
  public init(_ client: RealityPortalClient) {
    source = client.favorites
    let changes = source.latest.changes()
    era = source.latest.state.era
    show()
    following = Task { [weak self] in
      for await _ in changes { self?.show() }
    }
  }

  deinit {
    following?.cancel()
  }

  /// Returns a Boolean value that indicates whether a listing's heart is filled.
  public func isFavorite(_ listingId: String) -> Bool { favorites.contains { $0.id == listingId } }

  /// Loads the favorites from the server. See ``Favorites/load()``.
  public func load() async throws {
    loads += 1
    isLoading = true
    defer {
      loads -= 1
      isLoading = loads > 0
      show()
    }
    try await source.load()
  }

  /// Adds a listing to the favorites or removes it, depending on what the views show. The change appears immediately.
  ///
  /// - Returns: `true` if the listing is now a favorite.
  /// - Throws: The error of the request, after the tap has been reverted.
  @discardableResult
  public func toggle(_ listing: Listing) async throws -> Bool {
    let isFavorite = !isFavorite(listing.id)
    let (before, source, begun) = (taps[listing.id]?.task, source, era)
    // Send changes one after the other, so that the last tap wins. Send none after a logout, because it would change
    // another user's favorites.
    let task = Task {
      _ = await before?.result
      guard source.latest.state.era == begun else { throw CancellationError() }
      return try await source.set(listing, isFavorite: isFavorite)
    }
    taps[listing.id] = Tap(listing: listing, isFavorite: isFavorite, task: task)
    show()
    let result = await task.result
    if taps[listing.id]?.task == task { taps[listing.id] = nil }
    show()
    return try result.get()
  }

  private func show() {
    let state = source.latest.state
    if state.era != era {
      era = state.era
      taps = [:]
    }
    let kept = state.favorites.filter { taps[$0.id]?.isFavorite != false }
    let added = taps.values.filter { tap in tap.isFavorite && !kept.contains { $0.id == tap.listing.id } }
    let shown = kept + added.map { $0.listing.asFavorite(true) }.sorted { $0.id < $1.id }
    if shown != favorites { favorites = shown }
  }
}
