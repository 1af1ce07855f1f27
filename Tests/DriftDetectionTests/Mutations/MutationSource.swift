import PlumblineHTTPMessages
import PlumblineJSONTree

/// Generates the changes of a recording's response and request.
struct MutationSource {
  let sample: TrueLogData.Sample
  private let text = ContractText.trueLog
  private let place: ContractText.Place
  private let endpoint: JSON
  private let response: Response

  init?(_ sample: TrueLogData.Sample) {
    guard let id = sample.name.split(separator: "/").first, let place = ContractText.trueLog.endpoint(String(id)),
      let response = sample.exchange.response
    else { return nil }
    self.sample = sample
    self.place = place
    endpoint = place.schema
    self.response = response
  }

  var changes: [Change] { responseChanges + (isSuccess ? requestChanges : []) }

  private var isSuccess: Bool { (200..<300).contains(response.status) }

  // MARK: - The response

  private var responseChanges: [Change] {
    guard let body = sample.body else { return [] }
    let promise = promisedAnswer
    var made: [Change] = []
    var envelope = EnvelopeChanges(
      response, body, successes: Set(endpoint["success"]?.members.compactMap { Int($0.key) } ?? []),
      failures: text.failures(of: endpoint), promisesPayload: isSuccess && promise?["payload"]?.kind == .object)
    for change in envelope.changes() {
      made.append(self.change(change.kind, change.expected) { $0.outcome = .response(change.response) })
    }
    guard isSuccess, let promise else { return made }
    if let payload = promise["payload"], payload.kind == .object, body["data"]?.isNull == false {
      made += fields(body, at: "/data", Promise([ContractText.Place(file: place.file, schema: payload)], in: text))
    }
    for name in promise["others"]?.elements.compactMap(\.string) ?? [] {
      guard let slot = text.slot(name) else { continue }
      let pointer = JSONPointer(tokens: [name])
      made += fields(body, at: pointer, Promise([slot], in: text))
      made.append(
        change("remove a sibling", ["response.field.missing /response/body/\(name)"]) {
          $0 = answering($0, body.removing(pointer) ?? body)
        })
    }
    return made
  }

  private func fields(_ body: JSON, at pointer: JSONPointer, _ promise: Promise) -> [Change] {
    var source = FieldChanges(text, body, message: "response")
    return source.changes(at: pointer, promise).map { made in
      change(made.kind, made.expected) { $0 = answering($0, made.body) }
    }
  }

  private func answering(_ exchange: Exchange, _ body: JSON) -> Exchange {
    var exchange = exchange
    var response = response
    response.body = Body(body.serialized(.compact))
    exchange.outcome = .response(response)
    return exchange
  }

  /// The contract's description of the recorded response. If there are several, it's the one whose condition the
  /// request meets.
  private var promisedAnswer: JSON? {
    guard let answers = endpoint["success"]?["\(response.status)"] else { return nil }
    guard answers.kind == .array else { return answers }
    return answers.elements.first { answer in
      answer["when"]?.members.allSatisfy { address, schema in value(at: address) == schema["const"] } ?? true
    }
  }

  private func value(at address: String) -> JSON? {
    let parts = address.split(separator: ".", maxSplits: 1).map(String.init)
    switch parts.first {
    case "query": return sample.exchange.request.queryItems.first { $0.name == parts.last }.map { JSON($0.value) }
    case "path":
      let template = endpoint["request"]?.string?.split(separator: " ").last?.split(separator: "/") ?? []
      let words = sample.exchange.request.path.split(separator: "/")
      return zip(template, words).first { $0.0 == "{\(parts.last ?? "")}" }.map { JSON(String($0.1)) }
    default:
      guard address.hasPrefix("body#"), let pointer = JSONPointer(String(address.dropFirst(5))) else { return nil }
      return requestBody?.at(pointer)
    }
  }

  // MARK: - The request

  private var requestBody: JSON? { sample.exchange.request.body.bytes.flatMap { try? JSON.parse($0) } }

  /// The addresses in the request that determine which response is promised.
  private var conditions: Set<String> {
    var addresses: Set<String> = []
    for (_, answers) in endpoint["success"]?.members.map({ $0 }) ?? [] {
      for answer in answers.elements { addresses.formUnion(answer["when"]?.members.keys ?? []) }
    }
    return addresses
  }

  private var requestChanges: [Change] {
    let conditions = conditions
    var source = RequestChanges(
      text, place, sample.exchange.request,
      fixed: conditions.union(conditions.contains { $0.hasPrefix("body") } ? ["body"] : []))
    var made = source.changes().map { change in
      self.change("request: \(change.kind)", change.expected) { $0.request = change.request }
    }
    guard let schema = endpoint["body"], let body = requestBody else { return made }
    var fields = FieldChanges(text, body, message: "request")
    fields.fixed = Set(
      conditions.compactMap { $0.hasPrefix("body#") ? JSONPointer(String($0.dropFirst(5))) : nil })
    if !fields.fixed.isEmpty { fields.fixed.insert(JSONPointer()) }
    for change in fields.changes(
      at: JSONPointer(), Promise([ContractText.Place(file: place.file, schema: schema)], in: text))
    {
      made.append(
        self.change("request: \(change.kind)", change.expected) {
          $0.request.body = Body(change.body.serialized(.compact))
        })
    }
    return made
  }

  private func change(_ kind: String, _ expected: Set<String>, _ apply: (inout Exchange) -> Void) -> Change {
    var exchange = sample.exchange
    apply(&exchange)
    return Change(kind: kind, exchange: exchange, expected: expected)
  }
}
