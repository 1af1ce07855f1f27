import PlumblineVerification
import RealityPortalClient

/// The calls for listings, both for guests and for users: featured listings, search, and details.
enum ListingCalls {
  static var all: [Call] { featured.calls + search.calls + detail.calls }

  private static var featured: EndpointCalls {
    EndpointCalls("listings.featured")
      .open("lists the featured listings") { client, _ in try await client.listings.featuredListings() }
  }

  private static var search: EndpointCalls {
    EndpointCalls("listings.search")
      .open("lists all listings") { client, _ in try await client.listings.search() }
      .success("searches listings for a word", as: .nobody) { client, _ in
        try await client.listings.search(query: "mill")
      }
      .success("searches listings of a city and a size") { client, context in
        try await client.listings.search(
          filters: SearchFilters(city: context.text("city", default: "Bratislava"), bedrooms: 2))
      }
      .success("searches listings of a price", as: .nobody) { client, _ in
        try await client.listings.search(filters: SearchFilters(minPrice: 100_000, maxPrice: 300_000))
      }
      .success("lists all listings as a new member", as: .persona("newcomer")) { client, _ in
        try await client.listings.search()
      }
      .success("lists the cheapest first", as: .nobody) { client, _ in
        try await client.listings.search(sort: .price, order: .asc, page: 1, pageSize: 2)
      }
      .success("lists the latest first", as: .nobody) { client, _ in
        try await client.listings.search(sort: .listedAt, order: .desc)
      }
      .success("reads the last page", as: .nobody) { client, _ in
        try await client.listings.search(sort: .price, order: .asc, page: 3, pageSize: 2)
      }
      .success("searches listings in vain", as: .nobody) { client, _ in
        try await client.listings.search(query: "no such thing")
      }
      .failure("validation", "asks for a page that is too large", as: .nobody) { client, _ in
        try await client.listings.search(pageSize: 1000)
      }
  }

  private static var detail: EndpointCalls {
    EndpointCalls("listings.get")
      .open("reads a listing") { client, context in try await client.listings.listing(id: context.listingId) }
      .success("reads a listing that isn't a favorite") { client, context in
        try await client.listings.listing(id: context.otherListingId)
      }
      .success("reads a listing with few details", as: .nobody) { client, context in
        try await client.listings.listing(id: context.text("sparse_listing_id", default: "127"))
      }
      .failure("notFound", "reads a listing that doesn't exist") { client, context in
        try await client.listings.listing(id: context.missingId)
      }
  }
}
