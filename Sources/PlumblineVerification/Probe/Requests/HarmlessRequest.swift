import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A request that changes nothing which a server has: the only kind that the probe can send.
///
/// Its makers are the rules, and there is no way around them:
///
/// | request | where | needs |
/// |---|---|---|
/// | OPTIONS | any path | |
/// | GET, HEAD | where the contract has none that changes something | |
/// | GET that changes something | identifiers that nothing has | an ``Absence`` |
/// | POST (malformed body), DELETE (no body) | identifiers that nothing has | an ``Absence``, a ``WritePermission`` |
/// | POST whose body never completes | no identifiers, a required field | a ``WritePermission`` |
///
/// The last two may have an effect on a lenient server, though none on what it has: it may store something. PUT and PATCH are
/// never sent, since servers exist that store what isn't there. Every write carries `If-Match` with a tag that no
/// representation has: a server that knows preconditions must not carry it out (RFC 9110 section 13.1.1).
package struct HarmlessRequest: Sendable {
  /// Breaks off after its first key: no JSON text starts like this and ends here.
  package static let malformedBody = #"{"plumbline-probe""#
  /// A tag that no server has given to anything.
  package static let impossibleTag = #""plumbline-probe""#
  /// What an unfinished body's Content-Length says.
  package static let promisedLength = 64

  package let request: Request
  package let harmlessness: Harmlessness
  /// What Content-Length says where the body never completes; `nil` for a body that is all there.
  package let promised: Int?
  /// Whether it rests on what a plan only supposes, so that it can't be sent.
  let isSupposed: Bool

  private init(
    _ method: HTTPMethod, _ target: String, _ headers: HeaderFields, _ harmlessness: Harmlessness, body: String = "",
    promised: Int? = nil, isSupposed: Bool = false
  ) {
    var headers = headers
    if !method.isSafe { headers["If-Match"] = Self.impossibleTag }
    if !body.isEmpty { headers["Content-Type"] = "application/json" }
    request = Request(method: method, target: target, headers: headers, body: Body(body))
    self.harmlessness = harmlessness
    self.promised = promised
    self.isSupposed = isSupposed
  }

  static func options(_ place: ProbePlace, _ caller: ProbeCaller) -> HarmlessRequest {
    HarmlessRequest(.options, caller.target(place.target), caller.headers, .asksForMethods)
  }

  /// A GET, or a HEAD where that is the place's method; `nil` where the contract says that it changes something.
  static func read(_ place: ProbePlace, _ caller: ProbeCaller, in contract: Contract) -> HarmlessRequest? {
    let endpoint = place.endpoint
    let isOwn = ([endpoint.request] + endpoint.alternatives).contains { $0.template == place.line.template }
    guard place.method == .get || place.method == .head, contract.isHarmlessToRead(place.path),
      endpoint.isSafe || !endpoint.request.method.isSafe || !isOwn
    else { return nil }
    return HarmlessRequest(place.method, caller.target(place.target), caller.headers, .reads)
  }

  /// A GET that the contract says changes something, a malformed POST or a DELETE, of what isn't there; `nil` for any other
  /// method, and where the absence is that of something else.
  static func absent(
    _ place: ProbePlace, _ caller: ProbeCaller, _ absence: Absence, _ permission: WritePermission?
  ) -> HarmlessRequest? {
    guard absence.covers(place), place.method == .get || permission != nil,
      [.get, .post, .delete].contains(place.method)
    else { return nil }
    return HarmlessRequest(
      place.method, caller.target(place.target), caller.headers, .absentItem,
      body: place.method == .post ? malformedBody : "", isSupposed: absence.isSupposed)
  }

  /// A POST whose body never completes, to an endpoint that names no item and requires a field; `nil` for any other.
  static func unfinished(
    _ place: ProbePlace, _ caller: ProbeCaller, _ permission: WritePermission
  ) -> HarmlessRequest? {
    guard place.method == .post, !place.hasIdentifiers, place.endpoint.requiresField else { return nil }
    return HarmlessRequest(
      .post, caller.target(place.target), caller.headers, .unfinishedBody, body: malformedBody,
      promised: promisedLength)
  }

  /// The same to a sibling of its place that can't exist; `nil` where the contract may have something there that this could
  /// change.
  func control(
    _ control: ProbePlace.Control, of place: ProbePlace, _ caller: ProbeCaller, in contract: Contract
  ) -> HarmlessRequest? {
    let path = place.path(control)
    let isHarmless =
      switch request.method {
      case .options: true
      case .get, .head: contract.isHarmlessToRead(path)
      default: !contract.hasPath(path)
      }
    guard isHarmless else { return nil }
    let changes = harmlessness == .absentItem || harmlessness == .unfinishedBody
    return moved(to: caller.target(path + place.query), as: changes ? .nonsensePath : harmlessness)
  }

  /// The same at another spelling of its path, to which a redirect led; `nil` where more differs than a slash at the end,
  /// or the letters' case of what only reads.
  func detour(to path: String) -> HarmlessRequest? {
    func plain(_ path: String) -> Substring {
      let path = request.method.isSafe ? path.lowercased() : path
      return path.hasSuffix("/") ? path.dropLast() : path[...]
    }
    guard path != request.path, plain(path) == plain(request.path) else { return nil }
    return moved(to: path + (request.query.map { "?\($0)" } ?? ""), as: harmlessness)
  }

  private func moved(to target: String, as harmlessness: Harmlessness) -> HarmlessRequest {
    var headers = request.headers
    headers.remove("If-Match")
    return HarmlessRequest(
      request.method, target, headers, harmlessness, body: String(decoding: request.body.bytes ?? [], as: UTF8.self),
      promised: promised, isSupposed: isSupposed)
  }
}

extension Contract {
  /// Whether a GET of a path changes nothing, as far as the contract knows: it documents none there that does.
  func isHarmlessToRead(_ path: String) -> Bool {
    guard case .found(let endpoint) = router.route(.get, path: path) else { return true }
    return endpoint.isSafe
  }

  /// Whether it documents a GET at a path that changes nothing.
  func documentsReading(_ path: String) -> Bool {
    if case .found(let endpoint) = router.route(.get, path: path) { endpoint.isSafe } else { false }
  }

  /// Whether a path fits that of any endpoint, whatever the method.
  func hasPath(_ path: String) -> Bool {
    if case .nothing = router.route(.get, path: path) { false } else { true }
  }
}

extension Endpoint {
  /// Whether the contract requires a JSON body and refuses an empty object for it, so that no handler may accept one.
  var requiresField: Bool {
    guard let body, body.isRequired, let empty = try? JSON.parse("{}") else { return false }
    return body.content.allSatisfy { content in
      MediaType.isJSON(content.mediaType) && content.schema.map { !$0.isValid(empty) } ?? false
    }
  }
}
