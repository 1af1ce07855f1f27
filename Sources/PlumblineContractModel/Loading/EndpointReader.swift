import PlumblineHTTPMessages
import PlumblineJSONTree

/// A reader for a single endpoint. Unreadable parts are reported and left out, so that the rest can still be read.
struct EndpointReader {
  /// The definitions that endpoints share.
  struct Shared {
    let authentication: Authentication
    let failures: [Failure]
    /// The errors that every endpoint may return, without duplicates. Endpoints that declare no errors share this
    /// array.
    let commonFailures: [Failure]
    /// The common errors of endpoints that require no credentials.
    let openFailures: [Failure]
    let collections: [ItemCollection]
    /// The header field with the idempotency key, for all endpoints that document it.
    let idempotency: String?
    /// The errors by name. If a name is repeated, the first error wins.
    let failuresByName: [String: Failure]

    /// Creates the shared definitions.
    ///
    /// - Parameters:
    ///   - commonFailures: The names of the errors that every endpoint may return.
    ///   - idempotency: The address of the header field with the idempotency key, such as `header.Idempotency-Key`.
    init(
      authentication: Authentication, failures: [Failure], commonFailures: [String], collections: [ItemCollection],
      idempotency: String? = nil
    ) {
      let byName = Dictionary(failures.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      var known: Set<String> = []
      let common = commonFailures.compactMap { known.insert($0).inserted ? byName[$0] : nil }
      self.authentication = authentication
      self.failures = failures
      self.commonFailures = common
      openFailures = common.filter { !$0.isForCallers }
      self.collections = collections
      self.idempotency = idempotency
      failuresByName = byName
    }
  }

  let file: String
  let shared: Shared
  let context: ReadingContext

  /// The name of the folder for captures of undocumented requests. No endpoint may have it as its ID.
  private static let reserved = "undocumented"

  /// Reads an endpoint, or returns `nil` if its request line can't be read.
  func read(_ id: String, _ value: JSON, at place: SourceLocation) -> Endpoint? {
    guard value.kind == .object else { return nil }
    if id == Self.reserved {
      context.log.error(
        place,
        "\"\(id)\" is the recordings folder for undocumented requests; give the endpoint another id."
      )
    }
    let lines = RequestLineReader(log: context.log)
    let request = value["request"].flatMap(lines.read)
    let parameters = ParameterReader(endpoint: value, file: file, context: context)
    let standing = context.standing(of: value)
    let path = parameters.path(request)
    var conditions = ConditionReader(
      context: context, file: file,
      scope: ConditionReader.Scope(
        path: request?.template.parameters ?? value["path"]?.members.keys ?? [],
        hasBody: value["body"] != nil || value["content"] != nil, bodies: bodySchemas(value)))
    let condition = value["when"].map(conditions.tellingEndpoints.read) ?? Condition()
    let query = parameters.query() + parameters.implied(by: condition, at: value["when"], among: .query)
    let headers = parameters.headers() + parameters.implied(by: condition, at: value["when"], among: .headers)
    let cookies = parameters.cookies() + parameters.implied(by: condition, at: value["when"], among: .cookies)
    conditions.scope.query = query.map(\.name)
    conditions.scope.headers = headers.map { $0.name.lowercased() }
    conditions.scope.cookies = cookies.map(\.name)
    parameters.checkStyles(path + query + headers + cookies)
    let answers = ResponseReader(file: file, standing: standing, conditions: conditions, context: context)
    let authentication = context.authentication(of: value) ?? shared.authentication
    let body = body(value)
    let success = answers.read(value["success"])
    let (failures, ownFailureCount) = failures(value, authentication)
    let requirements = requirements(value["requires"], conditions, authentication)
    let states = StateReader(
      endpoint: value, conditions: conditions, failures: failures, all: shared.failures,
      collections: shared.collections, context: context
    ).read()
    if !states.isEmpty {
      ConditionalLint(endpoint: value, failures: failures, context: context)
        .check(isReading: request?.method.isSafe ?? false)
    }
    let batch = BatchReader(endpoint: value, conditions: conditions, context: context).read()
    let deprecation = deprecation(value)
    let alternatives = value["alternatives"]?.elements.compactMap(lines.read) ?? []
    guard let request else { return nil }
    let isSafe =
      value["batch"] == nil
      && (value["safe"]?.bool == true || request.method.isSafe && !states.contains(where: \.changesSomething))
    let idempotencyKey = IdempotencyReader(endpoint: value, headers: headers, failures: failures, log: context.log)
      .read(isSafe: isSafe, method: request.method, otherwise: shared.idempotency)
    return Endpoint(
      Endpoint.Entry(
        id: id, summary: value["summary"]?.string ?? "", source: value["source"]?.string ?? "",
        features: FeatureReader(context: context).names(in: value), standing: standing,
        isDeprecated: value["deprecated"] != nil, deprecation: deprecation, location: place),
      request: request, condition: condition, alternatives: alternatives,
      parameters: Endpoint.Parameters(path: path, query: query, headers: headers, cookies: cookies), body: body,
      outcomes: Endpoint.Outcomes(answers: success, failures: failures, ownFailureCount: ownFailureCount),
      authentication: authentication, requirements: requirements,
      effects: Endpoint.Effects(isSafe: isSafe, states: states, batch: batch, idempotencyKey: idempotencyKey))
  }

  /// Returns the schemas of all bodies that a request may have, or an empty array if one of the bodies isn't described.
  private func bodySchemas(_ value: JSON) -> [JSON] {
    let content = value["content"]?.members.map(\.value["schema"]) ?? []
    let schemas = (value["body"].map { [$0] } ?? []) + content.compactMap { $0 }
    return content.contains(nil) ? [] : schemas
  }

  private func body(_ value: JSON) -> RequestBody? {
    var content: [MediaContent] = []
    if let body = value["body"], let schema = context.schemas.compile(body, in: file, view: .request) {
      content.append(MediaContent(mediaType: "application/json", schema: schema, location: value.place(of: "body")))
    }
    if let others = value["content"] {
      for other in BodyReader(file: file, view: .request, context: context).media(others) {
        if content.contains(where: { $0.mediaType == other.mediaType }) {
          context.log.error(
            other.location, "\(other.mediaType) is already defined; keep one of them (\"body\" is application/json).")
        } else {
          content.append(other)
        }
      }
    }
    if content.isEmpty {
      if let required = value["required"], required["body"]?.bool == true, value["body"] == nil, value["content"] == nil
      {
        context.log.error(
          required.place(of: "body"), key: "body",
          "The body is required but not described; give it a schema in \"body\".")
      }
      return nil
    }
    return RequestBody(content: content, isRequired: value["required"]?["body"]?.bool ?? true)
  }

  /// Returns the errors that the endpoint declares, followed by the common ones. Common errors about credentials are
  /// included only if the endpoint requires authentication.
  private func failures(_ value: JSON, _ authentication: Authentication) -> (all: [Failure], ownCount: Int) {
    var known: Set<String> = []
    let names = value["errors"]?.elements.compactMap { context.failureName($0) } ?? []
    let own = names.compactMap { known.insert($0).inserted ? shared.failuresByName[$0] : nil }
    let common = authentication.names.isEmpty ? shared.openFailures : shared.commonFailures
    return own.isEmpty ? (common, 0) : (own + common.filter { !known.contains($0.name) }, own.count)
  }

  private func requirements(
    _ value: JSON?, _ conditions: ConditionReader, _ authentication: Authentication
  ) -> [Requirement] {
    guard let value, value.kind == .array else { return [] }
    if authentication.names.isEmpty, value.count > 0, context.names.knowsMain {
      context.log.warning(
        value.location,
        "This endpoint has requirements for the caller but requires no credentials; add a credential to "
          + "\"authentication\"."
      )
    }
    return value.elements.compactMap { requirement in
      if let permission = requirement.string {
        if context.names.hasPersonas, context.names.knowsMain, !context.names.permissions.contains(permission) {
          var seen: Set<String> = []
          let known = context.names.permissions.filter { seen.insert($0).inserted }
          context.log.warning(
            requirement.location,
            "No persona has the permission \"\(permission)\"\(Spelling.suggestion(for: permission, among: known))")
        }
        return .permission(permission)
      }
      return requirement.kind == .object ? .condition(conditions.read(requirement)) : nil
    }
  }

  private func deprecation(_ value: JSON) -> Deprecation? {
    guard let deprecated = value["deprecated"], deprecated.kind == .object else { return nil }
    if let successor = deprecated["successor"] {
      _ = context.endpointName(successor)
    }
    return Deprecation(
      since: deprecated["since"]?.string, sunset: deprecated["sunset"]?.string,
      successor: deprecated["successor"]?.string, location: value.place(of: "deprecated"))
  }
}

extension Failure {
  /// A Boolean value that indicates whether the error is about credentials. Such an error can't occur if none are
  /// required.
  fileprivate var isForCallers: Bool { occasions?.contains(.unauthenticated) ?? (statuses == .exactly(401)) }
}
