import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Tells whether an endpoint is where the contract says, by what came from there.
struct EndpointJudge {
  let contract: Contract
  let endpoint: Endpoint
  let response: ResponseReading

  /// Why the endpoint isn't there; `nil` when it is, whatever it answered.
  func absence() -> Finding? {
    let status = response.status
    switch status {
    case 404, 410, 501:
      guard isDocumented else {
        // An answer in a success envelope came from the endpoint, whatever its status.
        if let flag = contract.envelope?.flag, response.body?[flag]?.bool == true { return nil }
        return missing("The endpoint documents no \(status), so the answer can't mean that an item is missing.")
      }
      guard endpoint.failures.contains(where: { $0.status == status }) else { return nil }
      return foreignShape.map {
        missing("A documented \(status) comes in the service's own shape, and this one is \($0).")
      }
    case 405 where !isDocumented:
      let allowed = response.response.headers["allow"].map { ", Allow: \(ShortText.plain($0, to: 40))" } ?? ""
      return Finding(
        .endpoint.methodMissing, at: JSONPointer(), expected: "\(endpoint.request)", actual: "405\(allowed)",
        contract: endpoint.location, "The server has this path, but not with \(endpoint.request.method).")
    case 301 where !isDocumented, 308 where !isDocumented:
      return Finding(
        .endpoint.moved, at: JSONPointer(), expected: "\(endpoint.request)", actual: newPlace,
        contract: endpoint.location, "The server says that the endpoint has moved for good.")
    default:
      return nil
    }
  }

  private var isDocumented: Bool {
    endpoint.failures.contains { $0.status == response.status }
      || endpoint.answers.contains { $0.status == response.status }
  }

  private func missing(_ message: String) -> Finding {
    Finding(
      .endpoint.missing, at: JSONPointer(), expected: "\(endpoint.request)",
      actual: ShortText.status(response.status), contract: endpoint.location, message)
  }

  /// What a failure's body is when it isn't what the service answers failures with; `nil` when it is that.
  private var foreignShape: String? {
    guard let bytes = response.bytes, !response.isBodyless else { return nil }
    let saysJSON = response.mediaType.map(MediaType.isJSON)
    guard let envelope = contract.envelope else {
      return bytes.isEmpty || saysJSON ?? true ? nil : response.mediaType.map { ShortText.plain($0) }
    }
    if response.isBlank { return "empty" }
    guard let body = response.body else {
      // A body that says it is JSON and is cut short is malformed, not another shape.
      return saysJSON == true ? nil : response.mediaType.map { ShortText.plain($0) } ?? "not JSON"
    }
    return isOwn(body, envelope) ? nil : "JSON of another shape"
  }

  /// Frameworks say `message` and `error` too. Without the flag, only a code that the contract knows is the service's.
  private func isOwn(_ body: JSON, _ envelope: Envelope) -> Bool {
    guard body.kind == .object else { return false }
    if let flag = envelope.flag.map(LooseName.of), body.members.contains(where: { LooseName.of($0.key) == flag }) {
      return true
    }
    if let name = envelope.errorCode {
      let codes = endpoint.failures.filter { $0.status == response.status }.flatMap(\.codes)
      return body[name]?.string.map { codes.isEmpty || codes.contains($0) } ?? false
    }
    return envelope.flag == nil && envelope.memberNames.contains { body[$0] != nil }
  }

  /// Where Location points, without its query, which may hold credentials.
  private var newPlace: String {
    guard let location = response.response.headers["location"] else { return "\(response.status) without Location" }
    return ShortText.plain(String(location.prefix { $0 != "?" && $0 != "#" }))
  }
}
