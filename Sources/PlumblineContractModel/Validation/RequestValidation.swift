import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// The validation of a request against its endpoint.
///
/// The mock rejects requests with these faults, and drift detection reports them, so the two always agree.
package struct RequestValidation: Sendable {
  let reading: RequestReading
  private let contract: Contract

  package init(_ reading: RequestReading, in contract: Contract) {
    self.reading = reading
    self.contract = contract
  }

  /// Returns the faults of all invalid or undocumented parts, in the order path, query, headers, cookies, body.
  package func faults() -> [RequestFault] {
    pathFaults() + queryFaults() + headerFaults() + cookieFaults() + bodyFaults()
  }

  private var endpoint: Endpoint { reading.endpoint }

  private func pathFaults() -> [RequestFault] {
    endpoint.path.flatMap { parameter -> [RequestFault] in
      guard let value = reading.path(parameter.name) else { return [] }
      return violations(of: value, by: parameter.schema, at: ["request", "path", parameter.name]) { .pathInvalid($0) }
    }
  }

  private func queryFaults() -> [RequestFault] {
    var faults: [RequestFault] = []
    for parameter in endpoint.query {
      func place() -> [String] { ["request", "query", parameter.name] }
      if let value = reading.query(parameter.name) {
        faults += violations(of: value, by: parameter.schema, at: place()) { .queryInvalid($0) }
      } else if parameter.isRequired {
        faults.append(missing(.queryMissing, "the query parameter \(parameter.name)", at: place(), parameter.location))
      }
    }
    for name in reading.queryNames where endpoint.queryParameter(name) == nil && !isCredential(name) {
      let known = endpoint.query.map(\.name)
      let nearest = Spelling.nearest(name, among: known).map { "; the nearest is \"\($0)\"" } ?? ""
      faults.append(
        RequestFault(
          .queryUndocumented, at: JSONPointer(tokens: ["request", "query", name]),
          expected: known.isEmpty ? "no query parameters" : Spelling.list(known, joining: "or"), actual: "\"\(name)\"",
          message: "\(endpoint.id) documents no query parameter \"\(name)\"\(nearest)", location: endpoint.location))
    }
    return faults
  }

  private func headerFaults() -> [RequestFault] {
    endpoint.headers.flatMap { parameter -> [RequestFault] in
      func place() -> [String] { ["request", "headers", parameter.name.lowercased()] }
      if let value = reading.header(parameter.name) {
        return violations(of: value, by: parameter.schema, at: place()) { .headerInvalid($0) }
      }
      return parameter.isRequired
        ? [missing(.headerMissing, "the header \(parameter.name)", at: place(), parameter.location)] : []
    }
  }

  private func cookieFaults() -> [RequestFault] {
    endpoint.cookies.flatMap { parameter -> [RequestFault] in
      let place = ["request", "cookies", parameter.name]
      if let value = reading.cookie(parameter.name) {
        return violations(of: value, by: parameter.schema, at: place) { .cookieInvalid($0) }
      }
      return parameter.isRequired
        ? [missing(.cookieMissing, "the cookie \(parameter.name)", at: place, parameter.location)] : []
    }
  }

  private func bodyFaults() -> [RequestFault] {
    // A streamed body isn't available for validation.
    guard let bytes = reading.request.body.bytes else { return [] }
    guard let body = endpoint.body else {
      return bytes.isEmpty
        ? []
        : [
          fault(
            .bodyUnexpected, expected: "no body", actual: "\(bytes.count) bytes", "\(endpoint.id) doesn't accept a body"
          )
        ]
    }
    guard !bytes.isEmpty else { return faults(ofEmpty: body) }
    let mediaType = reading.request.mediaType ?? body.json?.mediaType
    guard let content = mediaType.map(body.content(accepting:)) ?? body.content.first else {
      let taken = Spelling.list(body.content.map(\.mediaType), joining: "or")
      let sent = mediaType ?? "none"
      return [
        RequestFault(
          .mediaTypeUnsupported, at: "/request/headers/content-type", expected: taken, actual: sent,
          message: "\(endpoint.id) doesn't accept \(sent); it accepts \(taken)",
          location: body.content.first?.location ?? endpoint.location)
      ]
    }
    if let fault = reading.bodyFault {
      return [
        RequestFault(
          .bodyMalformed, at: "/request/body", expected: fault.expected, actual: fault.found, message: fault.message,
          location: content.location)
      ]
    }
    guard let value = reading.body, let schema = content.schema else { return [] }
    let invalid = violations(of: value, by: schema, at: ["request", "body"]) { .bodyInvalid($0) }
    return invalid + undocumented(in: value, by: schema, except: Set(invalid.map(\.pointer)))
  }

  /// Returns the faults of an empty body. A string may be empty, and a form without fields has no bytes, so a request
  /// with such a media type does have a body.
  private func faults(ofEmpty body: RequestBody) -> [RequestFault] {
    let location = body.content.first?.location ?? endpoint.location
    let missing = body.isRequired ? [missing(.bodyMissing, "a body", at: ["request", "body"], location)] : []
    guard let type = reading.request.mediaType, let content = body.content(accepting: type) else { return missing }
    let isForm = type == MediaType.form
    guard isForm || type.hasPrefix("text/") && type != "text/xml" else { return missing }
    let faults =
      content.schema.map { schema in
        violations(of: isForm ? [:] : "", by: schema, at: ["request", "body"]) { .bodyInvalid($0) }
      } ?? []
    if body.isRequired { return faults.isEmpty ? [] : missing }
    return isForm ? faults : []
  }

  private static let mostUndocumented = 100

  private func undocumented(
    in value: JSON, by schema: Schema, except reported: Set<JSONPointer>
  ) -> [RequestFault] {
    var known: [JSONPointer: [String]] = [:]
    // Limit the number. Nobody would read more of them, and each costs a lookup from the root.
    return schema.undocumented(in: value).prefix(Self.mostUndocumented).compactMap { member in
      let place = member.pointer
      let pointer = JSONPointer(tokens: ["request", "body"]) + place
      guard !reported.contains(pointer), !contract.carriesCredential(at: place), let name = place.tokens.last else {
        return nil
      }
      let parent = place.parent ?? JSONPointer()
      let names = known[parent] ?? schema.declared(at: parent, in: value)
      known[parent] = names
      let nearest = Spelling.nearest(name, among: names).map { "; the nearest is \"\($0)\"" } ?? ""
      return RequestFault(
        .bodyUndocumented, at: pointer,
        expected: names.isEmpty ? "no members" : Spelling.list(names, joining: "or"), actual: "\"\(name)\"",
        message: "the contract documents no member \"\(name)\" here\(nearest)", location: schema.source.location)
    }
  }

  private func isCredential(_ name: String) -> Bool {
    contract.credentials.contains { $0.carrier == .query(name) }
  }

  private func violations(
    of value: JSON, by schema: Schema, at place: @autoclosure () -> [String], _ kind: (Violation) -> RequestFault.Kind
  ) -> [RequestFault] {
    let judgement = schema.judgement(of: value)
    // Most values are valid and need no message.
    if judgement.undecided == nil, judgement.violations.isEmpty { return [] }
    let place = place()
    if let undecided = judgement.undecided {
      return [
        RequestFault(
          .undecided, at: JSONPointer(tokens: place) + undecided.instance, expected: "a value that can be validated",
          actual: "a value that takes too many steps", message: undecided.message, location: schema.source.location)
      ]
    }
    return judgement.violations.map { violation in
      RequestFault(
        kind(violation), at: JSONPointer(tokens: place) + violation.place, expected: violation.expected,
        actual: violation.actual, message: violation.phrase, location: violation.schemaLocation)
    }
  }

  private func missing(
    _ kind: RequestFault.Kind, _ what: String, at place: [String], _ location: SourceLocation
  ) -> RequestFault {
    RequestFault(
      kind, at: JSONPointer(tokens: place), expected: what, actual: "nothing",
      message: "\(endpoint.id) requires \(what), which is missing", location: location)
  }

  private func fault(
    _ kind: RequestFault.Kind, expected: String, actual: String, _ message: String
  ) -> RequestFault {
    RequestFault(
      kind, at: "/request/body", expected: expected, actual: actual, message: message, location: endpoint.location)
  }
}

extension RequestValidation {
  /// A Boolean value that indicates whether the endpoint allows all parts of the request, ignoring undocumented ones.
  ///
  /// If it is true, ``faults()`` contains at most undocumented parts. This check creates no messages. It may be false
  /// for a valid request that only ``faults()`` can judge.
  package var isPassing: Bool {
    let endpoint = reading.endpoint
    guard reading.pathValues.count == endpoint.path.count else { return false }
    for (parameter, value) in zip(endpoint.path, reading.pathValues) where !parameter.schema.isValid(value) {
      return false
    }
    if reading.request.queryBytes == nil {
      if endpoint.query.contains(where: \.isRequired) { return false }
    } else {
      for parameter in endpoint.query where !isPassing(reading.query(parameter.name), parameter) { return false }
    }
    for parameter in endpoint.headers where !isPassing(reading.header(parameter.name), parameter) { return false }
    for parameter in endpoint.cookies where !isPassing(reading.cookie(parameter.name), parameter) { return false }
    return isBodyPassing
  }

  private func isPassing(_ value: JSON?, _ parameter: Parameter) -> Bool {
    guard let value else { return !parameter.isRequired }
    return parameter.schema.isValid(value)
  }

  private var isBodyPassing: Bool {
    guard case .bytes(let bytes) = reading.request.body, !bytes.isEmpty else {
      if case .stream = reading.request.body { return true }
      guard let body = reading.endpoint.body else { return true }
      // A form without fields also has to be validated.
      return !body.isRequired && reading.request.mediaType != MediaType.form
    }
    if let type = reading.request.headers.bytes("content-type"), type.isSame(as: "application/json"),
      let content = reading.endpoint.body?.content(for: "application/json")
    {
      guard let value = reading.body else { return false }
      return content.schema?.isValid(value) ?? true
    }
    guard let body = reading.endpoint.body, let mediaType = reading.request.mediaType,
      let content = body.content(accepting: mediaType)
    else { return false }
    guard reading.bodyFault == nil else { return false }
    guard let value = reading.body, let schema = content.schema else { return true }
    return schema.isValid(value)
  }
}
