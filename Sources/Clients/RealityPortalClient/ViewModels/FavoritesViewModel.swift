import Observation

/// The favorites as views show them: each that holds this model, or another one of the same client, shows the same
/// (story 82.4, task 3.3).
///
///     @Environment(FavoritesViewModel.self) private var favorites
///     …
///     Button { Task { try await favorites.toggle(listing) } } label: { Heart(isFilled: favorites.isFavorite(listing.id)) }
///
/// A tap shows at once, before anything is sent, and is taken back when the server refuses it. What else changes the
/// client's ``Favorites``, a logout too, shows as well.
@MainActor @Observable
public final class FavoritesViewModel {
  /// What somebody tapped that ``Favorites`` may not know yet.
  private struct Tap {
    let listing: Listing
    let isFavorite: Bool
    let task: Task<Bool, any Error>
  }

  /// All favorites, those of taps under way too.
  public private(set) var favorites: [Listing] = []
  /// A Boolean value that indicates whether the server is being asked for the favorites.
  public private(set) var isLoading = false

  @ObservationIgnored private let source: Favorites
  @ObservationIgnored private var taps: [String: Tap] = [:]
  @ObservationIgnored private var era: Int
  @ObservationIgnored private var loads = 0
  @ObservationIgnored private var following: Task<Void, Never>?

  /// Shows the favorites of a client, as they are and as they become.
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

  /// Returns a Boolean value that indicates whether a listing's heart is to be filled.
  public func isFavorite(_ listingId: String) -> Bool { favorites.contains { $0.id == listingId } }

  /// Asks the server for the favorites. See ``Favorites/load()``.
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

  /// Makes a listing a favorite, or no favorite any more, whichever isn't shown. It shows at once.
  ///
  /// - Returns: whether the listing is a favorite now.
  /// - Throws: what the request throws; the tap is taken back by then.
  @discardableResult
  public func toggle(_ listing: Listing) async throws -> Bool {
    let isFavorite = !isFavorite(listing.id)
    let (before, source, begun) = (taps[listing.id]?.task, source, era)
    // One after the other, so that the last tap stays; none of them after a logout, when they would be another's.
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
