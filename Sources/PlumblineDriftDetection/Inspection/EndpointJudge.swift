import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A judge that determines from a response whether an endpoint exists at its documented address.
struct EndpointJudge {
  let contract: Contract
  let endpoint: Endpoint
  let response: ResponseReading
  /// A Boolean value that indicates whether the endpoint is known to exist. If so, any 404 concerns an item.
  var isKnown = false

  /// Returns the finding that the endpoint doesn't exist, or `nil` if it exists.
  func absence() -> Finding? {
    let status = response.status
    switch status {
    case 404 where isKnown, 410 where isKnown: return nil
    case 404, 410, 501:
      guard isDocumented else {
        // A response in a success envelope came from the endpoint, regardless of its status.
        if contract.envelope?.says(response.body) == true { return nil }
        return missing(Drift.unheld(status))
      }
      let failures = endpoint.failures(at: status)
      if failures.isEmpty { return nil }
      if failures.contains(where: saysOnlyStatus) { return nil }
      if failures.allSatisfy(isOfEveryPath) {
        return missing("The contract documents this \(status) for unknown paths in general, not for missing items.")
      }
      return FailureJudge(contract: contract, failures: failures, response: response).foreignShape.map {
        missing("A documented \(status) has the service's own format, but this one is \($0).")
      }
    case 405 where !isOwn(405):
      let allowed = response.response.headers["allow"].map { ", Allow: \(ShortText.plain($0, to: 40))" } ?? ""
      return Finding(
        .endpoint.methodMissing, at: JSONPointer(), expected: "\(endpoint.request)", actual: "405\(allowed)",
        contract: endpoint.location, "The server has this path, but not with \(endpoint.request.method).")
    case 301 where !isDocumented, 308 where !isDocumented:
      return Finding(
        .endpoint.moved, at: JSONPointer(), expected: "\(endpoint.request)", actual: newPlace,
        contract: endpoint.location, "The server reports that the endpoint has moved permanently.")
    default:
      return nil
    }
  }

  /// Returns a Boolean value that indicates whether the service returned JSON for one of the endpoint's own errors
  /// whose body the contract doesn't describe. The description is then incomplete, but the endpoint isn't missing.
  private func saysOnlyStatus(_ failure: Failure) -> Bool {
    guard case .empty = failure.content, !isOfEveryPath(failure) else { return false }
    return response.body != nil && response.mediaType.map(MediaType.isJSON) ?? false
  }

  private var isDocumented: Bool { endpoint.documents(response.status) }

  /// Returns a Boolean value that indicates whether an error is common to all endpoints and isn't returned for missing
  /// items (`"for": []`).
  private func isOfEveryPath(_ failure: Failure) -> Bool {
    failure.occasions == [] && !endpoint.failures.prefix(endpoint.ownFailureCount).contains { $0 === failure }
  }

  /// Returns a Boolean value that indicates whether the endpoint itself documents a status. A 405 that any path may
  /// return says nothing about this endpoint.
  private func isOwn(_ status: Int) -> Bool {
    let own = endpoint.failures.prefix(endpoint.ownFailureCount)
    return own.contains { $0.statuses.contains(status) } || !endpoint.answers(at: status).isEmpty
  }

  private func missing(_ message: String) -> Finding {
    Finding(
      .endpoint.missing, at: JSONPointer(), expected: "\(endpoint.request)",
      actual: ShortText.status(response.status), contract: endpoint.location, message)
  }

  /// The target of `Location`, without its query, which may contain credentials.
  private var newPlace: String {
    guard let location = response.response.headers["location"] else { return "\(response.status) without Location" }
    return ShortText.plain(String(location.prefix { $0 != "?" && $0 != "#" }))
  }
}
