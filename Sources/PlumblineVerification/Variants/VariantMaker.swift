import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree
import PlumblineMockEngine

/// Makes the answers that a client may meet in place of one that it met.
///
/// Nothing here knows what is allowed: every changed answer goes through the ``Inspector`` in the exchange that it would
/// make, and what that says decides. So a change is `allowed` exactly where the contract and the drift rules let it be.
struct VariantMaker {
  let contract: Contract
  let endpoint: Endpoint
  let persona: Persona?
  /// What the client sent and the mock answered.
  let ordinary: Exchange
  let response: Response
  /// The ordinary body; `nil` when it isn't JSON.
  let body: JSON?
  private let inspector: Inspector
  let answer: DocumentedAnswer?
  /// What the inspector says of the ordinary answer, by fingerprint: an endpoint that is deprecated, say.
  private let accepted: Set<String>

  init?(contract: Contract, endpoint: Endpoint, persona: Persona?, ordinary: Exchange) {
    guard var response = ordinary.response, (200..<300).contains(response.status) else { return nil }
    response.headers = response.headers.withoutFraming
    self.contract = contract
    self.endpoint = endpoint
    self.persona = persona
    self.ordinary = ordinary
    self.response = response
    body = response.body.bytes.flatMap { bytes in try? JSON.parse(bytes) }
    inspector = Inspector(
      contract, options: Inspector.Options(visibility: persona == nil ? .withoutCredentials : .whole))
    answer = endpoint.answer(
      status: response.status, for: RequestReading(ordinary.request, for: endpoint, persona: persona))
    accepted = Set(inspector.inspect(ordinary, as: persona).map(\.fingerprint))
  }

  /// Whether the contract allows a response in place of the ordinary one.
  func allows(_ response: Response) -> Bool {
    let exchange = Exchange(request: ordinary.request, response: response)
    return inspector.inspect(exchange, as: persona).allSatisfy { drift in
      Self.additions.contains(drift.rule) || accepted.contains(drift.fingerprint)
    }
  }

  /// Whether a response has a fault that the ordinary one has already: then it tells nothing of how strict the client is,
  /// and the recording's own drift says what is wrong.
  func inherits(_ response: Response) -> Bool {
    let exchange = Exchange(request: ordinary.request, response: response)
    return inspector.inspect(exchange, as: persona).contains { drift in
      drift.rule.id.hasPrefix("response.") && drift.severity >= .warning && !Self.additions.contains(drift.rule)
    }
  }

  /// What a server may say more than was promised.
  private static let additions: Set<Rule> = [Rule.response.field.undocumented, Rule.response.header.undocumented]

  /// The response with another body.
  func answering(_ body: JSON) -> Response {
    var response = response
    response.body = Body(body.serialized())
    return response
  }

  /// Whole answers made from the contract, for what the ordinary one doesn't show. Only allowed ones.
  func bases() -> [(title: String, body: JSON)] {
    guard let answer, let body else { return [] }
    return MadeAnswers(answer: answer, contract: contract).all.filter { $0.body != body && allows(answering($0.body)) }
  }

  // MARK: - Fields

  /// A whole answer as a variant.
  func whole(_ title: String, _ body: JSON) -> Variant {
    Variant(standing: .allowed, change: .other, place: nil, title: title, response: answering(body))
  }

  /// Every change of one field of a body, allowed or not.
  func changes(of place: JSONPointer, in body: JSON) -> [Variant] {
    guard let value = body.at(place) else { return [] }
    var all: [(Variant.Change, String, JSON?)] = []
    if place.tokens.last.flatMap({ Int($0) }) == nil { all.append((.removed, "absent", body.removing(place))) }
    if !value.isNull { all.append((.null, "null", body.replacing(place, with: .null))) }
    for other in Self.kinds where Self.kind(other) != Self.kind(value) {
      // A fraction is a number where whole ones are, so it comes for them alone.
      if Self.kind(other) == "integer", value.kind == .number { continue }
      all.append((.type(Self.kind(other)), "\(Self.kind(other)) \(other.text)", body.replacing(place, with: other)))
    }
    for (title, other) in VariantValues.others(than: value, listed: listed(at: place, in: body)) {
      all.append((.value, title, body.replacing(place, with: other)))
    }
    if value.kind == .object {
      let extra: JSON = ["added": ["by a later version", 1, nil]]
      all.append((.other, "an unknown member", body.inserting(key: "plumblineExtra", value: extra, at: place)))
    }
    return all.compactMap { change, title, changed in
      guard let changed else { return nil }
      let response = answering(changed)
      return Variant(
        standing: allows(response) ? .allowed : .forbidden, change: change, place: place, title: "\(place): \(title)",
        response: response)
    }
  }

  /// Changes that break one keyword each other than `type` and `required`: a value that isn't listed, a bound, a format.
  func breakages(in body: JSON) -> [Variant] {
    guard let (schema, prefix) = self.schema(), let value = body.at(prefix) else { return [] }
    let detached = (try? JSON.parse(value.serialized())) ?? value
    return schema.breakages(of: detached, limit: 400).compactMap { breakage in
      guard !["required", "type", "additionalProperties", "unevaluatedProperties"].contains(breakage.keyword),
        let changed = prefix.tokens.isEmpty ? breakage.value : body.replacing(prefix, with: breakage.value)
      else { return nil }
      let response = answering(changed)
      let place = prefix + breakage.pointer
      return Variant(
        standing: allows(response) ? .allowed : .forbidden, change: .other, place: place,
        title: "\(place): \(breakage.change)", response: response)
    }
  }

  /// One value of every kind but `null`.
  private static let kinds: [JSON] = [true, 7, 0.5, "text", [], [:]]

  /// The kind of a value as a sensitivity map names it.
  static func kind(_ value: JSON) -> String {
    switch value.kind {
    case .number: value.number?.isInteger == true ? "integer" : "number"
    case .bool: "boolean"
    default: value.kind.name
    }
  }

  /// The schema of the payload and where that stands in the body.
  private func schema() -> (Schema, JSONPointer)? {
    switch answer?.content {
    case .payload(let schema): (schema, contract.payloadPlace)
    case .body(let schema): (schema, JSONPointer())
    case .noPayload, .media, .empty, nil: nil
    }
  }

  /// The values that the contract lists for a text: what validation says when it is none of them.
  private func listed(at place: JSONPointer, in body: JSON) -> [JSON] {
    guard body.at(place)?.kind == .string, let (schema, prefix) = self.schema(), place.isWithin(prefix),
      let changed = body.replacing(place, with: "\u{1}"), let value = changed.at(prefix),
      let detached = try? JSON.parse(value.serialized())
    else { return [] }
    var open = schema.violations(of: detached)
    let wanted = JSONPointer(tokens: Array(place.tokens.dropFirst(prefix.tokens.count)))
    while let violation = open.popLast() {
      if violation.instance == wanted, !violation.allowed.isEmpty { return violation.allowed.filter { !$0.isNull } }
      open += violation.branches.joined()
    }
    return []
  }
}

extension HeaderFields {
  /// The fields that say what an answer is, without those that say how long it was when it was sent.
  var withoutFraming: HeaderFields {
    HeaderFields(
      filter { !KnownFields.isAny([.connection, .delivery], $0.name.lowercased()) }.map { ($0.name, $0.value) })
  }
}
