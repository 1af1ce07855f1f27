import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Trials that send a write's request with a different body, provided that the contract promises the same effect.
extension EffectRun {
  /// The outcome of a trial.
  enum TrialEnd: Sendable {
    /// The trial wasn't sent, usually because its effect would differ from the write's.
    case unsent
    /// The server rejected the trial, so nothing has changed.
    case refused
    /// The trial may have changed something that its response doesn't show.
    case uncertain
    case done(Write)
  }

  /// Header fields that belong to a specific body or request, and would change the meaning of a different one.
  private static let ofOneBody = [
    "content-encoding", "content-md5", "digest", "content-digest", "repr-digest", "signature", "idempotency-key",
    "if-none-match",
  ]
  /// The statuses of refusals that may concern the sender rather than the request.
  private static let turningAway = [401, 403, 406, 423, 429]

  /// Sends one of the verifier's own bodies to the endpoint of a write.
  func send(
    _ body: JSON, like write: Write, to item: ServerItem, seen snapshot: ItemClient.Snapshot
  ) async -> TrialEnd {
    guard goesOn, !records.tried.isOver, let request = self.request(with: body, like: write) else {
      return .unsent
    }
    let exchange = await sendTrial(request, like: write)
    guard let response = exchange.response else { return .uncertain }
    // After a redirect or a timeout, it is unknown whether the request was executed.
    if (400..<500).contains(response.status), response.status != 408 { return .refused }
    guard response.status != 202, let reading = WireReading(exchange.request, in: contract), let rule = reading.rule,
      rule === write.rule, reading.isDone(response)
    else { return .uncertain }
    let seen = ItemImages.Seen(sight: .there(snapshot), credentials: looker(write, item))
    return .done(
      Write(exchange: exchange, response: response, reading: reading, rule: rule, images: [item: seen], rows: []))
  }

  /// Returns a write's request with a different body. Everything else is kept, because the query and the header fields
  /// may determine the effect.
  ///
  /// Returns `nil` if the effect would differ according to the contract's state, or if another part of the request
  /// depends on its original body.
  func request(with body: JSON, like write: Write) -> Request? {
    let endpoint = write.reading.endpoint
    var request = write.exchange.request
    let stale = ConditionField.allCases.filter { !endpoint.requiredConditions.contains($0) }.map(\.rawValue)
    // An idempotency key that the contract declares gets a new value when the request is sent.
    let key = endpoint.idempotencyKey?.name.lowercased()
    let fixed = (Self.ofOneBody + stale).filter { $0 != key }
    guard !fixed.contains(where: { request.headers.contains($0) }), let taken = endpoint.body,
      let content = request.mediaType.map({ taken.content(accepting: $0) }) ?? taken.structured,
      let written = content.body(of: body)
    else { return nil }
    request.body = Body(written.bytes)
    for framing in ["content-length", "transfer-encoding"] { request.headers.remove(framing) }
    // A form's boundary is known only after the body is encoded.
    if !(request.mediaType.map(MediaType.isJSON) ?? false) { request.headers["Content-Type"] = written.contentType }
    request = contract.showing(write.reading.credentials, in: request, for: endpoint)
    return follows(write.rule, request, at: endpoint) ? request : nil
  }

  /// Returns a Boolean value that indicates whether a request is for an endpoint and follows a rule there.
  func follows(_ rule: StateRule?, _ request: Request, at endpoint: Endpoint) -> Bool {
    guard let rule, let reading = WireReading(request, in: contract) else { return false }
    return reading.endpoint === endpoint && reading.rule === rule
  }

  /// Sends a request that equals an accepted request of a call except for the tried value.
  ///
  /// A refusal proves nothing about the server, because it may come from a firewall. After such a refusal, or if there
  /// is no response, no more trials are made.
  ///
  /// - Parameter keepsKey: A Boolean value that indicates whether the idempotency key stays unchanged.
  func sendTrial(_ request: Request, like write: Write, keepsKey: Bool = false) async -> Exchange {
    let exchange =
      keepsKey
      ? await items.unlogged.sendPatiently(request)
      : await items.unlogged.sendFresh(
        request, to: write.reading.endpoint, credentials: write.reading.credentials)
    let status = exchange.response?.status ?? 0
    if exchange.response == nil || Self.turningAway.contains(status) { records.tried.end() }
    if !(400..<500).contains(status) { items.note(exchange) }
    return exchange
  }
}
