import PlumblineJSONTree

/// A check for preconditions on entity tags if no response has one. Clients would have none to send.
struct EntityTagLint {
  let log: ProblemLog

  func check(_ collections: [ItemCollection], _ endpoints: [Endpoint]) {
    var users: [String: [Endpoint]] = [:]
    for endpoint in endpoints {
      for name in Set(endpoint.states.compactMap(\.collection)) { users[name, default: []].append(endpoint) }
    }
    for collection in collections {
      let own = users[collection.name] ?? []
      if own.contains(where: \.showsEntityTag) { continue }
      let remedy =
        "add \"headers\": { \"ETag\": { \"schema\": { \"type\": \"string\" } } } to a response that has such an item."
      if collection.entityTag != nil {
        log.servableError(
          collection.location,
          "\"etag\" says what the entity tags of \"\(collection.name)\" are derived from, but no response sends one; \(remedy)"
        )
      }
      for endpoint in own where !endpoint.preconditions.isEmpty {
        log.warning(
          endpoint.location,
          "\(endpoint.id) takes an entity tag, but no response with items of \"\(collection.name)\" sends one; \(remedy)"
        )
      }
    }
  }
}
