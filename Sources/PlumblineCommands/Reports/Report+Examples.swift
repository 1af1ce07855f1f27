import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineReporting

extension [Drift] {
  /// Lowers drift about undocumented members to notices if documented examples contain the members, because the
  /// document then describes them, though not in a schema. A member that is documented with different capitalization
  /// remains breaking, unless valid examples contain only the capitalization that the server used.
  ///
  /// - Parameter services: The services that the drift concerns, with what was imported from their documents.
  mutating func lowerWhatExamplesShow(of services: [LoadedServices.Service]) {
    let renamed: Set<Rule> = [.response.field.caseChanged, .request.field.caseChanged]
    let rules = renamed.union([.response.field.undocumented, .request.field.undocumented])
    var bodies: [String: [JSON]] = [:]
    for index in indices where rules.contains(self[index].rule) && self[index].severity > .notice {
      let tokens = (self[index].folded ?? self[index].pointer)?.tokens ?? []
      guard tokens.count > 2, tokens[1] == "body" else { continue }
      let endpoint = self[index].endpointName
      let key = "\(endpoint.service)/\(endpoint.id) \(tokens[0])"
      let service = services.first { $0.contract.service == endpoint.service }
      let recorded = bodies[key] ?? service?.exampleBodies(of: endpoint.id, isOfRequest: tokens[0] == "request") ?? []
      bodies[key] = recorded
      let failures: [Failure] =
        tokens[0] == "request" ? [] : service?.failures(of: endpoint.id, at: self[index].status) ?? []
      let shown: [JSON] = recorded + failures.flatMap { failure in failure.examples.map { $0.body } }
      let way = tokens.dropFirst(2)
      let schemas: [Schema] =
        (service?.bodySchemas(of: endpoint.id, isOfRequest: tokens[0] == "request") ?? [])
        + failures.flatMap(\.bodySchemas)
      let name = renamed.contains(self[index].rule) ? self[index].expected : nil
      let isShown =
        shown.contains { body in
          body.shows(way, insteadOf: name) && (name == nil || schemas.contains { $0.isValid(body) })
        } || schemas.contains { $0.hasExample(showing: way, insteadOf: name) }
      guard isShown else { continue }
      self[index].severity = .notice
      self[index].message += " A documented example shows the same thing."
    }
  }
}

extension LoadedServices.Service {
  /// Returns the complete schemas of an endpoint's requests or responses.
  fileprivate func bodySchemas(of id: String, isOfRequest: Bool) -> [Schema] {
    guard let endpoint = contract.endpoint(id) else { return [] }
    if isOfRequest { return endpoint.body?.structured?.schema.map { [$0] } ?? [] }
    return endpoint.answers.compactMap { answer in
      if case .payload = answer.content { nil } else { answer.shown }
    }
  }

  /// Returns the errors of an endpoint that a status may represent.
  fileprivate func failures(of id: String, at status: Int?) -> [Failure] {
    guard let endpoint = contract.endpoint(id) else { return [] }
    return endpoint.failures.filter { failure in status.map { failure.statuses.contains($0) } ?? true }
  }

  /// Returns the bodies of the document's examples for an endpoint's requests or successful responses.
  fileprivate func exampleBodies(of id: String, isOfRequest: Bool) -> [JSON] {
    recordings.filter { $0.endpoint == id && $0.provenance.isExample }
      .compactMap { isOfRequest ? $0.requestBody : $0.responseBody }
  }
}

extension Failure {
  /// The complete schemas of the bodies.
  fileprivate var bodySchemas: [Schema] {
    switch content {
    case .body(let schema): [schema]
    case .media(let contents): contents.compactMap(\.schema)
    case .envelope, .empty: []
    }
  }
}
