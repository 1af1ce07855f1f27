import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A request that doesn't change any existing data. The probe can't send any other kind.
///
/// Its factory functions enforce these rules:
///
/// | request | where | needs |
/// |---|---|---|
/// | OPTIONS, also as a CORS preflight | any path | |
/// | GET, HEAD | unless the contract has one that changes something | |
/// | POST as documented | if the contract marks it as `safe`, and it isn't a login | |
/// | GET that changes something | unused identifiers | an ``Absence`` |
/// | POST (malformed body), DELETE (no body) | unused identifiers | an ``Absence``, a ``WritePermission`` |
/// | POST whose body never completes | no identifiers, a required field | a ``WritePermission`` |
///
/// The last two may cause a lenient server to store something, but they don't affect existing data. PUT and PATCH are
/// never sent, since some servers create missing items. Every write carries `If-Match` with a tag that no
/// representation has, so a server that supports preconditions must not execute it (RFC 9110 section 13.1.1).
package struct HarmlessRequest: Sendable {
  /// A JSON text that is truncated after its first key.
  package static let malformedBody = #"{"plumbline-probe""#
  /// An entity tag that no server has ever issued.
  package static let impossibleTag = #""plumbline-probe""#
  /// The origin that a CORS preflight names.
  package static let foreignOrigin = "https://plumbline.example"
  /// The Content-Length of an unfinished body.
  package static let promisedLength = 64

  package let request: Request
  package let harmlessness: Harmlessness
  /// The `Content-Length` if the body never completes, or `nil` for a complete body.
  package let promised: Int?
  /// The step that the request belongs to.
  package let step: ProbeStep
  /// A Boolean value that indicates whether the request is sent to an impossible path, for comparison.
  package let isControl: Bool

  private init(
    _ method: HTTPMethod, _ target: String, _ headers: HeaderFields, _ harmlessness: Harmlessness, _ step: ProbeStep,
    body: String = "", of contentType: String = "application/json", promised: Int? = nil, isControl: Bool = false
  ) {
    var headers = headers
    if !method.isSafe, harmlessness != .documentedSafe { headers["If-Match"] = Self.impossibleTag }
    if !body.isEmpty { headers["Content-Type"] = contentType }
    request = Request(method: method, target: target, headers: headers, body: Body(body))
    self.harmlessness = harmlessness
    self.promised = promised
    self.step = step
    self.isControl = isControl
  }

  static func options(_ place: ProbePlace, _ caller: ProbeCaller, _ step: ProbeStep) -> HarmlessRequest {
    HarmlessRequest(.options, caller.target(place.target), caller.headers, .asksForMethods, step)
  }

  /// Returns a CORS preflight for the place's method, as a browser sends it on behalf of a page from another origin
  /// (Fetch, "CORS-preflight fetch"). It has no credentials, as in browsers.
  static func preflight(_ place: ProbePlace, in contract: Contract, _ step: ProbeStep) -> HarmlessRequest {
    let caller = ProbeCaller(place.endpoint, credentials: [:], in: contract)
    var headers = caller.headers
    headers["Origin"] = foreignOrigin
    headers["Access-Control-Request-Method"] = place.method.rawValue
    return HarmlessRequest(.options, caller.target(place.target), headers, .asksForMethods, step)
  }

  /// Returns the documented POST if it changes nothing according to the contract, or `nil` for any other request or
  /// place, or if no body can be generated.
  static func documented(_ place: ProbePlace, _ caller: ProbeCaller, _ step: ProbeStep) -> HarmlessRequest? {
    let endpoint = place.endpoint
    // Don't send a login: made-up values would look like an attack.
    guard place.method == .post, endpoint.isSafe, place.line == endpoint.request,
      endpoint.states.allSatisfy({ [.read, .list].contains($0.action) }),
      let made = MadeRequest(endpoint, ConditionValues(endpoint)), made.conditions.isEmpty
    else { return nil }
    return HarmlessRequest(
      .post, caller.target(place.target), caller.headers, .documentedSafe, step,
      body: String(decoding: made.body.bytes ?? [], as: UTF8.self),
      of: made.headers.contentType ?? "application/json")
  }

  /// Returns a GET, or a HEAD if that is the place's method, or `nil` if it changes something according to the
  /// contract.
  static func read(
    _ place: ProbePlace, _ caller: ProbeCaller, in contract: Contract, _ step: ProbeStep
  ) -> HarmlessRequest? {
    let endpoint = place.endpoint
    let isOwn = ([endpoint.request] + endpoint.alternatives).contains { $0.template == place.line.template }
    guard place.method.isReading, contract.isHarmlessToRead(place.path),
      endpoint.isSafe || !endpoint.request.method.isSafe || !isOwn
    else { return nil }
    return HarmlessRequest(place.method, caller.target(place.target), caller.headers, .reads, step)
  }

  /// Returns a request for a missing item: a GET that changes something according to the contract, a malformed POST, or
  /// a DELETE. Returns `nil` for any other method, or if the absence doesn't cover the place.
  static func absent(
    _ place: ProbePlace, _ caller: ProbeCaller, _ absence: Absence, _ permission: WritePermission?, _ step: ProbeStep
  ) -> HarmlessRequest? {
    guard absence.covers(place), place.method == .get || permission != nil,
      [.get, .post, .delete].contains(place.method)
    else { return nil }
    return HarmlessRequest(
      place.method, caller.target(place.target), caller.headers, .absentItem, step,
      body: place.method == .post ? malformedBody : "")
  }

  /// Returns a POST whose body never completes, to an endpoint that has a required field and no item in its path, or
  /// `nil` for any other endpoint.
  static func unfinished(
    _ place: ProbePlace, _ caller: ProbeCaller, _ permission: WritePermission
  ) -> HarmlessRequest? {
    guard place.method == .post, !place.hasIdentifiers, place.endpoint.requiresField else { return nil }
    return HarmlessRequest(
      .post, caller.target(place.target), caller.headers, .unfinishedBody, .unfinishedWrite, body: malformedBody,
      of: place.endpoint.contentTypeToBreakOff, promised: promisedLength)
  }

  /// Returns the same request to a sibling path that can't exist, or `nil` if the contract may have an endpoint there
  /// that the request could affect.
  func control(
    _ control: ProbePlace.Control, of place: ProbePlace, _ caller: ProbeCaller, in contract: Contract
  ) -> HarmlessRequest? {
    // If a template matches every path, no path is impossible.
    guard let path = place.path(control), place.line.template.match(path) == nil else { return nil }
    let isHarmless =
      switch request.method {
      case .options: true
      case .get, .head: contract.isHarmlessToRead(path)
      default: !contract.hasPath(path)
      }
    guard isHarmless else { return nil }
    let changes = harmlessness == .absentItem || harmlessness == .unfinishedBody
    return moved(to: caller.target(path + place.query), as: changes ? .nonsensePath : harmlessness, isControl: true)
  }

  /// Returns the request with its path spelled as a redirect requires, or `nil` if the two differ in more than the
  /// trailing slash or, for reads, the case.
  func detour(to path: String) -> HarmlessRequest? {
    func plain(_ path: String) -> Substring {
      let path = request.method.isSafe ? path.lowercased() : path
      return path.hasSuffix("/") ? path.dropLast() : path[...]
    }
    guard path != request.path, plain(path) == plain(request.path) else { return nil }
    return moved(to: path + (request.query.map { "?\($0)" } ?? ""), as: harmlessness)
  }

  private func moved(
    to target: String, as harmlessness: Harmlessness, isControl: Bool = false
  ) -> HarmlessRequest {
    var headers = request.headers
    headers.remove("If-Match")
    return HarmlessRequest(
      request.method, target, headers, harmlessness, step,
      body: String(decoding: request.body.bytes ?? [], as: UTF8.self), of: request.contentType ?? "application/json",
      promised: promised, isControl: isControl)
  }
}

extension Contract {
  /// Returns a Boolean value that indicates whether a GET of a path is harmless, because the contract documents no GET
  /// there that changes something.
  func isHarmlessToRead(_ path: String) -> Bool {
    router.endpoints(.get, path: path).allSatisfy(\.isSafe)
  }

  /// Returns a Boolean value that indicates whether the contract documents a GET at a path that changes nothing.
  func documentsReading(_ path: String) -> Bool {
    let endpoints = router.endpoints(.get, path: path)
    return !endpoints.isEmpty && endpoints.allSatisfy(\.isSafe)
  }

  /// Returns a Boolean value that indicates whether a path matches any endpoint's, regardless of the method.
  func hasPath(_ path: String) -> Bool {
    if case .nothing = router.route(.get, path: path) { false } else { true }
  }
}

extension HTTPMethod {
  /// A Boolean value that indicates whether the probe uses the method for reading. QUERY and TRACE are just as safe,
  /// but servers that don't know them may misinterpret them.
  var isReading: Bool { self == .get || self == .head }
}

extension Endpoint {
  /// A Boolean value that indicates whether the contract requires a JSON or form body with at least one field, so that
  /// no handler accepts an empty one.
  var requiresField: Bool {
    guard let body, body.isRequired else { return false }
    return body.content.allSatisfy { content in
      let form = BodyForm(content.mediaType)
      return (form == .json || form.hasFields) && content.schema.map { !$0.isValid([:]) } ?? false
    }
  }

  /// The content type of a body that never completes.
  fileprivate var contentTypeToBreakOff: String {
    guard let type = body?.structured?.mediaType else { return "application/json" }
    return MediaType.isMultipart(type) ? "\(type); boundary=plumbline-probe" : type
  }
}

/// The reason why a request that the probe sends doesn't change existing data. There is no other kind of request.
package enum Harmlessness: String, Sendable, Hashable, CaseIterable {
  /// OPTIONS asks which methods a path allows. It is safe by definition (RFC 9110 sections 9.2.1 and 9.3.7).
  case asksForMethods
  /// GET and HEAD only read (RFC 9110 section 9.2.1). A GET is sent if the contract documents one that changes nothing,
  /// or none at all. In the latter case, its identifiers should be unused, and it carries no credentials if a handler
  /// that misuses GET would need only a caller.
  case reads
  /// The contract marks a POST as `safe`, because it only looks something up.
  case documentedSafe
  /// The path's identifiers are unused, as GETs have just shown. In addition, a POST has a malformed body, and a DELETE
  /// has none.
  case absentItem
  /// The body ends before its announced length and the connection is reset, so no handler ever gets the required body.
  case unfinishedBody
  /// The path contains a made-up word, so no handler serves it. In addition, it has the absent identifiers and the
  /// malformed or unfinished body of the request that it is compared with.
  case nonsensePath

  /// The reason in one sentence, for the report of a dry run.
  package var reason: String {
    switch self {
    case .asksForMethods: "OPTIONS only asks which methods a path allows (RFC 9110, 9.3.7)."
    case .reads: "GET and HEAD only read (RFC 9110, 9.2.1)."
    case .documentedSafe: "The contract marks this POST as safe: it changes nothing."
    case .absentItem:
      "The request is sent only right after GETs have shown that no item has these identifiers, so it can't change any."
    case .unfinishedBody:
      "The body never completes and the connection is reset, so no handler gets a complete request."
    case .nonsensePath:
      "A made-up path has no handler; the body and ids are those of the compared request."
    }
  }
}

/// A request in a dry run: its content, when it would be sent, and why it can't have an effect.
package struct PlannedRequest: Sendable {
  /// The purpose of the request, and the condition for sending it.
  package let purpose: String
  package let harmlessness: Harmlessness
  /// The request line, such as `PUT /api/v2/notes/1987654321`. Parts that only a response can supply are in braces.
  package let line: String
  /// The header fields in order, with credentials masked.
  package let headers: [(name: String, value: String)]
  package let body: String
  /// The request's method and path. The path is percent-encoded and excludes the base URL's path.
  package let method: HTTPMethod
  package let path: String
}
