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
  /// Whether the home screen shows it.
  public let isFeatured: Bool
  /// Since when it is offered.
  public let listedAt: Date
  /// Whether it is a favorite of who is logged in; nil for guests, whom the server tells nothing.
  public let isFavorite: Bool?

  /// Takes every field.
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
