import ContractModel
import HTTPMessages
import JSONTree

/// Makes the requests of one place: the run sends them, and a dry run prints them.
struct ProbeRequests: Sendable {
  let contract: Contract
  /// The credential values that are sent, by name; empty when nobody calls.
  let credentials: [String: String]
  /// Why nothing but OPTIONS, GET and HEAD may be sent; `nil` when more may.
  let writesForbidden: String?

  /// Whether the contract refuses an empty object for a body, so that no handler may accept one.
  static func refusesEmptyObject(_ endpoint: Endpoint) -> Bool {
    guard let body = endpoint.body, body.isRequired, let empty = try? JSON.parse("{}") else { return false }
    return body.content.allSatisfy { $0.schema.map { !$0.isValid(empty) } ?? false }
  }

  func options(_ place: ProbePlace) -> HarmlessRequest { .options(target(place), headers(place)) }

  func read(_ place: ProbePlace) -> HarmlessRequest {
    .read(target(place), headers(place), asHead: place.method == .head)
  }

  /// A write whose body breaks off, where the contract requires a field; `nil` where that isn't enough.
  func malformed(_ place: ProbePlace) -> HarmlessRequest? {
    guard writesForbidden == nil, place.method != .delete, !place.method.isSafe,
      Self.refusesEmptyObject(place.endpoint)
    else { return nil }
    return .malformed(place.method, target(place), headers(place))
  }

  /// A write without a body, where the contract requires a field.
  func empty(_ place: ProbePlace) -> HarmlessRequest? {
    guard malformed(place) != nil else { return nil }
    return .empty(place.method, target(place), headers(place))
  }

  /// A write to an item that isn't there.
  func absent(_ place: ProbePlace, _ absence: Absence) -> HarmlessRequest? {
    guard writesForbidden == nil, !place.method.isSafe, place.hasIdentifiers else { return nil }
    return .absent(place.method, target(place), headers(place), absence)
  }

  /// A write to an item that isn't there, by a method that the contract doesn't have at its path.
  func otherMethod(_ place: ProbePlace, _ absence: Absence) -> HarmlessRequest? {
    let other = [HTTPMethod.patch, .put].first { method in
      guard method != place.method else { return false }
      if case .found = contract.router.route(method, path: place.path) { return false }
      return true
    }
    return other.flatMap { method in
      absent(ProbePlace(place, at: Endpoint.RequestLine(method: method, template: place.line.template)), absence)
    }
  }

  /// The same request to a sibling that can't exist.
  func control(_ request: HarmlessRequest, of place: ProbePlace, _ control: ProbePlace.Control) -> HarmlessRequest {
    request.moved(to: withCredentials(place.target(control), place), isNonsense: true)
  }

  private func target(_ place: ProbePlace) -> String { withCredentials(place.target, place) }

  private func withCredentials(_ target: String, _ place: ProbePlace) -> String {
    let items = contract.queryItems(of: credentials, for: place.endpoint)
    guard !items.isEmpty else { return target }
    let text = items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
    return target + (target.contains("?") ? "&" : "?") + text.joined(separator: "&")
  }

  private func headers(_ place: ProbePlace) -> HeaderFields {
    var headers: HeaderFields = ["Accept": "application/json", "User-Agent": "plumbline-probe"]
    for (name, value) in contract.headers(of: credentials, for: place.endpoint) { headers[name] = value }
    return headers
  }
}
