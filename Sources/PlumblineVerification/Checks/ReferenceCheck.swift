import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A check that sends references to nonexistent items, if the contract says that these are rejected.
///
/// Keys are made up in the format of those that the server shows, and are used only if the server confirms that they
/// are unused. Requests to read-only endpoints are repeated as the run sent them. If writes are allowed, requests that
/// create or change items of the run are repeated as well, except those that add to numbers, because an addition to a
/// missing item couldn't be reverted.
struct ReferenceCheck: Sendable {
  static let name = "rejects references to missing items"
  /// The maximum number of pages to read to verify that a key is unused.
  private static let mostPages = 10

  let context: CheckContext

  private var contract: Contract { context.contract }
  private var items: ItemClient { context.items }

  func outcomes() async -> [CallOutcome] {
    var outcomes: [CallOutcome] = []
    for endpoint in contract.endpoints where context.isAsked(endpoint, Self.name) && endpoint.batch == nil {
      var exchanges: [Exchange] = []
      var verdicts: [Verdict] = []
      for reference in endpoint.states.flatMap({ Reference.all(of: $0, in: contract) }) {
        let verdict =
          endpoint.isSafe
          ? await judgeReading(reference, endpoint, &exchanges) : await judgeWriting(reference, endpoint, &exchanges)
        verdicts += [verdict].compactMap { $0 }
      }
      if let outcome = context.outcome(of: endpoint, Self.name, verdicts, exchanges: exchanges) {
        outcomes.append(outcome)
      }
    }
    return outcomes
  }

  // MARK: - Reading

  private func judgeReading(
    _ reference: Reference, _ endpoint: Endpoint, _ exchanges: inout [Exchange]
  ) async -> Verdict? {
    guard let sample = context.samples.all(of: endpoint).first(where: { $0.rule === reference.rule }),
      let request = context.request(sample, keepsQuery: true),
      let wrong = await pointingAside(request, reference, sample), let exchange = await context.askWrong(wrong)
    else { return nil }
    exchanges.append(exchange)
    guard let status = exchange.response?.status else { return nil }
    return sample.isMatched(by: exchange)
      ? ignored(reference, endpoint, wrong, status) : Self.verdict(onRefusal: status)
  }

  // MARK: - Writing

  private func judgeWriting(
    _ reference: Reference, _ endpoint: Endpoint, _ exchanges: inout [Exchange]
  ) async -> Verdict? {
    let rule = reference.rule
    guard context.writes.allowsWrites, rule.additions.isEmpty, rule.also.isEmpty, case .body = reference.address,
      let sample = context.samples.all(of: endpoint).first(where: { $0.rule === rule }),
      let request = own(sample, rule, endpoint), let aside = await pointingAside(request, reference, sample)
    else { return nil }
    // Use a fresh idempotency key, because one that was already sent with a different body is rejected for that reason.
    let wrong = aside.withFreshKey(for: endpoint)
    guard let exchange = await context.askWrong(wrong)
    else { return nil }
    exchanges.append(exchange)
    // If the server executes the request anyway, it must be undone.
    context.records.recorder.note(exchange, call: "\(endpoint.id): \(Self.name)")
    await context.records.settle()
    guard let response = exchange.response, let reading = WireReading(wrong, in: contract) else { return nil }
    return reading.isDone(response)
      ? ignored(reference, endpoint, wrong, response.status) : Self.verdict(onRefusal: response.status)
  }

  /// Checks the status of an expected refusal. A server error or a rate limit doesn't count.
  private static func verdict(onRefusal status: Int) -> Verdict {
    (200..<500).contains(status) && status != 429
      ? .fits : .undecided("the reference to a missing item was answered with \(status), which isn't a rejection")
  }

  /// Returns the run's request to an endpoint, or `nil` if it may not be repeated. It may be repeated if it creates a
  /// removable item that carries the run's mark, or if it concerns an item of the run.
  private func own(_ sample: Sample, _ rule: StateRule, _ endpoint: Endpoint) -> Request? {
    var request = sample.exchange.request
    guard let collection = rule.collection else { return nil }
    switch rule.action {
    case .create:
      let isRemovable = contract.resource(collection)?.isReplaceable ?? false
      return isRemovable && context.records.mark.isIn(request.body) ? request : nil
    case .update where !rule.createsMissing && endpoint.isNamedByPath(in: collection):
      guard let item = context.records.ledger.made(collection), let path = item.path(at: endpoint) else { return nil }
      let query = request.target.drop { $0 != "?" }
      request = Request(method: request.method, target: path + query, headers: request.headers, body: request.body)
      return request
    default: return nil
    }
  }

  // MARK: - Keys that nothing has

  /// Returns the request with a reference to a missing item, or `nil` if no key that fits the contract can be made up,
  /// or if the server doesn't confirm that it is unused.
  private func pointingAside(_ request: Request, _ reference: Reference, _ sample: Sample) async -> Request? {
    let shown = await shown(reference.resource, sample)
    let named = RequestReading(request, for: sample.endpoint, persona: sample.persona).value(at: reference.address)
    guard let known = named ?? shown?.first else { return nil }
    for key in MadeUpKey.like(known) {
      guard let wrong = reference.changing(request, of: sample.endpoint, to: key),
        RequestValidation(RequestReading(wrong, for: sample.endpoint, persona: sample.persona), in: contract).faults()
          .isEmpty
      else { continue }
      return await isAbsent(key, reference.resource, shown, sample) ? wrong : nil
    }
    return nil
  }

  /// Returns the keys of all existing items, or `nil` if no list shows all of them.
  private func shown(_ resource: Resource, _ sample: Sample) async -> [JSON]? {
    guard let list = resource.wholeLists(within: []).first, let key = resource.collection.key,
      let credentials = credentials(of: sample, calling: list)
    else { return nil }
    var pages = 0
    let listing = await items.read(
      list, path: list.request.template.text, credentials: credentials, isPatient: true
    ) { _, _ in
      pages += 1
      return pages < Self.mostPages
    }
    return listing.unfinished == nil && pages < Self.mostPages ? listing.items.compactMap { $0.at(key) } : nil
  }

  /// Returns a Boolean value that indicates whether the server confirms that a key is unused, either by a read of the
  /// item or by the list of all items.
  private func isAbsent(_ key: JSON, _ resource: Resource, _ shown: [JSON]?, _ sample: Sample) async -> Bool {
    if let shown { return !shown.contains(key) }
    guard let text = ShownValue.text(key) else { return false }
    let item = ServerItem(collection: resource.collection.name, key: text, within: [:], owner: "")
    for read in resource.reads {
      guard let path = item.path(at: read), let credentials = credentials(of: sample, calling: read) else { continue }
      let exchange = await context.askWrong(items.request(read, path: path, credentials: credentials))
      return [404, 410].contains(exchange?.response?.status)
    }
    return false
  }

  private func credentials(of sample: Sample, calling endpoint: Endpoint) -> [String: String]? {
    guard let persona = sample.persona else { return sample.credentials }
    return try? context.credentials.values(for: persona, calling: endpoint)
  }

  private func ignored(_ reference: Reference, _ endpoint: Endpoint, _ request: Request, _ status: Int) -> Verdict {
    let name = reference.resource.collection.name
    return .drifts(
      context.drift(
        .effect.guardIgnored, at: endpoint, reference.rule, failure: reference.failure, status: status,
        expected: "\(reference.failure.statuses) \(reference.failure.name)", actual: "\(status)",
        detail: reference.failure.name,
        "In \(reference.address), \(context.words(request)) refers to a nonexistent item of \(name), but the server returns "
          + "\(status)."))
  }
}
