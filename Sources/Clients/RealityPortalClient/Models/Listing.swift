import Foundation

/// A property that is offered.
public struct Listing: Codable, Sendable, Hashable, Identifiable {
  /// The server's id, as links have it.
  public let id: String
  /// The headline.
  public let title: String
  /// What it costs, in `currency`.
  public let price: Double
  /// The currency by its ISO 4217 code: `EUR`.
  public let currency: String
  /// Where it is.
  public let city: String
  /// The whole text.
  public let description: String
  /// The photos' URLs, the one to show first in front.
  public let photos: [String]
  /// What it has, in numbers.
  public let features: ListingFeatures
  /// What it has besides.
  public let amenities: [String]
  /// Where it is on the map.
  public let coordinate: Coordinate
  /// Whom to contact.
  public let agent: Agent
  /// A Boolean value that indicates whether the home screen shows it.
  public let isFeatured: Bool
  /// Since when it is offered.
  public let listedAt: Date
  /// A Boolean value that indicates whether it is a favorite of who is logged in; nil for guests, whom the server tells
  /// nothing.
  public let isFavorite: Bool?

  /// Creates a value from its fields.
  public init(
    id: String, title: String, price: Double, currency: String, city: String, description: String, photos: [String],
    features: ListingFeatures, amenities: [String], coordinate: Coordinate, agent: Agent, isFeatured: Bool,
    listedAt: Date, isFavorite: Bool?
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
    self.isFeatured = isFeatured
    self.listedAt = listedAt
    self.isFavorite = isFavorite
  }
}

/// A place on the map.
public struct Coordinate: Codable, Sendable, Hashable {
  /// Degrees north.
  public let latitude: Double
  /// Degrees east.
  public let longitude: Double

  /// Creates a value from its fields.
  public init(
    latitude: Double, longitude: Double
  ) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// What a listing has, in numbers.
public struct ListingFeatures: Codable, Sendable, Hashable {
  /// How many bedrooms there are.
  public let bedrooms: Int
  /// How many bathrooms there are.
  public let bathrooms: Int
  /// Square metres; nil when nobody measured them.
  public let area: Double?

  /// Creates a value from its fields.
  public init(
    bedrooms: Int, bathrooms: Int, area: Double?
  ) {
    self.bedrooms = bedrooms
    self.bathrooms = bathrooms
    self.area = area
  }
}

/// The agent or the owner to contact about a listing.
public struct Agent: Codable, Sendable, Hashable, Identifiable {
  /// The server's id.
  public let id: String
  /// The name to show.
  public let name: String
  /// The address to write to.
  public let email: String
  /// The number to call; nil when none was given.
  public let phone: String?

  /// Creates a value from its fields.
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
  /// The same listing, as a favorite or not.
  func asFavorite(_ isFavorite: Bool) -> Listing {
    Listing(
      id: id, title: title, price: price, currency: currency, city: city, description: description, photos: photos,
      features: features, amenities: amenities, coordinate: coordinate, agent: agent, isFeatured: isFeatured,
      listedAt: listedAt, isFavorite: isFavorite)
  }
}
