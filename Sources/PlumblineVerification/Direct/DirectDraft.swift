import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A request template. Its ids, login values and credentials are filled in when the request is sent.
struct DirectDraft: Sendable {
  /// The identity of a draft within its endpoint.
  struct Key: Hashable {
    let target: String
    let body: [UInt8]
  }

  private let endpoint: Endpoint
  private let contract: Contract
  private let names: DirectNames
  private let path: DirectPath
  private let query: String?
  private let headers: HeaderFields
  private let body: Body
  /// The body's value, with ids and login values to fill in, or `nil` if the body stays unchanged.
  private let value: JSON?
  /// The media content that determines how the value is serialized.
  private let content: MediaContent?
  /// A Boolean value that indicates whether the query and the ids in the body stay unchanged.
  private let keepsBody: Bool
  /// The recorded request, or `nil` for a generated one.
  private let recorded: Request?
  /// The conditions of the request whose values only the server knows.
  let conditions: [ConditionField]
  /// The values that may not exist on the server.
  let guesses: CallGuesses
  let key: Key

  /// Creates a draft from a recorded request.
  ///
  /// - Parameters:
  ///   - keepsBody: A Boolean value that indicates whether ids in the body stay unchanged because they cause the
  ///   refusal.
  ///   - kept: The path parameters that stay unchanged because they cause the refusal.
  init(
    _ request: Request, of endpoint: Endpoint, contract: Contract, names: DirectNames, keepsBody: Bool = false,
    keeping kept: Set<String> = []
  ) {
    self.endpoint = endpoint
    self.contract = contract
    self.names = names
    path = DirectPath(request.path, of: endpoint, names: names, keeping: kept)
    recorded = request
    conditions = keepsBody ? [] : ConditionField.allCases.filter { request.headers.contains($0.rawValue) }
    query = request.query
    headers = request.headers
    body = request.body
    let bytes = request.body.bytes ?? []
    value = bytes.isEmpty ? nil : RequestReading(request, for: endpoint).body ?? (try? JSON.parse(bytes))
    content = request.mediaType.map { endpoint.body?.content(accepting: $0) } ?? endpoint.body?.structured
    self.keepsBody = keepsBody
    var guesses = CallGuesses()
    guesses.identifiers = path.identifiers
    if !keepsBody { guesses.addReferences(of: value) }
    self.guesses = guesses
    key = Key(target: request.target, body: bytes)
  }

  /// Creates a draft from the contract. Returns `nil` if the contract requires a body that can't be generated.
  init?(madeFor endpoint: Endpoint, contract: Contract, names: DirectNames, seeds: DirectSeeds) {
    let asked = ConditionValues(endpoint)
    guard let made = MadeRequest(endpoint, asked) else { return nil }
    self.endpoint = endpoint
    self.contract = contract
    self.names = names
    path = DirectPath(madeFor: endpoint, names: names, seeds: seeds, asked: asked.path)
    var guesses = made.guesses
    guesses.identifiers = path.identifiers
    guesses.addReferences(of: made.value)
    self.guesses = guesses
    conditions = made.conditions
    recorded = nil
    query = made.query.isEmpty ? nil : made.query.joined(separator: "&")
    headers = made.headers
    value = made.value
    content = made.content
    keepsBody = false
    body = made.body
    key = Key(target: "", body: [])
  }

  /// Returns a missing condition that prevents the request from being sent: a required one or, if the request should
  /// succeed, one that the server rejects requests without. Returns `nil` if the request can be sent.
  func lackedCondition(having known: Set<ConditionField>, isToSucceed: Bool) -> ConditionField? {
    guard let lacked = endpoint.lackedCondition(having: known), conditions.contains(lacked) else { return nil }
    let isRequired = endpoint.headers.contains { $0.isRequired && $0.name.lowercased() == lacked.rawValue }
    return isRequired || isToSucceed ? lacked : nil
  }

  /// Returns the request as a caller sends it.
  func request(in context: CallContext) throws -> Request {
    var target = try path.text(in: context)
    let items = contract.queryItems(of: context.credentials, for: endpoint).map {
      "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))"
    }
    let given = keepsBody ? [:] : context.variables
    let parts = GivenQuery.items(query, for: endpoint, variables: given) + items
    noteGivenQuery(given, in: context)
    if !parts.isEmpty { target += "?" + parts.joined(separator: "&") }
    var headers = headers
    if !headers.contains("accept") { headers["Accept"] = contract.accept(from: endpoint) }
    headers["User-Agent"] = "plumbline-verify/\(Toolkit.version)"
    headers.set(credentials: contract.headers(of: context.credentials, for: endpoint))
    // Each call is a separate request and gets a new idempotency key, unless it repeats a recorded refusal, which may
    // depend on the key.
    if !keepsBody, let key = FreshKey(for: endpoint) { headers[key.field] = key.text }
    let request = Request(
      method: endpoint.request.method, target: target, headers: headers, body: try filled(in: context))
    try checkRecorded(request, in: context)
    return contract.showing(context.credentials, in: request, for: endpoint)
  }

  /// Records the variables that provide query values.
  private func noteGivenQuery(_ given: [String: String], in context: CallContext) {
    for parameter in endpoint.query {
      let name = VariableNames.words(parameter.name)
      guard let value = given[name] else { continue }
      let isThere =
        GivenQuery.items(query, for: endpoint, variables: [name: value])
        != GivenQuery.items(query, for: endpoint, variables: [:])
      if isThere { context.lookups.note(used: value, for: name) }
    }
  }

  /// Checks that a request doesn't send the recording's secrets to a real server. Secrets that the caller's own have
  /// replaced are allowed.
  private func checkRecorded(_ request: Request, in context: CallContext) throws {
    guard context.isOnServer, var kept = recorded.map({ contract.withoutBodyCredentials($0, for: endpoint).request })
    else { return }
    for (name, value) in kept.headers where request.headers[name] != value { kept.headers.remove(name) }
    guard let place = RecordedSecrets.places(in: kept, to: endpoint, of: contract, login: isLogin).first else { return }
    throw context.unsendable("its recorded request contains a secret (\(place)), which is never sent to a real server")
  }

  private var isLogin: Bool { endpoint.states.contains { $0.action == .login } }

  private func filled(in context: CallContext) throws -> Body {
    guard let value, value.kind == .object else { return body }
    var members: [(String, JSON)] = []
    let ownNames = ownNames(in: value, context)
    for member in value.members {
      if keepsBody {
        try checkKept(member.key, member.value, in: context)
        members.append((member.key, member.value))
      } else if isLogin, let typed = context.login[member.key] {
        members.append((member.key, JSON(typed)))
      } else if let name = ownNames[member.key] {
        members.append((member.key, name))
      } else if DirectNames.isReference(member.key), let text = WireReading.text(member.value) {
        let value = try context.text(DirectNames.variable(of: member.key), default: text)
        members.append(
          (member.key, member.value.kind == .number ? Int(value).map { JSON($0) } ?? JSON(value) : JSON(value)))
      } else {
        try checkSecret(member.key, member.value, in: context)
        members.append((member.key, member.value))
      }
    }
    if keepsBody { return body }
    let filled = JSON.object(marked(members, in: context))
    // If there was nothing to fill in, keep the body unchanged, so that a form keeps its boundary.
    if filled == value { return body }
    return (content?.body(of: filled)).map { Body($0.bytes) } ?? Body(filled.text)
  }

  /// Returns the members of a body that creates an item on a real server, with the run's mark in one of them. They are
  /// unchanged if none may carry it.
  private func marked(_ members: [(String, JSON)], in context: CallContext) -> [(String, JSON)] {
    guard context.isOnServer, let schema = content?.schema,
      let rule = endpoint.states.first(where: { $0.action == .create })
    else { return members }
    let body = JSON.object(members)
    let shown = rule.collection.flatMap(contract.collection).map(rule.keptMembers)
    var places = places(in: body, schema, rule)
    if content.map({ $0.mediaType.hasPrefix("multipart/") }) ?? false { places.kept = shown }
    for place in places.free {
      guard let text = body.at(place)?.string, !isAsked(place.tokens[0]) else { continue }
      for other in [context.mark(text), context.mark("")] {
        guard let marked = body.replacing(place, with: JSON(other)), schema.isValid(marked) else { continue }
        return marked.members.map { ($0.key, $0.value) }
      }
    }
    guard let name = context.markedName(), !Self.carries(body, context) else { return members }
    for (place, marked) in places.bodies(carrying: name, in: shown ?? []) where !isAsked(place.tokens[0]) {
      // A form may be unable to represent an object.
      guard let written = content?.body(of: marked), String(decoding: written.bytes, as: UTF8.self).contains(name)
      else {
        continue
      }
      return marked.members.map { ($0.key, $0.value) }
    }
    return members
  }

  private func places(in body: JSON, _ schema: Schema, _ rule: StateRule) -> MarkPlaces {
    MarkPlaces(
      schema: schema, body: body, root: rule.bodyPlace ?? JSONPointer(), isRecorded: recorded != nil,
      avoided: rule.referencePlaces)
  }

  private static func carries(_ body: JSON, _ context: CallContext) -> Bool { context.runMark?.isIn(body) ?? false }

  /// Returns the members that look like references to other items but are names that the caller chooses for the item
  /// that the request creates on a real server. Each gets a name that carries the mark, because a fixed name may belong
  /// to another item.
  private func ownNames(in body: JSON, _ context: CallContext) -> [String: JSON] {
    guard !keepsBody, let name = context.markedName(), let schema = content?.schema,
      let rule = endpoint.states.first(where: { $0.action == .create }),
      (rule.bodyPlace ?? JSONPointer()).tokens.isEmpty,
      let collection = rule.collection.flatMap(contract.collection)
    else { return [:] }
    var names: [String: JSON] = [:]
    for (place, marked) in places(in: body, schema, rule).bodies(carrying: name, in: rule.keptMembers(of: collection)) {
      let member = place.tokens[0]
      guard MarkPlaces.isOwnName(member), DirectNames.isReference(member), body[member]?.kind == .string,
        !isAsked(member), context.variables[DirectNames.variable(of: member)] == nil
      else { continue }
      names[member] = marked[member]
    }
    return names
  }

  /// Returns a Boolean value that indicates whether the endpoint's `when` depends on a member of the body.
  private func isAsked(_ name: String) -> Bool {
    endpoint.condition.clauses.contains { clause in
      if case .body(let pointer) = clause.address { pointer.tokens.first == name } else { false }
    }
  }

  /// Checks that a value isn't a recording's secret that would be sent to a real server it doesn't belong to.
  private func checkSecret(_ name: String, _ value: JSON, in context: CallContext) throws {
    guard context.isOnServer, let text = value.string, !text.isEmpty, SecretNames.isSecret(name, holding: text),
      !contract.carriesCredential(at: JSONPointer(tokens: [name]))
    else { return }
    let kind = recorded == nil ? "request that was made up" : "recorded request"
    throw context.unsendable("its \(kind) contains a secret (\(name)), which is never sent to a real server")
  }

  /// Checks that a value isn't a recording's id that would be sent to a real server, where it may belong to another
  /// item.
  private func checkKept(_ name: String, _ value: JSON, in context: CallContext) throws {
    try checkSecret(name, value, in: context)
    guard context.isOnServer, !endpoint.isSafe, DirectNames.isReference(name), WireReading.text(value) != nil else {
      return
    }
    throw context.unsendable(
      "its recorded request uses \(name) \(value.text), which may be different on a real server")
  }
}

extension CallGuesses {
  /// Records the ids in a body that may exist on only one server.
  fileprivate mutating func addReferences(of json: JSON?) {
    guard let json, json.kind == .object else { return }
    identifiers += json.members.filter { DirectNames.isReference($0.key) && WireReading.text($0.value) != nil }
      .map { Identifier(variable: DirectNames.variable(of: $0.key), parameter: nil, location: nil) }
  }
}
