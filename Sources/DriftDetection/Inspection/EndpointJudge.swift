import ContractModel
import HTTPMessages
import JSONTree

/// Tells whether an endpoint is where the contract says, by what came from there.
struct EndpointJudge {
  let contract: Contract
  let endpoint: Endpoint

  /// Why the endpoint isn't there; `nil` when it is, whatever it answered.
  func absence(_ response: Response) -> Finding? {
    let status = response.status
    switch status {
    case 404, 410, 501:
      guard endpoint.failures.contains(where: { $0.status == status }) else {
        if endpoint.answers.contains(where: { $0.status == status }) || saysSuccess(response) { return nil }
        return missing(status, "The endpoint documents no \(status), so this answer can't mean that an item is missing.")
      }
      return foreignShape(of: response).map {
        missing(status, "A documented \(status) comes in the envelope; this one is \($0), as if nothing were there.")
      }
    case 405 where !isDocumented(405):
      return Finding(
        .endpoint.methodMissing, at: JSONPointer(), expected: "\(endpoint.request)", actual: allowed(response),
        contract: endpoint.location, "The server has this path, but not with \(endpoint.request.method).")
    case 301 where !isDocumented(301), 308 where !isDocumented(308):
      return Finding(
        .endpoint.moved, at: JSONPointer(), expected: "\(endpoint.request)", actual: place(response),
        contract: endpoint.location, "The server says that the endpoint has moved for good.")
    default:
      return nil
    }
  }

  private func isDocumented(_ status: Int) -> Bool {
    endpoint.failures.contains { $0.status == status } || endpoint.answers.contains { $0.status == status }
  }

  private func missing(_ status: Int, _ message: String) -> Finding {
    Finding(
      .endpoint.missing, at: JSONPointer(), expected: "\(endpoint.request)",
      actual: "\(status) \(HTTPStatus.reason(for: status))", contract: endpoint.location, message)
  }

  /// What a failure's body is when it isn't what the service answers failures with; `nil` when it is that.
  private func foreignShape(of response: Response) -> String? {
    guard let bytes = response.body.bytes else { return nil }
    // An answer to HEAD has no body to tell by.
    guard let envelope = contract.envelope else {
      if bytes.isEmpty || response.mediaType.map(MediaType.isJSON) ?? true { return nil }
      return response.mediaType
    }
    if bytes.isEmpty { return "empty" }
    guard let body = try? JSON.parse(bytes, file: "response body") else {
      // A body that says it is JSON and is cut short is malformed, not another shape.
      if let mediaType = response.mediaType { return MediaType.isJSON(mediaType) ? nil : mediaType }
      return "no JSON"
    }
    guard body.kind == .object else { return "JSON of another shape" }
    if let flag = envelope.flag {
      if body.members.keys.contains(where: { Names.folded($0) == Names.folded(flag) }) { return nil }
    }
    // Frameworks say `message` and `error` too. Without the flag, only a code that the contract knows is its own.
    let codes = endpoint.failures.filter { $0.status == response.status }.flatMap(\.codes)
    if let name = envelope.errorCode, let code = body[name]?.string, codes.isEmpty || codes.contains(code) { return nil }
    if envelope.flag == nil, envelope.errorCode == nil, envelope.memberNames.contains(where: { body[$0] != nil }) {
      return nil
    }
    return "JSON of another shape"
  }

  private func saysSuccess(_ response: Response) -> Bool {
    guard let flag = contract.envelope?.flag, let bytes = response.body.bytes else { return false }
    return (try? JSON.parse(bytes, file: "response body"))?[flag]?.bool == true
  }

  private func allowed(_ response: Response) -> String {
    response.headers["allow"].map { "405, Allow: \($0)" } ?? "405 \(HTTPStatus.reason(for: 405))"
  }

  /// The new place without its query, which may hold credentials.
  private func place(_ response: Response) -> String {
    guard let location = response.headers["location"] else { return "\(response.status) with no Location" }
    return String(location.prefix { $0 != "?" && $0 != "#" })
  }
}
