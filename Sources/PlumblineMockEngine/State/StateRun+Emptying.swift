import PlumblineContractModel
import PlumblineJSONTree

/// Empty texts that remove the members that they are sent for.
extension StateRun {
  /// The item without the members for which a body has an empty text, if the rule gives it this meaning. A member that an item
  /// needs becomes null, or keeps the text if it can't be null.
  func emptied(_ item: JSON, by body: JSON?, _ collection: ItemCollection) -> JSON {
    guard rule.removesEmpty, let body else { return item }
    return EmptyText.places(in: body).reduce(item) { item, place in
      guard item.at(place) == "" else { return item }
      if let bare = item.removing(place), misses(place, in: bare, collection) == false { return bare }
      guard let null = item.placing(place, .null) else { return item }
      return collection.item.violations(of: null, limit: 50).contains { $0.instance == place } ? item : null
    }
  }

  /// A body of a new item without its empty texts, if the rule gives them this meaning.
  func withoutEmpty(_ body: JSON?) -> JSON? {
    guard rule.removesEmpty, let body else { return body }
    return EmptyText.places(in: body).reduce(body) { $0.removing($1) ?? $0 }
  }

  /// Returns a Boolean value that indicates whether an item needs a member that it no longer has.
  private func misses(_ place: JSONPointer, in item: JSON, _ collection: ItemCollection) -> Bool {
    collection.item.violations(of: item, limit: 50).contains { violation in
      violation.keyword == "required" && violation.instance == place.parent && violation.property == place.tokens.last
    }
  }
}
