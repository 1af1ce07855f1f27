import PlumblineContractModel
import PlumblineHTTPMessages

/// Responses to requests that match no endpoint.
extension RequestGate {
  func noEndpoint(_ request: Request) -> Decision {
    let line = Self.line(request)
    let nearest = Self.nearest(to: request, in: contract)
    let answer = lost(404, code: "ENDPOINT_NOT_FOUND", message: "No endpoint matches \(line).\(nearest)")
    return Decision(answer, .noEndpoint)
  }

  func methodMissing(_ request: Request, _ methods: [HTTPMethod]) -> Decision {
    let allow = Self.allowed(methods + [.options])
    if request.method == .options {
      let response = Response(status: 204, headers: ["Allow": allow])
      return Decision(OutgoingResponse(Labels.adding(Labels.built, to: response)), .options)
    }
    let takes = Spelling.list(methods.map(\.rawValue), joining: "and")
    let nearest = Self.nearest(to: request, in: contract)
    let message = "\(Self.line(request)) isn't documented: this path takes \(takes).\(nearest)"
    return Decision(
      lost(405, code: "METHOD_NOT_ALLOWED", message: message, headers: ["Allow": allow]), .methodMissing)
  }

  /// Returns the response to a request that matches no endpoint. If an error common to all endpoints declares its own
  /// body for the status, the response uses that body.
  private func lost(_ status: Int, code: String, message: String, headers: HeaderFields = [:]) -> OutgoingResponse {
    let common = contract.commonFailures.nearest(to: status, by: \.statuses).first
    guard let common, !common.isEnveloped else {
      return library.built(status, code: code, message: message, headers: headers)
    }
    var response = library.failures.response(common, status: status, at: nil, message: message)
    for (name, value) in headers { response.headers[name] = value }
    return OutgoingResponse(Labels.adding(Labels.built, to: response))
  }

  /// Returns the value of the `Allow` header for a path: its methods, plus HEAD if they include GET.
  static func allowed(_ methods: [HTTPMethod]) -> String {
    var names = Set(methods.map(\.rawValue))
    if names.contains("GET") { names.insert("HEAD") }
    return names.sorted().joined(separator: ", ")
  }

  private static func nearest(to request: Request, in contract: Contract) -> String {
    let found = NearestEndpoints.find(request, in: contract)
    if found.isEmpty { return "" }
    let texts = found.map { "\($0.endpoint.id) (\($0.endpoint.request)): \(cut($0.reason))" }
    return " Nearest: " + texts.joined(separator: "; ") + "."
  }

  private static func line(_ request: Request) -> String { "\(request.method) \(cut(request.path))" }

  /// Truncates long input for messages.
  private static func cut(_ text: String) -> String {
    text.utf8.count > 400 ? "\(text.prefix(200))…" : text
  }
}
