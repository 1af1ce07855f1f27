import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI

/// An endpoint of a draft.
package struct DraftedEndpoint: Sendable {
  package let id: String
  /// The method and the path template.
  package let request: String
  package let seen: Int
  /// The statuses and their counts, such as `200 ×10, 404 ×2`.
  package let statuses: String
}

/// A writer that creates the files of a draft from the exchanges of each endpoint.
struct DraftWriting {
  private struct Endpoint {
    let id: String
    let topic: String
    let thing: String
    let traffic: EndpointTraffic
    let request: String
    let path: JSON
    let query: ParameterTable
    /// The names of the query parameters in each rejected request.
    let refused: [Set<String>]
    let headers: ParameterTable
    let body: BodyDraft?
    let answers: [ResponseDraft]
    let failures: [String]
    let authentication: [[String]]
  }

  private static let main = "contract.json"

  private let service: String
  private let source: String
  private let existing: Contract?
  private let origin: String?
  private let envelope: SeenEnvelope?
  private var table = ShapeTable()
  private var endpoints: [Endpoint] = []
  private var others: [String: ShapeTable.Link] = [:]
  private var failures: FailureTable
  private var credentials: SeenCredentials
  /// The callers, who become the personas of a new contract.
  let callers: SeenCallers
  /// The authentication of most endpoints, as written in the shared file, or `nil` if a contract already exists,
  /// because its authentication may differ.
  private var usual: [[String]]?
  /// The schemas of path parameters, by slot and name, cached because many templates share a slot.
  private var slotSchemas: [Int: [String: JSON]] = [:]

  init(
    service: String, source: String, existing: Contract?, origin: String?, tree: PathTree, groups: [EndpointTraffic]
  ) {
    self.service = service
    self.source = source
    self.existing = existing
    self.origin = origin
    let bodies = groups.enumerated().flatMap { index, group in
      group.exchanges.compactMap { exchange in
        exchange.answered.map { SeenEnvelope.Body(endpoint: index, json: $0, status: exchange.response.status) }
      }
    }
    envelope = existing.map(SeenEnvelope.init(of:)) ?? SeenEnvelope(bodies)
    failures = FailureTable(envelope, beside: existing)
    credentials = SeenCredentials(of: existing, groups.flatMap(\.exchanges))
    callers = SeenCallers(existing == nil ? groups.flatMap(\.exchanges) : [])
    let names = EndpointNames(groups.map(\.line))
    var identifiers = Identifiers()
    for endpoint in existing?.endpoints ?? [] { _ = identifiers.unique(endpoint.id) }
    for group in groups {
      endpoints.append(endpoint(group, id: identifiers.unique(names.id(group.line)), names, tree))
    }
    // Ignore logins: a login's own 401 means a wrong password, and says nothing about other endpoints.
    let asking = endpoints.filter { !$0.authentication.joined().isEmpty }
    if !asking.isEmpty {
      let isForbidden = asking.contains { endpoint in
        endpoint.traffic.exchanges.contains {
          $0.response.status == 403 && credentials.shown(by: $0.request).isEmpty
        }
      }
      failures.settleUnauthenticated(among: Set(asking.flatMap(\.failures)), isForbidden: isForbidden)
    }
    usual = existing == nil ? Self.usual(among: endpoints) : nil
    let (answered, sent) = (answered, sent)
    ShapeKinds.findMaps(below: answered + sent, in: &table, isListed: tree.isListed)
    // Keep the kinds of values in requests separate, because requests require fewer members.
    ShapeKinds.unite(below: answered, in: &table)
    ShapeKinds.unite(below: sent, in: &table, isStrict: true)
    let shown = Dictionary(grouping: endpoints, by: \.thing).mapValues { $0.flatMap(\.answers).flatMap(\.links) }
    for endpoint in endpoints {
      for body in endpoint.body?.links ?? [] {
        for answer in shown[endpoint.thing] ?? [] { table.adoptTexts(of: answer.node, in: body.node) }
      }
    }
  }

  /// Summaries of the traffic that each endpoint was drafted from.
  var lines: [DraftedEndpoint] {
    endpoints.map {
      DraftedEndpoint(
        id: $0.id, request: $0.request, seen: $0.traffic.exchanges.count, statuses: $0.traffic.statuses)
    }
  }

  private var sent: [ShapeTable.Link] { endpoints.flatMap { $0.body?.links ?? [] } }

  private var answered: [ShapeTable.Link] {
    endpoints.flatMap { $0.answers.flatMap(\.links) } + failures.links + others.sorted { $0.key < $1.key }.map(\.value)
  }

  private mutating func endpoint(
    _ group: EndpointTraffic, id: String, _ names: EndpointNames, _ tree: PathTree
  ) -> Endpoint {
    let (template, parameters) = tree.text(of: group.template)
    var path: [(String, JSON)] = []
    for (slot, name) in parameters { path.append((name, schema(of: slot, name, tree))) }
    var query = ParameterTable()
    var headers = ParameterTable(ignoresCase: true)
    for exchange in group.wellFormed {
      let request = exchange.request
      let owner = request.target.hashValue
      query.add(
        request.queryItems.filter { !$0.name.isEmpty && !credentials.isSecret(query: $0.name) }, owner: owner)
      headers.add(
        request.headers.filter {
          Self.isTelling($0.name.lowercased(), to: request.method) && !credentials.isSecret(header: $0.name)
        }
        .map { ($0.name, $0.value) }, owner: owner)
    }
    var shown: [(names: [String], isSuccess: Bool)] = []
    for exchange in group.exchanges {
      shown.append((credentials.shown(by: exchange.request), exchange.isSuccess))
    }
    let body = BodyDraft(group.wellFormed, refused: group.refused, in: &table)
    let successes = Dictionary(grouping: group.exchanges.filter(\.isSuccess)) { $0.response.status }
    var answers: [ResponseDraft] = []
    for (status, exchanges) in successes.sorted(by: { $0.key < $1.key }) {
      answers.append(ResponseDraft(exchanges, status: status, envelope, others: &others, in: &table))
    }
    for exchange in group.exchanges where !exchange.isSuccess { addInner(of: exchange) }
    return Endpoint(
      id: id, topic: names.topic(group.line), thing: names.thing(group.line), traffic: group,
      request: "\(group.method) \(template)", path: .object(path), query: query,
      refused: group.refused.map { Set($0.request.queryItems.map(\.name)) }, headers: headers, body: body,
      answers: answers, failures: failures.add(group.exchanges, in: &table),
      authentication: nameable(SeenCredentials.authentication(shown, isHealth: group.isHealth)))
  }

  /// Returns the alternatives without the credentials that are missing from an existing contract, because an addition
  /// to the contract can't name them.
  private func nameable(_ alternatives: [[String]]) -> [[String]] {
    guard existing != nil else { return alternatives }
    let unknown = Set(credentials.new.map(\.name))
    var nameable: [[String]] = []
    for names in alternatives {
      let known = names.filter { !unknown.contains($0) }
      if !nameable.contains(known) { nameable.append(known) }
    }
    return nameable
  }

  /// The parts that the files leave out, each described in one sentence: credentials that were observed but are missing
  /// from an existing contract.
  var notes: [String] {
    guard existing != nil else { return [] }
    return credentials.new.map { credential in
      let place = credential.field.map { "\(credential.place) \($0)" } ?? credential.place
      return
        "the credential \(credential.name) (\(place)), which isn't in contract.json; add it to \"credentials\", "
        + "to a persona, and to the \"authentication\" of the endpoints that require it."
    }
  }

  private mutating func schema(of slot: Int, _ name: String, _ tree: PathTree) -> JSON {
    if let known = slotSchemas[slot]?[name] { return known }
    var facts = ParameterFacts(name)
    for value in tree.slots[slot].values { facts.add([value.text], owner: value.exchange) }
    let schema = facts.schema(isKey: true)
    slotSchemas[slot, default: [:]][name] = schema
    return schema
  }

  /// Records the members that accompany the code and the message of an enveloped error.
  private mutating func addInner(of exchange: SeenExchange) {
    guard let envelope, let body = exchange.answered, envelope.code(of: body) != nil else { return }
    let owner = body.deepHash
    for place in envelope.inner {
      guard let value = body.at(place) else { continue }
      let name = place.description
      var link = others[name] ?? ShapeTable.Link(node: table.make())
      table.add(value, to: &link, owner: owner)
      others[name] = link
    }
  }

  /// Returns a Boolean value that indicates whether a request header, given in lowercase, is meant for the API rather
  /// than for intermediaries.
  private static func isTelling(_ name: String, to method: HTTPMethod) -> Bool {
    // Preconditions for changes belong to the API, but those for reads belong to caches.
    if ["if-match", "if-unmodified-since", "idempotency-key"].contains(name) { return true }
    if name == "if-none-match" { return !method.isSafe }
    return !KnownFields.isAny([.connection, .proxy, .delivery, .passage, .client, .request], name)
      && !["sec-", "x-forwarded", "x-plumbline", "plumbline-", "access-control-", "cf-"].contains { name.hasPrefix($0) }
  }
}

/// The files of a draft.
extension DraftWriting {
  /// Returns the files.
  ///
  /// - Parameter newFile: The name of the file to add to an existing contract, or `nil` for a new contract.
  mutating func files(newFile: String?) -> [ContractLoader.File] {
    let roots = endpoints.flatMap { endpoint in
      endpoint.answers.flatMap { answer in
        answer.links.map { KindNames.Root(link: $0, name: endpoint.thing, isMain: true) }
      } + (endpoint.body?.links ?? []).map { KindNames.Root(link: $0, name: "\(endpoint.thing)Input", isMain: false) }
    }
    let rest =
      failures.links.map { KindNames.Root(link: $0, name: "failure", isMain: false) }
      + others.sorted { $0.key < $1.key }.map {
        KindNames.Root(link: $0.value, name: Self.word(of: $0.key), isMain: false)
      }
    let kinds = KindNames(roots + rest, table, taken: takenKinds(newFile))
    let inside = ShapeWriter(table: table, kinds: kinds)
    if let newFile {
      let members = [("endpoints", JSON.object(endpoints.map { ($0.id, json($0, inside)) }))] + parts(inside)
      return [file(newFile, .object(members))]
    }
    var outside = inside
    outside.file = Self.main
    var topics: [String] = []
    var own: [String: [Endpoint]] = [:]
    for endpoint in endpoints {
      let name = Self.name(of: endpoint)
      if own[name] == nil { topics.append(name) }
      own[name, default: []].append(endpoint)
    }
    let others = topics.filter { $0 != Self.main }.map { name in
      file(name, .object([("endpoints", .object((own[name] ?? []).map { ($0.id, json($0, outside)) }))]))
    }
    return [file(Self.main, .object(shared(inside) + parts(inside)))] + others
  }

  private static func name(of endpoint: Endpoint) -> String {
    ContractFiles.name(ofTopic: Identifiers.words(endpoint.topic).lowercased())
  }

  /// Returns the name of a member, given its name or its location, such as `field` for `/error/field`.
  private static func word(of name: String) -> String {
    name.hasPrefix("/") ? JSONPointer(name)?.tokens.last ?? name : name
  }

  private func takenKinds(_ newFile: String?) -> [String] {
    newFile == nil ? [] : existing?.documents[Self.main]?.root["schemas"]?.members.keys ?? []
  }

  private func file(_ name: String, _ root: JSON) -> ContractLoader.File {
    ContractLoader.File(name: name, path: name, bytes: root.serialized(.pretty) + [UInt8(ascii: "\n")])
  }

  /// Returns the errors and schemas.
  private func parts(_ writer: ShapeWriter) -> [(String, JSON)] {
    var members: [(String, JSON)] = []
    if let failures = failures.json(writer) { members.append(("errors", failures)) }
    let schemas = writer.kinds.order.compactMap { id in
      writer.kinds.names[id].map { ($0, writer.definition(id)) }
    }
    if !schemas.isEmpty { members.append(("schemas", .object(schemas))) }
    return members
  }

  private func shared(_ writer: ShapeWriter) -> [(String, JSON)] {
    var members: [(String, JSON)] = [
      ("plumbline", 1), ("service", JSON(service)), ("title", JSON(service)),
      (
        "description",
        JSON("Inferred from traffic (\(source)): the observed traffic, with counts in x-seen. None of it is promised.")
      ),
    ]
    if let origin {
      let host = String(origin.drop { $0 != "/" }.dropFirst(2).prefix { $0 != ":" })
      let name = ["127.0.0.1", "localhost"].contains(host) ? "local" : Identifiers.name(host, otherwise: "server")
      members.append(("servers", .object([(name, .object([("url", JSON(origin))]))])))
    }
    if !credentials.new.isEmpty {
      members.append(("credentials", credentials.json(service: service)))
      members.append(("personas", credentials.personas(callers)))
    }
    members.append(("authentication", Self.json(usual ?? [])))
    if let name = failures.usual(failures.unauthenticated), !credentials.new.isEmpty {
      members.append(("commonErrors", [JSON(name)]))
    }
    let names = (envelope?.others ?? []) + (envelope?.inner.map(\.description) ?? [])
    let schemas = names.compactMap { name in
      others[name].map { (name, writer.schema($0, name: Self.word(of: name))) }
    }
    members.append(("envelope", envelope?.json(schemas) ?? .null))
    return members
  }

  private func json(_ endpoint: Endpoint, _ writer: ShapeWriter) -> JSON {
    let traffic = endpoint.traffic
    let count = traffic.exchanges.count
    return JSON.build { json in
      json.object { json in
        json.member("summary", endpoint.request)
        json.member("request", endpoint.request)
        json.member("standing", "assumed")
        json.member("source", "Inferred from \(count == 1 ? "1 exchange" : "\(count) exchanges") in \(source)")
        json.member("x-seen", count)
        if endpoint.authentication != usual { json.member("authentication", Self.json(endpoint.authentication)) }
        if endpoint.path.count > 0 { json.member("path", endpoint.path) }
        if !endpoint.query.all.isEmpty { json.member("query", endpoint.query.json) }
        if !endpoint.headers.all.isEmpty { json.member("headers", endpoint.headers.json) }
        required(endpoint, into: &json)
        endpoint.body?.write(writer, thing: endpoint.thing, into: &json)
        json.member("success") { json in
          json.object { json in
            for answer in endpoint.answers {
              json.member("\(answer.status)", answer.json(writer, thing: endpoint.thing))
            }
            if endpoint.answers.isEmpty { json.member("2XX", .object([("description", "No success was seen.")])) }
          }
        }
        let names = failures(of: endpoint)
        if !names.isEmpty { json.member("errors", .array(names.map { JSON($0) })) }
      }
    }
  }

  /// Returns the errors that an endpoint returned, and those that its request implies: the errors for a missing
  /// credential and a missing item.
  private func failures(of endpoint: Endpoint) -> [String] {
    var names = endpoint.failures
    let statuses = Set(endpoint.traffic.exchanges.map(\.response.status))
    if !statuses.contains(404), endpoint.path.count > 0, let name = failures.usual(404) { names.append(name) }
    let status = failures.unauthenticated
    guard !endpoint.authentication.joined().isEmpty, let name = failures.usual(status) else { return names }
    names.removeAll { $0 == name }
    let isCommon = existing?.commonFailures.contains { $0.statuses.contains(status) } ?? true
    return isCommon ? names : names + [name]
  }

  private static func usual(among endpoints: [Endpoint]) -> [[String]] {
    let votes = Dictionary(grouping: endpoints, by: \.authentication).mapValues(\.count)
    // Resolve a tie in favor of the first one, because a dictionary has no order.
    let most = votes.values.max() ?? 0
    return endpoints.first { votes[$0.authentication] == most }?.authentication ?? []
  }

  private static func json(_ alternatives: [[String]]) -> JSON {
    if alternatives.count == 1 { return .array(alternatives[0].map { JSON($0) }) }
    return .array(alternatives.map { .array($0.map { JSON($0) }) })
  }

  private func required(_ endpoint: Endpoint, into json: inout JSONBuilder) {
    let query = endpoint.query.required(refused: endpoint.refused)
    let ofOneAgent = endpoint.traffic.fieldsOfOneAgent
    let headers = endpoint.headers.required(refused: []).filter { !ofOneAgent.contains($0.lowercased()) }
    let isOptional = endpoint.body.map { !$0.isRequired } ?? false
    guard !query.isEmpty || !headers.isEmpty || isOptional else { return }
    json.member("required") { json in
      json.object { json in
        if !query.isEmpty { json.member("query", .array(query.map { JSON($0) })) }
        if !headers.isEmpty { json.member("headers", .array(headers.map { JSON($0) })) }
        if isOptional { json.member("body", false) }
      }
    }
  }
}
