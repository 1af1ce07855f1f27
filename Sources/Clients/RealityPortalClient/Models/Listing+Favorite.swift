extension Listing {
  /// The same listing, as a favorite or not.
  func asFavorite(_ isFavorite: Bool) -> Listing {
    Listing(
      id: id, title: title, price: price, currency: currency, city: city, description: description, photos: photos,
      features: features, amenities: amenities, coordinate: coordinate, agent: agent, isFeatured: isFeatured,
      listedAt: listedAt, isFavorite: isFavorite)
  }
}
