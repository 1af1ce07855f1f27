import PlumblineContractModel
import PlumblineJSONTree

/// Requests in which an empty string removes a member.
extension StateRun {
  /// Returns the item without the members for which a body has an empty string, if the rule defines that empty strings
  /// remove members. A required member becomes null, or keeps the string if it can't be null.
  func emptied(_ item: JSON, by body: JSON?, _ collection: ItemCollection) -> JSON {
    guard rule.removesEmpty, let body else { return item }
    let places = Set(EmptyText.places(in: body).filter { item.at($0) == "" })
    if places.isEmpty { return item }
    // The item may have further violations, unrelated to these members.
    let limit = places.count + 500
    let bare = EmptyText.replaced(in: item, by: body) { _ in .absent }
    let needed = Set(
      collection.item.violations(of: bare, limit: limit).compactMap { violation in
        violation.keyword == "required" ? violation.property.map { violation.instance.appending($0) } : nil
      }
    ).intersection(places)
    if needed.isEmpty { return bare }
    let null = EmptyText.replaced(in: item, by: body) { needed.contains($0) ? .null : .absent }
    let kept = Set(collection.item.violations(of: null, limit: limit).map(\.instance)).intersection(needed)
    if kept.isEmpty { return null }
    return EmptyText.replaced(in: item, by: body) { place in
      kept.contains(place) ? .text : needed.contains(place) ? .null : .absent
    }
  }
}
