import PlumblineJSONTree

/// A reader for the features of a contract's documents, and for those that each endpoint or link implements.
struct FeatureReader {
  let context: ReadingContext

  /// Returns all features in the order of `contract.json`.
  func read(_ root: JSON) -> [Feature] {
    var features: [Feature] = []
    for (group, members) in root["features"]?.members.map({ $0 }) ?? [] where !group.hasPrefix("x-") {
      for (id, title) in members.members where !id.hasPrefix("x-") {
        let location = members.place(of: id)
        if let twin = features.first(where: { $0.id == id }) {
          context.log.error(
            location,
            "\"\(id)\" is already a feature of \"\(twin.group)\", on line \(twin.location.line); give each its own id.")
          continue
        }
        features.append(Feature(id: id, title: title.string ?? "", group: group, location: location))
      }
    }
    return features
  }

  /// Returns the feature IDs that an endpoint or a link names, without duplicates.
  func names(in value: JSON) -> [String] {
    var names: [String] = []
    for element in value["features"]?.elements.map({ $0 }) ?? [] {
      if let name = context.featureName(element), !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Reports features that no endpoint or link implements. Either one is missing, or the feature doesn't need any.
  func reportUnserved(_ features: [Feature], by endpoints: [Endpoint], _ links: [Link]) {
    let served = Set(endpoints.flatMap(\.features) + links.flatMap(\.features))
    for feature in features where !served.contains(feature.id) {
      context.log.warning(
        feature.location,
        "No endpoint or link serves the feature \"\(feature.id)\"; add \"features\": [\"\(feature.id)\"] to those "
          + "that do, or remove the feature if it needs none.")
    }
  }
}
