import PlumblineHTTPMessages
import PlumblineJSONTree

/// A method and a path template, with everything that the contract documents about them.
package final class Endpoint: Sendable {
  /// A request line in a contract, such as `PUT /api/v2/tickets/{ticket_id}`.
  package struct RequestLine: Sendable, Hashable, CustomStringConvertible {
    package let method: HTTPMethod
    package let template: PathTemplate

    package init(method: HTTPMethod, template: PathTemplate) {
      self.method = method
      self.template = template
    }

    package var description: String { "\(method) \(template)" }
  }

  /// The ID that folders, reports and commands use, such as `tickets.update`.
  package let id: String
  package let summary: String
  package let request: RequestLine
  /// The condition that selects this endpoint among those with the same request line. It always holds if the endpoint
  /// has no `when`.
  package let condition: Condition
  /// Other request lines that the endpoint's source mentions. Endpoint discovery tries them, but the mock doesn't serve
  /// them.
  package let alternatives: [RequestLine]
  package let standing: Standing
  /// The document and section that describe the endpoint.
  package let source: String
  /// The IDs of the contract's features that the endpoint implements.
  package let features: [String]
  /// The path parameters in the order of the template.
  package let path: [Parameter]
  package let query: [Parameter]
  package let headers: [Parameter]
  package let cookies: [Parameter]
  package let body: RequestBody?
  /// All documented successful responses, in the order of the contract.
  package let answers: [DocumentedResponse]
  /// All documented errors. Those that the endpoint declares itself precede the common ones.
  package let failures: [Failure]
  /// The number of errors that the endpoint declares itself.
  package let ownFailureCount: Int
  package let authentication: Authentication
  package let requirements: [Requirement]
  /// A Boolean value that indicates whether calling the endpoint changes nothing, either because of its method
  /// (``HTTPMethod/isSafe``) or because the contract marks it as `safe`.
  package let isSafe: Bool
  package let isDeprecated: Bool
  /// Details of the endpoint's deprecation, if the contract has any.
  package let deprecation: Deprecation?
  /// The endpoint's effects on the mock's state. The first rule whose condition holds for a request is applied.
  package let states: [StateRule]
  /// The endpoint's batch format, or `nil` if the endpoint takes only one request at a time.
  package let batch: Batch?
  /// The header field with an idempotency key, which makes retries harmless: a request that repeats an earlier key gets
  /// the same response. `nil` if the endpoint has no such field.
  package let idempotencyKey: Parameter?
  /// A Boolean value that indicates whether any of the endpoint's responses has an entity tag (RFC 9110 section 8.8.3).
  package let showsEntityTag: Bool
  /// A Boolean value that indicates whether any of the endpoint's responses has a `Last-Modified` field.
  package let showsModification: Bool
  /// The names of the entity tag preconditions that a request may have (RFC 9110 section 13.1), in lowercase.
  package let preconditions: [String]
  /// A Boolean value that indicates whether the values in the path and query are sent as plain text
  /// (``Parameter/isPlain``).
  let hasPlainPath: Bool
  let hasPlainQuery: Bool
  /// The error for a modifying request without a precondition: the documented 428 (RFC 6585 section 3).
  package let unconditional: Failure?
  private let queryIndex: ParameterIndex
  private let headerIndex: ParameterIndex
  private let cookieIndex: ParameterIndex
  /// The location of the declaration in the contract.
  package let location: SourceLocation

  init(
    _ entry: Entry, request: RequestLine, condition: Condition = Condition(), alternatives: [RequestLine] = [],
    parameters: Parameters = Parameters(), body: RequestBody? = nil, outcomes: Outcomes = Outcomes(),
    authentication: Authentication, requirements: [Requirement] = [], effects: Effects
  ) {
    id = entry.id
    summary = entry.summary
    source = entry.source
    features = entry.features
    standing = entry.standing
    isDeprecated = entry.isDeprecated
    deprecation = entry.deprecation
    location = entry.location
    self.request = request
    self.condition = condition
    self.alternatives = alternatives
    path = parameters.path
    query = parameters.query
    headers = parameters.headers
    cookies = parameters.cookies
    self.body = body
    answers = outcomes.answers
    failures = outcomes.failures
    ownFailureCount = outcomes.ownFailureCount
    self.authentication = authentication
    self.requirements = requirements
    isSafe = effects.isSafe
    states = effects.states
    batch = effects.batch
    idempotencyKey = effects.idempotencyKey
    queryIndex = ParameterIndex(query)
    headerIndex = ParameterIndex(headers, ignoresCase: true)
    cookieIndex = ParameterIndex(cookies)
    hasPlainPath = path.allSatisfy(\.isPlain)
    hasPlainQuery = query.allSatisfy(\.isPlain)
    showsEntityTag = answers.contains { $0.headers.contains { $0.name.lowercased() == "etag" } }
    showsModification = answers.contains { $0.headers.contains { $0.name.lowercased() == "last-modified" } }
    preconditions = headers.map { $0.name.lowercased() }.filter { $0 == "if-match" || $0 == "if-none-match" }
    unconditional =
      preconditions.isEmpty || request.method.isSafe
      ? nil : failures.first { $0.statuses == .exactly(428) && $0.occasions?.contains(.precondition) ?? true }
  }

  /// The endpoint's first effect on the mock's state, or `nil` if it has none.
  package var state: StateRule? { states.first }

  /// Returns the effect of a request, or `nil` if there is none. This is the first rule whose condition holds for the
  /// request.
  package func rule(for request: RequestReading) -> StateRule? {
    states.first { $0.condition.holds(for: request) }
  }

  /// The contract's confidence in the endpoint's effects on the mock's state. This is the confidence in the least
  /// certain effect, or `nil` if there are none.
  package var stateStanding: Standing? {
    let standings = states.flatMap { [$0.standing] + $0.also.map(\.standing) }
    return [.unconfirmed, .assumed, .documented].first(where: standings.contains)
  }

  /// Returns the query parameter with the given name, or `nil` if the endpoint has none.
  func queryParameter(_ name: String) -> Parameter? { queryIndex[name] }

  /// Returns the query parameter that a name in a query belongs to. The name is either that of the parameter or that of
  /// one of its members.
  func queryParameter(owning name: String) -> Parameter? { queryIndex.owner(of: name) }

  /// Returns the header parameter with the given case-insensitive name, or `nil` if the endpoint has none.
  package func header(_ name: String) -> Parameter? { headerIndex[name] }

  /// Returns the cookie with the given name, or `nil` if the endpoint has none.
  func cookie(_ name: String) -> Parameter? { cookieIndex[name] }

  /// Returns the error with the given name, or `nil` if the endpoint has none.
  package func failure(_ name: String) -> Failure? { failures.first { $0.name == name } }

  /// The endpoint's success statuses, without duplicates, in the contract's order.
  package var successStatuses: [StatusRange] {
    var seen: Set<StatusRange> = []
    return answers.map(\.statuses).filter { seen.insert($0).inserted }
  }

  /// Returns the first documented response that has the given status and whose condition holds for a request.
  package func answer(status: Int, for request: RequestReading) -> DocumentedResponse? {
    answers(at: status).first { $0.condition.holds(for: request) }
  }

  /// Returns the index of the first documented response that has the given status and whose condition holds for a
  /// request.
  package func answerIndex(status: Int, for request: RequestReading) -> Int? {
    answers.indices.nearest(to: status) { answers[$0].statuses }
      .first { answers[$0].condition.holds(for: request) }
  }
}

/// The deprecation of an endpoint.
package struct Deprecation: Sendable {
  /// The version or date that deprecated the endpoint.
  package let since: String?
  /// The date after which the endpoint may be removed, as `YYYY-MM-DD`.
  package let sunset: String?
  /// The ID of the endpoint to call instead.
  package let successor: String?
  /// The location of the declaration in the contract.
  package let location: SourceLocation
}
