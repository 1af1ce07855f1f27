import PlumblineContractModel
import PlumblineHTTPMessages

/// Conditions (RFC 9110 section 13) in the run's own requests, with the server's current values.
extension ItemClient {
  /// The values for conditions that reads show.
  private struct Shown {
    var values: [ConditionField: String] = [:]
    /// The path of the first read that was sent, or `nil` if the contract has none.
    var path: String?
    /// A Boolean value that indicates whether a read succeeded.
    var isRead = false

    func completing(_ request: Request) -> Request {
      var request = request
      for (field, value) in values { request.headers[field.rawValue] = value }
      return request
    }
  }

  /// Sends a request patiently, with current values for its own conditions and for those that its endpoint requires.
  /// The change to undo has changed the entity tag.
  ///
  /// If a server requires an undocumented condition (428), it is added if a read shows its value. If the tag is stale
  /// (412), because reads lag or another client is active, it is read again. An idempotency key gets a new value,
  /// because the server wouldn't execute the request with the old one.
  func sendFresh(_ request: Request, to endpoint: Endpoint, credentials: [String: String]) async -> Exchange {
    let request = request.withFreshKey(for: endpoint)
    var wanted = endpoint.requiredConditions
    wanted += ConditionField.allCases.filter { request.headers.contains($0.rawValue) && !wanted.contains($0) }
    guard !wanted.isEmpty else { return await sendUnconditionally(request, credentials) }
    var shown = await shown(wanted, for: request, credentials)
    guard let path = shown.path else { return await sendPatiently(request) }
    if let lacked = endpoint.lackedCondition(having: Set(shown.values.keys)) {
      let message = "GET \(path) returns no \(lacked.source) to send as \(lacked.rawValue)."
      return Exchange(request: request, outcome: .failure(TransportFailure(kind: .other, message: message)))
    }
    var exchange = await sendPatiently(shown.completing(request))
    for pause in Self.patience where exchange.response?.status == 412 {
      await clock.pause(pause)
      let now = await self.shown(wanted, for: request, credentials)
      guard now.values != shown.values else { continue }
      shown = now
      exchange = await sendPatiently(now.completing(request))
    }
    return exchange
  }

  /// Sends a request whose endpoint documents no condition, and repeats it with a condition if the server requires one
  /// anyway.
  private func sendUnconditionally(_ request: Request, _ credentials: [String: String]) async -> Exchange {
    let exchange = await sendPatiently(request)
    guard exchange.response?.status == 428 else { return exchange }
    let shown = await shown(ConditionField.allCases, for: request, credentials)
    return shown.values.isEmpty ? exchange : await sendPatiently(shown.completing(request))
  }

  /// Returns the current value of a request's condition, or `nil` if no read shows it.
  func current(
    _ field: ConditionField, for request: Request, credentials: [String: String]
  ) async -> String? {
    await shown([field], for: request, credentials).values[field]
  }

  private func shown(
    _ fields: [ConditionField], for request: Request, _ credentials: [String: String]
  ) async -> Shown {
    var shown = Shown()
    for (read, path) in contract.reads(showing: request) {
      let open = fields.filter { shown.values[$0] == nil }
      guard !open.isEmpty else { break }
      if shown.path == nil { shown.path = path }
      let exchange = await sendPatiently(self.request(read, path: path, credentials: credentials))
      guard let response = exchange.response, (200..<300).contains(response.status) else { continue }
      shown.isRead = true
      for field in open { shown.values[field] = response.headers[field.source] }
    }
    return shown
  }

  /// Returns the reason why a later request couldn't satisfy its endpoint's required conditions, or `nil` if it could.
  ///
  /// - Parameter isKnown: A Boolean value that indicates whether the request's item certainly exists. If no read shows
  ///   it, the contract's description of the reads is used.
  func lack(
    ofConditionsFor request: Request, to endpoint: Endpoint, credentials: [String: String], isKnown: Bool = true
  ) async -> String? {
    let wanted = endpoint.requiredConditions
    guard let first = wanted.first else { return nil }
    var shown = Shown()
    if isKnown { shown = await self.shown(wanted, for: request, credentials) }
    let reads = contract.reads(showing: request)
    if shown.isRead {
      guard let lacked = endpoint.lackedCondition(having: Set(shown.values.keys)) else { return nil }
      return "\(endpoint.request) requires \(lacked.rawValue), but GET \(shown.path ?? "") returns no \(lacked.source)"
    }
    let documented = wanted.filter { field in reads.contains { $0.endpoint.documents(header: field.source) } }
    guard let lacked = endpoint.lackedCondition(having: Set(documented)) else { return nil }
    return reads.isEmpty
      ? "\(endpoint.request) requires \(first.rawValue), but no GET in the contract returns \(first.source)"
      : "\(endpoint.request) requires \(lacked.rawValue), but no GET is documented to return \(lacked.source)"
  }
}

extension Endpoint {
  /// Returns a Boolean value that indicates whether the endpoint documents a header field for one of its successes.
  fileprivate func documents(header name: String) -> Bool {
    answers.contains { answer in answer.headers.contains { $0.name.lowercased() == name.lowercased() } }
  }
}

extension Contract {
  /// Returns the reads that may show the entity tag of a request's item, each with its path. The read at the request's
  /// own path comes first, followed by the item's reads, such as `GET /orders/7` for `POST /orders/7/cancel`.
  func reads(showing request: Request) -> [(endpoint: Endpoint, path: String)] {
    var reads: [(endpoint: Endpoint, path: String)] = []
    if let own = plainRead(of: request.path) { reads.append((own, request.path)) }
    guard let item = WireReading(request, in: self)?.item, let resource = resource(item.collection) else {
      return reads
    }
    for read in resource.reads where read.isPlainRead {
      guard let path = item.path(at: read), !reads.contains(where: { $0.path == path }) else { continue }
      reads.append((read, path))
    }
    return reads
  }
}
