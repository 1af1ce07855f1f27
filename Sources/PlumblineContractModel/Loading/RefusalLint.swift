import PlumblineJSONTree

/// A check for error responses that a mock returns without the endpoint documenting them. With such a response, the
/// mock itself would break the contract.
struct RefusalLint {
  let personas: [Persona]
  let collections: [ItemCollection]
  let failures: [Failure]
  let log: ProblemLog

  /// The maximum number of endpoints to report individually for lacking an error for missing items.
  private static let few = 4

  /// A cache of whether endpoints have an error for each occasion. Endpoints that declare no errors share one of two
  /// lists, depending on whether they require credentials, and each list is searched only once per occasion.
  private struct Refusals {
    private var shared: [Bool: [Occasion: Bool]] = [:]

    mutating func has(_ occasion: Occasion, _ endpoint: Endpoint) -> Bool {
      guard endpoint.ownFailureCount == 0 else { return endpoint.failure(for: occasion) != nil }
      let isOpen = endpoint.authentication.names.isEmpty
      if let known = shared[isOpen]?[occasion] { return known }
      let isThere = endpoint.failure(for: occasion) != nil
      shared[isOpen, default: [:]][occasion] = isThere
      return isThere
    }
  }

  func check(_ endpoints: [Endpoint]) {
    var refusals = Refusals()
    checkCredentials(endpoints, &refusals)
    for endpoint in endpoints { checkRequirements(endpoint, &refusals) }
    checkKeys(endpoints, &refusals)
  }

  /// Reports missing errors for credentials once. A document that lacks them usually lacks them everywhere, and one
  /// shared response fixes all endpoints.
  private func checkCredentials(_ endpoints: [Endpoint], _ refusals: inout Refusals) {
    let silent = endpoints.filter { endpoint in
      !endpoint.authentication.isOptional && !refusals.has(.unauthenticated, endpoint)
        && !refusals.has(.forbidden, endpoint)
    }
    guard let first = silent.first else { return }
    let names = Spelling.list(first.authentication.names)
    let more = silent.count == 1 ? "" : silent.count == 2 ? ", nor does another" : ", nor do \(silent.count - 1) others"
    warn(
      first, "requires \(names), but documents no response for callers without it\(more)", "unauthorized", 401,
      isCommon: true)
  }

  private func checkRequirements(_ endpoint: Endpoint, _ refusals: inout Refusals) {
    guard !endpoint.authentication.names.isEmpty, !refusals.has(.forbidden, endpoint) else { return }
    let isRefusing = endpoint.requirements.contains { requirement in
      switch requirement {
      // A permission that no persona has is reported at its own location.
      case .permission(let name):
        personas.contains { !$0.permissions.contains(name) } && personas.contains { $0.permissions.contains(name) }
      case .condition: true
      }
    }
    guard isRefusing else { return }
    warn(endpoint, "restricts its callers, but documents no response for those without access", "forbidden", 403)
  }

  /// Reports missing errors for nonexistent items. A few are reported individually, and many as one, because a document
  /// that lacks them usually lacks them everywhere.
  private func checkKeys(_ endpoints: [Endpoint], _ refusals: inout Refusals) {
    var silent: [(endpoint: Endpoint, key: Address)] = []
    for endpoint in endpoints {
      if let key = key(of: endpoint, &refusals) { silent.append((endpoint, key)) }
    }
    let isMany = silent.count > Self.few
    for (endpoint, key) in isMany ? Array(silent.prefix(1)) : silent {
      let more = isMany ? ", nor do \(silent.count - 1) others" : ""
      warn(
        endpoint, "looks up its item by \(key), but documents no response for a missing one\(more)", "notFound", 404,
        isForEach: isMany)
    }
  }

  /// Returns the key that an endpoint uses to find an item, if the endpoint documents no response for a missing item,
  /// or `nil` otherwise.
  private func key(of endpoint: Endpoint, _ refusals: inout Refusals) -> Address? {
    guard !endpoint.states.isEmpty, !refusals.has(.missing, endpoint) else { return nil }
    let rule = endpoint.states.first { rule in
      guard rule.action.isOfOneItem, !rule.createsMissing, let key = rule.key,
        collections.contains(where: { $0.name == rule.collection && $0.key != nil })
      else { return false }
      switch key {
      case .path, .query, .header, .cookie, .body: return true
      case .persona, .credential, .item: return false
      }
    }
    return rule?.key
  }

  /// Adds a warning.
  ///
  /// - Parameters:
  ///   - isCommon: A Boolean value that indicates whether a single fix covers all endpoints.
  ///   - isForEach: A Boolean value that indicates whether other endpoints need the same fix.
  private func warn(
    _ endpoint: Endpoint, _ what: String, _ name: String, _ status: Int, isCommon: Bool = false, isForEach: Bool = false
  ) {
    let own = isForEach ? "each endpoint's" : "the endpoint's"
    let place = isCommon ? "\"commonErrors\"" : "\(own) \"errors\""
    let remedy =
      failures.first { $0.status == status }.map { "add \"\($0.name)\" to \(place)" }
      ?? "add \"\(name)\": { \"status\": \(status) } to \"errors\", and its name to "
      + place
    log.warning(
      endpoint.location,
      "\(endpoint.id) \(what), so the mock's own \(status) response isn't in the contract; \(remedy).")
  }
}
