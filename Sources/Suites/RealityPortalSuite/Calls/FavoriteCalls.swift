import PlumblineVerification
import RealityPortalClient

/// The calls for listing, adding, and removing favorites, and for toggling a favorite as views do.
enum FavoriteCalls {
  static var all: [Call] { list.calls + add.calls + remove.calls }

  private static var list: EndpointCalls {
    EndpointCalls("favorites.list")
      .ordinary("lists favorites") { client, _ in try await client.favoritesUseCase.getFavorites() }
      .success("lists no favorites", as: .persona("newcomer")) { client, _ in
        try await client.favoritesUseCase.getFavorites()
      }
      .success("loads the favorites that views show") { client, _ in try await client.favorites.load() }
  }

  private static var add: EndpointCalls {
    EndpointCalls("favorites.add")
      .ordinary("makes a listing a favorite") { client, context in
        try await client.favoritesUseCase.addFavorite(id: context.otherListingId)
      }
      .success("fills a listing's heart") { client, context in
        let listing = try await client.listings.listing(id: context.otherListingId)
        try await client.favorites.load()
        // On a real server, the previous call may have made it a favorite.
        if await client.favorites.isFavorite(listing.id) { _ = try await client.favorites.toggle(listing) }
        return try await client.favorites.toggle(listing)
      }
      .success("toggles a listing that isn't a favorite") { client, context in
        let id = try context.otherListingId
        // On a real server, the previous calls made it a favorite.
        if try await client.favoritesUseCase.getFavorites().contains(where: { $0.id == id }) {
          try await client.favoritesUseCase.removeFavorite(id: id)
          // A server may take a moment to show the new favorite.
          for _ in 0..<5 where try await client.favoritesUseCase.getFavorites().contains(where: { $0.id == id }) {
            try await Task.sleep(for: .seconds(1))
          }
        }
        return try await client.favoritesUseCase.toggleFavorite(id: id)
      }
      .failure("notFound", "makes a listing that doesn't exist a favorite") { client, context in
        try await client.favoritesUseCase.addFavorite(id: context.missingId)
      }
  }

  private static var remove: EndpointCalls {
    EndpointCalls("favorites.remove")
      .ordinary("takes a listing from the favorites") { client, context in
        try await client.favoritesUseCase.removeFavorite(id: context.listingId)
      }
      .success("empties a listing's heart") { client, context in
        let listing = try await client.listings.listing(id: context.listingId)
        try await client.favorites.load()
        // On a real server, the previous call may have removed the favorite.
        if await !client.favorites.isFavorite(listing.id) { _ = try await client.favorites.toggle(listing) }
        return try await client.favorites.toggle(listing)
      }
      .failure("notFound", "takes a listing that doesn't exist from the favorites") { client, context in
        try await client.favoritesUseCase.removeFavorite(id: context.missingId)
      }
  }
}
