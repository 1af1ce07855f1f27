import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A factory of responses that a client may get instead of an ordinary one.
///
/// The maker itself has no rules. ``Inspector`` checks each changed response in its exchange, so a change is `allowed`
/// if and only if the contract and the drift rules permit it.
struct VariantMaker {
  let contract: Contract
  let endpoint: Endpoint
  let persona: Persona?
  /// The client's request and the mock's response.
  let ordinary: Exchange
  let response: Response
  /// The ordinary body, or the list of parts of a stream, or `nil` if it isn't JSON.
  let body: JSON?
  /// The ordinary response as a stream, if it is one.
  let stream: StreamedResponse?
  private let inspector: Inspector
  let answer: DocumentedResponse?
  /// The fingerprints of the inspector's findings about the ordinary response, such as a deprecated endpoint.
  private let accepted: Set<String>
  /// The fast check of changed bodies, for use when no explanation is needed.
  private let verdict: BodyVerdict?

  init?(contract: Contract, endpoint: Endpoint, persona: Persona?, ordinary: Exchange) {
    guard var response = ordinary.response, (200..<300).contains(response.status) else { return nil }
    response.headers = response.headers.withoutFraming
    self.contract = contract
    self.endpoint = endpoint
    self.persona = persona
    self.ordinary = ordinary
    self.response = response
    inspector = Inspector(
      contract, options: Inspector.Options(visibility: persona == nil ? .withoutCredentials : .whole))
    answer = endpoint.answer(
      status: response.status, for: RequestReading(ordinary.request, for: endpoint, persona: persona))
    let stream = StreamedResponse(answer, mediaType: response.mediaType)
    self.stream = stream
    if let stream {
      body = response.body.bytes.flatMap { stream.value(of: $0) }
    } else {
      body = response.body.bytes.flatMap { try? JSON.parse($0) }
    }
    let found = inspector.inspect(ordinary, as: persona)
    accepted = Set(found.map(\.fingerprint))
    // Findings about the request and about the endpoint's sunset have no status.
    let isRight = found.allSatisfy { $0.status == nil || Self.additions.contains($0.rule) }
    verdict = isRight ? BodyVerdict(contract: contract, endpoint: endpoint, ordinary: ordinary) : nil
  }

  /// Returns a Boolean value that indicates whether the contract allows a response instead of the ordinary one.
  func allows(_ response: Response) -> Bool {
    let exchange = Exchange(request: ordinary.request, response: response)
    return inspector.inspect(exchange, as: persona).allSatisfy { drift in
      Self.additions.contains(drift.rule) || accepted.contains(drift.fingerprint)
    }
  }

  /// Returns a Boolean value that indicates whether the contract allows a body that differs from an allowed one in one
  /// location.
  private func allows(_ response: Response, _ body: JSON, changedAt place: JSONPointer) -> Bool {
    verdict?.allows(body, changedAt: place) ?? allows(response)
  }

  /// Returns a Boolean value that indicates whether a response has the same fault as the ordinary one. Such a response
  /// proves nothing about the client's strictness, and the fault is reported as the recording's own drift.
  func inherits(_ response: Response) -> Bool {
    let exchange = Exchange(request: ordinary.request, response: response)
    return inspector.inspect(exchange, as: persona).contains { drift in
      drift.rule.group == .response && drift.severity >= .warning && !Self.additions.contains(drift.rule)
    }
  }

  /// The rules for additions to the documented response, which a server may make.
  private static let additions: Set<Rule> = [Rule.response.field.undocumented, Rule.response.header.undocumented]

  /// Returns the response with a different body.
  func answering(_ body: JSON) -> Response {
    var response = response
    response.body = Body(stream.map { $0.bytes(of: body) ?? [] } ?? body.serialized())
    return response
  }

  /// Returns the fields of a body, each with the location of its first value.
  func fields(in body: JSON) -> [(field: JSONPointer, place: JSONPointer, value: JSON)] {
    stream?.fields(in: body) ?? FieldPlaces.all(in: body)
  }

  /// Returns whole responses generated from the contract, to cover features that the ordinary response lacks. Only
  /// allowed ones are included.
  func bases() -> [(title: String, body: JSON)] {
    guard let answer, let body else { return [] }
    return GeneratedResponses(answer: answer, contract: contract, stream: stream).all.filter {
      $0.body != body && allows(answering($0.body))
    }
  }

  // MARK: - Fields

  /// Returns a whole response as a variant.
  func whole(_ title: String, _ body: JSON) -> Variant {
    Variant(standing: .allowed, change: .other, place: nil, words: title, response: answering(body))
  }

  /// A change to one field that hasn't been applied yet.
  struct Candidate {
    /// The change to the body.
    enum Edit {
      case removal
      case replacement(JSON)
      /// An additional member of an object.
      case addition(String, JSON)
    }

    let change: Variant.Change
    let title: String
    let edit: Edit
    let plausibility: Variant.Plausibility
  }

  /// Returns every change to one field of a body, most plausible first.
  ///
  /// - Parameter isRough: A Boolean value that indicates whether an approximate count is enough. In that case, the
  ///   values that the contract lists are skipped.
  func candidates(of place: JSONPointer, in body: JSON, isRough: Bool = false) -> [Candidate] {
    guard let value = body.at(place) else { return [] }
    var all: [Candidate] = []
    func add(
      _ change: Variant.Change, _ title: String, _ edit: Candidate.Edit, _ plausibility: Variant.Plausibility = .other
    ) {
      all.append(Candidate(change: change, title: title, edit: edit, plausibility: plausibility))
    }
    if place.tokens.last.flatMap({ Int($0) }) == nil { add(.removed, "absent", .removal, .absent) }
    if !value.isNull { add(.null, "null", .replacement(.null), .null) }
    for other in Self.kinds where Self.kind(other) != Self.kind(value) {
      // An integer instead of a fraction isn't a change of type, but a fraction instead of an integer is.
      if Self.kind(other) == "integer", value.kind == .number { continue }
      add(.type(Self.kind(other)), "\(Self.kind(other)) \(other.text)", .replacement(other))
    }
    for other in VariantValues.others(than: value, listed: isRough ? [] : listed(at: place, in: body)) {
      add(.value, other.title, .replacement(other.value), other.plausibility)
    }
    if value.kind == .object {
      add(.other, "an unknown member", .addition("plumblineExtra", ["added": ["by a later version", 1, nil]]))
    }
    return all.enumerated().sorted {
      ($0.element.plausibility.rawValue, $0.offset) < ($1.element.plausibility.rawValue, $1.offset)
    }.map(\.element)
  }

  /// Returns the variant that a change produces, or `nil` if the body has no such location.
  func variant(_ candidate: Candidate, of place: JSONPointer, in body: JSON) -> Variant? {
    let changed: JSON? =
      switch candidate.edit {
      case .removal: body.removing(place)
      case .replacement(let value): body.replacing(place, with: value)
      case .addition(let name, let value): body.inserting(key: name, value: value, at: place)
      }
    guard let changed else { return nil }
    let response = answering(changed)
    var variant = Variant(
      standing: allows(response, changed, changedAt: place) ? .allowed : .forbidden, change: candidate.change,
      place: place, words: candidate.title, response: response)
    variant.plausibility = candidate.plausibility
    return variant
  }

  /// Returns changes that each violate one keyword other than `type` and `required`, such as `enum`, `minimum` or
  /// `format`.
  func breakages(in body: JSON) -> [Variant] {
    guard let stream else { return schema(of: JSONPointer(), in: body).map { breakages(of: $0, in: body) } ?? [] }
    // Only the data of events is described, and each kind of event is varied once.
    var known: Set<JSONPointer> = []
    return stream.fields(in: body).flatMap { field, place, _ -> [Variant] in
      guard let described = stream.schema(of: place, in: body),
        known.insert(described.1.tokens.isEmpty ? described.1 : JSONPointer(tokens: Array(field.tokens.prefix(2))))
          .inserted
      else { return [] }
      return breakages(of: described, in: body)
    }
  }

  private func breakages(of described: (Schema, JSONPointer), in body: JSON) -> [Variant] {
    let (schema, prefix) = described
    guard let value = body.at(prefix) else { return [] }
    let detached = (try? JSON.parse(value.serialized())) ?? value
    let kept: Set = ["required", "type", "additionalProperties", "unevaluatedProperties"]
    return schema.breakages(of: detached, limit: 400, keeping: kept).compactMap { breakage in
      guard let changed = prefix.tokens.isEmpty ? breakage.value : body.replacing(prefix, with: breakage.value)
      else { return nil }
      let response = answering(changed)
      let place = prefix + breakage.pointer
      var variant = Variant(
        standing: allows(response, changed, changedAt: place) ? .allowed : .forbidden, change: .other, place: place,
        words: breakage.change, response: response)
      variant.keyword = breakage.keyword
      return variant
    }
  }

  /// One value of every type except `null`.
  private static let kinds: [JSON] = [true, 7, 0.5, "text", [], [:]]

  /// Returns the name of a value's type, as used in a field usage map.
  static func kind(_ value: JSON) -> String {
    switch value.kind {
    case .number: value.number?.isInteger == true ? "integer" : "number"
    case .bool: "boolean"
    default: value.kind.name
    }
  }

  /// Returns the schema for the part of the body that contains a location, and the root of that part: the payload, the
  /// list of lines, or an event's data.
  private func schema(of place: JSONPointer, in body: JSON) -> (Schema, JSONPointer)? {
    if let stream { return stream.schema(of: place, in: body) }
    switch answer?.content {
    case .payload(let schema): return (schema, contract.payloadPlace)
    case .body(let schema): return (schema, JSONPointer())
    case .noPayload, .media, .empty, nil: return nil
    }
  }

  /// Returns the values that the contract lists for a string, taken from the violation that an unlisted value causes.
  func listed(at place: JSONPointer, in body: JSON) -> [JSON] {
    guard body.at(place)?.kind == .string, let (schema, prefix) = self.schema(of: place, in: body),
      place.isWithin(prefix),
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
  /// The fields that describe a response, without those that only concern its transfer, such as its length.
  var withoutFraming: HeaderFields {
    HeaderFields(
      filter { !KnownFields.isAny([.connection, .delivery], $0.name.lowercased()) }.map { ($0.name, $0.value) })
  }
}
