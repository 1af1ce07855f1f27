import Foundation

/// A property on the market.
public struct Listing: Codable, Sendable, Hashable, Identifiable {
  /// The server's ID, as used in links.
  public let id: String
  /// The headline.
  public let title: String
  /// The price, in `currency`.
  public let price: Double
  /// The ISO 4217 code of the currency, such as `EUR`.
  public let currency: String
  /// The city in which the property is located.
  public let city: String
  /// The full description.
  public let description: String
  /// The URLs of the photos, main photo first.
  public let photos: [String]
  /// The numbers of bedrooms and bathrooms, and the area.
  public let features: ListingFeatures
  /// The amenities.
  public let amenities: [String]
  /// The location on the map.
  public let coordinate: Coordinate
  /// The person to contact about the listing.
  public let agent: Agent
  /// A Boolean value that indicates whether the listing is featured on the home screen.
  public var isFeatured = false
  /// The time at which the listing was published.
  public let listedAt: Date
  /// A Boolean value that indicates whether the listing is a favorite of the logged-in user, or `nil` for guests.
  public var isFavorite: Bool?

  /// Creates a listing that isn't featured and isn't known to be a favorite.
  public init(
    id: String, title: String, price: Double, currency: String, city: String, description: String, photos: [String],
    features: ListingFeatures, amenities: [String], coordinate: Coordinate, agent: Agent, listedAt: Date
  ) {
    self.id = id
    self.title = title
    self.price = price
    self.currency = currency
    self.city = city
    self.description = description
    self.photos = photos
    self.features = features
    self.amenities = amenities
    self.coordinate = coordinate
    self.agent = agent
    self.listedAt = listedAt
  }
}

/// A location on the map.
public struct Coordinate: Codable, Sendable, Hashable {
  /// The latitude in degrees north.
  public let latitude: Double
  /// The longitude in degrees east.
  public let longitude: Double

  /// Creates a location.
  public init(
    latitude: Double, longitude: Double
  ) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// The numeric features of a listing.
public struct ListingFeatures: Codable, Sendable, Hashable {
  /// The number of bedrooms.
  public let bedrooms: Int
  /// The number of bathrooms.
  public let bathrooms: Int
  /// The area in square meters, or `nil` if it is unknown.
  public let area: Double?

  /// Creates numeric features.
  public init(
    bedrooms: Int, bathrooms: Int, area: Double?
  ) {
    self.bedrooms = bedrooms
    self.bathrooms = bathrooms
    self.area = area
  }
}

/// The agent or owner to contact about a listing.
public struct Agent: Codable, Sendable, Hashable, Identifiable {
  /// The server's ID.
  public let id: String
  /// The name to show.
  public let name: String
  /// The email address to write to.
  public let email: String
  /// The number to call, or `nil` if there is none.
  public let phone: String?

  /// Creates an agent.
  public init(
    id: String, name: String, email: String, phone: String?
  ) {
    self.id = id
    self.name = name
    self.email = email
    self.phone = phone
  }
}

extension Listing {
  /// Returns the listing with `isFavorite` set.
  func asFavorite(_ isFavorite: Bool) -> Listing {
    var listing = self
    listing.isFavorite = isFavorite
    return listing
  }
}
