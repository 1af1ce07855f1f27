import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree
import PlumblinePact

/// A comparison between a contract and a consumer's pact that needs no server. It checks that the contract allows each
/// request and promises each expected part of the responses.
///
/// For requests, the contract must allow the examples. For responses, every body that the contract allows must match
/// the pact, except for parts that depend on the provider's data, and the contract must allow the pact's example.
struct PactComparison {
  private let contract: Contract
  private let pact: Pact
  private let bodies: PactBodyComparison
  /// The expectations of each interaction for the response body, with their schema. An element is `nil` if the body
  /// isn't JSON.
  private let needs: [(expected: ExpectedSchema, schema: JSON)?]
  private var findings = PactFindings()

  init(_ contract: Contract, _ pact: Pact) {
    self.contract = contract
    self.pact = pact
    let expected = pact.interactions.map { interaction -> ExpectedSchema? in
      guard case .json(let body) = interaction.response.body else { return nil }
      return ExpectedSchema(body, interaction.response.rules)
    }
    // Put all expectations into one file, so that the contract's schemas are compiled only once.
    let written = JSON.object(expected.enumerated().map { ("needs\($0.offset)", $0.element?.schema ?? true) })
    let root = (try? JSON.parse(written.serialized(), file: "pact")) ?? written
    needs = expected.enumerated().map { number, expected in
      guard let expected, let schema = root["needs\(number)"] else { return nil }
      return (expected, schema)
    }
    bodies = PactBodyComparison(
      contract: contract,
      schemas: SchemaComparison(old: ["pact": root.document], new: contract.documents, view: .response))
  }

  /// Returns the findings sorted by endpoint, most severe first.
  mutating func drift() -> [Drift] {
    for (number, interaction) in pact.interactions.enumerated() { judge(interaction, needs[number]) }
    return findings.drift
  }

  private mutating func judge(_ interaction: PactInteraction, _ needs: (expected: ExpectedSchema, schema: JSON)?) {
    guard let sent = interaction.request.request else {
      let line = "\(interaction.request.method) \(interaction.request.path)"
      return add(
        .unjudged(at: "/request", "The request can't be sent as it is written.", interaction.source.location), line,
        nil,
        interaction)
    }
    let request = contract.withoutServerPath(sent)
    judge(request, interaction)
    guard case .found(let endpoint) = contract.router.resolve(request) else { return }
    let id = endpoint.id
    guard let status = interaction.response.status, interaction.response.rules.all(.status).isEmpty else {
      return add(
        .unjudged(
          at: "/response/status", "The pact doesn't fix the status, so the response isn't compared.", endpoint.location),
        id, request, interaction)
    }
    guard endpoint.documents(status) else {
      var gap = PactGap(
        at: "/response/status", "The pact expects the status \(status), which the contract doesn't document.",
        endpoint.location)
      gap.expected = "\(status)"
      return add(gap, id, request, interaction)
    }
    let answer = endpoint.answer(status: status, for: RequestReading(request, for: endpoint))
    let failure = endpoint.failures(at: status).first
    guard answer != nil || failure != nil else {
      return add(
        .unjudged(
          at: "/response", "Several responses of the contract could be meant, and the pact doesn't say which.",
          endpoint.location),
        id, request, interaction)
    }
    let location = answer?.location ?? failure?.location ?? endpoint.location
    var gaps = headers(interaction, answer?.headers ?? failure?.headers ?? [], location)
    if let needs {
      let type = interaction.response.mediaType ?? "application/json"
      let own =
        answer.map { bodies.gaps(of: needs.schema, as: type, in: $0) }
        ?? failure.map { bodies.gaps(of: needs.schema, as: type, in: $0) } ?? []
      gaps += own + unjudged(needs.expected, location)
      gaps += examples(interaction, needs.expected.sample, request, status, beside: own, location)
    } else {
      gaps += other(interaction.response.body, answer, failure, location)
    }
    for gap in gaps { add(gap, id, request, interaction) }
  }

  /// Checks the example of a request.
  private mutating func judge(_ request: Request, _ interaction: PactInteraction) {
    var options = Inspector.Options(visibility: .withoutCredentials)
    options.isAnsweredByNobody = true
    // Unlike a server error, a rejection means that the request is invalid.
    let status = interaction.response.status.map { $0 >= 500 ? 200 : $0 } ?? 200
    let exchange = Exchange(request: request, response: Response(status: status))
    let made = interaction.request.generators.map(Self.place)
    for found in Inspector(contract, options: options).inspect(exchange) where found.severity > .notice {
      // The value is generated, so the example isn't what the consumer sends.
      if let pointer = found.pointer, made.contains(where: pointer.isWithin) { continue }
      let isUnknown = found.rule == Rule.endpoint.undocumented
      var drift = found
      drift.rule = Rule.change.pact.requestRefused
      drift.severity = severity(isUnknown ? .breaking : found.severity, interaction)
      drift.detail = [found.rule.id, found.detail ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
      drift.old = interaction.source.location
      findings.add(drift, of: interaction.description)
    }
  }

  /// Returns the location of a generated value in the request.
  private static func place(_ generator: PactGenerator) -> JSONPointer {
    let part =
      switch generator.category {
      case .path: "path"
      case .query: "query"
      case .header: "headers"
      case .status, .body: "body"
      }
    // The matcher applies to all elements of the list.
    let names = generator.path.tokens.prefix { if case .member = $0 { true } else { false } }
    let tokens = names.map { token in if case .member(let name) = token { name } else { "" } }
    return JSONPointer(tokens: ["request", part] + (part == "path" ? [] : tokens))
  }

  /// Returns the severity of a finding about an interaction. If the interaction is pending, the provider may fail it.
  private func severity(_ severity: Severity, _ interaction: PactInteraction) -> Severity {
    interaction.isPending ? min(severity, .notice) : severity
  }

  private mutating func add(_ gap: PactGap, _ endpoint: String, _ request: Request?, _ interaction: PactInteraction) {
    let status = interaction.response.status
    let witness = gap.shown.flatMap { shown in
      request.map {
        ChangeWitness(
          .response, method: $0.method.rawValue, path: $0.path, status: status, place: shown.place, value: shown.value)
      }
    }
    var drift = Drift(
      rule: gap.isUnjudged ? Rule.change.pact.notCompared : Rule.change.pact.notPromised,
      severity: severity(gap.severity, interaction), service: contract.service, endpoint: endpoint, status: status,
      pointer: gap.pointer, expected: gap.expected, actual: gap.actual, message: gap.message, contract: gap.contract,
      detail: gap.detail)
    drift.folded = gap.pointer
    drift.old = interaction.source.location
    drift.witness = witness
    drift.undecided = gap.undecided
    findings.add(drift, of: interaction.description)
  }
}

extension PactComparison {
  /// Compares the header fields. Their values depend on the provider's data, so the contract only has to allow the
  /// expected value.
  private func headers(
    _ interaction: PactInteraction, _ documented: [DocumentedResponse.Header], _ location: SourceLocation
  ) -> [PactGap] {
    interaction.response.headers.compactMap { header in
      let name = header.name.lowercased()
      if name == "content-type" { return nil }
      let place = JSONPointer(tokens: ["response", "headers", header.name])
      guard let own = documented.first(where: { $0.name.lowercased() == name }), own.isRequired else {
        var gap = PactGap(
          at: place, "The pact expects the header \(header.name), but the contract doesn't promise it.", location)
        (gap.severity, gap.detail) = (.warning, header.name)
        return gap
      }
      guard own.saysWhat, let schema = own.schema, !schema.isValid(own.reading(header.text)) else { return nil }
      var gap = PactGap(
        at: place, "The contract doesn't allow the pact's example for the header \(header.name).",
        own.location)
      (gap.severity, gap.detail) = (.warning, header.name)
      return gap
    }
  }

  /// Returns the locations at which the schema of the expectations is less strict than the pact.
  private func unjudged(_ expected: ExpectedSchema, _ location: SourceLocation) -> [PactGap] {
    expected.unjudged.map { place, reason in
      .unjudged(at: PactBodyComparison.place, "\(place) of the response's body isn't compared: \(reason).", location)
    }
  }

  /// Returns the values in the pact's example that the contract doesn't allow.
  private func examples(
    _ interaction: PactInteraction, _ sample: JSON, _ request: Request, _ status: Int, beside own: [PactGap],
    _ location: SourceLocation
  ) -> [PactGap] {
    let type = interaction.response.mediaType ?? "application/json"
    let response = Response(status: status, headers: ["Content-Type": type], body: Body(sample.serialized()))
    let rules = Rule.response.field
    let inspector = Inspector(contract, options: Inspector.Options(visibility: .withoutCredentials))
    return inspector.inspect(Exchange(request: request, response: response)).compactMap { drift in
      // Skip members that the example lacks, because the consumer doesn't need them, and members that the contract
      // lacks, because they are already reported as gaps.
      guard drift.rule.isAbout(.field, of: .response), drift.rule != rules.missing, drift.rule != rules.undocumented,
        drift.severity > .notice, let pointer = drift.folded ?? drift.pointer,
        !own.contains(where: { $0.pointer == pointer })
      else { return nil }
      var gap = PactGap(
        at: pointer, "The contract doesn't allow the pact's example: \(drift.message)",
        drift.contract ?? location)
      gap.severity = drift.severity
      gap.detail = "example \(drift.rule.id)"
      (gap.expected, gap.actual) = (drift.actual, drift.expected)
      return gap
    }
  }

  /// Compares a body that isn't JSON.
  private func other(
    _ body: PactBody, _ answer: DocumentedResponse?, _ failure: Failure?, _ location: SourceLocation
  ) -> [PactGap] {
    switch body {
    case .unstated, .json: return []
    case .empty:
      switch answer?.content {
      case .empty: return []
      case nil:
        if case .empty? = failure?.content { return [] }
        return [.unjudged(at: PactBodyComparison.place, "The empty body of an error isn't compared.", location)]
      default:
        return [
          PactGap(
            at: PactBodyComparison.place, "The pact expects an empty body, but the contract documents a body here.",
            location)
        ]
      }
    case .text, .bytes:
      return [
        .unjudged(at: PactBodyComparison.place, "The response's body isn't JSON, so it isn't compared.", location)
      ]
    }
  }
}
